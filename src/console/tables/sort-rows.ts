/** Sorts the rows of one page. The order is that of the database for values of the type, as far as it matters to people. */
import type { CqlType } from "../../model/index.ts";
import type { Row } from "./describe-table.ts";
import { isNumeric, printValue } from "./value-text.ts";

export interface Sort {
  readonly column: string;
  readonly descending: boolean;
}

/** Rows without a value come last in both directions. Equal rows keep their order. */
export function sortRows(rows: readonly Row[], type: CqlType, { column, descending }: Sort): readonly Row[] {
  const keyed = rows.map((row) => ({ row, key: sortKey(type, row[column]) }));
  const sign = descending ? -1 : 1;
  return keyed
    .toSorted(({ key: one }, { key: other }) => {
      if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
      return one < other ? -sign : one > other ? sign : 0;
    })
    .map(({ row }) => row);
}

type SortKey = string | number | bigint;

function sortKey(type: CqlType, value: unknown): SortKey | undefined {
  if (value === null || value === undefined) return undefined;
  if (value instanceof Date) return value.getTime();
  if (typeof value === "bigint" || typeof value === "number") return value;
  const text = printValue(type, value);
  if (type.kind !== "native") return text;
  if (isNumeric(type)) return Number(text);
  // The time of a version 1 UUID, from its highest digits to its lowest.
  if (type.name === "timeuuid") return text.slice(15, 18) + text.slice(9, 13) + text.slice(0, 8) + text;
  return text;
}
