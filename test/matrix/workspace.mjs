/** A folder like an app's: the packages as they ship, and the corpus rendered for each way of importing. */
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

const root = join(import.meta.dirname, "../..");

/** What relative imports may end in → what the folders of it are called. */
export const endings = { ".js": "js", ".ts": "ts", "": "none" };

/** The packages as they ship, and what they need beside them. */
export function installPackages(work) {
  const runtime = join(work, "node_modules/@colonnade/runtime");
  for (const path of ["package.json", "dist"]) {
    cpSync(join(root, "src/runtime", path), join(runtime, path), { recursive: true });
  }
  symlinkSync(root, join(work, "node_modules/colonnade"), "junction");
  cpSync(join(root, "node_modules/zod"), join(work, "node_modules/zod"), { recursive: true });
}

/** The corpus's module, bundled from the sources: this Node may not know how to strip types. */
export async function importCorpus(work) {
  const bundle = await rolldown({
    input: join(root, "test/support/corpus.ts"),
    platform: "node",
    resolve: { mainFields: ["module", "main"] },
    tsconfig: join(root, "tsconfig.json"),
  });
  const file = join(work, "corpus.mjs");
  await bundle.write({ file, format: "esm" });
  await bundle.close();
  return import(pathToFileURL(file).href);
}

/** A folder for each ending and each kind of package: `js-module/shop/products.ts`. */
export async function renderAll(work, { renderFixtures, renderRandom }, randomKeyspaces) {
  for (const [importExtension, name] of Object.entries(endings)) {
    const fixtures = await renderFixtures(root, { importExtension });
    for (const type of ["module", "commonjs"]) {
      const folder = join(work, `${name}-${type}`);
      writeFiles(folder, fixtures);
      writeFileSync(join(folder, "package.json"), JSON.stringify({ type }));
      const use = readFileSync(join(import.meta.dirname, "app/use.ts"), "utf8");
      writeFileSync(join(folder, "use.ts"), use.replace(/\.js";$/gm, `${importExtension}";`));
      cpSync(join(import.meta.dirname, "app/entries.ts"), join(folder, "entries.ts"));
    }
  }
  writeFiles(join(work, "random-js"), renderRandom(randomKeyspaces, { importExtension: ".js" }));
  writeFileSync(join(work, "random-js/package.json"), JSON.stringify({ type: "module" }));
  cpSync(join(import.meta.dirname, "app/library.ts"), join(work, "random-js/library.ts"));
  // What Node runs stands in a folder of its own: compilers would ask for Node's types.
  const run = join(work, "run");
  writeFiles(run, await renderFixtures(root, { importExtension: ".ts" }));
  writeFiles(run, renderRandom(randomKeyspaces, { importExtension: ".ts" }));
  writeFileSync(join(run, "package.json"), JSON.stringify({ type: "module" }));
  cpSync(join(import.meta.dirname, "app/program.ts"), join(run, "program.ts"));
}

export function writeFiles(folder, files) {
  for (const { path, text } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
