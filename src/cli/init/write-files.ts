import { chmodSync, mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { ColonnadeError } from "../../errors.ts";
import type { PlannedFile } from "./planned-file.ts";

/**
 * Writes the planned files that have a text: all of them beside their places first, then each into its place. Whatever
 * fails, no file is ever half of one, and none that was there is lost.
 *
 * @throws {ColonnadeError} `cannot-write`
 */
export function writeFiles(folder: string, files: readonly PlannedFile[]): void {
  const written: { readonly place: string; readonly beside: string }[] = [];
  let path = "";
  try {
    for (const file of files) {
      if (file.text === undefined) continue;
      path = file.path;
      const place = realPlace(resolve(folder, file.path));
      const beside = `${place}.${process.pid}.new`;
      mkdirSync(dirname(place), { recursive: true });
      written.push({ place, beside });
      writeFileSync(beside, file.text, { flag: "wx" });
      const status = statSync(place, { throwIfNoEntry: false });
      if (status) chmodSync(beside, status.mode);
    }
    for (const { place, beside } of written) {
      path = place;
      renameSync(beside, place);
    }
  } catch (error) {
    for (const { beside } of written) rmSync(beside, { force: true });
    const reason = error instanceof Error ? error.message : String(error);
    throw new ColonnadeError("cannot-write", `cannot write ${path}: ${reason}`, {
      kind: "machine",
      next: "mend that and run it again: what is there already stays",
      cause: error,
    });
  }
}

/** The file itself, where a link stands for it. */
function realPlace(place: string): string {
  return statSync(place, { throwIfNoEntry: false }) ? realpathSync(place) : place;
}
