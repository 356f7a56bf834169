/**
 * The operations that generated functions pass to a session, as plain data, and the interface of a session.
 *
 * An operation has its table and the caller's unchecked record. `createSession` prints it as GraphQL and sends it to a
 * service; `storeSession` passes it to a store. Both check it by the same rules and return the same results.
 */
import { ConfigError } from "../errors/errors.ts";
import type { OperationAbout } from "../table/bound-table.ts";
import type { AnyTable } from "../table/table.ts";
import type { Profile } from "../profile/profile.ts";
import type { Answer, SessionRequest } from "./request.ts";
import type { ReadConsistency } from "./read-options.ts";
import type { Page } from "./rows.ts";
import type { Applied, NotApplied, WriteConsistency } from "./write-options.ts";

/** The options of every kind of write; their types per kind of write are in `write-options.ts`. */
export interface AnyWriteOptions {
  readonly consistency?: WriteConsistency | undefined;
  readonly ttl?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly contended?: boolean | undefined;
  readonly ifNotExists?: boolean | undefined;
  readonly ifExists?: boolean | undefined;
  readonly if?: Readonly<Record<string, unknown>> | undefined;
}

export interface AnyReadOptions {
  readonly select?: readonly PropertyKey[] | undefined;
  readonly order?: "asc" | "desc" | undefined;
  readonly consistency?: ReadConsistency | undefined;
}

/** `{ kind: "insert", table: productsTable, record: { id: "…", name: "Arm" }, amounts: undefined, options: {} }` */
export interface WriteOperation {
  readonly kind: "insert" | "update" | "delete" | "increment";
  readonly table: AnyTable;
  /** For `insert` and `update` the written columns, for `delete` and `increment` the key. */
  readonly record: object;
  /** For `increment`: the amount for each counter. */
  readonly amounts: object | undefined;
  readonly options: AnyWriteOptions;
}

/** Whether a write was applied; if not, the current row, or the columns of the condition. */
export type Written = Applied | NotApplied<object | null>;

/** `{ kind: "find", table: readingsTable, where: { sensor: "…" }, options: { order: "desc" }, pageSize: 100, … }` */
export interface Selection {
  readonly kind: "get" | "find" | "scan" | "indexed" | "static";
  readonly table: AnyTable;
  /** What selects the rows: a key, a where-shape, or the query of an index; undefined for all rows. */
  readonly where: object | undefined;
  readonly options: AnyReadOptions;
  readonly pageSize: number | undefined;
  /** The start of the page; undefined for the first one. */
  readonly pageState: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/** A table to create, with the JSON that a service accepts for it. */
export interface TableDefinition {
  readonly about: OperationAbout;
  readonly json: object;
  readonly signal: AbortSignal | undefined;
}

/** What generated functions call. Any object with these methods is a session. */
export interface Session {
  /**
   * Checks and executes a write.
   * @throws {ValidationError} before anything is sent, for a record that the database would reject
   * @throws {ServiceError} for every other failure; its `outcome` says whether the write may have been applied
   */
  readonly write: (operation: WriteOperation) => Promise<Written>;
  /** Reads one page of rows. @throws {ServiceError} as `write` does */
  readonly page: (selection: Selection) => Promise<Page<object>>;
  /**
   * Sends one request to the service, with the token.
   * @throws {ServiceError} for every response that is not a success; a reason given to `signal` is thrown as it is
   */
  readonly send: (request: SessionRequest) => Promise<Answer>;
  /**
   * Creates a table, for `createTable`. @default a request to the service, made with `send`
   * @throws {ServiceError} as `send` does
   */
  readonly define?: ((definition: TableDefinition) => Promise<void>) | undefined;
  /** Ends the session: calls that wait for a token and all later ones fail with `ClosedError`. */
  readonly close: () => void;
  /** The profile of its service, for requests made with `send`. @default serviceProfile */
  readonly profile?: Profile | undefined;
  /** The keyspace of documents without a keyspace in their path. */
  readonly keyspace?: string | undefined;
}

/** @throws {ConfigError} if it is not a session, such as an unset variable */
export function requireSession(session: Session): Session {
  if (typeof (session as Partial<Session> | undefined)?.write === "function") return session;
  const kind = Object.prototype.toString.call(session).slice("[object ".length, -1).toLowerCase();
  throw new ConfigError(`the first argument is not a session, as createSession returns it: it is of type ${kind}`);
}
