/** Bundlers: an app that uses one table of many, through the barrels, and how many bytes it comes to. */
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import * as esbuild from "esbuild";
import { rollup } from "rollup";

/** Each gives the bundle of an app, minified. */
export const bundlers = { esbuild: bundleWithEsbuild, rollup: bundleWithRollup };

async function bundleWithEsbuild(app) {
  const { outputFiles } = await esbuild.build({
    entryPoints: [app],
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
  });
  return outputFiles[0].text;
}

async function bundleWithRollup(app) {
  const bundle = await rollup({ input: app, logLevel: "silent", plugins: [resolvePackages(app), stripTypes()] });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  const { code } = await esbuild.transform(output[0].code, { minify: true });
  return code;
}

/** As rollup's own plugin does: by the package's exports. Both packages say that they have no side effects. */
function resolvePackages(app) {
  return {
    name: "resolve packages",
    resolveId(id, importer) {
      if (importer === undefined) return null;
      if (/^[./]/.test(id)) {
        return { id: resolve(dirname(importer), id), moduleSideEffects: !importer.includes("node_modules") };
      }
      const [, name, path = ""] = /^((?:@[^/]+\/)?[^/]+)(\/.*)?$/.exec(id);
      const folder = join(dirname(app), "../node_modules", name);
      const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      const entry = exports[`.${path}`].import;
      return { id: join(folder, entry.default ?? entry), moduleSideEffects: false };
    },
  };
}

function stripTypes() {
  return {
    name: "strip types",
    async transform(code, id) {
      return id.endsWith(".ts") ? (await esbuild.transform(code, { loader: "ts" })).code : null;
    },
  };
}
