/** Checks the selections that have something else than rows: a count, each partition once, the nearest rows. */
import type { Dialect } from "../table/bound-table.ts";
import { aboutOf, bindTable, encodeChecked, badValue, requireColumn } from "../table/bound-table.ts";
import { check, checkScan } from "./checked-selection.ts";
import type { CheckedSelection } from "./checked-selection.ts";
import type { SelectionInput } from "./read-options.ts";
import { encodeIndexed, encodeWhere } from "./where.ts";

const mostNearest = 1000;

/** @throws {ValidationError} as all of these, for queries that the database does not support */
export function checkCount(selection: SelectionInput, dialect?: Dialect): CheckedSelection {
  const table = bindTable(selection.table, dialect);
  dialect?.refuse?.({ count: true }, aboutOf(table, "count"));
  const checked = selection.where ? check(selection, dialect, encodeWhere) : checkScan(selection, dialect);
  const about = aboutOf(table, "count");
  if (selection.where && selection.options.part) throw badValue("part", "is of a whole table, not of a where", about);
  return { ...checked, about, countsOnly: true };
}

export function checkDistinct(selection: SelectionInput, dialect?: Dialect): CheckedSelection {
  const table = bindTable(selection.table, dialect);
  const about = aboutOf(table, "list the partitions of");
  dialect?.refuse?.({ distinct: true }, about);
  const { more, ...checked } = checkScan(selection, dialect);
  const selected = table.partitionKey;
  return { ...checked, about, kind: "static", selected, marker: undefined, more: { ...more, distinct: true } };
}

/** @param limit the most rows to find */
export function nearestCheck(column: string, vector: readonly number[], limit: number) {
  return (selection: SelectionInput, dialect?: Dialect): CheckedSelection => {
    const table = bindTable(selection.table, dialect);
    const about = aboutOf(table, "find the nearest of");
    dialect?.refuse?.({ nearest: true }, about);
    const member = requireColumn(table, column, about);
    const to = encodeChecked(member, vector, about);
    if (!Number.isInteger(limit) || limit < 1 || limit > mostNearest) {
      throw badValue("limit", `must be a whole number from 1 to ${mostNearest}`, about);
    }
    const checked = check(selection, dialect, (table, where, about) =>
      where ? encodeIndexed(table, where, about) : undefined,
    );
    return { ...checked, about, nearest: { member, to: to as readonly number[] }, more: { ...checked.more, limit } };
  };
}
