/**
 * Reads: one row by its key, rows of a partition, all rows of a table. Called by the generated functions.
 *
 * Each passes a selection with its own check to the session and returns decoded rows. The session checks it before
 * anything is sent.
 */
import { ProtocolError } from "../errors/errors.ts";
import { checkFind, checkGet, checkIndexed, checkScan, checkStatic } from "../operation/checked-selection.ts";
import { firstRows } from "../operation/first-rows.ts";
import { requireSession } from "../operation/operation.ts";
import type { Selection, Session } from "../operation/operation.ts";
import type {
  AnyReadOptions,
  Direction,
  FindOptions,
  OrderedFindOptions,
  OrderedWhere,
  Read,
  ReadOptions,
  ScanOptions,
  StaticOptions,
} from "../operation/read-options.ts";
import { createRows } from "../operation/rows.ts";
import type { Rows } from "../operation/rows.ts";
import { copyWhere } from "../operation/where.ts";
import { sendSelection } from "../graphql/send-selection.ts";
import { aboutOf, bindTable } from "../table/bound-table.ts";
import type { AnyTable, Table, TableTypes } from "../table/table.ts";

/** Reads the row of this key; undefined if there is none. */
export function get<
  T extends TableTypes,
  Column extends keyof T["row"] = keyof T["row"],
  Timed extends keyof T["row"] = never,
>(
  session: Session,
  table: Table<T>,
  key: T["key"],
  options: ReadOptions<Column, Timed> = {},
): Promise<Read<T["row"], Column, Timed> | undefined> {
  return first(session, "get", checkGet, table, key, options) as Promise<Read<T["row"], Column, Timed> | undefined>;
}

/**
 * Reads the static columns of a partition; undefined if the partition does not exist.
 *
 * The only way to read the static values of a partition without rows: `find` and `scan` return no row for it.
 */
export async function readStatic<T extends TableTypes, Column extends keyof T["row"]>(
  session: Session,
  table: Table<T>,
  key: Pick<T["key"], Extract<Column, keyof T["key"]>>,
  columns: readonly Column[],
  { consistency, signal }: StaticOptions = {},
): Promise<Pick<T["row"], Column> | undefined> {
  const options = { select: columns, consistency, signal };
  return (await first(session, "static", checkStatic, table, key, options)) as Pick<T["row"], Column> | undefined;
}

/** Reads rows of one partition, or of several named ones. */
export function find<
  T extends TableTypes,
  Column extends keyof T["row"] = keyof T["row"],
  Order extends Direction = never,
  Timed extends keyof T["row"] = never,
>(
  session: Session,
  table: Table<T>,
  where: OrderedWhere<T, Order>,
  options?: OrderedFindOptions<Column, Order, Timed>,
): Rows<Read<T["row"], Column, Timed>> {
  return rows(session, "find", checkFind, table, where, options);
}

/**
 * Reads the rows that an index finds, in no particular order.
 *
 * Not called `find…`, since generated functions have such names: a table `indexed` would collide.
 */
export function readIndexed<
  T extends TableTypes,
  Column extends keyof T["row"] = keyof T["row"],
  Timed extends keyof T["row"] = never,
>(
  session: Session,
  table: Table<T>,
  where: object,
  options?: FindOptions<Column, Timed>,
): Rows<Read<T["row"], Column, Timed>> {
  return rows(session, "indexed", checkIndexed, table, where, options);
}

/** Reads every row of the table, partition after partition: a full scan, of which `part` reads a part. */
export function scan<
  T extends TableTypes,
  Column extends keyof T["row"] = keyof T["row"],
  Timed extends keyof T["row"] = never,
>(session: Session, table: Table<T>, options?: ScanOptions<Column, Timed>): Rows<Read<T["row"], Column, Timed>> {
  return rows(session, "scan", checkScan, table, undefined, options);
}

/** The first row, of the first page that has one. Not an async function, which would add a promise of its own to every read. */
function first(
  session: Session,
  kind: Selection["kind"],
  check: Selection["check"],
  table: AnyTable,
  where: object,
  options: ReadOptions<PropertyKey, PropertyKey>,
): Promise<object | undefined> {
  try {
    requireSession(session);
    const about = aboutOf(bindTable(table), kind);
    const { signal } = options;
    const waited = { ms: 0 };
    const send = sendSelection;
    // Written out: a copy of an object costs more than all else that is done for a row here.
    const found = firstRows(about, (pageState) =>
      session.page({ kind, check, send, table, where, options, pageSize: 1, pageState, signal, waited }),
    );
    return found.then(([row, another]) => {
      // Every row of a partition contains the static values.
      if (kind !== "get" || another === undefined) return row;
      throw new ProtocolError("the service returns several rows for one key", about);
    });
  } catch (error) {
    return Promise.reject(error as Error);
  }
}

export function rows<Row>(
  session: Session,
  kind: Selection["kind"],
  check: Selection["check"],
  table: AnyTable,
  where: object | undefined,
  options: FindOptions<PropertyKey, PropertyKey> = {},
  send: Selection["send"] = sendSelection,
): Rows<Row> {
  requireSession(session);
  // A copy of the options, for every page.
  const copy = { ...options, select: options.select?.slice() } as AnyReadOptions & FindOptions<PropertyKey>;
  const copied = copyWhere(where);
  return createRows(aboutOf(bindTable(table), kind), copy, ({ pageState, pageSize, signal, waited }) =>
    session.page({ kind, check, send, table, where: copied, options: copy, pageState, pageSize, signal, waited }),
  ) as Rows<Row>;
}
