/** Decides the records of a table: every type in its module that a caller passes or receives, with its validator. */
import { hasEmptyValue } from "@colonnade/runtime/protocol";
import type { IndexPlan, MemberPlan } from "./members.ts";
import type { ExportedNames } from "./names.ts";
import { presence } from "./presence.ts";
import type { Presence, Restriction } from "./presence.ts";
import { memoize } from "../cache.ts";
import type { TablePlan } from "./table.ts";
import { planWhere } from "./where.ts";

export type RecordRole = Extract<
  keyof ExportedNames,
  | "row"
  | "key"
  | "partition"
  | "clustering"
  | "where"
  | "insert"
  | "rowUpdate"
  | "staticUpdate"
  | "update"
  | "increment"
  | "if"
>;

/** A column in a record. */
export interface RecordMember<Stands = Presence | Restriction> {
  readonly member: MemberPlan;
  readonly presence: Stands;
}

interface Named<Role> {
  readonly role: Role;
  /** `ProductsRow` */
  readonly name: string;
}

/** Has a validator: `productsRowSchema`. */
interface Validated {
  readonly schema: string;
}

/** Values of columns. */
export interface ValueRecord extends Named<keyof typeof presence> {
  readonly kind: "values";
  /** Undefined for the key. */
  readonly schema: string | undefined;
  readonly members: readonly RecordMember<Presence>[];
}

/** Selects rows by restricted columns. */
export interface QueryRecord extends Named<"partition" | "where" | "if" | "index"> {
  readonly kind: "query";
  readonly members: readonly RecordMember<Restriction>[];
  /** The index of a finder's record. */
  readonly index?: IndexPlan;
}

/** One of several prefixes of the clustering key. */
export interface PrefixRecord extends Named<"clustering"> {
  readonly kind: "prefix";
  readonly prefixes: readonly (readonly RecordMember<Restriction>[])[];
}

/** The same as another record, with its own name. */
export interface SameRecord extends Named<"rowUpdate" | "update">, Validated {
  readonly kind: "same";
  readonly as: ValueRecord & Validated;
}

/** One of two records. */
export interface EitherRecord extends Named<"update">, Validated {
  readonly kind: "either";
  readonly of: readonly [SameRecord, ValueRecord & Validated];
}

/** The intersection of two records. */
export interface BothRecord extends Named<"where"> {
  readonly kind: "both";
  readonly of: readonly [QueryRecord, PrefixRecord];
}

export type RecordPlan = ValueRecord | QueryRecord | PrefixRecord | SameRecord | EitherRecord | BothRecord;

/** The records of a table, in the order of their declarations in the module. */
export const recordsOf = memoize((table: TablePlan): readonly RecordPlan[] => [
  valueRecord(table, "row", table.names.rowSchema),
  valueRecord(table, "key"),
  ...whereRecords(table),
  ...table.indexes.map(indexRecord),
  ...writeRecords(table),
  ...conditionRecords(table),
]);

/** Whether a table has a record. Counter tables have no insert, views no writes, tables without static columns no static update. */
export function hasRecord(table: TablePlan, role: RecordRole): boolean {
  return recordsOf(table).some((record) => record.role === role);
}

function writeRecords(table: TablePlan): RecordPlan[] {
  const { names, counts, isView, members } = table;
  if (isView) return [];
  if (counts) return [valueRecord(table, "increment", names.incrementSchema)];
  const insert = valueRecord(table, "insert", names.insertSchema);
  const same = <Role extends "rowUpdate" | "update">(role: Role): SameRecord => {
    return { kind: "same", role, name: names[role], schema: names[`${role}Schema`], as: insert };
  };
  if (members.every(({ column }) => column.kind !== "static")) return [insert, same("update")];
  const parts = [same("rowUpdate"), valueRecord(table, "staticUpdate", names.staticUpdateSchema)] as const;
  return [
    insert,
    ...parts,
    { kind: "either", role: "update", name: names.update, schema: names.updateSchema, of: parts },
  ];
}

function valueRecord<Schema extends string | undefined>(
  table: TablePlan,
  role: ValueRecord["role"],
  schema?: Schema,
): ValueRecord & { readonly schema: Schema };
function valueRecord(table: TablePlan, role: ValueRecord["role"], schema?: string): ValueRecord {
  const members: RecordMember<Presence>[] = [];
  for (const member of table.members) {
    const stands = presence[role][member.column.kind];
    if (stands === undefined) continue;
    if (stands === "value" && isNeverEmpty(table, member)) members.push({ member, presence: "notEmpty" });
    else members.push({ member, presence: stands === "nullable" && member.value.neverNull ? "value" : stands });
  }
  // An increment must not be empty, so a table's only counter is required.
  const [only] = members;
  const isNeeded = role === "increment" && only && members.length === 1;
  const named = { kind: "values", role, name: table.names[role], schema } as const;
  return { ...named, members: isNeeded ? [{ ...only, presence: "value" }] : members };
}

function isNeverEmpty({ partitionKey }: TablePlan, member: MemberPlan): boolean {
  const { type } = member.column;
  const isWhole = partitionKey.length === 1 && partitionKey[0] === member;
  return isWhole && type.kind === "native" && hasEmptyValue(type.name);
}

function whereRecords({ names, partitionKey, clusteringKey }: TablePlan): RecordPlan[] {
  const whole = partitionKey.map(stands("match"));
  const prefixes = planWhere(clusteringKey).map((shape) =>
    shape.map(({ column, restriction }) => ({ member: column, presence: restriction })),
  );
  if (prefixes.length < 2) {
    const members = [...whole, ...prefixes.flat()];
    return [{ kind: "query", role: "where", name: names.where, members }];
  }
  const partition: QueryRecord = { kind: "query", role: "partition", name: names.partition, members: whole };
  const clustering: PrefixRecord = { kind: "prefix", role: "clustering", name: names.clustering, prefixes };
  return [partition, clustering, { kind: "both", role: "where", name: names.where, of: [partition, clustering] }];
}

function indexRecord(index: IndexPlan): QueryRecord {
  const restrictions = {
    full: index.ranges ? "indexed" : "equal",
    values: "contains",
    keys: "containsKey",
    entries: "containsEntry",
  } as const;
  return {
    kind: "query",
    role: "index",
    name: index.where,
    members: [index.member].map(stands(restrictions[index.kind])),
    index,
  };
}

/** A condition can refer to any column outside the key except counters. */
function conditionRecords({ names, counts, isView, members }: TablePlan): QueryRecord[] {
  const asked =
    counts || isView ? [] : members.filter(({ column: { kind } }) => kind === "static" || kind === "regular");
  if (asked.length === 0) return [];
  return [{ kind: "query", role: "if", name: names.if, members: asked.map(stands("condition")) }];
}

const stands = (restriction: Restriction) => (member: MemberPlan) => ({ member, presence: restriction });
