/** What differs between families of services, the profile of our own, and the check of a base address. */
import type { Dialect } from "../table/bound-table.ts";
import type { Meaning } from "./meaning-of.ts";
import type { UnknownName } from "../errors/errors.ts";
import type { Wire } from "../protocol/codec.ts";
import type { Credentials, GraphQLProblem, TokenAnswer } from "../protocol/payloads.ts";
import { headers, routes, tokenIdleMs, isLoopback } from "../protocol/routes.ts";
import type { Reply } from "../transport/transport.ts";
import { ConfigError } from "../errors/errors.ts";

/**
 * The specifics of a family of services: paths, formats, and the meaning of responses.
 *
 * A path with a leading slash is relative to the session's address; any other is an absolute URL.
 */
export interface Profile extends Dialect {
  readonly tokenHeader: string;
  readonly requestIdHeader: string;
  /**
   * A header that names the keyspace of a document whose path names none, so that a service which serves another one there can
   * refuse it. @default none is sent
   */
  readonly keyspaceHeader?: string | undefined;
  readonly authPath: string;
  /** Body of the request that creates a token. */
  readonly authBody: (credentials: Credentials) => unknown;
  /** The token in the response; anything but a string means that there is none. */
  readonly readToken: (json: unknown) => unknown;
  /** A token expires after this many milliseconds without a call. */
  readonly tokenIdleMs: number;
  /**
   * A token is renewed this many milliseconds before it would die: a service may note its use up to a minute late.
   */
  readonly renewMarginMs: number;
  /** Whether a response means that the token has expired; the call is then retried once with a new one. */
  readonly isAuthFailure: (status: number) => boolean;
  /** Statuses such as 429 that this service answers before it does anything, if the document has one operation. */
  readonly preExecutionStatuses: readonly number[];
  /**
   * The meaning of an operation's error in a response. It must not depend on values that the message repeats.
   * @default by the codes of our service
   */
  readonly meaningOf?: (problem: GraphQLProblem) => Meaning;
  /**
   * The names that a document has and the service does not, by the service's words for it.
   * @default by the words of our service
   */
  readonly unknownNamesIn?: (message: string) => readonly UnknownName[];
  /** A header that says whether a call may be sent again: `true` or `false`. A gateway in front of the service may set it. */
  readonly retryHeader: string;
  /**
   * The limits of one document; lower limits of a service are detected.
   * @default `documentLimits`
   */
  readonly limits?: DocumentLimits;
  /** The names of paging arguments and results. */
  readonly paging: { readonly rows: string; readonly pageState: string; readonly pageSize: string };
  /**
   * Path of the GraphQL documents for the tables of a keyspace.
   * @param keyspace undefined if it is the session's own, which the path need not name
   * @param ofTable the keyspace in any case
   */
  readonly graphqlPath: (keyspace: string | undefined, ofTable: string) => string;
  /** Path of a keyspace's table definitions. */
  readonly tablesPath: (keyspace: string) => string;
  /** Some of its versions say null in place of whether a write was applied. @default false */
  readonly leavesAppliedNull?: boolean;
  /**
   * The field that selects rows of a table, and its arguments. @default the table's query with the argument `filter`
   * @param query the table's query
   * @param filter what tests each column: `{ id: { eq: "1" } }`; undefined for all rows
   */
  readonly selectBy?: (query: string, filter: Filter | undefined) => readonly [field: string, args: Selecting];
  /** Corrects the status of a response to the meaning of HTTP. @default the response itself */
  readonly readReply?: (reply: Reply, text: string) => Reply;
}

/** The tests of columns, by API names: `{ id: { eq: "1" } }`. */
export type Filter = Readonly<Record<string, Wire>>;
type Selecting = Readonly<Record<string, Filter | undefined>>;

export interface DocumentLimits {
  readonly operations: number;
  /** Lexical tokens of GraphQL. */
  readonly tokens: number;
  /** Characters of the document. */
  readonly characters: number;
}

/** They hold for every server of the family: some stop at 15,000 tokens. */
export const documentLimits: DocumentLimits = { operations: 50, tokens: 12_000, characters: 262_144 };

/** Colonnade's own service: `colonnade serve`. */
export const serviceProfile: Profile = {
  tokenHeader: headers.token,
  requestIdHeader: headers.requestId,
  keyspaceHeader: headers.keyspace,
  authPath: routes.auth,
  authBody: (credentials) => credentials,
  readToken: (json) => (json as Partial<TokenAnswer> | null | undefined)?.authToken,
  tokenIdleMs,
  // The minute by which a use may be noted late, and half a minute to spare.
  renewMarginMs: 90_000,
  isAuthFailure: (status) => status === 401,
  preExecutionStatuses: [],
  retryHeader: "x-service-retry",
  paging: { rows: "values", pageState: "pageState", pageSize: "pageSize" },
  graphqlPath: routes.graphql,
  tablesPath: routes.tables,
};

/**
 * Normalizes the base address of a service, without a trailing slash: `https://db.example.com/eu/` gives
 * `https://db.example.com/eu`.
 *
 * @throws {ConfigError} if it is not a valid address, contains credentials, or would send them unencrypted to another
 * machine
 */
export function baseUrl(url: string, allowInsecure = false): string {
  // An environment variable may be undefined despite its type.
  if (typeof url !== "string" || url === "") {
    // An object of the class `URL` is not shown: it may contain a password.
    throw new ConfigError(`the url is ${url ? "not text" : `${url === "" ? "empty" : url}: is a variable not set?`}`);
  }
  if (!url.includes("://") || !URL.canParse(url)) {
    // The part before an "@" may be a password.
    const shown = url.includes("@") ? "this" : JSON.stringify(url);
    throw new ConfigError(`${shown} is not an address: ${proposal(url)}`);
  }
  const { protocol, hostname, username, password, origin, pathname } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:")
    throw new ConfigError(`an address begins with https://, not ${protocol}//`);
  if (username !== "" || password !== "")
    throw new ConfigError("the address must not contain credentials: pass them as credentials");
  if (protocol === "http:" && !isLoopback(hostname) && !allowInsecure) {
    throw new ConfigError(`the password would be sent unencrypted to ${hostname}: use https://, or set allowInsecure`);
  }
  return origin + pathname.replace(/\/+$/, "");
}

/** Suggests a correction for an address without a scheme. */
function proposal(url: string): string {
  const secure = `https://${url}`;
  if (/[/\\]{2}|\s|@|^https?:/i.test(url) || !URL.canParse(secure)) return "it begins with https://";
  return `did you mean ${isLoopback(new URL(secure).hostname) ? "http" : "https"}://${url}?`;
}
