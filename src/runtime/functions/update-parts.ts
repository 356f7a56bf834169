/** Updates that change parts of collections and user types. Called by the generated functions of tables that have some. */
import { checkUpdateParts } from "../operation/checked-changes.ts";
import type { Session } from "../operation/operation.ts";
import type { Flag, UpdateOptions, UpdateValue, Updated } from "../operation/write-options.ts";
import { sendUpdateParts } from "../graphql/send-beyond-rows.ts";
import type { Table, TableTypes } from "../table/table.ts";
import { write } from "./write.ts";

/**
 * Writes the given columns, as `update` does, and changes the inside of those whose value is a change:
 * `{ name: "hall", moderators: add(["ann"]), title: "Hall" }`. A missing item, key or field to remove is not an error.
 */
export function updateParts<T extends TableTypes, If extends keyof T["if"] = never, Exists extends Flag = false>(
  session: Session,
  table: Table<T>,
  value: UpdateValue<T, If>,
  options?: UpdateOptions<T, If, Exists>,
): Promise<Updated<T, If, Exists>> {
  const written = write(session, "update", checkUpdateParts, table, value, options, undefined, sendUpdateParts);
  return written as Promise<Updated<T, If, Exists>>;
}
