import { printIdentifier } from "../../model/index.ts";
import type { Column } from "../../model/index.ts";
import { invalid } from "../cql-error.ts";
import type { TableScope } from "./receiver.ts";

/** @throws {CqlError} `invalid` if the table has no such column */
export function knownColumn(name: string, { keyspace, table, columns }: TableScope): Column {
  const column = columns.get(name);
  if (column) return column;
  throw invalid(`Undefined column name ${printIdentifier(name)} in table ${keyspace}.${table.name}`);
}
