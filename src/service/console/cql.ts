/** `POST /__local/cql`: runs a statement of CQL, for the console. What runs it is given to the service. */
import { parseMembers, positive, text } from "../control/parse-request.ts";
import type { Operation } from "../operation.ts";
import { badRequest, notFound } from "../refusal.ts";

export interface CqlRequest {
  /** One statement. */
  readonly query: string;
  /** Of names without one. */
  readonly keyspace?: string | undefined;
  /** Rows in the page. */
  readonly pageSize: number;
  /** Of the page before. */
  readonly pageState?: string | undefined;
  /** Whose statement it is. */
  readonly user: { readonly name: string; readonly readOnly: boolean };
  /** Ends when the client is gone. */
  readonly signal: AbortSignal;
}

/** What a statement answers, as JSON. */
export type CqlResult = (
  | { readonly kind: "void" }
  | {
      readonly kind: "rows";
      readonly columns: readonly { readonly name: string; readonly type: string }[];
      /** In the order of the columns, as people write them in CQL; texts have no quotes. */
      readonly rows: readonly (readonly (string | null)[])[];
      readonly pageState?: string | undefined;
    }
  | { readonly kind: "set-keyspace"; readonly keyspace: string }
  | {
      readonly kind: "schema-change";
      readonly change: string;
      readonly target: string;
      readonly keyspace: string;
      readonly name?: string | undefined;
    }
  | {
      readonly kind: "error";
      /** `syntax`, `invalid`, `unauthorized`, … */
      readonly code: string;
      /** The database's own. */
      readonly message: string;
      /** Its place in the text, in UTF-16 units, where there is one. */
      readonly place?: { readonly start: number; readonly end: number } | undefined;
    }
) & { readonly warnings?: readonly string[] | undefined };

/** Rejects only with errors that are not for clients. */
export type RunCql = (request: CqlRequest) => Promise<CqlResult>;

const usualPageSize = 100;
const mostRows = 1000;

const members = {
  query: text,
  keyspace: text,
  pageSize: positive,
  pageState: text,
} as const;

/** What is wrong with a statement is a result, as in GraphQL: it has the status 200. */
export function cqlOperation(run: RunCql | undefined): Operation {
  return {
    id: "runCql",
    summary: "Runs a statement of CQL.",
    answers: {},
    run: async (call) => {
      if (!run) throw notFound("this service runs no CQL; a cluster speaks it itself, at its own port");
      const parsed = parseMembers(await call.body(), members) as {
        readonly query?: string;
        readonly keyspace?: string;
        readonly pageSize?: number;
        readonly pageState?: string;
      };
      const { query, keyspace, pageSize = usualPageSize, pageState } = parsed;
      if (query === undefined) throw badRequest(`query must be ${text.form}`);
      const request = { query, keyspace, pageSize: Math.min(pageSize, mostRows), pageState };
      return { status: 200, json: await run({ ...request, user: call.user ?? nobody, signal: call.signal() }) };
    },
  };
}

/** The route needs a token, so that there is a user. */
const nobody = { name: "", readOnly: true };
