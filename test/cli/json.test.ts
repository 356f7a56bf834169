/** `--json` is a promise to programs: what every command prints is what its published JSON Schema says, and nothing more. */
import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import * as z from "zod";
import { shapes } from "../../schemas/json-schemas.ts";
import { createTemporaryFolder, writeTree } from "../support/temporary-folder.ts";
import { runLine } from "./run-line.ts";
import type { Outcome } from "./run-line.ts";
import { repository } from "../support/repository.ts";

const user = { COLONNADE_USERNAME: "dev", COLONNADE_PASSWORD: "correct horse" };

const table = (name: string, ...columns: string[]): string =>
  JSON.stringify({
    name,
    columnDefinitions: ["id", ...columns].map((column) => ({ name: column, typeDefinition: "uuid" })),
    primaryKey: { partitionKey: ["id"] },
  });

function createProject(): string {
  const cwd = createTemporaryFolder();
  const rules = { columns: { "products.nmae": { name: "x" } }, exclude: ["nothing*"] };
  const shop = { definitions: "definitions/shop", output: "src/db", ...rules };
  writeTree(cwd, {
    "definitions/shop/products.json": table("products", "name"),
    "definitions/shop/orders.json": table("orders"),
    "definitions/shop/users.json": table("users"),
    "colonnade.config.json": JSON.stringify({ keyspaces: { shop } }),
  });
  return cwd;
}

/** The one document of a command, which is what its schema says; zod's own words where it is not. */
function documentOf({ stdout }: Outcome, name: keyof typeof shapes): unknown {
  expect(stdout.endsWith("}\n")).toBe(true);
  const document: unknown = JSON.parse(stdout);
  const { error } = shapes[name].safeParse(document);
  expect(error && z.prettifyError(error)).toBeUndefined();
  return document;
}

describe("docs/json.md", () => {
  it("names the schema of every document", () => {
    const text = readFileSync(join(repository, "docs/json.md"), "utf8");
    const named = [...text.matchAll(/`colonnade\/schemas\/([^`]+)`/g)].map(([, name]) => name);
    expect(named.sort()).toEqual(
      Object.keys(shapes)
        .filter((name) => name.includes("-output."))
        .sort(),
    );
  });
});

describe("generate --json", () => {
  it("says what was done with each file", async () => {
    const cwd = createProject();
    const planned = await runLine("generate --dry-run --json", { cwd });
    expect(documentOf(planned, "generate-output.schema.json")).toMatchObject({
      dryRun: true,
      keyspaces: [{ keyspace: "shop", output: "src/db", tables: 3, warnings: [{}, {}] }],
    });
    await runLine("generate", { cwd });
    const products = join(cwd, "src", "db", "products.ts");
    appendFileSync(products, "export const mine = 1;\n");
    appendFileSync(join(cwd, "src", "db", "users.ts"), "export const mine = 1;\n");
    rmSync(join(cwd, "definitions", "shop", "users.json"));
    const again = documentOf(await runLine("generate --json", { cwd }), "generate-output.schema.json");
    expect(again).toMatchObject({ keyspaces: [{ kept: ["users.ts"], overwritten: ["products.ts"] }] });
  });
});

describe("check --json", () => {
  it("says how each file stands", async () => {
    const cwd = createProject();
    await runLine("generate", { cwd });
    const fine = await runLine("check --json", { cwd });
    expect(fine.code).toBe(0);
    expect(documentOf(fine, "check-output.schema.json")).toMatchObject({ upToDate: true });

    writeFileSync(join(cwd, "definitions", "shop", "products.json"), table("products", "name", "price"));
    appendFileSync(join(cwd, "src", "db", "orders.ts"), "export const mine = 1;\n");
    rmSync(join(cwd, "definitions", "shop", "users.json"));
    rmSync(join(cwd, "src", "db", "index.ts"));
    const stale = await runLine("check --json", { cwd });
    expect(stale.code).toBe(1);
    const document = documentOf(stale, "check-output.schema.json") as z.infer<
      (typeof shapes)["check-output.schema.json"]
    >;
    const states = document.keyspaces[0]?.files.map(({ path, state }) => [path, state]) ?? [];
    expect(Object.fromEntries(states)).toMatchObject({
      "products.ts": "definitions changed",
      "orders.ts": "edited by hand",
      "users.ts": "left over",
      "index.ts": "missing",
    });
    const edited = document.keyspaces[0]?.files.find(({ path }) => path === "orders.ts");
    expect(edited).toMatchObject({
      declarations: [expect.stringContaining("mine")],
      diff: expect.stringContaining("mine"),
    });
  });
});

describe("explain --json", () => {
  const rules = { columns: { "*.owner": { idOf: "users" }, "products.sizes": { name: "widths" } }, brandedIds: true };
  const products = {
    name: "products",
    description: "What there is.",
    columnDefinitions: [
      { name: "owner", typeDefinition: "uuid", description: "Whose it is." },
      { name: "at", typeDefinition: "timestamp" },
      { name: "sizes", typeDefinition: "map<text, int>" },
      { name: "sent_to", typeDefinition: "frozen<address>" },
    ],
    primaryKey: { partitionKey: ["owner"], clusteringKey: ["at"] },
    indexes: [{ column: "sizes", kind: "keys" }],
  };
  const address = { name: "address", fields: [{ name: "street", typeDefinition: "text" }] };

  test.each(["products", "products.owner", "products.sizes", "users.id", "types/address", "types/address.street"])(
    "tells of %s",
    async (word) => {
      const cwd = createTemporaryFolder();
      writeTree(cwd, {
        "definitions/shop/products.json": JSON.stringify(products),
        "definitions/shop/users.json": table("users"),
        "definitions/shop/types/address.json": JSON.stringify(address),
        "colonnade.config.json": JSON.stringify({
          keyspaces: { shop: { definitions: "definitions", output: "src/db", ...rules } },
        }),
      });
      for (const generated of [false, true]) {
        if (generated) await runLine("generate", { cwd });
        const outcome = await runLine(`explain ${word} --json`, { cwd });
        expect(outcome.code).toBe(0);
        expect(documentOf(outcome, "explain-output.schema.json")).toMatchObject({
          name: `shop.${word.replace("types/", "")}`,
        });
      }
    },
  );
});

describe("init --json", () => {
  it("says what becomes of each file, and what to do next", async () => {
    const cwd = createTemporaryFolder();
    writeTree(cwd, { "package.json": '{ "name": "shop" }', ".gitignore": "dist\n" });
    for (const flags of ["--dry-run", "", ""]) {
      const outcome = await runLine(`init --yes --json ${flags}`, { cwd });
      expect(outcome.code).toBe(0);
      expect(documentOf(outcome, "init-output.schema.json")).toMatchObject({ dryRun: flags !== "" });
    }
  });

  it("says what it could not do", async () => {
    const cwd = createTemporaryFolder();
    writeTree(cwd, {
      "package.json": '{ "name": "shop" }',
      "colonnade.config.mjs": "export default await Promise.resolve({ keyspaces: {} });",
    });
    const outcome = await runLine("init --yes --json", { cwd });
    expect(outcome.code).toBe(2);
    expect(documentOf(outcome, "init-output.schema.json")).toMatchObject({
      files: expect.arrayContaining([
        expect.objectContaining({ action: "left", add: expect.any(String) as string }),
      ]) as [],
    });
  });
});

describe("serve --json and introspect --json", () => {
  it("say where the service is, and what was written", async () => {
    const cwd = createProject();
    const stopping = new AbortController();
    let stdout = "";
    let begun = (): void => undefined;
    const listening = new Promise<void>((resolve) => (begun = resolve));
    const sink = { write: (text: string): void => ((stdout += text), begun()) };
    const ended = runLine("serve --port 0 --json", { cwd, env: user, stdout: sink, signal: stopping.signal });
    await Promise.race([listening, ended]);
    try {
      const served = documentOf({ code: 0, stdout, stderr: "" }, "serve-output.schema.json");
      const { url } = shapes["serve-output.schema.json"].parse(served);
      expect(stdout).not.toContain(user.COLONNADE_PASSWORD);
      writeTree(cwd, { "found/shop/gone.json": table("gone") });
      const line = `introspect --url ${url} --keyspace shop --output found --json`;
      const introspected = await runLine(line, { cwd, env: user });
      expect(documentOf(introspected, "introspect-output.schema.json")).toMatchObject({
        tables: 3,
        written: ["orders.json", "products.json", "users.json"],
        extra: ["gone.json"],
      });
      const refused = await runLine(line, { cwd, env: { ...user, COLONNADE_PASSWORD: "guessed wrong" } });
      expect(refused.code).toBe(3);
      expect(documentOf(refused, "error-output.schema.json")).toMatchObject({ error: { code: "credentials" } });
    } finally {
      stopping.abort();
      await ended;
    }
  });
});

describe("completion --json", () => {
  it("is the script", async () => {
    documentOf(await runLine("completion zsh --json"), "completion-output.schema.json");
  });
});

describe("any command with --json", () => {
  test.each([
    ["genrate", 2, "unknown-command"],
    ["generate --outptu x", 2, "unknown-flag"],
    ["generate a --outptu x", 2, "usage"],
    ["check --config nowhere.json", 2, "no-config"],
    ["check --definitions broken --output db", 2, "bad-definitions"],
    ["generate --config broken.json", 2, "bad-config"],
    ["introspect --keyspace shop --output x --url http://127.0.0.1:9", 3, "connect"],
    ["serve --host 192.0.2.1 --port 0", 4, "cannot-listen"],
    ["completion tcsh", 2, "usage"],
  ])("%s is the document of an error, with the same exit code", async (line, exitCode, code) => {
    const cwd = createTemporaryFolder();
    writeTree(cwd, {
      "broken/shop/products.json": '{ "name": "products", "columnDefinitions": [{}], "primaryKey": 1, "x": 2 }',
      "broken.json": '{ "keyspaces": { "shop": {} }, "servce": 1 }',
    });
    const outcome = await runLine(`${line} --json`, { cwd, env: user });
    expect(outcome.code).toBe(exitCode);
    expect(documentOf(outcome, "error-output.schema.json")).toMatchObject({
      error: { code, docs: expect.stringMatching(/docs\/errors\.md#[a-z-]+$/) as string },
    });
    expect(outcome.stderr).toContain(`[${code}]`);
  });
});
