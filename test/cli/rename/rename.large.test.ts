/** `colonnade rename` on a small app: what each mode writes, prints and refuses. */
import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { shapes } from "../../../schemas/json-schemas.ts";
import type { Tree } from "../../support/temporary-folder.ts";
import { runLine } from "../run-line.ts";
import { commit, writeSmallApp } from "./small-app.ts";

const minute = 60_000;

/** The files of the app, without packages and git. */
function filesOf(cwd: string): Tree {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd,
    encoding: "utf8",
  });
  const paths = listed.split("\n").filter((path) => existsSync(join(cwd, path)) && path !== "");
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(cwd, path), "utf8")]));
}

describe("rename --in-code", { timeout: 2 * minute }, () => {
  it("writes the rule, the app and the bindings, and there and back gives the same bytes", async () => {
    const cwd = await writeSmallApp();
    const before = filesOf(cwd);
    const { code, stdout, stderr } = await runLine("rename shop.products.price cost --in-code", { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "2 places in 1 file of the app changed, 4 files in all\n" });
    expect(stdout).toContain("changed  src/app.ts:5:23  const value = { id, cost: price };\n");
    const after = filesOf(cwd);
    expect(after["colonnade.config.json"]).toContain(
      '"columns": { "products.id": { "name": "id" }, "products.price": { "name": "cost" } } }\n',
    );
    expect(after["definitions/shop/products.json"]).toBe(before["definitions/shop/products.json"]);
    expect(after["src/app.ts"]).toContain("{ id, cost: price, maker }: ProductsRow");
    expect((await runLine("check", { cwd })).code).toBe(0);

    commit(cwd);
    expect((await runLine("rename shop.products.price price --in-code", { cwd })).code).toBe(0);
    expect(filesOf(cwd)["src/app.ts"]).toBe(before["src/app.ts"]);
  });

  it("writes nothing in a dry run, and prints a patch that makes the change", async () => {
    const cwd = await writeSmallApp();
    const before = filesOf(cwd);
    const { code, stdout } = await runLine("rename shop.products articles --in-code --dry-run", { cwd });
    expect(code).toBe(0);
    expect(filesOf(cwd)).toEqual(before);
    execFileSync("git", ["apply", "-"], { cwd, input: stdout });
    expect(filesOf(cwd)["src/app.ts"]).toContain("insertArticles(session, value)");
    expect((await runLine("check", { cwd })).code).toBe(0);
  });

  it("prints the rule for a config that is a program, and renames with it", async () => {
    const text = readFileSync(join(await writeSmallApp(), "colonnade.config.json"), "utf8");
    const cwd = await writeSmallApp({ "shop.config.mjs": `export default ${text}` });
    const line = "rename shop.address place --in-code --config shop.config.mjs";
    const { code, stderr } = await runLine(line, { cwd });
    expect(stderr).toContain('→ add to the config: userTypes: { "address": { name: "Place" } }, in each output of');
    expect(code).toBe(1);
    expect(filesOf(cwd)["src/db/user-types.ts"]).toContain("export interface Place {");
  });

  it("keeps comments before a byte order mark, and the mode of a script", async () => {
    const cwd = await writeSmallApp({
      "src/script.ts":
        '\uFEFFimport type { ProductsRow } from "./db/products.js";\nexport const price = (row: ProductsRow) => row.price;\n',
    });
    chmodSync(join(cwd, "src/script.ts"), 0o755);
    commit(cwd);
    expect((await runLine("rename shop.products.price cost --in-code", { cwd })).code).toBe(0);
    expect(readFileSync(join(cwd, "src/script.ts"), "utf8")).toMatch(/^\uFEFFimport type.*\n.*=> row\.cost;\n$/);
    expect(statSync(join(cwd, "src/script.ts")).mode & 0o777).toBe(0o755);
  });
});

describe("rename --in-database", { timeout: 2 * minute }, () => {
  it("renames a key column in definition, rule and app, and prints the statements", async () => {
    const cwd = await writeSmallApp();
    const { code, stdout } = await runLine("rename shop.products.id sku --in-database --json", { cwd });
    expect(code).toBe(0);
    const document = JSON.parse(stdout) as object;
    const { error } = shapes["rename-output.schema.json"].safeParse(document);
    expect(error && z.prettifyError(error)).toBeUndefined();
    expect(document).toMatchObject({
      mode: "in-database",
      written: true,
      statements: ["ALTER TABLE shop.products RENAME id TO sku"],
    });
    const files = filesOf(cwd);
    expect(files["definitions/shop/products.json"]).toContain('"partitionKey": ["sku"]');
    expect(files["definitions/shop/products.json"]).toContain("// in francs");
    expect(files["colonnade.config.json"]).toContain('"products.sku": { "name": "id" }');
    expect((await runLine("check", { cwd })).code).toBe(0);
  });

  it("renames a field of a user type in the app", async () => {
    const cwd = await writeSmallApp();
    const { code, stderr } = await runLine("rename shop.address.city town --in-database", { cwd });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining("  ALTER TYPE shop.address RENAME city TO town;\n") as string,
    });
    expect(filesOf(cwd)["src/app.ts"]).toContain("maker?.town");
  });

  it("drops the index of a key column first, and creates it again", async () => {
    const columnDefinitions = ["id", "part"].map((name) => ({ name, typeDefinition: "text" }));
    const primaryKey = { partitionKey: ["id", "part"] };
    const notes = JSON.stringify({ name: "notes", columnDefinitions, primaryKey, indexes: [{ column: "part" }] });
    const cwd = await writeSmallApp({ "definitions/shop/notes.json": notes });
    const { stdout } = await runLine("rename shop.notes.part section --in-database --json --dry-run", { cwd });
    expect(JSON.parse(stdout)).toMatchObject({
      statements: [
        "DROP INDEX shop.notes_part_idx",
        "ALTER TABLE shop.notes RENAME part TO section",
        "CREATE INDEX IF NOT EXISTS ON shop.notes (section)",
      ],
    });
  });

  it.each([
    ["shop.products.price cost", "the database cannot rename the regular column shop.products.price"],
    ["shop.products articles", "the database cannot rename the table shop.products"],
    ["shop.address place", "the database cannot rename the user type shop.address"],
  ])("refuses %s with the steps that lead there", async (words, message) => {
    const cwd = await writeSmallApp();
    const { code, stderr } = await runLine(`rename ${words} --in-database`, { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(
      `✖ ${message} [cannot-rename]\n→ in TypeScript, in one step: colonnade rename ${words} --in-code`,
    );
    expect(stderr).toMatch(/\n {2}\d\. last, and by a person: /);
  });
});

describe("rename --to-config", { timeout: 2 * minute }, () => {
  it("renames to the names of another config, and takes its text", async () => {
    const cwd = await writeSmallApp();
    const text = readFileSync(join(cwd, "colonnade.config.json"), "utf8");
    const next = text.replace(
      '"output": "src/db",',
      '"output": "src/db", "tables": { "products": { "row": "Product" } },',
    );
    writeFileSync(join(cwd, "next.json"), next);
    const { code } = await runLine("rename --to-config next.json --force", { cwd });
    expect(code).toBe(0);
    expect(readFileSync(join(cwd, "colonnade.config.json"), "utf8")).toBe(next);
    expect(filesOf(cwd)["src/app.ts"]).toContain("maker }: Product)");
  });

  it("refuses a config that differs in more", async () => {
    const cwd = await writeSmallApp();
    const text = readFileSync(join(cwd, "colonnade.config.json"), "utf8");
    writeFileSync(join(cwd, "next.json"), text.replace('"validators": false,', ""));
    const { code, stderr } = await runLine("rename --to-config next.json --force", { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(
      "next.json differs from colonnade.config.json in more than names of shop [other-settings]",
    );
  });
});

describe("rename refuses", { timeout: 2 * minute }, () => {
  it.each([
    [
      "shop.products.price cost",
      "--in-database refuses, since CQL cannot rename shop.products.price, and prints the steps",
    ],
    ["shop.products.id sku", "--in-database renames shop.products.id to sku in the definition, and prints the ALTER"],
    ["shop.products.prise cost --in-code", "did you mean shop.products.price?"],
    ["shop.product articles --in-code", "did you mean shop.products?"],
    ["shops.products articles --in-code", "begin with shop, such as shop.products.price"],
    ["shop.products.price a-b --in-code", '"a-b" cannot be a name in TypeScript'],
    ["shop.products.price id --in-code", "[names-meet]"],
    ["shop.products.price cost --in-code --in-database", "--in-code and --in-database cannot be combined"],
    ["shop.products", "rename needs PLACE and NAME, or --to-config"],
  ])("%s", async (words, text) => {
    const cwd = await writeSmallApp();
    const before = filesOf(cwd);
    const { code, stderr } = await runLine(`rename ${words}`, { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(text);
    expect(filesOf(cwd)).toEqual(before);
  });

  it("a table and a user type of one name, unless the type is named", async () => {
    const cwd = await writeSmallApp({
      "definitions/shop/types/products.json":
        '{ "name": "products", "fields": [{ "name": "id", "typeDefinition": "text" }] }\n',
      "colonnade.config.json": JSON.stringify({
        keyspaces: {
          shop: {
            definitions: "definitions/shop",
            output: "src/db",
            validators: false,
            userTypes: { products: { name: "Kind" } },
          },
        },
      }),
    });
    const { stderr } = await runLine("rename shop.products goods --in-code", { cwd });
    expect(stderr).toContain("shop.products is a table and a user type [ambiguous-name]");
    const { stdout } = await runLine("rename type:shop.products sort --in-code --dry-run", { cwd });
    expect(stdout).toContain(
      '+{"keyspaces":{"shop":{"definitions":"definitions/shop","output":"src/db","validators":false,"userTypes":{"products":{"name":"Sort"}}}}}',
    );
  });

  it("uncommitted changes, and bindings that are out of date", async () => {
    const cwd = await writeSmallApp();
    appendFileSync(join(cwd, "src/app.ts"), "// mine\n");
    const line = "rename shop.products.price cost --in-code";
    expect((await runLine(line, { cwd })).stderr).toContain("such as src/app.ts [uncommitted-changes]");
    appendFileSync(join(cwd, "src/db/products.ts"), "export const mine = 1;\n");
    expect((await runLine(`${line} --force`, { cwd })).stderr).toContain("[stale-bindings]");
  });

  it("an app that does not compile, before or after, unless errors are allowed", async () => {
    const dto = `import type { ProductsRow } from "./db/products.js";
export const direct = (row: ProductsRow): { price: string | null } => row;
`;
    const cwd = await writeSmallApp({ "src/dto.ts": dto });
    const before = filesOf(cwd);
    const line = "rename shop.products.price cost --in-code";
    const after = await runLine(line, { cwd });
    expect(after.code).toBe(1);
    expect(after.stdout).toMatch(/^error {4}src\/dto\.ts:2:\d+ {2}Property 'price' is missing/m);
    expect(after.stderr).toContain("nothing was written, since the app would not compile [app-errors]");
    expect(filesOf(cwd)).toEqual(before);

    writeFileSync(join(cwd, "src/wrong.ts"), "export const wrong: number = '';\n");
    const first = await runLine(`${line} --force`, { cwd });
    expect(first.code).toBe(2);
    expect(first.stderr).toContain("the app does not compile, before anything is renamed [app-errors]");
    const allowed = await runLine(`${line} --force --allow-errors`, { cwd });
    expect(allowed.code).toBe(1);
    expect(allowed.stdout).not.toContain("src/wrong.ts");
    expect(filesOf(cwd)["src/app.ts"]).toContain("cost: price");
  });
});
