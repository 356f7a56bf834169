/**
 * The operations that generated functions pass to a session, and the interface of a session.
 *
 * An operation has its table, the caller's unchecked record, its own check, and a function that sends it to a service. A
 * session does not depend on any kind of operation, so an app ships only the code of the operations that it calls.
 * `createSession` lets an operation send itself; `storeSession` checks it with the same check and passes it to a store.
 */
import type { Clock } from "../clock/clock.ts";
import { ConfigError } from "../errors/errors.ts";
import type { About } from "../errors/errors.ts";
import type { Failure, Redactor } from "../errors/failure.ts";
import type { Profile } from "../profile/profile.ts";
import type { Dialect, OperationAbout } from "../table/bound-table.ts";
import { badValue } from "../table/bound-table.ts";
import type { Call } from "../transport/transport.ts";
import type { CheckedSelection } from "./checked-selection.ts";
import type { CheckedWrite } from "./checked-write.ts";
import type { SelectionInput } from "./read-options.ts";
import type { Page } from "./rows.ts";
import type { WriteConsistency, WriteInput, Written } from "./write-options.ts";

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
   * @throws {ValidationError} before anything is sent, for a record that the database would reject; later, for a value of the
   * current row that does not fit its column
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

/**
 * The effect of a retry if the first attempt was executed: a `read` and a `safe` write are idempotent, an `unsafe` write is
 * not.
 */
export type Safety = "read" | "safe" | "unsafe";

export interface SessionRequest extends About {
  /** For messages: `insert shop.products`. */
  readonly operation: string;
  readonly method: Call["method"];
  /** Below the base address, from `routes`. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** @default "read" for GET, "unsafe" for the others */
  readonly safety?: Safety;
  /** The response may be large: it is requested compressed. @default false */
  readonly paged?: boolean;
}

export interface Answer {
  readonly status: number;
  /** Undefined if the response has no body. */
  readonly json: unknown;
  readonly requestId: string;
  /** Removes secrets from a text of the body, and shortens it. @default shortens it */
  readonly show?: Redactor;
}

/** One call, with the text of its body; `T` is what its caller gets of the response. */
export interface CallRequest<T = Answer> {
  readonly about: OperationAbout;
  readonly method: Call["method"];
  /** Below the base address, from `routes`. */
  readonly path: string;
  /** A function is called before each attempt: a batch leaves out the writes that were aborted in the meantime. */
  readonly body: string | (() => string) | undefined;
  readonly signal: AbortSignal | undefined;
  readonly safety: Safety;
  /** How many operations the document has. @default 1 */
  readonly operations?: number;
  /** The response may be large: it is requested compressed. @default false */
  readonly paged?: boolean | undefined;
  /** How long it may take in all, in milliseconds. @default the session's */
  readonly deadlineMs?: number | undefined;
  /** Replaces an error before the caller gets it. @default the error itself */
  readonly explain?: ((error: unknown) => unknown) | undefined;
  /** The advice after a response with an error status. */
  readonly advice?: ((status: number) => string | undefined) | undefined;
  /** Reads a response, which may hold a failure that its status does not show. @default the response itself */
  readonly accept?: ((answer: Answer) => T | Failure) | undefined;
}

/** The interface of a session with a service for the operations that it sends. */
export interface ServiceLink {
  readonly profile: Profile;
  readonly clock: Clock;
  /** The session's own keyspace, which documents without a keyspace in their path mean. */
  readonly keyspace: string | undefined;
  /** How long a call may take in all, in milliseconds. */
  readonly deadlineMs: number;
  /** Fires when the session is closed: a read that needs no request fails then too, and a batch fails the writes that wait. */
  readonly closing: AbortSignal;
  /** Makes a call that begins now. @throws what ends it, after reporting it to the hooks */
  readonly call: <T extends object>(request: CallRequest<T>) => Promise<T>;
  /** Sends a write together with others, as this field of a document; undefined if the session does not batch. */
  readonly addToBatch?: ((write: CheckedWrite, field: string) => Promise<Written>) | undefined;
  /**
   * Whether `addToBatch` collects the writes of one atomic document. It then accepts deletes of many rows as well. Other batches do
   * not: the writes of their documents have no order. @default false
   */
  readonly isAtomic?: boolean;
}

/** The writes, each with a check that gives it the consistency and the signal of the whole operation. */
export function writesOf({ writes, consistency, signal }: AtomicOperation): readonly WriteOperation[] {
  return writes.map((write) => ({
    ...write,
    check: (input, dialect) => {
      const { options } = input;
      const checked = write.check({ ...input, options: { ...options, consistency, signal } }, dialect);
      const { about, kind } = checked;
      for (const name of ["consistency", "signal"] as const) {
        if (options[name]) throw badValue(name, "applies to all writes of atomically: pass it to atomically", about);
      }
      if (kind === "increment" && writes.length > 1)
        throw badValue("an increment", "cannot be atomic with others", about);
      return checked;
    },
  }));
}

/** The subject of all writes for errors and hooks: `insert shop.videos and 2 other writes`. */
export function aboutAll([first, ...others]: readonly CheckedWrite[]): OperationAbout {
  const about: OperationAbout = first?.about ?? { operation: "write" };
  if (others.length === 0) return about;
  const more = `${others.length} other write${others.length > 1 ? "s" : ""}`;
  return { operation: `${about.operation} and ${more}`, keyspace: about.keyspace };
}
