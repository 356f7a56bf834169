import type { Keyspace } from "../../model/index.ts";
import { printName } from "../../model/print-cql.ts";

/** A query of the first table, to begin with. */
export function sampleStatement(keyspace: Keyspace | undefined): string {
  const table = keyspace?.tables[0];
  if (!table) return "SELECT keyspace_name FROM system_schema.keyspaces;\n";
  return `SELECT * FROM ${printName(table.name)} LIMIT 10;\n`;
}
