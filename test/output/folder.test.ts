import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { OutputFolder, hashOf, noteWritten, stageArtifacts } from "../../src/output/index.ts";
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
  expect(folder.text("none/a.ts")).toBe("");
});

it("that this process wrote is known by its manifest, until an entry of it changes", async () => {
  const directory = join(createTemporaryFolder(), "db");
  const staged = await stageArtifacts(new OutputFolder(directory), [{ path: "a.ts", text: "old" }]);
  staged.commit();
  staged.finish();
  const written = noteWritten(directory, staged.manifest);
  const [old, now] = ["old", "new"].map((text) => ({ kind: "file", hash: hashOf(text), hasCarriageReturns: false }));
  writeFileSync(join(directory, "a.ts"), "new");
  const known = new OutputFolder(directory, written);
  expect(known.at("a.ts")).toEqual(old);
  expect(known.at("b.ts")).toEqual({ kind: "nothing" });
  expect(known.lookAt("a.ts")).toEqual(now);
  utimesSync(directory, 1000, 1000);
  expect(new OutputFolder(directory, written).at("a.ts")).toEqual(now);
});
