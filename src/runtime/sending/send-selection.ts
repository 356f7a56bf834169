/**
 * Reads one page of a selection over GraphQL; sends nothing if no row can match. Throws only what `Session.page` promises.
 */
import { ClosedError, TimeoutError } from "../errors/errors.ts";
import { selectedMembers, readPage } from "../graphql/answer.ts";
import type { Result } from "../graphql/answer.ts";
import { printSelection } from "../graphql/print.ts";
import { inTermsOfTables } from "../graphql/unknown-names.ts";
import type { Selection } from "../operation/operation.ts";
import type { Page } from "../operation/rows.ts";
import type { ServiceLink } from "../operation/request.ts";
import { sendDocument } from "./document.ts";

/** @param print its field of a document @param readResult what the field answered */
export async function sendSelection(
  link: ServiceLink,
  selection: Selection,
  print = printSelection,
  readResult = readPage,
): Promise<Page<object>> {
  const { profile, clock, closing, deadlineMs } = link;
  const checked = selection.check(selection, profile);
  const { table, about, signal, findsNothing, waited = { ms: 0 } } = checked;
  if (findsNothing) {
    if (closing.aborted) throw new ClosedError(about);
    signal?.throwIfAborted();
    return { rows: [], pageState: null };
  }
  const members = selectedMembers(checked);
  const field = print(checked, members, profile);
  const begun = clock.monotonic();
  const leftMs = deadlineMs - waited.ms;
  /** The empty pages before this one have taken the time. Timers may fire a millisecond early. */
  const explain = (error: unknown): unknown => {
    const isLate = waited.ms > 0 && error instanceof TimeoutError && clock.monotonic() > begun + leftMs - 1;
    return isLate ? new TimeoutError("pages", deadlineMs, { ...about, cause: error }) : error;
  };
  try {
    const read = (result: Result): Page<object> => readResult(checked, members, result, profile);
    return await sendDocument(link, about, table, field, "read", signal, read, { deadlineMs: leftMs, explain });
  } catch (error) {
    throw inTermsOfTables(error, table);
  } finally {
    waited.ms += clock.monotonic() - begun;
  }
}
