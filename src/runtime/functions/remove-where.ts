import { checkDeleteWhere } from "../operation/checked-delete-where.ts";
import type { Session } from "../operation/operation.ts";
import type { Applied, RepeatableOptions } from "../operation/write-options.ts";
import { sendDeleteWhere } from "../graphql/send-beyond-rows.ts";
import type { Table, TableTypes } from "../table/table.ts";
import { write } from "./write.ts";

/**
 * Deletes the rows that a find with this where would find, with the static columns if it is a whole partition. Finding none
 * is not an error.
 */
export function removeWhere<T extends TableTypes>(
  session: Session,
  table: Table<T>,
  where: T["where"],
  options?: RepeatableOptions,
): Promise<Applied> {
  const written = write(session, "delete", checkDeleteWhere, table, where, options, undefined, sendDeleteWhere);
  return written as Promise<Applied>;
}
