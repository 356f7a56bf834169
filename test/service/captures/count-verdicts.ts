import { expect } from "vitest";
import type { Verdict } from "./replay.ts";

/**
 * Counts verdicts by kind, and notes the differences that were met. Fails with both answers of each exchange that is neither
 * the same nor different by design.
 */
export function countVerdicts(verdicts: readonly Verdict[], met: Set<string>): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { kind, ids } of verdicts) {
    counts[kind] = (counts[kind] ?? 0) + 1;
    for (const id of ids) met.add(id);
  }
  const wrong = verdicts.filter(({ kind }) => kind === "wrong");
  expect(
    wrong.map(({ exchange, reply }) => ({ ...exchange, ours: { status: reply.status, text: reply.text } })),
  ).toEqual([]);
  return counts;
}
