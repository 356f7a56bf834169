/**
 * Tables as the engine needs them: columns with their roles and numbers, and the bytes of a value for a column.
 *
 * Takes a definition of the model, and the numbers under which its rows are stored. Does not read rows.
 */
import { contains, isCounterTable, isMultiCell } from "../../../model/index.ts";
import type { ColumnKind, CqlType, DroppedColumn, Index, Table } from "../../../model/index.ts";
import { defaultTableOptions } from "../../details.ts";
import type { TableDetails } from "../../details.ts";
import { checkedBytes } from "../../values/encoded.ts";
import { encodeValueOrder, ordersEmpty } from "../../values/order.ts";
import { splitParts } from "../../values/parts.ts";
import { rejection } from "./rejection.ts";

/** A table as the engine needs it: its place among the keys, and its columns by name and by role. */
export interface Layout {
  readonly keyspace: string;
  readonly table: Table;
  /** For messages: `the table shop.products`. */
  readonly title: string;
  /** Above 0. Never used again, not even after the table is dropped. */
  readonly id: number;
  readonly details: TableDetails;
  /** How long a deletion suppresses older writes. */
  readonly graceMs: number;
  readonly numbers: ColumnNumbers;
  readonly columns: ReadonlyMap<string, LayoutColumn>;
  /** The types of the columns outside the key, by the column's number. */
  readonly types: ReadonlyMap<number, CqlType>;
  readonly partitionKey: readonly LayoutColumn[];
  readonly clusteringKey: readonly LayoutColumn[];
  /** In the order of the table's indexes. */
  readonly indexes: readonly LayoutIndex[];
  readonly hasStatics: boolean;
  /**
   * How many cells a write has to set to replace a row without reading it. Infinity if a clustering value could get lost with the
   * old row, because the key does not show whether the decimal 1.0 or 1.00 was written. Equal values of other types may have
   * several forms of bytes too, but all of them are read as the same value.
   */
  readonly cellsToReplace: number;
  readonly isCounterTable: boolean;
}

export interface LayoutIndex {
  /** Never used again, neither for an index nor for a table. */
  readonly id: number;
  readonly index: Index;
  readonly column: LayoutColumn;
}

export interface LayoutColumn {
  readonly name: string;
  readonly type: CqlType;
  readonly kind: ColumnKind;
  /** The number that stored rows have for it. */
  readonly number: number;
  /** The position of a key column in the partition key or the clustering key; -1 for a column outside the key. */
  readonly keyIndex: number;
  readonly descending: boolean;
  readonly isCounter: boolean;
}

const grace = "gc_grace_seconds";

/** @param numbers of a stored table @param indexIds in the order of the table's indexes */
export function createLayout(
  keyspace: string,
  table: Table,
  id: number,
  details: TableDetails,
  numbers: ColumnNumbers = firstNumbers(table),
  indexIds: readonly number[] = [],
): Layout {
  const descending = new Set(table.clusteringKey.filter(({ order }) => order === "DESC").map(({ name }) => name));
  const clusteringKey = table.clusteringKey.map(({ name }) => name);
  const columns = new Map(
    table.columns.map(({ name, type, kind }, index): [string, LayoutColumn] => [
      name,
      {
        name,
        type,
        kind,
        number: numbers.columns[index] as number,
        keyIndex: (kind === "partition" ? table.partitionKey : clusteringKey).indexOf(name),
        descending: descending.has(name),
        isCounter: contains(type, "counter"),
      },
    ]),
  );
  const named = (names: readonly string[]): LayoutColumn[] => names.flatMap((name) => columns.get(name) ?? []);
  return {
    keyspace,
    table,
    title: `the table ${keyspace}.${table.name}`,
    id,
    details,
    graceMs: Number(details.options.get(grace) ?? defaultTableOptions.get(grace)) * 1000,
    numbers,
    columns,
    types: new Map(
      [...columns.values()].flatMap(({ number, keyIndex, type }) => (keyIndex < 0 ? [[number, type] as const] : [])),
    ),
    partitionKey: named(table.partitionKey),
    clusteringKey: named(clusteringKey),
    indexes: table.indexes.flatMap((index, at) => {
      const [indexId, column] = [indexIds[at], columns.get(index.column)];
      return indexId !== undefined && column ? { id: indexId, index, column } : [];
    }),
    cellsToReplace: table.columns.some(({ kind, type }) => kind === "clustering" && contains(type, "decimal"))
      ? Infinity
      : table.columns.filter(({ kind }) => kind === "regular").length,
    hasStatics: table.columns.some(({ kind }) => kind === "static"),
    isCounterTable: isCounterTable(table),
  };
}

/** The columns of a selection, by their names. @throws {StoreError} `invalid` when the table has no such column */
export function columnsOf(layout: Layout, names: readonly string[] | undefined): Layout["columns"] {
  return names ? new Map(names.map((name) => [name, columnOf(layout, name)])) : layout.columns;
}

/** @throws {StoreError} `invalid` when the table has no such column */
export function columnOf(layout: Layout, name: string): LayoutColumn {
  const column = layout.columns.get(name);
  if (column) return column;
  throw rejection(`Undefined column name ${name} in table ${layout.keyspace}.${layout.table.name}`);
}

/**
 * The bytes of a value for a column.
 *
 * @throws {StoreError} `invalid` when the value is not of the column's type; the message never holds the value
 */
export function encodeValue(column: LayoutColumn, value: unknown): Buffer {
  const bytes = checkedBytes(column.name, column.type, value);
  if (bytes.length === 0 && column.kind === "clustering") refuseEmpty(column);
  return bytes;
}

function refuseEmpty({ name, type }: LayoutColumn): void {
  if (type.kind !== "native" || ordersEmpty(type.name)) return;
  throw rejection(`The embedded store has no empty values of type ${type.name} in a key, as for ${name}`);
}

/** The content that a write leaves in a cell: null for null, and for values that the database does not distinguish from null. */
export function encodeCell(column: LayoutColumn, value: unknown): Buffer | null {
  const bytes = encodeOperand(column, value);
  const { type } = column;
  if (!bytes || type.kind !== "user" || !isMultiCell(type)) return bytes;
  return splitParts(type, bytes).every((field) => field === null) ? null : bytes;
}

/**
 * The operand that a condition compares a cell with: null for null, and for a collection without items. A user type without
 * any value is stored as null too, but no cell equals it.
 */
export function encodeOperand(column: LayoutColumn, value: unknown): Buffer | null {
  if (value === null) return null;
  const bytes = encodeValue(column, value);
  return isMultiCell(column.type) && isEmptyCollection(column.type, bytes) ? null : bytes;
}

/** An empty collection has a count of zero; in the protocol, no bytes at all mean an empty one too. */
function isEmptyCollection({ kind }: CqlType, bytes: Buffer): boolean {
  return kind !== "user" && (bytes.length < 4 || bytes.readInt32BE() === 0);
}

/** The bytes by which a value of the column sorts, in the column's own direction. */
export function orderedBytes(column: LayoutColumn, bytes: Buffer): Buffer {
  return encodeValueOrder(column.type, bytes, column.descending);
}

/** How stored rows name the columns of a table: by numbers that are never used again. */
export interface ColumnNumbers {
  /** One for each column, in the order of the table's columns. */
  readonly columns: readonly number[];
  /** The number of the next column. */
  readonly next: number;
  /** In the order in which they were dropped. Rows may still hold their cells, which nobody sees. */
  readonly dropped: readonly NumberedColumn[];
}

interface NumberedColumn extends Omit<DroppedColumn, "table"> {
  readonly number: number;
}

/** The numbers of a new table; they are those of tables from before the store kept numbers, too. */
export function firstNumbers({ columns }: Table): ColumnNumbers {
  return { columns: columns.map((_, index) => index), next: columns.length, dropped: [] };
}
