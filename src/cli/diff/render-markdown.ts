import { printPlace, shortText } from "./keyspace-diff.ts";
import { codeSpan, markdownTable } from "../terminal/markdown.ts";
import type { Direction, KeyspaceDiff, LocatedChange } from "./keyspace-diff.ts";
import { renderWays } from "./render-text.ts";

/**
 * The changes as Markdown for a pull request: a heading and a table for each keyspace, then what to do.
 *
 * Names and types are untrusted text: they are printed as code, and can end neither the code nor the cell.
 */
export function renderMarkdown(diffs: readonly KeyspaceDiff[], { before, after }: Direction): string {
  const parts = diffs.map(({ keyspace, changes }) => {
    const title = `### ${codeSpan(keyspace)}: ${changes.length === 0 ? "no changes" : countOf(changes)}`;
    const head = ["change", "where", "before", "after", "breaks"];
    const rows = markdownTable(
      head,
      changes.map((change) => cellsOf(keyspace, change)),
    );
    return [title, "", ...(rows.length === 0 ? [] : [...rows, ""])].join("\n");
  });
  const ways = renderWays(diffs).map((way) => `- ${way.replace(/^[^:]+/, codeSpan)}`);
  return [`From ${codeSpan(before)} to ${codeSpan(after)}.`, "", ...parts, ...ways].join("\n").trimEnd();
}

function cellsOf(keyspace: string, change: LocatedChange): readonly string[] {
  const { kind, before, after, breaks, accepted } = change;
  const broken = breaks.join(", ") || "nothing";
  const values = [before, after].map((text) => (text === undefined ? "" : codeSpan(shortText(text))));
  return [
    kind,
    codeSpan(printPlace(keyspace, change)),
    ...values,
    accepted ? `${broken}; accepted: ${codeSpan(shortText(accepted.reason))}` : broken,
  ];
}

function countOf(changes: readonly LocatedChange[]): string {
  return changes.length === 1 ? "1 change" : `${changes.length} changes`;
}
