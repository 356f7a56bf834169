import type { Connection } from "../connection.ts";

export interface StatementRequest {
  readonly query: string;
  readonly keyspace: string | undefined;
  readonly pageState?: string | undefined;
}

/** What a column of a result is. */
export interface ResultColumn {
  readonly name: string;
  readonly type: string;
}

export type ResultRow = readonly (string | null)[];

/** As the service answers. */
export type StatementResult = (
  | { readonly kind: "void" }
  | {
      readonly kind: "rows";
      readonly columns: readonly ResultColumn[];
      readonly rows: readonly ResultRow[];
      readonly pageState?: string;
    }
  | { readonly kind: "set-keyspace"; readonly keyspace: string }
  | {
      readonly kind: "schema-change";
      readonly change: "CREATED" | "UPDATED" | "DROPPED";
      readonly target: "KEYSPACE" | "TABLE" | "TYPE";
      readonly keyspace: string;
      readonly name?: string;
    }
  | {
      readonly kind: "error";
      readonly code: string;
      readonly message: string;
      readonly place?: { readonly start: number; readonly end: number };
    }
) & { readonly warnings?: readonly string[] };

export interface Sent {
  readonly result: StatementResult;
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
  return { result: json as StatementResult, tookMs: performance.now() - begun };
}
