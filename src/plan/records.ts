/**
 * Decides the records of a table: every type in its module that a caller passes or receives, with its validator. Here those of
 * values, a row, a key and the writes; `query-records.ts` has those that select rows.
 */
import { hasEmptyValue } from "@colonnade/runtime/protocol";
import { memoize } from "../cache.ts";
import type { ColumnKind } from "../model/index.ts";
import { isMultiCell } from "../model/index.ts";
import { changeOf } from "./members.ts";
import type { MemberPlan } from "./members.ts";
import type { ExportedNames } from "./names.ts";
import { conditionRecords, indexRecord, indexedRecords, whereRecords } from "./query-records.ts";
import type { Presence, RecordMember, RecordPlan, RecordRole, ValueRecord, ValueRole } from "./record-plan.ts";
import type { TablePlan } from "./table.ts";

/** The records of a table, in the order of their declarations in the module. */
export const recordsOf = memoize((table: TablePlan): readonly RecordPlan[] => [
  valueRecord(table, "row", table.names.rowSchema),
  valueRecord(table, "key"),
  ...whereRecords(table),
  ...table.indexes.map((index) => indexRecord(table, index)),
  ...indexedRecords(table),
  ...writeRecords(table),
  ...conditionRecords(table),
]);

/** Whether a table has a record. Counter tables have no insert, views no writes, tables without static columns no static update. */
export function hasRecord(table: TablePlan, role: RecordRole): boolean {
  return recordsOf(table).some((record) => record.role === role);
}

/** The names that the modules of a table export. */
interface TableExports {
  /** Types, descriptor and functions. */
  readonly bindings: readonly string[];
  readonly validators: readonly string[];
}

/** The names that the modules of one table export. */
export const exportsOf = memoize((table: TablePlan): TableExports => {
  const records = recordsOf(table);
  const { names } = table;
  return {
    bindings: [
      ...table.indexes.map(({ functionName }) => functionName),
      ...records.map(({ name }) => name),
      names.types,
      names.table,
      ...rolesOf(table).map((role) => names[role]),
      ...table.neighbors.map(({ functionName }) => functionName),
    ],
    validators: records.flatMap((record) => ("schema" in record && record.schema !== undefined ? [record.schema] : [])),
  };
});

function writeRecords(table: TablePlan): RecordPlan[] {
  const { names, counts, isView, members } = table;
  if (isView) return [];
  if (counts) return [valueRecord(table, "increment", names.incrementSchema)];
  const insert = valueRecord(table, "insert", names.insertSchema);
  const update = <Role extends "rowUpdate" | "update">(role: Role) => {
    const schema = names[`${role}Schema`];
    if (canChangeParts(table)) return { ...valueRecord(table, role, schema), beside: insert };
    return { kind: "same", role, name: names[role], schema, as: insert } as const;
  };
  if (members.every(({ column }) => column.kind !== "static")) return [insert, update("update")];
  const parts = [update("rowUpdate"), valueRecord(table, "staticUpdate", names.staticUpdateSchema)] as const;
  return [
    insert,
    ...parts,
    { kind: "either", role: "update", name: names.update, schema: names.updateSchema, of: parts },
  ];
}

const ofInsert = { partition: "value", clustering: "value", static: "optional", regular: "optional" } as const;

/** The columns of each record of values, and how they occur in it. */
const presence: Readonly<
  Record<ValueRole, Readonly<Partial<Record<ColumnKind, Exclude<Presence, "notEmpty" | "changeable">>>>>
> = {
  row: { partition: "value", clustering: "value", static: "nullable", regular: "nullable" },
  key: { partition: "value", clustering: "value" },
  insert: ofInsert,
  update: ofInsert,
  rowUpdate: ofInsert,
  staticUpdate: { partition: "value", clustering: "absent", static: "optional", regular: "absent" },
  increment: { static: "amount", regular: "amount" },
};

function valueRecord<Schema extends string | undefined>(
  table: TablePlan,
  role: ValueRecord["role"],
  schema?: Schema,
): ValueRecord & { readonly schema: Schema };
function valueRecord(table: TablePlan, role: ValueRecord["role"], schema?: string): ValueRecord {
  const members: RecordMember<Presence>[] = [];
  const presences = presence[role];
  for (const member of table.members) {
    const stands = presences[member.column.kind];
    if (stands === undefined) continue;
    if (stands === "value" && isNeverEmpty(table, member)) members.push({ member, presence: "notEmpty" });
    else if (stands === "optional" && role !== "insert" && changeOf(member))
      members.push({ member, presence: "changeable" });
    else members.push({ member, presence: stands === "nullable" && member.value.neverNull ? "value" : stands });
  }
  // An increment must not be empty, so a table's only counter is required.
  const only = members[0];
  const isNeeded = role === "increment" && only && members.length === 1;
  const listed = isNeeded ? [{ ...only, presence: "value" as const }] : members;
  return { kind: "values", role, name: table.names[role], schema, members: listed };
}

function isNeverEmpty({ partitionKey }: TablePlan, member: MemberPlan): boolean {
  const { type } = member.column;
  const isWhole = partitionKey.length === 1 && partitionKey[0] === member;
  return isWhole && type.kind === "native" && hasEmptyValue(type.name);
}

/** A function that a table has at most once: `getFunction`. The finders by indexes and of neighbors stand in the plan. */
export type FunctionRole = Extract<keyof ExportedNames, `${string}Function`>;

type Lacking = (table: TablePlan) => string | undefined;

const inEveryTable: Lacking = () => undefined;
/** For functions of several rows of a partition. */
const withoutClusteringKey: Lacking = ({ clusteringKey }) =>
  clusteringKey.length === 0 ? "a partition has a single row: there is no clustering key" : undefined;
const inViews: Lacking = ({ isView }) => (isView ? "the database writes a materialized view by itself" : undefined);
const ofCounters: Lacking = ({ counts }) => (counts ? "counters can only be incremented" : undefined);

/** Why a table does not have a function; undefined if it has. In the order in which a module declares them. */
const reasons: Readonly<Record<FunctionRole, Lacking>> = {
  getFunction: inEveryTable,
  getStaticFunction: ({ statics }) => (statics.length === 0 ? "there are no static columns" : undefined),
  findFunction: inEveryTable,
  scanFunction: inEveryTable,
  partitionsFunction: withoutClusteringKey,
  countFunction: withoutClusteringKey,
  countAllFunction: inEveryTable,
  insertFunction: (table) => inViews(table) ?? ofCounters(table),
  updateFunction: (table) => inViews(table) ?? ofCounters(table),
  incrementFunction: (table) => inViews(table) ?? (table.counts ? undefined : "there are no counters"),
  deleteFunction: inViews,
  deleteWhereFunction: (table) => inViews(table) ?? withoutClusteringKey(table),
};

export const functionRoles = Object.keys(reasons) as readonly FunctionRole[];

/** Why a table does not have a function: "there are no counters". Undefined if it has. */
export function reasonToLack(table: TablePlan, role: FunctionRole): string | undefined {
  return reasons[role](table);
}

/** The functions of a table, in the order in which its module declares them. */
export function rolesOf(table: TablePlan): readonly FunctionRole[] {
  return functionRoles.filter((role) => reasonToLack(table, role) === undefined);
}

/** Whether an update of a table can change a column in part. */
export function canChangeParts({ members, counts, isView }: TablePlan): boolean {
  return !counts && !isView && members.some((member) => changeOf(member) !== undefined);
}

/**
 * The columns with a time of writing: those that a condition can refer to; or fewer, without values of several cells, each
 * with its own time.
 */
export function timedColumns({ members, counts, isView }: TablePlan): "none" | "conditional" | readonly MemberPlan[] {
  if (counts) return "none";
  const timed: MemberPlan[] = [];
  let areAll = !isView;
  for (const member of members) {
    const { kind, type } = member.column;
    if (kind !== "static" && kind !== "regular") continue;
    if (isMultiCell(type)) areAll = false;
    else timed.push(member);
  }
  if (timed.length === 0) return "none";
  return areAll ? "conditional" : timed;
}
