/**
 * Reads: one row by its key, rows of a partition, all rows of a table. Called by the generated functions.
 *
 * Each hands the session a selection and returns decoded rows. Checks nothing itself: the session does, before anything is
 * sent.
 */
import { ProtocolError } from "../errors/errors.ts";
import { bindTable } from "../table/bound-table.ts";
import type { AnyTable, Table, TableTypes } from "../table/table.ts";
import { requireSession } from "./operation.ts";
import type { AnyReadOptions, Selection, Session } from "./operation.ts";
import type { FindOptions, OrderedFindOptions, ReadOptions, Selected, StaticOptions } from "./read-options.ts";
import { createRows } from "./rows.ts";
import { copyWhere } from "./where.ts";
import type { Rows } from "./rows.ts";

/** The row of this key, or undefined. */
export async function get<T extends TableTypes, Column extends keyof T["row"] = keyof T["row"]>(
  session: Session,
  table: Table<T>,
  key: T["key"],
  options: ReadOptions<Column> = {},
): Promise<Selected<T["row"], Column> | undefined> {
  return (await first(session, "get", table, key, options)) as Selected<T["row"], Column> | undefined;
}

/**
 * The static columns of a partition, or undefined when there is no such partition.
 *
 * The only way to the static values of a partition that has no rows yet: `find` and `scan` have no row to show for it.
 */
export async function readStatic<T extends TableTypes, Column extends keyof T["row"]>(
  session: Session,
  table: Table<T>,
  key: Pick<T["key"], Extract<Column, keyof T["key"]>>,
  columns: readonly Column[],
  { consistency, signal }: StaticOptions = {},
): Promise<Pick<T["row"], Column> | undefined> {
  const options = { select: columns, consistency, signal };
  return (await first(session, "static", table, key, options)) as Pick<T["row"], Column> | undefined;
}

/** Rows of one partition, or of several named ones. */
export function find<T extends TableTypes, Column extends keyof T["row"] = keyof T["row"]>(
  session: Session,
  table: Table<T>,
  where: T["where"],
  options?: OrderedFindOptions<Column>,
): Rows<Selected<T["row"], Column>> {
  return rows(session, "find", table, where, options);
}

/**
 * Rows that an index finds, in no order that means anything.
 *
 * Not called `find…`: that is what generated functions are called, one of them after a table `indexed`.
 */
export function readIndexed<T extends TableTypes, Column extends keyof T["row"] = keyof T["row"]>(
  session: Session,
  table: Table<T>,
  where: object,
  options?: FindOptions<Column>,
): Rows<Selected<T["row"], Column>> {
  return rows(session, "indexed", table, where, options);
}

/** Every row of the table, partition after partition: reads all of the database that holds it. */
export function scan<T extends TableTypes, Column extends keyof T["row"] = keyof T["row"]>(
  session: Session,
  table: Table<T>,
  options?: FindOptions<Column>,
): Rows<Selected<T["row"], Column>> {
  return rows(session, "scan", table, undefined, options);
}

/** The first row of the first page. */
async function first(
  session: Session,
  kind: Selection["kind"],
  table: AnyTable,
  where: object,
  options: ReadOptions<PropertyKey>,
): Promise<object | undefined> {
  const selection = { kind, table, where, options, pageSize: 1, pageState: undefined, signal: options.signal };
  const { rows } = await requireSession(session).page(selection);
  // Of a partition every row shows the static values.
  if (kind === "get" && rows.length > 1) {
    throw new ProtocolError("the service returns several rows for one key", bindTable(table).about.get);
  }
  return rows[0];
}

function rows<Row>(
  session: Session,
  kind: Selection["kind"],
  table: AnyTable,
  where: object | undefined,
  options: FindOptions<PropertyKey> = {},
): Rows<Row> {
  requireSession(session);
  // Those of this moment, for every page.
  const { select, order, consistency } = options as AnyReadOptions;
  const asked = { kind, table, where: copyWhere(where), options: { select: select?.slice(), order, consistency } };
  return createRows(bindTable(table).about[kind], { ...options }, ({ pageSize, pageState, signal }) =>
    session.page({ ...asked, pageSize, pageState, signal }),
  ) as Rows<Row>;
}
