/** Why a contact point is of no use, by the phase that it failed in, with the next step. */
import type { ConnectionOptions } from "node:tls";
import { ColonnadeError } from "../../errors.ts";
import type { ContactPoint } from "./contact-point.ts";
import { findTlsReason, pair } from "./tls-reason.ts";

/** Of several faults the one of the contact point that got furthest, and how many there were. */
export function furthest(faults: readonly ColonnadeError[]): ColonnadeError {
  const phases = ["cql-unreachable", "cql-no-answer", "cql-tls"];
  const [first, ...others] = [...faults].sort((one, other) => phases.indexOf(other.code) - phases.indexOf(one.code));
  if (!first) {
    const next = 'name one: "10.0.0.1" or "db.example.com:9142"';
    return new ColonnadeError("bad-contact-point", "no contact point is given", { next });
  }
  if (others.length === 0) return first;
  const { code, kind, problems, cause } = first;
  const message = `none of ${faults.length} contact points can be used; ${first.message}`;
  return new ColonnadeError(code, message, { kind, problems, cause, ...(first.next && { next: first.next }) });
}

/** What the network, or TLS, says. @param tls what TLS is spoken with, if it is */
export function nodeFault({ text, host, port }: ContactPoint, error: Error, tls?: ConnectionOptions): ColonnadeError {
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const failure = tls && findTlsReason(error, host, tls);
  if (failure) {
    const message = `TLS with ${text} failed: ${failure.reason}`;
    return new ColonnadeError("cql-tls", message, { kind: "service", next: failure.next, cause: error });
  }
  const reason = networkReasons[code] ?? (code === "" ? "the network refuses" : code);
  return new ColonnadeError("cql-unreachable", `${text} cannot be reached: ${reason}`, {
    kind: "service",
    next: `check the host, the port (${port}), and that no firewall is in between`,
    cause: error,
  });
}

/** Nobody took the connection in time. */
export function lateFault(point: ContactPoint): ColonnadeError {
  return nodeFault(point, Object.assign(new Error(late), { code: "ETIMEDOUT" }));
}

/** Somebody took the connection who is no node. @param said the first bytes, if any; undefined when time was up */
export function notCql(point: ContactPoint, said: Buffer | undefined, isTls: boolean): ColonnadeError {
  // A server that speaks TLS answers anything else with an alert.
  if (!isTls && said?.[0] === 0x15 && said[1] === 3) return tlsAlone(point);
  const what =
    said === undefined
      ? "says nothing"
      : said.length === 0
        ? "hangs up"
        : said.includes("HTTP/")
          ? "speaks HTTP"
          : "speaks something else";
  const next = isTls
    ? "check the port, or connect without --tls"
    : "check the port, and connect with --tls if the cluster wants it";
  return new ColonnadeError("cql-no-answer", `${point.text} does not speak CQL: it ${what}`, { kind: "service", next });
}

/** Somebody speaks TLS where nobody asked for it. */
export function tlsAlone({ text }: ContactPoint): ColonnadeError {
  return new ColonnadeError("cql-tls", `${text} speaks TLS alone`, { kind: "service", next: "connect with --tls" });
}

/** Some servers let a client in, look at its certificate, and hang up without a word. */
export function leftAfterHandshake({ text }: ContactPoint, { cert }: ConnectionOptions): ColonnadeError {
  const may = cert === undefined ? `it may want a certificate of yours: ${pair}` : "it may not accept your certificate";
  const message = `TLS with ${text} failed: it hangs up after the handshake`;
  return new ColonnadeError("cql-tls", message, { kind: "service", next: `${may}; or check the port` });
}

/** Whether a connection that stood was ended by the other side. */
export function isBreak(error: Error): boolean {
  return "code" in error && (error.code === "ECONNRESET" || error.code === "EPIPE");
}

const late = "it does not answer";

const networkReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "the host's name could not be looked up",
  EHOSTUNREACH: "there is no way to the host",
  ENETUNREACH: "there is no way to the host",
  ETIMEDOUT: late,
};
