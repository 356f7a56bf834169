/** Reads and writes the app's text files. */
import { isUtf8 } from "node:buffer";
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import type { Stats } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { ColonnadeError, codeOf, nextAfter } from "../../errors.ts";
import { loadFormatter } from "../../output/index.ts";

export type FoundText =
  | { readonly kind: "nothing" }
  | { readonly kind: "text"; readonly text: string }
  /** Text cannot be added to it. */
  | { readonly kind: "other"; readonly reason: string };

/** Reads the text of a file, which may not exist or not be a text file. */
export function readText(file: string): FoundText {
  const status = statusOf(file);
  if (!status) return { kind: "nothing" };
  if (!status.isFile()) return { kind: "other", reason: "not a file" };
  const bytes = readFileSync(file);
  return isUtf8(bytes) ? { kind: "text", text: bytes.toString("utf8") } : { kind: "other", reason: "not UTF-8" };
}

/** The names in a folder; none if the folder does not exist. */
export function readEntries(folder: string): readonly string[] {
  return statusOf(folder)?.isDirectory() ? readdirSync(folder) : [];
}

/** Undefined if nothing exists at the path, also when a parent is a file. */
function statusOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (codeOf(error) === "ENOTDIR") return undefined;
    throw error;
  }
}

/** `/app/src/db` as `src/db` relative to `/app`, with slashes on every system; the folder itself is `.`. */
export function relativePath(folder: string, path: string): string {
  return relative(folder, path).split(sep).join("/") || ".";
}

/** The plan for a file, made before anything is written. */
export interface PlannedFile {
  /** Relative to the app's folder, with slashes. */
  readonly path: string;
  readonly action: Action;
  /** What it is for; why it is not changed, if it is left. */
  readonly note: string;
  /** The whole new text. */
  readonly text?: string;
  /** The lines for the user to add, if it is left. */
  readonly add?: string;
}

/** `kept`: nothing is missing in it. `left`: something is missing, but init cannot add it. */
export type Action = "created" | "changed" | "kept" | "left";

/** Formats new files with the app's prettier, if it has one. Existing files keep their layout. */
export async function layOutFiles(folder: string, files: readonly PlannedFile[]): Promise<readonly PlannedFile[]> {
  // `generate` reports a broken prettier config; here only the layout depends on it.
  const formatter = await loadFormatter(folder).catch(() => undefined);
  const layOut = async (file: PlannedFile): Promise<PlannedFile> => {
    const { path, action, text } = file;
    if (!formatter || action !== "created" || text === undefined || !/\.(?:json|m?[jt]s)$/.test(path)) return file;
    return { ...file, text: await formatter.format(join(folder, path), text).catch(() => text) };
  };
  return Promise.all(files.map(layOut));
}

/**
 * Writes all texts to temporary files first, then renames them. A failure leaves no file half written and loses none.
 *
 * @throws {ColonnadeError} `cannot-write`
 */
export function writeFiles(folder: string, files: readonly PlannedFile[]): void {
  const written: { readonly place: string; readonly temporary: string }[] = [];
  let path = "";
  try {
    for (const file of files) {
      if (file.text === undefined) continue;
      path = file.path;
      const place = realPlace(resolve(folder, file.path));
      const temporary = `${place}.${process.pid}.new`;
      mkdirSync(dirname(place), { recursive: true });
      written.push({ place, temporary });
      writeFileSync(temporary, file.text, { flag: "wx" });
      const status = statSync(place, { throwIfNoEntry: false });
      if (status) chmodSync(temporary, status.mode);
    }
    for (const { place, temporary } of written) {
      path = place;
      renameSync(temporary, place);
    }
  } catch (error) {
    for (const { temporary } of written) rmSync(temporary, { force: true });
    const reason = error instanceof Error ? error.message : String(error);
    throw new ColonnadeError("cannot-write", `cannot write ${path}: ${reason}`, {
      kind: "machine",
      next: `${nextAfter(error) ?? "fix this and run init again"}; existing files are kept`,
      cause: error,
    });
  }
}

/** The target, if the place is a link. */
function realPlace(place: string): string {
  return statSync(place, { throwIfNoEntry: false }) ? realpathSync(place) : place;
}
