/** The keyspaces of a file while its statements are read, one after the other. */
import { printIdentifier } from "../../model/index.ts";
import type { SystemRow, SystemRows } from "../cql/system-rows.ts";

export interface DraftColumn {
  name: string;
  type: string;
  isStatic: boolean;
}

export interface DraftTable {
  readonly name: string;
  columns: DraftColumn[];
  partitionKey: string[];
  clusteringKey: string[];
  /** Clustering columns in descending order. */
  readonly descending: Set<string>;
  readonly options: Map<string, unknown>;
  isCompact: boolean;
  /** Dropped columns, which the database remembers; a column that is added again stays here. */
  readonly dropped: Map<string, DraftColumn>;
}

interface DraftIndex {
  readonly name: string;
  readonly table: string;
  column: string;
  /** `values` of `values(tags)`; undefined for the column alone. */
  readonly part: string | undefined;
  /** The class, of an index that is not the database's own. */
  readonly using: string | undefined;
  readonly options: ReadonlyMap<string, unknown>;
}

export interface DraftKeyspace {
  readonly tables: Map<string, DraftTable>;
  /** Type → its fields, in their order. */
  readonly userTypes: Map<string, { name: string; type: string }[]>;
  readonly indexes: Map<string, DraftIndex>;
  /** Materialized view → its table. */
  readonly views: Map<string, string>;
  /** Type names that the config accepts. */
  readonly customTypes: ReadonlySet<string>;
}

export function newKeyspace(customTypes: ReadonlySet<string>): DraftKeyspace {
  return { tables: new Map(), userTypes: new Map(), indexes: new Map(), views: new Map(), customTypes };
}

/** The rows that `system_schema` would have, of which there is one reading for clusters and files. */
export function systemRowsOf({ tables, userTypes, indexes, views }: DraftKeyspace): SystemRows {
  return {
    tables: Array.from(tables.values(), tableRow),
    // A view is known by having columns and being no table.
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
    // What was dropped before the file was written is not in it.
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
