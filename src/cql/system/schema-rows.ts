/**
 * The definitions of a keyspace as rows of `system_schema`, or of `system_virtual_schema` for a virtual one.
 *
 * The rows of a keyspace, of a table and of a type are made apart, so that a change renews no others.
 */
import { indexNames, isCounterTable, isMultiCell, printName } from "../../model/index.ts";
import type { Column, CqlType, Index, Table, UserType } from "../../model/index.ts";
import type { KeyspaceDetails, KnownTableDetails, TableDetails, Value } from "../../store/index.ts";
import { typeText } from "../values/index.ts";
import { isVirtualKeyspace, systemKeyspaces } from "./system-tables.ts";

/** A row of a system table, with the columns that have a value. */
export interface SystemRow {
  readonly keyspace: string;
  readonly table: string;
  readonly values: ReadonlyMap<string, Value>;
}

export function keyspaceRows(name: string, details: KeyspaceDetails): readonly SystemRow[] {
  if (isVirtualKeyspace(name)) return [virtualRow("keyspaces", { keyspace_name: name })];
  const { replication, durableWrites } = details;
  return [schemaRow("keyspaces", { keyspace_name: name, durable_writes: durableWrites, replication })];
}

export function userTypeRows(keyspace: string, { name, fields }: UserType): readonly SystemRow[] {
  return [
    schemaRow("types", {
      keyspace_name: keyspace,
      type_name: name,
      field_names: fields.map((field) => field.name),
      field_types: fields.map((field) => typeText(field.type)),
    }),
  ];
}

export function tableRows(keyspace: string, table: Table, details: KnownTableDetails): readonly SystemRow[] {
  const columns = table.columns.map((column) => columnValues(keyspace, table, column));
  if (isVirtualKeyspace(keyspace)) {
    const comment = table.description ?? "";
    return [
      virtualRow("tables", { keyspace_name: keyspace, table_name: table.name, comment }),
      ...columns.map((values) => virtualRow("columns", values)),
    ];
  }
  const names = indexNames(table);
  return [
    schemaRow("tables", tableValues(keyspace, table, details)),
    ...columns.map((values) => schemaRow("columns", values)),
    ...droppedRows(keyspace, table, details),
    ...table.indexes.flatMap((index, place) => indexRows(keyspace, table, index, names[place] ?? "")),
  ];
}

type Values = Readonly<Record<string, Value | undefined>>;

function schemaRow(table: string, values: Values): SystemRow {
  return systemRow("system_schema", table, values);
}

function virtualRow(table: string, values: Values): SystemRow {
  return systemRow("system_virtual_schema", table, values);
}

/** @param values undefined for columns without one */
export function systemRow(keyspace: string, table: string, values: Values): SystemRow {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return { keyspace, table, values: new Map(given) };
}

/** Cassandra 5.0 leaves these options null while they have these values, so that older nodes can read the row. */
const unsaid: ReadonlyMap<string, string> = new Map([
  ["allow_auto_snapshot", "true"],
  ["cdc", "false"],
  ["incremental_backups", "true"],
  ["memtable", "default"],
]);

function tableValues(keyspace: string, table: Table, { id, options }: TableDetails): Values {
  const all = Array.from(options, ([name, option]): [string, Value | undefined] => {
    const type = optionTypes.get(name);
    // The database drops extensions that it has no class for, and it has a class for none.
    if (name === "extensions") return [name, new Map()];
    return [name, unsaid.get(name) === option || !type ? undefined : optionValue(type, option)];
  });
  return {
    keyspace_name: keyspace,
    table_name: table.name,
    ...Object.fromEntries(all),
    dclocal_read_repair_chance: 0,
    flags: isCounterTable(table) ? ["compound", "counter"] : ["compound"],
    id,
    read_repair_chance: 0,
  };
}

const optionTypes: ReadonlyMap<string, CqlType> = new Map(
  systemKeyspaces
    .find(({ name }) => name === "system_schema")
    ?.tables.find(({ name }) => name === "tables")
    ?.columns.map(({ name, type }) => [name, type]),
);

function optionValue(type: CqlType, option: string | ReadonlyMap<string, string>): Value {
  if (typeof option !== "string" || type.kind !== "native") return option;
  if (type.name === "boolean") return option === "true";
  return type.name === "int" || type.name === "double" ? Number(option) : option;
}

function columnValues(keyspace: string, table: Table, { name, type, kind }: Column): Values {
  const place = table.clusteringKey.findIndex((column) => column.name === name);
  return {
    keyspace_name: keyspace,
    table_name: table.name,
    column_name: name,
    clustering_order: place < 0 ? "none" : table.clusteringKey[place]?.order.toLowerCase(),
    column_name_bytes: new Uint8Array(Buffer.from(name)),
    kind: kind === "partition" ? "partition_key" : kind,
    position: kind === "partition" ? table.partitionKey.indexOf(name) : place,
    type: typeText(type),
  };
}

/** One for each name, the column that had it last. When it was dropped, nobody knows. */
export function lastDropped({ dropped }: Pick<KnownTableDetails, "dropped">): KnownTableDetails["dropped"] {
  return [...new Map(dropped.map((one) => [one.column, one])).values()];
}

function droppedRows(keyspace: string, { name }: Table, details: KnownTableDetails): readonly SystemRow[] {
  return lastDropped(details).map((one) =>
    schemaRow("dropped_columns", {
      keyspace_name: keyspace,
      table_name: name,
      column_name: one.column,
      kind: one.static ? "static" : "regular",
      type: one.type,
    }),
  );
}

function indexRows(keyspace: string, table: Table, index: Index, name: string): readonly SystemRow[] {
  const { using, options = {} } = index;
  const target = printIndexTarget(table, index);
  const custom = using === undefined ? [] : [...Object.entries(options), ["class_name", using] as const];
  return [
    schemaRow("indexes", {
      keyspace_name: keyspace,
      table_name: table.name,
      index_name: name,
      kind: using === undefined ? "COMPOSITES" : "CUSTOM",
      options: new Map([...custom, ["target", target] as const].sort(([one], [other]) => (one < other ? -1 : 1))),
    }),
    // Its first column is misnamed in the database too.
    systemRow("system", "IndexInfo", { table_name: keyspace, index_name: name }),
    ...(using === undefined ? [] : [attachedRow(keyspace, table, index, name)]),
  ];
}

/** Clients poll this row after they have created a storage-attached index, until it is queryable. */
function attachedRow(
  keyspace: string,
  { name: table, columns }: Table,
  { column, kind }: Index,
  name: string,
): SystemRow {
  const type = columns.find((candidate) => candidate.name === column)?.type;
  const isText = kind === "full" && type?.kind === "native" && ["text", "varchar", "ascii"].includes(type.name);
  return systemRow("system_views", "sai_column_indexes", {
    keyspace_name: keyspace,
    index_name: name,
    column_name: column,
    is_building: false,
    is_queryable: true,
    is_string: isText,
    table_name: table,
  });
}

/** `keys(m)`, or the column alone where it is indexed as it is. */
export function printIndexTarget({ columns }: Table, { column, kind }: Index): string {
  const type = columns.find((candidate) => candidate.name === column)?.type;
  const isFrozenCollection = type?.kind !== "user" && type !== undefined && "frozen" in type && !isMultiCell(type);
  return kind === "full" && !isFrozenCollection ? printName(column) : `${kind}(${printName(column)})`;
}
