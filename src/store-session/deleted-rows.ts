/** Says which rows a delete is of, as the store has it: those of a key, or also those that pass tests of the other columns. */
import type { CheckedWrite } from "@colonnade/runtime/operations";
import type { Delete, Filter, Operand } from "../store/index.ts";
import { filtersOf, valuesOf } from "./stored-table.ts";
import type { StoredTable } from "./stored-table.ts";

export function deletedRows(
  stored: StoredTable,
  { table, cells, filters, about }: CheckedWrite,
): Pick<Delete, "key" | "filters"> {
  if (!filters) return { key: valuesOf(stored, cells, about) };
  const tests = filtersOf(stored, filters, about);
  const key = new Map<string, Operand>();
  for (const { cqlName } of table.primaryKey) {
    const test = tests.find(({ column }) => column === cqlName);
    if (test?.operator !== "eq") break;
    key.set(cqlName, test.value as Operand);
  }
  // After a list or a range, equality is a list of one.
  const rest = tests.flatMap((test): readonly Filter[] => {
    if (key.has(test.column)) return [];
    return [test.operator === "eq" ? { ...test, operator: "in", value: [test.value as Operand] } : test];
  });
  return { key, filters: rest };
}
