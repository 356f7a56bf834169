import { expect, test } from "vitest";
import { sayingOf, wordsOf } from "../../src/output/words.ts";

const long = 70_000;

test.each([
  ["spaces", "const a = 1", "const a=1"],
  ["line ends", "a\r\nb", "a\nb"],
  ["quotes, separators and brackets", "f(\"a\", 'b');", "f `a` | `b`"],
  ["a byte order mark", "\uFEFFa", "a"],
  ["more spaces than fit in the room for bytes", `a${" ".repeat(long)}b`, "ab"],
  ["a comment for a linter", "/* eslint-disable */ a // prettier-ignore", "a"],
  ["a comment for a linter, beside letters of any script", "/* eslint-disable */ größe", "größe"],
])("%s change nothing of what a text says", (_, one, other) => {
  expect(wordsOf(one)).toBe(wordsOf(other));
});

test.each([
  ["a letter", "a", "b"],
  ["a letter of any script, the first too", "éa", "èa"],
  ["the last letter of a long text", `${"a".repeat(long)}b`, `${"a".repeat(long)}c`],
  ["the first letter of a long text", `b${"a".repeat(long)}`, `c${"a".repeat(long)}`],
  ["a comment", "a // b", "a // c"],
  ["an operator", "a + b", "a - b"],
])("%s changes what a text says", (_, one, other) => {
  expect(wordsOf(one)).not.toBe(wordsOf(other));
});

test("the words of a text are the same in every version, since manifests hold them", () => {
  expect(["", "a", "é"].map((text) => wordsOf(text))).toEqual(["811c9dc5", "e40c292c", "6c0b6c44"]);
});

test.each([
  ["//ab", "ab"],
  ["/*ab*/", "ab"],
  ["/**\n * a\n * b\n */", "a b"],
  ["// eslint-disable-next-line", ""],
])("the comment %j says %j", (comment, said) => {
  expect(sayingOf(comment)).toBe(said);
});
