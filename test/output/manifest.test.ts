import { expect, test } from "vitest";
import { parseManifest, planManifest, printManifest } from "../../src/output/manifest.ts";

test.each([
  [{ hash: "1a" }, "1a"],
  [{ hash: "1a", fingerprint: "2b" }, "1a 2b"],
  [{ hash: "1a", words: "3c" }, "1a - 3c"],
  [{ hash: "1a", fingerprint: "2b", words: "3c" }, "1a 2b 3c"],
])("the entry %j is the line %j, in the manifest's order of paths", (entry, line) => {
  const manifest = planManifest([
    ["b.ts", { ...entry }],
    ["a.ts", { ...entry }],
  ]);
  const text = printManifest(manifest);
  expect(text).toBe(`${JSON.stringify({ format: 3, files: { "a.ts": line, "b.ts": line } }, null, 2)}\n`);
  expect(parseManifest(text, "manifest")).toEqual(manifest);
});
