/**
 * Executes a write over GraphQL: in its own document, or with others if the session batches. If a write that must not be
 * retried has an unknown outcome, its error can be passed to `verify`. Throws only what `Session.write` declares.
 */
import { OutcomeUnknownError, ProtocolError, ServiceError, ValidationError, outcomeOf } from "../errors/errors.ts";
import { readWritten } from "../graphql/answer.ts";
import type { Result } from "../graphql/answer.ts";
import { printWrite } from "../graphql/print.ts";
import { inTermsOfTables } from "../graphql/unknown-names.ts";
import { isSafe } from "../operation/checked-write.ts";
import type { CheckedWrite } from "../operation/checked-write.ts";
import type { LostWrite, WriteOperation } from "../operation/operation.ts";
import type { Written } from "../operation/operation-input.ts";
import type { ServiceLink } from "../operation/request.ts";
import { sendDocument } from "./document.ts";

/** Not an async function: returns the promise of the batch itself. @param print prints its field of a document */
export function sendWrite(link: ServiceLink, operation: WriteOperation, print = printWrite): Promise<Written> {
  try {
    const checked = operation.check(operation, link.profile);
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
export function failedWrite(link: ServiceLink, checked: CheckedWrite, isSafe: boolean, thrown: unknown): unknown {
  const { about, table, options } = checked;
  const isExpected = thrown instanceof ServiceError || (options.signal?.aborted && thrown === options.signal.reason);
  const error = isExpected ? inTermsOfTables(thrown, table) : new ProtocolError(broken, { ...about, cause: thrown });
  if (isSafe || outcomeOf(error) !== "unknown") return error;
  const lost: LostWrite = { write: checked, page: (selection) => selection.send(link, selection) };
  return new OutcomeUnknownError(error as ServiceError, () => lost);
}
