/** A reporter of vitest: names at the end of a run the tests that passed only in their second try, to be mended. */
import type { Reporter, TestCase, TestModule } from "vitest/node";

export default class ListFlaky implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const text = describeFlaky(modules.flatMap((module) => [...module.children.allTests("passed")]));
    if (text !== "") process.stdout.write(text);
  }
}

/** A line for each: `  test/cli/serve/stop.large.test.ts: stopping under load > resets no request`, with the first error. */
export function describeFlaky(tests: Iterable<TestCase>): string {
  const lines = [...tests].flatMap((test) => {
    if (!test.diagnostic()?.flaky) return [];
    const [error] = test.result().errors ?? [];
    return [`  ${test.module.relativeModuleId}: ${test.fullName}\n`, ...(error ? [`    ${error.message}\n`] : [])];
  });
  return lines.length === 0 ? "" : `Passed in a second try\n${lines.join("")}\n`;
}
