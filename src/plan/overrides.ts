/**
 * Overrides from the config: names of tables and columns, and types of values by CQL type, by column or by pattern.
 *
 * Looks up rules and records which were used, so that rules that match nothing can be reported.
 */
import { ColonnadeError, didYouMean } from "../errors.ts";
import type { Problem } from "../errors.ts";

/** The values of a type: their plain JSON, those of your own codec, or the same under a type of your own. */
export type ValueRule = "unknown" | CodecRule | TypeRule;

/** A type that one of your modules exports, for text or numbers. Nothing checks it at run time. */
export interface TypeRule {
  readonly codec?: undefined;
  readonly type: string;
  /** A package, or a path that begins with a dot and is relative to the config file. */
  readonly from: string;
}

/** A codec that one of your modules exports. */
export interface CodecRule {
  /** The name of the export. */
  readonly codec: string;
  /** The type of its values, exported by the same module unless it is one like `string` or `Date`. */
  readonly type: string;
  /** A package, or a path that begins with a dot and is relative to the config file. */
  readonly from: string;
}

export interface ColumnRule {
  /** The member's name. */
  readonly name?: string | undefined;
  readonly value?: ValueRule | undefined;
  /** The only values of a column of text or whole numbers: `["new", "paid"]`. Not together with `value`. */
  readonly oneOf?: readonly (string | number)[] | undefined;
  /** The table whose branded ID the column holds. */
  readonly idOf?: string | undefined;
}

export interface TableRule {
  /** Replaces `Products` in `ProductsRow` and `insertProducts`. */
  readonly name?: string | undefined;
  /** Replaces `ProductsRow`, also in the name of the validator: `Product` gives `productSchema`. */
  readonly row?: string | undefined;
  /** Replaces `Products` in the functions that read several rows: `findProducts`, `scanProducts`. */
  readonly plural?: string | undefined;
  /**
   * Whether other clients write to the same rows. If the response to a write is lost, it is then not retried, since a
   * retry could undo someone else's later write; it fails with `outcome-unknown`. @default false
   */
  readonly contended?: boolean | undefined;
}

export interface UserTypeRule {
  /** Replaces `Address`; the codec is then called `addressType`, and the validator `addressSchema`. */
  readonly name?: string | undefined;
}

export interface OverrideRules {
  /**
   * The TypeScript values of a CQL type: `{ decimal: { codec: "money", type: "Money", from: "./src/money.ts" } }`. Use
   * `"unknown"` for a type that Colonnade does not know.
   */
  readonly types?: Readonly<Record<string, ValueRule>> | undefined;
  /**
   * Names and values of columns, by `table.column` or `type.field`. `*` matches any text; a pattern without a dot
   * matches the columns of all tables. The last matching rule wins; a rule with a dot and without `*` beats
   * any other.
   */
  readonly columns?: Readonly<Record<string, ColumnRule>> | undefined;
  /** Names of tables in the generated code, by their names in the database. */
  readonly tables?: Readonly<Record<string, TableRule>> | undefined;
  /** Names of user types in the generated code, by their names in the database. */
  readonly userTypes?: Readonly<Record<string, UserTypeRule>> | undefined;
}

/** The values of a column that a rule decides. */
export type DecidedValue = ValueRule | { readonly oneOf: readonly (string | number)[] };

/** A rule of a column in which `oneOf` is a value like the others. */
export interface DecidedColumn extends Pick<ColumnRule, "name" | "idOf"> {
  readonly value?: DecidedValue | undefined;
}

type RuleOf<Kind extends keyof OverrideRules> = NonNullable<OverrideRules[Kind]>[string];

const none = {};
const ruleKinds = ["types", "columns", "tables", "userTypes"] as const;

/** A rule with its text in the config. */
export interface NamedRule {
  /** `*.user_id` */
  readonly text: string;
  readonly rule: DecidedColumn;
}

export class Overrides {
  /** Whether there are no rules. */
  readonly isEmpty: boolean;
  readonly #rules: OverrideRules;
  /** The rules without `*`, by `table.column`. */
  readonly #exact = new Map<string, NamedRule>();
  /** The strongest first. */
  readonly #patterns: (NamedRule & { readonly fits: RegExp })[] = [];
  readonly #used = new Set<string>();

  constructor(rules: OverrideRules) {
    this.#rules = rules;
    this.isEmpty = ruleKinds.every((kind) => Object.keys(rules[kind] ?? {}).length === 0);
    for (const [text, { oneOf, ...others }] of Object.entries(rules.columns ?? {})) {
      const rule = oneOf ? { ...others, value: { oneOf } } : others;
      const pattern = text.includes(".") ? text : `*.${text}`;
      if (pattern.includes("*")) this.#patterns.unshift({ text, rule, fits: patternOf(pattern) });
      else this.#exact.set(pattern, { text, rule });
    }
  }

  type(cql: string): ValueRule | undefined {
    return this.#find("types", cql);
  }

  table(name: string): TableRule {
    return this.#find("tables", name) ?? none;
  }

  userType(name: string): UserTypeRule {
    return this.#find("userTypes", name) ?? none;
  }

  /** Finds the rule for a name and marks it as used. */
  #find<Kind extends "types" | "tables" | "userTypes">(kind: Kind, name: string): RuleOf<Kind> | undefined {
    const rules = this.#rules[kind] as Readonly<Record<string, RuleOf<Kind>>> | undefined;
    if (!rules || !Object.hasOwn(rules, name)) return undefined;
    this.#used.add(`${kind} ${name}`);
    return rules[name];
  }

  /** Combines the matching rules. Each member comes from the strongest rule that has it. */
  column(table: string, column: string): DecidedColumn {
    if (this.#exact.size + this.#patterns.length === 0) return none;
    const found: { -readonly [Member in keyof DecidedColumn]: DecidedColumn[Member] } = {};
    for (const { text, rule } of this.rulesOf(table, column)) {
      this.#used.add(`columns ${text}`);
      found.name ??= rule.name;
      found.value ??= rule.value;
      found.idOf ??= rule.idOf;
    }
    return found;
  }

  /** The rules that match a column, the strongest first: one without `*` wins over patterns. */
  rulesOf(table: string, column: string): readonly NamedRule[] {
    const name = `${table}.${column}`;
    const exact = this.#exact.get(name);
    const patterns = this.#patterns.filter(({ fits }) => fits.test(name));
    return exact ? [exact, ...patterns] : patterns;
  }

  /** Whether every rule was used so far. */
  get areUsed(): boolean {
    return ruleKinds.every((kind) => this.used(kind).length === Object.keys(this.#rules[kind] ?? {}).length);
  }

  /** The rules of a kind that were used so far. */
  used(kind: keyof OverrideRules): readonly string[] {
    return Object.keys(this.#rules[kind] ?? {}).filter((name) => this.#used.has(`${kind} ${name}`));
  }

  /** Problems for the unused rules: typos, or rules for a dropped table. */
  unmatched(keyspace: string, names: () => Readonly<Record<(typeof ruleKinds)[number], readonly string[]>>): Problem[] {
    return ruleKinds.flatMap((kind) =>
      Object.keys(this.#rules[kind] ?? {})
        .filter((name) => !this.#used.has(`${kind} ${name}`))
        .map((name): Problem => {
          const meant = didYouMean(name, names()[kind]);
          return {
            code: "unmatched-rule",
            message: `the rule ${kind}: ${JSON.stringify(name)} of the keyspace ${keyspace} matches nothing`,
            ...(meant !== undefined && { next: `did you mean ${meant}?` }),
          };
        }),
    );
  }
}

/**
 * Compiles a pattern of the config, where `*` matches any text, even line ends in quoted names: `"orders*"` matches `orders` and
 * `orders_by_day`.
 */
export function patternOf(text: string): RegExp {
  return new RegExp(`^${text.split("*").map(escapeRegExp).join(".*")}$`, "su");
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

export interface SelectionRules {
  /** The tables to generate bindings for, by their names in the database; `*` matches any text. @default all tables */
  readonly include?: readonly string[] | undefined;
  /** Patterns of included tables to leave out. @default none */
  readonly exclude?: readonly string[] | undefined;
}

export interface Selection {
  readonly tables: ReadonlySet<string>;
  /** Patterns that match no table. */
  readonly warnings: readonly Problem[];
}

/**
 * Selects the tables that `include` matches and `exclude` does not.
 *
 * `{ include: ["orders*"], exclude: ["*_old"] }` selects `orders_by_day` of `orders_by_day`, `orders_old` and `users`.
 *
 * @param names of all tables of the keyspace
 * @throws {ColonnadeError} `nothing-selected` if the rules select no table
 */
export function selectTables(keyspace: string, names: readonly string[], rules: SelectionRules): Selection {
  const { include, exclude } = rules;
  const warnings: Problem[] = [];
  const fitting = (kind: keyof SelectionRules): ReadonlySet<string> => {
    const found = new Set<string>();
    for (const text of new Set(rules[kind])) {
      const pattern = patternOf(text);
      const matched = names.filter((name) => pattern.test(name));
      if (matched.length === 0) warnings.push(unmatchedPattern(keyspace, kind, text, names));
      for (const name of matched) found.add(name);
    }
    return found;
  };
  const included = include ? fitting("include") : new Set(names);
  const excluded = fitting("exclude");
  const tables = new Set(names.filter((name) => included.has(name) && !excluded.has(name)));
  if (tables.size === 0 && (include || exclude)) throw nothingSelected(keyspace, names, warnings);
  return { tables, warnings };
}

function unmatchedPattern(
  keyspace: string,
  kind: keyof SelectionRules,
  text: string,
  names: readonly string[],
): Problem {
  const meant = didYouMean(text, names);
  return {
    code: "unmatched-pattern",
    message: `the pattern ${kind}: ${JSON.stringify(text)} matches no table of the keyspace ${keyspace}`,
    ...(meant !== undefined && { next: `did you mean ${meant}?` }),
  };
}

/** Enough names to recognize the intended table. */
const mostNames = 8;

function nothingSelected(keyspace: string, names: readonly string[], warnings: readonly Problem[]): ColonnadeError {
  const meant = warnings.find(({ next }) => next !== undefined)?.next;
  const more = names.length > mostNames ? ", …" : "";
  const tables =
    names.length === 0 ? "it has no tables" : `its tables are ${names.slice(0, mostNames).join(", ")}${more}`;
  return new ColonnadeError("nothing-selected", `include and exclude leave no table of the keyspace ${keyspace}`, {
    next: meant ?? tables,
  });
}
