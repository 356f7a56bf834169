import { ProtocolError } from "../errors/errors.ts";
import type { About } from "../errors/errors.ts";

/**
 * The rows of the first page that has any: a page may be empty and yet not the last one. Not an async function: every read of
 * a row comes by here.
 */
export function firstRows<Row>(
  about: About,
  fetchPage: (
    pageState: string | undefined,
  ) => Promise<{ readonly rows: readonly Row[]; readonly pageState: string | null }>,
  start?: string,
): Promise<readonly Row[]> {
  return fetchPage(start).then(({ rows, pageState }) => {
    if (rows.length > 0 || pageState === null) return rows;
    if (pageState === start) throw samePage(about);
    return firstRows(about, fetchPage, pageState);
  });
}

/** The error of a read that would never end. */
export function samePage(about: About): ProtocolError {
  return new ProtocolError("the service returns the same page again and again", about);
}
