/** The verdicts of a run as Markdown. */
import type { Ledger } from "./ledger.ts";
import type { Verdict } from "./verdict.ts";

export interface Mark {
  readonly at: number;
  readonly what: string;
}

export interface Result {
  readonly scenario: string;
  readonly way: string;
  readonly seconds: number;
  readonly marks: readonly Mark[];
  readonly ledger: Ledger;
  readonly verdict: Verdict;
}

const columns: Readonly<Record<string, (result: Result) => string>> = {
  scenario: ({ scenario }) => scenario,
  way: ({ way }) => way,
  acknowledged: ({ verdict }) => String(verdict.acknowledged),
  "a second": ({ verdict, seconds }) => String(Math.round(verdict.acknowledged / seconds)),
  "lost, LOCAL_QUORUM": ({ verdict }) => String(verdict.lost.localQuorum),
  "lost, ALL": ({ verdict }) => String(verdict.lost.all),
  "not applied": ({ verdict }) => String(verdict.notApplied),
  "of them there": ({ verdict }) => String(verdict.untrue),
  unknown: ({ verdict }) => String(verdict.unknown),
  "of them there ": ({ verdict }) => String(verdict.unknownButThere),
  "aborted by the caller": ({ verdict }) => String(verdict.aborted),
  reads: ({ verdict }) => String(verdict.reads),
  stale: ({ verdict }) => String(verdict.staleReads),
  "failed reads": ({ ledger }) => String(ledger.failures.filter(({ what }) => what.startsWith("read")).length),
  "longest gap, s": ({ ledger }) => seconds(ledger.longestGap.ms),
  "it began": ({ ledger, marks }) => since(marks, ledger.longestGap.at),
  "last failure": ({ ledger, marks }) => {
    const last = ledger.failures.at(-1);
    return last ? since(marks, last.at) : "none";
  },
};

export function renderResults(results: readonly Result[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;
  const cells = Object.values(columns);
  return (
    line(Object.keys(columns)) +
    line(cells.map(() => "---")) +
    results.map((result) => line(cells.map((render) => render(result)))).join("")
  );
}

/** Kinds of failures with their counts, most frequent first. */
export function renderFailures(results: readonly Result[]): string {
  return results
    .flatMap(({ scenario, way, ledger }) => {
      const counts = new Map<string, number>();
      for (const { what } of ledger.failures) {
        const kind = what.replaceAll(/[0-9a-f]{8}-[0-9a-f-]+/g, "…").slice(0, 240);
        counts.set(kind, (counts.get(kind) ?? 0) + 1);
      }
      return [...counts]
        .sort(([, one], [, other]) => other - one)
        .map(([kind, count]) => `${scenario}, ${way}: ${count} × ${kind}\n`);
    })
    .join("");
}

/** `0.3 s after node 2 killed` */
function since(marks: readonly Mark[], at: number): string {
  const mark = marks.findLast((one) => one.at <= at);
  if (mark) return `${seconds(at - mark.at)} s after ${mark.what}`;
  return `before ${marks[0]?.what ?? ""}`;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(2);
}
