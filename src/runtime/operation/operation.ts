/**
 * The operations that generated functions pass to a session, and the interface of a session.
 *
 * An operation has its table, the caller's unchecked record, its own check, and a function that sends it to a service. A
 * session does not depend on any kind of operation, so an app ships only the code of the operations that it calls.
 * `createSession` lets an operation send itself; `storeSession` checks it with the same check and passes it to a store.
 */
import { ConfigError } from "../errors/errors.ts";
import type { Dialect, OperationAbout } from "../table/bound-table.ts";
import type { Profile } from "../profile/profile.ts";
import type { CheckedSelection } from "./checked-selection.ts";
import type { CheckedWrite } from "./checked-write.ts";
import type { SelectionInput, WriteInput, Written } from "./operation-input.ts";
import type { WriteConsistency } from "./write-options.ts";
import type { Answer, SessionRequest, ServiceLink } from "./request.ts";
import type { Page } from "./rows.ts";

/** A write, with the functions that execute it. */
export interface WriteOperation extends WriteInput {
  /** @throws {ValidationError} for a record that the database would reject */
  readonly check: (write: WriteInput, dialect?: Dialect) => CheckedWrite;
  /** Sends it to a service. */
  readonly send: (link: ServiceLink, operation: WriteOperation) => Promise<Written>;
}

/** A selection, with the functions that read a page of it. */
export interface Selection extends SelectionInput {
  /** @throws {ValidationError} for a query that the database does not support */
  readonly check: (selection: SelectionInput, dialect?: Dialect) => CheckedSelection;
  /** Reads the page from a service. */
  readonly send: (link: ServiceLink, selection: Selection) => Promise<Page<object>>;
}

/** Writes of which all are applied or none, with the function that executes them. */
export interface AtomicOperation {
  readonly writes: readonly WriteOperation[];
  readonly consistency: WriteConsistency | undefined;
  readonly signal: AbortSignal | undefined;
  /** Sends them to a service. @returns the outcome of each, in their order */
  readonly send: (link: ServiceLink, operation: AtomicOperation) => Promise<readonly Written[]>;
}

/** A write with an unknown outcome, and a function that reads a page of its table, for `verify`. */
export interface LostWrite {
  readonly write: CheckedWrite;
  /** All writes of an atomic operation, of which `write` is the first. */
  readonly writes?: readonly CheckedWrite[];
  readonly page: Session["page"];
}

/** A table to create, with the JSON that a service accepts for it. */
export interface TableDefinition {
  readonly about: OperationAbout;
  readonly json: object;
  readonly signal: AbortSignal | undefined;
}

/** The interface that generated functions use. Any object with these methods is a session. */
export interface Session {
  /**
   * Checks and executes a write.
   * @throws {ValidationError} before anything is sent, for a record that the database would reject
   * @throws {ServiceError} for every other failure; its `outcome` says whether the write may have been applied
   */
  readonly write: (operation: WriteOperation) => Promise<Written>;
  /**
   * Executes all writes of an operation or none, for `atomically`. @default the session cannot
   * @throws {ServiceError} as `write` does
   */
  readonly writeAll?: ((operation: AtomicOperation) => Promise<readonly Written[]>) | undefined;
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

/** @throws {ValidationError} for a record, a condition or an option that the database would reject */
export function checkWrite(operation: WriteOperation, dialect?: Dialect): CheckedWrite {
  return operation.check(operation, dialect);
}

/** @throws {ValidationError} for queries that the database does not support */
export function checkSelection(selection: Selection, dialect?: Dialect): CheckedSelection {
  return selection.check(selection, dialect);
}
