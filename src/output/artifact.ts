/** Generated files: their paths within the output folder, their hashes, and the fingerprints of what they are made from. */
import { hash } from "node:crypto";
import { ColonnadeError } from "../errors.ts";

/** One generated file. */
export type Artifact = RenderedArtifact | LazyArtifact | UpToDateArtifact;

/** The text is the whole of it, and is written as UTF-8. */
export interface RenderedArtifact {
  /** Relative to the output folder, with "/" between its parts: `products.ts`. */
  readonly path: string;
  readonly text: string;
  /** What it was made from; see `fingerprintOf`. Without it, the file is rendered again in the next run. */
  readonly fingerprint?: string;
  /** Why it may be another than the manifest's; undefined where it was made from the same. */
  readonly cause?: Cause | undefined;
}

/**
 * A file whose text is rendered when it is needed and not kept: a run that writes a thousand files holds one text at a time.
 */
export interface LazyArtifact extends Omit<RenderedArtifact, "text"> {
  readonly render: () => string;
}

/** The artifact with its text. */
export function renderArtifact(artifact: Artifact): RenderedArtifact | UpToDateArtifact {
  if (!("render" in artifact)) return artifact;
  const { render, ...rest } = artifact;
  return { ...rest, text: render() };
}

/** A file that was not rendered, because the existing file is the one recorded in the manifest. */
export interface UpToDateArtifact {
  readonly path: string;
  readonly hash: string;
  readonly fingerprint: string;
}

/** What can make a file another than it was. */
export type Cause = "definitions changed" | "config changed" | "generator changed";

/** The only file of an output folder that is not an artifact; see `manifest.ts`. */
export const manifestName = ".colonnade.json";

/** A backslash or a colon leads to another folder on Windows. A control character is never intended. */
const unsafe = /[\\:\x00-\x1f]/;

const ascii = /^[\x00-\x7f]*$/;

const plain = /^\w[\w.-]*$/;

/** Whether a path has only letters, digits and a few signs, as most do. Such a path is valid and needs no escapes. */
export function isPlainPath(path: string): boolean {
  return plain.test(path);
}

/**
 * Whether a path stays inside the folder that it is joined to, on every system: `sub/products.ts` does, `../x` does
 * not.
 */
export function isArtifactPath(path: string): boolean {
  return (
    isPlainPath(path) ||
    (!unsafe.test(path) && path.split("/").every((part) => part !== "" && part !== "." && part !== ".."))
  );
}

/** Folds a path. Two paths with the same folded form are one file on a case-insensitive file system. */
export function foldPath(path: string): string {
  return (ascii.test(path) ? path : path.normalize("NFC")).toLowerCase();
}

/** @throws {ColonnadeError} `bad-path` if a path leaves the folder, or two artifacts have the same path */
export function validatePaths(artifacts: readonly Artifact[]): void {
  const taken = new Map([[manifestName, manifestName]]);
  for (const { path } of artifacts) {
    if (!isArtifactPath(path)) {
      throw new ColonnadeError("bad-path", `${JSON.stringify(path)} is not a path inside an output folder`);
    }
    const other = taken.get(foldPath(path));
    if (other !== undefined) {
      throw new ColonnadeError("bad-path", `${JSON.stringify(path)} and ${JSON.stringify(other)} would be one file`);
    }
    taken.set(foldPath(path), path);
  }
}

/** Digits of a hash: 128 bits, enough to make collisions practically impossible. */
const digits = 32;

const carriageReturn = 0x0d;

/**
 * The first half of the SHA-256 of bytes, or of a text as UTF-8, in hexadecimal.
 *
 * Treats `\r\n` like `\n`, since version control checks out files with either.
 */
export function hashOf(content: string | Uint8Array): string {
  return hash("sha256", withPlainLineEnds(content), "hex").slice(0, digits);
}

export function hasCarriageReturns(content: string | Uint8Array): boolean {
  return typeof content === "string" ? content.includes("\r") : content.includes(carriageReturn);
}

function withPlainLineEnds(content: string | Uint8Array): string | Uint8Array {
  if (!hasCarriageReturns(content)) return content;
  if (typeof content === "string") return content.replaceAll("\r\n", "\n");
  return Buffer.from(Buffer.from(content).toString("latin1").replaceAll("\r\n", "\n"), "latin1");
}

/** Whether two hashes are equal. Older versions wrote them at full length. */
export function sameHash(one: string, other: string): boolean {
  return one.slice(0, digits) === other.slice(0, digits);
}

/** The generator of a run from the sources of Colonnade, which do not differ by a version. */
export const fromSources = "source";

/** The inputs of all files of a run, besides the definitions of their tables. */
export interface RunInputs {
  /** The keyspace of the bindings. */
  readonly keyspace: string;
  /** The version of Colonnade and its build, `0.1.0+4f2a09c1`, or `fromSources`. */
  readonly generator: string;
  /** A hash of the target's settings and the user's formatter. */
  readonly settings: string;
  /** A hash of the user types, since any table can use any of them. */
  readonly userTypes: string;
}

/**
 * The fingerprint of a file: a hash of everything that it is generated from. The same fingerprint means the same file.
 *
 * It includes the inputs of the run, although the head of the manifest lists them too. Version control merges manifests
 * line by line, so a line from an older version or other settings must not pass for one of this run.
 *
 * @param own the file's own inputs: its definition and its given names
 */
export function fingerprintOf(
  { generator, settings, userTypes }: Omit<RunInputs, "keyspace">,
  own: readonly string[],
): string {
  return hashOf(JSON.stringify([generator, settings, userTypes, ...own]));
}

/** A shared buffer that fits nearly every file: a buffer for each would be garbage at once. */
const room = Buffer.allocUnsafeSlow(1 << 18);

/** A text as UTF-8. The bytes are valid until the next call. */
export function encode(text: string): Uint8Array {
  return text.length * 3 <= room.length ? room.subarray(0, room.write(text)) : Buffer.from(text);
}
