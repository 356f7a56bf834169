/** A target with a name hook is generated like one with the same names as rules. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compare, compareAll, generate, loadConfig } from "../../src/generate.ts";
import { RunCache } from "../../src/generate/run-cache.ts";
import type { Target } from "../../src/generate.ts";
import { createTemporaryFolder, readTree, writeTree } from "../support/temporary-folder.ts";

const definition = (name: string, ...columns: string[]): string =>
  JSON.stringify({
    name,
    columnDefinitions: ["id", ...columns].map((column) => ({ name: column, typeDefinition: "text" })),
    primaryKey: { partitionKey: ["id"] },
  });

/** Singular rows, and columns as the database names them. */
const name: Target["name"] = (kind, { name, column }) => {
  if (kind === "table") return name.replace(/s$/, "");
  return kind === "row" ? name.replace(/Row$/, "") : column;
};
const written: Partial<Target> = {
  tables: { orders: { name: "Order", row: "Order" }, products: { name: "Product", row: "Product" } },
  columns: { "orders.created_at": { name: "created_at" }, "products.made_by": { name: "made_by" } },
};

function createTarget(settings: Partial<Target>): Target {
  const folder = createTemporaryFolder();
  writeTree(join(folder, "shop"), {
    "products.json": definition("products", "made_by"),
    "orders.json": definition("orders", "created_at"),
  });
  return { keyspace: "shop", definitions: join(folder, "shop"), output: join(folder, "db"), ...settings };
}

const generator = "1.0.0";
const text = ({ output }: Target, file: string): string => readTree(output)[file] ?? "";

describe("a target with a name hook", () => {
  it("leaves the same bytes as one with its names as rules, the manifest among them", async () => {
    const [hooked, plain] = [createTarget({ name }), createTarget(written)];
    for (const target of [hooked, plain]) await generate(target, { generator });
    expect(text(hooked, "orders.ts")).toContain("export interface Order {");
    expect(readTree(hooked.output)).toEqual(readTree(plain.output));
    const swapped = { ...plain, output: hooked.output };
    expect(await compare(swapped, { generator })).toMatchObject({ report: { upToDate: true } });
  });

  it("is up to date until the hook returns something else", async () => {
    const target = createTarget({ name });
    await generate(target, { generator });
    expect((await generate(target, { generator })).report.written).toEqual([]);
    const changed = { ...target, name: () => undefined };
    const { report } = await compare(changed, { generator });
    expect(report.files.filter(({ stale }) => stale).map(({ path, state }) => [path, state])).toEqual(
      expect.arrayContaining([["orders.ts", "config changed"]]),
    );
  });

  it("is out of date where a definition changed, and nowhere else", async () => {
    const target = createTarget({ name });
    await generate(target, { generator });
    writeFileSync(join(target.definitions, "orders.json"), definition("orders", "created_at", "paid_at"));
    writeFileSync(join(target.definitions, "users.json"), definition("users", "e_mail"));
    const { report } = await compare(target, { generator });
    expect(report.files.flatMap(({ stale, path, state }) => (stale ? [[path, state]] : []))).toEqual([
      ["index.ts", "definitions changed"],
      ["orders.ts", "definitions changed"],
      ["orders.zod.ts", "definitions changed"],
      ["users.ts", "missing"],
      ["users.zod.ts", "missing"],
      ["zod.ts", "definitions changed"],
    ]);
  });

  it("has its hook asked again for what is added between two runs of one process", async () => {
    const target = createTarget({ name });
    const cache = new RunCache();
    await generate(target, { generator, cache });
    const path = join(target.definitions, "users.json");
    writeFileSync(path, definition("users", "e_mail"));
    cache.noteChange(path);
    await generate(target, { generator, cache });
    expect(text(target, "users.ts")).toMatch(/export interface User \{[^}]*e_mail: string/);
    expect(await compare(target, { generator })).toMatchObject({ tables: 3, report: { upToDate: true } });
  });

  it("is not generated if the hook fails or names meet", async () => {
    const target = createTarget({ name: (kind) => (kind === "row" ? "Item" : undefined) });
    await expect(generate(target)).rejects.toMatchObject({
      code: "names-meet",
      problems: [
        {
          message: expect.stringMatching(
            /both need the name Item and 1 more, the first of them in .*; the name hook decides the name of orders and products$/,
          ) as string,
          file: expect.stringContaining("products.json") as string,
        },
      ],
    });
    const failing = {
      ...target,
      name: () => {
        throw new Error("no luck");
      },
    };
    await expect(generate(failing)).rejects.toMatchObject({ code: "name-hook", kind: "input" });
    expect(existsSync(target.output)).toBe(false);
  });

  it("may come from a config, where each output has its own hook or none", async () => {
    const folder = createTemporaryFolder();
    writeTree(folder, {
      "shop/products.json": definition("products"),
      "colonnade.config.mjs": `
        const name = (kind, { name }) => (kind === "row" ? name.slice(0, -4) : undefined);
        const definitions = "shop";
        export default { keyspaces: { shop: [{ definitions, output: "a", name }, { definitions, output: "b" }] } };`,
    });
    const { targets } = await loadConfig({ folder });
    for (const target of targets) await generate(target);
    const [row, plain] = ["a", "b"].map((output) => readTree(join(folder, output))["products.ts"]);
    expect(row).toContain("export interface Product {");
    expect(plain).toContain("export interface ProductsRow {");
    const reports = await compareAll((await loadConfig({ folder })).targets);
    expect(reports.map(({ report }) => report.upToDate)).toEqual([true, true]);
  });
});
