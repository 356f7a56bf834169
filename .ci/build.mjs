// Builds what the two packages ship: the runtime as ES modules and as CommonJS, each with its types, and the command line
// with the library as one bundle. Packages of many small files go into it, since loading those takes longer than running
// them; their licences go beside it. Dependencies proper stay outside: npm installs them.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";

const root = join(import.meta.dirname, "..");
const runtime = join(root, "src/runtime");
const { dependencies, engines, peerDependencies, version } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
);

function typescript(...args) {
  execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), ...args], {
    cwd: root,
    stdio: "inherit",
  });
}

/** What older compilers cannot read: before 5.7 they do not follow our imports' `.ts`, nor know a generic Uint8Array. */
function rewriteDeclarations(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith(".d.ts")) continue;
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path, "utf8");
    const followed = text.replace(/(from |import\()"(\.[^"]*)\.ts"/g, '$1"$2.js"');
    writeFileSync(path, followed.replaceAll("Uint8Array<ArrayBufferLike>", "Uint8Array"));
  }
}

async function buildRuntime() {
  rmSync(join(runtime, "dist"), { recursive: true, force: true });
  // Without checks: `npm run types` makes them, and a build that a newcomer waits for need not.
  typescript("-p", "src/runtime/tsconfig.json", "--noCheck", "--emitDeclarationOnly");
  typescript("-p", "src/runtime/tsconfig.cjs.json", "--noCheck", "--emitDeclarationOnly");
  // A file for each entry, and those that entries share: an app that starts waits for every file.
  const { exports } = JSON.parse(readFileSync(join(runtime, "package.json"), "utf8"));
  const entries = Object.values(exports).flatMap((entry) => entry["@colonnade/source"] ?? []);
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((file) => [file.slice(2, -".ts".length), join(runtime, file)])),
    platform: "neutral",
    external: /^(node:|zod($|\/))/,
  });
  for (const format of ["esm", "cjs"]) {
    const entryFileNames = "[name].js";
    await bundle.write({
      dir: join(runtime, "dist", format),
      format,
      entryFileNames,
      chunkFileNames: "parts/[name].js",
    });
  }
  await bundle.close();
  // Bundlers ask the nearest package.json, so it has to repeat what lets them drop unused tables.
  const nearest = { type: "commonjs", sideEffects: false };
  writeFileSync(join(runtime, "dist/cjs/package.json"), `${JSON.stringify(nearest)}\n`);
  rewriteDeclarations(join(runtime, "dist"));
}

/** The licences of the packages that these modules come from, as theirs demand. */
function writeLicences(modules) {
  const folders = new Set(modules.flatMap((id) => /^.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0] ?? []));
  const texts = [...folders].sort().map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    if (!file) throw new Error(`${name} has no licence file`);
    return `${name} ${version}\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
  });
  writeFileSync(join(root, "dist/LICENCES.txt"), texts.join(`\n${"-".repeat(80)}\n\n`));
}

/**
 * What `generate` and `check` always load, and what they load when something changed: a file of each, since every file more
 * takes a millisecond or two. The parser for JSON with comments has one of its own, as both may need it.
 */
const groups = [
  { name: "json", test: /jsonc-parser/ },
  // A config file waits for it, and needs nothing else.
  { name: "define-config", test: /src[\\/]config[\\/](?:define-config|config|env)\.ts/ },
  {
    name: "always",
    test: /src[\\/](?:errors\.ts|cli[\\/](?:command|global-flags|target-flags|talk|paint|progress|fault|show-fault|render-fault|mask-secrets|error-docs|exit-codes|aborted)\.ts)/,
  },
  // What needs a compiler stays out: only a file that somebody touched asks for it.
  { name: "declarations", test: /src[\\/]output[\\/](?:declarations|difference)\.ts|node_modules[\\/]diff[\\/]/ },
  {
    name: "target",
    test: /src[\\/](?:(?:output|generate|config)[\\/](?!module-config|config-places|define-config|config\.ts|env\.ts)|generate\.ts|source[\\/](?:folder|find-keyspaces)\.ts|cli[\\/](?:check|targets|keyspace-folders|import-paths|place-outputs|load-shown-config)\.ts)/,
  },
  { name: "init", test: /src[\\/]cli[\\/]init[\\/]/ },
  { name: "explain", test: /src[\\/]cli[\\/]explain[\\/]/ },
  {
    name: "render",
    test: /src[\\/](?:(?:model|plan|emit|runtime[\\/]protocol)[\\/]|source[\\/](?:parse-keyspace|definition-file)\.ts)/,
  },
];

/** What can change a generated file, with what it imports. */
const generator = ["generate", "source", "model", "plan", "emit", "output", "runtime/protocol"];

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

async function buildRoot() {
  rmSync(join(root, "dist"), { recursive: true, force: true });
  // The runtime is bundled from its sources; apps have it for themselves.
  const outside = Object.keys({ ...dependencies, ...peerDependencies }).filter((name) => name !== "@colonnade/runtime");
  const bundle = await rolldown({
    input: {
      colonnade: join(root, "src/cli/bin.ts"),
      index: join(root, "src/index.ts"),
      config: join(root, "src/config/define-config.ts"),
    },
    platform: "node",
    preserveEntrySignatures: "allow-extension",
    transform: {
      define: {
        COLONNADE_GENERATOR: JSON.stringify(generatorId()),
        COLONNADE_NODE: JSON.stringify(engines.node.replace(">=", "")),
      },
    },
    external: (id) => id.startsWith("node:") || outside.some((name) => id === name || id.startsWith(`${name}/`)),
    resolve: { conditionNames: ["@colonnade/source", "import", "node"], mainFields: ["module", "main"] },
  });
  const { output } = await bundle.write({
    dir: join(root, "dist"),
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "parts/[name]-[hash].js",
    codeSplitting: { groups, includeDependenciesRecursively: false },
    banner: (chunk) => (chunk.name === "colonnade" && chunk.isEntry ? "#!/usr/bin/env node" : ""),
  });
  await bundle.close();
  writeLicences(output.flatMap((chunk) => chunk.moduleIds ?? []));
  typescript(
    "-p",
    "tsconfig.json",
    "--noCheck",
    "--noEmit",
    "false",
    "--declaration",
    "--emitDeclarationOnly",
    "--outDir",
    "dist/types",
  );
  rewriteDeclarations(join(root, "dist/types"));
}

mkdirSync(join(root, "dist"), { recursive: true });
await buildRuntime();
await buildRoot();
