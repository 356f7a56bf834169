import { describe } from "vitest";
import type { TestOptions } from "vitest";

type Tests = readonly [tests: () => void] | readonly [options: TestOptions, tests: () => void];

/**
 * `describe` for tests that need something of the machine. Without it they are skipped, and the title gives the reason, which
 * `list-skipped.ts` prints when the run ends.
 *
 * @param missing `no Chromium at /usr/bin/chromium: install it, or set CHROME_PATH`; undefined if nothing is missing
 */
export function describeUnless(missing: string | undefined): (title: string, ...tests: Tests) => void {
  const [run, suffix] = missing === undefined ? [describe, ""] : [describe.skip, ` (skipped: ${missing})`];
  return (title, ...tests) =>
    tests.length === 1 ? run(`${title}${suffix}`, tests[0]) : run(`${title}${suffix}`, tests[0], tests[1]);
}
