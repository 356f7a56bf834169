import type { BreakageRule } from "../../../src/model/index.ts";

const conditions: Readonly<Record<BreakageRule["codeBreaks"], string | undefined>> = {
  always: "code",
  never: undefined,
  "by member": "code, if its name or value in TypeScript differs",
  "by key": "code, if its columns differ",
  "by finder": "code, if a finder is removed or supports different queries",
  "by write": "code, except for a counter that becomes static",
};

/** The line of docs/ci-and-drift.md on a kind of change. */
export function printRuleRow(kind: string, { codeBreaks, breaks, isHarmless, means, way = "" }: BreakageRule): string {
  const harmless =
    kind === "time-to-live" ? ", if they expire sooner" : ", if the old one supported more or its options differ";
  const others = breaks.length === 0 ? undefined : breaks.join(", ") + (isHarmless ? harmless : "");
  const told = [conditions[codeBreaks], others].filter((part) => part !== undefined);
  const breaking = told.join(codeBreaks === "always" ? ", " : "; ");
  const cells = [`\`${kind}\``, means, breaking || "nothing", way];
  return `|${cells.map((cell) => (cell === "" ? " " : ` ${cell} `)).join("|")}|`;
}
