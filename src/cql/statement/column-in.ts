import type { Column } from "../../model/index.ts";
import { invalid } from "../cql-error.ts";
import type { TableScope } from "../values/index.ts";

/** @throws {CqlError} `invalid` if the table has no such column */
export function columnIn({ keyspace, table, columns }: TableScope, name: string): Column {
  const column = columns.get(name);
  if (column) return column;
  throw invalid(`Undefined column name ${name} in table ${keyspace}.${table.name}`);
}
