/** Bundles programs on the runtime's sources, and on peers: to weigh them, or to run them without a build. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";

const workingTree = join(import.meta.dirname, "../../..");
/** What to import from for an entry such as `bulk`: earlier versions have its names in the main entry. */
export function entryOf(entry, root = workingTree) {
  return existsSync(join(root, `src/runtime/${entry}.ts`)) ? `@colonnade/runtime/${entry}` : "@colonnade/runtime";
}

/** Where the programs seem to stand: from here they find the peers, and above them the packages of that checkout. */
const entryIn = (root) => join(root, "test/bench/runtime/program.mjs");

/**
 * What an app pays for a program such as `export { createSession } from "@colonnade/runtime"`: minified, as ES module.
 *
 * `files` tells how many bytes of it come from each file, before it is minified; Node's modules stay outside. `root` is the
 * checkout whose runtime is bundled.
 */
export async function weigh(program, { platform = "browser", root = workingTree } = {}) {
  const { code, modules } = await bundle(program, root, { platform }, { minify: true });
  const entry = entryIn(root);
  const rendered = Object.entries(modules).filter(([id, { renderedLength }]) => id !== entry && renderedLength > 0);
  const files = Object.fromEntries(rendered.map(([id, { renderedLength }]) => [nameOf(id, root), renderedLength]));
  // What a bundler leaves of nothing is a line end or two.
  return { minified: code.trim().length, gzipped: gzipSync(code, { level: 9 }).length, files };
}

/** Writes the program as one file for Node, which imports nothing but Node's own modules. @returns the file */
export async function writeBundle(program, file, { root = workingTree } = {}) {
  await bundle(program, root, { platform: "node" }, { file, codeSplitting: false });
  return file;
}

async function bundle(program, root, options, output) {
  const entry = entryIn(root);
  const build = await rolldown({
    input: entry,
    ...options,
    external: /^node:/,
    // The condition is that of earlier commits; later ones have the table of entries in `tsconfig.json`.
    resolve: { conditionNames: ["@colonnade/source", options.platform, "import"] },
    tsconfig: join(root, "tsconfig.json"),
    plugins: [
      {
        name: "the program",
        resolveId: { filter: { id: /program\.mjs$/ }, handler: (id) => (id === entry ? id : undefined) },
        load: { filter: { id: /program\.mjs$/ }, handler: (id) => (id === entry ? program : undefined) },
      },
    ],
  });
  try {
    const written = output.file ? await build.write(output) : await build.generate({ format: "esm", ...output });
    return written.output[0];
  } finally {
    await build.close();
  }
}

/** `write.ts` for a file of the runtime, `zod` for one of a package. */
function nameOf(id, root) {
  const inPackage = id.lastIndexOf("node_modules");
  if (inPackage >= 0) return /^[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id.slice(inPackage + 12))?.[1] ?? id;
  return id.slice(join(root, "src/runtime").length + 1).replaceAll("\\", "/");
}
