/**
 * A `fetch` for GraphQL clients that sends their documents through a session: with its token, which it creates and renews,
 * its retries and its deadlines.
 */
import { ConfigError } from "../errors/errors.ts";
import type { Session } from "../operation/operation.ts";

/** `fetch`, as far as GraphQL clients use it. */
export type SessionFetch = (
  input: string | Request | { readonly href: string },
  init?: {
    /** Documents are sent by POST, whatever the client does. */
    readonly method?: string | undefined;
    /** Not sent: the session has its own. */
    readonly headers?: unknown;
    readonly body?: unknown;
    readonly signal?: AbortSignal | null | undefined;
  },
) => Promise<Response>;

/** A request of GraphQL over HTTP. */
interface DocumentRequest {
  readonly query?: unknown;
  readonly operationName?: unknown;
  readonly variables?: unknown;
}

/**
 * Returns the `fetch` to give to a GraphQL client.
 *
 *     new Client({ url: `${session.url}/api/graphql/shop`, fetch: sessionFetch(session), exchanges })
 *
 * @throws {ConfigError} later, for an address of another service, which may not get the token
 */
export function sessionFetch(session: Pick<Session, "send"> & { readonly url: string }): SessionFetch {
  return async (input, { body, signal } = {}) => {
    const address = new URL(typeof input === "string" ? input : "href" in input ? input.href : input.url, session.url);
    const place = address.origin + address.pathname;
    if (!place.startsWith(`${session.url}/`)) {
      throw new ConfigError(`${place} is not below ${session.url}, the address of the session`);
    }
    // A document in an address would also be in the log of every proxy.
    const document = body ? parseBody(body) : parseQuery(address.searchParams);
    const { query, operationName: name } = document;
    const { status, json } = await session.send({
      operation: typeof name === "string" && name !== "" ? `document ${name}` : "document",
      method: "POST",
      path: place.slice(session.url.length),
      body: document,
      signal: signal ?? undefined,
      // Every document that writes has this word.
      safety: typeof query === "string" && !/\bmutation\b/.test(query) ? "read" : "unsafe",
      paged: true,
    });
    return new Response(JSON.stringify(json), { status, headers: { "content-type": "application/json" } });
  };
}

function parseBody(body: unknown): DocumentRequest {
  if (typeof body !== "string") throw new ConfigError("a session sends documents as JSON, not files or forms");
  return JSON.parse(body) as DocumentRequest;
}

function parseQuery(parameters: URLSearchParams): DocumentRequest {
  const variables = parameters.get("variables");
  return {
    query: parameters.get("query"),
    operationName: parameters.get("operationName") ?? undefined,
    variables: variables ? (JSON.parse(variables) as unknown) : undefined,
  };
}
