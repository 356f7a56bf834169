/**
 * Plans a keyspace: decides every module, file and name before anything is printed.
 *
 * Turns a keyspace and the target's settings into plain data for the emitters. Two exports with the same name are an
 * error here, never a file that does not compile. The scope of each module names its imports and its own constants when
 * it is emitted. The order of the tables has no effect.
 */
import { ColonnadeError } from "../errors.ts";
import type { Problem } from "../errors.ts";
import { UnreadTable, byCodeUnits, nativeTypes, printCqlType } from "../model/index.ts";
import type { Keyspace } from "../model/index.ts";
import { planId } from "./ids.ts";
import type { IdPlan } from "./ids.ts";
import { mayConflict, planUserTypes } from "./members.ts";
import type { UserTypePlan } from "./members.ts";
import { conflictingColumns, findNameConflicts } from "./name-conflicts.ts";
import type { NameConflict, PlaceOf } from "./name-conflicts.ts";
import type { HookedNames, HookedSettings } from "./name-hook.ts";
import { nameTypes, nameUserTypes } from "./names.ts";
import type { Naming } from "./names.ts";
import { Overrides, selectTables } from "./overrides.ts";
import type { OverrideRules, SelectionRules } from "./overrides.ts";
import { planTable } from "./table.ts";
import type { LazyTablePlan, TableContext } from "./table.ts";

/** The extension of relative imports in generated modules. */
export type ImportExtension = ".js" | ".ts" | "";

export interface PlanSettings extends OverrideRules, SelectionRules {
  /** Whether to generate validators for zod. @default true */
  readonly validators?: boolean | undefined;
  /** Names of members: `created_at` as `createdAt`, or unchanged. @default "camel" */
  readonly naming?: Naming | undefined;
  /** The ending of relative imports in the generated files. @default ".js" */
  readonly importExtension?: ImportExtension | undefined;
  /** Whether a table with a single key column gets an ID type of its own: `ProductsId`. @default false */
  readonly brandedIds?: boolean | undefined;
  /** Whether to generate `asserts.ts`, which fails to compile if validators and interfaces disagree. @default false */
  readonly asserts?: boolean | undefined;
  /** Whether to generate typed GraphQL documents, for apps with another GraphQL client. @default false */
  readonly documents?: boolean | undefined;
}

/** The settings of an output, whose names a hook may decide. */
export interface OutputSettings extends PlanSettings, HookedSettings {}

export interface Plan {
  readonly keyspace: string;
  readonly validators: boolean;
  readonly asserts: boolean;
  readonly documents: boolean;
  readonly importExtension: ImportExtension;
  /** The selected tables, in code-unit order of their file names. */
  readonly tables: readonly LazyTablePlan[];
  /** Each user type after the ones it contains. */
  readonly userTypes: readonly UserTypePlan[];
  /** The IDs that the selected tables have or contain, in code-unit order of their tables' names. */
  readonly ids: readonly IdPlan[];
  /** Rules and patterns of the config that match nothing. */
  readonly warnings: readonly Problem[];
}

/**
 * Plans the modules of a keyspace: of its selected tables, the IDs that they contain, and all user types.
 *
 * Plans all tables, since API names depend on all of them and rules may match unselected ones. Problems of unselected
 * tables are ignored.
 *
 * @param placeOf finds the place of a definition, for problems
 * @param hooked the names among the rules that a hook decided, for problems
 * @throws {ColonnadeError} `nothing-selected`; `names-meet`, `no-such-id` or `rule-misfit`, with every name conflict and every rule
 * that cannot be applied
 */
export function planKeyspace(
  keyspace: Keyspace,
  settings: PlanSettings = {},
  placeOf?: PlaceOf,
  hooked?: HookedNames,
): Plan {
  const selected = selectTables(
    keyspace.name,
    keyspace.tables.map(({ name }) => name),
    settings,
  );
  const overrides = new Overrides(settings);
  const { naming = "camel", documents = false } = settings;
  const problems: Problem[] = [];
  const userTypeNames = nameUserTypes(keyspace.userTypes, overrides);
  const named = nameTypes(keyspace.tables, overrides);
  const ids = new Map<string, IdPlan>();
  for (const { table, typeName } of settings.brandedIds ? named : []) {
    const id = planId(keyspace.name, table, typeName);
    if (id) ids.set(table.name, id);
  }
  const userTypes = planUserTypes(keyspace.name, keyspace.userTypes, naming, {
    overrides,
    userTypes: userTypeNames,
    problems,
  });
  const shared = { keyspace: keyspace.name, naming, documents, overrides, userTypes: userTypeNames, ids };
  const planned = named.map(({ table, typeName, apiName }) => planTable(table, { ...shared, typeName, apiName }));
  // Unread tables last: by then, most rules have matched.
  const inReadingOrder = [...planned].sort((one, other) => +isUnread(one) - +isUnread(other));
  const conflicts = inReadingOrder.flatMap((plan) =>
    inspect(plan, selected.tables.has(plan.table.name), problems, shared),
  );
  const tables = planned
    .filter(({ table }) => selected.tables.has(table.name))
    .sort((one, other) => byCodeUnits(one.fileName, other.fileName));
  const used = new Set(ids.size === 0 ? [] : tables.flatMap(heldIds));
  const plannedIds = new Map(
    [...ids]
      .filter(([table, { codec }]) => selected.tables.has(table) || used.has(codec))
      .sort(([one], [other]) => byCodeUnits(one, other)),
  );
  const plan: Plan = {
    keyspace: keyspace.name,
    validators: settings.validators ?? true,
    asserts: settings.asserts ?? false,
    documents,
    importExtension: settings.importExtension ?? ".js",
    tables,
    userTypes,
    ids: [...plannedIds.values()],
    warnings: [
      ...selected.warnings,
      ...overrides.unmatched(keyspace.name, () => knownNames(keyspace)),
      ...(settings.asserts && settings.validators === false ? [noAsserts] : []),
    ],
  };
  problems.push(...findNameConflicts({ tables, userTypes, ids: plannedIds, overrides, conflicts }, placeOf, hooked));
  const [first] = problems;
  if (!first) return plan;
  throw new ColonnadeError(first.code, `the bindings of the keyspace ${keyspace.name} cannot be generated`, {
    problems,
  });
}

/**
 * Plans the columns of a table for what can be wrong with them. An earlier run did that for a table that was not read; it is
 * only needed as long as a rule has matched nothing.
 *
 * @param problems receives those of a selected table
 */
function inspect(
  plan: LazyTablePlan,
  isSelected: boolean,
  problems: Problem[],
  { naming, overrides }: Pick<TableContext, "naming" | "overrides">,
): readonly NameConflict[] {
  const { table } = plan;
  if (isUnread(plan)) {
    if (!overrides.areUsed) plan.whole();
    return [];
  }
  if (overrides.isEmpty && !mayConflict(table, naming)) return [];
  const whole = plan.whole(isSelected ? problems : []);
  return isSelected ? conflictingColumns(whole) : [];
}

function isUnread({ table }: LazyTablePlan): boolean {
  return table instanceof UnreadTable;
}

const noAsserts: Problem = {
  code: "no-asserts",
  message: "asserts.ts is not written: it compares the validators with the types, and there are no validators",
  next: "set validators: true, or omit asserts",
};

/** The codecs of the IDs in a table's columns. */
function heldIds({ members }: LazyTablePlan): string[] {
  return members.flatMap(({ value: { codec } }) =>
    codec.kind === "ours" && codec.module === "ids" ? [codec.name] : [],
  );
}

/** The names that rules of the config can match, for suggestions. */
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
