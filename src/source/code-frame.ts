/** Where a mistake is, for a person: from 1, with the lines around it. */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly frame: string;
}

const around = 1;
const longest = 100;

/**
 * The place of a range of a text.
 *
 * ```
 *   4 |   "columnDefinitions": [
 * > 5 |     { "name": "id", "typeDefinition": "uiid" },
 *     |                                       ^^^^^^
 * ```
 */
export function codeFrame(text: string, offset: number, length: number): Place {
  const before = text.slice(0, offset).split("\n");
  const line = before.length;
  const column = (before.at(-1) ?? "").length + 1;
  const lines = text.split(/\r?\n/);
  const first = Math.max(1, line - around);
  const last = Math.min(lines.length, line + around);
  const gutter = String(last).length;
  const frame: string[] = [];
  for (let number = first; number <= last; number++) {
    const source = (lines[number - 1] ?? "").slice(0, longest);
    frame.push(`${number === line ? ">" : " "} ${String(number).padStart(gutter)} | ${source}`.trimEnd());
    if (number !== line || column > longest) continue;
    const marks = Math.max(1, Math.min(length, source.length - column + 1));
    frame.push(`  ${" ".repeat(gutter)} | ${" ".repeat(column - 1)}${"^".repeat(marks)}`);
  }
  return { line, column, frame: frame.join("\n") };
}
