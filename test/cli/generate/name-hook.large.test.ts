/** Names by a function in a config: the one that the docs show, on the command line. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readPage } from "../../examples/read-pages.ts";
import { createTemporaryFolder, readTree, writeTree } from "../../support/temporary-folder.ts";
import { runLine } from "../run-line.ts";

const products = (column: string): string =>
  JSON.stringify({
    name: "products",
    columnDefinitions: [
      { name: "id", typeDefinition: "uuid" },
      { name: column, typeDefinition: "text" },
    ],
    primaryKey: { partitionKey: ["id"] },
    indexes: [{ column }],
  });

const [shown] = readPage("docs/your-own-types.md").blocks.filter(({ text }) => text.includes("defineConfig"));
/** The folder of the test has no packages. */
const config = (shown?.text ?? "").replace(/^import .*\n/, "").replace(/defineConfig\(([^]*)\);/, "$1;");

function createProject(text = config): string {
  const cwd = createTemporaryFolder();
  writeTree(cwd, { "definitions/shop/products.json": products("made_by"), "colonnade.config.ts": text });
  return cwd;
}

async function fine(line: string, cwd: string): Promise<string> {
  const { code, stdout, stderr } = await runLine(line, { cwd });
  expect(code, stderr).toBe(0);
  return stdout;
}

describe("the config with a name hook that the docs show", () => {
  it("gives singular rows, and the output is up to date", async () => {
    const cwd = createProject();
    await fine("generate", cwd);
    const { "products.ts": module, "products.zod.ts": validators } = readTree(join(cwd, "src/db"));
    expect(module?.match(/^export (?:interface|type|const|(?:async )?function) \w+/gm)).toEqual([
      "export interface Product",
      "export interface ProductKey",
      "export interface ProductWhere",
      "export interface ProductWithMadeBy",
      "export interface ProductInsert",
      "export interface ProductUpdate",
      "export interface ProductIf",
      "export interface ProductTypes",
      "export const productTable",
      "export function getProduct",
      "export function findProducts",
      "export function findProductsWithMadeBy",
      "export function scanProducts",
      "export function countAllProducts",
      "export function insertProduct",
      "export function updateProduct",
      "export function deleteProduct",
    ]);
    expect(validators).toContain("export const productSchema: RowSchema<Product>");
    await fine("check", cwd);
  });

  it("is explained, with the line of the function", async () => {
    const cwd = createProject();
    expect(await fine("explain products", cwd)).toContain(
      [
        "Rules, the strongest last",
        "  default        Products",
        "  the name hook  name Product, row Product, plural Products (decides the name)",
        "                 colonnade.config.ts:7",
      ].join("\n"),
    );
    writeFileSync(join(cwd, "colonnade.config.ts"), config.replace("return undefined", "return `the_${name}`"));
    const { outputs } = JSON.parse(await fine("explain products.made_by --json", cwd)) as {
      outputs: readonly { readonly member: string; readonly rules: unknown }[];
    };
    expect(outputs).toMatchObject([
      {
        member: "the_madeBy",
        rules: [
          { rule: "default", says: "madeBy: string", decides: ["value"] },
          { rule: "the name hook", says: "name the_madeBy", decides: ["name"], file: "colonnade.config.ts", line: 7 },
        ],
      },
    ]);
  });

  it("loses to a rule of the config", async () => {
    const rule = 'tables: { products: { plural: "Goods", name: "Item" } },\n      columns: { id: { name: "key" } },';
    const cwd = createProject(config.replace('output: "src/db",', `output: "src/db",\n      ${rule}`));
    await fine("generate", cwd);
    const { "products.ts": module } = readTree(join(cwd, "src/db"));
    for (const name of ["interface Item {", "function findGoods<", "  key: string;"]) expect(module).toContain(name);
    expect(await fine("explain products", cwd)).toMatch(
      /default +Products\n +the name hook +row Item \(decides the name\)\n.*\n +tables: "products" +name Item, plural Goods \(decides the name\)\n/,
    );
    expect(await fine("explain products.id", cwd)).toContain('columns: "id"  name key (decides the name)');
  });

  it("is asked for both sides of a diff", async () => {
    const cwd = createProject(config.replace("return undefined", 'return name === "id" ? name : "made"'));
    writeTree(cwd, { "old/shop/products.json": products("maker") });
    const { stdout } = await runLine("diff --against old --json", { cwd });
    // The member has one name before and after, so that no rule needs to keep it.
    expect(stdout).toContain('"column-added"');
    expect(stdout).not.toContain('"name": "maker"');
    writeFileSync(join(cwd, "colonnade.config.ts"), config);
    expect((await runLine("diff --against old --json", { cwd })).stdout).toContain('"name": "maker"');
  });

  it("that fails ends with what, where and what to do, and with no stack", async () => {
    const cwd = createProject(config.replace('name.replace(/s$/, "")', "missing(name)"));
    const { code, stdout, stderr } = await runLine("generate --verbose", { cwd });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("the name hook failed for the table shop.products: missing is not defined");
    expect(stderr).toContain('correct the function "name" of the config, or return undefined to keep "Products"');
    expect(stderr).toContain("[name-hook]");
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it("cannot be written in JSON", async () => {
    const cwd = createProject();
    const json = { keyspaces: { shop: { definitions: "definitions/shop", output: "db", name: "singular" } } };
    writeTree(cwd, { "own.json": JSON.stringify(json, null, 2) });
    const { code, stderr } = await runLine("generate --config own.json", { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain("own.json:6:15");
    expect(stderr).toContain("JSON has no functions");
  });
});
