/** Turns the data of documents beyond rows into our own values: the keys of partitions, and neighbors. */
import { ProtocolError } from "../errors/errors.ts";
import type { PartitionOf } from "../functions/tables.ts";
import { readPage } from "../graphql/answer.ts";
import type { Page } from "../operation/rows.ts";
import { serviceProfile } from "../profile/profile.ts";
import { aboutOf, bindTable } from "../table/bound-table.ts";
import type { Table, TableTypes } from "../table/table.ts";
import { decodePage } from "./decode.ts";
import type { NeighborsResult, PageResult } from "./document-types.ts";

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
