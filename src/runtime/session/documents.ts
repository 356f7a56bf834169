/**
 * Executes operations over GraphQL: checks them, prints a document, sends it and reads its result.
 *
 * A write is a document of its own, or shares one if the session batches. A failure with an unknown outcome, of a write
 * that must not be retried, can be verified. Throws only what `Session.write` and `Session.page` promise.
 */
import { OutcomeUnknownError, ProtocolError, ServiceError, ValidationError, outcomeOf } from "../errors/errors.ts";
import { isFailure } from "../errors/failure.ts";
import type { Failure } from "../errors/failure.ts";
import { askedOf, readFields, readPage, readWritten } from "../graphql/answer.ts";
import type { Result } from "../graphql/answer.ts";
import { printSelection, printWrite } from "../graphql/print.ts";
import { inTermsOfTables } from "../graphql/unknown-names.ts";
import { checkSelection } from "../operation/checked-selection.ts";
import { checkWrite, isSafe } from "../operation/checked-write.ts";
import type { CheckedSelection } from "../operation/checked-selection.ts";
import type { CheckedWrite } from "../operation/checked-write.ts";
import type { Session, WriteOperation, Written } from "../operation/operation.ts";
import type { Safety } from "../operation/request.ts";
import type { Page } from "../operation/rows.ts";
import { createVerify } from "../operation/verify.ts";
import type { OperationAbout } from "../table/bound-table.ts";
import { exchange } from "./call.ts";
import type { Batch, Engine } from "./engine.ts";

export function createDocuments(engine: Engine, batch: Batch | undefined): Pick<Session, "write" | "page"> {
  const { profile } = engine;
  const add = batch ? batch(engine) : undefined;

  function write(operation: WriteOperation): Promise<Written> {
    try {
      const checked = checkWrite(operation, profile);
      const field = print(checked);
      return add ? add(checked, field) : writeAlone(checked, field);
    } catch (error) {
      return Promise.reject(error as Error);
    }
  }

  async function writeAlone(checked: CheckedWrite, field: string): Promise<Written> {
    const { about, table, options } = checked;
    const safety = isSafe(checked, engine) ? "safe" : "unsafe";
    try {
      const path = pathOf(engine, table.keyspace);
      const read = (result: Result): Written => readWritten(checked, result, profile);
      return await run(engine, about, path, `mutation { result: ${field} }`, safety, options.signal, read);
    } catch (error) {
      throw failedWrite(engine, checked, safety === "safe", error);
    }
  }

  return { write, page: async (selection) => read(engine, checkSelection(selection, profile)) };
}

/** Reads one page. */
async function read(engine: Engine, checked: CheckedSelection): Promise<Page<object>> {
  const { profile } = engine;
  const { table, about, signal } = checked;
  const asked = askedOf(checked);
  const query = `query { result: ${printSelection(checked, asked, profile)} }`;
  try {
    const readRows = (result: Result): Page<object> => readPage(checked, asked, result, profile);
    return await run(engine, about, pathOf(engine, table.keyspace), query, "read", signal, readRows);
  } catch (error) {
    throw inTermsOfTables(error, table);
  }
}

/** Where documents for the tables of a keyspace are sent. */
export function pathOf({ profile, keyspace: own }: Engine, keyspace: string): string {
  return profile.graphqlPath(keyspace === own ? undefined : keyspace, keyspace);
}

/** The field of a write, as its record is now. @throws {ValidationError} for a value that nests too deep, say */
function print(checked: CheckedWrite): string {
  try {
    return printWrite(checked);
  } catch (cause) {
    throw new ValidationError("in", [], "the value cannot be printed", { ...checked.about, cause });
  }
}

/** Sends a document with the one field `result`, and reads that. @throws what ends the call, as it is */
function run<T extends object>(
  engine: Engine,
  about: OperationAbout,
  path: string,
  query: string,
  safety: Safety,
  signal: AbortSignal | undefined,
  read: (result: Result) => T,
): Promise<T> {
  return exchange<T>(engine, {
    about,
    method: "POST",
    path,
    body: bodyOf(query),
    signal,
    safety,
    operations: 1,
    paged: safety === "read",
    // A closure for the profile: a call knows nothing of documents.
    accept: (answer) => {
      const fields = readFields(answer, names, engine.profile);
      const field = isFailure(fields) ? fields : (fields[0] as Result | Failure);
      return isFailure(field) ? field : read(field);
    },
  });
}

const names = ["result"];

/** The body of a request that sends a document without variables. */
export function bodyOf(query: string): string {
  return `{"query":${JSON.stringify(query)},"variables":{}}`;
}

/** An error thrown by a function given to the session does not reveal the outcome of the write. */
const broken = "a function that the session was given threw an error";

/** The error that the caller of a write gets. */
export function failedWrite(engine: Engine, checked: CheckedWrite, isSafe: boolean, thrown: unknown): unknown {
  const { about, table, options } = checked;
  const isTold = thrown instanceof ServiceError || (options.signal?.aborted && thrown === options.signal.reason);
  const error = isTold ? inTermsOfTables(thrown, table) : new ProtocolError(broken, { ...about, cause: thrown });
  if (isSafe || outcomeOf(error) !== "unknown") return error;
  return new OutcomeUnknownError(
    error as ServiceError,
    createVerify(checked, (selection) => read(engine, selection)),
  );
}
