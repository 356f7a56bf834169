import { isUtf8 } from "node:buffer";
import { readFileSync, readdirSync, statSync } from "node:fs";
import type { Stats } from "node:fs";

export type FoundText =
  | { readonly kind: "nothing" }
  /** `mark` is the byte order mark that it begins with, if it has one. */
  | { readonly kind: "text"; readonly text: string; readonly mark: string }
  /** Something that no text can be added to. */
  | { readonly kind: "other"; readonly reason: string };

/** The text of a file, or what stands there instead. */
export function readText(file: string): FoundText {
  const status = statusOf(file);
  if (!status) return { kind: "nothing" };
  if (!status.isFile()) return { kind: "other", reason: "it is no file" };
  const bytes = readFileSync(file);
  if (!isUtf8(bytes)) return { kind: "other", reason: "it is not UTF-8" };
  const text = bytes.toString("utf8");
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  return { kind: "text", text: text.slice(mark.length), mark };
}

/** The names in a folder; none where there is no folder. */
export function readEntries(folder: string): readonly string[] {
  return statusOf(folder)?.isDirectory() ? readdirSync(folder) : [];
}

/** What stands at a path; undefined for nothing, below a file too. */
function statusOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOTDIR") return undefined;
    throw error;
  }
}
