/** Reads the rows of a selection from the store. */
import { protocolError, invalid, CqlError } from "../cql-error.ts";
import { createReads, StoreError } from "../../store/index.ts";
import type { Selection, Page } from "../../store/index.ts";
import type { Inputs, ResultRow } from "../values/index.ts";
import type { Database, Execution } from "./prepared.ts";
import type { AnswerRow, Projection } from "./projection.ts";

/** The input of an execution, once its values are bound. */
export interface Reading {
  readonly database: Database;
  readonly execution: Execution;
  readonly inputs: Inputs;
  /** The part of the selection that does not depend on values. */
  readonly fixed: FixedSelection;
  readonly located: Pick<Selection, "filters" | "tuples" | "tokens">;
  readonly nearest: Selection["nearest"];
  /** Rows of the answer, and of those the ones of one partition; Infinity for no limit. */
  readonly limit: number;
  readonly perPartition: number;
}

export type FixedSelection = Pick<Selection, "keyspace" | "table" | "columns" | "orderBy" | "filtering" | "distinct">;

/** A page of an answer. */
export interface ReadRows {
  readonly rows: readonly AnswerRow[];
  readonly pageState?: Buffer | undefined;
  readonly warnings?: readonly string[] | undefined;
}

/** The error for a page of partitions that are sorted together. */
export function noPages(): CqlError {
  return invalid(
    "Cannot page queries with both ORDER BY and a IN restriction on the partition key; you must either remove the " +
      "ORDER BY or the IN and sort client side, or disable paging for this query",
  );
}

/** As many rows as the protocol can count. */
const mostRows = 2 ** 31 - 1;
/** A page of large rows ends before the client's size, so that few clients cannot fill the memory. */
const mostPageBytes = 16 * 2 ** 20;
/** Rows that are made without a look at the time. */
const rowsOfTurn = 500;
/** The most bytes for a client that does not request pages: a frame has 256 MiB at most. */
const mostBytes = 2 ** 28;

export async function readPlain(reading: Reading, projection: Projection, sortsPartitions: boolean): Promise<ReadRows> {
  const { inputs, execution, nearest, limit, perPartition } = reading;
  const { pageSize = 0, pageState } = execution;
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
  const timeSlice = page.rows.length > rowsOfTurn ? createReads().timeSlice : undefined;
  for (const row of page.rows) {
    rows.push(projection.row(row, inputs));
    const pause = timeSlice && rows.length % rowsOfTurn === 0 ? timeSlice.yieldIfOver() : undefined;
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

/** Rows and bytes read at a time for answers that aggregate many rows. */
const stepSize = 1_000;
const stepBytes = 4 * 2 ** 20;

/** Rows of the embedded engine have their bytes and cells. */
export type BytesPage = Omit<Page, "rows"> & { readonly rows: readonly ResultRow[] };

/** The page of a selection, and what it is read for. */
type PageWanted = Pick<
  Selection,
  "pageSize" | "pageBytes" | "pageState" | "limit" | "perPartitionLimit" | "statesWithin" | "orderedApart" | "reads"
>;

export async function readPage(reading: Reading, wanted: PageWanted): Promise<BytesPage> {
  const { database, fixed } = reading;
  const store = await database.storeOf(fixed.keyspace);
  try {
    return (await store.select(selectionOf(reading, wanted))) as BytesPage;
  } catch (error) {
    throw error instanceof StoreError && error.code === "page-state" ? wrongPageState() : error;
  }
}

/** One literal, because objects that are spread into another cost a read more than all else here. */
function selectionOf({ fixed, located, nearest, execution }: Reading, wanted: PageWanted): Selection {
  return {
    keyspace: fixed.keyspace,
    table: fixed.table,
    filters: located.filters,
    tuples: located.tuples,
    tokens: located.tokens,
    columns: fixed.columns,
    orderBy: fixed.orderBy,
    filtering: fixed.filtering,
    distinct: fixed.distinct,
    nearest,
    signal: execution.signal,
    limit: wanted.limit,
    perPartitionLimit: wanted.perPartitionLimit,
    pageSize: wanted.pageSize,
    pageBytes: wanted.pageBytes,
    pageState: wanted.pageState,
    statesWithin: wanted.statesWithin,
    orderedApart: wanted.orderedApart,
    reads: wanted.reads,
  };
}

/** The pages of all rows, from a page state on; partitions follow each other. */
export async function* readPages(reading: Reading, pageState?: string): AsyncGenerator<BytesPage & { from?: string }> {
  // Shared by all pages, so that a long read gives others their turns.
  const reads = createReads();
  let from = pageState;
  do {
    const page = await readPage(reading, {
      pageSize: stepSize,
      pageBytes: stepBytes,
      statesWithin: true,
      orderedApart: true,
      pageState: from,
      reads,
    });
    yield from === undefined ? page : { ...page, from };
    from = page.pageState;
  } while (from !== undefined);
}

export function wrongPageState(): CqlError {
  return protocolError("Invalid value for the paging state");
}
