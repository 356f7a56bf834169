/**
 * Writes: insert, update, remove, increment. Called by the generated functions.
 *
 * Each passes an operation to the session and returns whether it was applied. Checks are done by the session, before
 * anything is sent.
 */
import { ConditionNotMetError } from "../errors/errors.ts";
import type { AnyTable, Table, TableTypes } from "../table/table.ts";
import { requireSession } from "./operation.ts";
import type { AnyWriteOptions, Session, WriteOperation, Written } from "./operation.ts";
import type {
  Applied,
  Flag,
  IncrementOptions,
  InsertOptions,
  Inserted,
  NotApplied,
  RemoveOptions,
  UpdateOptions,
  Updated,
} from "./write-options.ts";

/** Writes the given columns and makes the row exist; without `ifNotExists` it overwrites them. */
export function insert<T extends TableTypes, If extends Flag = false>(
  session: Session,
  table: Table<T>,
  value: T["insert"],
  options?: InsertOptions<If>,
): Promise<Inserted<T, If>> {
  return write(session, "insert", table, value, options) as Promise<Inserted<T, If>>;
}

/** Writes the given columns; creates the row if it does not exist. */
export function update<T extends TableTypes, If extends keyof T["if"] = never, Exists extends Flag = false>(
  session: Session,
  table: Table<T>,
  value: T["update"],
  options?: UpdateOptions<T, If, Exists>,
): Promise<Updated<T, If, Exists>> {
  return write(session, "update", table, value, options) as Promise<Updated<T, If, Exists>>;
}

/** Deletes the row of this key; a missing row is not an error. */
export function remove<T extends TableTypes, If extends keyof T["if"] = never, Exists extends Flag = false>(
  session: Session,
  table: Table<T>,
  key: T["key"],
  options?: RemoveOptions<T, If, Exists>,
): Promise<Updated<T, If, Exists>> {
  return write(session, "delete", table, key, options) as Promise<Updated<T, If, Exists>>;
}

/** Adds to counters: `{ views: 1n }` increments by one. Never retried, since it could count twice. */
export function increment<T extends TableTypes>(
  session: Session,
  table: Table<T>,
  key: T["key"],
  by: T["update"],
  options?: IncrementOptions,
): Promise<Applied> {
  return write(session, "increment", table, key, options, by) as Promise<Applied>;
}

/**
 * Throws if a conditional write was not applied: `requireApplied(await insertUsers(session, user, { ifNotExists: true
 * }))`.
 *
 * @throws {ConditionNotMetError} with the current row or columns
 */
export function requireApplied(written: Applied | NotApplied<unknown>): asserts written is Applied {
  if (!written.applied) throw new ConditionNotMetError(written.current);
}

const noOptions = {};

/** Not an async function: returns the session's promise itself. */
function write(
  session: Session,
  kind: WriteOperation["kind"],
  table: AnyTable,
  record: object,
  options: object = noOptions,
  amounts?: object,
): Promise<Written> {
  try {
    return requireSession(session).write({ kind, table, record, amounts, options: options as AnyWriteOptions });
  } catch (error) {
    return Promise.reject(error as Error);
  }
}
