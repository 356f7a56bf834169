/** Makes the variables of updates that change parts of columns. Apart: most tables have no such columns. */
import { changesOf } from "../graphql/print-parts.ts";
import { checkUpdateParts } from "../operation/checked-changes.ts";
import type { AnyWriteOptions } from "../operation/operation-input.ts";
import type { Table, TableTypes } from "../table/table.ts";
import { checkedVariables } from "./encode.ts";
import type { EncodeUpdateOptions } from "./encode.ts";

export function encodeUpdateParts<T extends TableTypes, Variables>(
  table: Table<T>,
  value: T["update"],
  options?: EncodeUpdateOptions<T>,
): Variables {
  const given = (options ?? {}) as AnyWriteOptions;
  const checked = checkUpdateParts({ kind: "update", table, record: value, amounts: undefined, options: given });
  return { ...checkedVariables(checked), ...(checked.changes && { changes: changesOf(checked.changes) }) } as Variables;
}
