/** Reads the rows of a selection from the store, page by page, for answers that need all of them. */
import { createReads, StoreError } from "../../store/index.ts";
import type { Page, Selection } from "../../store/index.ts";
import { CqlError } from "../cql-error.ts";
import type { ResultRow } from "../values/index.ts";
import type { Reading } from "./reading.ts";

/** What is read at a time where the answer is made of many rows. */
const stepSize = 1_000;
const stepBytes = 4 * 2 ** 20;

/** Rows of the embedded engine have their bytes and cells. */
export type BytesPage = Omit<Page, "rows"> & { readonly rows: readonly ResultRow[] };

/** The page of a selection, and what it is read for. */
export type PageWanted = Pick<
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
  return new CqlError("protocol", "Invalid value for the paging state");
}
