import { byCodeUnits, parseUserTypes } from "../../model/index.ts";
import type { DroppedColumn, KnownTypes, ParsedUserTypes } from "../../model/index.ts";

/**
 * The rows of `system_schema` of one keyspace, as a driver returns them: objects by column name with unchecked values.
 * If the server does not have a table, its rows are undefined: unknown, not absent.
 *
 * Cassandra 3.0 and newer have all of them.
 */
export interface SystemRows {
  readonly tables: readonly SystemRow[];
  readonly columns: readonly SystemRow[];
  readonly types: readonly SystemRow[] | undefined;
  readonly indexes: readonly SystemRow[] | undefined;
  readonly droppedColumns: readonly SystemRow[] | undefined;
  readonly views?: readonly SystemRow[] | undefined;
}

export type SystemRow = Readonly<Record<string, unknown>>;

/** The text in a cell, or undefined. */
export function textIn(row: SystemRow, column: string): string | undefined {
  const value = row[column];
  return typeof value === "string" ? value : undefined;
}

/** The texts of a list or set; empty for any other cell. */
export function textsIn(row: SystemRow, column: string): readonly string[] {
  const value = row[column];
  const items: readonly unknown[] = Array.isArray(value) ? value : value instanceof Set ? [...value] : [];
  return items.filter((item) => typeof item === "string");
}

/** The entries of a map of texts, as an object or a `Map`. */
export function entriesIn(row: SystemRow, column: string): ReadonlyMap<string, string> {
  const value = row[column];
  if (typeof value !== "object" || value === null) return new Map();
  const entries: Iterable<readonly unknown[]> = value instanceof Map ? value : Object.entries(value);
  const texts = [...entries].flatMap(([key, text]) =>
    typeof key === "string" && typeof text === "string" ? [[key, text] as const] : [],
  );
  return new Map(texts);
}

/** Groups the rows by table, in the given order. */
export function byTable(rows: readonly SystemRow[]): ReadonlyMap<string, readonly SystemRow[]> {
  const groups = new Map<string, SystemRow[]>();
  for (const row of rows) {
    const name = textIn(row, "table_name") ?? "";
    const group = groups.get(name);
    if (group) group.push(row);
    else groups.set(name, [row]);
  }
  return groups;
}

/** Sorts the rows by the text in a column. */
export function sortedBy(rows: readonly SystemRow[], column: string): SystemRow[] {
  return [...rows].sort((one, other) => byCodeUnits(textIn(one, column) ?? "", textIn(other, column) ?? ""));
}

/** Parses the rows of `system_schema.dropped_columns`, sorted by table and column. */
export function parseDroppedRows(rows: readonly SystemRow[]): readonly DroppedColumn[] {
  return rows
    .map((row): DroppedColumn => ({
      table: textIn(row, "table_name") ?? "",
      column: textIn(row, "column_name") ?? "",
      type: textIn(row, "type") ?? "",
      static: textIn(row, "kind") === "static",
    }))
    .sort((one, other) => byCodeUnits(one.table, other.table) || byCodeUnits(one.column, other.column));
}

/** Parses the rows of `system_schema.types`. */
export function parseTypeRows(
  rows: readonly SystemRow[],
  knownTypes: Pick<KnownTypes, "customTypes">,
): ParsedUserTypes {
  const definitions = sortedBy(rows, "type_name").map((row) => {
    const types = textsIn(row, "field_types");
    const fields = textsIn(row, "field_names").map((name, at) => ({ name, typeDefinition: types[at] ?? "" }));
    return { name: textIn(row, "type_name") ?? "", fields };
  });
  return parseUserTypes(definitions, knownTypes);
}
