/** Reads a page whose rows are rows of the store, each for itself. */
import { invalid } from "../cql-error.ts";
import type { Rows } from "../protocol/message.ts";
import type { Bound } from "../values/index.ts";
import type { AnswerRow, Projection } from "./projection.ts";
import { readPage } from "./read-rows.ts";
import type { Reading } from "./select.ts";

/** As many rows as the protocol can count. */
const mostRows = 2 ** 31 - 1;
/** A page of large rows ends before the client's size, so that few clients cannot fill the memory. */
const mostPageBytes = 16 * 2 ** 20;
/** What a client can receive that asks for no pages: a frame has 256 MiB at most. */
const mostBytes = 2 ** 28;

export async function readPlain(reading: Reading, projection: Projection, bound: Bound): Promise<Rows> {
  const { execution, selection, limit, perPartition } = reading;
  const { pageSize = 0, pageState, nowMs } = execution;
  const isPaged = pageSize > 0;
  const most = isPaged ? limit : Math.min(limit, mostRows);
  const page = await readPage(reading, {
    ...selection,
    ...(most !== Infinity && { limit: most }),
    ...(perPartition !== Infinity && { perPartitionLimit: perPartition }),
    pageSize: isPaged ? pageSize : mostRows,
    pageBytes: isPaged ? mostPageBytes : mostBytes,
    ...(pageState && pageState.length > 0 && { pageState: pageState.toString("base64url") }),
  });
  const rows: AnswerRow[] = [];
  for (const row of page.rows) rows.push(projection.row(row, bound, nowMs));
  const next = page.pageState;
  if (next === undefined) return { kind: "rows", columns: projection.specs, rows };
  if (!isPaged) throw invalid(`The result has more than ${mostBytes} bytes: read it in pages`);
  return { kind: "rows", columns: projection.specs, rows, pageState: Buffer.from(next, "base64url") };
}
