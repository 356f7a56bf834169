import { byCodeUnits, byName } from "../../model/index.ts";
import type { ColumnDefinition, TableDefinition } from "../../model/index.ts";
import { findTableOptions } from "./find-table-options.ts";
import type { Note } from "../left-out.ts";
import type { SystemRow } from "./system-rows.ts";
import { textIn, textsIn } from "./system-rows.ts";

interface ParsedTable {
  /** As JSON, whose columns and key the model checks later. */
  readonly definition: TableDefinition;
  readonly notes: readonly Note[];
  /** Why a definition cannot express the table. */
  readonly objections: readonly string[];
}

interface SystemColumn {
  readonly name: string;
  readonly kind: string;
  readonly type: string;
  /** Its index among the columns of its kind in the key. */
  readonly position: number;
  readonly order: "ASC" | "DESC";
}

/** The type of a column that exists only because compact storage needs one. */
const emptyTypes: ReadonlySet<string> = new Set(["empty", "'org.apache.cassandra.db.marshal.EmptyType'"]);

const columnKinds: ReadonlySet<string> = new Set(["partition_key", "clustering", "regular", "static"]);

/**
 * Parses a row of `system_schema.tables` with those of its columns.
 *
 * The server keeps no order of columns except that of the key: the key comes first, then the others by name.
 */
export function parseTableRows(table: SystemRow, rows: readonly SystemRow[]): ParsedTable {
  const name = textIn(table, "table_name") ?? "";
  const all = rows.map(parseColumnRow);
  const flags = table["flags"] == null ? undefined : textsIn(table, "flags");
  const { columns, notes } = withoutCompactStorage(name, all, flags);
  const objections = columns
    .filter(({ kind }) => !columnKinds.has(kind))
    .map((column) => `the column ${column.name} has the kind ${JSON.stringify(column.kind)}, which CQL does not have`);
  if (flags?.includes("super")) {
    objections.push("it has super columns, which CQL cannot show");
  }
  const key = (kind: string): SystemColumn[] =>
    columns.filter((column) => column.kind === kind).sort((one, other) => one.position - other.position);
  const [partitionKey, clusteringKey] = [key("partition_key"), key("clustering")];
  const others = columns.filter((column) => column.kind === "static" || column.kind === "regular").sort(byName);
  const comment = textIn(table, "comment") ?? "";
  const options = findTableOptions(table);
  return {
    definition: {
      name,
      ...(comment !== "" && { description: comment }),
      columnDefinitions: [...partitionKey, ...clusteringKey, ...others].map((column): ColumnDefinition => ({
        name: column.name,
        typeDefinition: column.type,
        static: column.kind === "static",
      })),
      primaryKey: { partitionKey: namesOf(partitionKey), clusteringKey: namesOf(clusteringKey) },
      tableOptions: {
        defaultTimeToLive: Number(table["default_time_to_live"] ?? 0),
        clusteringExpression: clusteringKey.map((column) => ({ column: column.name, order: column.order })),
      },
    },
    notes: options === undefined ? notes : [...notes, optionsNote(name, options)],
    objections,
  };
}

function optionsNote(table: string, options: string): Note {
  return { kind: "table-options", table, message: `${table} has options that definitions cannot express: ${options}` };
}

function parseColumnRow(row: SystemRow): SystemColumn {
  return {
    name: textIn(row, "column_name") ?? "",
    kind: textIn(row, "kind") ?? "",
    type: textIn(row, "type") ?? "",
    position: Number(row["position"] ?? 0),
    order: textIn(row, "clustering_order")?.toLowerCase() === "desc" ? "DESC" : "ASC",
  };
}

/** The `flags` of tables without hidden columns. */
const forms: ReadonlySet<string> = new Set(["compound", "dense", "super"]);

/**
 * The columns that CQL shows of a table with compact storage, which Cassandra 3 still supports.
 *
 * A table of plain columns stores them as static ones beside a hidden clustering column and value. A table with only
 * key columns has a value without a type.
 */
function withoutCompactStorage(
  table: string,
  all: readonly SystemColumn[],
  flags: readonly string[] | undefined,
): { readonly columns: readonly SystemColumn[]; readonly notes: readonly Note[] } {
  const isPlain = flags !== undefined && !flags.some((flag) => forms.has(flag)) && hasHiddenOnes(all);
  const isHidden = ({ kind, type }: SystemColumn): boolean =>
    emptyTypes.has(type) || (isPlain && (kind === "clustering" || kind === "regular"));
  const hidden = all.filter(isHidden);
  const columns = all
    .filter((column) => !isHidden(column))
    .map((column) => (isPlain && column.kind === "static" ? { ...column, kind: "regular" } : column));
  if (hidden.length === 0) {
    if (flags?.includes("dense") !== true) return { columns, notes: [] };
    const message = `${table} has compact storage, which definitions cannot express`;
    return { columns, notes: [{ kind: "compact-storage", table, message }] };
  }
  const names = namesOf(hidden).sort(byCodeUnits).join(" and ");
  const message = `${table} has compact storage: ${names} ${hidden.length === 1 ? "is" : "are"} left out, as in CQL`;
  return { columns, notes: [{ kind: "compact-storage", table, message }] };
}

/** Beside the partition key, it has a hidden clustering column and value; all visible columns are stored as static. */
function hasHiddenOnes(columns: readonly SystemColumn[]): boolean {
  const count = (kind: string): number => columns.filter((column) => column.kind === kind).length;
  return count("clustering") === 1 && count("regular") === 1;
}

function namesOf(columns: readonly SystemColumn[]): string[] {
  return columns.map((column) => column.name);
}
