/**
 * Explains why TLS with a node failed: turns Node's error into a reason and a next step. OpenSSL has hundreds of codes,
 * few of which say what to do, and its versions spell them in two ways.
 */
import { isIP } from "node:net";
import type { ConnectionOptions } from "node:tls";
import { codeOf } from "../../errors.ts";
import type { ClusterWords } from "./cql-options.ts";

interface TlsReason {
  /** A phrase that follows "TLS failed: ", without a final stop. */
  readonly reason: string;
  readonly next: string;
}

/** @returns undefined for errors unrelated to TLS */
export function findTlsReason(failure: Failure): TlsReason | undefined {
  const { error } = failure;
  const code = String(codeOf(error) ?? "");
  // `write EPROTO … sslv3 alert handshake failure` and `ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE` become alike.
  const words = (code === "EPROTO" ? `${code} ${error.message}` : code).toUpperCase().replace(/[^A-Z0-9]+/g, "_");
  return reasons.find(({ code }) => code.test(words))?.tell(failure);
}

interface Failure {
  readonly error: Error;
  readonly host: string;
  readonly tls: ConnectionOptions;
  readonly words: ClusterWords;
}

const signers = ({ ca: [, example] }: ClusterWords): string => `pass the certificate of its authority: ${example}`;

/** The first match wins. */
const reasons: readonly { readonly code: RegExp; readonly tell: (failure: Failure) => TlsReason }[] = [
  {
    code: /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(?:VERIFY|GET_ISSUER).*)$/,
    tell: ({ tls, words }) =>
      tls.ca === undefined
        ? {
            reason: "its certificate is not signed by an authority that Node trusts",
            next: `${signers(words)}, or set NODE_EXTRA_CA_CERTS`,
          }
        : { reason: `its certificate is not signed by an authority of ${words.ca[0]}`, next: signers(words) },
  },
  {
    code: /^CERT_HAS_EXPIRED$/,
    tell: () => ({ reason: "its certificate has expired", next: "renew it, or set this machine's clock" }),
  },
  {
    code: /^CERT_NOT_YET_VALID$/,
    tell: () => ({ reason: "its certificate is not valid yet", next: "set this machine's clock, or wait" }),
  },
  { code: /^ERR_TLS_CERT_ALTNAME_INVALID$/, tell: tellNames },
  {
    code: /ALERT_(?:(?:BAD|UNSUPPORTED)_CERTIFICATE|CERTIFICATE_\w+|UNKNOWN_CA|ACCESS_DENIED)/,
    tell: ({ tls, words: { pair } }) =>
      tls.cert === undefined
        ? { reason: "it requires a client certificate", next: pair }
        : {
            reason: "it does not accept the client certificate",
            next: "use one that is in the cluster's truststore and has not expired",
          },
  },
  {
    code: /HANDSHAKE_FAILURE|ALERT_INTERNAL_ERROR/,
    tell: ({ tls, words: { pair } }) => ({
      reason: "it refuses the connection",
      next:
        tls.cert === undefined
          ? `it may require a client certificate: ${pair}`
          : "it may not accept the client certificate: check the node's log",
    }),
  },
  {
    code: /PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|WRONG_SSL_VERSION/,
    tell: () => ({ reason: "it uses a different version of TLS", next: "enable TLS 1.2 or newer on the node" }),
  },
  {
    code: /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|UNEXPECTED_MESSAGE|HTTP_REQUEST|UNKNOWN_PROTOCOL/,
    tell: ({ words }) => ({
      reason: "the server does not speak TLS",
      next: `connect without ${words.tls}, or check the port`,
    }),
  },
  {
    code: /^(?:ERR_OSSL|ERR_TLS|ERR_CRYPTO)/,
    tell: () => ({
      reason: "the certificates or the key cannot be used",
      next: "pass PEM files, and the key that belongs to the certificate",
    }),
  },
  {
    code: /^(?:EPROTO|ERR_SSL|CERT_|CRL_|UNABLE_TO|HOSTNAME_MISMATCH|INVALID_)/,
    tell: ({ error }) => ({ reason: lastWords(error), next: "inspect it with openssl s_client" }),
  },
];

/** Shows only names that are valid in a certificate. */
const plainName = /^[\w.*:-]{1,100}$/;
const mostNames = 5;

/** A contact point is checked as given; an address must be in the certificate as an IP address. */
function tellNames({ error, host, tls, words }: Failure): TlsReason {
  const names = namesIn(error);
  const shown = names.length > mostNames ? [...names.slice(0, mostNames), "others"] : names;
  const meant = tls.servername === undefined || tls.servername === "" ? host : tls.servername;
  const reason = `its certificate is for ${shown.length === 0 ? "another host" : shown.join(", ")}, not for ${meant}`;
  const [name] = names.filter((each) => isIP(each) === 0 && !each.includes("*"));
  const use = `use the host name of the certificate${name === undefined ? "" : `: ${words.contactPoint(name)}`}`;
  return { reason, next: isIP(meant) === 0 ? use : `${use}; or add ${meant} to the certificate as an IP address` };
}

/** `db.example.com` and `10.0.0.1` of `DNS:db.example.com, IP Address:10.0.0.1`; the common name if there are none. */
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
