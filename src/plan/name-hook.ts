/**
 * Asks the name hook of a config for the names of a keyspace, and turns the results into rules.
 *
 * The rest of the pipeline sees only these rules: settings are plain data before they are compared or recorded.
 */
import { nameColumns, upperCamel } from "@colonnade/runtime/protocol";
import { ColonnadeError } from "../errors.ts";
import type { Problem } from "../errors.ts";
import { byCodeUnits } from "../model/index.ts";
import type { Keyspace } from "../model/index.ts";
import { memberName } from "./members.ts";
import { exportedNames, nameTypes, nameUserTypes } from "./names.ts";
import type { Naming } from "./names.ts";
import { Overrides } from "./overrides.ts";
import type { ColumnRule, OverrideRules, TableRule, UserTypeRule } from "./overrides.ts";

/** What a hook's names depend on. */
export interface HookedSettings extends OverrideRules {
  /** Names of members: `created_at` as `createdAt`, or unchanged. @default "camel" */
  readonly naming?: Naming | undefined;
  /** Decides the names that no rule of `tables`, `columns` and `userTypes` decides. Not in JSON. */
  readonly name?: NameHook | undefined;
}

/** The names that a hook decided, as rules without patterns. */
export interface HookedNames {
  readonly tables: Readonly<Record<string, TableRule>>;
  readonly columns: Readonly<Record<string, ColumnRule>>;
  readonly userTypes: Readonly<Record<string, UserTypeRule>>;
}

/**
 * Calls the name hook of the settings once for each name that no rule decides.
 *
 * @returns undefined without a hook
 * @throws {ColonnadeError} `name-hook` with every name for which the hook fails
 */
export function askNames(keyspace: Keyspace, settings: HookedSettings): HookedNames | undefined {
  const { name: hook, naming = "camel" } = settings;
  if (!hook) return undefined;
  const overrides = new Overrides(settings);
  const problems: Problem[] = [];
  const ask: Ask = (rule, kind, about) => {
    if (rule !== undefined) return undefined;
    const result = askName(hook, kind, { ...about, keyspace: keyspace.name });
    if (typeof result !== "string") problems.push(result);
    return typeof result !== "string" || result === about.name ? undefined : result;
  };
  const names = {
    tables: decided(changeTables(keyspace, overrides, ask)),
    userTypes: decided(changeUserTypes(keyspace, overrides, ask)),
    columns: decided(changeMembers(keyspace, naming, overrides, ask)),
  };
  if (problems.length === 0) return names;
  const count = problems.length === 1 ? "a name" : `${problems.length} names`;
  throw new ColonnadeError("name-hook", `the name hook of the keyspace ${keyspace.name} failed for ${count}`, {
    problems,
  });
}

/** The new name; undefined if a rule decides it, or the hook keeps it. */
type Ask = (
  rule: string | undefined,
  kind: NameKind,
  about: Readonly<Omit<AskedName, "keyspace">>,
) => string | undefined;

function changeTables({ tables }: Keyspace, overrides: Overrides, ask: Ask): ReadonlyMap<string, TableRule> {
  const named = nameTypes(tables, overrides).map(({ table, typeName, apiName }): [string, TableRule] => {
    const rule = overrides.table(table.name);
    const about = { table: table.name, camel: apiName };
    const name = ask(rule.name, "table", { ...about, name: typeName });
    const type = name ?? typeName;
    const row = ask(rule.row, "row", { ...about, name: exportedNames(type).row });
    const plural = ask(rule.plural, "plural", { ...about, name: type });
    return [table.name, { name, row, plural }];
  });
  return new Map(named);
}

function changeUserTypes({ userTypes }: Keyspace, overrides: Overrides, ask: Ask): ReadonlyMap<string, UserTypeRule> {
  const named = Array.from(nameUserTypes(userTypes, overrides), ([table, { type }]): [string, UserTypeRule] => {
    const about = { name: type, camel: upperCamel(table), table };
    return [table, { name: ask(overrides.userType(table).name, "userType", about) }];
  });
  return new Map(named);
}

function changeMembers(
  { tables, userTypes }: Keyspace,
  naming: Naming,
  overrides: Overrides,
  ask: Ask,
): ReadonlyMap<string, ColumnRule> {
  const records = [
    ...tables.map(({ name, columns }) => ({ kind: "column" as const, table: name, members: columns })),
    ...userTypes.map(({ name, fields }) => ({ kind: "field" as const, table: name, members: fields })),
  ];
  const rules = new Map<string, ColumnRule>();
  for (const { kind, table, members } of records) {
    const apiNames = nameColumns(members.map(({ name }) => name));
    for (const { name: column } of members) {
      const key = `${table}.${column}`;
      // A rule for it would be for others too, or there is one already: for the column of a table of the same name.
      if (column.includes("*") || rules.has(key)) continue;
      const camel = apiNames.get(column) ?? column;
      const about = { name: memberName(naming, column, camel), camel, table, column };
      rules.set(key, { name: ask(overrides.column(table, column).name, kind, about) });
    }
  }
  return rules;
}

/** Adds the names of a hook to the rules, which then are plain data. */
export function withNames<Settings extends HookedSettings>(
  { name: _hook, ...settings }: Settings,
  names: HookedNames | undefined,
): Omit<Settings, "name"> {
  if (!names) return settings;
  return {
    ...settings,
    tables: merged(settings.tables, names.tables),
    columns: merged(settings.columns, names.columns),
    userTypes: merged(settings.userTypes, names.userTypes),
  };
}

/** The rules that decide something, in code-unit order of their keys: the order of definitions has no effect. */
function decided<Rule extends object>(rules: ReadonlyMap<string, Rule>): Readonly<Record<string, Rule>> {
  const full = [...rules].flatMap(([key, rule]) => {
    const members = Object.entries(rule).filter(([, name]) => name !== undefined);
    return members.length === 0 ? [] : [[key, Object.fromEntries(members) as Rule] as const];
  });
  return Object.fromEntries(full.sort(([one], [other]) => byCodeUnits(one, other)));
}

/** A rule of the config and the hook's rule for the same key are one rule. */
function merged<Rule extends object>(
  rules: Readonly<Record<string, Rule>> = {},
  names: Readonly<Record<string, Rule>>,
): Readonly<Record<string, Rule>> | undefined {
  const all = new Map(Object.entries(rules));
  for (const [key, rule] of Object.entries(names)) all.set(key, { ...all.get(key), ...rule });
  return all.size === 0 ? undefined : Object.fromEntries(all);
}

/**
 * Returns a name of the generated code, or undefined to keep the usual one. It is called once for each name, and must
 * always return the same for the same arguments. Singular names for the table `products`:
 *
 * ```ts
 * name(kind, { name, camel }) {
 *   if (kind === "table") return name.replace(/s$/, ""); // Product: insertProduct, getProduct, ProductInsert
 *   if (kind === "row") return name.replace(/Row$/, ""); // Product, in place of ProductRow
 *   if (kind === "plural") return camel; // Products: findProducts, scanProducts
 *   return undefined;
 * }
 * ```
 */
export type NameHook = (kind: NameKind, about: AskedName) => string | undefined;

/**
 * What a name is for: `Products` of a table in types and functions, then its row type, `ProductsRow`, and `Products` in
 * functions that read several rows; the member of a column; a user type, and the member of its field.
 */
export type NameKind = "table" | "row" | "plural" | "column" | "userType" | "field";

export interface AskedName {
  /** The usual name: `Products`, `createdAt`. For the row and the plural, it follows from the table's new name. */
  readonly name: string;
  /** The table, type, column or field in camel case, whatever rules and the function say: `Products`, `createdAt`. */
  readonly camel: string;
  readonly keyspace: string;
  /** The table, or the user type, by its name in the database: `products`. */
  readonly table: string;
  /** The column or field, by its name in the database: `created_at`. */
  readonly column?: string | undefined;
}

interface Form {
  /** A phrase that follows "not". */
  readonly expected: string;
  readonly fits: RegExp;
}

const ofType: Form = { expected: "a name in mixed case, such as Product", fits: /^[A-Z][A-Za-z0-9]*$/ };
/** In JavaScript, a member `__proto__` sets the prototype of its object. */
const ofMember: Form = {
  expected: "an identifier, such as createdAt",
  fits: /^(?!__proto__$)[\p{ID_Start}_$][\p{ID_Continue}$]*$/u,
};

/** What each kind is called in messages, and the form of its names. */
const kinds: Readonly<Record<NameKind, { readonly of: string; readonly form: Form }>> = {
  table: { of: "the table", form: ofType },
  row: { of: "the row of", form: ofType },
  plural: { of: "the plural of", form: ofType },
  column: { of: "the column", form: ofMember },
  userType: { of: "the user type", form: ofType },
  field: { of: "the field", form: ofMember },
};

/** Calls a hook for one name. Returns a problem if it throws, or returns anything but a name or undefined. */
function askName(hook: NameHook, kind: NameKind, about: AskedName): string | Problem {
  const { keyspace, table, column, name } = about;
  const { of, form } = kinds[kind];
  const what = `${of} ${[keyspace, table, ...(column === undefined ? [] : [column])].join(".")}`;
  const keep = `return undefined to keep ${JSON.stringify(name)}`;
  let result: unknown;
  try {
    // A copy, since the hook may change it.
    result = hook(kind, { ...about });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `the name hook failed for ${what}: ${reason}`;
    return { code: "name-hook", message, next: `correct the function "name" of the config, or ${keep}` };
  }
  if (result === undefined || result === name) return name;
  if (typeof result === "string" && form.fits.test(result)) return result;
  const message = `the name hook returned ${shown(result)} for ${what}, not ${form.expected}`;
  return { code: "name-hook", message, next: `return another name, or ${keep}` };
}

function shown(result: unknown): string {
  if (typeof result === "string") return JSON.stringify(result);
  if (result instanceof Promise) {
    // Otherwise, one that is rejected would end the process.
    result.catch(() => undefined);
    return "a promise";
  }
  if (result === null) return "null";
  return typeof result === "object" ? "an object" : `a ${typeof result}`;
}
