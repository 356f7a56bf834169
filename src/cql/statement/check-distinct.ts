import { invalid } from "../cql-error.ts";
import type { Select } from "../grammar/tree.ts";
import type { TableScope } from "../values/index.ts";
import type { Projection } from "./projection.ts";
import type { RestrictedColumns } from "./restricted-columns.ts";

/** @throws {CqlError} `invalid` when SELECT DISTINCT is about more than whole partitions */
export function checkDistinct(
  { perPartitionLimit, selectors }: Select,
  { reads }: Pick<Projection, "reads">,
  restricted: RestrictedColumns,
  { table, columns }: TableScope,
): void {
  if (perPartitionLimit) throw invalid("PER PARTITION LIMIT is not allowed with SELECT DISTINCT queries");
  const isOfRows = (name: string): boolean => ["clustering", "regular"].includes(columns.get(name)?.kind ?? "");
  if ([...columns.keys()].some((name) => isOfRows(name) && restricted.kindOf(name) !== undefined)) {
    throw invalid(
      "SELECT DISTINCT with WHERE clause only supports restriction by partition key and/or static columns.",
    );
  }
  const other = reads.find(isOfRows);
  if (other !== undefined) {
    throw invalid(
      `SELECT DISTINCT queries must only request partition key columns and/or static columns (not ${other})`,
    );
  }
  const isOfKeys = table.partitionKey.every((name) => ["eq", "in"].includes(restricted.kindOf(name) ?? ""));
  const missing = table.partitionKey.find((name) => !reads.includes(name));
  if (isOfKeys || missing === undefined || !selectors) return;
  throw invalid(`SELECT DISTINCT queries must request all the partition key columns (missing ${missing})`);
}
