/** Faults that a test asks for: what happens to a request instead of its answer, or to that. */
import { setTimeout as sleep } from "node:timers/promises";
import { CqlError } from "../cql-error.ts";
import type { CqlErrorCode } from "../cql-error.ts";
import type { Request, Response } from "../protocol/message.ts";
import type { Client, LoggedInRequest } from "./client.ts";
import type { Door } from "./door.ts";
import type { CqlFaults } from "./faults.ts";
import type { StatementSummary } from "./language.ts";

/** Thrown in place of an answer: the connection is closed without one. */
export class DroppedConnection extends Error {
  override readonly name = "DroppedConnection";
}

/** @throws {DroppedConnection} */
export async function injectFault(
  faults: CqlFaults,
  request: LoggedInRequest,
  { signal }: Pick<Client, "signal">,
  door: Door,
  answer: () => Promise<Response>,
): Promise<{ readonly response: Response; readonly isCut?: boolean }> {
  const summaries = textsOf(request, door).flatMap((text) => door.language.summarize(text) ?? []);
  // Drivers read the tables of the system by themselves: no test means those.
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

function textsOf(request: LoggedInRequest, { statements }: Door): readonly string[] {
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

/** The error of the database that means most nearly what the status means. */
function codeOf(status: number, summaries: readonly StatementSummary[]): CqlErrorCode {
  if (status === 504)
    return summaries.some(({ operation }) => operation === "select") ? "read-timeout" : "write-timeout";
  return codes[status] ?? (status < 500 ? "invalid" : "server");
}
