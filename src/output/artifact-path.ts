import { ColonnadeError } from "../errors.ts";
import type { Artifact } from "./artifact.ts";

/** The one file of an output folder that is no artifact; see `manifest.ts`. */
export const manifestName = ".colonnade.json";

/** A backslash and a colon lead elsewhere on Windows; a control character is never meant. */
const unsafe = /[\\:\x00-\x1f]/;

const ascii = /^[\x00-\x7f]*$/;

const plain = /^\w[\w.-]*$/;

/** Whether a path is one of letters, digits and a few signs, as most are: then it is sound, and needs no escape. */
export function isPlainPath(path: string): boolean {
  return plain.test(path);
}

/** Whether a path stays inside the folder it is joined to, on every system: `sub/products.ts` does, `../x` does not. */
export function isArtifactPath(path: string): boolean {
  return (
    isPlainPath(path) ||
    (!unsafe.test(path) && path.split("/").every((part) => part !== "" && part !== "." && part !== ".."))
  );
}

/** Two paths with the same folded form are one file where letter case does not count. */
export function foldPath(path: string): string {
  return (ascii.test(path) ? path : path.normalize("NFC")).toLowerCase();
}

/** @throws {ColonnadeError} `bad-path` when a path leaves the folder, or two artifacts have one path */
export function validatePaths(artifacts: readonly Artifact[]): void {
  const taken = new Map([[manifestName, manifestName]]);
  for (const { path } of artifacts) {
    if (!isArtifactPath(path)) {
      throw new ColonnadeError("bad-path", `${JSON.stringify(path)} is no path inside an output folder`);
    }
    const other = taken.get(foldPath(path));
    if (other !== undefined) {
      throw new ColonnadeError("bad-path", `${JSON.stringify(path)} and ${JSON.stringify(other)} would be one file`);
    }
    taken.set(foldPath(path), path);
  }
}
