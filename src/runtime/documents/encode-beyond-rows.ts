/** Makes the variables of documents beyond rows: deletes of many rows, counts, scans, queries by an index, neighbors. */
import type { NearestOptions } from "../functions/tables.ts";
import { filterOf } from "../graphql/document.ts";
import { changesOf } from "../graphql/send-beyond-rows.ts";
import { checkCount, checkDistinct, nearestCheck } from "../operation/checked-beyond-rows.ts";
import { checkDeleteWhere } from "../operation/checked-delete-where.ts";
import { checkIndexed, checkScan } from "../operation/checked-selection.ts";
import type { CheckedSelection } from "../operation/checked-selection.ts";
import type { ScanOptions } from "../operation/read-options.ts";
import type { Table, TableTypes } from "../table/table.ts";
import { readOptionsOf, selection, writeOptionsOf, checkedVariables } from "./encode.ts";
import type { EncodeFindOptions, EncodeRepeatableOptions, EncodeUpdateOptions } from "./encode.ts";
import { checkUpdateParts } from "../operation/checked-changes.ts";
import type { AnyWriteOptions } from "../operation/write-options.ts";

export interface EncodeScanOptions extends EncodeFindOptions, Pick<ScanOptions<never>, "part" | "perPartition"> {}

export type EncodePartitionsOptions = Omit<EncodeScanOptions, "perPartition">;

export type EncodeNearestOptions<Where extends object> = Pick<
  NearestOptions<never, Where>,
  "consistency" | "limit" | "where"
>;

export function encodeDeleteWhere<T extends TableTypes, Variables>(
  table: Table<T>,
  where: T["where"],
  options: EncodeRepeatableOptions = {},
): Variables {
  const checked = checkDeleteWhere({ kind: "delete", table, record: where, amounts: undefined, options });
  return { where: filterOf(checked.filters ?? []), ...writeOptionsOf(checked.options) } as Variables;
}

export function encodeCount<T extends TableTypes, Variables>(
  table: Table<T>,
  where: T["where"],
  options?: EncodeFindOptions,
): Variables {
  return whereOf(checkCount(selection("find", table, where, options))) as Variables;
}

export function encodeCountAll<T extends TableTypes, Variables>(
  table: Table<T>,
  options?: EncodePartitionsOptions,
): Variables {
  return readOptionsOf(checkCount(selection("scan", table, undefined, options))) as Variables;
}

export function encodeScan<T extends TableTypes, Variables>(table: Table<T>, options?: EncodeScanOptions): Variables {
  return readOptionsOf(checkScan(selection("scan", table, undefined, options))) as Variables;
}

export function encodePartitions<T extends TableTypes, Variables>(
  table: Table<T>,
  options?: EncodePartitionsOptions,
): Variables {
  return readOptionsOf(checkDistinct(selection("scan", table, undefined, options))) as Variables;
}

/** @param where the query of an index, whose types the generated function has */
export function encodeIndexed<T extends TableTypes, Variables>(
  table: Table<T>,
  where: object,
  options?: EncodeFindOptions,
): Variables {
  return whereOf(checkIndexed(selection("indexed", table, where, options))) as Variables;
}

export function encodeNearest<T extends TableTypes, Variables>(
  table: Table<T>,
  column: keyof T["row"],
  vector: readonly number[],
  { limit, where, ...options }: EncodeNearestOptions<object>,
): Variables {
  const check = nearestCheck(String(column), vector, limit);
  const checked = check(selection("indexed", table, where, options));
  return { vector: checked.nearest?.to, ...(where ? whereOf(checked) : readOptionsOf(checked)) } as Variables;
}

function whereOf(checked: CheckedSelection): object {
  return { where: filterOf(checked.tests ?? []), ...readOptionsOf(checked) };
}

export function encodeUpdateParts<T extends TableTypes, Variables>(
  table: Table<T>,
  value: T["update"],
  options?: EncodeUpdateOptions<T>,
): Variables {
  const given = (options ?? {}) as AnyWriteOptions;
  const checked = checkUpdateParts({ kind: "update", table, record: value, amounts: undefined, options: given });
  return { ...checkedVariables(checked), ...(checked.changes && { changes: changesOf(checked.changes) }) } as Variables;
}
