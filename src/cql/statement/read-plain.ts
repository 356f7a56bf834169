/** Reads a page whose rows are rows of the store, each for itself. */
import { createReads } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import type { AnswerRow, Projection } from "./projection.ts";
import { readPage } from "./read-rows.ts";
import type { Reading, ReadRows } from "./reading.ts";

/** As many rows as the protocol can count. */
const mostRows = 2 ** 31 - 1;
/** A page of large rows ends before the client's size, so that few clients cannot fill the memory. */
const mostPageBytes = 16 * 2 ** 20;
/** Rows that are made without a look at the time. */
const rowsOfTurn = 500;
/** What a client can receive that asks for no pages: a frame has 256 MiB at most. */
const mostBytes = 2 ** 28;

export async function readPlain(reading: Reading, projection: Projection, sortsPartitions: boolean): Promise<ReadRows> {
  const { bound, execution, nearest, limit, perPartition } = reading;
  const { pageSize = 0, pageState, nowMs } = execution;
  const isPaged = pageSize > 0;
  const page = await readPage(reading, {
    limit: limitOf(reading, isPaged, sortsPartitions),
    perPartitionLimit: perPartition === Infinity ? undefined : perPartition,
    pageSize: isPaged ? pageSize : mostRows,
    pageBytes: isPaged ? mostPageBytes : mostBytes,
    pageState: pageState && pageState.length > 0 ? pageState.toString("base64url") : undefined,
    statesWithin: isPaged,
  });
  const rows: AnswerRow[] = [];
  const turns = page.rows.length > rowsOfTurn ? createReads().turns : undefined;
  for (const row of page.rows) {
    rows.push(projection.row(row, bound, nowMs));
    const pause = turns && rows.length % rowsOfTurn === 0 ? turns.next() : undefined;
    if (pause) await pause;
  }
  if (nearest && isPaged && pageSize < limit) return { rows, warnings: [onePage(pageSize, limit)] };
  // The database does not look beyond a page that is full, and there are clients that read on until a page is not.
  const next = page.pageState ?? (rows.length === pageSize ? page.stateAfter?.(rows.length) : undefined);
  if (next === undefined) return { rows };
  if (!isPaged) throw invalid(`The result has more than ${mostBytes} bytes: read it in pages`);
  return { rows, pageState: Buffer.from(next, "base64url") };
}

function limitOf({ limit, nearest }: Reading, isPaged: boolean, sortsPartitions: boolean): number | undefined {
  if (limit === Infinity) return sortsPartitions && !isPaged ? mostRows : undefined;
  // To sort the rows of several partitions the database needs all of them, limited or not, and so it gives no page of them.
  return isPaged && sortsPartitions && !nearest ? undefined : limit;
}

function onePage(pageSize: number, limit: number): string {
  return (
    `Top-K queries do not support paging and the page size is set to ${pageSize}, which is less than LIMIT ${limit}. ` +
    `The page size has been set to ${limit} to match the LIMIT.`
  );
}
