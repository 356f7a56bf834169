/** The plugin in real bundlers: what they write, and what they refuse. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { build, createServer } from "vite";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import colonnade from "../../src/unplugin/index.ts";
import { createTemporaryFolder, writeTree } from "../support/temporary-folder.ts";

const definition = (columns: readonly string[]): string =>
  JSON.stringify({
    name: "products",
    columnDefinitions: columns.map((name) => ({ name, typeDefinition: "text" })),
    primaryKey: { partitionKey: [columns[0]] },
  });

function createApp(): string {
  const folder = createTemporaryFolder();
  writeTree(folder, {
    "colonnade.config.json": JSON.stringify({ keyspaces: { shop: { definitions: "definitions", output: "db" } } }),
    "definitions/products.json": definition(["id"]),
    "main.js": "console.log(1);\n",
    "index.html": '<script type="module" src="/main.js"></script>\n',
  });
  return folder;
}

const bindings = (folder: string): string => {
  try {
    return readFileSync(join(folder, "db/products.ts"), "utf8");
  } catch {
    return "";
  }
};

/** By bundler: one build of the app, with a plugin that writes or not. */
const builds: Readonly<Record<string, (folder: string, generate?: boolean) => Promise<unknown>>> = {
  rolldown: async (folder, generate) => {
    const bundle = await rolldown({
      input: join(folder, "main.js"),
      plugins: [colonnade.rolldown({ folder, generate })],
    });
    onTestFinished(() => bundle.close());
    return bundle.generate();
  },
  vite: (folder, generate) =>
    build({
      root: folder,
      configFile: false,
      logLevel: "silent",
      plugins: [colonnade.vite({ folder, generate })],
    }),
};

describe.each(Object.entries(builds))("a build by %s", (_name, run) => {
  it("fails while the bindings are out of date, and writes nothing", async () => {
    const folder = createApp();
    await expect(run(folder)).rejects.toThrow(/out of date: .*products\.ts is missing.*run colonnade generate/);
    expect(bindings(folder)).toBe("");
  });

  it("writes the bindings where it is told to, and succeeds with them", async () => {
    const folder = createApp();
    await run(folder, true);
    expect(bindings(folder)).toContain("insertProducts");
    await run(folder);
  });

  it("takes the names from the hook of a config", async () => {
    const folder = createApp();
    rmSync(join(folder, "colonnade.config.json"));
    const name = '(kind) => (kind === "row" ? "Product" : undefined)';
    writeTree(folder, {
      "colonnade.config.mjs": `export default { keyspaces: { shop: { definitions: "definitions", output: "db", name: ${name} } } };`,
    });
    await run(folder, true);
    expect(bindings(folder)).toContain("export interface Product {");
    await run(folder);
  });

  it("shows where a definition is wrong", async () => {
    const folder = createApp();
    writeTree(folder, { "definitions/products.json": definition(["id"]).replace("text", "texd") });
    await expect(run(folder)).rejects.toThrow(/products\.json:1: .*texd/);
  });
});

it("writes the bindings when a dev server starts, and whenever a definition changes", { timeout: 30_000 }, async () => {
  const folder = createApp();
  const server = await createServer({
    root: folder,
    configFile: false,
    logLevel: "silent",
    appType: "custom",
    server: { middlewareMode: true, ws: false },
    plugins: [colonnade.vite({ folder })],
  });
  onTestFinished(() => server.close());
  await server.pluginContainer.buildStart({});
  expect(bindings(folder)).toContain("insertProducts");
  const shown = vi.spyOn(console, "error").mockReturnValue();
  onTestFinished(() => shown.mockRestore());
  /** Watchers let changes pass that follow each other closely: it is saved until somebody has seen it. */
  const save = (definition: string, seen: () => string) =>
    expect.poll(() => (writeTree(folder, { "definitions/products.json": definition }), seen()), { interval: 400 });
  await save(definition(["id", "title"]), () => bindings(folder)).toContain("title");
  await save("{", () => String(shown.mock.lastCall?.[0])).toContain("products.json:1");
  await save(definition(["id", "subtitle"]), () => bindings(folder)).toContain("subtitle");
});

it("says that there is no config file", async () => {
  const folder = createApp();
  rmSync(join(folder, "colonnade.config.json"));
  await expect(builds["vite"]?.(folder)).rejects.toThrow(/no colonnade\.config.*run colonnade init/);
});
