import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { repository } from "../support/repository.ts";
import { createTemporaryFolder, readTree, writeTree } from "../support/temporary-folder.ts";

const bin = join(repository, "dist/colonnade.cjs");

const definition = {
  name: "products",
  columnDefinitions: [{ name: "id", typeDefinition: "uuid" }],
  primaryKey: { partitionKey: ["id"] },
};

/** Runs the built command in a process that reports this version of Node. */
function runOn(version: string): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  const pretend = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } });`;
  const words = ["--import", `data:text/javascript,${encodeURIComponent(pretend)}`, bin, "--version"];
  return spawnSync(process.execPath, words, { encoding: "utf8", env: { ...process.env, NODE_OPTIONS: "" } });
}

it.each(["18.20.8", "20.18.3"])("refuses Node %s in one sentence, as wrong usage", (version) => {
  expect(runOn(version)).toMatchObject({
    status: 2,
    stdout: "",
    stderr: `colonnade needs Node 20.19 or later, but this is Node ${version}; install a newer version\n`,
  });
});

it.each(["20.19.0", "22.1.0", "101.0.0"])("runs on Node %s", (version) => {
  expect(runOn(version)).toMatchObject({ status: 0, stderr: "" });
});

it("loads nothing before it has looked at the version", () => {
  expect(readFileSync(bin, "utf8")).not.toMatch(/^(?:import|export|require|(?:const|let|var) .*require)\b/m);
});

it("imports by URL only in the part that Node loads: code of an earlier run cannot, on Node 20", () => {
  const parts = readdirSync(join(repository, "dist/parts")).filter((name) => name.endsWith(".cjs"));
  const importing = parts.filter((name) =>
    /(?<![.\w])import\(/.test(readFileSync(join(repository, "dist/parts", name), "utf8")),
  );
  expect(importing).toEqual(["import-module.cjs"]);
});

it("keeps its compiled code, with nothing of a config, and runs it again", () => {
  const [cwd, cache] = [createTemporaryFolder(), createTemporaryFolder()];
  const secret = "a secret of the config";
  const keyspaces = '{ shop: { definitions: "definitions", output: "db" } }';
  writeTree(cwd, {
    "definitions/products.json": JSON.stringify(definition),
    "colonnade.config.ts": `const unused: string = "${secret}"; export default { keyspaces: ${keyspaces} };`,
  });
  const env = { ...process.env, NODE_OPTIONS: "", XDG_CACHE_HOME: cache, LOCALAPPDATA: cache, HOME: cache };
  const run = (command: string) => spawnSync(process.execPath, [bin, command], { cwd, env, encoding: "utf8" }).status;
  expect([run("generate"), run("check")]).toEqual([0, 0]);
  const paths = () =>
    readdirSync(cache, { recursive: true, encoding: "utf8" }).filter((path) => path.includes(".cjs."));
  /** A written file has a new time. */
  const kept = () => paths().map((path) => ({ path, written: statSync(join(cache, path)).mtimeMs }));
  const before = kept();
  expect(paths().join("\n")).toMatch(/\bmain-[^]*\bconfig-|\bconfig-[^]*\bmain-/);
  // Of an earlier run: `import()` and packages still load.
  expect([run("generate"), run("check")]).toEqual([0, 0]);
  // V8 took all of it, or else it would have been written again.
  expect(kept()).toEqual(before);
  expect(paths().filter((path) => readFileSync(join(cache, path)).includes(secret))).toEqual([]);
});

it.each([
  [["generate"], true],
  [["serve"], false],
  [["--verbose", "serve"], false],
  [["generate", "--watch"], false],
])("tunes V8 for a short run of %j: %s", (words, isTuned) => {
  const listen = `import v8 from "node:v8"; import { syncBuiltinESMExports } from "node:module";
    v8.setFlagsFromString = (flag) => process.stderr.write(flag); syncBuiltinESMExports();`;
  const preload = `data:text/javascript,${encodeURIComponent(listen)}`;
  const env = { ...process.env, NODE_OPTIONS: "" };
  const { stderr } = spawnSync(process.execPath, ["--import", preload, bin, ...words, "--help"], {
    env,
    encoding: "utf8",
  });
  expect(stderr.includes("--max-inlined-bytecode-size-cumulative")).toBe(isTuned);
});

/** One more means that a module has no group in `.ci/build.mjs`, or that a file imports another one for a trifle. */
describe.skipIf(process.platform === "win32")("the files that are loaded", () => {
  /** Runs the built command, a service until it prints its address, and returns the names of what was loaded of `dist/parts`. */
  async function partsOf(cwd: string, words: readonly string[]): Promise<readonly string[]> {
    const coverage = createTemporaryFolder();
    const env = { ...process.env, NODE_OPTIONS: "", NODE_V8_COVERAGE: coverage };
    const child = spawn(process.execPath, [bin, ...words], { cwd, env, stdio: ["ignore", "pipe", "ignore"] });
    child.stdout.once("data", () => words[0] === "serve" && child.kill("SIGTERM"));
    expect(await once(child, "exit")).toEqual([0, null]);
    const scripts = Object.values(readTree(coverage)).flatMap(
      (text) => (JSON.parse(text) as { readonly result: readonly { readonly url: string }[] }).result,
    );
    const parts = scripts.filter(({ url }) => url.includes("/dist/parts/"));
    return [...new Set(parts.map(({ url }) => basename(url).replace(/(?:-[\w-]{8})?\.cjs$/, "")))].sort();
  }

  const always = ["always", "import-module", "loader", "main", "rolldown-runtime"];

  it("are few, without model and emitters for generate and check where nothing changed", async () => {
    const cwd = createTemporaryFolder();
    writeTree(cwd, { "definitions/shop/products.json": JSON.stringify(definition) });
    const flags = ["--definitions", "definitions/shop", "--output", "db"];
    expect(await partsOf(cwd, ["generate", ...flags])).toContain("render");
    const few = [...always, "config", "target"].sort();
    expect(await partsOf(cwd, ["generate", ...flags])).toEqual(few);
    expect(await partsOf(cwd, ["check", ...flags])).toEqual(few);
  });

  it("are few, without the generator, GraphQL, TLS and clusters for serve", async () => {
    const cwd = createTemporaryFolder();
    writeTree(cwd, { "definitions/shop/products.json": JSON.stringify(definition) });
    const words = ["serve", "--port", "0", "--definitions", "definitions"];
    const service = ["config", "embedded", "model", "service"];
    expect(await partsOf(cwd, words)).toEqual([...always, ...service].sort());
  });
});
