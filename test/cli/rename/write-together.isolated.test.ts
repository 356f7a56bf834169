/** Files in several folders, written together and stopped at every call: all are old or all are new. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { createTemporaryFolder, readTree, writeTree } from "../../support/temporary-folder.ts";
import type { Tree } from "../../support/temporary-folder.ts";

const stop = vi.hoisted(() => ({ how: undefined as "kill" | "full disk" | undefined, left: Infinity }));

vi.mock("node:fs", async (original) => {
  const { createStoppingFs } = await import("../../support/stopping-fs.ts");
  return createStoppingFs(await original<typeof import("node:fs")>(), stop);
});

const before: Tree = {
  "colonnade.config.json": "{}\n",
  "definitions/products.json": "old\n",
  "src/app.ts": "old\n",
  "src/db/.colonnade.json": "{}\n",
  "src/db/old.ts": "old\n",
  "src/db/products.ts": "old\n",
};
const after: Tree = {
  "colonnade.config.json": '{ "new": true }\n',
  "definitions/products.json": "new\n",
  "src/app.ts": "new\n",
  "src/db/.colonnade.json": '{ "new": true }\n',
  "src/db/products.ts": "new\n",
};

async function writeStopped(cwd: string, how: "kill" | "full disk", at: number): Promise<boolean> {
  vi.resetModules();
  const { writeTogether } = await import("../../../src/cli/rename/write-together.ts");
  const textAt = (path: string): string => readFileSync(join(cwd, path), "utf8");
  const write = Object.entries(after).map(([path, text]) => ({ path: join(cwd, path), before: textAt(path), text }));
  const remove = [{ path: join(cwd, "src/db/old.ts"), before: textAt("src/db/old.ts") }];
  Object.assign(stop, { how, left: at });
  try {
    writeTogether(join(cwd, "src/db"), { write, remove });
    return stop.left > 0;
  } catch {
    return false;
  } finally {
    stop.left = Infinity;
  }
}

it.each(["kill", "full disk"] as const)("%s", async (how) => {
  const seen = new Set<string>();
  for (let at = 0; ; at++) {
    const cwd = createTemporaryFolder();
    writeTree(cwd, before);
    const isDone = await writeStopped(cwd, how, at);
    vi.resetModules();
    const { finishInterrupted } = await import("../../../src/output/index.ts");
    finishInterrupted(join(cwd, "src/db"));
    const found = readTree(cwd);
    const state = JSON.stringify(found) === JSON.stringify(after) ? "new" : "old";
    expect(found, `${at}`).toEqual(state === "new" ? after : before);
    seen.add(state);
    if (isDone) break;
  }
  expect(seen).toEqual(new Set(["old", "new"]));
});
