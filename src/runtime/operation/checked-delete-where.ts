import type { Dialect } from "../table/bound-table.ts";
import { aboutOf, bindTable } from "../table/bound-table.ts";
import { finish } from "./checked-write.ts";
import type { CheckedWrite } from "./checked-write.ts";
import type { WriteInput } from "./write-options.ts";
import { encodeWhere } from "./where.ts";

/**
 * Checks a delete of many rows: its where is that of a find, never the whole table.
 *
 * @throws {ValidationError} for a where or an option that the database would reject
 */
export function checkDeleteWhere({ table: given, record, options }: WriteInput, dialect?: Dialect): CheckedWrite {
  const table = bindTable(given, dialect);
  const about = aboutOf(table, "delete rows of");
  dialect?.refuse?.({ ...options, deleteWhere: true }, about);
  const filters = encodeWhere(table, record, about);
  return { ...finish({ kind: "delete", options }, table, about, [], "absolute"), filters };
}

/** Whether an empty list of values rules out every row, so that there is nothing to delete. */
export function deletesNothing({ filters }: CheckedWrite): boolean {
  return filters?.some(({ operator, wire }) => operator === "in" && (wire as readonly unknown[]).length === 0) ?? false;
}
