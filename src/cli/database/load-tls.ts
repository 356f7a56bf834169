/**
 * Loads PEM files for TLS and verifies that TLS accepts them. Sends nothing, does not ask for a passphrase, and never
 * prints the content of a file.
 */
import { ColonnadeError } from "../../errors.ts";
import type { PemFile } from "./pem-file.ts";
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
 * @throws {ColonnadeError} `bad-tls-file`, `unreadable`; `usage` for half of a pair
 */
export function loadTls({ ca, cert, key }: TlsFiles, shown: (path: string) => string): Tls {
  if ((cert === undefined) !== (key === undefined)) {
    const missing = cert === undefined ? "--tls-cert" : "--tls-key";
    throw new ColonnadeError("usage", `${missing} is missing`, {
      next: "a client certificate needs its key: --tls-cert client.pem --tls-key client.key",
    });
  }
  const read = (path: string): PemFile => readPem(path, shown);
  const believed = ca === undefined ? undefined : read(ca);
  if (believed) parseCertificates(believed);
  const [own, secret] = cert === undefined || key === undefined ? [] : [read(cert), read(key)];
  if (own && secret && !parseCertificates(own)[0]?.checkPrivateKey(parseKey(secret))) {
    throw badPem(
      secret.name,
      `is not the key of the certificate in ${own.name}`,
      "use the key for which the certificate was issued",
    );
  }
  return {
    ...(believed && { ca: believed.text }),
    ...(own && { cert: own.text }),
    ...(secret && { key: secret.text }),
  };
}
