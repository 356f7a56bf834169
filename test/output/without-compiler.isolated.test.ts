import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { OutputFolder, compareArtifacts, writeArtifacts } from "../../src/output/index.ts";
import { createTemporaryFolder } from "../support/temporary-folder.ts";

vi.mock("../../src/errors.ts", async (load) => {
  const errors = await load<typeof import("../../src/errors.ts")>();
  const missing = new errors.ColonnadeError("missing-package", "the package ts-morph is not installed");
  return { ...errors, loadWithCompiler: () => Promise.reject(missing) };
});

const text = 'export interface Row {\n  id: string;\n}\n\nexport const table = { name: "rows" };\n';
const artifact = { path: "rows.ts", text, fingerprint: "1" };

test.each<[string, string, readonly string[]]>([
  [text.replaceAll('"', "'").replaceAll(";", ""), "only reformatted", []],
  [text.replace("string", "number"), "edited by hand", ["rows.ts"]],
  ["", "edited by hand", ["rows.ts"]],
])("without the compiler, %j is %s", async (there, state, overwritten) => {
  const folder = join(createTemporaryFolder(), "db");
  await writeArtifacts(new OutputFolder(folder), [artifact]);
  writeFileSync(join(folder, "rows.ts"), there);
  const { files } = await compareArtifacts(new OutputFolder(folder), [artifact]);
  expect(files.find(({ path }) => path === "rows.ts")).toMatchObject({ state });
  expect(files.every(({ declarations }) => declarations === undefined)).toBe(true);
  const report = await writeArtifacts(new OutputFolder(folder), [artifact]);
  expect(report.overwritten).toEqual(overwritten);
  expect(readFileSync(join(folder, "rows.ts"), "utf8")).toBe(overwritten.length > 0 ? text : there);
});

test("without the compiler, a file that we did not write is refused by name", async () => {
  const folder = createTemporaryFolder();
  writeFileSync(join(folder, "rows.ts"), "export const mine = 1;\n");
  await expect(writeArtifacts(new OutputFolder(folder), [artifact])).rejects.toMatchObject({ code: "not-ours" });
  expect(readFileSync(join(folder, "rows.ts"), "utf8")).toBe("export const mine = 1;\n");
});
