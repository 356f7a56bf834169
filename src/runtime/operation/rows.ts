import { ProtocolError } from "../errors/errors.ts";
import type { About } from "../errors/errors.ts";
import { onAbort } from "../clock/on-abort.ts";

export interface Page<Row> {
  readonly rows: Row[];
  /**
   * Where the next page begins, for `options.pageState`; null when there is none. A `limit` ends a reading and not the rows: the
   * page that reaches it tells where they go on.
   */
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
  /** The most rows of this reading, in all pages together. */
  readonly limit: number | undefined;
  readonly pageSize: number | undefined;
  readonly signal: AbortSignal | undefined;
  readonly about: About;
}

/** Which page to fetch. */
export interface PageAsked {
  readonly pageState: string | undefined;
  readonly pageSize: number | undefined;
  readonly signal: AbortSignal | undefined;
}

/**
 * Rows that are fetched page by page when they are read, the next page while the last one is in use.
 *
 * @param fetchPage asks for one page; an empty page state of the service means the last page, like none
 * @see runtime 2.11
 */
export function createRows<Row>(reading: Reading, fetchPage: (asked: PageAsked) => Promise<Page<Row>>): Rows<Row> {
  async function* read(): AsyncGenerator<Limited<Row>, void> {
    reading.signal?.throwIfAborted();
    const controller = new AbortController();
    const { signal } = controller;
    const unlink = reading.signal && onAbort(reading.signal, () => controller.abort(reading.signal?.reason));
    let left = reading.limit ?? Infinity;
    const fetchNext = (pageState: string | undefined): Promise<Page<Row>> => {
      const pageSize = left === Infinity ? reading.pageSize : Math.min(left, reading.pageSize ?? left);
      const page = fetchPage({ pageState, pageSize, signal });
      // It may fail before somebody waits for it.
      page.catch(() => undefined);
      return page;
    };
    try {
      let coming = fetchNext(reading.pageState);
      // A page state of long ago to compare with, ever longer ago: any circle is found without keeping all of them.
      let [seen, steps, most] = [reading.pageState, 0, 1];
      for (;;) {
        const page = limitedTo(left, await coming);
        left -= page.rows.length;
        const next = left > 0 ? page.pageState : null;
        if (next !== null) {
          if (next === seen) throw new ProtocolError("the service gives the same page again and again", reading.about);
          steps += 1;
          if (steps === most) [seen, steps, most] = [next, 0, most * 2];
          coming = fetchNext(next);
        }
        yield page;
        if (next === null) return;
      }
    } finally {
      unlink?.();
      controller.abort();
    }
  }
  async function* each(): AsyncGenerator<Row, void> {
    for await (const page of read()) yield* page.rows;
  }
  const whole = ({ rows, pageState, isCut }: Limited<Row>): Page<Row> => {
    if (!isCut) return { rows, pageState };
    throw new ProtocolError(
      "the service gives larger pages than it is asked for: read them without a limit",
      reading.about,
    );
  };
  return {
    async *pages() {
      for await (const page of read()) yield whole(page);
    },
    async page() {
      const { pageState, signal, limit = Infinity } = reading;
      const pageSize = Math.min(limit, reading.pageSize ?? Infinity);
      const page = await fetchPage({ pageState, pageSize: pageSize === Infinity ? undefined : pageSize, signal });
      return whole(limitedTo(limit, page));
    },
    async toArray() {
      const rows: Row[] = [];
      for await (const row of each()) rows.push(row);
      return rows;
    },
    [Symbol.asyncIterator]: each,
  };
}

interface Limited<Row> extends Page<Row> {
  /** Rows were left out, which its page state would skip. */
  readonly isCut: boolean;
}

function limitedTo<Row>(most: number, { rows, pageState }: Page<Row>): Limited<Row> {
  return { rows: rows.slice(0, most), pageState, isCut: rows.length > most };
}
