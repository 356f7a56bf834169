/**
 * The plugin of each bundler: a build fails with stale bindings, writes them where it is told to, and then succeeds. A
 * bundler that watches writes the bindings of changed and new definitions.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { rspack } from "@rspack/core";
import * as esbuild from "esbuild";
import { rollup, watch as watchWithRollup } from "rollup";
import webpack from "webpack";

const definition = {
  name: "products",
  columnDefinitions: [{ name: "id", typeDefinition: "uuid" }],
  primaryKey: { partitionKey: ["id"] },
};

/** One build of an app; rejects with the message that the bundler shows. */
const builds = {
  esbuild: (input, plugin) =>
    esbuild.build({ entryPoints: [input], write: false, logLevel: "silent", plugins: [plugin] }),
  rollup: async (input, plugin) => {
    const bundle = await rollup({ input, logLevel: "silent", plugins: [plugin] });
    await bundle.close();
  },
  webpack: (input, plugin, folder) => buildWith(webpack, input, plugin, folder),
  rspack: (input, plugin, folder) => buildWith(rspack, input, plugin, folder),
};

async function buildWith(bundler, entry, plugin, folder) {
  const options = {
    mode: "production",
    entry,
    context: folder,
    output: { path: join(folder, "out") },
    plugins: [plugin],
  };
  const stats = await promisify(bundler)(options);
  if (stats.hasErrors()) throw new Error(stats.toJson({ all: false, errors: true }).errors[0].message);
}

/** Watches an app. @returns what ends the watch */
const watches = {
  esbuild: async (input, plugin, folder) => {
    const context = await esbuild.context({
      entryPoints: [input],
      bundle: true,
      packages: "external",
      format: "esm",
      outdir: join(folder, "out"),
      logLevel: "silent",
      plugins: [plugin],
    });
    await context.watch();
    return () => context.dispose();
  },
  rollup: async (input, plugin, folder) => {
    const watcher = watchWithRollup({
      input,
      external: /^[^./]/,
      output: { dir: join(folder, "out") },
      onLog: () => undefined,
      plugins: [plugin],
    });
    watcher.on("event", ({ result }) => void result?.close());
    return () => watcher.close();
  },
  webpack: (input, plugin, folder) => watchWith(webpack, input, plugin, folder),
  rspack: (input, plugin, folder) => watchWith(rspack, input, plugin, folder),
};

async function watchWith(bundler, entry, plugin, folder) {
  const compiler = bundler({
    mode: "development",
    devtool: false,
    entry,
    context: folder,
    output: { path: join(folder, "out") },
    plugins: [plugin],
  });
  const watching = compiler.watch({ aggregateTimeout: 20 }, () => undefined);
  return async () => {
    await promisify((done) => watching.close(done))();
    await promisify((done) => compiler.close(done))();
  };
}

export function planPlugins(work) {
  const what = "the plugin that keeps bindings up to date";
  return [
    ...Object.keys(builds).map((where) => ({ what, where, ask: () => askPlugin(work, where) })),
    ...Object.keys(watches).map((where) => ({ what: `${what}, in a watch`, where, ask: () => askWatch(work, where) })),
  ];
}

async function createApp(work, where) {
  const entry = pathToFileURL(join(work, "node_modules/colonnade/dist/unplugin.js")).href;
  const { default: colonnade } = await import(entry);
  const folder = mkdtempSync(join(work, `plugin-${where}-`));
  mkdirSync(join(folder, "definitions"));
  const define = (name, columns) =>
    writeFileSync(
      join(folder, `definitions/${name}.json`),
      JSON.stringify({ ...definition, name, columnDefinitions: [...definition.columnDefinitions, ...columns] }),
    );
  define("products", []);
  writeFileSync(
    join(folder, "colonnade.config.json"),
    JSON.stringify({ keyspaces: { shop: { definitions: "definitions", output: "db" } } }),
  );
  const input = join(folder, "main.js");
  writeFileSync(input, "console.log(1);\n");
  return { plugin: colonnade[where], folder, input, define };
}

async function askWatch(work, where) {
  const { plugin, folder, input, define } = await createApp(work, where);
  const options = where === "esbuild" ? { folder, generate: true } : { folder };
  const read = (file) => (existsSync(join(folder, file)) ? readFileSync(join(folder, file), "utf8") : "");
  const problems = [];
  const expectSoon = async (what, isSo) => {
    for (const end = Date.now() + 15_000; Date.now() < end; await sleep(50)) if (isSo()) return;
    problems.push(`not within 15 s: ${what}`);
  };
  const close = await watches[where](input, plugin(options), folder);
  try {
    await expectSoon("bindings at the start", () => read("db/products.ts").includes("insertProducts"));
    define("products", [{ name: "weight", typeDefinition: "int" }]);
    await expectSoon("bindings of a changed definition", () => read("db/products.ts").includes("weight"));
    define("orders", []);
    await expectSoon("bindings of a new definition", () => read("db/orders.ts").includes("insertOrders"));
    for (const last of ["first", "second", "third"]) {
      define("orders", [{ name: last, typeDefinition: "int" }]);
      await sleep(20);
    }
    await expectSoon("the last of three saves", () => read("db/orders.ts").includes("third"));
  } finally {
    await close();
  }
  return problems;
}

async function askPlugin(work, where) {
  const { plugin, folder, input } = await createApp(work, where);
  const build = (generate) => builds[where](input, plugin({ folder, generate }), folder).catch((error) => error);
  const written = () => existsSync(join(folder, "db/products.ts"));
  const problems = [];
  const refused = await build();
  if (!/out of date/.test(refused?.message)) problems.push(`stale bindings were let through: ${refused?.message}`);
  if (written()) problems.push("a build wrote bindings");
  const failure = await build(true);
  if (failure instanceof Error) problems.push(failure.message);
  if (!written()) problems.push("the bindings were not written");
  const last = await build();
  if (last instanceof Error) problems.push(last.message);
  return problems;
}
