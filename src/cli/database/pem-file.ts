/** PEM files → certificates and keys. Shows nothing of what is in them. */
import { X509Certificate, createPrivateKey } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import { ColonnadeError } from "../../errors.ts";

export interface PemFile {
  /** As messages name it. */
  readonly name: string;
  readonly text: string;
}

/** @param shown how messages name a path @throws {ColonnadeError} `bad-tls-file`, `unreadable` */
export function readPem(path: string, shown: (path: string) => string): PemFile {
  // It is nobody's to see.
  if (path.includes("-----BEGIN")) throw badPem("what is given", "is PEM itself", "name the file that holds it");
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
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    const reason = missing[String(code)];
    if (reason === undefined) {
      const next = "check the permissions";
      throw new ColonnadeError("unreadable", `${name} cannot be read`, { kind: "machine", next, cause: error });
    }
    throw badPem(name, reason, "name a PEM file");
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

/** The certificates in a file, of which there is at least one. @throws {ColonnadeError} `bad-tls-file` */
export function parseCertificates(file: PemFile): readonly X509Certificate[] {
  const texts = file.text.match(certificateForm) ?? [];
  if (texts.length === 0) {
    throw badPem(file.name, "has no certificate in it", "a PEM file has -----BEGIN CERTIFICATE----- in it");
  }
  try {
    return texts.map((text) => new X509Certificate(text));
  } catch {
    throw badPem(
      file.name,
      "has a certificate in it that cannot be read",
      `look at it: openssl x509 -text -in ${file.name}`,
    );
  }
}

/** @throws {ColonnadeError} `bad-tls-file`, also for a key that is locked */
export function parseKey(file: PemFile): KeyObject {
  if (/-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m.test(file.text)) {
    const next = `keep a copy without, for you alone to read: openssl pkey -in ${file.name} -out plain.key`;
    throw badPem(file.name, "is locked with a pass phrase, and nobody is asked for one here", next);
  }
  if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(file.text)) {
    throw badPem(file.name, "has no private key in it", "a PEM file has -----BEGIN PRIVATE KEY----- in it");
  }
  try {
    return createPrivateKey(file.text);
  } catch {
    // What OpenSSL says of it could be of what is in it.
    throw badPem(
      file.name,
      "has a key in it that cannot be read",
      `look at it: openssl pkey -noout -check -in ${file.name}`,
    );
  }
}

/** To follow the file's name: `is a folder`. */
export function badPem(name: string, reason: string, next: string): ColonnadeError {
  return new ColonnadeError("bad-tls-file", `${name} ${reason}`, { next });
}
