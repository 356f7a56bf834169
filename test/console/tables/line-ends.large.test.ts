import { expect, test } from "vitest";
import { keepLineEnds } from "../../../src/console/tables/line-ends.ts";

test.each([
  ["a\r\nb", "a\nb", "a\r\nb"],
  ["a\r\nb\nc", "a\nB\nc", "a\r\nB\nc"],
  ["a\r\nb\r\nc", "a\nb\nx\nc", "a\r\nb\r\nx\r\nc"],
  ["a\nb", "a\nb\n", "a\nb\n"],
  ["a\rb", "a\nb!", "a\rb!"],
  ["a\r\n\r\nb", "a\nb", "a\r\nb"],
  ["", "x\ny", "x\ny"],
  ["a\r\nb", "", ""],
])("of %j, changed to %j, the line ends are kept: %j", (before, typed, kept) => {
  expect(keepLineEnds(before, typed)).toBe(kept);
});
