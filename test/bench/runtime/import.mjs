/**
 * M11: what an app waits for when it imports the runtime as it is built, and 1,000 generated tables, beside an empty module.
 *
 * Every sample is a process of its own. Tables and validators are bundled into a file each, beside the runtime that they
 * share, and were asked for through their barrels, so that nothing could be dropped.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { writeTables } from "../definitions.mjs";
import { bin } from "../start.mjs";
import { writeBundle } from "./bundle.mjs";
import { runChild } from "./run-child.mjs";
import { build, builtRuntime } from "./versions.mjs";

export const rounds = { quick: 3, full: 15, warmUp: true };

const measures = {
  importMs: { head: "ms", digits: 1, compared: false },
  heapKb: { head: "heap kB", digits: 0, compared: false },
  zod: { head: "zod loaded", digits: 0, compared: false },
};

const root = join(import.meta.dirname, "../../..");

const programs = {
  "runtime, bundled": 'export * from "@colonnade/runtime";',
  "ofetch, bundled": 'export { ofetch } from "ofetch";',
  "ky, bundled": 'export { default } from "ky";',
  "@urql/core, bundled": 'export { Client, fetchExchange } from "@urql/core";',
  "graphql-request, bundled": 'export { GraphQLClient } from "graphql-request";',
  "zod, bundled": 'export * from "zod";',
};

export async function plan({ folder, quick, versions }) {
  const tables = quick ? 100 : 1000;
  versions.forEach(build);
  const [first, empty] = ["first.mjs", "empty.mjs"].map((name) => join(folder, name));
  // The loader and its caches come with the first module of a process; what is measured comes after it.
  for (const file of [first, empty]) writeFileSync(file, "export {};\n");
  const files = {
    "an empty module": [empty],
    ...Object.fromEntries(
      versions.map((version) => [`runtime, as it is built${version.label}`, [builtRuntime(version)]]),
    ),
  };
  for (const [index, [name, program]] of Object.entries(programs).entries()) {
    files[name] = [await writeBundle(program, join(folder, `program-${index}.mjs`))];
  }
  const { runtime, keyspace, validators, zod } = await bundleTables(folder, tables);
  const generated = {
    "an empty module": [empty],
    tables: [runtime, keyspace],
    "validators of the tables": [runtime, zod, keyspace, validators],
  };
  return {
    groups: [
      { title: "import, fresh process", measures, cases: casesOf(files, first) },
      { title: `${tables.toLocaleString("en")} tables, bundled`, measures, cases: casesOf(generated, first) },
    ],
  };
}

function casesOf(files, first) {
  const child = join(import.meta.dirname, "load.mjs");
  return Object.entries(files).map(([name, paths]) => ({
    name,
    measure: () => runChild(["--no-warnings", "--expose-gc", child, first, ...paths]),
  }));
}

/** @returns the files of the bundle: the runtime, the keyspace's barrel, zod and the barrel of its validators */
async function bundleTables(folder, count) {
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, "@colonnade"), { recursive: true });
  symlinkSync(join(root, "src/runtime"), join(modules, "@colonnade/runtime"), "junction");
  symlinkSync(join(root, "node_modules/zod"), join(modules, "zod"), "junction");
  const output = join(folder, "output");
  const definitions = writeTables(join(folder, "definitions/bench"), count);
  execFileSync(process.execPath, [bin, "generate", "--definitions", definitions, "--output", output], {
    stdio: "ignore",
  });
  const input = {
    runtime: "@colonnade/runtime",
    keyspace: join(output, "index.ts"),
    zod: "@colonnade/runtime/zod",
    validators: join(output, "zod.ts"),
  };
  const dir = join(folder, "tables");
  const build = await rolldown({
    input,
    cwd: folder,
    platform: "node",
    resolve: { conditionNames: ["import", "node"], extensionAlias: { ".js": [".ts", ".js"] } },
  });
  await build.write({ dir, entryFileNames: "[name].mjs" });
  await build.close();
  return Object.fromEntries(Object.keys(input).map((name) => [name, join(dir, `${name}.mjs`)]));
}
