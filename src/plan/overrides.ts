/**
 * What the config says otherwise: names of tables and columns, types of values by CQL type, by column or by pattern.
 *
 * Answers look-ups and remembers which rules were of use, so that one that matched nothing can be told.
 */
import { didYouMean } from "../errors.ts";
import type { Problem } from "../errors.ts";
import { patternOf } from "./pattern.ts";

/** How the values of a type or column look instead. */
export type ValueRule =
  /** As the JSON that they travel as: for types that Colonnade does not know. */
  | "unknown"
  /** By a codec of the user's own, exported by a module of theirs. */
  | { readonly codec: string; readonly type: string; readonly from: string };

/** What the config says of a column: its member's name, the type of its values, or whose key it holds. */
export interface ColumnRule {
  readonly name?: string | undefined;
  readonly value?: ValueRule | undefined;
  /** The table whose branded id the column holds. */
  readonly idOf?: string | undefined;
}

export interface TableRule {
  /** In place of `Products` in `ProductsRow` and `insertProducts`. */
  readonly name?: string | undefined;
  /** Others write to the same rows. */
  readonly contended?: boolean | undefined;
}

export interface UserTypeRule {
  /** In place of `Address`; the codec is then called `addressType`, and the validator `addressSchema`. */
  readonly name?: string | undefined;
}

export interface OverrideRules {
  /** By CQL type: `decimal`, `list<decimal>`, or the name of a type that Colonnade does not know. */
  readonly types?: Readonly<Record<string, ValueRule>> | undefined;
  /** By `table.column`, in which `*` stands for any text; without a dot, by the column of any table. The last that fits wins. */
  readonly columns?: Readonly<Record<string, ColumnRule>> | undefined;
  /** By the table's name in the database. */
  readonly tables?: Readonly<Record<string, TableRule>> | undefined;
  /** By the user type's name in the database. */
  readonly userTypes?: Readonly<Record<string, UserTypeRule>> | undefined;
}

const none: ColumnRule = {};
const ruleKinds = ["types", "columns", "tables", "userTypes"] as const;

/** A rule as the config has it. */
export interface NamedRule {
  /** `*.user_id` */
  readonly text: string;
  readonly rule: ColumnRule;
}

export class Overrides {
  readonly #rules: OverrideRules;
  readonly #columns: readonly (NamedRule & { readonly fits: RegExp })[];
  readonly #used = new Set<string>();

  constructor(rules: OverrideRules) {
    this.#rules = rules;
    const columns = Object.entries(rules.columns ?? {}).map(([text, rule]) => {
      const pattern = text.includes(".") ? text : `*.${text}`;
      return { text, rule, fits: patternOf(pattern), exact: !pattern.includes("*") };
    });
    // One that names a column wins over patterns, wherever it stands.
    this.#columns = columns.sort((one, other) => Number(one.exact) - Number(other.exact)).reverse();
  }

  /** Whether there are no rules. */
  get isEmpty(): boolean {
    return ruleKinds.every((kind) => Object.keys(this.#rules[kind] ?? {}).length === 0);
  }

  type(cql: string): ValueRule | undefined {
    const { types = {} } = this.#rules;
    if (!Object.hasOwn(types, cql)) return undefined;
    this.#used.add(`types ${cql}`);
    return types[cql];
  }

  table(name: string): TableRule {
    const { tables = {} } = this.#rules;
    if (!Object.hasOwn(tables, name)) return {};
    this.#used.add(`tables ${name}`);
    return tables[name] ?? {};
  }

  userType(name: string): UserTypeRule {
    const { userTypes = {} } = this.#rules;
    if (!Object.hasOwn(userTypes, name)) return {};
    this.#used.add(`userTypes ${name}`);
    return userTypes[name] ?? {};
  }

  /** What the rules say together, each member from the strongest rule that has it. */
  column(table: string, column: string): ColumnRule {
    if (this.#columns.length === 0) return none;
    const found: { -readonly [Member in keyof ColumnRule]: ColumnRule[Member] } = {};
    for (const { text, rule } of this.rulesOf(table, column)) {
      this.#used.add(`columns ${text}`);
      found.name ??= rule.name;
      found.value ??= rule.value;
      found.idOf ??= rule.idOf;
    }
    return found;
  }

  /** The rules that fit a column, the strongest first. */
  rulesOf(table: string, column: string): readonly NamedRule[] {
    return this.#columns.filter(({ fits }) => fits.test(`${table}.${column}`));
  }

  /** The rules of a kind that were of use so far. */
  used(kind: keyof OverrideRules): readonly string[] {
    return Object.keys(this.#rules[kind] ?? {}).filter((name) => this.#used.has(`${kind} ${name}`));
  }

  /** The rules that were never asked for: mistakes of spelling, or left over from a table that is gone. */
  unmatched(keyspace: string, known: () => Readonly<Record<(typeof ruleKinds)[number], readonly string[]>>): Problem[] {
    return ruleKinds.flatMap((kind) =>
      Object.keys(this.#rules[kind] ?? {})
        .filter((name) => !this.#used.has(`${kind} ${name}`))
        .map((name): Problem => {
          const meant = didYouMean(name, known()[kind]);
          return {
            code: "unmatched-rule",
            message: `the rule ${kind}: ${JSON.stringify(name)} of the keyspace ${keyspace} matches nothing`,
            ...(meant !== undefined && { next: `did you mean ${meant}?` }),
          };
        }),
    );
  }
}
