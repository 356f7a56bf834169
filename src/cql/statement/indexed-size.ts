import type { Column } from "../../model/index.ts";
import { indexNames } from "../../model/index.ts";
import type { Table } from "../../model/index.ts";
import type { Encoded } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import type { TableScope } from "../values/index.ts";

/** In bytes: indexes that are not storage-attached have values as the keys of partitions. */
const longestIndexed = 65_535;

/** @throws {CqlError} `invalid` when an index of the column has no room for the value */
export function checkIndexedSize(scope: TableScope, { name }: Column, operand: Encoded | null): void {
  if (operand === null || operand.bytes.length < longestIndexed) return;
  const index = keyedIndexes(scope.table).get(name);
  if (index === undefined) return;
  throw invalid(
    `Cannot index value of size ${operand.bytes.length} for index ${index} on ` +
      `${scope.keyspace}.${scope.table.name}(${name}) (maximum allowed size=${longestIndexed})`,
  );
}

/** @throws {CqlError} `invalid` when such an index cannot have the value that rows are looked up by */
export function checkSearchedSize({ table }: TableScope, { name }: Column, { bytes }: Encoded): void {
  if (bytes.length <= longestIndexed || !keyedIndexes(table).has(name)) return;
  throw invalid("Index expression values may not be larger than 64K");
}

/** The names of such indexes by their columns. */
function keyedIndexes(table: Table): ReadonlyMap<string, string> {
  const names = indexNames(table);
  return new Map(
    table.indexes.flatMap(({ column, kind, using }, place) =>
      kind === "full" && using === undefined ? [[column, names[place] ?? ""] as const] : [],
    ),
  );
}
