/** The options of `createSession` with their check, and the session that it returns. */
import type { Clock } from "../clock/clock.ts";
import { ConfigError } from "../errors/errors.ts";
import type { Session } from "../operation/operation.ts";
import type { Profile } from "../profile/profile.ts";
import type { Credentials } from "../protocol/payloads.ts";
import type { SharedTokens } from "../token/stored-tokens.ts";
import type { CredentialsProvider, TokenProvider } from "../token/token-request.ts";
import type { Transport } from "../transport/transport.ts";
import type { Batch } from "./call.ts";
import type { Hedge } from "./hedge.ts";
import type { CallHooks } from "./hooks.ts";

declare global {
  // As the libraries of the compiler and of Node have them; not every project that uses us includes these.
  interface SymbolConstructor {
    readonly asyncDispose: unique symbol;
  }
  interface AbortSignal {
    readonly aborted: boolean;
  }
}

interface CommonOptions {
  /** Base address of the service, with or without a path: `https://db.example.com`. */
  readonly url: string;
  /**
   * Only for a service that has no other address for documents than `/api/graphql`: the keyspace that it serves there. Our
   * service refuses the documents when it serves another one.
   * @default documents go to `/api/graphql/{keyspace}`, whatever the table's keyspace
   */
  readonly keyspace?: string;
  /** @default fetchTransport() */
  readonly transport?: Transport;
  /** @default serviceProfile */
  readonly profile?: Profile;
  /** The timeout of one request, in milliseconds. @default 10000 */
  readonly attemptTimeoutMs?: number;
  /**
   * The deadline of a call in milliseconds, including waiting for its turn, for a token, and between attempts. A read of
   * several pages has it anew after each page with rows. @default 30000
   */
  readonly deadlineMs?: number;
  /**
   * Sends writes that are issued together in one document: `batchWrites()`, imported from `@colonnade/runtime/batch`.
   * @default each write is a request of its own
   */
  readonly batch?: Batch | undefined;
  /** Sends reads a second time when the first response takes long: `hedgeReads({ afterMs: 50 })`. @default never */
  readonly hedge?: Hedge;
  /**
   * Observe requests, responses, retries, tokens and documents, for logs, metrics and traces: `callHooks({ … })`, imported
   * from `@colonnade/runtime`.
   * @default none
   */
  readonly hooks?: CallHooks | undefined;
  /** Passes bodies to the hooks: values of rows, never tokens or passwords. */
  readonly debug?: { readonly bodies: boolean };
  /** Allows unencrypted credentials to another machine. @default false */
  readonly allowInsecure?: boolean;
  /** @default the system's clocks */
  readonly clock?: Clock;
  /** At least 0, less than 1. @default Math.random */
  readonly random?: () => number;
}

/** For a session that creates its tokens. */
export interface CredentialsOptions extends CommonOptions {
  /**
   * The user of the session. A function is called for every new token, so that a changed password is used; it has
   * 10 seconds, and its result is not kept.
   */
  readonly credentials: Credentials | CredentialsProvider;
  readonly token?: undefined;
  /**
   * Where tokens outlive the session, and sessions share them: `memoryTokenStore()`, `webTokenStore()`, on Node
   * `fileTokenStore(folder)`, or `shareTokens({ get, set })` around a store of your own.
   * @default the session's own memory
   */
  readonly tokenStore?: SharedTokens;
  /**
   * Under which name the store keeps the token: sessions of the same name share it.
   * @default the address and the username; needed with a store when `credentials` is a function
   */
  readonly tokenKey?: string;
  /** Called at the first failure of the store; the session continues without it. */
  readonly onTokenStoreError?: (error: unknown) => void;
}

/** For a session whose tokens are created elsewhere. */
export interface TokenOptions extends CommonOptions {
  /**
   * A token, or a function that returns one: called at the first call, after an idle period, and again when the service refuses
   * the token that it gave.
   */
  readonly token: string | TokenProvider;
  readonly credentials?: undefined;
  readonly tokenStore?: undefined;
  readonly tokenKey?: undefined;
  readonly onTokenStoreError?: undefined;
}

/** Either `credentials` or `token`. */
export type SessionOptions = TokenOptions | CredentialsOptions;

/** A session as `createSession` returns it. */
export interface OpenSession extends Session {
  /** The service's base address, without a slash at its end. */
  readonly url: string;
  readonly keyspace: string | undefined;
  readonly profile: Profile;
  /** Creates the token now rather than at the first call. @throws {ServiceError} if no token can be obtained */
  readonly connect: (options?: { readonly signal?: AbortSignal }) => Promise<void>;
  /**
   * Creates a token in place of the existing one, for example after the user's rights have changed. Calls that wait for another token
   * get this one. Soon after a failed creation it does not try again.
   * @throws {ServiceError} if no token can be obtained; the existing one stays in use
   */
  readonly reconnect: (options?: { readonly signal?: AbortSignal }) => Promise<void>;
  /** Forgets the token, in the store too. The next call asks the credentials anew: another user may have signed in. */
  readonly signOut: () => Promise<void>;
  /** Ends the session, and resolves when the token store has finished writing. */
  readonly close: () => Promise<void>;
  /** The same as `close`, for `await using`. */
  readonly [Symbol.asyncDispose]: () => Promise<void>;
  /** How often a hook failed. */
  readonly hookFailures: () => number;
}

/** The keys of an object, so that the compiler notices a missing or a mistyped one. */
const sessionOptions = Object.keys({
  url: 0,
  keyspace: 0,
  transport: 0,
  profile: 0,
  attemptTimeoutMs: 0,
  deadlineMs: 0,
  batch: 0,
  hedge: 0,
  hooks: 0,
  debug: 0,
  allowInsecure: 0,
  clock: 0,
  random: 0,
  credentials: 0,
  token: 0,
  tokenStore: 0,
  tokenKey: 0,
  onTokenStoreError: 0,
} satisfies Record<keyof CredentialsOptions, 0>);

/**
 * Checks the options of a session: a mistyped name would be ignored, and a timeout that is not a number would never end or end at
 * once.
 *
 * @throws {ConfigError}
 */
export function requireSessionOptions(options: object): void {
  requireOptions(options, sessionOptions);
  for (const name of ["attemptTimeoutMs", "deadlineMs"] as const) {
    const value: unknown = (options as Readonly<Record<string, unknown>>)[name];
    if (value === undefined || (typeof value === "number" && value > 0)) continue;
    const shown = typeof value === "string" ? JSON.stringify(value) : String(value);
    throw new ConfigError(`${name} must be a positive number of milliseconds, not ${shown}`);
  }
}

/**
 * Checks the names of options, also those of sessions of other packages.
 * @throws {ConfigError} for an unknown name, with the one that was probably meant
 */
export function requireOptions(options: object, names: readonly string[]): void {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || names.includes(name)) continue;
    const nearest = names.find((known) => lettersBeyond(known, name) + lettersBeyond(name, known) <= known.length / 3);
    throw new ConfigError(
      `${name} is not an option of the session: ${nearest ? `did you mean ${nearest}?` : `it has ${names.join(", ")}`}`,
    );
  }
}

/** How many letters of a name another one lacks, whatever their case and order: every app ships this, so it is short. */
function lettersBeyond(name: string, other: string): number {
  let rest = name.toLowerCase();
  for (const letter of other.toLowerCase()) rest = rest.replace(letter, "");
  return rest.length;
}
