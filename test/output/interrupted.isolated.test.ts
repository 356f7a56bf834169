/** A run, stopped at every call that changes a file: the output is what it was, or what it should be. */
import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { long } from "../support/long.ts";
import { createTemporaryFolder, readTree, writeTree } from "../support/temporary-folder.ts";
import type { Tree } from "../support/temporary-folder.ts";
import { repository } from "../support/repository.ts";

const stop = vi.hoisted(() => ({ how: undefined as Stop["how"] | undefined, left: Infinity }));

/** The calls that change files stop the run as `stop-at-call.mjs` does: nothing that comes after a kill has an effect. */
vi.mock("node:fs", async (original) => {
  const { createStoppingFs } = await import("../support/stopping-fs.ts");
  return createStoppingFs(await original<typeof import("node:fs")>(), stop);
});

interface Stop {
  readonly how: "kill" | "full disk";
  /** How many calls go through. */
  readonly at: number;
}

/** The exit code; null for a process that was killed. The long form is a process of its own, which is killed indeed. */
const generate = long ? generateByItself : generateHere;

async function generateHere(cwd: string, stopped?: Stop): Promise<number | null> {
  // A process that is gone remembers nothing.
  vi.resetModules();
  const { generate } = await import("../../src/generate.ts");
  Object.assign(stop, { how: stopped?.how, left: stopped?.at ?? Infinity });
  try {
    const target = { keyspace: "shop", definitions: join(cwd, "definitions/shop"), output: join(cwd, "db") };
    await generate(target, { generator: "1.0.0" });
    return 0;
  } catch (error) {
    expect(error).toMatchObject({ code: expect.stringMatching(/^(cannot-write|KILLED)$/) as string });
    return stopped?.how === "kill" ? null : 4;
  } finally {
    stop.left = Infinity;
  }
}

function generateByItself(cwd: string, stopped?: Stop): Promise<number | null> {
  const words = [join(repository, "dist/colonnade.cjs"), "generate", "--definitions", "definitions", "--output", "db"];
  const env = { ...process.env, ...(stopped && { STOP_HOW: stopped.how, STOP_AT: String(stopped.at) }) };
  const options = stopped ? ["--import", join(repository, "test/support/stop-at-call.mjs")] : [];
  return Promise.resolve(spawnSync(process.execPath, [...options, ...words], { cwd, env, stdio: "ignore" }).status);
}

function definition(name: string, type: string): string {
  const columnDefinitions = [
    { name: "id", typeDefinition: "uuid" },
    { name: "value", typeDefinition: type },
  ];
  return JSON.stringify({ name, columnDefinitions, primaryKey: { partitionKey: ["id"] } });
}

const before: Tree = {
  "definitions/shop/changed.json": definition("changed", "text"),
  "definitions/shop/dropped.json": definition("dropped", "text"),
  "definitions/shop/same.json": definition("same", "text"),
};
const after: Tree = {
  "definitions/shop/changed.json": definition("changed", "int"),
  "definitions/shop/created.json": definition("created", "text"),
  "definitions/shop/same.json": definition("same", "text"),
};

function createProject(definitions: Tree, others: Tree = {}): string {
  const cwd = createTemporaryFolder();
  writeTree(cwd, { ...definitions, ...others });
  return cwd;
}

/** What compilers and people see of the output, if there is one: not what stands aside. */
function output(cwd: string): Tree {
  const files = Object.entries(readTree(cwd));
  return Object.fromEntries(files.filter(([path]) => path.startsWith("db/") && !path.includes(".colonnade-next-")));
}

function aside(cwd: string): readonly string[] {
  return readdirSync(cwd, { recursive: true, encoding: "utf8" }).filter((path) => path.includes(".colonnade-next-"));
}

/** Runs a change of definitions again and again, stopped one call later each time, until it goes through. */
async function stopEverywhere(
  how: Stop["how"],
  old: string,
  judge: (cwd: string, code: number | null) => Promise<void> | void,
): Promise<number> {
  for (let at = 0; ; at++) {
    const cwd = createTemporaryFolder();
    cpSync(old, cwd, { recursive: true });
    rmSync(join(cwd, "definitions"), { recursive: true });
    writeTree(cwd, after);
    const code = await generate(cwd, { how, at });
    if (code === 0) return at;
    await judge(cwd, code);
  }
}

/** With a file of the user's, beside which all are written one by one; without an output, which is made as a whole. */
describe.each([
  ["a changed output", { "db/notes.md": "mine" }],
  ["a new output", undefined],
])("%s", (_, notes) => {
  const hadOutput = notes !== undefined;
  const start = async (): Promise<{ readonly old: string; readonly was: Tree; readonly wanted: Tree }> => {
    const old = createProject(before, notes);
    const finished = createProject(after, notes);
    if (hadOutput) expect(await generate(old)).toBe(0);
    expect(await generate(finished)).toBe(0);
    return { old, was: output(old), wanted: output(finished) };
  };

  it("is what it was until all is decided, and what it should be after the next run, wherever a kill hits", async () => {
    const { old, was, wanted } = await start();
    let decided = 0;
    const calls = await stopEverywhere("kill", old, async (cwd, code) => {
      expect(code).toBe(null);
      const found = output(cwd);
      if (aside(cwd).some((path) => path.endsWith("journal.json"))) {
        decided++;
        for (const [path, text] of Object.entries(found)) expect([was[path], wanted[path]]).toContain(text);
      } else if (Object.keys(found).length > 0 && found["db/created.ts"] !== undefined) expect(found).toEqual(wanted);
      else expect(found).toEqual(was);
      expect(await generate(cwd)).toBe(0);
      expect(output(cwd)).toEqual(wanted);
      expect(aside(cwd)).toEqual([]);
    });
    expect(calls).toBeGreaterThan(hadOutput ? 15 : 9);
    expect(decided).toBeGreaterThanOrEqual(hadOutput ? 6 : 0);
  });

  it("is what it was when the disk is full, with nothing left beside it", async () => {
    const { old, was } = await start();
    await stopEverywhere("full disk", old, (cwd, code) => {
      expect(code).toBe(4);
      expect(output(cwd)).toEqual(was);
      expect(aside(cwd)).toEqual([]);
    });
  });
});
