import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compare, generate } from "../../../src/generate.ts";
import type { Target } from "../../../src/generate.ts";
import { createTemporaryFolder, readTree, writeTree } from "../../support/temporary-folder.ts";
import { runLine } from "../run-line.ts";

function definition(name: string, columns: Readonly<Record<string, string>> = {}): string {
  return JSON.stringify({
    name,
    columnDefinitions: Object.entries({ id: "uuid", ...columns }).map(([column, typeDefinition]) => ({
      name: column,
      typeDefinition,
    })),
    primaryKey: { partitionKey: ["id"] },
  });
}

function createProject(keyspaces?: object): string {
  const cwd = createTemporaryFolder();
  writeTree(join(cwd, "definitions", "shop"), {
    "orders.json": definition("orders", { product: "uuid", home: "address" }),
    "orders_old.json": definition("orders_old"),
    "products.json": definition("products"),
    "types/address.json": JSON.stringify({ name: "address", fields: [{ name: "street", typeDefinition: "text" }] }),
  });
  if (keyspaces) writeTree(cwd, { "colonnade.config.json": JSON.stringify({ keyspaces }) });
  return cwd;
}

const filesIn = (cwd: string, folder: string): readonly string[] => Object.keys(readTree(join(cwd, folder)));
const shop = { definitions: "definitions", output: "src/db", validators: false };

describe("what is generated of selected tables", () => {
  it("are their files, those of the user types and the barrel", async () => {
    const cwd = createProject({ shop: { ...shop, include: ["orders*"], exclude: ["*_old"] } });
    const { code, stderr } = await runLine("generate", { cwd });
    expect(code).toBe(0);
    expect(stderr).toMatch(/^1 table → 4 files \(4 written/);
    expect(filesIn(cwd, "src/db")).toEqual([".colonnade.json", "index.ts", "orders.ts", "user-types.ts"]);
    expect((await runLine("check", { cwd })).code).toBe(0);
  });

  it("are removed when it is left out later, save one that was edited", async () => {
    const cwd = createProject({ shop });
    await runLine("generate", { cwd });
    const config = JSON.stringify({ keyspaces: { shop: { ...shop, include: ["orders"] } } });
    writeTree(cwd, { "src/db/products.ts": "// mine\n", "colonnade.config.json": config });
    const { code, stdout } = await runLine("check", { cwd });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^left over +src\/db\/orders_old\.ts$/m);
    expect(stdout).toMatch(/^left over +src\/db\/products\.ts {2}edited, so it will be kept$/m);
    // Nothing goes without a word.
    expect((await runLine("generate", { cwd })).stderr).toContain("removed src/db/orders_old.ts\n");
    expect(filesIn(cwd, "src/db")).toEqual([
      ".colonnade.json",
      "index.ts",
      "orders.ts",
      "products.ts",
      "user-types.ts",
    ]);
    expect((await runLine("check", { cwd })).code).toBe(0);
  });

  it("goes to several folders, each with what its part of the config says", async () => {
    const cwd = createProject({
      shop: [
        { ...shop, validators: true },
        { ...shop, output: "web", include: ["products"] },
      ],
    });
    const { code, stdout } = await runLine("generate --json", { cwd });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      keyspaces: [
        { keyspace: "shop", output: "src/db", tables: 3 },
        { keyspace: "shop", output: "web", tables: 1 },
      ],
    });
    expect(filesIn(cwd, "src/db")).toContain("products.zod.ts");
    expect(filesIn(cwd, "web")).toEqual([".colonnade.json", "index.ts", "products.ts", "user-types.ts"]);
    expect(readTree(join(cwd, "web"))["products.ts"]).toBe(readTree(join(cwd, "src/db"))["products.ts"]);

    rmSync(join(cwd, "web", "products.ts"));
    const { code: stale, stdout: listed } = await runLine("check", { cwd });
    expect(stale).toBe(1);
    expect(listed).toMatch(/^missing +web\/products\.ts$/m);
  });

  it("is nothing when one of several outputs is wrong", async () => {
    const cwd = createProject({ shop: [shop, { ...shop, output: "web", include: ["produce"] }] });
    const { code, stderr } = await runLine("generate", { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain("✖ include and exclude leave no table of the keyspace shop [nothing-selected]\n");
    expect(stderr).toContain("→ did you mean products?\n");
    expect(filesIn(cwd, ".").filter((path) => !path.startsWith("definitions"))).toEqual(["colonnade.config.json"]);
  });
});

describe("a selection that is not what was meant", () => {
  it("is told when a pattern matches no table, each time and by both commands", async () => {
    const cwd = createProject({ shop: { ...shop, include: ["orders", "prodcts"] } });
    for (const command of ["generate", "generate", "check"]) {
      const { code, stderr } = await runLine(command, { cwd });
      expect(code).toBe(0);
      expect(stderr).toContain('! the pattern include: "prodcts" matches no table of the keyspace shop\n');
      expect(stderr).toContain("→ did you mean products?\n");
    }
    const { stdout } = await runLine("check --json", { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ keyspaces: [{ warnings: [{ code: "unmatched-pattern" }] }] });
  });

  it("is an error when it leaves nothing to check", async () => {
    const cwd = createProject({ shop });
    await runLine("generate", { cwd });
    for (const line of ["check --keyspace crm", "check --keyspace shop,crm"]) {
      const { code, stdout } = await runLine(line, { cwd });
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    }
  });
});

describe("a definition that is not selected", () => {
  const generator = "1.0.0";
  const targetOf = (cwd: string): Target => ({
    keyspace: "shop",
    definitions: join(cwd, "definitions", "shop"),
    output: join(cwd, "db"),
    include: ["products"],
  });
  const write = (cwd: string, name: string, text: string): void =>
    writeTree(cwd, { [`definitions/shop/${name}.json`]: text });

  it("can change, come and go without a file being stale, and nothing is written for it but a note", async () => {
    const cwd = createProject();
    const target = targetOf(cwd);
    const changes: readonly (() => void)[] = [
      () => write(cwd, "orders", definition("orders", { note: "text" })),
      () => write(cwd, "users", definition("users")),
      () => rmSync(join(cwd, "definitions/shop/orders_old.json")),
    ];
    await generate(target, { generator });
    for (const change of changes) {
      change();
      expect(await compare(target, { generator })).toMatchObject({ tables: 1, report: { upToDate: true } });
      expect((await generate(target, { generator })).report.written).toEqual([".colonnade.json"]);
      expect((await generate(target, { generator })).report.written).toEqual([]);
      expect(await compare(target, { generator })).toMatchObject({ tables: 1, report: { upToDate: true } });
    }
  });

  it("is still read: a mistake in it is one, whether files were made since or not", async () => {
    const cwd = createProject();
    const target = targetOf(cwd);
    await generate(target, { generator });
    write(cwd, "orders", definition("orders", { note: "txt" }));
    await expect(compare(target, { generator })).rejects.toMatchObject({ code: "bad-definitions" });
    await expect(generate(target, { generator })).rejects.toMatchObject({ code: "bad-definitions" });
    await expect(compare(target, { generator })).rejects.toMatchObject({ code: "bad-definitions" });
    write(cwd, "orders", definition("orders_old"));
    await expect(compare(target, { generator })).rejects.toMatchObject({ code: "bad-definitions" });
  });

  it("is missed when the selection takes it in, and its files when it is left out again", async () => {
    const cwd = createProject();
    const target = targetOf(cwd);
    await generate(target, { generator });
    const wider = { ...target, include: ["products", "orders"] };
    expect(await compare(wider, { generator })).toMatchObject({ report: { upToDate: false } });
    expect((await generate(wider, { generator })).report.written).toContain("orders.ts");
    expect(await compare(target, { generator })).toMatchObject({ report: { upToDate: false } });
    expect((await generate(target, { generator })).report.removed).toEqual(["orders.ts", "orders.zod.ts"]);
    expect(await compare(target, { generator })).toMatchObject({ tables: 1, report: { upToDate: true } });
  });
});
