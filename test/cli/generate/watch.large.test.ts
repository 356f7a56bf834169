import { existsSync, readFileSync, renameSync, rmSync, statSync, utimesSync, watch, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { createTemporaryFolder, writeTree } from "../../support/temporary-folder.ts";
import { runLine } from "../run-line.ts";

function definition(name: string, type: string): string {
  const columnDefinitions = [
    { name: "id", typeDefinition: "uuid" },
    { name: "value", typeDefinition: type },
  ];
  return JSON.stringify({ name, columnDefinitions, primaryKey: { partitionKey: ["id"] } });
}

interface Watching {
  readonly cwd: string;
  /** What was said so far. */
  readonly said: () => string;
  /** The lines on stdout so far. */
  readonly data: () => readonly string[];
  readonly save: (file: string, text: string) => void;
  readonly read: (file: string) => string;
  readonly stop: () => Promise<number>;
}

/** A project that is watched until the test is over. */
async function watchProject(line: string, tree: Readonly<Record<string, string>>): Promise<Watching> {
  const cwd = createTemporaryFolder();
  writeTree(cwd, tree);
  const stopping = new AbortController();
  let [said, printed] = ["", ""];
  const stdout = { write: (text: string) => void (printed += text) };
  const stderr = { write: (text: string) => void (said += text) };
  const ended = runLine(line, { cwd, stdout, stderr, signal: stopping.signal });
  const stop = async (): Promise<number> => {
    stopping.abort();
    return (await ended).code;
  };
  onTestFinished(() => void stop());
  await vi.waitFor(() => expect(said).toContain("Ctrl-C stops it"), 10_000);
  return {
    cwd,
    said: () => said,
    data: () => printed.split("\n").filter((line) => line !== ""),
    save: (file, text) => writeFileSync(join(cwd, file), text),
    read: (file) => readFileSync(join(cwd, file), "utf8"),
    stop,
  };
}

const flags = "generate --watch --definitions definitions --output db";
const project = {
  "definitions/shop/products.json": definition("products", "text"),
  "definitions/shop/users.json": definition("users", "text"),
};
const patience = { timeout: 8000, interval: 20 };

it("writes what depends on a definition when it is saved, and touches nothing else", async () => {
  const { cwd, save, read, said, stop } = await watchProject(flags, project);
  utimesSync(join(cwd, "db/users.ts"), 1000, 1000);
  const events = new Map<string, number>();
  const watcher = watch(join(cwd, "db"), (_, name) => void events.set(name ?? "", (events.get(name ?? "") ?? 0) + 1));
  onTestFinished(() => watcher.close());
  save("definitions/shop/products.json", definition("products", "int"));
  await vi.waitFor(() => expect(read("db/products.ts")).toContain("value: number | null;"), patience);
  await vi.waitFor(() => expect(said()).toContain("(3 written, 4 unchanged, 0 removed)"), patience);
  expect(statSync(join(cwd, "db/users.ts")).mtimeMs).toBe(1_000_000);
  // Whoever watches the output sees a file get its name, once.
  expect(events.get("products.ts")).toBe(1);
  expect(await stop()).toBe(0);
});

it("asks the name hook of the config for what is added", async () => {
  const config = (ending: string): string =>
    `export default { keyspaces: { shop: { definitions: "definitions/shop", output: "db", name: (kind, { name }) => kind === "row" ? name + "${ending}" : undefined } } };`;
  const { save, read } = await watchProject("generate --watch", { ...project, "colonnade.config.mjs": config("Of") });
  expect(read("db/products.ts")).toContain("export interface ProductsRowOf {");
  save("definitions/shop/orders.json", definition("orders", "text"));
  await vi.waitFor(() => expect(read("db/orders.ts")).toContain("export interface OrdersRowOf {"), patience);
  save("colonnade.config.mjs", config("Now"));
  await vi.waitFor(() => expect(read("db/orders.ts")).toContain("export interface OrdersRowNow {"), patience);
});

it("waits out a broken definition, and says when it is fixed", async () => {
  const { save, read, said } = await watchProject(flags, project);
  const before = read("db/products.ts");
  save("definitions/shop/products.json", definition("products", "intt"));
  await vi.waitFor(() => expect(said()).toContain('"intt" is not a CQL type'), patience);
  expect(read("db/products.ts")).toBe(before);
  save("definitions/shop/products.json", definition("products", "int"));
  await vi.waitFor(() => expect(said()).toContain("fixed"), patience);
  expect(read("db/products.ts")).toContain("value: number | null;");
});

it("tells a mistake once, and sees that it was fixed where it does not watch", async () => {
  const { cwd, save, said } = await watchProject(flags, project);
  save("db/orders.ts", "mine");
  save("definitions/shop/orders.json", definition("orders", "text"));
  await vi.waitFor(() => expect(said()).toContain("not-ours"), patience);
  await new Promise((resolve) => setTimeout(resolve, 1300));
  expect(said().match(/\[not-ours\]/g)).toHaveLength(1);
  renameSync(join(cwd, "db/orders.ts"), join(cwd, "mine.ts"));
  await vi.waitFor(() => expect(said()).toContain("fixed"), patience);
});

it("begins with a broken definition", async () => {
  const tree = { ...project, "definitions/shop/users.json": "{" };
  const { save, read, said } = await watchProject(flags, tree);
  expect(said()).toContain("bad-definitions");
  save("definitions/shop/users.json", definition("users", "int"));
  await vi.waitFor(() => expect(read("db/users.ts")).toContain("value: number | null;"), patience);
});

it("keeps the bindings of a definition that is moved away and written again", async () => {
  const { cwd, save, read } = await watchProject(flags, project);
  const lost: string[] = [];
  const watcher = watch(join(cwd, "db"), (_, name) => {
    if (name === "products.ts" && !existsSync(join(cwd, "db/products.ts"))) lost.push(name);
  });
  onTestFinished(() => watcher.close());
  renameSync(join(cwd, "definitions/shop/products.json"), join(cwd, "definitions/shop/products.json~"));
  await new Promise((resolve) => setTimeout(resolve, 30));
  save("definitions/shop/products.json", "");
  await new Promise((resolve) => setTimeout(resolve, 30));
  save("definitions/shop/products.json", definition("products", "int"));
  await vi.waitFor(() => expect(read("db/products.ts")).toContain("value: number | null;"), patience);
  expect(lost).toEqual([]);
});

it("takes up tables, user types and keyspaces that come and go", async () => {
  const { cwd, save, read, said } = await watchProject(flags, project);
  save("definitions/shop/orders.json", definition("orders", "text"));
  await vi.waitFor(() => expect(read("db/index.ts")).toContain("./orders.js"), patience);
  rmSync(join(cwd, "definitions/shop/orders.json"));
  await vi.waitFor(() => expect(read("db/index.ts")).not.toContain("./orders.js"), patience);
  await mkdir(join(cwd, "definitions/shop/types"));
  save(
    "definitions/shop/types/address.json",
    '{ "name": "address", "fields": [{ "name": "s", "typeDefinition": "text" }] }',
  );
  await vi.waitFor(() => expect(read("db/user-types.ts")).toContain("interface Address"), patience);
  expect(said()).not.toContain("✖");
});

it("takes up another config", async () => {
  const config = (validators: boolean): string =>
    JSON.stringify({ keyspaces: { shop: { definitions: "definitions/shop", output: "db", validators } } });
  const { save, said } = await watchProject("generate --watch", { ...project, "colonnade.config.json": config(true) });
  save("colonnade.config.json", config(false));
  await vi.waitFor(() => expect(said()).toContain("3 removed"), patience);
});

it("tells when the definitions or the config are gone, and goes on when they are back", async () => {
  const config = JSON.stringify({ keyspaces: { shop: { definitions: "definitions/shop", output: "db" } } });
  const { cwd, save, said } = await watchProject("generate --watch", { ...project, "colonnade.config.json": config });
  renameSync(join(cwd, "definitions"), join(cwd, "elsewhere"));
  await vi.waitFor(() => expect(said()).toContain("no-definitions"), patience);
  renameSync(join(cwd, "elsewhere"), join(cwd, "definitions"));
  await vi.waitFor(() => expect(said()).toContain("fixed"), patience);
  rmSync(join(cwd, "colonnade.config.json"));
  await vi.waitFor(() => expect(said()).toContain("no config file found"), patience);
  save("colonnade.config.json", config);
  await vi.waitFor(() => expect(said().match(/fixed/g)).toHaveLength(2), patience);
});

it("prints a line of JSON for each round, and for each mistake", async () => {
  const { save, data } = await watchProject(`${flags} --json`, project);
  save("definitions/shop/products.json", "{");
  await vi.waitFor(() => expect(data()).toHaveLength(2), patience);
  save("definitions/shop/products.json", definition("products", "int"));
  await vi.waitFor(() => expect(data()).toHaveLength(3), patience);
  expect(data().map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { keyspaces: [{ tables: 2 }] },
    { error: { code: "bad-definitions" } },
    { keyspaces: [{ written: [".colonnade.json", "products.ts", "products.zod.ts"] }] },
  ]);
});

it("refuses to stay where there is nothing to watch", async () => {
  const cwd = createTemporaryFolder();
  expect(await runLine("generate --watch", { cwd })).toMatchObject({ code: 2 });
  writeTree(cwd, project);
  const both = await runLine(`${flags} --dry-run`, { cwd });
  expect(both).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--watch and --dry-run cannot be combined") as string,
  });
});
