/**
 * Plans which rows a delete takes away, or rejects it as the database would.
 *
 * Takes the key and the filters of the statement as one restriction per column of the primary key, and locates the rows as
 * a selection does. Reads nothing.
 */
import type { Delete, Filter, Operand } from "../../store.ts";
import { planAccess } from "../read/access.ts";
import { locate, partitionsOf, slicesOf } from "../read/locate.ts";
import type { Slice } from "../read/locate.ts";
import { parseRestrictions } from "../read/parse-restrictions.ts";
import type { Restriction, Restrictions } from "../read/restriction.ts";
import { rowKey } from "../rows/key.ts";
import { columnOf } from "../rows/layout.ts";
import type { Layout, LayoutColumn } from "../rows/layout.ts";
import { nullInCondition, rejection } from "../rows/rejection.ts";
import type { Time } from "../rows/stamp.ts";
import { planGuard } from "./condition.ts";
import type { Guard } from "./condition.ts";
import { encodeColumns, names, planPartition, planTime } from "./write-plan.ts";

export interface DeletePlan {
  readonly kind: "delete";
  readonly layout: Layout;
  readonly guard: Guard;
  /** More than one, or none, only if it has no guard. */
  readonly partitions: readonly Buffer[];
  /** In each partition; a point is one row, and one slice may be the whole partition with its static cells. */
  readonly slices: readonly DeletedSlice[];
  /** Whether a list of clustering values names the rows: not together with conditions. */
  readonly listed: boolean;
  /** The statement's own timestamp; undefined to use the batch's. */
  readonly timestamp: Time | undefined;
}

export interface DeletedSlice extends Slice {
  readonly partition: Buffer;
}

/** @throws {StoreError} `invalid` */
export function planDelete(layout: Layout, write: Delete): DeletePlan {
  return planRowDelete(layout, write) ?? planWideDelete(layout, write);
}

/** Most deletes of apps name one row: they need no restrictions. Undefined for any other. */
function planRowDelete(
  layout: Layout,
  { key, filters = [], tuples = [], ifExists, conditions, timestamp }: Delete,
): DeletePlan | undefined {
  if (filters.length > 0 || tuples.length > 0) return undefined;
  if (key.size !== layout.partitionKey.length + layout.clusteringKey.length) return undefined;
  for (const [name, value] of key) {
    const column = layout.columns.get(name);
    if (!column || column.keyIndex < 0 || value === null) return undefined;
  }
  const encoded = encodeColumns(layout, key);
  const guard = planGuard(layout, ifExists, conditions);
  const partition = planPartition(layout, encoded);
  const from = rowKey(layout, partition, encoded.clustering as readonly Buffer[]);
  return {
    kind: "delete",
    layout,
    guard,
    partitions: [partition],
    slices: [{ partition, from, to: from, point: true }],
    listed: false,
    timestamp: planTime(layout, timestamp, guard),
  };
}

function planWideDelete(
  layout: Layout,
  { key, filters = [], tuples = [], ifExists, conditions, timestamp }: Delete,
): DeletePlan {
  const restricted = [...Array.from(key, equality), ...filters];
  const columns = new Set(restricted.map(({ column }) => columnOf(layout, column)));
  const guard = planGuard(layout, ifExists, conditions);
  if (filters.some(({ operator }) => operator === "contains" || operator === "containsKey")) {
    throw rejection("Cannot use DELETE with CONTAINS");
  }
  const missing = layout.partitionKey.filter((column) => !columns.has(column));
  if (missing.length > 0) throw rejection(`Some partition key parts are missing: ${names(missing)}`);
  const others = [...columns].filter((column) => !isOfKey(column));
  if (others.length > 0) throw rejection(`Non PRIMARY KEY columns found in where clause: ${names(others)} `);
  const restrictions = parseRestrictions(layout, restricted, tuples);
  checkPartitions(layout, restrictions);
  // No index finds the rows of a delete.
  const inOrder = new Map([...restrictions].sort(([one], [other]) => one.keyIndex - other.keyIndex));
  planAccess({ ...layout, table: { ...layout.table, indexes: [] } }, inOrder, {
    nearest: undefined,
    isOfTokens: false,
    filtering: false,
  });
  const listed = has(layout.clusteringKey, restrictions, "in", "tuples");
  if (guard.kind !== "none") checkGuarded(layout, restrictions);
  const place = locate(layout, restrictions);
  const partitions = partitionsOf(layout, place.lists);
  const slices = partitions.flatMap((partition): DeletedSlice[] =>
    Array.from(slicesOf({ ...place, reversed: false }, partition), (slice) => ({ partition, ...slice })),
  );
  return { kind: "delete", layout, guard, partitions, slices, listed, timestamp: planTime(layout, timestamp, guard) };
}

function equality([column, value]: readonly [string, Operand | null]): Filter {
  if (value === null) throw nullInCondition(column);
  return { column, operator: "eq", value };
}

function isOfKey({ kind }: LayoutColumn): boolean {
  return kind === "partition" || kind === "clustering";
}

function checkPartitions({ partitionKey }: Layout, restrictions: Restrictions): void {
  const kinds = partitionKey.map((column) => restrictions.get(column)?.kind);
  if (kinds.every((kind) => kind === "eq" || kind === "in")) return;
  throw rejection(
    "Only EQ and IN relation are supported on the partition key (unless you use the token() function) for DELETE statements",
  );
}

function has(
  columns: readonly LayoutColumn[],
  restrictions: Restrictions,
  ...kinds: readonly Restriction["kind"][]
): boolean {
  return columns.some((column) => kinds.some((kind) => restrictions.get(column)?.kind === kind));
}

/** What depends on a row is about one row. */
function checkGuarded({ partitionKey, clusteringKey }: Layout, restrictions: Restrictions): void {
  if (has(partitionKey, restrictions, "in"))
    throw rejection("IN on the partition key is not supported with conditional deletions");
  if (has(clusteringKey, restrictions, "in", "tuples")) throw listWithCondition();
  if (clusteringKey.every((column) => restrictions.get(column)?.kind === "eq")) return;
  throw rejection(
    "DELETE statements must restrict all PRIMARY KEY columns with equality relations in order to delete non static columns",
  );
}

export function listWithCondition(): Error {
  return rejection("IN on the clustering key columns is not supported with conditional deletions");
}
