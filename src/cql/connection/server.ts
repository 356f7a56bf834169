/** A port for drivers: its users, faults, limits and observer, the state of its clients, and what connections share. */
import type { CqlErrorCode } from "../cql-error.ts";
import type { Request } from "../protocol/message.ts";
import type { Database, Language } from "../statement/prepared.ts";
import type { PreparedStatements } from "./prepared-statements.ts";

export interface CqlUser {
  readonly name: string;
  /** Whether the user may read rows and definitions, but change neither. */
  readonly readOnly: boolean;
  /** False once the user is removed, or has another password or other rights: the connection ends then. */
  isCurrent(): boolean;
}

/**
 * The user with these credentials.
 *
 * @param address the client's; undefined if it has already disconnected
 * @returns `wrong` for a wrong name or password, `too often` if the client has to wait before it may try again
 */
export type CqlLogin = (
  name: string,
  password: string,
  address: string | undefined,
) => Promise<CqlUser | "wrong" | "too often">;

/** The user of a server without login: may do everything. */
export const everybody: CqlUser = { name: "anonymous", readOnly: false, isCurrent: () => true };

/** A fault that a test requested. */
interface CqlFault {
  readonly delayMs?: number;
  /** An HTTP status, which chooses the error. */
  readonly status?: number;
  readonly drop?: "before" | "after";
  readonly cutBody?: boolean;
}

/** The service's fault rules, set by tests. */
export interface CqlFaults {
  find(subject: {
    /** `CQL` */
    readonly method: string;
    /** The kind of message: `query`, `execute`. */
    readonly route: string;
    readonly tables: () => Promise<readonly string[]>;
    /** The kinds of the statements: `insert`, `create-table`. */
    readonly operations: () => Promise<readonly string[]>;
  }): Promise<CqlFault | undefined>;
}

/** A request and its response as logs and metrics see them: without statements and values, which hold secrets. */
export interface CqlExchange {
  /** `unparsed` for bytes that are not a request. */
  readonly request: Request["kind"] | "unparsed";
  readonly durationMs: number;
  /** The bytes of the request; `sentBytes` those of the response. */
  readonly receivedBytes: number;
  readonly sentBytes: number;
  /** The address of the client; undefined if it has already disconnected. */
  readonly client: string | undefined;
  /** Undefined for a success; `dropped` for a connection that a fault has closed. */
  readonly errorCode?: CqlErrorCode | "dropped" | undefined;
}

/** For logs and metrics. */
export interface CqlObserver {
  onOpened?(): void;
  onClosed?(): void;
  /** A connection was closed at once, because there are too many. */
  onRefused?(): void;
  /** A request arrived; `onExchange` follows. */
  onBegin?(): void;
  onExchange?(exchange: CqlExchange): void;
  /** Gets unexpected errors with the ID that the client got. */
  onError?(error: unknown, requestId: string): void;
}

/** The limits of a port's clients. */
export interface Limits {
  /** Open connections per address; `localhost` has two addresses. */
  readonly connections: number;
  /** Bytes of a message: a client that is not logged in sends little, and is not trusted with more memory. */
  readonly frames: { readonly beforeLogin: number; readonly afterLogin: number };
  /** Unanswered requests of a connection. Further ones wait on its socket. */
  readonly inFlight: number;
  /** Bytes of those requests. */
  readonly bytesInFlight: number;
  /** Milliseconds from the connection to the login. */
  readonly loginMs: number;
  /** Milliseconds without progress after which a client that does not read its responses is disconnected. */
  readonly stalledMs: number;
}

export const defaultLimits: Limits = {
  connections: 1000,
  frames: { beforeLogin: 16 * 1024, afterLogin: 16 * 1024 * 1024 },
  inFlight: 128,
  bytesInFlight: 16 * 1024 * 1024,
  loginMs: 10_000,
  stalledMs: 60_000,
};

/** Shared by all connections of a port. */
export interface ServerState {
  readonly database: Database;
  readonly language: Language;
  /** Undefined if everybody may do everything. */
  readonly login: CqlLogin | undefined;
  readonly faults: CqlFaults | undefined;
  readonly statements: PreparedStatements;
}

/** The state of a client that is logged in. */
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

/** A request that needs a login. */
export type LoggedInRequest = Exclude<Request, { readonly kind: "options" | "startup" | "auth-response" }>;
