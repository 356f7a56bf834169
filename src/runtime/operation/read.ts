/**
 * Reads: one row by its key, rows of a partition, all rows of a table. Called by the generated functions.
 *
 * In comes a table with what selects its rows; out come decoded rows. What the database could not answer is refused here,
 * before anything is sent.
 */
import { EnumValue, execute, printField } from "../graphql/document.ts";
import { ValidationError } from "../errors/errors.ts";
import type { About } from "../errors/errors.ts";
import { encodeIndexed } from "../table/indexed.ts";
import { isKey, layoutOf, unknownMember } from "../table/layout.ts";
import type { Layout, Member } from "../table/layout.ts";
import { profileOf } from "../profile/profile-of.ts";
import type { Filter } from "../profile/profile.ts";
import type { FindOptions, OrderedFindOptions, ReadOptions, Selected, StaticOptions } from "./read-options.ts";
import { wireOf } from "../protocol/member-of.ts";
import { decodeRow, encodeKeyFilter, requireKey, rowsOf } from "../table/record.ts";
import { createRows } from "./rows.ts";
import type { Page, Rows } from "./rows.ts";
import type { Session } from "../session/session-options.ts";
import type { Table, TableTypes } from "../table/table.ts";
import { encodeWhere } from "../table/where.ts";

/** The row of this key, or undefined. */
export async function get<T extends TableTypes, Column extends keyof T["row"] = keyof T["row"]>(
  session: Session,
  table: Table<T>,
  key: T["key"],
  options: ReadOptions<Column> = {},
): Promise<Selected<T["row"], Column> | undefined> {
  const layout = layoutOf(table, profileOf(session));
  const about = layout.about("get");
  const filter = encodeKeyFilter(layout, key, about);
  const rows = query<Selected<T["row"], Column>>(session, layout, about, filter, { ...options, limit: 1 });
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
  const layout = layoutOf(table, profileOf(session));
  const about = layout.about("get the static columns of");
  const page = await fetchPage<Pick<T["row"], Column>>(session, layout, {
    about,
    filter: encodeKeyFilter(layout, key, about, layout.partitionKey),
    selected: selectedMembers(layout, columns, about),
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
  const layout = layoutOf(table, profileOf(session));
  const about = layout.about("find");
  const filter = encodeWhere(layout, where, about);
  const several = layout.partitionKey.find(({ apiName }) => "in" in (filter[apiName] as object));
  if (several && options.order === "reversed") {
    const reason = `order is "declared" with \`in\` on ${several.name}: to reverse it, read one partition after the other`;
    throw new ValidationError("in", ["order"], reason, about);
  }
  return query(session, layout, about, filter, options);
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
  const layout = layoutOf(table, profileOf(session));
  const about = layout.about("find by an index");
  return query(session, layout, about, encodeIndexed(layout, where, about), options);
}

/** Every row of the table, partition after partition: reads all of the database that holds it. */
export function scan<T extends TableTypes, Column extends keyof T["row"] = keyof T["row"]>(
  session: Session,
  table: Table<T>,
  options: FindOptions<Column> = {},
): Rows<Selected<T["row"], Column>> {
  const layout = layoutOf(table, profileOf(session));
  return query(session, layout, layout.about("scan"), undefined, options);
}

interface AnyFindOptions extends Omit<OrderedFindOptions<PropertyKey>, "select"> {
  select?: readonly PropertyKey[] | undefined;
}

function query<Row>(
  session: Session,
  layout: Layout,
  about: PageRequest["about"],
  filter: PageRequest["filter"],
  options: AnyFindOptions,
): Rows<Row> {
  const selected = selectedMembers(layout, options.select, about);
  positive("limit", options.limit, about);
  positive("pageSize", options.pageSize, about);
  const { limit, pageSize } = options;
  const reading = { pageState: options.pageState ?? undefined, limit, pageSize, signal: options.signal, about };
  return createRows<Row>(reading, (page) =>
    fetchPage(session, layout, { about, filter, selected, options: { ...options, ...page }, keepStatic: false }),
  );
}

interface PageRequest {
  readonly about: About & { readonly operation: string };
  readonly filter: Filter | undefined;
  readonly selected: readonly Member[];
  readonly options: AnyFindOptions;
  readonly keepStatic: boolean;
}

async function fetchPage<Row>(session: Session, layout: Layout, request: PageRequest): Promise<Page<Row>> {
  const { about, options, selected, keepStatic } = request;
  const { paging, selectBy } = profileOf(session);
  // A partition that holds static values alone comes as a row without a clustering key, so one of its columns is asked for.
  const [marker] = layout.members.some((member) => member.kind === "static") && !keepStatic ? layout.clusteringKey : [];
  const asked = [...new Set([...selected, ...(marker ? [marker] : [])])];
  const key = asked.filter((member) => (keepStatic ? member.kind === "partition" : isKey(member)));
  const { filter } = request;
  const [query, selecting] = selectBy?.(layout.query, filter) ?? [layout.query, { filter }];
  const args = {
    ...selecting,
    orderBy: options.order === "reversed" ? reversed(layout) : undefined,
    options: {
      consistency: options.consistency && new EnumValue(options.consistency),
      [paging.pageSize]: options.pageSize,
      [paging.pageState]: options.pageState ?? undefined,
    },
  };
  const field = printField(
    query,
    args,
    `${paging.rows} { ${asked.map(({ selection }) => selection).join(" ")} } ${paging.pageState}`,
  );
  const result = await execute(session, layout, "query", about, field, options.signal);
  const { [paging.rows]: rows, [paging.pageState]: pageState } = result;
  return {
    rows: rowsOf(rows, about)
      .filter((row) => !marker || wireOf(row, marker.apiName) !== null)
      .map((row) => {
        requireKey(key, row, about);
        return decodeRow(selected, row, about) as Row;
      }),
    pageState: typeof pageState === "string" && pageState !== "" ? pageState : null,
  };
}

/** All clustering columns, each the other way round: the database takes no other order but the declared one. */
function reversed(layout: Layout): EnumValue[] {
  return layout.clusteringKey.map((member) => new EnumValue(`${member.apiName}_${member.descending ? "ASC" : "DESC"}`));
}

function selectedMembers(layout: Layout, select: readonly PropertyKey[] | undefined, about: About): readonly Member[] {
  if (select === undefined) return layout.members;
  if (select.length === 0) throw new ValidationError("in", ["select"], "select names no column", about);
  return select.map((name) => {
    const member = layout.byName.get(String(name));
    if (member) return member;
    throw new ValidationError("in", ["select"], unknownMember(layout, String(name)), about);
  });
}

function positive(name: string, value: number | undefined, about: About): void {
  if (value === undefined || (Number.isInteger(value) && value > 0)) return;
  throw new ValidationError("in", [name], `${name} is a whole number from 1 on`, about);
}
