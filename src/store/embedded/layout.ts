import { isCounterTable } from "../../model/index.ts";
import type { ColumnKind, NativeType, Table } from "../../model/index.ts";
import { natives } from "@colonnade/runtime/protocol";
import type { Value } from "../store.ts";
import { deserialize, serialize } from "./bytes.ts";
import { encodeOrder } from "./order.ts";
import { refusal } from "./refusal.ts";

/** A table as the engine needs it: its place among the keys, and its columns by name and by role. */
export interface Layout {
  readonly keyspace: string;
  readonly table: Table;
  /** Never used again, not even after the table is dropped. */
  readonly id: number;
  readonly columns: ReadonlyMap<string, LayoutColumn>;
  readonly partitionKey: readonly LayoutColumn[];
  readonly clusteringKey: readonly LayoutColumn[];
  readonly hasStatics: boolean;
  readonly counts: boolean;
}

export interface LayoutColumn {
  readonly name: string;
  readonly type: NativeType;
  readonly kind: ColumnKind;
  /** Its place in the table's definition, by which a stored row names it. */
  readonly index: number;
  readonly descending: boolean;
}

export function createLayout(keyspace: string, table: Table, id: number): Layout {
  const descending = new Set(table.clusteringKey.filter(({ order }) => order === "DESC").map(({ name }) => name));
  const columns = new Map(
    table.columns.map(({ name, type, kind }, index): [string, LayoutColumn] => [
      name,
      { name, type: type.name, kind, index, descending: descending.has(name) },
    ]),
  );
  const named = (names: readonly string[]): LayoutColumn[] =>
    names.flatMap((name) => {
      const column = columns.get(name);
      return column ? [column] : [];
    });
  return {
    keyspace,
    table,
    id,
    columns,
    partitionKey: named(table.partitionKey),
    clusteringKey: named(table.clusteringKey.map(({ name }) => name)),
    hasStatics: table.columns.some(({ kind }) => kind === "static"),
    counts: isCounterTable(table),
  };
}

/** @throws {StoreError} `invalid` when the table has no such column */
export function columnOf(layout: Layout, name: string): LayoutColumn {
  const column = layout.columns.get(name);
  if (column) return column;
  throw refusal(`Undefined column name ${name} in table ${layout.keyspace}.${layout.table.name}`);
}

/**
 * The bytes of a value for a column.
 *
 * @throws {StoreError} `invalid` when the value is not of the column's type; the message never holds the value
 */
export function encodeValue(column: LayoutColumn, value: unknown): Buffer {
  const codec = natives[column.type];
  if (codec.check(value)) return serialize(column.type, value as Value);
  throw refusal(`Invalid value for "${column.name}" of type ${column.type}: it is not ${codec.expected}`);
}

export function decodeValue(column: LayoutColumn, bytes: Buffer): Value {
  return deserialize(column.type, bytes);
}

/** The bytes by which a value of the column sorts, in the column's own direction. */
export function orderedBytes(column: LayoutColumn, bytes: Buffer): Buffer {
  return encodeOrder(column.type, bytes, column.descending);
}
