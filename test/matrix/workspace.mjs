/** A folder like an app's: the packages as npm installs them, and the corpus rendered for each way of importing. */
import { execFileSync } from "node:child_process";
import { cpSync, linkSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

const root = join(import.meta.dirname, "../..");

/** What relative imports may end in → what the folders of it are called. */
export const endings = { ".js": "js", ".ts": "ts", "": "none" };

/** Our packages from their tarballs, as npm installs them, beside the packages of `apps/`. */
export function installPackages(work) {
  const installed = join(import.meta.dirname, "apps");
  // Next.js takes the folder of a lock file for the root of a project.
  for (const name of ["package.json", "package-lock.json"]) cpSync(join(installed, name), join(work, name));
  cpSync(join(installed, "node_modules"), join(work, "node_modules"), { recursive: true, filter: isCopied });
  unpack(work, "colonnade", ".");
  unpack(work, "@colonnade/runtime", "src/runtime");
}

/** The packages have 400 MB: files are linked where the temporary folder is on the same disk, and copied elsewhere. */
function isCopied(from, to) {
  if (!lstatSync(from).isFile()) return true;
  try {
    linkSync(from, to);
    return false;
  } catch {
    return true;
  }
}

function unpack(work, name, source) {
  const words = ["pack", "--silent", "--pack-destination", work];
  const options = { cwd: join(root, source), encoding: "utf8", stdio: ["ignore", "pipe", 2] };
  const tarball = execFileSync("npm", words, { ...options, shell: process.platform === "win32" }).trim();
  const folder = join(work, "node_modules", name);
  mkdirSync(folder, { recursive: true });
  execFileSync("tar", ["-xzf", tarball, "--strip-components=1", "-C", folder], { cwd: work });
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
