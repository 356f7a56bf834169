/** The rows that `system_schema` would have for a draft, so that clusters and files are read by the same code. */
import { printIdentifier } from "../../model/index.ts";
import type { SystemRow, SystemRows } from "../cql/system-rows.ts";
import type { DraftColumn, DraftIndex, DraftKeyspace, DraftTable } from "./draft.ts";

export function systemRowsOf({ tables, userTypes, indexes, views }: DraftKeyspace): SystemRows {
  return {
    tables: Array.from(tables.values(), tableRow),
    // A view has columns, and is no table.
    columns: [
      ...[...tables.values()].flatMap(columnRows),
      ...Array.from(views.keys(), (view) => ({ table_name: view })),
    ],
    types: Array.from(userTypes, ([name, fields]) => ({
      type_name: name,
      field_names: fields.map((field) => field.name),
      field_types: fields.map((field) => field.type),
    })),
    indexes: Array.from(indexes.values(), indexRow),
    // The file does not list the columns that were dropped before it was written.
    droppedColumns: [...tables.values()].flatMap(droppedRows),
  };
}

function tableRow({ name, options, isCompact, clusteringKey }: DraftTable): SystemRow {
  // A compact table without clustering columns has no flag at all.
  const compact = [...(clusteringKey.length > 0 ? ["dense"] : []), ...(clusteringKey.length > 1 ? ["compound"] : [])];
  const flags = isCompact ? compact : ["compound"];
  return { default_time_to_live: 0, comment: "", ...Object.fromEntries(options), flags, table_name: name };
}

function droppedRows({ name, dropped }: DraftTable): SystemRow[] {
  return Array.from(dropped.values(), (column) => ({
    table_name: name,
    column_name: column.name,
    type: column.type,
    kind: column.isStatic ? "static" : "regular",
  }));
}

function columnRows(table: DraftTable): SystemRow[] {
  const { name, columns, partitionKey, clusteringKey, descending } = table.isCompact ? withHidden(table) : table;
  return columns.map((column) => {
    const [inPartition, inClustering] = [partitionKey.indexOf(column.name), clusteringKey.indexOf(column.name)];
    const other = column.isStatic ? "static" : "regular";
    return {
      table_name: name,
      column_name: column.name,
      type: column.type,
      kind: inPartition >= 0 ? "partition_key" : inClustering >= 0 ? "clustering" : other,
      position: Math.max(inPartition, inClustering),
      clustering_order: descending.has(column.name) ? "desc" : "asc",
    };
  });
}

/** The columns that the database adds to a table with compact storage, and does not show in CQL. */
function withHidden(table: DraftTable): DraftTable {
  const { columns, partitionKey, clusteringKey } = table;
  const hidden = (name: string, type: string): DraftColumn => ({ name, type, isStatic: false });
  if (clusteringKey.length === 0) {
    const stored = columns.map((column) => ({ ...column, isStatic: !partitionKey.includes(column.name) }));
    const added = [hidden("column1", "text"), hidden("value", "blob")];
    return { ...table, columns: [...stored, ...added], clusteringKey: ["column1"] };
  }
  const hasValue = columns.length > partitionKey.length + clusteringKey.length;
  return hasValue ? table : { ...table, columns: [...columns, hidden("value", "empty")] };
}

function indexRow({ name, table, column, part, using, options }: DraftIndex): SystemRow {
  const target = part === undefined ? printIdentifier(column) : `${part}(${printIdentifier(column)})`;
  return {
    table_name: table,
    index_name: name,
    kind: using === undefined ? "COMPOSITES" : "CUSTOM",
    options: new Map([
      ...options,
      ["target", target],
      ...(using === undefined ? [] : [["class_name", using] as const]),
    ]),
  };
}
