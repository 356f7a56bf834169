import type { BreakageRule } from "../../../src/model/index.ts";

const conditions: Readonly<Record<BreakageRule["source"], string | undefined>> = {
  always: "source",
  never: undefined,
  "by name": "source, if its name in TypeScript is another",
  "by value": "source, if its value in TypeScript is another",
  "by key": "source, if other columns are in it",
  "by finder": "source, if its finder goes or takes other questions",
  "by write": "source, but for a counter that becomes static",
};

/** The line of docs/diff.md on a kind of change. */
export function printRuleRow(kind: string, { source, breaks, isHarmless, means, way = "" }: BreakageRule): string {
  const harmless = kind === "time-to-live" ? ", if they vanish sooner" : ", if the old one knew more";
  const others = breaks.length === 0 ? undefined : breaks.join(", ") + (isHarmless ? harmless : "");
  const told = [conditions[source], others].filter((part) => part !== undefined);
  const breaking = told.join(source === "always" ? ", " : "; ");
  const cells = [`\`${kind}\``, means, breaking || "nothing", way];
  return `|${cells.map((cell) => (cell === "" ? " " : ` ${cell} `)).join("|")}|`;
}
