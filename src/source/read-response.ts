/** Reads the responses of a service: members of JSON, which are undefined if they have another form, and errors with a next step. */
import { serviceProfile } from "@colonnade/runtime";
import type { Profile, Session } from "@colonnade/runtime";
import { ColonnadeError, isColonnadeError, suggest } from "../errors.ts";

export type Members = Readonly<Record<string, unknown>>;

export function objectOf(json: unknown): Members | undefined {
  return typeof json === "object" && json !== null && !Array.isArray(json) ? (json as Members) : undefined;
}

/** Undefined also if an item is not an object. */
export function objectsOf(json: unknown): readonly Members[] | undefined {
  if (!Array.isArray(json)) return undefined;
  const objects = json.map(objectOf);
  return objects.every((item) => item !== undefined) ? objects : undefined;
}

export function stringOf(json: unknown): string | undefined {
  return typeof json === "string" ? json : undefined;
}

/** An error of this project, or of a session. */
export type CodedError = Error & { readonly code: string };

/** The HTTP status of a session's error; undefined if it has none. */
export function statusOf(error: unknown): unknown {
  return error instanceof Error && "status" in error ? error.status : undefined;
}

/** The profile of a session's service; that of Colonnade's service for a session of the app's own, which has none. */
export function profileOf(session: Session): Profile {
  return session.profile ?? serviceProfile;
}

export function isStargate(session: Session): boolean {
  return profileOf(session).tokenHeader === "x-cassandra-token";
}

/** The path of the definition endpoint, whose GraphQL has tables and columns as data, beside those of the keyspaces: `/api/graphql/shop` and `/api/graphql-schema`. */
export function definitionPath(session: Session, keyspace: string): string {
  return profileOf(session)
    .graphqlPath(keyspace, keyspace)
    .replace(/\/[^/]*$/, "-schema");
}

/** Keyspaces of the database itself. */
const own = /^(?:system(?:_|$)|data_endpoint_auth$|stargate_system$)/;

/** The error for an unknown keyspace. @param names the keyspaces of the service */
export function unknownServiceKeyspace(keyspace: string, names: readonly string[], cause?: unknown): ColonnadeError {
  const userKeyspaces = names.filter((name) => !own.test(name)).sort();
  const list = userKeyspaces.length === 0 ? "it has no user keyspaces" : `existing: ${userKeyspaces.join(", ")}`;
  return new ColonnadeError("unknown-keyspace", `the service has no keyspace ${JSON.stringify(keyspace)}`, {
    kind: "service",
    next: suggest(keyspace, userKeyspaces, list, JSON.stringify),
    cause,
  });
}

/** The platform's TLS errors, in brackets at the end of a message, and their next steps. */
const tlsFaults: readonly { readonly message: RegExp; readonly next: string }[] = [
  {
    message: /\((?:ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST)|EPROTO)\)/,
    next: "the port does not speak TLS: check the port in --url, and whether it should be http://",
  },
  {
    message:
      /\((?:DEPTH_ZERO_)?SELF_SIGNED_CERT(?:_IN_CHAIN)?\)|\(UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(?:_LOCALLY)?)\)/,
    next: "its certificate is not signed by a trusted authority: set NODE_EXTRA_CA_CERTS=ca.pem for your own authority",
  },
  {
    message: /\(ERR_TLS_CERT_ALTNAME_INVALID\)/,
    next: "its certificate is for another host: use the host name of the certificate in --url",
  },
  {
    message: /\(CERT_(?:HAS_EXPIRED|NOT_YET_VALID)\)/,
    next: "renew its certificate, or check this machine's clock",
  },
  { message: /\((?:ERR_(?:SSL|TLS)|CERT)_\w+\)/, next: "check the certificate and the TLS versions of the service" },
];

/** Errors that usually mean another server responded, such as a proxy with a login page. */
const foreign: ReadonlySet<unknown> = new Set(["protocol", "token-request"]);

/** Recognizes a session's errors by their members, because two copies of the runtime may be installed. */
function isSessionError(error: unknown): error is CodedError {
  return error instanceof Error && "code" in error && "outcome" in error;
}

/** Whether a source failed because of the service: other errors are mistakes in the program. */
export function isSourceFault(error: unknown): error is CodedError {
  return isColonnadeError(error) || isSessionError(error);
}

/**
 * Adds the next step for a command that reads a database to an error of a session: the runtime's messages are for apps. The
 * session's message already names the phase: `login failed: …`, `introspect shop failed: …`.
 * @returns the error itself if it needs no next step
 */
export function connectionFault(error: unknown): unknown {
  if (!isSessionError(error)) return error;
  const service = { kind: "service", cause: error } as const;
  const tls = tlsFaults.find(({ message }) => message.test(error.message));
  if (tls) return new ColonnadeError("tls", error.message, { ...service, next: tls.next });
  if (!foreign.has(error.code)) return error;
  const next = "check --url: it is the address before /api; if it is right, check what is in between, such as a proxy";
  return new ColonnadeError(error.code, error.message, { ...service, next });
}
