import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { OutputFolder } from "../../src/output/index.ts";
import { createTemporaryFolder, writeTree } from "../support/temporary-folder.ts";

it("is judged and reported by what was found first, until somebody asks for what is there now", () => {
  const directory = createTemporaryFolder();
  const folder = new OutputFolder(directory);
  expect(folder.at("a.ts")).toEqual({ kind: "nothing" });
  writeFileSync(join(directory, "a.ts"), "");
  expect(folder.at("a.ts")).toEqual({ kind: "nothing" });

  writeFileSync(join(directory, "b.ts"), "1");
  const again = new OutputFolder(directory);
  const before = again.at("b.ts");
  writeFileSync(join(directory, "b.ts"), "2");
  expect(again.at("b.ts")).toBe(before);
  const now = again.lookAt("b.ts");
  expect(now).not.toEqual(before);
  expect(again.at("b.ts")).toBe(now);
});

it("has no file below a file, and none below a folder that is missing", () => {
  const directory = createTemporaryFolder();
  writeTree(directory, { "file.ts": "", "sub/sub/file.ts": "" });
  const folder = new OutputFolder(directory);
  const kinds = ["file.ts/a.ts", "sub/sub/file.ts/a.ts", "none/a.ts", "sub/none/a.ts", "sub/sub", "sub/sub/file.ts"];
  expect(kinds.map((path) => folder.at(path).kind)).toEqual([
    "no plain file",
    "no plain file",
    "nothing",
    "nothing",
    "a folder",
    "file",
  ]);
});
