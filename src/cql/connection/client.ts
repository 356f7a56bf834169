import type { Request } from "../protocol/message.ts";
import type { CqlUser } from "./login.ts";

/** What the server remembers of a client between requests. */
export interface Client {
  /** The protocol version. */
  readonly version: number;
  readonly user: CqlUser;
  /** Ends with the connection. */
  readonly signal: AbortSignal;
  /** The keyspace chosen with `USE`. */
  keyspace: string | undefined;
  /** Whether it wants to know of changed definitions. */
  wantsSchemaEvents: boolean;
}

/** The kinds of requests that need a login. */
export type LoggedInKind = "register" | "query" | "prepare" | "execute" | "batch";

export type RequestOf<Kind extends LoggedInKind> = Extract<Request, { readonly kind: Kind }>;

export type LoggedInRequest = RequestOf<LoggedInKind>;
