import type { Value, Values } from "../store.ts";
import { decodePartition } from "./key.ts";
import { decodeValue } from "./layout.ts";
import type { Layout, LayoutColumn } from "./layout.ts";
import { decodeRow } from "./row.ts";
import type { Row } from "./row.ts";
import { unseal } from "./seal.ts";

/**
 * The row under a key, its ended cells included.
 *
 * @throws {StoreError} `unavailable` when it is damaged
 */
export function parseRow(layout: Layout, key: Buffer, sealed: Buffer | undefined): Row | undefined {
  return sealed && decodeRow(unseal(key, sealed, `the table ${layout.keyspace}.${layout.table.name}`));
}

/** A row as callers see it: every column of the table, null where it has no value. */
export function rowValues(layout: Layout, partition: Buffer, row: Row | undefined, statics: Row | undefined): Values {
  const found = new Map<LayoutColumn, Buffer>();
  const key = decodePartition(layout, partition);
  for (const [index, column] of layout.partitionKey.entries()) setPresent(found, column, key[index]);
  for (const [index, column] of layout.clusteringKey.entries()) setPresent(found, column, row?.clustering[index]);
  const values = new Map<string, Value | null>();
  for (const column of layout.columns.values()) {
    const cells = column.kind === "static" ? statics?.cells : row?.cells;
    const bytes = found.get(column) ?? cells?.get(column.index)?.bytes;
    values.set(column.name, bytes ? decodeValue(column, bytes) : null);
  }
  return values;
}

function setPresent(found: Map<LayoutColumn, Buffer>, column: LayoutColumn, bytes: Buffer | undefined): void {
  if (bytes) found.set(column, bytes);
}
