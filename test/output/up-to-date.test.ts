import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { OutputFolder, upToDateArtifact, upToDateArtifacts, writeArtifacts } from "../../src/output/index.ts";
import { createTemporaryFolder } from "../support/temporary-folder.ts";

const artifacts = ["a", "b"].map((name) => ({ path: `${name}.ts`, text: name, fingerprint: `of-${name}` }));

async function createOutput(): Promise<string> {
  const directory = join(createTemporaryFolder(), "db");
  await writeArtifacts(new OutputFolder(directory), artifacts);
  return directory;
}

it("is a file with the fingerprint that it was written with, while nobody touched it", async () => {
  const directory = await createOutput();
  const find = (path: string, fingerprint: string): string | undefined =>
    upToDateArtifact(new OutputFolder(directory), path, fingerprint)?.path;
  expect(find("a.ts", "of-a")).toBe("a.ts");
  expect(find("a.ts", "of-b")).toBe(undefined);
  expect(find("c.ts", "of-c")).toBe(undefined);
  writeFileSync(join(directory, "a.ts"), "edited");
  expect(find("a.ts", "of-a")).toBe(undefined);
});

it("are all files, if each has a known fingerprint and no other is needed", async () => {
  const directory = await createOutput();
  const both = ["of-a", "of-b"];
  const find = (needed: readonly string[], known: readonly string[]): readonly string[] | undefined =>
    upToDateArtifacts(new OutputFolder(directory), new Set(needed), (one) => known.includes(one))?.map(
      ({ path }) => path,
    );
  expect(find(both, both)).toEqual(["a.ts", "b.ts"]);
  expect(find([], both)).toEqual(["a.ts", "b.ts"]);
  expect(find([...both, "of-c"], both)).toBe(undefined);
  expect(find(both, ["of-a"])).toBe(undefined);
  writeFileSync(join(directory, "b.ts"), "edited");
  expect(find(both, both)).toBe(undefined);
});
