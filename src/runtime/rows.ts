export interface Page<Row> {
  readonly rows: Row[];
  /** Give it as `options.pageState` to read on; null after the last page. */
  readonly pageState: string | null;
}

/** A query: nothing is sent before it is read, and every reading starts anew. Not a promise. */
export interface Rows<Row> extends AsyncIterable<Row> {
  /** The first page alone. */
  page(): Promise<Page<Row>>;
  /** Page after page; a page may be empty. */
  pages(): AsyncIterable<Page<Row>>;
  /** Every row of every page. */
  toArray(): Promise<Row[]>;
}

export interface Reading {
  /** Where to begin: undefined for the first page. */
  readonly pageState: string | undefined;
  /** Rows in all pages together. */
  readonly limit: number | undefined;
  readonly pageSize: number | undefined;
}

/**
 * Rows that are fetched page by page when they are read.
 *
 * @param fetchPage asks for one page; an empty page state of the service means the last page, like none
 */
export function createRows<Row>(
  reading: Reading,
  fetchPage: (pageState: string | undefined, pageSize: number | undefined) => Promise<Page<Row>>,
): Rows<Row> {
  async function* pages(): AsyncGenerator<Page<Row>, void> {
    let left = reading.limit ?? Infinity;
    let pageState = reading.pageState;
    for (;;) {
      const asked = left === Infinity ? reading.pageSize : Math.min(left, reading.pageSize ?? left);
      const page = await fetchPage(pageState, asked);
      const rows = page.rows.slice(0, left);
      left -= rows.length;
      const next = left > 0 ? page.pageState : null;
      yield { rows, pageState: next };
      if (next === null) return;
      pageState = next;
    }
  }
  async function* each(): AsyncGenerator<Row, void> {
    for await (const page of pages()) yield* page.rows;
  }
  return {
    pages,
    async page() {
      const first = await pages().next();
      return first.value ?? { rows: [], pageState: null };
    },
    async toArray() {
      const rows: Row[] = [];
      for await (const page of pages()) rows.push(...page.rows);
      return rows;
    },
    [Symbol.asyncIterator]: each,
  };
}
