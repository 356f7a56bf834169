/** The plugin in real bundlers: what they write, and what they refuse. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { rolldown, watch } from "rolldown";
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

/** By bundler: watches the app until the test ends, with a main module that imports the bindings. */
const watches: Readonly<Record<string, (folder: string) => Promise<unknown>>> = {
  "a Vite dev server": async (folder) => {
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
  },
  "vite build --watch": async (folder) => {
    const watcher = await build({
      root: folder,
      configFile: false,
      logLevel: "silent",
      build: { watch: {} },
      plugins: [colonnade.vite({ folder })],
    });
    if ("close" in watcher) onTestFinished(() => watcher.close());
  },
  "rolldown --watch": async (folder) => {
    const watcher = watch({
      input: join(folder, "main.js"),
      output: { dir: join(folder, "dist") },
      plugins: [colonnade.rolldown({ folder })],
    });
    onTestFinished(() => watcher.close());
  },
};

describe.each(Object.entries(watches))("%s", { timeout: 30_000 }, (_name, run) => {
  const bindingsOf = (folder: string) => expect.poll(() => bindings(folder), { timeout: 5000 });

  it("writes the bindings at the start, and whenever a definition changes", async () => {
    const folder = createApp();
    const error = vi.spyOn(console, "error").mockReturnValue();
    onTestFinished(() => error.mockRestore());
    const save = (text: string): void => writeTree(folder, { "definitions/products.json": text });
    await run(folder);
    await bindingsOf(folder).toContain("insertProducts");
    save(definition(["id", "title"]));
    await bindingsOf(folder).toContain("title");
    save("{");
    await expect.poll(() => String(error.mock.lastCall?.[0])).toContain("products.json:1");
    save(definition(["id", "subtitle"]));
    await bindingsOf(folder).toContain("subtitle");
  });

  it("sees a definition file that is new, and one that is gone", async () => {
    const folder = createApp();
    const orders = join(folder, "db/orders.ts");
    await run(folder);
    await bindingsOf(folder).toContain("insertProducts");
    writeTree(folder, { "definitions/orders.json": definition(["id"]).replace("products", "orders") });
    await expect.poll(() => existsSync(orders), { timeout: 5000 }).toBe(true);
    rmSync(join(folder, "definitions/orders.json"));
    await expect.poll(() => existsSync(orders), { timeout: 5000 }).toBe(false);
  });

  it("has the last of several saves that follow each other closely", async () => {
    const folder = createApp();
    await run(folder);
    await bindingsOf(folder).toContain("insertProducts");
    for (let round = 0; round < 8; round++) {
      for (const step of ["a", "b", "c"]) {
        writeTree(folder, { "definitions/products.json": definition(["id", `column_${round}_${step}`]) });
        await sleep(10 + ((round * 7) % 30));
      }
      await bindingsOf(folder).toContain(`column_${round}_c`);
    }
  });
});

it("writes nothing any more when the dev server is closed", async () => {
  const folder = createApp();
  const server = await createServer({
    root: folder,
    configFile: false,
    logLevel: "silent",
    server: { middlewareMode: true, ws: false },
    plugins: [colonnade.vite({ folder })],
  });
  await server.pluginContainer.buildStart({});
  await server.close();
  writeTree(folder, { "definitions/products.json": definition(["id", "late"]) });
  await sleep(300);
  expect(bindings(folder)).toContain("insertProducts");
  expect(bindings(folder)).not.toContain("late");
});

it("says that there is no config file", async () => {
  const folder = createApp();
  rmSync(join(folder, "colonnade.config.json"));
  await expect(builds["vite"]?.(folder)).rejects.toThrow(/no colonnade\.config.*run colonnade init/);
});
