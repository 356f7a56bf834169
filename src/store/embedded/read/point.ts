import type { Page, Selection } from "../../store.ts";
import { FoundRow, Partition, readRow } from "../rows/found-row.ts";
import { partitionKey, rowKey } from "../rows/key.ts";
import { columnsOf, encodeValue } from "../rows/layout.ts";
import type { Layout } from "../rows/layout.ts";
import type { KeyValueStore } from "../storage/key-value-store.ts";
import { weigh } from "./scan-entries.ts";

/** A row that a selection names by its whole key. */
export interface Point {
  readonly layout: Layout;
  readonly partition: Buffer;
  readonly key: Buffer;
  readonly columns: Layout["columns"];
}

/**
 * Finds the key of the row, as most selections of apps name one: they need no plan.
 *
 * Undefined for any other selection, and for what the plan has to refuse in the words of the database.
 */
export function pointOf(layout: Layout, selection: Selection): Point | undefined {
  const { filters, columns, orderBy = [], limit = 1, pageSize, pageState } = selection;
  const { partitionKey: partitionColumns, clusteringKey } = layout;
  if (filters.length !== partitionColumns.length + clusteringKey.length || layout.hasStatics) return undefined;
  if (hasMore(selection)) return undefined;
  if (orderBy.length > 0 || pageState !== undefined || !(limit >= 1) || !(pageSize >= 1)) return undefined;
  const parts: Buffer[] = [];
  const clustering: Buffer[] = [];
  for (const { column: name, operator, value } of filters) {
    const column = layout.columns.get(name);
    if (!column || column.keyIndex < 0 || operator !== "eq" || value === null) return undefined;
    const values = column.kind === "partition" ? parts : clustering;
    if (values[column.keyIndex]) return undefined;
    values[column.keyIndex] = encodeValue(column, value);
  }
  const partition = partitionKey(layout, parts);
  return {
    layout,
    partition,
    key: rowKey(layout, partition, clustering),
    columns: columnsOf(layout, columns),
  };
}

/** Whether it says what few selections do. */
function hasMore({ tuples, perPartitionLimit, distinct, tokens, nearest, writeTimes, countsOnly }: Selection): boolean {
  return (tuples ?? perPartitionLimit ?? distinct ?? tokens ?? nearest ?? writeTimes ?? countsOnly) !== undefined;
}

/** @throws {StoreError} `too-many-reads` */
export function readPoint(
  { layout, partition, key, columns }: Point,
  keyValues: KeyValueStore,
  nowMs: number,
  { reads, copies = 1 }: Pick<Selection, "reads" | "copies">,
): Page {
  const sealed = keyValues.getSync(key);
  if (sealed) reads?.spend("entries", weigh(sealed));
  const row = readRow(layout, key, sealed, nowMs);
  if (!row) return { rows: [] };
  const found = new FoundRow(columns, {
    partition: new Partition(layout, partition, nowMs),
    row,
    statics: undefined,
  });
  reads?.spend("bytes", found.size * copies);
  return { rows: [found] };
}
