import type { CqlResult } from "../../service/console/cql.ts";
import type { Connection } from "../connection.ts";

interface StatementRequest {
  readonly query: string;
  readonly keyspace: string | undefined;
  readonly pageState?: string | undefined;
}

export type ResultRows = Extract<CqlResult, { readonly kind: "rows" }>;

export interface Sent {
  readonly result: CqlResult;
  readonly tookMs: number;
}

/** @throws {ServiceError} if the service refuses it, or does not respond */
export async function sendStatement(
  { session }: Connection,
  { query, keyspace, pageState }: StatementRequest,
): Promise<Sent> {
  const begun = performance.now();
  const { json } = await session.send({
    operation: "run the statement",
    method: "POST",
    path: "/__local/cql",
    body: { query, ...(keyspace !== undefined && { keyspace }), ...(pageState !== undefined && { pageState }) },
  });
  return { result: json as CqlResult, tookMs: performance.now() - begun };
}

/** What running a statement led to. */
export interface Answered extends Sent {
  readonly query: string;
  /** The keyspace in which the statement ran. */
  readonly keyspace: string | undefined;
  /** The place of an error in the editor's text. */
  readonly place?: { readonly at: number; readonly line: number };
}

/** Adds the rows of a page to the earlier ones. An error replaces them. */
export function addPage(before: Answered, { result, tookMs }: Sent): Answered {
  if (before.result.kind !== "rows" || result.kind !== "rows") return { ...before, result, tookMs };
  const warnings = [...new Set([...(before.result.warnings ?? []), ...(result.warnings ?? [])])];
  return { ...before, tookMs, result: { ...result, rows: [...before.result.rows, ...result.rows], warnings } };
}
