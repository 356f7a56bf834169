/** A reporter of vitest: prints at the end of a run why tests were skipped, and how many, so that a green run hides nothing. */
import type { Reporter, TestCase, TestModule } from "vitest/node";

export default class ListSkipped implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const text = describeSkipped(modules.flatMap((module) => [...module.children.allTests("skipped")]));
    if (text !== "") process.stdout.write(text);
  }
}

/** A line for each reason: `  12 tests: no Chromium at …`. Tests that a filter left out have no reason. */
export function describeSkipped(tests: Iterable<TestCase>): string {
  const counts = new Map<string, number>();
  for (const test of tests) {
    const reason = findReason(test);
    if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  if (counts.size === 0) return "";
  const lines = [...counts].map(([reason, count]) => `  ${count} ${count === 1 ? "test" : "tests"}: ${reason}\n`);
  return `Skipped\n${lines.join("")}\n`;
}

/** From `skip("reason")` of the test itself, or from the title of a suite around it. */
function findReason(test: TestCase): string | undefined {
  const result = test.result();
  if (result.state === "skipped" && result.note !== undefined) return result.note;
  const [, reason] = /\(skipped: (.*?)\)(?: > |$)/.exec(test.fullName) ?? [];
  return reason;
}
