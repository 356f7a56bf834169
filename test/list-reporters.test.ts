import { describe, expect, it } from "vitest";
import type { TestCase } from "vitest/node";
import { describeFlaky } from "./support/list-flaky.ts";
import { describeSkipped } from "./support/list-skipped.ts";

/** What the reporter reads of a test. */
function skipped(fullName: string, note?: string): TestCase {
  return { fullName, result: () => ({ state: "skipped", note }) } as unknown as TestCase;
}

describe("the list of skipped tests at the end of a run", () => {
  it("counts the skipped tests by reason, from the title of a suite or from the test itself", () => {
    const tests = [
      skipped("the console (skipped: no Chromium at /x (a link)) > signs in"),
      skipped("the console (skipped: no Chromium at /x (a link)) > shows rows"),
      skipped("serve on a full disk", "this process may not mount a file system"),
    ];
    expect(describeSkipped(tests)).toBe(
      "Skipped\n  2 tests: no Chromium at /x (a link)\n  1 test: this process may not mount a file system\n\n",
    );
  });

  it("is empty without a reason: a filter left these out", () => {
    expect(describeSkipped([skipped("a suite > a test")])).toBe("");
  });
});

describe("the list of tests that failed once", () => {
  const tried = (fullName: string, flaky: boolean): TestCase =>
    ({
      fullName,
      module: { relativeModuleId: "test/a.test.ts" },
      diagnostic: () => ({ flaky }),
      result: () => ({ state: "passed", errors: flaky ? [{ message: "expected 1 to be 2" }] : undefined }),
    }) as unknown as TestCase;

  it("names each with its first error, and is empty without any", () => {
    const text = describeFlaky([tried("counts > to two", true), tried("counts > to three", false)]);
    expect(text).toBe("Passed in a second try\n  test/a.test.ts: counts > to two\n    expected 1 to be 2\n\n");
    expect(describeFlaky([tried("counts > to three", false)])).toBe("");
  });
});
