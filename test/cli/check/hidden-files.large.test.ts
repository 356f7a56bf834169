import { appendFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTemporaryFolder, writeTree } from "../../support/temporary-folder.ts";
import { runLine } from "../run-line.ts";

const table = (name: string): string =>
  JSON.stringify({
    name,
    columnDefinitions: [{ name: "id", typeDefinition: "uuid" }],
    primaryKey: { partitionKey: ["id"], clusteringKey: [] },
  });

const names = Array.from({ length: 26 }, (_, number) => `t${number + 10}`);

test("check counts every stale file whose difference it does not show", async () => {
  const cwd = createTemporaryFolder();
  writeTree(cwd, Object.fromEntries(names.map((name) => [`definitions/shop/${name}.json`, table(name)])));
  const own = "--definitions definitions/shop --output db";
  expect((await runLine(`generate ${own}`, { cwd })).code).toBe(0);
  const files = readdirSync(join(cwd, "db")).filter((file) => /^t\d+\.ts$/.test(file));
  let edited = 0;
  for (const [count, said] of [
    [1, undefined],
    [2, undefined],
    [6, "… and 1 more file; --verbose shows all"],
    [7, "… and 2 more files; --verbose shows all"],
    [26, "… and 21 more files; --verbose shows all"],
  ] as const) {
    for (; edited < count; edited++) appendFileSync(join(cwd, "db", files[edited] ?? ""), "export const mine = 1;\n");
    const { code, stderr } = await runLine(`check ${own}`, { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain(`${count} ${count === 1 ? "file is" : "files are"} out of date`);
    expect(/… and .*/.exec(stderr)?.[0]).toBe(said);
  }
});
