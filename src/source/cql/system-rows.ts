import { byCodeUnits } from "../../model/index.ts";

/**
 * The rows of `system_schema` that tell of one keyspace, as a driver gives them: objects by column name, whose values nobody
 * has checked. A table that the server does not have is undefined: what it would tell is unknown, not absent.
 *
 * Cassandra 3.0 and newer have all of them. @see service-facts 4; captures, cql-system-schema
 */
export interface SystemRows {
  readonly tables: readonly SystemRow[];
  readonly columns: readonly SystemRow[];
  readonly types: readonly SystemRow[] | undefined;
  readonly indexes: readonly SystemRow[] | undefined;
  readonly droppedColumns: readonly SystemRow[] | undefined;
}

export type SystemRow = Readonly<Record<string, unknown>>;

/** The text in a cell, or undefined where there is none. */
export function textIn(row: SystemRow, column: string): string | undefined {
  const value = row[column];
  return typeof value === "string" ? value : undefined;
}

/** The texts of a list or set; of a cell that holds neither, none. */
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

/** The rows by the name of their table, in the order they came. */
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

/** The rows in the order of the texts in a column. */
export function sortedBy(rows: readonly SystemRow[], column: string): SystemRow[] {
  return [...rows].sort((one, other) => byCodeUnits(textIn(one, column) ?? "", textIn(other, column) ?? ""));
}
