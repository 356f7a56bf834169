import { ProtocolError } from "../errors/errors.ts";
import type { About } from "../errors/errors.ts";

/** The rows of the first page that has any: a page may be empty and yet not the last one. */
export async function firstRows<Row>(
  about: About,
  fetchPage: (
    pageState: string | undefined,
  ) => Promise<{ readonly rows: readonly Row[]; readonly pageState: string | null }>,
): Promise<readonly Row[]> {
  let pageState: string | undefined;
  for (;;) {
    const page = await fetchPage(pageState);
    if (page.rows.length > 0 || page.pageState === null) return page.rows;
    if (page.pageState === pageState) throw samePage(about);
    pageState = page.pageState;
  }
}

/** The error of a read that would never end. */
export function samePage(about: About): ProtocolError {
  return new ProtocolError("the service returns the same page again and again", about);
}
