/**
 * Generated code in TypeScript 7, which has no interface to call it by: it compiles files on disk, in a process of its own,
 * beside the runtime as it ships. Needs the build, which `npm test` makes; `test/matrix` tries more versions and flags.
 */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { strictFlags } from "../support/compile.ts";
import { renderFixtures, renderRandom } from "../support/corpus.ts";

const root = resolve(import.meta.dirname, "../..");
const run = promisify(execFile);

let app: string;

beforeAll(async () => {
  app = await mkdtemp(join(tmpdir(), "colonnade-typescript-7-"));
  await symlink(join(root, "node_modules"), join(app, "node_modules"), "junction");
  await writeFile(join(app, "package.json"), JSON.stringify({ type: "module" }));
  const files = [...(await renderFixtures(root, {})), ...renderRandom(20, {})];
  for (const { path, text } of files) {
    await mkdir(dirname(join(app, path)), { recursive: true });
    await writeFile(join(app, path), text);
  }
}, 60_000);

afterAll(() => rm(app, { recursive: true, force: true }));

/** @returns the errors, each a line */
async function compile(options: object): Promise<string[]> {
  const base = { target: "es2022", module: "nodenext", lib: ["es2022", "dom"], types: [], noEmit: true, rootDir: "." };
  const compilerOptions = { ...base, skipLibCheck: true, ...options };
  await writeFile(join(app, "tsconfig.json"), JSON.stringify({ compilerOptions, exclude: ["node_modules"] }));
  const compiler = join(root, "node_modules/typescript-7/bin/tsc");
  const { stdout } = await run(process.execPath, [compiler, "-p", app, "--pretty", "false"], { cwd: app }).catch(
    (error: unknown) => error as { stdout: string },
  );
  return stdout.split("\n").filter((line) => line !== "");
}

describe("generated code in TypeScript 7", { timeout: 60_000 }, () => {
  it("compiles under every strict flag: everyday tables, every type, odd names and random keyspaces", async () => {
    expect(await compile(strictFlags)).toEqual([]);
  });

  it("compiles without any of them, for apps that never set them", async () => {
    expect(await compile({ strict: false })).toEqual([]);
  });

  it("does not when a line of it is wrong", async () => {
    await writeFile(
      join(app, "wrong.ts"),
      'import type { ProductsRow } from "./shop/index.js";\nexport const row: ProductsRow = { id: 1 };\n',
    );
    const errors = await compile(strictFlags);
    await rm(join(app, "wrong.ts"));
    expect(errors).toEqual([expect.stringMatching(/^wrong\.ts\(2,/)]);
  });
});
