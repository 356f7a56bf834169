/**
 * Reads: one row by its key, rows of a partition, all rows of a table. Called by the generated functions.
 *
 * In comes a table with what selects its rows; out come decoded rows. What the database could not answer is refused here,
 * before anything is sent.
 */
import { EnumValue, execute } from "./document.ts";
import type { Literal } from "./document.ts";
import { ProtocolError, ValidationError } from "./errors.ts";
import { encodeIndexed } from "./indexed.ts";
import { layoutOf, unknownMember } from "./layout.ts";
import type { Layout, Member } from "./layout.ts";
import type { FindOptions, OrderedFindOptions, ReadOptions, Selected, StaticOptions } from "./read-options.ts";
import { decodeRow, encodeKeyFilter } from "./record.ts";
import { createRows } from "./rows.ts";
import type { Page, Rows } from "./rows.ts";
import type { Session } from "./session.ts";
import type { Table, TableTypes } from "./table.ts";
import { encodeWhere } from "./where.ts";

/** The row of this key, or undefined. */
export async function get<T extends TableTypes, Column extends keyof T["row"] = keyof T["row"]>(
  session: Session,
  table: Table<T>,
  key: T["key"],
  options: ReadOptions<Column> = {},
): Promise<Selected<T["row"], Column> | undefined> {
  const layout = layoutOf(table);
  const title = `get ${layout.title}`;
  const filter = encodeKeyFilter(layout, key, title);
  const rows = query<Selected<T["row"], Column>>(session, layout, title, filter, { ...options, limit: 1 });
  const { rows: found } = await rows.page();
  return found[0];
}

/**
 * What a partition holds once for all its rows, or undefined when there is no such partition.
 *
 * The only way to the static values of a partition that has no rows yet: `find` and `scan` have no row to show for it.
 */
export async function readStatic<T extends TableTypes, Column extends keyof T["row"]>(
  session: Session,
  table: Table<T>,
  key: Pick<T["key"], Extract<Column, keyof T["key"]>>,
  columns: readonly Column[],
  options: StaticOptions = {},
): Promise<Pick<T["row"], Column> | undefined> {
  const layout = layoutOf(table);
  const title = `get the static columns of ${layout.title}`;
  const page = await fetchPage<Pick<T["row"], Column>>(session, layout, {
    title,
    filter: encodeKeyFilter(layout, key, title, layout.partitionKey),
    selected: selectedMembers(layout, columns, title),
    options: { ...options, pageSize: 1 },
    keepStatic: true,
  });
  return page.rows[0];
}

/** Rows of one partition, or of several named ones. */
export function find<T extends TableTypes, Column extends keyof T["row"] = keyof T["row"]>(
  session: Session,
  table: Table<T>,
  where: T["where"],
  options: OrderedFindOptions<Column> = {},
): Rows<Selected<T["row"], Column>> {
  const layout = layoutOf(table);
  const title = `find ${layout.title}`;
  return query(session, layout, title, encodeWhere(layout, where, title), options);
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
  options: FindOptions<Column> = {},
): Rows<Selected<T["row"], Column>> {
  const layout = layoutOf(table);
  const title = `find ${layout.title} by an index`;
  return query(session, layout, title, encodeIndexed(layout, where, title), options);
}

/** Every row of the table, partition after partition: reads all of the database that holds it. */
export function scan<T extends TableTypes, Column extends keyof T["row"] = keyof T["row"]>(
  session: Session,
  table: Table<T>,
  options: FindOptions<Column> = {},
): Rows<Selected<T["row"], Column>> {
  const layout = layoutOf(table);
  return query(session, layout, `scan ${layout.title}`, undefined, options);
}

interface AnyFindOptions extends Omit<OrderedFindOptions<PropertyKey>, "select"> {
  select?: readonly PropertyKey[] | undefined;
}

function query<Row>(
  session: Session,
  layout: Layout,
  title: string,
  filter: PageRequest["filter"],
  options: AnyFindOptions,
): Rows<Row> {
  const selected = selectedMembers(layout, options.select, title);
  positive("limit", options.limit, title);
  positive("pageSize", options.pageSize, title);
  const { limit, pageSize } = options;
  return createRows<Row>({ pageState: options.pageState ?? undefined, limit, pageSize }, (pageState, size) =>
    fetchPage(session, layout, {
      title,
      filter,
      selected,
      options: { ...options, pageState, pageSize: size },
      keepStatic: false,
    }),
  );
}

interface PageRequest {
  readonly title: string;
  readonly filter: Readonly<Record<string, Literal>> | undefined;
  readonly selected: readonly Member[];
  readonly options: AnyFindOptions;
  readonly keepStatic: boolean;
}

async function fetchPage<Row>(session: Session, layout: Layout, request: PageRequest): Promise<Page<Row>> {
  const { title, options, selected, keepStatic } = request;
  // A partition that holds static values alone comes as a row without a clustering key, so one of its columns is asked for.
  const [marker] = layout.members.some((member) => member.kind === "static") && !keepStatic ? layout.clusteringKey : [];
  const asked = new Set([...selected, ...(marker ? [marker] : [])].map((member) => member.selection));
  const result = await execute(session, layout, {
    kind: "query",
    title,
    field: layout.query,
    args: {
      filter: request.filter,
      orderBy: options.order === "reversed" ? reversed(layout) : undefined,
      options: {
        consistency: options.consistency && new EnumValue(options.consistency),
        pageSize: options.pageSize,
        pageState: options.pageState ?? undefined,
      },
    },
    selection: `values { ${[...asked].join(" ")} } pageState`,
    signal: options.signal,
  });
  const { values, pageState } = result;
  if (!Array.isArray(values)) throw new ProtocolError("the answer holds no rows", { operation: title });
  const wires = values as Readonly<Record<string, unknown>>[];
  return {
    rows: wires
      .filter((wire) => !marker || (wire[marker.apiName] ?? null) !== null)
      .map((wire) => decodeRow(selected, wire, title) as Row),
    pageState: typeof pageState === "string" && pageState !== "" ? pageState : null,
  };
}

/** All clustering columns, each the other way round: the database takes no other order but the declared one. */
function reversed(layout: Layout): EnumValue[] {
  return layout.clusteringKey.map((member) => new EnumValue(`${member.apiName}_${member.descending ? "ASC" : "DESC"}`));
}

function selectedMembers(
  layout: Layout,
  select: readonly PropertyKey[] | undefined,
  operation: string,
): readonly Member[] {
  if (select === undefined) return layout.members;
  if (select.length === 0) throw new ValidationError("in", ["select"], "select names no column", { operation });
  return select.map((name) => {
    const member = layout.byName.get(String(name));
    if (member) return member;
    throw new ValidationError("in", ["select"], unknownMember(layout, String(name)), { operation });
  });
}

function positive(name: string, value: number | undefined, operation: string): void {
  if (value === undefined || (Number.isInteger(value) && value > 0)) return;
  throw new ValidationError("in", [name], `${name} is a whole number from 1 on`, { operation });
}
