// `npm run flows`: how many files and functions of src a built command enters, for each flow that a reader follows.
//
// Builds the command line and the program of an insert with source maps, runs them while V8 counts the functions that run, and
// finds the file of each in the maps. What runs when a module is loaded counts as no function.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { SourceMap } from "node:module";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const root = join(import.meta.dirname, "../..");
// One folder below the root, as `dist` is: templates are found from there.
const built = join(root, ".colonnade");
const scratch = mkdtempSync(join(tmpdir(), "colonnade-flows-"));
const user = { COLONNADE_USERNAME: "flows", COLONNADE_PASSWORD: "a password of this process" };

async function build() {
  const bundle = await rolldown({
    input: { colonnade: join(import.meta.dirname, "command.ts"), insert: join(import.meta.dirname, "insert.ts") },
    platform: "node",
    external: (id) => /^[^./]/.test(id) && !id.startsWith("@colonnade/"),
    tsconfig: join(root, "tsconfig.json"),
    transform: { define: { COLONNADE_GENERATOR: '"flows"' } },
  });
  await bundle.write({ dir: built, format: "esm", entryFileNames: "[name].js", sourcemap: true });
  await bundle.close();
}

/** The functions that ran, as `file:line:column`. */
function enteredFunctions(scripts) {
  const entered = new Set();
  for (const { url, functions } of scripts) {
    const script = url.startsWith("file:") ? fileURLToPath(url) : "";
    // A file that only exports again has no map.
    if (!script.startsWith(built) || !existsSync(`${script}.map`)) continue;
    const text = readFileSync(script, "utf8");
    const map = new SourceMap(JSON.parse(readFileSync(`${script}.map`, "utf8")));
    const starts = [...text.matchAll(/^/gm)].map(({ index }) => index);
    for (const { ranges } of functions) {
      const { startOffset, endOffset, count } = ranges[0];
      const isModule = startOffset === 0 && endOffset === text.length;
      if (count === 0 || isModule) continue;
      const line = starts.findLastIndex((start) => start <= startOffset);
      const { originalSource, originalLine, originalColumn } = map.findEntry(line, startOffset - starts[line]);
      if (originalSource === undefined) continue;
      const file = relative(root, join(built, originalSource));
      if (file.startsWith("src")) entered.add(`${file}:${originalLine}:${originalColumn}`);
    }
  }
  return entered;
}

function run(...args) {
  const coverage = mkdtempSync(join(scratch, "coverage-"));
  const env = { ...process.env, ...user, NODE_V8_COVERAGE: coverage };
  execFileSync(process.execPath, [join(built, "colonnade.js"), ...args], { cwd: scratch, env, stdio: "ignore" });
  return enteredFunctions(
    readdirSync(coverage).flatMap((name) => JSON.parse(readFileSync(join(coverage, name), "utf8")).result),
  );
}

async function serve() {
  const child = spawn(
    process.execPath,
    [join(built, "colonnade.js"), "serve", "--port", "0", "--definitions", "definitions/shop"],
    { cwd: scratch, env: { ...process.env, ...user }, stdio: ["ignore", "pipe", "pipe"] },
  );
  for await (const line of createInterface({ input: child.stderr })) {
    const url = /http:\/\/[\w.:]+/.exec(line)?.[0];
    if (url) return { url, stop: () => (child.kill(), once(child, "exit")) };
  }
  throw new Error("serve ended before it had an address");
}

function report(flow, entered) {
  const files = new Set([...entered].map((place) => place.split(":")[0]));
  console.log(`| ${flow} | ${files.size} | ${entered.size} |`);
  if (process.argv.includes("--files")) for (const file of [...files].sort()) console.log(`  ${file}`);
}

try {
  await build();
  mkdirSync(scratch, { recursive: true });
  cpSync(join(root, "examples/shop/definitions"), join(scratch, "definitions"), { recursive: true });
  cpSync(join(root, "examples/shop/colonnade.config.json"), join(scratch, "colonnade.config.json"));
  console.log("| flow | files | functions |\n| --- | ---: | ---: |");
  run("generate");
  report("`generate`, nothing changed", run("generate"));
  appendFileSync(join(scratch, "definitions/shop/products.json"), "\n");
  report("`generate`, one table changed", run("generate"));
  const service = await serve();
  report("`diff --against live`", run("diff", "--against", "live", "--url", service.url));
  await service.stop();
  const { client, service: served } = JSON.parse(
    execFileSync(process.execPath, [join(built, "insert.js"), join(root, "examples/shop/definitions/shop")], {
      maxBuffer: 1e9,
    }),
  );
  report("an insert: client", enteredFunctions(client));
  report("an insert: service", enteredFunctions(served));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
