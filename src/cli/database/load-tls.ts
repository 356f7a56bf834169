/**
 * Loads PEM files for TLS and verifies that TLS accepts them. Sends nothing, does not ask for a passphrase, and never
 * prints the content of a file.
 */
import { createPrivateKey, X509Certificate } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import { ColonnadeError, codeOf, shellWord } from "../../errors.ts";

/** Paths of PEM files, absolute or from the working folder. */
interface TlsFiles {
  /** Trusted certificates, instead of Node's own. */
  readonly ca?: string | undefined;
  /** The client certificate with its intermediate certificates, and its key. */
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
}

/** The texts of the files. */
export type Tls = Partial<KeyPair> & { readonly ca?: string };

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

interface PemFile {
  /** As messages name it. */
  readonly name: string;
  readonly text: string;
}

/** @param shown how messages name a path @throws {ColonnadeError} `bad-tls-file`, `unreadable` */
function readPem(path: string, shown: (path: string) => string): PemFile {
  // The given text may be a secret, so it is not shown.
  if (path.includes("-----BEGIN"))
    throw badPem("the value", "is the PEM text itself", "pass the path of a file that contains it");
  const name = shown(path);
  const bytes = readBytes(path, name);
  const text = bytes.toString("latin1");
  const other = otherForms.find(({ begins }) => text.startsWith(begins));
  if (other) throw badPem(name, `is ${other.what}, not PEM`, other.next(name));
  return { name, text };
}

function readBytes(path: string, name: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const reason = missing[String(codeOf(error))];
    if (reason === undefined) {
      const next = "check the permissions";
      throw new ColonnadeError("unreadable", `${name} cannot be read`, { kind: "machine", next, cause: error });
    }
    throw badPem(name, reason, "pass the path of a PEM file");
  }
}

const missing: Readonly<Record<string, string>> = {
  ENOENT: "does not exist",
  ENOTDIR: "does not exist",
  EISDIR: "is a folder",
};

/** Java keystores, and certificates and keys in binary form. */
const otherForms: readonly {
  readonly begins: string;
  readonly what: string;
  readonly next: (name: string) => string;
}[] = [
  {
    begins: "\u00fe\u00ed\u00fe\u00ed",
    what: "a Java keystore",
    next: (name) =>
      `keytool -importkeystore -srckeystore ${shellWord(name)} -destkeystore store.p12 -deststoretype pkcs12`,
  },
  {
    begins: "0",
    what: "in a binary form",
    next: (name) =>
      `openssl x509 -in ${shellWord(name)} for a certificate, openssl pkey for a key, openssl pkcs12 for a keystore`,
  },
];

const certificateForm = /-----BEGIN (?:X509 )?CERTIFICATE-----[\s\S]*?-----END (?:X509 )?CERTIFICATE-----/g;

/** Returns the certificates in a file, at least one. @throws {ColonnadeError} `bad-tls-file` */
function parseCertificates(file: PemFile): readonly X509Certificate[] {
  const texts = file.text.match(certificateForm) ?? [];
  if (texts.length === 0) {
    throw badPem(
      file.name,
      "contains no certificate",
      "a PEM file with a certificate contains -----BEGIN CERTIFICATE-----",
    );
  }
  try {
    return texts.map((text) => new X509Certificate(text));
  } catch {
    throw badPem(
      file.name,
      "contains a certificate that cannot be read",
      `inspect it: openssl x509 -text -in ${shellWord(file.name)}`,
    );
  }
}

/** @throws {ColonnadeError} `bad-tls-file`, also for an encrypted key */
function parseKey(file: PemFile): KeyObject {
  if (/-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m.test(file.text)) {
    const next = `make an unencrypted copy that only you can read: openssl pkey -in ${shellWord(file.name)} -out plain.key`;
    throw badPem(file.name, "is encrypted, and Colonnade cannot ask for the passphrase", next);
  }
  if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(file.text)) {
    throw badPem(file.name, "contains no private key", "a PEM file with a key contains -----BEGIN PRIVATE KEY-----");
  }
  try {
    return createPrivateKey(file.text);
  } catch {
    // OpenSSL's message could contain parts of the key.
    throw badPem(
      file.name,
      "contains a key that cannot be read",
      `inspect it: openssl pkey -noout -check -in ${shellWord(file.name)}`,
    );
  }
}

/** A phrase that follows the file's name: `is a folder`. */
export function badPem(name: string, reason: string, next: string): ColonnadeError {
  return new ColonnadeError("bad-tls-file", `${name} ${reason}`, { next });
}
