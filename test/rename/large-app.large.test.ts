/** An app of 100 files, in the long form 500, ten for each table: one table's column changes its files alone, and every use in them. */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { renameInApp } from "../../src/rename/index.ts";
import { long } from "../support/long.ts";
import { bindingsOf } from "./marked-app.ts";
import { writeLargeApp } from "./large-app.ts";

const folder = mkdtempSync(join(realpathSync(tmpdir()), "colonnade-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("a column of one table, and nothing is listed", { timeout: 300_000 }, async () => {
  const files = long ? 500 : 100;
  const tables = writeLargeApp(folder, files);
  const plain = { documents: false, asserts: false };
  const columns = { "table_7.price": { name: "cost" } };
  const [before, after] = [await bindingsOf(folder, plain), await bindingsOf(folder, { ...plain, columns })];
  const app = renameInApp({ bindings: [{ before, after }], configFiles: [join(folder, "tsconfig.json")], folder });
  expect({ ...app, files: undefined, changes: undefined }).toMatchObject({
    errorsBefore: [],
    errors: [],
    findings: [],
    names: 8,
  });
  const own = Array.from({ length: files }, (_, index) => index).filter((index) => index % tables.length === 7);
  expect([...app.files.keys()].map((file) => basename(file)).sort()).toEqual(
    own.map((index) => `screen${index}.ts`).sort(),
  );
  for (const { after: text } of app.files.values()) {
    expect(text).toContain('{ select: ["label", "cost", "amount"] }');
    expect(text).toContain('Number(row.cost ?? "0")');
    expect(text).toContain("(sum, { cost: price, amount })");
    expect(text).toContain('= { id, cost: price, label: "new"');
    expect(text).toContain("const change = { id, cost: price, amount: 2 };");
    expect(text).toContain("console.log(row.cost, ");
  }
});
