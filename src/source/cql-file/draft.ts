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
}

export interface DraftIndex {
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
  /** Names of materialized views. */
  readonly views: Set<string>;
}

export function newKeyspace(): DraftKeyspace {
  return { tables: new Map(), userTypes: new Map(), indexes: new Map(), views: new Set() };
}

/** The rows that `system_schema` would have, of which there is one reading for clusters and files. */
export function systemRowsOf({ tables, userTypes, indexes, views }: DraftKeyspace): SystemRows {
  return {
    tables: Array.from(tables.values(), tableRow),
    // A view is known by having columns and being no table.
    columns: [...[...tables.values()].flatMap(columnRows), ...Array.from(views, (view) => ({ table_name: view }))],
    types: Array.from(userTypes, ([name, fields]) => ({
      type_name: name,
      field_names: fields.map((field) => field.name),
      field_types: fields.map((field) => field.type),
    })),
    indexes: Array.from(indexes.values(), indexRow),
    // The file says what it drops, but not what had been dropped before it was written.
    droppedColumns: undefined,
  };
}

function tableRow({ name, options }: DraftTable): SystemRow {
  return { default_time_to_live: 0, comment: "", ...Object.fromEntries(options), table_name: name };
}

function columnRows({ name, columns, partitionKey, clusteringKey, descending }: DraftTable): SystemRow[] {
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
