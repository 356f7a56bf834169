import { StoreError } from "../store-error.ts";
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

/** The same for those who keep data in order: a damaged row is none to them, and whoever reads it is told. */
export function parseUndamaged(layout: Layout, key: Buffer, sealed: Buffer | undefined): Row | undefined {
  try {
    return parseRow(layout, key, sealed);
  } catch (error) {
    if (error instanceof StoreError && error.code === "damaged") return undefined;
    throw error;
  }
}

/** A row as callers see it: the columns that they ask for, null where it has no value. */
export function rowValues(
  layout: Layout,
  columns: Iterable<LayoutColumn>,
  partition: Buffer,
  row: Row | undefined,
  statics: Row | undefined,
): Values {
  const values = new Map<string, Value | null>();
  let key: readonly Buffer[] | undefined;
  for (const column of columns) {
    const inPartitionKey = column.kind === "partition";
    const bytes = inPartitionKey
      ? (key ??= decodePartition(layout, partition))[column.place]
      : valueBytes(column, row, statics);
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
  return column.kind === "partition"
    ? decodePartition(layout, partition)[column.place]
    : valueBytes(column, row, statics);
}

function valueBytes(
  { kind, place, number }: LayoutColumn,
  row: Row | undefined,
  statics: Row | undefined,
): Buffer | undefined {
  if (kind === "clustering") return row?.clustering[place];
  return (kind === "static" ? statics : row)?.cells.get(number)?.bytes;
}
