/**
 * No byte of somebody else is lost. Whatever stands in an output folder, and whatever people, formatters and kills do between
 * our runs: a run changes only what the manifest lists or what was not there, or it changes nothing.
 */
import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished, test, vi } from "vitest";
import { createTemporaryFolder, writeTree } from "../../support/temporary-folder.ts";
import { readEntries } from "../../support/entries.ts";
import { ForeignApp } from "../../support/foreign-app.ts";
import { standing, step } from "../../support/foreign-steps.ts";
import { runs } from "../../support/long.ts";
import type { Stop } from "../../support/stopping-fs.ts";
import { runLine } from "../run-line.ts";

const stop = vi.hoisted((): Stop => ({ left: Infinity }));

vi.mock("node:fs", async (original) => {
  const { createStoppingFs } = await import("../../support/stopping-fs.ts");
  return createStoppingFs(await original<typeof import("node:fs")>(), stop);
});

describe("in a folder with files of others", () => {
  it("no byte of them is lost, whatever happens", { timeout: 600_000 }, async () => {
    const folder = createTemporaryFolder();
    let count = 0;
    const property = fc.asyncProperty(
      fc.uniqueArray(standing, { maxLength: 5, selector: ({ path }) => path }),
      fc.array(step, { minLength: 4, maxLength: 16 }),
      async (entries, steps) => {
        const app = new ForeignApp(join(folder, String(count++)), entries, stop);
        for (const step of steps) await app.take(step);
        rmSync(app.cwd, { recursive: true });
      },
    );
    await fc.assert(property, runs(40, 1500));
  });
});

test.each(["file", "folder", "link to nothing"] as const)(
  "a %s in the place of a new file after a kill stays theirs",
  async (kind) => {
    const app = new ForeignApp(createTemporaryFolder(), [{ path: "notes.md", kind: "file", content: "mine" }], stop);
    for (let at = 0; at <= 20; at += 2) {
      const table = `table_${at}`;
      await app.take({ does: "define and be stopped", table, type: "text", at });
      await app.take({ does: "place", path: `${table}.ts`, kind, content: "mine too" });
      await app.take({ does: "generate", makesWay: true });
    }
  },
);

describe("an output folder that is no place for generated files is refused before anything is written", () => {
  test.each<[string, string, (cwd: string) => void]>([
    ["the working folder", ".", () => undefined],
    ["the home folder", "home", (cwd) => vi.stubEnv("HOME", join(cwd, "home"))],
    ["the root of a repository", "repository", () => undefined],
    ["a link that leads out", "out", () => undefined],
    ["a folder that is yet to be made behind such a link", "out/new/db", () => undefined],
  ])("%s", async (_, output, prepare) => {
    const folder = createTemporaryFolder();
    const cwd = join(folder, "app");
    const definition = {
      name: "products",
      columnDefinitions: [{ name: "id", typeDefinition: "uuid" }],
      primaryKey: { partitionKey: ["id"] },
    };
    writeTree(folder, {
      "app/definitions/shop/products.json": JSON.stringify(definition),
      "app/home/kept.md": "mine",
      "app/repository/.git/HEAD": "",
      "elsewhere/kept.md": "mine",
    });
    symlinkSync(join(folder, "elsewhere"), join(cwd, "out"));
    vi.spyOn(process, "cwd").mockReturnValue(cwd);
    onTestFinished(() => {
      vi.restoreAllMocks();
      vi.unstubAllEnvs();
    });
    prepare(cwd);
    const before = readEntries(folder);
    const { code, stderr } = await runLine(`generate --definitions definitions --output ${output}`, { cwd });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("[bad-output]") as string });
    expect(readEntries(folder)).toEqual(before);
  });
});
