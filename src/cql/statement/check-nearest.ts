import { invalid } from "../cql-error.ts";
import type { TableScope } from "../values/index.ts";
import type { Order } from "./order-by.ts";
import type { RestrictedColumns } from "./restricted-columns.ts";

/** @throws {CqlError} `invalid` where vectors are compared in another way than by nearness, or rows are added up */
export function checkNearest(
  { nearest }: Order,
  restricted: RestrictedColumns,
  { table, columns }: TableScope,
  isAggregate: boolean,
): void {
  if (nearest && isAggregate) throw invalid("Top-K queries can not be run with aggregation");
  const compared = table.indexes.find(
    ({ column, using }) =>
      using === "sai" && columns.get(column)?.type.kind === "vector" && restricted.kindOf(column) !== undefined,
  );
  if (compared) throw invalid("Vector indexes only support ANN queries");
}
