import { printPlace, shortText } from "./keyspace-diff.ts";
import { plainLine } from "../terminal/printable.ts";
import type { Direction, KeyspaceDiff, LocatedChange } from "./keyspace-diff.ts";
import { renderWays } from "./render-text.ts";

/**
 * The changes as Markdown for a pull request: a heading and a table for each keyspace, then what to do.
 *
 * Names and types are untrusted text: they are printed as code, and can end neither the code nor the cell.
 */
export function renderMarkdown(diffs: readonly KeyspaceDiff[], { before, after }: Direction): string {
  const parts = diffs.map(({ keyspace, changes }) => {
    const title = `### ${code(keyspace)}: ${changes.length === 0 ? "no changes" : countOf(changes)}`;
    const head = ["| change | where | before | after | breaks |", "| --- | --- | --- | --- | --- |"];
    const rows = changes.map((change) => renderRow(keyspace, change));
    return [title, "", ...(rows.length === 0 ? [] : [...head, ...rows, ""])].join("\n");
  });
  const ways = renderWays(diffs).map((way) => `- ${way.replace(/^[^:]+/, code)}`);
  return [`From ${code(before)} to ${code(after)}.`, "", ...parts, ...ways].join("\n").trimEnd();
}

function renderRow(keyspace: string, change: LocatedChange): string {
  const { kind, before, after, breaks, accepted } = change;
  const broken = breaks.join(", ") || "nothing";
  const values = [before, after].map((text) => (text === undefined ? "" : code(shortText(text))));
  const cells = [
    kind,
    code(printPlace(keyspace, change)),
    ...values,
    accepted ? `${broken}; accepted: ${code(shortText(accepted.reason))}` : broken,
  ];
  // A bar ends a cell, even within code.
  return `|${cells.map((cell) => (cell === "" ? " " : ` ${cell.replaceAll("|", "\\|")} `)).join("|")}|`;
}

function countOf(changes: readonly LocatedChange[]): string {
  return changes.length === 1 ? "1 change" : `${changes.length} changes`;
}

/** A code span that holds any text. */
function code(text: string): string {
  const line = plainLine(text);
  const runs = line.match(/`+/g) ?? [];
  const fence = "`".repeat(Math.max(0, ...runs.map((run) => run.length)) + 1);
  const pad = /^`|`$/.test(line) ? " " : "";
  return `${fence}${pad}${line}${pad}${fence}`;
}
