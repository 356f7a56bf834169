import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { foldToAscii } from "../../../../src/store/embedded/definitions/fold-to-ascii.ts";

it("folds every character as Lucene 9.7 does", () => {
  const changed: string[] = [];
  for (let code = 0x80; code < 0x10000; code++) {
    if (code >= 0xd800 && code < 0xe000) continue;
    const folded = foldToAscii(String.fromCharCode(code));
    if (folded !== String.fromCharCode(code)) changed.push(`${code.toString(16)} ${folded}\n`);
  }
  expect(changed).toHaveLength(1242);
  // Of the same lines, which Lucene's filter has given.
  expect(createHash("sha256").update(changed.join("")).digest("hex")).toBe(
    "105d98bf63ef998506da973b46ebb6ea013d138cb0cc44a14045859619256509",
  );
});

it.each([
  ["Ærøskøbing", "AEroskobing"],
  ["straße", "strasse"],
  ["“½ ﬁt” – 日本 😀", '"½ fit" - 日本 😀'],
  ["e\u0301", "e\u0301"],
])("folds %s to %s", (text, folded) => {
  expect(foldToAscii(text)).toBe(folded);
});
