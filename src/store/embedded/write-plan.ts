/**
 * Plans the effect of a write, or rejects it as the database would.
 *
 * Takes insert, update and delete from callers, and returns keys and cells in binary form, so that later changes by the
 * caller have no effect. Reads nothing: conditions are evaluated when the write is executed.
 * @see service-facts 5.2, 5.3, 5.7; captures, cql-errors: key, ttl, counter
 */
import { maximumTimeToLive } from "../../model/index.ts";
import type { Delete, Insert, Update, Values, Write } from "../store.ts";
import { planGuard } from "./condition.ts";
import type { Guard } from "./condition.ts";
import { checkClustering, partitionKey, rowKey } from "./key.ts";
import { columnOf, encodeCell, encodeValue } from "./layout.ts";
import type { Layout, LayoutColumn } from "./layout.ts";
import { nullInCondition, refusal } from "./refusal.ts";

export type Plan = WritePlan | DeletePlan;

export interface WritePlan {
  readonly kind: "write";
  readonly layout: Layout;
  readonly guard: Guard;
  readonly partition: Buffer;
  /** Undefined when only static columns of the partition are written. */
  readonly row: { readonly key: Buffer; readonly clustering: readonly Buffer[] } | undefined;
  /** Columns outside the key with what they are set to; of a counter, the amount to add. */
  readonly cells: readonly PlannedCell[];
  /** INSERT leaves a marker, UPDATE does not. */
  readonly marks: boolean;
  /** 0 means never. */
  readonly ttlSeconds: number;
}

export interface PlannedCell {
  readonly column: LayoutColumn;
  readonly bytes: Buffer | null;
}

export interface DeletePlan {
  readonly kind: "delete";
  readonly layout: Layout;
  readonly guard: Guard;
  readonly partition: Buffer;
  /** Fewer than there are clustering columns when more than one row goes. */
  readonly clustering: readonly Buffer[];
}

export function planWrite(layout: Layout, write: Write): Plan {
  switch (write.kind) {
    case "insert":
      return planInsert(layout, write);
    case "update":
      return planUpdate(layout, write);
    case "delete":
      return planDelete(layout, write);
  }
}

export function planInsert(layout: Layout, { values, ttlSeconds, ifNotExists }: Insert): WritePlan {
  if (layout.counts) throw refusal("INSERT statements are not allowed on counter tables, use UPDATE instead");
  const { key, cells } = encodeColumns(layout, values);
  // Given any clustering column, an INSERT is about a row, even if all it sets is static.
  const row = onlyStatic(cells) && !layout.clusteringKey.some(({ name }) => key.has(name)) ? "static" : "row";
  return {
    kind: "write",
    ...planTarget(layout, key, row),
    layout,
    guard: { kind: ifNotExists ? "absent" : "none" },
    cells,
    marks: true,
    ttlSeconds: planTimeToLive(layout, ttlSeconds),
  };
}

export function planUpdate(layout: Layout, update: Update): WritePlan {
  const { key, cells } = encodeColumns(layout, update.values);
  const guard = planGuard(layout, update.ifExists, update.conditions);
  if (layout.counts && update.ttlSeconds !== undefined) throw refusal("Cannot provide custom TTL for counter updates");
  if (layout.counts && cells.some(({ bytes }) => bytes === null)) {
    throw refusal("Invalid null value for counter increment");
  }
  const guardsRow = guard.kind === "conditions" && guard.conditions.some(({ column }) => column.kind === "regular");
  const row = onlyStatic(cells) && !guardsRow ? "static" : "row";
  const target = planTarget(layout, key, row);
  if (row === "static" && layout.clusteringKey.some(({ name }) => key.has(name))) {
    throw refusal("Invalid restrictions on clustering columns since the UPDATE statement modifies only static columns");
  }
  if (cells.length === 0) throw refusal("Query must include columns to update");
  const ttlSeconds = planTimeToLive(layout, update.ttlSeconds);
  return { kind: "write", ...target, layout, guard, cells, marks: false, ttlSeconds };
}

export function planDelete(layout: Layout, { key: values, ifExists, conditions }: Delete): DeletePlan {
  const { key, cells } = encodeColumns(layout, values);
  const guard = planGuard(layout, ifExists, conditions);
  const partition = planPartition(layout, key);
  if (cells.length > 0) {
    throw refusal(`Non PRIMARY KEY columns found in where clause: ${names(cells.map(({ column }) => column))} `);
  }
  const columns = layout.clusteringKey;
  const gap = columns.find(({ name }) => !key.has(name));
  const beyond = gap && columns.slice(columns.indexOf(gap)).find(({ name }) => key.has(name));
  if (beyond) {
    throw refusal(
      `PRIMARY KEY column "${beyond.name}" cannot be restricted as preceding column "${gap.name}" is not restricted`,
    );
  }
  if (gap && guard.kind !== "none") {
    throw refusal(
      "DELETE statements must restrict all PRIMARY KEY columns with equality relations in order to delete non static columns",
    );
  }
  return { kind: "delete", layout, guard, partition, clustering: presentValues(columns, key) };
}

interface EncodedColumns {
  /** Key columns that are there. */
  readonly key: ReadonlyMap<string, Buffer>;
  readonly cells: readonly PlannedCell[];
}

function encodeColumns(layout: Layout, values: Values): EncodedColumns {
  const key = new Map<string, Buffer>();
  const cells: PlannedCell[] = [];
  for (const [name, value] of values) {
    const column = columnOf(layout, name);
    const inKey = column.kind === "partition" || column.kind === "clustering";
    if (inKey && value === null) throw nullInCondition(name);
    const bytes = inKey ? encodeValue(column, value) : encodeCell(column, value);
    if (inKey && bytes) key.set(name, bytes);
    else cells.push({ column, bytes });
  }
  return { key, cells };
}

function planTarget(
  layout: Layout,
  key: ReadonlyMap<string, Buffer>,
  target: "row" | "static",
): Pick<WritePlan, "partition" | "row"> {
  const partition = planPartition(layout, key);
  if (target === "static") return { partition, row: undefined };
  const missing = layout.clusteringKey.filter(({ name }) => !key.has(name));
  if (missing.length > 0) throw refusal(`Some clustering keys are missing: ${names(missing)}`);
  const clustering = presentValues(layout.clusteringKey, key);
  checkClustering(clustering);
  return { partition, row: { key: rowKey(layout, partition, clustering), clustering } };
}

function planPartition(layout: Layout, key: ReadonlyMap<string, Buffer>): Buffer {
  const missing = layout.partitionKey.filter(({ name }) => !key.has(name));
  if (missing.length > 0) throw refusal(`Some partition key parts are missing: ${names(missing)}`);
  return partitionKey(layout, presentValues(layout.partitionKey, key));
}

function planTimeToLive(layout: Layout, ttlSeconds: number | undefined): number {
  if (ttlSeconds === undefined) return layout.table.defaultTimeToLive;
  if (ttlSeconds < 0) throw refusal(`A TTL must be greater or equal to 0, but was ${ttlSeconds}`);
  if (ttlSeconds > maximumTimeToLive) {
    throw refusal(`ttl is too large. requested (${ttlSeconds}) maximum (${maximumTimeToLive})`);
  }
  if (!Number.isInteger(ttlSeconds)) throw refusal(`A TTL is a whole number of seconds, but was ${ttlSeconds}`);
  return ttlSeconds;
}

function onlyStatic(cells: readonly PlannedCell[]): boolean {
  return cells.length > 0 && cells.every(({ column }) => column.kind === "static");
}

function presentValues(columns: readonly LayoutColumn[], key: ReadonlyMap<string, Buffer>): readonly Buffer[] {
  return columns.flatMap(({ name }) => key.get(name) ?? []);
}

function names(columns: readonly LayoutColumn[]): string {
  return columns.map(({ name }) => name).join(", ");
}
