/**
 * Sends operations over GraphQL: a write in its own document, or with others if the session batches, and a page of a selection.
 * Throws only what `Session.write` and `Session.page` declare.
 */
import {
  ClosedError,
  OutcomeUnknownError,
  ProtocolError,
  ServiceError,
  TimeoutError,
  ValidationError,
  outcomeOf,
} from "../errors/errors.ts";
import { isFailure } from "../errors/failure.ts";
import type { Failure } from "../errors/failure.ts";
import { readFields, readPage, readWritten, selectedMembers, printSelection, printWrite } from "../graphql/fields.ts";
import type { Result } from "../graphql/fields.ts";
import { inTermsOfTables } from "../graphql/problems.ts";
import { isSafe } from "../operation/checked-write.ts";
import type { CheckedWrite } from "../operation/checked-write.ts";
import { checkSelection, checkWrite } from "../operation/operation.ts";
import type { LostWrite, Selection, WriteOperation, CallRequest, Safety, ServiceLink } from "../operation/operation.ts";
import type { Written } from "../operation/write-options.ts";
import type { Page } from "../operation/rows.ts";
import type { BoundTable, OperationAbout } from "../table/bound-table.ts";

/** Not an async function: returns the promise of the batch itself. @param print prints its field of a document */
export function sendWrite(link: ServiceLink, operation: WriteOperation, print = printWrite): Promise<Written> {
  try {
    const checked = checkWrite(operation, link.profile);
    const field = printed(checked, print);
    return link.addToBatch ? link.addToBatch(checked, field) : sendAlone(link, checked, field);
  } catch (error) {
    return Promise.reject(error as Error);
  }
}

export async function sendAlone(link: ServiceLink, checked: CheckedWrite, field: string): Promise<Written> {
  const { about, table, options } = checked;
  const safety = isSafe(checked, link) ? "safe" : "unsafe";
  try {
    const read = (result: Result): Written => readWritten(checked, result, link.profile);
    return await sendDocument(link, about, table, field, safety, options.signal, read);
  } catch (error) {
    throw failedWrite(link, checked, safety === "safe", error);
  }
}

/** Prints the field of a write. @throws {ValidationError} for a value that cannot be printed, such as one that nests too deep */
export function printed(checked: CheckedWrite, print: (checked: CheckedWrite) => string): string {
  try {
    return print(checked);
  } catch (cause) {
    throw new ValidationError("in", [], "the value cannot be printed", { ...checked.about, cause });
  }
}

/** An error thrown by a function given to the session does not reveal the outcome of the write. */
const broken = "a function that the session was given threw an error";

/** The error that the caller of a write gets. */
export function failedWrite(link: ServiceLink, checked: CheckedWrite, mayRepeat: boolean, thrown: unknown): unknown {
  const { about, table, options } = checked;
  const isExpected = thrown instanceof ServiceError || (options.signal?.aborted && thrown === options.signal.reason);
  const error = isExpected ? inTermsOfTables(thrown, table) : new ProtocolError(broken, { ...about, cause: thrown });
  if (mayRepeat || outcomeOf(error) !== "unknown") return error;
  const lost: LostWrite = { write: checked, page: (selection) => selection.send(link, selection) };
  return new OutcomeUnknownError(error as ServiceError, () => lost);
}

/**
 * Reads one page; sends nothing if no row can match.
 *
 * @param print its field of a document @param readResult what the field answered
 */
export async function sendSelection(
  link: ServiceLink,
  selection: Selection,
  print = printSelection,
  readResult = readPage,
): Promise<Page<object>> {
  const { profile, clock, closing, deadlineMs } = link;
  const checked = checkSelection(selection, profile);
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

/**
 * Sends a document with one field, and reads the result of that field.
 *
 * @param field of the document: `insertProducts(value: {id: "1"}) { applied }`
 * @throws what ends the call, as it is
 */
export function sendDocument<T extends object>(
  link: ServiceLink,
  about: OperationAbout,
  { keyspace }: BoundTable,
  field: string,
  safety: Safety,
  signal: AbortSignal | undefined,
  read: (result: Result) => T,
  limit?: Pick<CallRequest, "deadlineMs" | "explain">,
): Promise<T> {
  const isRead = safety === "read";
  const path = pathOf(link, keyspace);
  const request: CallRequest<T> = {
    about,
    method: "POST",
    path,
    body: bodyOf(`${isRead ? "query" : "mutation"} { result: ${field} }`),
    signal,
    safety,
    paged: isRead,
    deadlineMs: limit?.deadlineMs,
    explain: limit?.explain,
    advice: (status) => adviceOnPath(status, link, keyspace, path),
    // A call does not depend on the form of documents, so it gets a function that reads them.
    accept: (answer) => {
      const fields = readFields(answer, ["result"], link.profile);
      const result = isFailure(fields) ? fields : (fields[0] as Result | Failure);
      return isFailure(result) ? result : read(result);
    },
  };
  return link.call(request);
}

/** Where documents for the tables of a keyspace are sent. */
export function pathOf({ profile, keyspace: own }: ServiceLink, keyspace: string): string {
  return profile.graphqlPath(keyspace === own ? undefined : keyspace, keyspace);
}

/** The advice after a 404 at a keyspace's path: some services respond only at a path without a keyspace. */
export function adviceOnPath(
  status: number,
  { profile }: ServiceLink,
  keyspace: string,
  path: string,
): string | undefined {
  const unnamed = profile.graphqlPath(undefined, keyspace);
  if (status !== 404 || path === unnamed) return undefined;
  return `if the service serves ${keyspace} only at ${unnamed}, open the session with keyspace: ${JSON.stringify(keyspace)}`;
}

/** The body of a request that sends a document without variables. */
export function bodyOf(query: string): string {
  return `{"query":${JSON.stringify(query)},"variables":{}}`;
}
