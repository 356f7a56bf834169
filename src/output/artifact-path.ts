import { ColonnadeError } from "../errors.ts";
import type { Artifact } from "./artifact.ts";

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
