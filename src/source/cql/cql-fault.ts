/**
 * Turns errors of a cluster into messages with a next step: first those of reaching a node, then those of the driver, whose
 * texts are for developers of drivers.
 */
import type { ConnectionOptions } from "node:tls";
import { ColonnadeError, codeOf } from "../../errors.ts";
import { flagWords } from "./cql-options.ts";
import type { ClusterWords, ConnectOptions, ContactPoint } from "./cql-options.ts";
import { findTlsReason } from "./tls-reason.ts";

/** Returns the fault of the contact point that got furthest, with the number of faults. */
export function furthest(faults: readonly ColonnadeError[]): ColonnadeError {
  const phases = ["cql-unreachable", "cql-no-answer", "cql-tls"];
  const [first, ...others] = [...faults].sort((one, other) => phases.indexOf(other.code) - phases.indexOf(one.code));
  if (!first) {
    const next = 'pass one: "10.0.0.1" or "db.example.com:9142"';
    return new ColonnadeError("bad-contact-point", "no contact point is given", { next });
  }
  if (others.length === 0) return first;
  const { code, kind, problems, cause } = first;
  const message = `none of ${faults.length} contact points can be used; ${first.message}`;
  return new ColonnadeError(code, message, { kind, problems, cause, next: first.next });
}

/** How a contact point was connected to. */
export interface Attempt {
  readonly point: ContactPoint;
  /** The TLS options, if any. */
  readonly tls: ConnectionOptions | undefined;
  readonly words: ClusterWords;
}

/** An error of the network or of TLS. */
export function nodeFault({ point: { text, host, port }, tls, words }: Attempt, error: Error): ColonnadeError {
  const code = String(codeOf(error) ?? "");
  const failure = tls && findTlsReason({ error, host, tls, words });
  if (failure) {
    const message = `TLS with ${text} failed: ${failure.reason}`;
    return new ColonnadeError("cql-tls", message, { kind: "service", next: failure.next, cause: error });
  }
  const reason = networkReasons[code] ?? (code === "" ? "network error" : code);
  return new ColonnadeError("cql-unreachable", `${text} cannot be reached: ${reason}`, {
    kind: "service",
    next: `check the host, the port (${port}), and that no firewall is in between`,
    cause: error,
  });
}

/** The connection timed out. */
export function lateFault(attempt: Attempt): ColonnadeError {
  return nodeFault(attempt, Object.assign(new Error(late), { code: "ETIMEDOUT" }));
}

/** The server is not a node. @param received the first bytes, if any; undefined after a timeout */
export function notCql(attempt: Attempt, received: Buffer | undefined): ColonnadeError {
  const { point, tls, words } = attempt;
  // A server that speaks TLS responds to anything else with an alert.
  if (!tls && received?.[0] === 0x15 && received[1] === 3) return tlsAlone(attempt);
  const what =
    received === undefined
      ? "does not respond"
      : received.length === 0
        ? "closes the connection"
        : received.includes("HTTP/")
          ? "speaks HTTP"
          : "speaks another protocol";
  const next = tls
    ? `check the port, or connect without ${words.tls}`
    : `check the port, and connect with ${words.tls} if the cluster requires it`;
  return new ColonnadeError("cql-no-answer", `${point.text} does not speak CQL: it ${what}`, { kind: "service", next });
}

/** The server speaks TLS but the client does not. */
export function tlsAlone({ point, words }: Attempt): ColonnadeError {
  const next = `connect with ${words.tls}`;
  return new ColonnadeError("cql-tls", `${point.text} requires TLS`, { kind: "service", next });
}

/** Some servers accept a connection, check the client certificate, and close without an error. */
export function leftAfterHandshake({ point, tls, words }: Attempt): ColonnadeError {
  const may =
    tls?.cert === undefined
      ? `it may require a client certificate: ${words.pair}`
      : "it may not accept the client certificate";
  const message = `TLS with ${point.text} failed: it closes the connection after the handshake`;
  return new ColonnadeError("cql-tls", message, { kind: "service", next: `${may}; or check the port` });
}

/** Whether the other side closed an established connection. */
export function isBreak(error: Error): boolean {
  return codeOf(error) === "ECONNRESET" || codeOf(error) === "EPIPE";
}

const late = "it does not respond";

const networkReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens on the port",
  ENOTFOUND: "the host does not exist",
  EAI_AGAIN: "the host's name could not be looked up",
  EHOSTUNREACH: "there is no route to the host",
  ENETUNREACH: "there is no route to the host",
  ETIMEDOUT: late,
};

/** Why a node that speaks CQL rejects the driver. */
export function logInFault(error: unknown, point: ContactPoint, options: ConnectOptions): ColonnadeError {
  const { credentials, words = flagWords() } = options;
  const username = credentials?.username;
  const cause = causeOf(error);
  const service = { kind: "service", cause: error } as const;
  if (cause.name === "AuthenticationError" || cause.code === codes.badCredentials) {
    const message =
      username === undefined
        ? `${point.text} requires credentials`
        : `${point.text} refuses the user ${JSON.stringify(username)} or the password`;
    const next = `${username === undefined ? "set" : "check"} ${words.credentials}`;
    return new ColonnadeError("cql-credentials", message, { ...service, next });
  }
  const reason = isTimeout(cause) ? "it stopped responding" : firstLine(cause.message);
  return new ColonnadeError("cql-no-answer", `${point.text} speaks CQL, but cannot be used: ${reason}`, {
    ...service,
    next: "try again, or another contact point",
  });
}

/** Why a query failed. */
export function queryFault(error: unknown, what: string): ColonnadeError {
  const cause = causeOf(error);
  const service = { kind: "service", cause: error } as const;
  if (cause.code === codes.unauthorized) {
    const next = "grant the user access to system_schema, or use another one";
    return new ColonnadeError("cql-forbidden", `the user may not read ${what}`, { ...service, next });
  }
  const reason = isTimeout(cause) ? "the request timed out" : firstLine(cause.message);
  const next = "try again, or another contact point";
  return new ColonnadeError("cql-query", `${what} cannot be read: ${reason}`, { ...service, next });
}

/** Whether the error means that the table does not exist. */
export function isUnknownTable(error: unknown): boolean {
  return causeOf(error).code === codes.invalid;
}

/** Error codes of the native protocol. */
const codes = { badCredentials: 0x0100, unauthorized: 0x2100, invalid: 0x2200 };

interface Cause {
  readonly name: string;
  readonly message: string;
  readonly code: unknown;
}

function isTimeout({ name, message }: Cause): boolean {
  return name === "OperationTimedOutError" || /^connection timeout/i.test(message);
}

/** The driver reports one error for each host that it tried, and there is only one. */
export function causeOf(error: unknown): Cause {
  const inner: unknown = typeof error === "object" && error !== null && "innerErrors" in error && error.innerErrors;
  const [cause = error]: unknown[] = typeof inner === "object" && inner !== null ? Object.values(inner) : [];
  if (!(cause instanceof Error)) return { name: "", message: String(cause), code: undefined };
  return { name: cause.name, message: cause.message, code: codeOf(cause) };
}

/** The database's message, which names the problem, without a final stop. */
export function firstLine(text: string): string {
  return (text.split("\n")[0] ?? "").replace(/\.$/, "");
}
