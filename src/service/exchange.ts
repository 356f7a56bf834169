/** A request and its response as logs and metrics see them: without path, query, headers and bodies, which hold secrets. */
export interface Exchange {
  readonly method: string;
  /** The path as the route table has it, `/api/graphql/{keyspace}`; `none` or `unparsed` if there is none. */
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
  /** The size of the response's body. */
  readonly bytes: number;
  readonly requestId: string;
  /** The address of the sender, or of the proxy before it; none for a call in the process. */
  readonly client?: string | undefined;
  /** The code of the first error of a GraphQL result, whose status is 200 nevertheless. */
  readonly errorCode?: string | undefined;
}

/** Gets every exchange once its response is ready. */
export type Observer = (exchange: Exchange) => void;

/** The route of requests that match none. */
export const noRoute = "none";

/** The route of requests that are not HTTP, or broke off. */
export const unparsed = "unparsed";
