import { nameColumns, nameTables } from "@colonnade/runtime/protocol";
import type { TableApiNames } from "@colonnade/runtime/protocol";
import type { Column, Keyspace, Table } from "../../model/index.ts";

/** Before the type's name they make the mutations of a table. */
export const mutationVerbs = ["insert", "update", "delete"] as const;

/** A table and its names in the API. */
export interface TableApi extends TableApiNames {
  readonly keyspace: string;
  readonly table: Table;
  /** Field → column, in the order of the definition. */
  readonly columns: ReadonlyMap<string, Column>;
}

const known = new WeakMap<Keyspace, ReadonlyMap<string, TableApiNames>>();

/** The API names of a keyspace's tables, by their CQL names. */
export function nameTablesOf(keyspace: Keyspace): ReadonlyMap<string, TableApiNames> {
  const names = known.get(keyspace) ?? nameTables(keyspace.tables.map((table) => table.name));
  known.set(keyspace, names);
  return names;
}

export function tableApisOf(keyspace: Keyspace): readonly TableApi[] {
  const names = nameTablesOf(keyspace);
  return keyspace.tables.flatMap((table) => {
    const tableNames = names.get(table.name);
    if (!tableNames) return [];
    const fields = nameColumns(table.columns.map((column) => column.name));
    const columns = new Map(table.columns.map((column) => [fields.get(column.name) ?? column.name, column]));
    return [{ ...tableNames, keyspace: keyspace.name, table, columns }];
  });
}
