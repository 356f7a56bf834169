import { invalid } from "../cql-error.ts";
import type { Relation } from "../grammar/tree.ts";
import type { TableScope } from "../values/index.ts";
import { isTerms } from "./operand.ts";

/** What depends on a row names one row; a list of one term does too. @throws {CqlError} `invalid` */
export function checkSingleKey(where: readonly Relation[], what: "updates" | "deletions", { table }: TableScope): void {
  const lists = where.filter(({ operator, value }) => operator === "IN" && !(isTerms(value) && value.length === 1));
  if (lists.length === 0) return;
  const ofPartition = lists.some(({ columns }) => columns.some((name) => table.partitionKey.includes(name)));
  const part = ofPartition ? "partition key" : "clustering key columns";
  throw invalid(`IN on the ${part} is not supported with conditional ${what}`);
}
