import { plainLine } from "./talk.ts";

/** A code span that holds any text. */
export function codeSpan(text: string): string {
  const line = plainLine(text);
  const runs = line.match(/`+/g) ?? [];
  const fence = "`".repeat(Math.max(0, ...runs.map((run) => run.length)) + 1);
  const pad = /^`|`$/.test(line) ? " " : "";
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** A row of a table; its cells are Markdown. */
function tableRow(cells: readonly string[]): string {
  // A bar ends a cell, even within code.
  return `|${cells.map((cell) => (cell === "" ? " " : ` ${cell.replaceAll("|", "\\|")} `)).join("|")}|`;
}

/** A table with at least one row; nothing without rows. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  return rows.length === 0 ? [] : [tableRow(head), tableRow(head.map(() => "---")), ...rows.map(tableRow)];
}

/** Text on one line without markup: an untrusted description cannot contain a link, an image or HTML. */
export function plainText(text: string): string {
  return plainLine(text)
    .trim()
    .replace(/[\\`*_[\]<>#|&!~]/g, "\\$&");
}
