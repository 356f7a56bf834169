import { nameColumns } from "@colonnade/runtime/protocol";
import type { TableApiNames } from "@colonnade/runtime/protocol";
import type { Column, Table } from "../model/index.ts";

/** Before the type's name they make the mutations of a table. */
export const mutationVerbs = ["insert", "update", "delete"] as const;

/** What a table's types are called. */
interface TableNames extends TableApiNames {
  /** The inputs that only some tables have. */
  readonly inputs: { readonly changes: string; readonly nearest: string };
}

/** A table and its names in the API. */
export interface TableApi extends TableNames {
  readonly keyspace: string;
  readonly table: Table;
  /** Field → column, in the order of the definition. */
  readonly columns: ReadonlyMap<string, Column>;
}

export function createTableApi(keyspace: string, table: Table, names: TableNames): TableApi {
  const fields = nameColumns(table.columns.map((column) => column.name));
  const columns = new Map(table.columns.map((column) => [fields.get(column.name) ?? column.name, column]));
  return { ...names, keyspace, table, columns };
}

/** Whether rows can be found by the distance of this vector from another. */
export function hasNeighbors({ name, type }: Column, { indexes }: Table): boolean {
  return type.kind === "vector" && indexes.some(({ column, using }) => column === name && using === "sai");
}
