/** Why a contact point is of no use, by the phase that it failed in, with the next step. */
import { ColonnadeError } from "../../errors.ts";
import type { ContactPoint } from "./contact-point.ts";

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

/** What the network, or TLS, says. */
export function nodeFault({ text, port }: ContactPoint, error: Error): ColonnadeError {
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const tls = tlsReasons.find(({ codes }) => codes.test(code));
  if (tls) {
    const message = `TLS with ${text} failed: ${tls.reason}`;
    return new ColonnadeError("cql-tls", message, { kind: "service", next: tls.next, cause: error });
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
export function notCql({ text }: ContactPoint, said: Buffer | undefined, isTls: boolean): ColonnadeError {
  // A server that speaks TLS answers anything else with an alert.
  if (!isTls && said?.[0] === 0x15 && said[1] === 3) {
    const next = "connect with TLS";
    return new ColonnadeError("cql-tls", `${text} speaks TLS alone`, { kind: "service", next });
  }
  const what =
    said === undefined
      ? "says nothing"
      : said.length === 0
        ? "hangs up"
        : said.includes("HTTP/")
          ? "speaks HTTP"
          : "speaks something else";
  const next = `check the port${isTls ? "" : ", and connect with TLS if the cluster wants it"}`;
  return new ColonnadeError("cql-no-answer", `${text} does not speak CQL: it ${what}`, { kind: "service", next });
}

const late = "it does not answer";

const networkReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  ECONNRESET: "the connection was broken off",
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "the host's name could not be looked up",
  EHOSTUNREACH: "there is no way to the host",
  ENETUNREACH: "there is no way to the host",
  ETIMEDOUT: late,
};

const tlsReasons = [
  {
    codes: /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(?:VERIFY|GET_ISSUER).*)$/,
    reason: "nobody that Node believes has signed its certificate",
    next: "give the certificate of who signed it as `ca`, or set NODE_EXTRA_CA_CERTS",
  },
  { codes: /^CERT_HAS_EXPIRED$/, reason: "its certificate has expired", next: "have it renewed" },
  {
    codes: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    reason: "its certificate is for another host",
    next: "name the host as its certificate does",
  },
  {
    codes: /CERTIFICATE_REQUIRED|ALERT_BAD_CERTIFICATE|ALERT_UNKNOWN_CA|HANDSHAKE_FAILURE/,
    reason: "it wants a certificate of yours",
    next: "give yours as `cert` and `key`",
  },
  { codes: /^(?:EPROTO|ERR_SSL_.*)$/, reason: "the other side speaks no TLS", next: "connect without TLS" },
  {
    codes: /^(?:ERR_OSSL|ERR_TLS|ERR_CRYPTO).*$/,
    reason: "`ca`, `cert` or `key` cannot be read",
    next: "give the text of a PEM file, and the key that belongs to the certificate",
  },
  { codes: /^CERT_.*$/, reason: "its certificate cannot be trusted", next: "check it with openssl s_client" },
];
