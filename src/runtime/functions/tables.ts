/** Reads of a table beyond its rows: how many, the nearest, each partition once. Called by the generated functions. */
import { checkCount, checkDistinct, nearestCheck } from "../operation/checked-beyond-rows.ts";
import { samePage } from "../operation/first-rows.ts";
import { requireSession } from "../operation/operation.ts";
import type { Session } from "../operation/operation.ts";
import type { FindOptions, Part, ReadOptions, Selected, StaticOptions } from "../operation/read-options.ts";
import type { Rows } from "../operation/rows.ts";
import { copyWhere } from "../operation/where.ts";
import { sendBeyondRows as send } from "../graphql/send-beyond-rows.ts";
import { aboutOf, bindTable } from "../table/bound-table.ts";
import type { Table, TableTypes } from "../table/table.ts";
import { rows } from "./read.ts";

export type CountOptions = StaticOptions;

export interface CountAllOptions extends CountOptions {
  /** The part of the table to count. @default the whole table */
  part?: Part | undefined;
}

export interface NearestOptions<Column extends PropertyKey, Where extends object = object> extends ReadOptions<Column> {
  /** How many rows to find: at most 1,000. */
  limit: number;
  /** Only among rows that this query by an index finds. @default all rows */
  where?: Where | undefined;
}

/** A row with a vector near the wanted one. */
export type Neighbor<Row, Column extends keyof Row> = Selected<Row, Column> & {
  /** From 0 to 1, as the function of the index says. */
  similarity: number;
};

export interface PartitionsOptions extends Omit<FindOptions<never>, "select" | "writeTimes"> {
  /** The part of the table to read. @default the whole table */
  part?: Part | undefined;
}

/** The columns of the partition key; of a table without a clustering key they are the whole key. */
export type PartitionOf<T extends TableTypes> = Pick<
  T["row"],
  keyof T["row"] & (T extends Required<Pick<TableTypes, "partition">> ? T["partition"] : keyof T["key"])
>;

/** Counts the rows of the whole table, or of a part of it: reads all of it. */
export function countAll<T extends TableTypes>(
  session: Session,
  table: Table<T>,
  options?: CountAllOptions,
): Promise<bigint> {
  return count(session, table, undefined, options);
}

/**
 * Counts the rows that a find with this where would find, or those of the whole table, which reads all of it: page by page,
 * each with a deadline of its own. A partition that has static values alone counts as a row, as it does in CQL.
 */
export async function count<T extends TableTypes>(
  session: Session,
  table: Table<T>,
  where: T["where"] | undefined,
  options: CountAllOptions = {},
): Promise<bigint> {
  requireSession(session);
  const { consistency, signal, part } = options;
  const request = { kind: where ? "find" : "scan", check: checkCount, send, table, where: copyWhere(where) } as const;
  let total = 0n;
  let pageState: string | undefined;
  for (;;) {
    const page = await session.page({
      ...request,
      options: { consistency, part },
      pageSize: undefined,
      pageState,
      signal,
    });
    total += BigInt((page.rows[0] as { readonly count: number } | undefined)?.count ?? 0);
    if (page.pageState === null) return total;
    if (page.pageState === pageState) throw samePage(aboutOf(bindTable(table), "count"));
    pageState = page.pageState;
  }
}

/**
 * Finds the rows whose vectors are nearest, the nearest first, each with its `similarity` from 0 to 1, as the function of the
 * index says.
 */
export async function nearest<T extends TableTypes, Column extends keyof T["row"] = keyof T["row"]>(
  session: Session,
  table: Table<T>,
  column: keyof T["row"],
  vector: readonly number[],
  options: NearestOptions<Column>,
): Promise<readonly Neighbor<T["row"], Column>[]> {
  const { limit, where, signal } = options;
  const page = await requireSession(session).page({
    ...{ kind: "indexed", check: nearestCheck(String(column), vector, limit), send, table, where, options, signal },
    ...{ pageSize: undefined, pageState: undefined },
  });
  return page.rows as Neighbor<T["row"], Column>[];
}

/** Reads the key of every partition, each once: a full scan, of which `part` reads a part. */
export function partitions<T extends TableTypes>(
  session: Session,
  table: Table<T>,
  options?: PartitionsOptions,
): Rows<PartitionOf<T>> {
  return rows(session, "scan", checkDistinct, table, undefined, options, send);
}
