import type { Value, Values } from "../store.ts";
import { decodePartition } from "./key.ts";
import { decodeValue } from "./layout.ts";
import type { Layout, LayoutColumn } from "./layout.ts";
import { decodeRow } from "./row.ts";
import type { Row } from "./row.ts";
import { unseal } from "./seal.ts";

/**
 * The row under a key, its ended cells included, but not those of dropped columns.
 *
 * @throws {StoreError} `unavailable` when it is damaged
 */
export function parseRow(layout: Layout, key: Buffer, sealed: Buffer | undefined): Row | undefined {
  if (!sealed) return undefined;
  const row = decodeRow(unseal(key, sealed, `the table ${layout.keyspace}.${layout.table.name}`));
  const { dropped } = layout.numbers;
  if (!dropped.some(({ number }) => row.cells.has(number))) return row;
  const cells = new Map(row.cells);
  for (const { number } of dropped) cells.delete(number);
  return { ...row, cells };
}

/** A row as callers see it: the columns that they ask for, null where it has no value. */
export function rowValues(
  layout: Layout,
  columns: Iterable<LayoutColumn>,
  partition: Buffer,
  row: Row | undefined,
  statics: Row | undefined,
): Values {
  const key = decodePartition(layout, partition);
  const values = new Map<string, Value | null>();
  for (const column of columns) {
    const bytes = valueBytes(layout, column, key, row, statics);
    values.set(column.name, bytes ? decodeValue(column, bytes) : null);
  }
  return values;
}

/** The binary form of one column's value in a row; undefined when it is null. */
export function cellOf(
  layout: Layout,
  column: LayoutColumn,
  partition: Buffer,
  row: Row | undefined,
  statics: Row | undefined,
): Buffer | undefined {
  const key = column.kind === "partition" ? decodePartition(layout, partition) : [];
  return valueBytes(layout, column, key, row, statics);
}

function valueBytes(
  layout: Layout,
  column: LayoutColumn,
  key: readonly Buffer[],
  row: Row | undefined,
  statics: Row | undefined,
): Buffer | undefined {
  switch (column.kind) {
    case "partition":
      return key[layout.partitionKey.indexOf(column)];
    case "clustering":
      return row?.clustering[layout.clusteringKey.indexOf(column)];
    case "regular":
      return row?.cells.get(column.number)?.bytes;
    case "static":
      return statics?.cells.get(column.number)?.bytes;
  }
}
