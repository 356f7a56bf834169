/** Turns the data of generated documents into our own values, with the checks of a session. */
import { ProtocolError } from "../errors/errors.ts";
import { readPage } from "../graphql/send-selection.ts";
import type { Page } from "../operation/rows.ts";
import { serviceProfile } from "../profile/profile.ts";
import { aboutOf, bindTable, requireRecord } from "../table/bound-table.ts";
import type { AnyTable, Table, TableTypes } from "../table/table.ts";
import type { PageResult, PageWire, NeighborsResult } from "./document-types.ts";
import type { PartitionOf } from "../functions/tables.ts";

/** @throws {ValidationError} if a value is not of its column's type */
export function decodeRow<T extends TableTypes>(table: Table<T>, row: object): T["row"] {
  return decode(table, { values: [row], pageState: null }, false).rows[0] as T["row"];
}

/**
 * Decodes a page. Omits the partitions that have only static values: the response has an item for each, which is not a
 * row.
 *
 * @throws {ProtocolError} if there are no rows, since the query failed
 */
export function decodePage<T extends TableTypes>(table: Table<T>, page: PageResult<object>): Page<T["row"]> {
  if (page) return decode(table, page, true);
  throw new ProtocolError("no data: see the error that the client reports", aboutOf(bindTable(table), "find"));
}

function decode(table: AnyTable, page: PageWire<object>, isPage: boolean): Page<object> {
  const bound = bindTable(table);
  const { members, clusteringKey, hasStatics } = bound;
  const about = aboutOf(bound, "find");
  for (const row of page.values ?? []) requireRecord(row, "value", about);
  const marker = isPage && hasStatics ? clusteringKey[0] : undefined;
  return readPage({ about, selected: members, marker, kind: "find" }, members, { ...page }, serviceProfile);
}

/** @throws {ProtocolError} if there are no partitions, since the query failed */
export function decodePartitions<T extends TableTypes>(
  table: Table<T>,
  page: PageResult<object>,
): Page<PartitionOf<T>> {
  const bound = bindTable(table);
  const about = aboutOf(bound, "list the partitions of");
  if (!page) throw new ProtocolError("no data: see the error that the client reports", about);
  const selected = bound.partitionKey;
  const selection = { about, selected, marker: undefined, kind: "static" } as const;
  return readPage(selection, selected, { ...page }, serviceProfile) as Page<PartitionOf<T>>;
}

/** @throws {ProtocolError} if there are no rows, since the query failed, or not a similarity for each of them */
export function decodeNeighbors<T extends TableTypes>(
  table: Table<T>,
  page: NeighborsResult<object>,
): readonly (T["row"] & { similarity: number })[] {
  const { rows } = decodePage(table, page);
  return rows.map((row, place) => {
    const similarity = page?.similarities?.[place];
    if (typeof similarity === "number") return { ...row, similarity };
    throw new ProtocolError("the data does not hold one similarity for each row", aboutOf(bindTable(table), "find"));
  });
}
