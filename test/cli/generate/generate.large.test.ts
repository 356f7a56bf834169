import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { createTemporaryFolder, readTree, writeTree } from "../../support/temporary-folder.ts";
import { runLine } from "../run-line.ts";
import { repository } from "../../support/repository.ts";

function definition(name: string, type = "uuid"): string {
  return JSON.stringify({
    name,
    columnDefinitions: [{ name: "id", typeDefinition: type }],
    primaryKey: { partitionKey: ["id"] },
  });
}

const flags = "--definitions definitions --output src/db";

function createProject(tables: Record<string, string> = { "shop/products.json": definition("products") }): string {
  const cwd = createTemporaryFolder();
  writeTree(join(cwd, "definitions"), tables);
  return cwd;
}

describe("generate", () => {
  it("writes the bindings and says how much there was to do, on stderr", async () => {
    const cwd = createProject();
    const { code, stdout, stderr } = await runLine(`generate ${flags}`, { cwd });
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(stderr).toMatch(/^1 table → 5 files \(5 written, 0 unchanged, 0 removed\) in \d+ ms\n/);
    expect(Object.keys(readTree(join(cwd, "src", "db")))).toContain("products.ts");
    expect((await runLine(`generate ${flags}`, { cwd })).stderr).toContain("(0 written, 5 unchanged, 0 removed)");
  });

  it("names the next steps after the first run, and not again", async () => {
    const cwd = createProject();
    expect((await runLine(`generate ${flags} --dry-run`, { cwd })).stderr).not.toContain("→ run");
    const env = { npm_config_user_agent: "pnpm/10.4.1 npm/? node/v22.18.0" };
    expect((await runLine(`generate ${flags}`, { cwd, env })).stderr.split("\n").slice(1)).toEqual([
      "→ import the functions of a table from its module in src/db",
      "→ run the service with these tables: pnpm exec colonnade serve --definitions definitions",
      "",
    ]);
    writeTree(cwd, { "definitions/shop/products.json": definition("products", "text") });
    expect((await runLine(`generate ${flags}`, { cwd, env })).stderr).not.toContain("→ run");
  });

  it("is quiet with --quiet, and names each file with --verbose", async () => {
    const cwd = createProject();
    expect(await runLine(`generate ${flags} --quiet`, { cwd })).toEqual({ code: 0, stdout: "", stderr: "" });
    expect((await runLine(`generate ${flags} --verbose`, { cwd })).stderr).toContain("unchanged src/db/products.ts\n");
  });

  it("lists what it would do with --dry-run, and does nothing", async () => {
    const cwd = createProject({ "shop/products.json": definition("products"), "shop/old.json": definition("old") });
    await runLine(`generate ${flags}`, { cwd });
    rmSync(join(cwd, "definitions/shop/old.json"));
    const before = readTree(cwd);
    const { code, stdout } = await runLine(`generate ${flags} --dry-run`, { cwd });
    expect(code).toBe(0);
    expect(stdout.split("\n")).toContain("remove src/db/old.ts");
    expect(stdout.split("\n")).toContain("write  src/db/index.ts");
    expect(stdout).not.toContain("products.ts");
    expect(readTree(cwd)).toEqual(before);
  });

  it("gives one document with --json", async () => {
    const { stdout } = await runLine(`generate ${flags} --json`, { cwd: createProject() });
    expect(JSON.parse(stdout)).toEqual({
      dryRun: false,
      keyspaces: [
        {
          keyspace: "shop",
          output: "src/db",
          tables: 1,
          written: [".colonnade.json", "index.ts", "products.ts", "products.zod.ts", "zod.ts"],
          unchanged: [],
          removed: [],
          kept: [],
          overwritten: [],
          warnings: [],
        },
      ],
    });
  });

  it("gives each of several keyspaces a folder", async () => {
    const cwd = createProject({
      "shop/products.json": definition("products"),
      "crm/people.json": definition("people"),
    });
    const { stderr } = await runLine(`generate ${flags}`, { cwd });
    expect(stderr).toMatch(/^2 tables → 10 files/);
    const files = Object.keys(readTree(join(cwd, "src", "db")));
    expect(files).toContain("shop/products.ts");
    expect(files).toContain("crm/people.ts");
  });

  it("refuses to put several keyspaces into a folder that holds the files of one", async () => {
    const cwd = createProject();
    await runLine(`generate ${flags}`, { cwd });
    const before = readTree(join(cwd, "src"));
    writeTree(cwd, { "definitions/crm/people.json": definition("people") });
    for (const command of ["generate", "check"]) {
      const { code, stderr } = await runLine(`${command} ${flags}`, { cwd });
      expect(code).toBe(2);
      expect(stderr).toContain("src/db holds the files of a single keyspace, from an earlier run [old-output]");
      expect(stderr).toContain("remove them with .colonnade.json, or choose another folder");
    }
    expect(readTree(join(cwd, "src"))).toEqual(before);
  });

  it("writes nothing anywhere when one keyspace has a mistake, and names the mistakes of all", async () => {
    const tables = { "a/good.json": definition("good"), "b/bad.json": definition("bad", "uid"), "c/bad.json": "{" };
    const cwd = createProject(tables);
    const { code, stderr } = await runLine(`generate ${flags}`, { cwd });
    expect(code).toBe(2);
    expect(stderr).toMatch(/b\/bad\.json:1:\d+ /);
    expect(stderr).toMatch(/c\/bad\.json:1:\d+ /);
    expect(stderr).toContain("→ did you mean");
    expect(Object.keys(readTree(cwd)).filter((path) => path.startsWith("src"))).toEqual([]);
  });

  it("says that it keeps a file which was edited and is needed no more", async () => {
    const cwd = createProject({ "shop/products.json": definition("products"), "shop/old.json": definition("old") });
    await runLine(`generate ${flags}`, { cwd });
    rmSync(join(cwd, "definitions/shop/old.json"));
    appendFileSync(join(cwd, "src/db/old.ts"), "// mine\n");
    expect((await runLine(`generate ${flags}`, { cwd })).stderr).toContain("kept src/db/old.ts: ");
  });

  it("touches no file that it did not write", async () => {
    const cwd = createProject();
    writeTree(cwd, { "src/db/products.ts": "mine" });
    const { code, stderr } = await runLine(`generate ${flags}`, { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain("[not-ours]");
    expect(stderr).toContain("src/db/products.ts ");
    expect(readTree(cwd)["src/db/products.ts"]).toBe("mine");
  });
});

describe("the config file", () => {
  const config = (keyspaces: object): string => JSON.stringify({ keyspaces });

  it("says what to generate, and how", async () => {
    const cwd = createProject();
    writeTree(cwd, {
      "colonnade.config.json": config({ shop: { definitions: "definitions", output: "src/db", validators: false } }),
    });
    expect((await runLine("generate", { cwd })).stderr).toMatch(/^1 table → 3 files/);
    expect((await runLine("check", { cwd })).code).toBe(0);
  });

  it("may name a keyspace's own folder, whatever that is called", async () => {
    const cwd = createProject({ "products.json": definition("products") });
    writeTree(cwd, { "colonnade.config.json": config({ shop: { definitions: "definitions", output: "src/db" } }) });
    const { stdout } = await runLine("generate --json", { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ keyspaces: [{ keyspace: "shop", output: "src/db" }] });
  });

  it("gives way to flags, and keeps its word on the rest", async () => {
    const cwd = createProject();
    writeTree(cwd, {
      "colonnade.config.json": config({ shop: { definitions: "nowhere", output: "src/db", validators: false } }),
    });
    const { stderr } = await runLine("generate --definitions definitions --output other", { cwd });
    expect(stderr).toMatch(/^1 table → 3 files/);
    expect(Object.keys(readTree(cwd))).toContain("other/products.ts");
  });

  test.each([
    ["a keyspace that is not there", { shopp: { definitions: "definitions", output: "src/db" } }, "did you mean shop?"],
    [
      "two keyspaces in one folder",
      { shop: { definitions: "definitions", output: "o" }, crm: { definitions: "definitions", output: "./o/" } },
      "[same-folder]",
    ],
    [
      "definitions and output in one folder",
      { shop: { definitions: "definitions/shop", output: "definitions/shop" } },
      "[same-folder]",
    ],
    ["no keyspaces", {}, "[nothing-selected]"],
  ])("is refused with %s", async (_, keyspaces, said) => {
    const cwd = createProject({
      "shop/products.json": definition("products"),
      "crm/people.json": definition("people"),
    });
    writeTree(cwd, { "colonnade.config.json": config(keyspaces) });
    const { code, stderr } = await runLine("generate", { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(said);
  });

  it("shows its mistakes with their place", async () => {
    const cwd = createProject();
    writeTree(cwd, { "colonnade.config.json": '{ "keyspaces": {}, "servce": {} }' });
    const { code, stderr } = await runLine("check", { cwd });
    expect(code).toBe(2);
    expect(stderr).toBe(
      [
        "✖ colonnade.config.json has a mistake [bad-config]",
        "",
        "  colonnade.config.json:1:20 unknown member servce",
        '    > 1 | { "keyspaces": {}, "servce": {} }',
        "        |                    ^^^^^^^^",
        '    → did you mean "service"?',
        "",
        `  more: ${join(repository, "docs/errors.md")}#unknown-member`,
        "",
      ].join("\n"),
    );
  });
});

describe("a rule of the config that matches nothing", () => {
  it("is a warning each time, and stops neither command", async () => {
    const cwd = createProject();
    const keyspaces = {
      shop: { definitions: "definitions", output: "src/db", columns: { "products.nme": { name: "x" } } },
    };
    writeTree(cwd, { "colonnade.config.json": JSON.stringify({ keyspaces }) });
    for (const command of ["generate", "generate", "check"]) {
      const { code, stderr } = await runLine(command, { cwd });
      expect(code).toBe(0);
      expect(stderr).toContain('! the rule columns: "products.nme" of the keyspace shop matches nothing\n');
    }
    const { stdout } = await runLine("check --json", { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ keyspaces: [{ warnings: [{ code: "unmatched-rule" }] }] });
  });
});

describe("check", () => {
  it("is content with what generate wrote", async () => {
    const cwd = createProject();
    await runLine(`generate ${flags}`, { cwd });
    const { code, stdout, stderr } = await runLine(`check ${flags}`, { cwd });
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "", stderr: "5 files are up to date\n" });
  });

  it("lists every file that is not what it should be, and the one command that mends them", async () => {
    const cwd = createProject({ "shop/products.json": definition("products"), "shop/old.json": definition("old") });
    await runLine(`generate ${flags}`, { cwd });
    rmSync(join(cwd, "definitions/shop/old.json"));
    rmSync(join(cwd, "src/db/index.ts"));
    writeFileSync(join(cwd, "src/db/products.ts"), "");
    const before = readTree(cwd);
    const { code, stdout, stderr } = await runLine(`check ${flags}`, { cwd });
    expect(code).toBe(1);
    expect(stdout.split("\n")).toEqual([
      "missing              src/db/index.ts",
      "left over            src/db/old.ts",
      "left over            src/db/old.zod.ts",
      'edited by hand       src/db/products.ts  "@colonnade/runtime/tables", "@colonnade/runtime", ProductsRow, ProductsKey, ProductsWhere and 11 more',
      'definitions changed  src/db/zod.ts  "./old.zod.js"',
      "",
    ]);
    expect(stderr).toContain("--- src/db/zod.ts\n+++ src/db/zod.ts, as it would be generated\n@@ ");
    expect(stderr).toContain('\n-export * from "./old.zod.js";\n export * from "./products.zod.js";\n');
    expect(stderr.slice(stderr.indexOf("✖"))).toBe(
      `✖ 5 files are out of date [stale]\ngenerate overwrites what was edited by hand\n→ colonnade generate ${flags}\n`,
    );
    expect(readTree(cwd)).toEqual(before);
    await runLine(stderr.slice(stderr.indexOf("→ colonnade ") + 12).trim(), { cwd });
    expect((await runLine(`check ${flags}`, { cwd })).code).toBe(0);
  });

  it("gives the command as it can be typed: by the package manager that called", async () => {
    const cwd = createProject();
    for (const [agent, command] of [
      ["npm/10.8.2 node/v20.20.0", "npx colonnade generate"],
      ["pnpm/10.4.1 npm/?", "pnpm exec colonnade generate"],
      ["yarn/4.5.0 npm/?", "yarn colonnade generate"],
    ]) {
      const { stderr } = await runLine(`check ${flags}`, { cwd, env: { npm_config_user_agent: agent } });
      expect(stderr).toContain(`→ ${command} `);
    }
  });

  it("tells a CI server the line of the difference, and the path in the repository", async () => {
    const cwd = createProject();
    await runLine(`generate ${flags}`, { cwd });
    const file = join(cwd, "src/db/products.ts");
    const lines = readFileSync(file, "utf8").split("\n");
    const line = lines.findIndex((text) => text.includes("export interface ProductsRow")) + 1;
    lines[line - 1] = "export interface ProductRow {";
    writeFileSync(file, lines.join("\n"));
    const env = { GITHUB_WORKSPACE: dirname(cwd) };
    const { stdout } = await runLine(`check ${flags} --reporter github`, { cwd, env });
    expect(stdout).toContain(`::error file=${basename(cwd)}/src/db/products.ts,line=${line},`);
  });

  it("gives one document with --json", async () => {
    const cwd = createProject();
    const { code, stdout } = await runLine(`check ${flags} --json`, { cwd });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      upToDate: false,
      keyspaces: [
        { keyspace: "shop", tables: 1, files: [{ path: ".colonnade.json", state: "missing" }, {}, {}, {}, {}] },
      ],
    });
  });
});
