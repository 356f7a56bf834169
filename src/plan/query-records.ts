/** Decides the records of a table that select rows: by the key, by indexes, and by a condition. */
import type { IndexPlan, MemberPlan } from "./members.ts";
import type { PrefixRecord, QueryRecord, RecordMember, RecordPlan, Restriction } from "./record-plan.ts";
import type { TablePlan } from "./table.ts";

/** The record of the key, which may consist of the partition's and the clustering key's. */
export function whereRecords({ names, partitionKey, clusteringKey }: TablePlan): RecordPlan[] {
  const whole = partitionKey.map(stands("match"));
  const prefixes = planWhere(clusteringKey);
  // With one clustering column or none, there is one shape.
  if (prefixes.length < 2) {
    const members = [...whole, ...prefixes.flat()];
    return [{ kind: "query", role: "where", name: names.where, members }];
  }
  const partition: QueryRecord = { kind: "query", role: "partition", name: names.partition, members: whole };
  const clustering: PrefixRecord = { kind: "prefix", role: "clustering", name: names.clustering, prefixes };
  return [partition, clustering, { kind: "both", role: "where", name: names.where, of: [partition, clustering] }];
}

/** A valid restriction of the clustering key: its columns in key order. */
export type ClusteringWhere<Member> = readonly {
  readonly member: Member;
  readonly presence: Extract<Restriction, "match" | "bound" | "never">;
}[];

/**
 * The valid where-shapes of a clustering key, in addition to the whole partition key: each prefix, whose last column
 * can have a range.
 *
 * Clustering key `at, id` gives `[at match, id bound]` and `[at bound, id never]`. The longest prefix comes first, so
 * that compiler messages name exactly the missing column.
 */
export function planWhere<Member>(clusteringKey: readonly Member[]): readonly ClusteringWhere<Member>[] {
  return clusteringKey.map((_, index) => {
    const last = clusteringKey.length - 1 - index;
    return clusteringKey.map((member, place) => ({
      member,
      presence: place < last ? "match" : place === last ? "bound" : "never",
    }));
  });
}

const stands = (restriction: Restriction) => (member: MemberPlan) => ({ member, presence: restriction });

/** What the finder by an index takes. */
export function indexRecord({ partitionKey }: TablePlan, index: IndexPlan): QueryRecord | PrefixRecord {
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
export function indexedRecords(table: TablePlan): RecordPlan[] {
  const { neighbors, indexes, names, partitionKey, clusteringKey } = table;
  const others = attachedColumns(table);
  const records: RecordPlan[] = [];
  if (clusteringKey.length > 0 && (neighbors.length > 0 || indexes.some((index) => isWithin(table, index)))) {
    const whole = partitionKey.map(stands("equal"));
    const prefixes = planWhere(clusteringKey).map((shape) => [...whole, ...shape]);
    const none = [...partitionKey, ...clusteringKey].map(stands("never"));
    records.push({ kind: "prefix", role: "within", name: names.within, prefixes: [...prefixes, none] });
  }
  // A finder needs a column besides its own, a search for neighbors any.
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
export function conditionRecords({ names, counts, isView, members }: TablePlan): QueryRecord[] {
  const hasNone = counts || isView;
  const conditional = hasNone ? [] : members.filter(({ column: { kind } }) => kind === "static" || kind === "regular");
  if (conditional.length === 0) return [];
  return [{ kind: "query", role: "if", name: names.if, members: conditional.map(stands("condition")) }];
}
