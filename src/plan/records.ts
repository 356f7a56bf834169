/** Decides the records of a table: every type in its module that a caller passes or receives, with its validator. */
import { hasEmptyValue } from "@colonnade/runtime/protocol";
import { memoize } from "../cache.ts";
import type { IndexPlan, MemberPlan } from "./members.ts";
import type { ExportedNames } from "./names.ts";
import { presence } from "./presence.ts";
import type { Presence, Restriction } from "./presence.ts";
import type { TablePlan } from "./table.ts";
import { canChangeParts, changeOf } from "./changes.ts";
import { rolesOf } from "./functions.ts";

export type RecordRole = Extract<
  keyof ExportedNames,
  | "row"
  | "key"
  | "partition"
  | "clustering"
  | "where"
  | "within"
  | "indexed"
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
  /** Whether a restriction that is required elsewhere may be left out here. @default false */
  readonly optional?: boolean;
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
  /** Of an update: the insert, which has the same columns without changes of their parts. */
  readonly beside?: ValueRecord;
}

/** Selects rows by restricted columns. */
export interface QueryRecord extends Named<"partition" | "where" | "indexed" | "if" | "index"> {
  readonly kind: "query";
  readonly members: readonly RecordMember<Restriction>[];
  /** The index of a finder's record. */
  readonly index?: IndexPlan;
}

/** One of several prefixes of the key. */
export interface PrefixRecord extends Named<"clustering" | "within" | "index"> {
  readonly kind: "prefix";
  readonly prefixes: readonly (readonly RecordMember<Restriction>[])[];
  /** The index of a finder's record. */
  readonly index?: IndexPlan;
}

/** The same as another record, with its own name. */
export interface SameRecord extends Named<"rowUpdate" | "update">, Validated {
  readonly kind: "same";
  readonly as: ValueRecord & Validated;
}

/** One of two records. */
export interface EitherRecord extends Named<"update">, Validated {
  readonly kind: "either";
  readonly of: readonly [SameRecord | (ValueRecord & Validated), ValueRecord & Validated];
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
  ...table.indexes.map((index) => indexRecord(table, index)),
  ...indexedRecords(table),
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
    else if (stands === "optional" && role !== "insert" && changeOf(member))
      members.push({ member, presence: "changeable" });
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

function indexRecord({ partitionKey }: TablePlan, index: IndexPlan): QueryRecord | PrefixRecord {
  const named = { role: "index", name: index.where, index } as const;
  const own = inIndex(index);
  if (index.member.column.kind !== "clustering") return { ...named, kind: "query", members: [own] };
  // A clustering column with an index needs no prefix before it: the whole partition key or nothing of it.
  const whole = partitionKey.map(stands("equal"));
  const [only] = whole;
  if (only && whole.length === 1) return { ...named, kind: "query", members: [own, { ...only, optional: true }] };
  return {
    ...named,
    kind: "prefix",
    prefixes: [whole, partitionKey.map(stands("never"))].map((shape) => [own, ...shape]),
  };
}

function inIndex({ member, kind, ranges }: IndexPlan): RecordMember<Restriction> {
  const restrictions = {
    full: ranges ? "indexed" : "equal",
    values: "contains",
    keys: "containsKey",
    entries: "containsEntry",
  } as const;
  return { member, presence: restrictions[kind] };
}

/** What finders by an index of a column outside the key take besides that column, and searches for neighbors. */
function indexedRecords(table: TablePlan): RecordPlan[] {
  const { neighbors, indexes, names, partitionKey, clusteringKey } = table;
  const others = attachedColumns(table);
  const records: RecordPlan[] = [];
  if (clusteringKey.length > 0 && (neighbors.length > 0 || indexes.some((index) => isWithin(table, index)))) {
    const whole = partitionKey.map(stands("equal"));
    const prefixes = planWhere(clusteringKey).map((shape) => [
      ...whole,
      ...shape.map(({ column, restriction }) => ({ member: column, presence: restriction })),
    ]);
    const none = [...partitionKey, ...clusteringKey].map(stands("never"));
    records.push({ kind: "prefix", role: "within", name: names.within, prefixes: [...prefixes, none] });
  }
  if (others.length > 1 || (others.length > 0 && neighbors.length > 0))
    records.push({ kind: "query", role: "indexed", name: names.indexed, members: others });
  return records;
}

/**
 * Whether a finder can restrict its rows to a partition and a prefix of the clustering key. Not by a column of these; and
 * a partition of a single row needs no index.
 */
export function isWithin({ clusteringKey }: TablePlan, { member }: IndexPlan): boolean {
  return clusteringKey.length > 0 && !isKey(member);
}

/** Whether a finder can also be asked for columns that other indexes find. */
export function isTogether(table: TablePlan, { member, attached }: IndexPlan): boolean {
  return attached && !isKey(member) && attachedColumns(table).some((other) => other.member !== member);
}

/**
 * The columns outside the key with a storage-attached index, each optional. Those with several indexes are left out, since a
 * column takes one restriction.
 */
function attachedColumns({ indexes }: TablePlan): readonly RecordMember<Restriction>[] {
  const attached = indexes.filter((index) => index.attached && !isKey(index.member));
  return attached
    .filter(({ member }) => attached.filter((other) => other.member === member).length === 1)
    .map((index) => ({ ...inIndex(index), optional: true }));
}

function isKey({ column: { kind } }: MemberPlan): boolean {
  return kind === "partition" || kind === "clustering";
}

/** A condition can refer to any column outside the key except counters. */
function conditionRecords({ names, counts, isView, members }: TablePlan): QueryRecord[] {
  const hasNone = counts || isView;
  const conditional = hasNone ? [] : members.filter(({ column: { kind } }) => kind === "static" || kind === "regular");
  if (conditional.length === 0) return [];
  return [{ kind: "query", role: "if", name: names.if, members: conditional.map(stands("condition")) }];
}

const stands = (restriction: Restriction) => (member: MemberPlan) => ({ member, presence: restriction });

/** A valid restriction of the clustering key: its columns in key order. */
export type ClusteringWhere<Column> = readonly {
  readonly column: Column;
  readonly restriction: Extract<Restriction, "match" | "bound" | "never">;
}[];

/**
 * The valid where-shapes of a clustering key, in addition to the whole partition key: each prefix, whose last column
 * can have a range.
 *
 * Clustering key `at, id` gives `[at match, id bound]` and `[at bound, id never]`. The longest prefix comes first, so
 * that compiler messages name exactly the missing column.
 */
export function planWhere<Column>(clusteringKey: readonly Column[]): readonly ClusteringWhere<Column>[] {
  return clusteringKey.map((_, index) => {
    const last = clusteringKey.length - 1 - index;
    return clusteringKey.map((column, place) => ({
      column,
      restriction: place < last ? "match" : place === last ? "bound" : "never",
    }));
  });
}

/** The names that the modules of a table export. */
export interface TableExports {
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
