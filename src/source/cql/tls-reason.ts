/**
 * Why TLS with a node came to nothing: in comes what Node says, out goes what to tell a person. OpenSSL has hundreds of codes,
 * and few of them say what to do; its versions spell them in two ways.
 */
import { isIP } from "node:net";
import type { ConnectionOptions } from "node:tls";

export interface TlsReason {
  /** To follow "TLS failed: ", without a final stop. */
  readonly reason: string;
  readonly next: string;
}

/** @returns undefined for what has nothing to do with TLS */
export function findTlsReason(error: Error, host: string, tls: ConnectionOptions = {}): TlsReason | undefined {
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  // `write EPROTO … sslv3 alert handshake failure` and `ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE` become alike.
  const words = (code === "EPROTO" ? `${code} ${error.message}` : code).toUpperCase().replace(/[^A-Z0-9]+/g, "_");
  return reasons.find(({ said }) => said.test(words))?.tell({ error, host, tls });
}

interface Failure {
  readonly error: Error;
  readonly host: string;
  readonly tls: ConnectionOptions;
}

const signers = "give the certificate of who signed it: --tls-ca ca.pem";
/** What is to be given where a node wants to know who asks. */
export const pair = "--tls-cert client.pem --tls-key client.key";

/** The first that fits counts. */
const reasons: readonly { readonly said: RegExp; readonly tell: (failure: Failure) => TlsReason }[] = [
  {
    said: /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(?:VERIFY|GET_ISSUER).*)$/,
    tell: ({ tls }) =>
      tls.ca === undefined
        ? {
            reason: "nobody that Node believes has signed its certificate",
            next: `${signers}, or set NODE_EXTRA_CA_CERTS`,
          }
        : { reason: "its certificate is signed by none of those that --tls-ca names", next: signers },
  },
  {
    said: /^CERT_HAS_EXPIRED$/,
    tell: () => ({ reason: "its certificate has expired", next: "have it renewed, or set this machine's clock" }),
  },
  {
    said: /^CERT_NOT_YET_VALID$/,
    tell: () => ({ reason: "its certificate is not valid yet", next: "set this machine's clock, or wait" }),
  },
  { said: /^ERR_TLS_CERT_ALTNAME_INVALID$/, tell: tellNames },
  {
    said: /ALERT_(?:(?:BAD|UNSUPPORTED)_CERTIFICATE|CERTIFICATE_\w+|UNKNOWN_CA|ACCESS_DENIED)/,
    tell: ({ tls }) =>
      tls.cert === undefined
        ? { reason: "it wants a certificate of yours", next: pair }
        : {
            reason: "it does not accept your certificate",
            next: "take one that the cluster's truststore knows and that has not expired",
          },
  },
  {
    said: /HANDSHAKE_FAILURE|ALERT_INTERNAL_ERROR/,
    tell: ({ tls }) => ({
      reason: "it refuses",
      next:
        tls.cert === undefined
          ? `it may want a certificate of yours: ${pair}`
          : "it may not accept your certificate: look at the node's log",
    }),
  },
  {
    said: /PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|WRONG_SSL_VERSION/,
    tell: () => ({ reason: "it speaks another version of TLS", next: "let it speak TLS 1.2 or newer" }),
  },
  {
    said: /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|UNEXPECTED_MESSAGE|HTTP_REQUEST|UNKNOWN_PROTOCOL/,
    tell: () => ({ reason: "the other side speaks no TLS", next: "connect without --tls, or check the port" }),
  },
  {
    said: /^(?:ERR_OSSL|ERR_TLS|ERR_CRYPTO)/,
    tell: () => ({
      reason: "the certificates or the key cannot be used",
      next: "give PEM files, and the key that belongs to the certificate",
    }),
  },
  {
    said: /^(?:EPROTO|ERR_SSL|CERT_|CRL_|UNABLE_TO|HOSTNAME_MISMATCH|INVALID_)/,
    tell: ({ error }) => ({ reason: lastWords(error), next: "look at it with openssl s_client" }),
  },
];

/** Names are those that a certificate may hold, or they are not shown. */
const plainName = /^[\w.*:-]{1,100}$/;
const mostNames = 5;

/** A contact point is checked as it was given; an address must be in the certificate as an address. */
function tellNames({ error, host, tls }: Failure): TlsReason {
  const names = namesIn(error);
  const shown = names.length > mostNames ? [...names.slice(0, mostNames), "others"] : names;
  const meant = tls.servername === undefined || tls.servername === "" ? host : tls.servername;
  const reason = `its certificate is for ${shown.length === 0 ? "another host" : shown.join(", ")}, not for ${meant}`;
  const [name] = names.filter((each) => isIP(each) === 0 && !each.includes("*"));
  const use = `name the host as the certificate does${name === undefined ? "" : `: --contact-points ${name}`}`;
  return { reason, next: isIP(meant) === 0 ? use : `${use}; or have ${meant} put into it as an IP address` };
}

/** `db.example.com` and `10.0.0.1` of `DNS:db.example.com, IP Address:10.0.0.1`; the common name where there are none. */
function namesIn(error: Error): readonly string[] {
  const certificate = "cert" in error && isRecord(error.cert) ? error.cert : {};
  const { subjectaltname, subject } = certificate;
  const commonName = isRecord(subject) ? subject["CN"] : undefined;
  const alternatives = typeof subjectaltname === "string" ? subjectaltname.split(", ") : [];
  const names = alternatives.map((each) => each.replace(/^(?:DNS|IP Address):/, ""));
  const all: readonly unknown[] = names.length > 0 ? names : [commonName];
  return all.flatMap((name) => (typeof name === "string" && plainName.test(name) ? [name] : []));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** `certificate chain too long` of `…:error:0A000086:SSL routines:tls_post_process:certificate chain too long:../ssl/…`. */
function lastWords({ message }: Error): string {
  const [, reason] = /:SSL routines:[^:]*:([^:\n]+)/.exec(message) ?? [];
  return reason ?? message.split("\n")[0] ?? "";
}
