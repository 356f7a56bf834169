/** A request and its response as logs and metrics see them: without path, query, headers and bodies, which hold secrets. */
export interface Exchange {
  readonly method: string;
  /** The path as the route table has it, `/api/graphql/{keyspace}`; `none` if no route matches. */
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
  /** Of the response's body. */
  readonly bytes: number;
  readonly requestId: string;
}

/** Gets every exchange once its response is ready. */
export type Observer = (exchange: Exchange) => void;

/** The route of requests that match none. */
export const noRoute = "none";
