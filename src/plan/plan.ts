/**
 * The plan: every module, file and name decided, before a character is printed.
 *
 * Turns a keyspace of the model, with the target's settings, into plain data that the emitters only look up. Two exports that
 * meet are an error here, never a file that does not compile; what a module imports or makes for itself is named by its scope
 * when it is emitted. Does not depend on the order of the tables.
 * @see design 6
 */
import { nameTables } from "@colonnade/runtime/protocol";
import { ColonnadeError } from "../errors.ts";
import type { Problem } from "../errors.ts";
import { byCodeUnits, nativeTypes, printCqlType } from "../model/index.ts";
import type { Keyspace } from "../model/index.ts";
import { planId } from "./ids.ts";
import type { IdPlan } from "./ids.ts";
import { findMeetings } from "./meetings.ts";
import type { PlaceOf } from "./meetings.ts";
import type { Naming } from "./names.ts";
import { Overrides } from "./overrides.ts";
import type { OverrideRules } from "./overrides.ts";
import { memoizeLast } from "../cache.ts";
import { selectTables } from "./selection.ts";
import type { SelectionRules } from "./selection.ts";
import { planTable } from "./table.ts";
import type { TablePlan } from "./table.ts";
import { nameUserTypes, planUserTypes } from "./user-types.ts";
import type { UserTypePlan } from "./user-types.ts";

/** What relative imports of generated modules end in. */
export type ImportExtension = ".js" | ".ts" | "";

export interface PlanSettings extends OverrideRules, SelectionRules {
  /** Modules with validators for zod. @default true */
  readonly validators?: boolean | undefined;
  /** @default "camel" */
  readonly naming?: Naming | undefined;
  /** @default ".js" */
  readonly importExtension?: ImportExtension | undefined;
  /** Whether the only key column of a table has a type of its own: `ProductsId`. @default false */
  readonly brandedIds?: boolean | undefined;
  /** A module whose types fail to compile when validators and interfaces disagree. @default false */
  readonly asserts?: boolean | undefined;
}

export interface Plan {
  readonly keyspace: string;
  readonly validators: boolean;
  readonly asserts: boolean;
  readonly importExtension: ImportExtension;
  /** The selected ones, in code-unit order of their file names. */
  readonly tables: readonly TablePlan[];
  /** Each after those that it is made of. */
  readonly userTypes: readonly UserTypePlan[];
  /** Those that the tables have or hold, in code-unit order of the names of the tables that they are of. */
  readonly ids: readonly IdPlan[];
  /** Rules and patterns of the config that match nothing. */
  readonly warnings: readonly Problem[];
}

/**
 * Plans the modules of a keyspace: of its selected tables, the ids that these hold, and all user types.
 *
 * A name in the API depends on all tables, and a rule may be for one that is not selected; so all are planned, and what is
 * wrong with those that are not selected is no mistake.
 *
 * @param placeOf finds where a definition stands, for mistakes
 * @throws {ColonnadeError} `nothing-selected`; `names-meet` or `no-such-id`, with every pair of names that meet and every
 * rule that cannot be followed
 */
export function planKeyspace(keyspace: Keyspace, settings: PlanSettings = {}, placeOf?: PlaceOf): Plan {
  const selected = selectTables(
    keyspace.name,
    keyspace.tables.map(({ name }) => name),
    settings,
  );
  const overrides = new Overrides(settings);
  const naming = settings.naming ?? "camel";
  const problems: Problem[] = [];
  const userTypeNames = nameUserTypes(keyspace.userTypes, overrides);
  const apiNames = nameEvery(keyspace.tables.map((table) => table.name));
  const typeNames = new Map(
    keyspace.tables.map(({ name }) => [name, overrides.table(name).name ?? apiNames.get(name)?.type ?? ""]),
  );
  const ids = new Map<string, IdPlan>();
  for (const table of settings.brandedIds ? keyspace.tables : []) {
    const id = planId(keyspace.name, table, typeNames.get(table.name) ?? "");
    if (id) ids.set(table.name, id);
  }
  const userTypes = planUserTypes(keyspace.name, keyspace.userTypes, naming, {
    overrides,
    userTypes: userTypeNames,
  });
  const tables = keyspace.tables
    .map((table) =>
      planTable(table, {
        keyspace: keyspace.name,
        typeName: typeNames.get(table.name) ?? "",
        apiName: apiNames.get(table.name)?.type ?? "",
        naming,
        overrides,
        userTypes: userTypeNames,
        ids,
        problems: selected.tables.has(table.name) ? problems : [],
      }),
    )
    .filter(({ table }) => selected.tables.has(table.name))
    .sort((one, other) => byCodeUnits(one.fileName, other.fileName));
  const held = new Set(ids.size === 0 ? [] : tables.flatMap(heldIds));
  const planned = new Map(
    [...ids]
      .filter(([table, { codec }]) => selected.tables.has(table) || held.has(codec))
      .sort(([one], [other]) => byCodeUnits(one, other)),
  );
  const plan: Plan = {
    keyspace: keyspace.name,
    validators: settings.validators ?? true,
    asserts: settings.asserts ?? false,
    importExtension: settings.importExtension ?? ".js",
    tables,
    userTypes,
    ids: [...planned.values()],
    warnings: [
      ...selected.warnings,
      ...overrides.unmatched(keyspace.name, () => knownNames(keyspace)),
      ...(settings.asserts && settings.validators === false ? [noAsserts] : []),
    ],
  };
  problems.push(...findMeetings({ tables, userTypes, ids: planned }, placeOf));
  if (problems.length === 0) return plan;
  const [{ code } = { code: "names-meet" }] = problems;
  throw new ColonnadeError(code, `the bindings of the keyspace ${keyspace.name} cannot be made`, { problems });
}

const noAsserts: Problem = {
  code: "no-asserts",
  message: "asserts.ts is not written: it compares the validators with the types, and there are no validators",
  next: "set validators: true, or leave asserts away",
};

/** The codecs of the ids that a table's columns hold. */
function heldIds({ members }: TablePlan): string[] {
  return members.flatMap(({ value: { codec } }) =>
    codec.kind === "ours" && codec.module === "ids" ? [codec.name] : [],
  );
}

const nameEvery = memoizeLast<string, ReturnType<typeof nameTables>>(nameTables);

/** What the rules of a config may name, for suggestions. */
function knownNames({ tables, userTypes }: Keyspace): Record<keyof OverrideRules, readonly string[]> {
  return {
    types: [
      ...new Set([...nativeTypes, ...tables.flatMap(({ columns }) => columns.map(({ type }) => printCqlType(type)))]),
    ],
    columns: [
      ...tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`)),
      ...userTypes.flatMap(({ name, fields }) => fields.map((field) => `${name}.${field.name}`)),
    ],
    tables: tables.map(({ name }) => name),
    userTypes: userTypes.map(({ name }) => name),
  };
}
