/**
 * Writes: insert, update, remove, increment. Called by the generated functions.
 *
 * Each passes an operation to the session and returns whether it was applied. The operation has its own check, which runs before
 * anything is sent. What comes back has the type of any write; the casts name the type for these options.
 */
import { ConditionNotMetError } from "../errors/errors.ts";
import { checkDelete, checkIncrement, checkInsert, checkUpdate } from "../operation/checked-write.ts";
import { requireSession } from "../operation/operation.ts";
import type { Session, WriteOperation } from "../operation/operation.ts";
import type {
  AnyWriteOptions,
  Written,
  Applied,
  Flag,
  IncrementBy,
  IncrementKey,
  IncrementOptions,
  InsertOptions,
  Inserted,
  NotApplied,
  RemoveOptions,
  UpdateOptions,
  UpdateValue,
  Updated,
} from "../operation/write-options.ts";
import { sendWrite } from "../graphql/send-write.ts";
import type { AnyTable, Table, TableTypes } from "../table/table.ts";

/** Writes the given columns and makes the row exist; without `ifNotExists` it overwrites them. */
export function insert<T extends TableTypes, If extends Flag = false>(
  session: Session,
  table: Table<T>,
  value: T["insert"],
  options?: InsertOptions<If>,
): Promise<Inserted<T, If>> {
  return write(session, "insert", checkInsert, table, value, options) as Promise<Inserted<T, If>>;
}

/** Writes the given columns; creates the row if it does not exist. */
export function update<T extends TableTypes, If extends keyof T["if"] = never, Exists extends Flag = false>(
  session: Session,
  table: Table<T>,
  value: UpdateValue<T, If>,
  options?: UpdateOptions<T, If, Exists>,
): Promise<Updated<T, If, Exists>> {
  return write(session, "update", checkUpdate, table, value, options) as Promise<Updated<T, If, Exists>>;
}

/** Deletes the row of this key; a missing row is not an error. */
export function remove<T extends TableTypes, If extends keyof T["if"] = never, Exists extends Flag = false>(
  session: Session,
  table: Table<T>,
  key: T["key"],
  options?: RemoveOptions<T, If, Exists>,
): Promise<Updated<T, If, Exists>> {
  return write(session, "delete", checkDelete, table, key, options) as Promise<Updated<T, If, Exists>>;
}

/** Adds to counters: `{ views: 1n }` increments by one. Never retried, since it could count twice. */
export function increment<T extends TableTypes, Counter extends keyof T["update"] = keyof T["update"]>(
  session: Session,
  table: Table<T>,
  key: IncrementKey<T, Counter>,
  by: IncrementBy<T, Counter>,
  options?: IncrementOptions,
): Promise<Applied> {
  return write(session, "increment", checkIncrement, table, key, options, by) as Promise<Applied>;
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

/**
 * Makes the operation of a write. The session calls `send` back, with the link to its service. Not an async function, which would
 * add a promise of its own to every write.
 *
 * @param amounts of an increment
 * @param send another sender than that of a whole row, for `removeWhere` and `updateParts`
 */
export function write(
  session: Session,
  kind: WriteOperation["kind"],
  check: WriteOperation["check"],
  table: AnyTable,
  record: object,
  given: object = {},
  amounts?: object,
  send: WriteOperation["send"] = sendWrite,
): Promise<Written> {
  try {
    const operation = { kind, table, record, amounts, options: given as AnyWriteOptions, check, send };
    return requireSession(session).write(operation);
  } catch (error) {
    return Promise.reject(error as Error);
  }
}
