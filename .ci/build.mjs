// Builds what the three packages ship: the runtime and the session on Cassandra as ES modules and as CommonJS, the library as
// ES modules, the command line as CommonJS, and the entry for tests as both; each entry with one file of declarations.
// The console is a bundle of its own, for browsers. Packages of many small files go into the bundles of command line and library,
// since loading those takes longer than running them; their licenses go beside them. npm installs the other dependencies.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { rolldown } from "rolldown";
import { dts } from "rolldown-plugin-dts";

const root = join(import.meta.dirname, "..");
/** The packages that apps ship, by the folder of their sources. */
const runtime = join(root, "src/runtime");
const cassandra = join(root, "src/cassandra");
/** Removed when its declarations are bundled. */
const emitted = join(root, "dist/.declarations");
const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));
const { dependencies, engines, peerDependencies, version } = readJson(join(root, "package.json"));
/** What an app imports → the file in `src` that it comes from. */
const sources = Object.entries(readJson(join(root, "tsconfig.json")).compilerOptions.paths).map(([name, [file]]) => [
  name,
  file.slice("./src/".length, -".ts".length),
]);

/** The entries of a package: `zod` → `runtime/zod`. */
function entriesOf(packageName) {
  const own = sources.filter(([name]) => name === packageName || name.startsWith(`${packageName}/`));
  return own.map(([name, file]) => [name.slice(packageName.length + 1) || "index", file]);
}

/** Names and lines stay: they cost next to nothing at the start, and stand in the stack traces of apps without source maps. */
const comments = { legal: true, annotation: true, jsdoc: false };

/** What several entries need goes into one file: an app that starts waits for every file. */
const shared = { minifyInternalExports: false, codeSplitting: { groups: [{ name: "shared", minShareCount: 2 }] } };

/** Bundles a package that apps ship, as ES modules and as CommonJS, without what `external` matches. */
async function buildForApps(packageName, folder, platform, external) {
  rmSync(join(folder, "dist"), { recursive: true, force: true });
  const bundle = await rolldown({
    input: Object.fromEntries(entriesOf(packageName).map(([name, file]) => [name, join(root, "src", `${file}.ts`)])),
    platform,
    external,
    experimental: { attachDebugInfo: "none" },
  });
  for (const [format, ending] of [
    ["esm", "js"],
    ["cjs", "cjs"],
  ]) {
    await bundle.write({
      dir: join(folder, "dist"),
      format,
      entryFileNames: `[name].${ending}`,
      chunkFileNames: `[name].${ending}`,
      sourcemap: true,
      comments,
      ...shared,
    });
  }
  await bundle.close();
}

/**
 * Emits a declaration file for each module that an entry needs. `npm run types` checks them; a build that a newcomer waits
 * for does not, and uses the compiler that takes a quarter of the time.
 */
function emitDeclarations() {
  mkdirSync(emitted, { recursive: true });
  const compilerOptions = {
    noEmit: false,
    noCheck: true,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: "../../src",
    outDir: ".",
  };
  const files = sources.map(([, file]) => `../../src/${file}.ts`);
  writeFileSync(
    join(emitted, "tsconfig.json"),
    JSON.stringify({ extends: "../../tsconfig.json", compilerOptions, files, include: [] }),
  );
  execFileSync(process.execPath, [join(root, "node_modules/typescript-7/bin/tsc"), "-p", emitted], {
    stdio: "inherit",
  });
}

/** One file for each entry of a package, and one for what they share: two copies of a class or a brand are two types. */
async function bundleDeclarations(entries, folder, endings) {
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map(([name, file]) => [name, join(emitted, `${file}.d.ts`)])),
    platform: "neutral",
    external: /^[^./]/,
    experimental: { attachDebugInfo: "none" },
    plugins: [forOlderCompilers, dts({ dtsInput: true, tsconfig: false, cwd: emitted })],
  });
  for (const ending of endings) {
    const names = `[name].${ending}`;
    await bundle.write({ dir: folder, entryFileNames: names, chunkFileNames: names, ...shared });
  }
  await bundle.close();
}

const forOlderCompilers = {
  name: "declarations for older compilers",
  // Our imports end in `.ts`, whose declarations end in `.d.ts`.
  resolveId: {
    filter: { id: /^\..*(?<!\.d)\.ts$/ },
    handler: (id, importer) => join(importer, "..", id.replace(/\.ts$/, ".d.ts")),
  },
  generateBundle(_options, files) {
    for (const [name, file] of Object.entries(files)) {
      // Declarations need nothing of the bundler's own.
      if (file.name === "rolldown-runtime") delete files[name];
      // Before 5.7 an Uint8Array is not generic.
      else file.code = file.code.replaceAll(/Uint8Array<ArrayBuffer(?:Like)?>/g, "Uint8Array");
    }
  },
};

/** The binding of LevelDB, for each platform: a file of this folder beside the bundle is loaded. */
const leveldb = join(root, "dist/leveldb");

/**
 * The packages of LevelDB are in the bundle, so that npm has no script of theirs to run and a user no package more to
 * install. `node-gyp-build` then looks for the binding beside the bundle: in its folder, or above that of its parts.
 */
const bindingBesideBundle = {
  name: "binding beside the bundle",
  resolveId: { filter: { id: /^binding-beside-bundle$/ }, handler: (id) => id },
  load: {
    filter: { id: /^binding-beside-bundle$|classic-level[\\/]binding\.js$/ },
    handler: (id) => ({ moduleType: "js", code: id === "binding-beside-bundle" ? loadBinding : requireBinding }),
  },
};
const requireBinding = 'module.exports = require("binding-beside-bundle").default;';
const loadBinding = `
  import { existsSync } from "node:fs";
  import { join } from "node:path";
  import load from "node-gyp-build";
  const places = ["leveldb", "../leveldb"].map((place) => join(import.meta.dirname, place));
  export default load(places.find(existsSync) ?? places[0]);
`;

/**
 * unplugin loads `webpack-virtual-modules` for every plugin of webpack, but needs it only for plugins that resolve imports. Ours
 * resolves none, and a user would have to install that package.
 */
const noVirtualModules = {
  name: "no virtual modules",
  transform: {
    filter: { id: /unplugin[\\/]dist[\\/]index\.mjs$/ },
    handler: (code) => {
      const wanted = '__require("webpack-virtual-modules")';
      if (!code.includes(wanted)) throw new Error("unplugin no longer requires webpack-virtual-modules like this");
      return code.replace(wanted, "undefined");
    },
  },
};

function copyBindings() {
  const installed = join(root, "node_modules/classic-level");
  cpSync(join(installed, "prebuilds"), join(leveldb, "prebuilds"), { recursive: true });
}

/** The licenses of the packages that these modules come from, as theirs demand. */
function writeLicenses(modules) {
  const folders = new Set(modules.flatMap((id) => /^.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0] ?? []));
  const texts = [...folders].sort().map((folder) => {
    const { name, version } = readJson(join(folder, "package.json"));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    if (!file) throw new Error(`${name} has no license file`);
    return `${name} ${version}\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
  });
  const native = ["leveldb/leveldb-1.20/LICENSE", "snappy/snappy/COPYING"].map((file) => {
    const text = readFileSync(join(root, "node_modules/classic-level/deps", file), "utf8").trim();
    return `${file.split("/")[0]}, in dist/leveldb\n\n${text}\n`;
  });
  writeFileSync(join(root, "dist/LICENSES.txt"), [...texts, ...native].join(`\n${"-".repeat(80)}\n\n`));
}

/**
 * The folders and files of `src` whose modules go into one file: every file more takes a millisecond or two to load, and code
 * that does not run takes four for 100 kB. The longest name that fits a module counts. A file imports only files of other
 * groups that do not import it. `test/cli/bin.large.test.ts` holds what `generate`, `check` and `serve` load.
 */
const groups = {
  always: ["cache.ts", "cli/terminal"],
  // A config file waits for it, and needs nothing else.
  "define-config": ["config/define-config.ts", "config/config.ts", "config/env.ts"],
  config: ["config", "cli/targets", "model/by-code-units.ts", "source/folder.ts", "../node_modules/jsonc-parser"],
  // What `generate` and `check` load, also when nothing changed.
  target: [
    "output",
    "generate",
    "generate.ts",
    "cli/targets/select-targets.ts",
    "cli/generate/generate.ts",
    "cli/check/check.ts",
  ],
  model: [
    "model",
    "runtime/protocol",
    "source/parse-keyspace.ts",
    "source/definition-file.ts",
    "cli/database/plan-push.ts",
    "cli/database/step.ts",
  ],
  render: ["plan", "emit"],
  // Only keyspaces with documents need it beside the first document of a service.
  api: ["api"],
  graphql: ["../node_modules/graphql", "service/graphql", "service/graphql/execute.ts"],
  embedded: ["store/embedded", "cli/serve/embedded-engine.ts"],
  service: [
    ...["service", "port", "store", "find-process.ts", "cli/serve", "cli/serve/serve.ts"],
    // Of the folder that runs documents, what takes their requests.
    "service/graphql/respond.ts",
  ],
  // Needless for most of what loads their folder.
  "": [
    ...["api/definition-api.ts", "api/definition-mutations.ts", "store/cassandra", "service/seed"],
    "cli/targets/load-defined.ts",
  ],
};
const named = Object.entries(groups).flatMap(([group, names]) => names.map((name) => [join(root, "src", name), group]));
const groupsByName = new Map(named);

function groupOfPath(path) {
  if (path.length <= root.length) return null;
  return groupsByName.has(path) ? groupsByName.get(path) || null : groupOfPath(dirname(path));
}

/**
 * What only one `import()` leads to is in a file with its target, in the group of the target if it has a line of its own. What
 * every command and something else loads is in `always`. A package is in the group of the first module that needs it.
 */
function groupOf(id, graph) {
  /** The entries and the targets of `import()` that load the module. */
  const roots = new Set();
  const users = new Set([id]);
  for (const user of users) {
    const { isEntry, importers, dynamicImporters } = graph.getModuleInfo(user);
    if (isEntry || dynamicImporters.length > 0) roots.add(user);
    for (const importer of importers) users.add(importer);
  }
  const [first] = roots;
  if (roots.has(join(root, "src/cli/main.ts"))) return roots.size > 1 ? "always" : null;
  if (roots.size === 1) return groupsByName.get(first) ?? null;
  const isOwn = (path) => path.startsWith(join(root, "src"));
  return groupOfPath(id) ?? (isOwn(id) ? null : groupOfPath([...users].find(isOwn)));
}

/** What can change a generated file, with what it imports. */
const generator = ["generate", "source", "cql/grammar", "model", "plan", "api", "emit", "output", "runtime/protocol"];

/**
 * Tells generators apart whose files may differ, for manifests: `0.1.0+4f2a09c1`. The version alone would not do, since what
 * is built between two releases has that of the last one.
 */
function generatorId() {
  const sum = createHash("sha256");
  for (const part of generator) {
    const folder = join(root, "src", part);
    const files = readdirSync(folder).filter((name) => name.endsWith(".ts"));
    for (const file of files.sort())
      sum.update(readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n")).update("\0");
  }
  return `${version}+${sum.digest("hex").slice(0, 8)}`;
}

/** The runtime is bundled from its sources; apps have it for themselves. */
const outside = Object.keys({ ...dependencies, ...peerDependencies }).filter((name) => name !== "@colonnade/runtime");

function isOutside(id) {
  return id.startsWith("node:") || outside.some((name) => id === name || id.startsWith(`${name}/`));
}

/** Sessions throw errors of the app's own copy: it looks at their classes. */
function isOfTheApp(id, importer) {
  const isOfTests = id === "@colonnade/runtime" && /[\\/]src[\\/]testing[\\/]/.test(importer ?? "");
  return isOfTests || id === "@colonnade/runtime/operations";
}

/** How the bundles of the root package take in what they import. */
const bundled = {
  platform: "node",
  external: (id, importer) => isOfTheApp(id, importer) || isOutside(id),
  // The ES modules of packages that have both forms.
  resolve: {
    conditionNames: ["import", "node"],
    mainFields: ["module", "main"],
    alias: { "string-width": join(root, "src/cli/arguments/text-width.ts") },
  },
  plugins: [bindingBesideBundle, noVirtualModules],
  tsconfig: join(root, "tsconfig.json"),
  experimental: { attachDebugInfo: "none" },
};

const library = entriesOf("colonnade").map(([name, file]) => [name, join(root, "src", `${file}.ts`)]);

/** It is beside the parts, since `src/cli/load-part.ts` has Node itself load it. */
const importModuleBesideParts = {
  name: "import-module beside the parts",
  resolveId: {
    filter: { id: /[\\/]import-module\.ts$/ },
    handler: () => ({ id: "./import-module.cjs", external: "absolute" }),
  },
};

/** Bundles entries of the root package, with what they share in parts. @returns its files */
async function buildParts(input, format, ending) {
  const isCommand = format === "cjs";
  const name = (id, graph) => {
    const group = groupOf(id, graph);
    // The command does not import the entry that a config file waits for.
    return isCommand && group === "define-config" ? "config" : group;
  };
  const bundle = await rolldown({
    input,
    preserveEntrySignatures: "allow-extension",
    transform: {
      define: {
        COLONNADE_GENERATOR: JSON.stringify(generatorId()),
        // Only yargs looks for it, for configs of its own that we do not use.
        ...(isCommand && { "import.meta.resolve": "undefined" }),
      },
    },
    ...bundled,
    plugins: [...bundled.plugins, ...(isCommand ? [importModuleBesideParts] : [])],
  });
  const { output } = await bundle.write({
    dir: join(root, "dist"),
    format,
    entryFileNames: ({ name }) => (name === "main" ? `parts/[name]-[hash].${ending}` : `[name].${ending}`),
    chunkFileNames: `parts/[name]-[hash].${ending}`,
    codeSplitting: { groups: [{ debugName: "groups", name }], includeDependenciesRecursively: false },
    dynamicImportInCjs: false,
    comments,
  });
  await bundle.close();
  return output;
}

/**
 * The command is CommonJS, which starts with less work and whose compiled code can be kept; so is what test runners load that
 * have no ES modules. The file that npm links finds the other ones by the name of the main part.
 */
async function buildCommand() {
  const testing = Object.fromEntries(library.filter(([name]) => name === "testing"));
  const output = await buildParts({ main: join(root, "src/cli/main.ts"), ...testing }, "cjs", "cjs");
  const { fileName } = output.find(({ name, isEntry }) => isEntry && name === "main");
  const bundle = await rolldown({
    input: { colonnade: join(root, "src/cli/bin.ts"), "parts/import-module": join(root, "src/import-module.ts") },
    transform: {
      define: {
        COLONNADE_MAIN: JSON.stringify(basename(fileName)),
        COLONNADE_NODE: JSON.stringify(engines.node.replace(">=", "")),
      },
    },
    ...bundled,
  });
  await bundle.write({
    dir: join(root, "dist"),
    format: "cjs",
    entryFileNames: "[name].cjs",
    chunkFileNames: "parts/[name].cjs",
    codeSplitting: { groups: [{ name: "loader", test: /[\\/](?:compiled-code|load-part)\.ts$/ }] },
    banner: ({ name }) => (name === "colonnade" ? "#!/usr/bin/env node" : ""),
    comments,
  });
  await bundle.close();
  return output;
}

/** The console that `serve` has at `/`: one program for browsers, beside its page and its style sheet. */
async function buildConsole() {
  const bundle = await rolldown({
    input: { console: join(root, "src/console/main.tsx") },
    platform: "browser",
    resolve: { alias: { "vscode-languageserver-types": join(root, "src/console/graphql/completion-words.ts") } },
    tsconfig: join(root, "tsconfig.json"),
    transform: { define: { "process.env.NODE_ENV": '"production"' } },
    experimental: { attachDebugInfo: "none" },
  });
  const folder = join(root, "dist/console");
  const { output } = await bundle.write({
    dir: folder,
    format: "esm",
    entryFileNames: "[name].js",
    codeSplitting: false,
    minify: true,
    comments: false,
  });
  await bundle.close();
  copyFileSync(join(root, "src/console/index.html"), join(folder, "index.html"));
  const style = readFileSync(join(root, "src/console/console.css"), "utf8");
  // Without comments and indentation, as the program.
  writeFileSync(join(folder, "console.css"), style.replace(/\/\*[^]*?\*\//g, "").replace(/\n\s*/g, "\n"));
  return output;
}

rmSync(join(root, "dist"), { recursive: true, force: true });
await buildForApps("@colonnade/runtime", runtime, "neutral", /^(node:|(?:@colonnade\/runtime|zod|graphql)($|\/))/);
// Errors, operations and codecs are those of the app's own runtime: it looks at their classes.
await buildForApps("@colonnade/cassandra", cassandra, "node", /^(node:|@colonnade\/runtime($|\/))/);
copyBindings();
const bundles = [
  await buildCommand(),
  await buildParts(Object.fromEntries(library), "esm", "js"),
  await buildConsole(),
].flat();
writeLicenses(bundles.flatMap((chunk) => chunk.moduleIds ?? []));
emitDeclarations();
await bundleDeclarations(entriesOf("@colonnade/runtime"), join(runtime, "dist"), ["d.ts", "d.cts"]);
await bundleDeclarations(entriesOf("@colonnade/cassandra"), join(cassandra, "dist"), ["d.ts", "d.cts"]);
await bundleDeclarations(entriesOf("colonnade"), join(root, "dist"), ["d.ts"]);
const testing = entriesOf("colonnade").filter(([name]) => name === "testing");
await bundleDeclarations(testing, join(root, "dist"), ["d.cts"]);
rmSync(emitted, { recursive: true });
