import type { TableScope } from "../values/index.ts";
import type { RestrictedColumns } from "./restricted-columns.ts";

/** What the database warns of where one row is made of many partitions; undefined if it does not. */
export function aggregateWarnings(restricted: RestrictedColumns, { table }: TableScope): readonly string[] | undefined {
  const kinds = table.partitionKey.map((name) => restricted.kindOf(name));
  if (!restricted.hasTokens && kinds.every((kind) => kind === undefined)) {
    return ["Aggregation query used without partition key"];
  }
  if (!kinds.includes("in")) return undefined;
  return ["Aggregation query used on multiple partition keys (IN restriction)"];
}
