/** Turns a definition of the service into the descriptor that generated code would have: columns have their CQL names. */
import type { Table as Descriptor } from "@colonnade/runtime";
import { nameColumns, nameTables, queryName } from "@colonnade/runtime/protocol";
import type { Codec } from "@colonnade/runtime/protocol";
import type { Keyspace, Table } from "../../model/index.ts";
import { codecOf } from "../../store/values/codec.ts";

/** A row by CQL names. */
export type Row = Readonly<Record<string, unknown>>;

/** Some columns of a row. */
export function pick(row: Row, names: readonly string[]): Row {
  return Object.fromEntries(names.map((name) => [name, row[name]]));
}

/** Records are checked at run time alone. */
export interface AnyTypes {
  row: Row;
  key: Row;
  where: object;
  if: object;
  insert: Row;
  update: Row;
}

export type TableDescriptor = Descriptor<AnyTypes>;

export function describeTable({ name: keyspace, tables }: Keyspace, table: Table): TableDescriptor {
  const { name, columns, partitionKey, clusteringKey, defaultTimeToLive } = table;
  const apiName = nameTables(tables.map((each) => each.name)).get(name)?.type ?? name;
  return {
    keyspace,
    name,
    apiName,
    queryName: queryName(apiName),
    columns: Object.fromEntries(
      columns.map((column) => [column.name, codecOf(column.type) as unknown as Codec<NonNullable<unknown>>]),
    ),
    partitionKey,
    clusteringKey: clusteringKey.map((column) =>
      column.order === "DESC" ? ([column.name, "desc"] as const) : column.name,
    ),
    staticColumns: columns.filter((column) => column.kind === "static").map((column) => column.name),
    apiNames: Object.fromEntries(nameColumns(columns.map((column) => column.name))),
    defaultTimeToLive,
  };
}
