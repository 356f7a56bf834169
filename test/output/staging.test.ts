/** What a run does with the staging folders that other runs left. */
import { readdirSync, renameSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it, test } from "vitest";
import {
  OutputFolder,
  finishInterrupted,
  isInterrupted,
  stageArtifacts,
  writeArtifacts,
} from "../../src/output/index.ts";
import { createTemporaryFolder, readTree, writeTree } from "../support/temporary-folder.ts";

/** More than any system gives to a process. */
const gone = 2 ** 31 - 1;
const ours = `.colonnade-next-${process.pid}.`;

async function createOutput(...paths: readonly string[]): Promise<string> {
  const output = join(createTemporaryFolder(), "db");
  const artifacts = paths.map((path) => ({ path, text: "old" }));
  if (paths.length > 0) await writeArtifacts(new OutputFolder(output), artifacts);
  return output;
}

/** Stages new texts, and leaves them as a process that is killed would: after it decided the change, or before. */
async function kill(output: string, paths: readonly string[], { decided }: { decided: boolean }): Promise<void> {
  const { commit } = await stageArtifacts(
    new OutputFolder(output),
    paths.map((path) => ({ path, text: "new" })),
  );
  if (decided) commit();
  const folders = readdirSync(dirname(output), { recursive: true, withFileTypes: true });
  const { name, parentPath } = folders.find(({ name }) => name.startsWith(ours)) ?? expect.unreachable();
  renameSync(join(parentPath, name), join(parentPath, name.replace(ours, `.colonnade-next-${gone}.`)));
}

describe("a change that a killed process decided", () => {
  it("is finished once", async () => {
    const output = await createOutput("a.ts", "dropped.ts");
    await kill(output, ["a.ts", "sub/b.ts"], { decided: true });
    expect(isInterrupted(output)).toBe(true);
    expect(finishInterrupted(output)).toBe(true);
    expect(isInterrupted(output)).toBe(false);
    expect(finishInterrupted(output)).toBe(false);
    const { ".colonnade.json": manifest, ...files } = readTree(output);
    expect(files).toEqual({ "a.ts": "new", "sub/b.ts": "new" });
    expect(Object.keys((JSON.parse(manifest ?? "") as { files: object }).files)).toEqual(["a.ts", "sub/b.ts"]);
  });

  it("leaves what somebody wrote since then, and does not list what is theirs", async () => {
    const output = await createOutput("a.ts", "b.ts", "dropped.ts", "lost.ts");
    await kill(output, ["a.ts", "b.ts", "created.ts", "other.ts"], { decided: true });
    const theirs = { "a.ts": "theirs", "created.ts": "theirs", "dropped.ts": "theirs" };
    writeTree(output, theirs);
    unlinkSync(join(output, "lost.ts"));
    writeTree(output, { "lost.ts/mine.txt": "theirs" });
    finishInterrupted(output);
    const { ".colonnade.json": manifest, ...files } = readTree(output);
    expect(files).toEqual({ ...theirs, "lost.ts/mine.txt": "theirs", "b.ts": "new", "other.ts": "new" });
    expect(Object.keys((JSON.parse(manifest ?? "") as { files: object }).files)).toEqual(["a.ts", "b.ts", "other.ts"]);
  });
});

describe("what a killed process had not decided", () => {
  test.each([
    ["in an existing output", ["a.ts"]],
    ["beside a new output", []],
  ])("is removed %s", async (_, paths) => {
    const output = await createOutput(...paths);
    const before = readTree(dirname(output));
    await kill(output, ["a.ts", "b.ts"], { decided: false });
    expect(readTree(dirname(output))).not.toEqual(before);
    expect(isInterrupted(output)).toBe(false);
    expect(finishInterrupted(output)).toBe(false);
    expect(readTree(dirname(output))).toEqual(before);
  });
});

describe("a staging folder", () => {
  const journal = JSON.stringify({ write: [{ path: "a.ts", before: null }], remove: [] });

  test.each([
    ["of a process that still runs", `.colonnade-next-${process.ppid}.0`],
    ["of another output", `.colonnade-next-${gone}.0-other`],
    ["with a name that is not ours", ".colonnade-next-notes"],
    ["with a name that begins as ours", `.colonnade-next-${gone}.0.old`],
    ["with another prefix", `.colonnade-last-${gone}.0`],
  ])("%s stays", async (_, name) => {
    const output = await createOutput("kept.ts");
    writeTree(output, { [`${name}/journal.json`]: journal, [`${name}/0.next`]: "new" });
    writeTree(dirname(output), { [`${name}/a.ts`]: "new" });
    const before = readTree(dirname(output));
    expect(isInterrupted(output)).toBe(false);
    expect(finishInterrupted(output)).toBe(false);
    expect(readTree(dirname(output))).toEqual(before);
  });

  it("of an earlier process with the number of this one is removed", async () => {
    const output = await createOutput("kept.ts");
    const before = readTree(output);
    writeTree(output, { [`${ours}999999/0.next`]: "new" });
    expect(finishInterrupted(output)).toBe(false);
    expect(readTree(output)).toEqual(before);
  });

  it("of this process stays while the change is under way", async () => {
    const output = await createOutput("a.ts");
    const { commit, finish } = await stageArtifacts(new OutputFolder(output), [{ path: "a.ts", text: "new" }]);
    commit();
    expect(finishInterrupted(output)).toBe(false);
    finish();
    expect(readTree(output)).toEqual({ "a.ts": "new", ".colonnade.json": expect.any(String) as string });
  });

  it("that cannot be finished is an error of the machine", async () => {
    const output = await createOutput("kept.ts");
    writeTree(output, { [`.colonnade-next-${gone}.0/journal.json`]: journal.slice(1) });
    expect(() => finishInterrupted(output)).toThrow(
      expect.objectContaining({ code: "cannot-write", kind: "machine" }) as Error,
    );
  });
});
