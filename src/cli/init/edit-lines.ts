import { layoutOf } from "./insert-member.ts";
import type { FoundText } from "./read-text.ts";
import type { PlannedFile } from "./planned-file.ts";

export interface Lines {
  readonly path: string;
  readonly lines: readonly string[];
  /** What they are for. */
  readonly note: string;
  /** Whether a line that is there does what a wanted one would, or says that nobody wants it. */
  readonly covers: (line: string, wanted: string) => boolean;
}

/** Plans to append lines to a file of lines, such as `.gitignore`; what is there stays, and so does its kind of line end. */
export function planLines(found: FoundText, { path, lines, note, covers }: Lines): PlannedFile {
  if (found.kind === "nothing") return { path, action: "created", note, text: `${lines.join("\n")}\n` };
  if (found.kind === "other") return { path, action: "left", note: found.reason, add: lines.join("\n") };
  const { text, mark } = found;
  const there = text.split(/\r?\n/).map((line) => line.trim());
  const missing = lines.filter((wanted) => !there.some((line) => covers(line, wanted)));
  if (missing.length === 0) return { path, action: "kept", note };
  const { lineEnd } = layoutOf(text);
  const begin = text === "" || text.endsWith("\n") ? "" : lineEnd;
  return { path, action: "changed", note, text: `${mark}${text}${begin}${missing.join(lineEnd)}${lineEnd}` };
}
