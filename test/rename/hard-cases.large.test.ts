/** Places where a naive rename goes wrong: each line before, and what becomes of it; or that it is listed. */
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { renameInApp } from "../../src/rename/index.ts";
import type { RenamedApp } from "../../src/rename/index.ts";
import type { PlanSettings } from "../../src/plan/index.ts";
import { createTemporaryFolder } from "../support/temporary-folder.ts";
import { repository } from "../support/repository.ts";
import { bindingsOf } from "./marked-app.ts";

const tsconfig = JSON.stringify({
  // Without the library of browsers, which takes longer to read than all the rest.
  compilerOptions: {
    ...{ target: "es2023", lib: ["es2023"], module: "nodenext", types: [] },
    ...{ strict: true, skipLibCheck: true, noEmit: true },
  },
  include: ["src"],
});

const imports = `import type { Session } from "@colonnade/runtime";
import { insertProducts, type ProductsInsert, type ProductsRow } from "./db/products.js";
import type { PricesByProductInsert, PricesByProductRow } from "./db/prices_by_product.js";
`;

async function rename(
  program: string,
  settings: PlanSettings,
  configs: readonly string[] = ["tsconfig.json"],
): Promise<{ text: string; app: RenamedApp }> {
  const folder = realpathSync(createTemporaryFolder());
  symlinkSync(join(repository, "node_modules"), join(folder, "node_modules"), "junction");
  symlinkSync(join(repository, "test/fixtures/rename/shop-app/definitions"), join(folder, "definitions"), "junction");
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  for (const name of configs) writeFileSync(join(folder, name), tsconfig);
  mkdirSync(join(folder, "src"));
  writeFileSync(join(folder, "src/app.ts"), imports + program);
  const plain = { documents: false, asserts: false };
  const [before, after] = [await bindingsOf(folder, plain), await bindingsOf(folder, { ...plain, ...settings })];
  const configFiles = configs.map((name) => join(folder, name));
  const app = renameInApp({ bindings: [{ before, after }], configFiles, folder });
  expect(app.errorsBefore).toEqual([]);
  const text = app.files.get(join(folder, "src/app.ts"))?.after ?? imports + program;
  return {
    text: text
      .split("\n")
      .slice(imports.split("\n").length - 1)
      .join("\n"),
    app,
  };
}

const cost: PlanSettings = { columns: { "products.price": { name: "cost" } } };
const articles: PlanSettings = { tables: { products: { name: "Articles" } } };

describe("a column", { timeout: 60_000 }, () => {
  it.each([
    [
      "in a literal of a union, by the part that the literal is",
      "export const a: ProductsInsert | PricesByProductInsert = { id: '1', price: '1' };",
      "export const a: ProductsInsert | PricesByProductInsert = { id: '1', cost: '1' };",
    ],
    [
      "not in a literal of the other part",
      "export const a: ProductsInsert | PricesByProductInsert = { productId: '1', seen: new Date(), price: '1' };",
      "export const a: ProductsInsert | PricesByProductInsert = { productId: '1', seen: new Date(), price: '1' };",
    ],
    [
      "not in a string of another union of names",
      "export const a: keyof PricesByProductRow | 'name' = 'price';",
      "export const a: keyof PricesByProductRow | 'name' = 'price';",
    ],
    [
      "in a pair of brackets of a pattern, with a default",
      "export const a = ({ price = '0' }: ProductsRow): unknown => price;",
      "export const a = ({ cost: price = '0' }: ProductsRow): unknown => price;",
    ],
    [
      "in a rest, and what is left of it, in an app without a config",
      "export const a = ({ id, ...rest }: ProductsRow): unknown => [id, rest.price];",
      "export const a = ({ id, ...rest }: ProductsRow): unknown => [id, rest.cost];",
      [],
    ],
  ] as const)("%s", async (_, before, after, configs?: readonly string[]) => {
    const { text, app } = await rename(before, cost, configs);
    expect(text).toBe(after);
    expect(app.errors).toEqual([]);
  });

  it.each([
    ["a union of names", "export const a: keyof ProductsRow | keyof PricesByProductRow = 'price';"],
    ["a pattern of a union", "export const a = ({ price }: ProductsRow | PricesByProductRow): unknown => price;"],
    [
      "a constraint that the row meets by its structure",
      "const show = <T extends { id: string; price?: unknown }>(row: T): unknown => row.price;\nexport const a = (row: ProductsRow): unknown => show(row);",
    ],
  ])("is listed in %s, and not changed", async (_, program) => {
    const { text, app } = await rename(program, cost);
    expect(text).toBe(program);
    expect(app.findings.length).toBeGreaterThan(0);
  });
});

describe("a table", { timeout: 60_000 }, () => {
  it.each([
    [
      "in a shorthand",
      "export const all = { insertProducts };",
      "export const all = { insertProducts: insertArticles };",
    ],
    [
      "that the file passes on, where the new name is taken",
      "const insertArticles = 1;\nexport { insertProducts };\nvoid insertArticles;",
      "const insertArticles = 1;\nexport { insertProducts as insertArticles };\nvoid insertArticles;",
    ],
    ["in its type", "export type A = ProductsRow['price'];", "export type A = ArticlesRow['price'];"],
  ])("%s", async (_, before, after) => {
    const { text, app } = await rename(before, articles);
    expect(text).toBe(after);
    expect(app.errors).toEqual([]);
  });
});
