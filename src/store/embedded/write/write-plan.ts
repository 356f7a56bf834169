/**
 * Plans the effect of an insert or an update, or rejects it in the database's words.
 *
 * Takes a statement and returns keys and cells in binary form, so that later changes by the caller have no effect. Reads
 * nothing: conditions are evaluated when the write is executed. A statement's consistency has no effect on one copy of the data.
 */
import { maximumTimeToLive } from "../../../model/index.ts";
import type { Insert, Operands, Update } from "../../store.ts";
import { checkClustering, partitionKey, rowKey } from "../rows/key.ts";
import { columnOf, encodeCell, encodeValue } from "../rows/layout.ts";
import type { Layout, LayoutColumn } from "../rows/layout.ts";
import { nullInCondition, rejection } from "../rows/rejection.ts";
import { timeOf } from "../rows/stamp.ts";
import type { Time } from "../rows/stamp.ts";
import { planChanges } from "./change-plan.ts";
import type { PlannedChange } from "./change-plan.ts";
import { planGuard } from "./condition.ts";
import type { Guard } from "./condition.ts";

export interface WritePlan {
  readonly kind: "write";
  readonly layout: Layout;
  readonly guard: Guard;
  readonly partition: Buffer;
  /** Undefined when only static columns of the partition are written. */
  readonly row: PlannedRow | undefined;
  /** Columns outside the key with their new values; for a counter, the amount to add. */
  readonly cells: readonly PlannedCell[];
  /** Changes of columns that it does not set. */
  readonly changes: readonly PlannedChange[];
  /** Whether the statement is a `DELETE` of columns or elements, for the words of a rejection. */
  readonly isDelete?: boolean | undefined;
  /** INSERT leaves a marker, UPDATE does not. */
  readonly writesMarker: boolean;
  /** It sets all columns of a row. If it is alone and later than all that is stored, the previous row need not be read. */
  readonly replacesWholeRow: boolean;
  /** 0 means never. */
  readonly ttlSeconds: number;
  /** The statement's own timestamp; undefined to use the batch's. */
  readonly timestamp: Time | undefined;
}

const absent: Guard = { kind: "absent" };
const none: Guard = { kind: "none" };
const noChanges: WritePlan["changes"] = [];

export function planInsert(layout: Layout, { values, ttlSeconds, ifNotExists, timestamp }: Insert): WritePlan {
  if (layout.isCounterTable) throw rejection("INSERT statements are not allowed on counter tables, use UPDATE instead");
  const encoded = encodeColumns(layout, values);
  const { clustering, cells } = encoded;
  // With any clustering column, an INSERT is about a row, even if it sets only static columns.
  const isStatic = clustering.length === 0 && onlyStatic(cells);
  const partition = planPartition(layout, encoded);
  const guard = ifNotExists ? absent : none;
  return {
    kind: "write",
    layout,
    guard,
    partition,
    row: isStatic ? undefined : planRow(layout, partition, clustering),
    cells,
    changes: noChanges,
    writesMarker: true,
    replacesWholeRow:
      cells.reduce((count, { column }) => (column.kind === "regular" ? count + 1 : count), 0) === layout.cellsToReplace,
    ttlSeconds: planTimeToLive(layout, ttlSeconds),
    timestamp: planTime(layout, timestamp, guard),
  };
}

export function planUpdate(layout: Layout, update: Update): WritePlan {
  const encoded = encodeColumns(layout, update.values);
  const { clustering, cells } = encoded;
  const changes = planChanges(layout, update.changes ?? [], (column) => cells.some((cell) => cell.column === column));
  const guard = planGuard(layout, update.ifExists, update.conditions);
  if (layout.isCounterTable && update.ttlSeconds !== undefined)
    throw rejection("Cannot provide custom TTL for counter updates");
  if (layout.isCounterTable && !update.isDelete && cells.some(({ bytes }) => bytes === null)) {
    throw rejection("Invalid null value for counter increment");
  }
  const guardsRow = guard.kind === "conditions" && guard.conditions.some(({ column }) => column.kind === "regular");
  const setsNothing = cells.length + changes.length === 0;
  const guardsStatics = guard.kind === "conditions" && clustering.length === 0 && setsNothing;
  const isStatic = (guardsStatics || onlyStatic([...cells, ...changes])) && !guardsRow;
  const partition = planPartition(layout, encoded);
  const row = isStatic ? undefined : planRow(layout, partition, clustering);
  if (isStatic && clustering.length > 0) {
    throw rejection(
      "Invalid restrictions on clustering columns since the UPDATE statement modifies only static columns",
    );
  }
  if (setsNothing && (!update.mayBeEmpty || guard.kind === "none"))
    throw rejection("Query must include columns to update");
  const ttlSeconds = planTimeToLive(layout, update.ttlSeconds);
  return {
    kind: "write",
    layout,
    guard,
    partition,
    row,
    cells,
    changes,
    isDelete: update.isDelete,
    writesMarker: false,
    replacesWholeRow: false,
    ttlSeconds,
    timestamp: planTime(layout, update.timestamp, guard),
  };
}

/** Whether a batch is decided by what is stored: one guard is enough. */
export function isConditional(plans: readonly { readonly guard: Guard }[]): boolean {
  return plans.some(({ guard }) => guard.kind !== "none");
}

function planTimeToLive(layout: Layout, ttlSeconds: number | undefined): number {
  if (ttlSeconds === undefined) return layout.table.defaultTimeToLive;
  if (ttlSeconds < 0) throw rejection(`A TTL must be greater or equal to 0, but was ${ttlSeconds}`);
  if (ttlSeconds > maximumTimeToLive) {
    throw rejection(`ttl is too large. requested (${ttlSeconds}) maximum (${maximumTimeToLive})`);
  }
  if (!Number.isInteger(ttlSeconds)) throw rejection(`A TTL is a whole number of seconds, but was ${ttlSeconds}`);
  return ttlSeconds;
}

/** The latest end of a cell that the database can store, in seconds since 1970. */
const latestExpiry = 2 ** 31 - 2;

/** In whole milliseconds, like the row's expiry entry, by which rows are deleted even if nobody reads them. */
export function expiryOf(layout: Layout, ttlSeconds: number, nowMs: number): number {
  if (ttlSeconds === 0) return Infinity;
  if (Math.floor(nowMs / 1000) + ttlSeconds <= latestExpiry) return Math.floor(nowMs) + ttlSeconds * 1000;
  throw rejection(
    `Request on table ${layout.keyspace}.${layout.table.name} with ttl of ${ttlSeconds} seconds exceeds maximum supported ` +
      "expiration date of 2038-01-19T03:14:06+00:00. In order to avoid this use a lower TTL, change the expiration date " +
      "overflow policy or upgrade to a version where this limitation is fixed. See CASSANDRA-14092 and CASSANDRA-14227 " +
      "for more details.",
  );
}

function onlyStatic(cells: readonly Pick<PlannedCell, "column">[]): boolean {
  return cells.length > 0 && cells.every(({ column }) => column.kind === "static");
}

interface PlannedCell {
  readonly column: LayoutColumn;
  readonly bytes: Buffer | null;
}

export interface PlannedRow {
  readonly key: Buffer;
  readonly clustering: readonly Buffer[];
}

/** A key column is at its position in the key; a position is undefined if its column has no value. */
interface EncodedColumns {
  readonly partition: readonly (Buffer | undefined)[];
  readonly clustering: readonly (Buffer | undefined)[];
  readonly cells: readonly PlannedCell[];
}

export function encodeColumns(layout: Layout, values: Operands): EncodedColumns {
  const partition: (Buffer | undefined)[] = [];
  const clustering: (Buffer | undefined)[] = [];
  const cells: PlannedCell[] = [];
  for (const [name, value] of values) {
    const column = columnOf(layout, name);
    const { kind, keyIndex } = column;
    const key = kind === "partition" ? partition : kind === "clustering" ? clustering : undefined;
    if (!key) cells.push({ column, bytes: encodeCell(column, value) });
    else if (value === null) throw nullInCondition(name);
    else key[keyIndex] = encodeValue(column, value);
  }
  return { partition, clustering, cells };
}

export function planPartition(layout: Layout, { partition }: EncodedColumns): Buffer {
  return partitionKey(layout, complete(layout.partitionKey, partition, "partition key parts"));
}

function planRow(layout: Layout, partition: Buffer, given: EncodedColumns["clustering"]): PlannedRow {
  const clustering = complete(layout.clusteringKey, given, "clustering keys");
  checkClustering(clustering);
  return { key: rowKey(layout, partition, clustering), clustering };
}

function complete(
  columns: readonly LayoutColumn[],
  values: readonly (Buffer | undefined)[],
  what: string,
): readonly Buffer[] {
  const missing = columns.filter(({ keyIndex }) => values[keyIndex] === undefined);
  if (missing.length > 0) throw rejection(`Some ${what} are missing: ${names(missing)}`);
  return values as readonly Buffer[];
}

export function names(columns: readonly LayoutColumn[]): string {
  return columns.map(({ name }) => name).join(", ");
}

/** In a statement. The earliest time is as far from 0: the database uses the one before it for "never written". */
const latestTime = 2n ** 63n - 1n;

/** The time that a statement names. @throws {StoreError} `invalid` where the database takes no time */
export function planTime(layout: Layout, timestamp: bigint | undefined, guard: Guard): Time | undefined {
  if (timestamp === undefined) return undefined;
  if (guard.kind !== "none") throw rejection("Cannot provide custom timestamp for conditional updates");
  if (layout.isCounterTable) throw rejection("Cannot provide custom timestamp for counter updates");
  if (timestamp < -latestTime || timestamp > latestTime) {
    throw rejection(`Out of bound timestamp, must be in [${-latestTime}, ${latestTime}]`);
  }
  return timeOf(timestamp);
}
