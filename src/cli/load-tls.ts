/**
 * Files for TLS → what to speak it with: in come the paths of PEM files, out goes their text, once it is known that TLS can be
 * spoken with it. Sends nothing, asks for no pass phrase, and shows nothing of what is in a file.
 */
import { X509Certificate, createPrivateKey } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import { ColonnadeError } from "../errors.ts";

/** Paths of PEM files, absolute or from the working folder. */
export interface TlsFiles {
  /** Certificates to believe instead of those that Node believes. */
  readonly ca?: string | undefined;
  /** A certificate of one's own, with those between it and its signer; and its key. */
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
      next: "a certificate of yours and its key go together: --tls-cert client.pem --tls-key client.key",
    });
  }
  const read = (path: string): PemFile => {
    // It is nobody's to see.
    if (path.includes("-----BEGIN"))
      throw bad({ name: "what is given" }, "is PEM itself", "name the file that holds it");
    return readPem(path, shown(path));
  };
  const believed = ca === undefined ? undefined : read(ca);
  if (believed) parseCertificates(believed);
  const [own, secret] = cert === undefined || key === undefined ? [] : [read(cert), read(key)];
  if (own && secret && !parseCertificates(own)[0]?.checkPrivateKey(parseKey(secret))) {
    throw bad(
      secret,
      `is not the key of the certificate in ${own.name}`,
      "take the one that the certificate was made for",
    );
  }
  return {
    ...(believed && { ca: believed.text }),
    ...(own && { cert: own.text }),
    ...(secret && { key: secret.text }),
  };
}

interface PemFile {
  /** As messages name it. */
  readonly name: string;
  readonly text: string;
}

function readPem(path: string, name: string): PemFile {
  const bytes = readBytes(path, name);
  const text = bytes.toString("latin1");
  const other = otherForms.find(({ begins }) => text.startsWith(begins));
  if (other) throw bad({ name, text }, `is ${other.what}, not PEM`, other.next(name));
  return { name, text };
}

function readBytes(path: string, name: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    const reason = missing[String(code)];
    if (reason === undefined) {
      const next = "check the permissions";
      throw new ColonnadeError("unreadable", `${name} cannot be read`, { kind: "machine", next, cause: error });
    }
    throw bad({ name, text: "" }, reason, "name a PEM file");
  }
}

const missing: Readonly<Record<string, string>> = {
  ENOENT: "is not there",
  ENOTDIR: "is not there",
  EISDIR: "is a folder",
};

/** What tools for Java make, and what is a certificate or a key but no text. */
const otherForms: readonly {
  readonly begins: string;
  readonly what: string;
  readonly next: (name: string) => string;
}[] = [
  {
    begins: "\u00fe\u00ed\u00fe\u00ed",
    what: "a Java keystore",
    next: (name) => `keytool -importkeystore -srckeystore ${name} -destkeystore store.p12 -deststoretype pkcs12`,
  },
  {
    begins: "0",
    what: "in a binary form",
    next: (name) => `openssl x509 -in ${name} for a certificate, openssl pkey for a key, openssl pkcs12 for a keystore`,
  },
];

const certificateForm = /-----BEGIN (?:X509 )?CERTIFICATE-----[\s\S]*?-----END (?:X509 )?CERTIFICATE-----/g;

function parseCertificates(file: PemFile): readonly X509Certificate[] {
  const texts = file.text.match(certificateForm) ?? [];
  if (texts.length === 0) {
    throw bad(file, "has no certificate in it", "a PEM file has -----BEGIN CERTIFICATE----- in it");
  }
  try {
    return texts.map((text) => new X509Certificate(text));
  } catch {
    throw bad(file, "has a certificate in it that cannot be read", `look at it: openssl x509 -text -in ${file.name}`);
  }
}

function parseKey(file: PemFile): KeyObject {
  if (/-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m.test(file.text)) {
    const next = `keep a copy without, for you alone to read: openssl pkey -in ${file.name} -out plain.key`;
    throw bad(file, "is locked with a pass phrase, and nobody is asked for one here", next);
  }
  if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(file.text)) {
    throw bad(file, "has no private key in it", "a PEM file has -----BEGIN PRIVATE KEY----- in it");
  }
  try {
    return createPrivateKey(file.text);
  } catch {
    // What OpenSSL says of it could be of what is in it.
    throw bad(file, "has a key in it that cannot be read", `look at it: openssl pkey -noout -check -in ${file.name}`);
  }
}

function bad({ name }: Pick<PemFile, "name">, reason: string, next: string): ColonnadeError {
  return new ColonnadeError("bad-tls-file", `${name} ${reason}`, { next });
}
