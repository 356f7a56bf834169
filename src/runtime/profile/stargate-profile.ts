/**
 * Stargate v1, from 0.0.23 on: other paths, another header, names as they are in the database.
 *
 * Takes the addresses of its parts and returns the profile for `createSession`. A separate module, so that apps for our
 * service do not include it.
 */
import { descriptionOf, messageOf } from "../errors/failure.ts";
import { parseJson } from "../protocol/objects.ts";
import { baseUrl, serviceProfile } from "./profile.ts";
import { refuseBeyondRows } from "./beyond-rows.ts";
import { meaningByWords, wordsOf, unknownNamesByWords } from "./by-words.ts";
import type { Profile } from "./profile.ts";
import type { GraphQLAnswer } from "../protocol/payloads.ts";
import { renameForStargate } from "./stargate-names.ts";
import type { Reply } from "../transport/transport.ts";

export interface StargateOptions {
  /**
   * Base address of the token endpoint: `http://localhost:8081` for `http://localhost:8081/v1/auth`.
   * @default the session's
   */
  readonly authUrl?: string;
  /**
   * Base address of its REST, which creates tables: `http://localhost:8082`.
   * @default the session's
   */
  readonly restUrl?: string;
  /** Allows unencrypted credentials to another machine, like the option of the session. @default false */
  readonly allowInsecure?: boolean;
}

/**
 * The profile of a Stargate. It answers at three ports, unless a gateway brings them together:
 *
 * `createSession({ url: "http://localhost:8080", profile: stargateProfile({ authUrl: "http://localhost:8081", restUrl:
 * "http://localhost:8082" }), … })`
 *
 * A column cannot hold an empty blob, since Stargate reports it as written without writing it: it is a
 * `ValidationError`. Stargate refuses a Date after the year 9999. Before 1.0.23 it does not report whether a
 * conditional write was applied, which is then an `OutcomeUnknownError`. Version 2 no longer has REST v1, so `createTable`
 * finds nothing there.
 * @throws {ConfigError} if an address is not valid, or would send the password unencrypted to another machine
 */
export function stargateProfile(options: StargateOptions = {}): Profile {
  const { authUrl, restUrl, allowInsecure } = options;
  const base = (url: string | undefined): string => (url === undefined ? "" : baseUrl(url, allowInsecure));
  const rest = base(restUrl);
  return {
    ...serviceProfile,
    tokenHeader: "x-cassandra-token",
    requestIdHeader: "x-cassandra-request-id",
    keyspaceHeader: undefined,
    authPath: `${base(authUrl)}/v1/auth`,
    // Two caches, of a minute each, can answer a call without noting that the token was used.
    renewMarginMs: 150_000,
    // Without a keyspace it serves the oldest one, or none.
    graphqlPath: (_, keyspace) => `/graphql/${encodeURIComponent(keyspace)}`,
    tablesPath: (keyspace) => `${rest}/v1/keyspaces/${encodeURIComponent(keyspace)}/tables`,
    // Before 1.0.23.
    leavesAppliedNull: true,
    meaningOf: meaningByWords,
    unknownNamesIn: unknownNamesByWords,
    readReply,
    rename: renameForStargate,
    refuse: refuseBeyondRows("Stargate"),
  };
}

/** The beginning of a 401 message of REST; that of GraphQL is only the words. */
const refusing = /^Role unauthorized for operation: /;
const deadToken = /^authorization failed/;

/** It returns 401 for a missing right, and its first versions return 200 for an expired token. */
function readReply(reply: Reply, text: string): Reply {
  if (reply.status === 401) {
    const message = (descriptionOf(text) ?? "").replace(refusing, "");
    return meaningByWords({ message }) === "forbidden" ? withStatus(reply, 403) : reply;
  }
  if (reply.status === 200 && text.includes("authorization failed") && isAllRefused(text)) {
    return withStatus(reply, 401);
  }
  return reply;
}

/** Whether no field of the document was executed, since its token was dead at each. */
function isAllRefused(text: string): boolean {
  const { data, errors } = (parseJson(text) ?? {}) as GraphQLAnswer;
  const isRefused = Array.isArray(errors) && errors.every((problem) => deadToken.test(wordsOf(messageOf(problem))));
  return isRefused && Object.values(data ?? {}).every((field) => field === null);
}

function withStatus(reply: Reply, status: number): Reply {
  return { status, header: (name) => reply.header(name), text: () => reply.text() };
}
