/**
 * Undoes the last change, where its effect is known: writes the old values back if the row still has those that the change
 * left behind. So it never overwrites a newer change, and never brings back a row that someone else deleted.
 */
import { insert, remove, update } from "@colonnade/runtime";
import type { Session } from "@colonnade/runtime";
import { isCounterTable, isMultiCell, primaryKey } from "../../model/index.ts";
import type { Column, CqlType, Table } from "../../model/index.ts";
import { pick } from "./describe-table.ts";
import type { Row, TableDescriptor } from "./describe-table.ts";

/** Column → the value that it must have. */
type Conditions = Readonly<Record<string, { readonly eq: unknown }>>;

type UndoStep =
  | { readonly kind: "update"; readonly value: Row; readonly conditions: Conditions }
  /** Without conditions: if the row exists. */
  | { readonly kind: "delete"; readonly key: Row; readonly conditions: Conditions | undefined }
  /** If no row with its key exists. */
  | { readonly kind: "insert"; readonly value: Row };

/** The writes that undo a change, or why there are none: a phrase that follows "it cannot be undone:". */
export type Undo = { readonly steps: readonly UndoStep[] } | { readonly reason: string };

const counters = "counters cannot be set back";
const expiring = "values of this table expire, and writing them back would give them a new time to live";

/** Why changes of a table cannot be undone by writing old values. */
export function noWayBack(table: Table): string | undefined {
  if (isCounterTable(table)) return counters;
  return table.defaultTimeToLive > 0 ? expiring : undefined;
}

/** @param before the whole row @param values the changed columns */
export function undoUpdate(table: Table, before: Row, values: Row): Undo {
  const reason = noWayBack(table);
  if (reason !== undefined) return { reason };
  const changed = table.columns.filter(({ name }) => name in values);
  const isStatic = changed.every(({ kind }) => kind === "static");
  const conditions = equal(changed, values);
  // Null is also what a row has that does not exist: another value shows that it does.
  if (Object.values(conditions).every(({ eq }) => eq === null)) {
    const kind = isStatic ? "static" : "regular";
    const others = table.columns.filter((column) => column.kind === kind && !(column.name in values));
    const witness = Object.entries(equal(others, before)).find(([, { eq }]) => eq !== null);
    if (!witness) return { reason: "the row has no other value by which to recognize it" };
    conditions[witness[0]] = witness[1];
  }
  const key = isStatic ? table.partitionKey : primaryKey(table);
  const value = pick(before, [...key, ...changed.map(({ name }) => name)]);
  return { steps: [{ kind: "update", value, conditions }] };
}

/** @param value the inserted columns; there was no row with this key */
export function undoInsert(table: Table, value: Row): Undo {
  if (table.columns.some(({ name, kind }) => kind === "static" && name in value)) {
    return { reason: "its static values belong to all rows of the partition" };
  }
  const regular = table.columns.filter(({ kind }) => kind === "regular");
  const conditions = regular.length > 0 ? equal(regular, value) : undefined;
  return { steps: [{ kind: "delete", key: pick(value, primaryKey(table)), conditions }] };
}

/** @param rows as they were before they were deleted; static values stay with their partition */
export function undoDelete(table: Table, rows: readonly Row[]): Undo {
  const reason = noWayBack(table);
  if (reason !== undefined) return { reason };
  const kept = table.columns.filter(({ kind }) => kind !== "static");
  const valueOf = (row: Row): Row =>
    Object.fromEntries(kept.flatMap(({ name, type }) => (isNull(type, row[name]) ? [] : [[name, row[name]] as const])));
  return { steps: rows.map((row) => ({ kind: "insert", value: valueOf(row) })) };
}

/** @returns what happened @throws {ServiceError} */
export async function runUndo(
  session: Session,
  descriptor: TableDescriptor,
  steps: readonly UndoStep[],
): Promise<string> {
  let done = 0;
  for (const step of steps) done += Number((await runStep(session, descriptor, step)).applied);
  if (done === steps.length) return steps.length === 1 ? "Undone." : `${done} rows restored.`;
  if (steps.length === 1) return "Not undone: the row was changed again in the meantime.";
  return `${done} of ${steps.length} rows restored: the others were written again in the meantime.`;
}

function runStep(
  session: Session,
  descriptor: TableDescriptor,
  step: UndoStep,
): Promise<{ readonly applied: boolean }> {
  switch (step.kind) {
    case "insert":
      return insert(session, descriptor, step.value, { ifNotExists: true });
    case "update":
      return update(session, descriptor, step.value, { if: step.conditions });
    case "delete":
      return remove(session, descriptor, step.key, step.conditions ? { if: step.conditions } : { ifExists: true });
  }
}

function equal(columns: readonly Column[], values: Row): Record<string, { readonly eq: unknown }> {
  return Object.fromEntries(
    columns.map(({ name, type }) => [name, { eq: isNull(type, values[name]) ? null : values[name] }]),
  );
}

/** What the database stores as null: also a collection without items, and a user type without any value. */
function isNull(type: CqlType, value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (!isMultiCell(type)) return false;
  if (value instanceof Map || value instanceof Set) return value.size === 0;
  const items: readonly unknown[] = Object.values(value);
  return Array.isArray(value) ? items.length === 0 : items.every((item) => item === null);
}
