/** Reads the rows of a selection from the store, page by page, for answers that need all of them. */
import { StoreError } from "../../store/index.ts";
import type { Page, Selection } from "../../store/index.ts";
import { CqlError } from "../cql-error.ts";
import type { ResultRow } from "../values/index.ts";
import type { Reading } from "./select.ts";

/** What is read at a time where the answer is made of many rows. */
const stepSize = 1_000;
const stepBytes = 4 * 2 ** 20;

/** Rows of the embedded engine have their bytes and cells. */
export type BytesPage = Omit<Page, "rows"> & { readonly rows: readonly ResultRow[] };

export async function readPage({ database }: Reading, selection: Selection): Promise<BytesPage> {
  const store = await database.storeOf(selection.keyspace);
  try {
    return (await store.select(selection)) as BytesPage;
  } catch (error) {
    throw error instanceof StoreError && error.code === "page-state" ? wrongPageState() : error;
  }
}

/** The pages of all rows, from a page state on; partitions follow each other. */
export async function* readPages(reading: Reading, pageState?: string): AsyncGenerator<BytesPage & { from?: string }> {
  let from = pageState;
  do {
    const step = { pageSize: stepSize, pageBytes: stepBytes, statesWithin: true, orderedApart: true, pageState: from };
    const page = await readPage(reading, { ...reading.selection, ...step });
    yield from === undefined ? page : { ...page, from };
    from = page.pageState;
  } while (from !== undefined);
}

export function wrongPageState(): CqlError {
  return new CqlError("protocol", "Invalid value for the paging state");
}
