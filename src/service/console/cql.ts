/** `POST /__local/cql`: runs a CQL statement for the console. The function that runs it is passed to the service. */
import { parseMembers, positive, text } from "../control/parse-request.ts";
import type { Endpoint } from "../endpoint.ts";
import { badRequest, notFound } from "../http-refusal.ts";
import { jsonResponse } from "../http.ts";

export interface CqlRequest {
  /** One statement. */
  readonly query: string;
  /** The keyspace of names without one. */
  readonly keyspace?: string | undefined;
  /** Rows in the page. */
  readonly pageSize: number;
  /** The page state of the previous page. */
  readonly pageState?: string | undefined;
  /** The user who runs the statement. */
  readonly user: { readonly name: string; readonly readOnly: boolean };
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/** The result of a statement, as JSON. */
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
      /** The database's message. */
      readonly message: string;
      /** The error's place in the text, in UTF-16 units, if known. */
      readonly place?: { readonly start: number; readonly end: number } | undefined;
    }
) & { readonly warnings?: readonly string[] | undefined };

/** Rejects only with errors that are not for clients. */
export type RunCql = (request: CqlRequest) => Promise<CqlResult>;

const usualPageSize = 100;
const mostRows = 1000;

const members = { query: text, keyspace: text, pageSize: positive, pageState: text };

/** An invalid statement is a result with the status 200, as in GraphQL. */
export function cqlEndpoint(run: RunCql | undefined): Endpoint {
  return {
    id: "runCql",
    summary: "Runs a statement of CQL.",
    responses: {},
    run: async (request) => {
      if (!run) throw notFound("this service runs no CQL; a cluster speaks it itself, at its own port");
      const { query, keyspace, pageSize = usualPageSize, pageState } = parseMembers(await request.json(), members);
      if (query === undefined) throw badRequest(`query must be ${text.form}`);
      const statement = { query, keyspace, pageSize: Math.min(pageSize, mostRows), pageState };
      const { user = nobody, incoming } = request;
      return jsonResponse(200, await run({ ...statement, user, signal: incoming.signal() }));
    },
  };
}

/** Never used in practice: the route needs a token, so every request has a user. */
const nobody = { name: "", readOnly: true };
