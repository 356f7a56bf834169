/** Reads rows page by page, when an app asks for them: the first row, one page, or all. */
import { ProtocolError } from "../errors/errors.ts";
import type { About } from "../errors/errors.ts";
import { onAbort } from "../clock/clock.ts";
import { requireCount } from "../table/bound-table.ts";
import { samePage } from "./first-rows.ts";
import type { FindOptions, Waited } from "./read-options.ts";

export interface Page<Row> {
  readonly rows: Row[];
  /**
   * The start of the next page, for `options.pageState`; null after the last one. A `limit` ends a read, not the rows:
   * the page that reaches it has the position of the remaining ones.
   */
  readonly pageState: string | null;
}

/** A lazy query: sends nothing until it is read, and every read starts from the beginning. Not a promise. */
export interface Rows<Row> extends AsyncIterable<Row> {
  /** The first row, or undefined if there is none. Reads no more than that. Has one deadline, like a single call. */
  first(): Promise<Row | undefined>;
  /** The first page. Has one deadline. */
  page(): Promise<Page<Row>>;
  /** Page after page; a page may be empty. The deadline starts again after each page with rows. */
  pages(): AsyncIterable<Page<Row>>;
  /** Every row of every page, with deadlines as for `pages()`. */
  toArray(): Promise<Row[]>;
}

/** Which page to fetch. */
interface PageRequest {
  readonly pageState: string | undefined;
  readonly pageSize: number | undefined;
  readonly signal: AbortSignal | undefined;
  readonly waited: Waited | undefined;
}

/**
 * Fetches rows page by page when they are read, and prefetches the next page while one is in use.
 *
 * @param fetchPage fetches one page
 */
export function createRows<Row>(
  about: About,
  { limit, pageSize, pageState, signal }: FindOptions<PropertyKey>,
  fetchPage: (request: PageRequest) => Promise<Page<Row>>,
): Rows<Row> {
  const start = pageState ?? undefined;

  /** Limits a page, and reports whether extra rows arrived, which its page state would skip. */
  async function fetchUpTo(
    most: number,
    pageState: string | undefined,
    signal: AbortSignal | undefined,
    waited?: Waited,
  ) {
    requireCount("limit", limit, about);
    requireCount("pageSize", pageSize, about);
    const size = most === Infinity ? pageSize : Math.min(most, pageSize ?? most);
    const page = await fetchPage({ pageState, pageSize: size, signal, waited });
    const isCut = page.rows.length > most;
    return { rows: isCut ? page.rows.slice(0, most) : page.rows, pageState: page.pageState, isCut };
  }
  type Fetched = Awaited<ReturnType<typeof fetchUpTo>>;

  async function* read(most = limit ?? Infinity): AsyncGenerator<Fetched, void> {
    signal?.throwIfAborted();
    const controller = new AbortController();
    const unlink = signal && onAbort(signal, () => controller.abort(signal.reason));
    let left = most;
    let waited = { ms: 0 };
    const fetchNext = (pageState: string | undefined): Promise<Fetched> => {
      const page = fetchUpTo(left, pageState, controller.signal, waited);
      // It may fail before it is awaited.
      page.catch(() => undefined);
      return page;
    };
    try {
      let coming = fetchNext(start);
      // An earlier page state to compare with, replaced at growing intervals: finds any cycle without keeping all page
      // states (Brent's algorithm).
      let [seen, steps, until] = [start, 0, 1];
      for (;;) {
        const page = await coming;
        left -= page.rows.length;
        if (page.rows.length > 0) waited = { ms: 0 };
        const next = left > 0 ? page.pageState : null;
        if (next !== null) {
          if (next === seen) throw samePage(about);
          steps += 1;
          if (steps === until) [seen, steps, until] = [next, 0, until * 2];
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

  async function* each(most?: number): AsyncGenerator<Row, void> {
    for await (const { rows } of read(most)) yield* rows;
  }

  function whole({ rows, pageState, isCut }: Fetched): Page<Row> {
    if (!isCut) return { rows, pageState };
    throw new ProtocolError("the service returns larger pages than requested: read them without a limit", about);
  }

  return {
    async first() {
      for await (const row of each(1)) return row;
      return undefined;
    },
    page: async () => whole(await fetchUpTo(limit ?? Infinity, start, signal)),
    async *pages() {
      for await (const page of read()) yield whole(page);
    },
    async toArray() {
      const all: Row[] = [];
      for await (const { rows } of read()) for (const row of rows) all.push(row);
      return all;
    },
    [Symbol.asyncIterator]: () => each(),
  };
}
