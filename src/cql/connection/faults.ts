/** Faults that tests request: they replace, delay or cut the response to a request. */
import { setTimeout as sleep } from "node:timers/promises";
import { CqlError } from "../cql-error.ts";
import type { CqlErrorCode } from "../cql-error.ts";
import type { Request, Response } from "../protocol/message.ts";
import type { Client, LoggedInRequest, ServerState, CqlFaults } from "./server.ts";
import type { StatementSummary } from "../statement/prepared.ts";

/** Thrown to close the connection without a response. */
export class DroppedConnection extends Error {
  override readonly name = "DroppedConnection";
}

/** @throws {DroppedConnection} */
export async function injectFault(
  faults: CqlFaults,
  request: LoggedInRequest,
  { signal }: Pick<Client, "signal">,
  server: ServerState,
  answer: () => Promise<Response>,
): Promise<{ readonly response: Response; readonly isCut?: boolean }> {
  const summaries = textsOf(request, server).flatMap((text) => server.language.summarize(text) ?? []);
  // Drivers read the system tables on their own; no test means those requests.
  const isOwn = summaries.some(({ tables }) => tables.length === 0 || tables.some((table) => !isOfSystem(table)));
  const fault = isOwn ? await faults.find(subjectOf(request, summaries)) : undefined;
  if (!fault) return { response: await answer() };
  if (fault.delayMs !== undefined) {
    await sleep(fault.delayMs, undefined, { signal }).catch(() => {
      throw new DroppedConnection();
    });
  }
  if (fault.drop === "before") throw new DroppedConnection();
  if (fault.status !== undefined) throw new CqlError(codeOf(fault.status, summaries), "A fault was asked for");
  const response = await answer();
  if (fault.drop === "after") throw new DroppedConnection();
  return { response, isCut: fault.cutBody === true };
}

function subjectOf({ kind }: Request, summaries: readonly StatementSummary[]): Parameters<CqlFaults["find"]>[0] {
  return {
    method: "CQL",
    route: kind,
    tables: () => Promise.resolve(summaries.flatMap(({ tables }) => tables.map(({ name }) => name))),
    operations: () => Promise.resolve(summaries.map(({ operation }) => operation)),
  };
}

function textsOf(request: LoggedInRequest, { statements }: ServerState): readonly string[] {
  if (request.kind === "register") return [];
  if (request.kind === "query" || request.kind === "prepare") return [request.text];
  const given = request.kind === "execute" ? [request.id] : request.entries.map(({ statement }) => statement);
  return given.flatMap((one) => (typeof one === "string" ? one : (statements.textOf(one) ?? [])));
}

function isOfSystem({ keyspace }: StatementSummary["tables"][number]): boolean {
  return keyspace !== undefined && /^system(?:_|$)/.test(keyspace);
}

const codes: Readonly<Record<number, CqlErrorCode>> = {
  401: "unauthorized",
  403: "unauthorized",
  429: "overloaded",
  503: "unavailable",
};

/** The database's error that is nearest to the status. */
function codeOf(status: number, summaries: readonly StatementSummary[]): CqlErrorCode {
  if (status === 504)
    return summaries.some(({ operation }) => operation === "select") ? "read-timeout" : "write-timeout";
  return codes[status] ?? (status < 500 ? "invalid" : "server");
}
