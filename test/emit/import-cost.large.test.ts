/**
 * What an app loads when it imports a table. The app here has the runtime as it ships, the modules that it names and
 * nothing else, so an import of anything more fails. Needs the build, which `npm test` makes.
 */
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { emitKeyspace } from "../support/emit-keyspace.ts";
import { planKeyspace } from "../../src/plan/index.ts";
import { benchKeyspace } from "../support/bench-keyspace.ts";

const runtime = resolve(import.meta.dirname, "../../src/runtime");
const run = promisify(execFile);
const kept = ["orders_0000", "sensor_readings_0001", "session_0005"];

let app: string;

beforeAll(async () => {
  app = await mkdtemp(join(tmpdir(), "colonnade-import-"));
  const installed = join(app, "node_modules/@colonnade/runtime");
  await mkdir(installed, { recursive: true });
  await cp(join(runtime, "dist"), join(installed, "dist"), { recursive: true });
  await cp(join(runtime, "package.json"), join(installed, "package.json"));
  await writeFile(join(app, "package.json"), JSON.stringify({ type: "module" }));
  const { module, target } = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  for (const { path, text } of emitKeyspace(planKeyspace(await benchKeyspace(10)))) {
    if (!kept.some((name) => path.startsWith(`${name}.`))) continue;
    const { outputText } = ts.transpileModule(text, {
      compilerOptions: { module, target, verbatimModuleSyntax: true },
    });
    await writeFile(join(app, path.replace(/ts$/, "js")), outputText);
  }
}, 60_000);

afterAll(() => rm(app, { recursive: true, force: true }));

/** Imports modules in a process of its own, without the tests' condition for our sources. */
async function importAll(paths: readonly string[]): Promise<string> {
  const program = paths.map((path) => `console.log(Object.keys(await import("./${path}")).join());`).join("\n");
  await writeFile(join(app, "app.js"), program);
  const { stdout } = await run(process.execPath, ["app.js"], { cwd: app, env: { ...process.env, NODE_OPTIONS: "" } });
  return stdout;
}

describe("importing three tables of a keyspace", () => {
  it("loads neither zod nor other tables, for types and functions", async () => {
    const names = await importAll(kept.map((name) => `${name}.js`));
    expect(names).toMatch(/insertOrders0000\b.*\n.*insertSensorReadings0001\b.*\n.*insertSession0005\b/);
  });

  it("loads zod for validators alone", async () => {
    await expect(importAll(["orders_0000.zod.js"])).rejects.toThrow("Cannot find package 'zod'");
  });
});
