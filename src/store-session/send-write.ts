/** Hands a checked write to a store as a statement, and says of its result what a session over HTTP says. */
import { ProtocolError, deletesNothing } from "@colonnade/runtime/operations";
import type { CheckedWrite, Written } from "@colonnade/runtime/operations";
import type { Delete, Filter, Operand, WriteResult, RowStore, Values } from "../store/index.ts";
import { changesOf, conditionsOf, filtersOf, rowOf, valuesOf } from "./stored-table.ts";
import type { StoredTable } from "./stored-table.ts";

const noValues: Values = new Map();

export function sendTo(
  store: Pick<RowStore, "insert" | "update" | "delete">,
  stored: StoredTable,
  checked: CheckedWrite,
): Promise<WriteResult> {
  const { about, kind, effect, conditions: tests, options } = checked;
  const { keyspace, name: table } = checked.table;
  const { ttl: ttlSeconds, consistency, timestamp } = options;
  const isConditional = effect === "conditional";
  // Written out: a copy of what they share costs as much as the bytes of a value.
  if (kind === "insert") {
    const values = valuesOf(stored, checked.cells, about);
    return store.insert({ keyspace, table, consistency, values, ttlSeconds, timestamp, ifNotExists: isConditional });
  }
  const conditions = tests && conditionsOf(stored, tests, about);
  const ifExists = isConditional && !conditions;
  if (kind === "delete") {
    if (deletesNothing(checked)) return Promise.resolve({ applied: true });
    const { key, filters } = deletedRows(stored, checked);
    return store.delete({ keyspace, table, consistency, key, filters, timestamp, ifExists, conditions });
  }
  const values = valuesOf(stored, checked.cells, about);
  const changes = checked.changes && changesOf(stored, checked.changes, about);
  const update = { keyspace, table, consistency, values, changes, ttlSeconds, timestamp, ifExists, conditions };
  return store.update(update);
}

/** @throws {ProtocolError} when the store does not say what it must */
export function writtenOf(
  stored: StoredTable,
  { about, effect, selected }: CheckedWrite,
  result: WriteResult,
): Written {
  if (result.applied) return { applied: true };
  if (effect !== "conditional") throw new ProtocolError("the store does not say that the write was applied", about);
  if (selected.length === 0) return { applied: false, current: null };
  return { applied: false, current: rowOf(stored, selected, result.current ?? noValues, about) };
}

/** The rows of a delete: those of a key, or those that also pass tests of the other columns. */
function deletedRows(
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
