/** The plugin of each bundler: a build fails with stale bindings, writes them where it is told to, and then succeeds. */
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { rspack } from "@rspack/core";
import * as esbuild from "esbuild";
import { rollup } from "rollup";
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

export function planPlugins(work) {
  return Object.keys(builds).map((where) => ({
    what: "the plugin that keeps bindings up to date",
    where,
    ask: () => askPlugin(work, where),
  }));
}

async function askPlugin(work, where) {
  const entry = pathToFileURL(join(work, "node_modules/colonnade/dist/unplugin.js")).href;
  const { default: colonnade } = await import(entry);
  const folder = mkdtempSync(join(work, `plugin-${where}-`));
  const input = join(folder, "main.js");
  mkdirSync(join(folder, "definitions"));
  writeFileSync(join(folder, "definitions/products.json"), JSON.stringify(definition));
  writeFileSync(
    join(folder, "colonnade.config.json"),
    JSON.stringify({ keyspaces: { shop: { definitions: "definitions", output: "db" } } }),
  );
  writeFileSync(input, "console.log(1);\n");
  const build = (generate) =>
    builds[where](input, colonnade[where]({ folder, generate }), folder).catch((error) => error);
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
