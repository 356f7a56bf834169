/**
 * Loads PEM files for TLS and verifies that TLS accepts them. Sends nothing, does not ask for a passphrase, and never
 * prints the content of a file.
 */
import { ColonnadeError } from "../../errors.ts";
import { badPem, parseCertificates, parseKey, readPem } from "./pem-file.ts";

/** Paths of PEM files, absolute or from the working folder. */
export interface TlsFiles {
  /** Trusted certificates, instead of Node's own. */
  readonly ca?: string | undefined;
  /** The client certificate with its intermediate certificates, and its key. */
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
}

export interface Tls {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

/**
 * Loads `{ ca: "ca.pem" }` as `{ ca: "-----BEGIN CERTIFICATE-----…" }`.
 *
 * @param shown how messages name a path
 * @param prefix of the flags
 * @throws {ColonnadeError} `bad-tls-file`, `unreadable`; `usage` for half of a pair
 */
export function loadTls({ ca, ...pair }: TlsFiles, shown: (path: string) => string, prefix = ""): Tls {
  const example = `a client certificate needs its key: --${prefix}tls-cert client.pem --${prefix}tls-key client.key`;
  const trusted = ca === undefined ? undefined : readPem(ca, shown);
  if (trusted) parseCertificates(trusted);
  const own = loadKeyPair(pair, shown, example, prefix);
  return { ...(trusted && { ca: trusted.text }), ...own };
}

export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

/**
 * Loads a certificate and its key; undefined if neither is given.
 *
 * @param example the next step for half of a pair
 * @throws {ColonnadeError} `bad-tls-file`, `unreadable`; `usage` for half of a pair
 */
export function loadKeyPair(
  { cert, key }: Pick<TlsFiles, "cert" | "key">,
  shown: (path: string) => string,
  example: string,
  prefix = "",
): KeyPair | undefined {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) {
    const missing = cert === undefined ? "tls-cert" : "tls-key";
    throw new ColonnadeError("usage", `--${prefix}${missing} is missing`, { next: example });
  }
  const [own, secret] = [readPem(cert, shown), readPem(key, shown)];
  if (!parseCertificates(own)[0]?.checkPrivateKey(parseKey(secret))) {
    throw badPem(
      secret.name,
      `is not the key of the certificate in ${own.name}`,
      "use the key for which the certificate was issued",
    );
  }
  return { cert: own.text, key: secret.text };
}
