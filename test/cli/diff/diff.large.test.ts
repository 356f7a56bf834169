/** `colonnade diff` as people and CI servers call it: against git, a folder, and a running service. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it, test } from "vitest";
import * as z from "zod";
import { diffOutput } from "../../../schemas/output-shapes.ts";
import { plainLine } from "../../../src/cli/terminal/talk.ts";
import type { TableDefinition } from "../../../src/model/index.ts";
import { breakageRules, breakages } from "../../../src/model/index.ts";
import { createTemporaryFolder, readTree, writeTree } from "../../support/temporary-folder.ts";
import { runLine, runWords } from "../run-line.ts";
import type { Outcome } from "../run-line.ts";
import { printRuleRow } from "./print-rule-row.ts";
import { repository } from "../../support/repository.ts";

const user = { COLONNADE_USERNAME: "dev", COLONNADE_PASSWORD: "correct horse" };

function table(name: string, columns: Readonly<Record<string, string>>, more: object = {}): string {
  const columnDefinitions = Object.entries({ id: "uuid", ...columns }).map(([column, typeDefinition]) => ({
    name: column,
    typeDefinition,
  }));
  return JSON.stringify({ name, columnDefinitions, primaryKey: { partitionKey: ["id"] }, ...more });
}

const shop = { definitions: "definitions/shop", output: "src/db" };
const start = {
  "definitions/shop/products.json": table(
    "products",
    { name: "text", price: "decimal" },
    { indexes: [{ column: "name" }] },
  ),
  "definitions/shop/orders.json": table("orders", {}),
  "colonnade.config.json": JSON.stringify({ keyspaces: { shop } }),
};

/** A repository whose first commit has the start, and whose working tree has what is given. */
function createProject(now: Readonly<Record<string, string>> = {}): string {
  const cwd = createTemporaryFolder();
  writeTree(cwd, start);
  const git = (...words: readonly string[]): void => void execFileSync("git", words, { cwd, stdio: "pipe" });
  git("init", "--quiet", "--initial-branch=main");
  git("add", ".");
  git("-c", "user.name=A", "-c", "user.email=a@b", "-c", "commit.gpgsign=false", "commit", "--quiet", "-m", "start");
  writeTree(cwd, now);
  return cwd;
}

function commit(cwd: string): void {
  execFileSync("git", ["add", "."], { cwd });
  const author = ["-c", "user.name=A", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"];
  execFileSync("git", [...author, "commit", "--quiet", "-m", "next"], { cwd, stdio: "pipe" });
}

const changed = {
  "definitions/shop/products.json": table("products", { name: "text", cost: "decimal" }),
  "definitions/shop/users.json": table("users", {}),
};

function documentOf({ stdout }: Outcome): z.infer<typeof diffOutput> {
  return diffOutput.parse(JSON.parse(stdout));
}

describe("colonnade diff --against git:main", () => {
  it("says nothing of definitions that say the same, and exits with 0", async () => {
    const cwd = createProject();
    const { code, stdout, stderr } = await runLine("diff --against git:main", { cwd });
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: "",
      stderr: "no changes from main to definitions/shop\n",
    });
  });

  it("has a line for each change, with what it breaks, and says what to do", async () => {
    const cwd = createProject(changed);
    const { code, stdout, stderr } = await runLine("diff --against git:main", { cwd });
    expect(code).toBe(1);
    expect(stdout.trimEnd().split("\n")).toEqual([
      "column-added    shop.products.cost   decimal  breaks code",
      "column-dropped  shop.products.price  decimal  breaks code, reads, writes, wire, data",
      "index-dropped   shop.products.name   full     breaks code, reads",
      "table-added     shop.users                    breaks nothing",
    ]);
    expect(stderr).toContain("column-dropped: first deploy code that does not use it");
    expect(stderr).toContain("4 changes from main to definitions/shop [different]");
  });

  it("says what a change means that breaks something, and that nothing is to be done about", async () => {
    const cwd = createProject({
      ...changed,
      "definitions/shop/orders.json": table("orders", {}, { tableOptions: { defaultTimeToLive: 60 } }),
    });
    const means = (["time-to-live", "column-added"] as const).map((kind) => `${kind}: ${breakageRules[kind].means}`);
    const { stdout, stderr } = await runLine("diff --against git:main", { cwd });
    expect(stdout).toContain("time-to-live    shop.orders          0 → 60   breaks data");
    expect(stderr.split("\n")).toEqual(expect.arrayContaining(means));
    expect(stderr).not.toContain("table-added:");
    const markdown = await runLine("diff --against git:main --format markdown", { cwd });
    const items = means.map((line) => line.replace(/^([^:]+)/, "- `$1`"));
    expect(markdown.stdout.split("\n")).toEqual(expect.arrayContaining(items));
  });

  it("has no file for a table whose file was removed", async () => {
    const cwd = createProject();
    rmSync(join(cwd, "definitions/shop/orders.json"));
    const [gone] = documentOf(await runLine("diff --against git:main --json", { cwd })).keyspaces[0]!.changes;
    expect(gone).toMatchObject({ kind: "table-dropped", place: "shop.orders" });
    expect(gone?.file).toBeUndefined();
  });

  it("does not say with --reverse how to make a change that has been made", async () => {
    const products = table("products", { name: "text", cost: "decimal" }).replaceAll('"id"', '"sku"');
    const cwd = createProject({ "definitions/shop/products.json": products });
    for (const format of ["text", "markdown"]) {
      const line = `diff --against git:main --format ${format}`;
      const { stdout, stderr } = await runLine(`${line} --reverse`, { cwd });
      expect(stdout + stderr).not.toMatch(/ALTER|deploy|copy the values|is a new column/);
      expect(stdout + stderr).toContain(breakageRules["column-renamed"].means);
      expect(stdout + stderr).toContain("colonnade rename shop.products.sku id --in-database");
      const forth = await runLine(line, { cwd });
      expect(forth.stdout + forth.stderr).toMatch(/ALTER TABLE[^]*copy the values/);
    }
    const [{ changes } = { changes: [] }] = documentOf(
      await runLine("diff --against git:main --reverse --json", { cwd }),
    ).keyspaces;
    for (const change of changes) expect(change).not.toHaveProperty("way");
    for (const change of changes) expect(change).not.toHaveProperty("cql");
  });

  it("compares the old folder of one keyspace with that one, not with all", async () => {
    const cwd = createProject({ "definitions/crm/people.json": table("people", {}) });
    const line = "diff --against git:main:definitions/shop --definitions definitions";
    const { code, stdout, stderr } = await runLine(line, { cwd });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("✖ main has no definitions of crm in definitions/shop [no-definitions]");
    expect(await runLine(`${line} --keyspace shop`, { cwd })).toMatchObject({ code: 0, stdout: "" });
  });

  it("goes the other way with --reverse", async () => {
    const cwd = createProject(changed);
    const { stdout, stderr } = await runLine("diff --against git:main --reverse", { cwd });
    expect(stdout).toContain("table-dropped   shop.users");
    expect(stdout).toContain("column-dropped  shop.products.cost");
    expect(stderr).toContain("from definitions/shop to main");
  });

  it("takes a keyspace that was not there, beside one that was, for a new one", async () => {
    const cwd = createProject({ "definitions/crm/people.json": table("people", {}) });
    const outcome = await runLine("diff --against git:main --definitions definitions --keyspace crm", { cwd });
    expect(outcome.stdout).toBe("table-added  crm.people    breaks nothing\n");
    expect(outcome.stderr).toContain("! main has no definitions of crm: the keyspace is new");
    const told = await runLine("diff --against git:main --definitions definitions --keyspace crm --json", { cwd });
    expect(documentOf(told).keyspaces[0]?.warnings).toMatchObject([{ code: "no-definitions" }]);
  });

  describe("with a folder that was not there then", () => {
    const move = (cwd: string, from: string, to: string): void => {
      mkdirSync(join(cwd, dirname(to)), { recursive: true });
      renameSync(join(cwd, from), join(cwd, to));
    };

    it("fails, and names the old place, whatever --fail-on says", async () => {
      const cwd = createProject();
      move(cwd, "definitions", "database");
      const line = "diff --against git:main --definitions database --fail-on data";
      const { code, stdout, stderr } = await runLine(line, { cwd });
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain("main has no definitions of shop in database/shop [no-definitions]");
      expect(stderr).toContain("→ name their old folder: --against git:main:definitions/shop");
    });

    it("fails as well where another keyspace stays beside the old place", async () => {
      const cwd = createProject({ "other/crm/people.json": table("people", {}) });
      commit(cwd);
      move(cwd, "other/crm", "definitions/crm");
      const { code, stderr } = await runLine("diff --against git:HEAD --definitions definitions", { cwd });
      expect(code).toBe(2);
      expect(stderr).toContain("--against git:HEAD:other/crm");
    });

    it("fails where there were definitions elsewhere, and names them", async () => {
      const cwd = createProject({ "database/crm/people.json": table("people", {}) });
      const { code, stderr } = await runLine("diff --against git:main --definitions database", { cwd });
      expect(code).toBe(2);
      expect(stderr).toContain("→ name their old folder: --against git:main:definitions/shop");
    });

    it("fails where there was nothing at all then", async () => {
      const cwd = createTemporaryFolder();
      writeTree(cwd, { "notes.txt": "no definitions" });
      execFileSync("git", ["init", "--quiet", "--initial-branch=main"], { cwd });
      commit(cwd);
      writeTree(cwd, start);
      const { code, stderr } = await runLine("diff --against git:main --fail-on none", { cwd });
      expect(code).toBe(2);
      expect(stderr).toContain("main has no definitions at all; choose another revision");
    });

    test.each(["definitions", "definitions/shop", "./definitions"])("compares with git:main:%s", async (old) => {
      const cwd = createProject();
      move(cwd, "definitions", "database");
      writeTree(cwd, { "database/shop/products.json": changed["definitions/shop/products.json"] });
      const line = `diff --against git:main:${old} --definitions database/shop --fail-on data`;
      const { code, stdout, stderr } = await runLine(line, { cwd });
      expect(stdout).toContain("column-dropped  shop.products.price");
      expect(stderr).toContain(`from main:${old} to database/shop`);
      expect(code).toBe(1);
    });

    test.each(["packages/db/old", "./old", "../db/old", "../../packages/db/old/shop"])(
      "compares with git:main:%s from a folder of the repository",
      async (old) => {
        const root = createProject({ "packages/db/old/shop/orders.json": table("orders", { total: "int" }) });
        commit(root);
        const cwd = join(root, "packages/db");
        writeTree(cwd, { "new/shop/orders.json": table("orders", {}) });
        const { stdout } = await runLine(`diff --against git:main:${old} --definitions new`, { cwd });
        expect(stdout).toMatch(/^column-dropped {2}shop\.orders\.total /);
        const here = { cwd: join(cwd, "old") };
        const same = await runLine("diff --against git:main:. --definitions ../new", here);
        expect(same.stdout).toBe(stdout);
      },
    );

    test.each(["git:", "git:main:", "git::definitions"])("takes %s for a mistake", async (word) => {
      const { code, stderr } = await runLine(`diff --against ${word}`, { cwd: createProject() });
      expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("[usage]") as string });
    });
  });

  describe("with a keyspace whose folder is gone", () => {
    const both = {
      ...start,
      "definitions/crm/people.json": table("people", {}),
      "definitions/notes/package.json": "{}",
    };
    const gone = "table-dropped  crm.people    breaks code, reads, writes, wire, data\n";

    it("sees its tables dropped", async () => {
      const cwd = createProject(both);
      commit(cwd);
      rmSync(join(cwd, "definitions", "crm"), { recursive: true });
      rmSync(join(cwd, "definitions", "notes"), { recursive: true });
      for (const more of ["", " --definitions definitions", " --fail-on data"]) {
        const { code, stdout } = await runLine(`diff --against git:HEAD${more}`, { cwd });
        expect({ code, stdout }).toEqual({ code: 1, stdout: gone });
      }
      const told = documentOf(await runLine("diff --against git:HEAD --json", { cwd }));
      expect(told.keyspaces.map(({ keyspace, definitions }) => `${keyspace} ${definitions}`)).toEqual([
        "shop definitions/shop",
        "crm definitions/crm",
      ]);
      // Who names a keyspace, or the folder of one, asks for no other.
      expect((await runLine("diff --against git:HEAD --keyspace shop", { cwd })).code).toBe(0);
      expect((await runLine("diff --against git:HEAD --definitions definitions/shop", { cwd })).code).toBe(0);
    });

    it("sees its tables dropped where keyspaces are folders of the repository itself", async () => {
      const keyspaces = { shop: { ...shop, definitions: "shop" } };
      const cwd = createProject({
        "shop/orders.json": table("orders", {}),
        "crm/people.json": table("people", {}),
        "colonnade.config.json": JSON.stringify({ keyspaces }),
      });
      commit(cwd);
      rmSync(join(cwd, "crm"), { recursive: true });
      const { code, stdout } = await runLine("diff --against git:HEAD", { cwd });
      expect({ code, stdout }).toEqual({ code: 1, stdout: gone });
    });

    it("sees them dropped against a folder, too", async () => {
      const cwd = createProject();
      writeTree(
        cwd,
        Object.fromEntries(Object.entries(both).map(([path, text]) => [path.replace(/^definitions/, "old"), text])),
      );
      rmSync(join(cwd, "old", "notes"), { recursive: true });
      expect(await runLine("diff --against old", { cwd })).toMatchObject({ code: 1, stdout: gone });
    });
  });

  it("tells a mistake of then with the revision", async () => {
    const cwd = createProject();
    writeTree(cwd, { "definitions/shop/orders.json": '{ "name": 1 }' });
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@b", "commit", "--quiet", "-am", "bad"], {
      cwd,
      stdio: "pipe",
    });
    writeTree(cwd, start);
    const { code, stderr } = await runLine("diff --against git:HEAD", { cwd });
    expect(code).toBe(2);
    expect(stderr).toMatch(/HEAD:.*orders\.json:1:11/);
  });
});

describe("a new name", () => {
  it("of a key column loses nothing, and comes with the statement that renames it", async () => {
    const renamed = JSON.parse(start["definitions/shop/products.json"]) as TableDefinition;
    const columns = renamed.columnDefinitions.map((column) =>
      column.name === "id" ? { ...column, name: "sku" } : column,
    );
    const now = { ...renamed, columnDefinitions: columns, primaryKey: { partitionKey: ["sku"] } };
    const cwd = createProject({ "definitions/shop/products.json": JSON.stringify(now) });
    const { code, stdout, stderr } = await runLine("diff --against git:main --fail-on data", { cwd });
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: "column-renamed  shop.products.id  id → sku  breaks code, reads, writes, wire\n",
    });
    expect(stderr).toContain("shop.products.id: ALTER TABLE shop.products RENAME id TO sku;\n");
    const told = documentOf(await runLine("diff --against git:main --json", { cwd }));
    const command = "colonnade rename shop.products.id sku --in-database";
    expect(told.keyspaces[0]?.changes).toMatchObject([{ cql: "ALTER TABLE shop.products RENAME id TO sku", command }]);
    expect(stderr).toContain(
      `shop.products.id: ${command} makes the change in definitions that still have the old name`,
    );
    const { stdout: markdown } = await runLine("diff --against git:main --format markdown", { cwd });
    expect(markdown).toContain("- `shop.products.id`: `ALTER TABLE shop.products RENAME id TO sku;`");
  });

  const forms = ["--format text", "--format cql", "--reporter junit"];
  it.each(forms)("of another column may be another column: both ways are shown with %s", async (form) => {
    const cwd = createProject(changed);
    const { stderr } = await runLine(`diff --against git:main ${form}`, { cwd });
    expect(stderr).toContain(
      "shop.products.price: if it was renamed to cost, add that column, copy the values, then drop price: the database cannot rename it; if cost is a new column, the values of price are lost",
    );
  });
});

describe("colonnade diff --fail-on", () => {
  test.each([
    ["any", 1],
    ["code", 1],
    ["data", 1],
    ["wire,data", 1],
    ["none", 0],
  ])("%s exits with %d", async (classes, code) => {
    const cwd = createProject(changed);
    expect((await runLine(`diff --against git:main --fail-on ${classes}`, { cwd })).code).toBe(code);
  });

  it("lets through what breaks other things", async () => {
    const cwd = createProject({
      "definitions/shop/products.json": table("products", { name: "text", price: "decimal" }),
    });
    expect((await runLine("diff --against git:main --fail-on data,writes,wire", { cwd })).code).toBe(0);
    expect((await runLine("diff --against git:main --fail-on reads", { cwd })).code).toBe(1);
  });

  it("says how many changes there are, and how many of them count if not all do", async () => {
    const one = createProject({ "definitions/shop/users.json": table("users", {}) });
    const say = async (cwd: string, line: string): Promise<string | undefined> =>
      (await runLine(`diff --against git:main ${line}`, { cwd })).stderr.trimEnd().split("\n").at(-1);
    expect(await say(one, "")).toBe("✖ 1 change from main to definitions/shop [different]");
    expect(await say(one, "--fail-on data")).toBe("1 change from main to definitions/shop");
    const failed = "✖ 4 changes from main to definitions/shop, 1 of which matches --fail-on [different]";
    expect(await say(createProject(changed), "--fail-on writes")).toBe(failed);
    const { code, stdout } = await runLine("diff --against git:main --fail-on data --json", { cwd: one });
    expect(code).toBe(0);
    expect(documentOf({ code, stdout, stderr: "" })).toMatchObject({ failing: false });
  });

  test.each(["coed", "any,data", "code,"])("%s is a mistake", async (classes) => {
    const { code, stderr } = await runLine(`diff --against git:main --fail-on ${classes}`, { cwd: createProject() });
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("[usage]") as string });
  });
});

describe("colonnade diff --format markdown", () => {
  it("shows names on one line, without characters that turn text around", () => {
    expect(plainLine("price\u202e\u001b[31m\r\nname\u2066\u200f")).toBe("price [31m name ");
  });

  it("is a table for a pull request, whatever names and texts hold", async () => {
    const odd = "| `x` |\n\n# <b>";
    const cwd = createProject({
      "definitions/shop/orders.json": table("orders", {}, { description: odd }),
      "definitions/shop/products.json": changed["definitions/shop/products.json"],
    });
    const { stdout, stderr, code } = await runLine("diff --against git:main --format markdown", { cwd });
    expect(code).toBe(1);
    // What to do is in the document, and is not said again.
    expect(stderr).toBe("✖ 4 changes from main to definitions/shop [different]\n");
    const lines = stdout.split("\n");
    expect(lines.slice(0, 6)).toEqual([
      "From `main` to `definitions/shop`.",
      "",
      "### `shop`: 4 changes",
      "",
      "| change | where | before | after | breaks |",
      "| --- | --- | --- | --- | --- |",
    ]);
    expect(lines).toContain("| description | `shop.orders` | | ``\\| `x` \\| # <b>`` | nothing |");
    expect(lines).toContain("| column-added | `shop.products.cost` | | `decimal` | code |");
    expect(lines).toContain(`- \`column-dropped\`: ${breakageRules["column-dropped"].way}`);
  });

  it("names a folder as it is, outside of cells", async () => {
    const cwd = createProject({ "a|b/shop/products.json": start["definitions/shop/products.json"] });
    const { stdout } = await runWords(["diff", "--against", "a|b", "--format", "markdown"], { cwd });
    expect(stdout).toMatch(/^From `a\|b` to `definitions\/shop`\.$/m);
  });

  it("says that nothing changed", async () => {
    const { stdout } = await runLine("diff --against git:main --format markdown", { cwd: createProject() });
    expect(stdout).toContain("### `shop`: no changes");
  });
});

describe("colonnade diff --json", () => {
  it("is what its JSON Schema says", async () => {
    const outcome = await runLine("diff --against git:main --json --fail-on writes", { cwd: createProject(changed) });
    const products = join("definitions", "shop", "products.json");
    const told = (kind: keyof typeof breakageRules, file = products): object => {
      const { means, way } = breakageRules[kind];
      return { kind, file, line: 1, means, ...(way !== undefined && { way }) };
    };
    expect(documentOf(outcome)).toEqual({
      before: "main",
      after: "definitions/shop",
      failing: true,
      keyspaces: [
        {
          keyspace: "shop",
          definitions: "definitions/shop",
          changes: [
            { ...told("column-added"), place: "shop.products.cost", after: "decimal", breaks: ["code"] },
            {
              ...told("column-dropped"),
              ...{ place: "shop.products.price", before: "decimal", breaks: [...breakages] },
              possibleNewNames: ["cost"],
              columns: { "products.cost": { name: "price" } },
            },
            { ...told("index-dropped"), place: "shop.products.name", before: "full", breaks: ["code", "reads"] },
            { ...told("table-added", join("definitions", "shop", "users.json")), place: "shop.users", breaks: [] },
          ],
          unknown: [],
          warnings: [],
        },
      ],
    });
    expect((await runLine("diff --against git:main --json --format markdown", { cwd: createProject() })).code).toBe(2);
  });
});

describe("colonnade diff --against DIR", () => {
  it("takes a keyspace's folder, or a folder of such folders", async () => {
    const cwd = createProject({ ...changed, "old/shop/products.json": start["definitions/shop/products.json"] });
    for (const folder of ["old", "old/shop"]) {
      const { stdout } = await runWords(["diff", "--against", folder], { cwd });
      expect(stdout).toContain("table-added     shop.orders");
      expect(stdout).toContain("column-dropped  shop.products.price");
    }
    expect((await runWords(["diff", "--against", "nowhere"], { cwd })).stderr).toContain("[no-definitions]");
  });
});

describe("what the config says otherwise", () => {
  const configured = (settings: object): string => JSON.stringify({ keyspaces: { shop: { ...shop, ...settings } } });

  it("is followed: a table without bindings is in nobody's code", async () => {
    const config = configured({ exclude: ["products"] });
    const cwd = createProject({ ...changed, "colonnade.config.json": config });
    const { stdout } = await runLine("diff --against git:main", { cwd });
    expect(stdout).toContain("decimal  breaks reads, writes, wire, data");
  });

  it("is followed: a type of one's own is no text", async () => {
    const price = {
      "definitions/shop/products.json": table(
        "products",
        { name: "text", price: "text" },
        { indexes: [{ column: "name" }] },
      ),
    };
    const money = { decimal: { codec: "money", type: "Money", from: "./money.ts" } };
    const cwd = createProject(price);
    expect((await runLine("diff --against git:main", { cwd })).stdout).toContain("text  breaks reads,");
    writeTree(cwd, { "colonnade.config.json": configured({ types: money }) });
    expect((await runLine("diff --against git:main", { cwd })).stdout).toContain("text  breaks code, reads,");
  });

  it("names that meet rename what stays", async () => {
    const columns = { name: "text", price: "decimal", Price: "decimal" };
    const text = table("products", columns, { indexes: [{ column: "name" }] });
    const { stdout } = await runLine("diff --against git:main", {
      cwd: createProject({ "definitions/shop/products.json": text }),
    });
    expect(stdout).toMatch(/^member-renamed {2}shop\.products\.price {2}price → price\w+ +breaks code$/m);
    expect(stdout).toMatch(/^api-name {8}shop\.products\.price {2}price → price\w+ +breaks reads, writes, wire$/m);
  });
});

describe("what comes beside a table or a field of almost the same name", () => {
  const address = (...names: readonly string[]): string =>
    JSON.stringify({ name: "address", fields: names.map((name) => ({ name, typeDefinition: "text" })) });

  it("renames it, in the bindings and in GraphQL", async () => {
    const cwd = createProject({ "definitions/shop/orders2.json": table("Orders", {}) });
    const { stdout } = await runLine("diff --against git:main", { cwd });
    expect(stdout).toMatch(/^member-renamed {2}shop\.orders {2}OrdersRow → \w+Row +breaks code$/m);
    expect(stdout).toMatch(/^api-name {8}shop\.orders {2}Orders → \w+ +breaks reads, writes, wire$/m);
    // A rule for the row alone does not keep the other names.
    const settings = { definitions: "definitions/shop", output: "db", tables: { orders: { row: "Order" } } };
    writeTree(cwd, { "colonnade.config.json": JSON.stringify({ keyspaces: { shop: settings } }) });
    const kept = await runLine("diff --against git:main", { cwd });
    expect(kept.stdout).toMatch(/^member-renamed {2}shop\.orders {2}OrdersTypes → \w+Types +breaks code$/m);
  });

  it("renames a field as well", async () => {
    const cwd = createProject({
      "old/shop/orders.json": start["definitions/shop/orders.json"],
      "old/shop/products.json": start["definitions/shop/products.json"],
      "old/shop/types/address.json": address("zip_code"),
      "definitions/shop/types/address.json": address("zip_code", "zipCode"),
    });
    const { stdout } = await runLine("diff --against old", { cwd });
    expect(stdout).toMatch(/^member-renamed {2}shop\.types\/address\.zip_code {2}zipCode → \w+ +breaks code$/m);
    expect(stdout).toMatch(
      /^api-name {8}shop\.types\/address\.zip_code {2}zipCode → \w+ +breaks reads, writes, wire$/m,
    );
  });
});

describe("colonnade diff --remember", () => {
  it("remembers a dropped column, so that another of its name is told", async () => {
    const cwd = createProject(changed);
    const { stderr } = await runLine("diff --against git:main --remember", { cwd });
    expect(stderr).toContain("remembered shop.products.price in definitions/shop/.dropped.json");
    writeTree(cwd, {
      "old/shop/products.json": changed["definitions/shop/products.json"],
      "definitions/shop/products.json": table("products", { name: "text", cost: "decimal", price: "text" }),
    });
    const { stdout } = await runLine("diff --against old", { cwd });
    expect(stdout).toContain("column-readded  shop.products.price  decimal → text  breaks code, data");
    expect((await runLine("diff --against git:main --remember", { cwd: createProject() })).stderr).not.toContain(
      "remembered",
    );
  });

  it("remembers no column of a view, of which the database keeps none", async () => {
    const view = (columns: Readonly<Record<string, string>>): string =>
      table(
        "by_name",
        { name: "text", ...columns },
        {
          viewOf: "products",
          primaryKey: { partitionKey: ["name"], clusteringKey: ["id"] },
        },
      );
    const cwd = createProject({
      "old/shop/products.json": start["definitions/shop/products.json"],
      "old/shop/by_name.json": view({ price: "decimal" }),
      "definitions/shop/by_name.json": view({}),
    });
    const { stdout, stderr } = await runLine("diff --against old --remember", { cwd });
    expect(stdout).toContain("column-dropped  shop.by_name.price");
    expect(stderr).not.toContain("remembered");
    expect(readTree(cwd)["definitions/shop/.dropped.json"]).toBeUndefined();
  });
});

describe("colonnade diff --remember --reverse", () => {
  it("is refused: a column that only the definitions have was not dropped from the database", async () => {
    const cwd = createProject(changed);
    const { code, stderr } = await runLine("diff --against git:main --reverse --remember", { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain("✖ --remember and --reverse cannot be combined [usage]\n→ ");
    expect(readTree(cwd)["definitions/shop/.dropped.json"]).toBeUndefined();
  });
});

describe("colonnade diff --against live", () => {
  it("is the default where a service is named, and takes what REST does not tell from the definitions", async () => {
    const cwd = createProject();
    const stopping = new AbortController();
    let stdout = "";
    let begun = (): void => undefined;
    const listening = new Promise<void>((resolve) => (begun = resolve));
    const sink = { write: (text: string): void => ((stdout += text), begun()) };
    const line = "serve --port 0 --keyspace shop --definitions definitions/shop --data data";
    const ended = runLine(line, { cwd, env: user, stdout: sink, signal: stopping.signal });
    await Promise.race([listening, ended]);
    try {
      const env = { ...user, COLONNADE_URL: stdout.trim() };
      const same = await runLine("diff", { cwd, env });
      expect(same).toMatchObject({
        code: 0,
        stdout: "",
        stderr: "no changes from the live database to definitions/shop\n",
      });
      writeTree(cwd, {
        "definitions/shop/orders.json": table("orders", { total: "decimal" }, { description: "New." }),
      });
      rmSync(join(cwd, "definitions", "shop", "products.json"));
      const other = await runLine("diff", { cwd, env });
      expect(other.stdout.trimEnd().split("\n")).toEqual([
        "column-added   shop.orders.total  decimal  breaks code",
        "table-dropped  shop.products               breaks code, reads, writes, wire, data",
      ]);
      writeTree(cwd, { "definitions/crm/people.json": table("people", {}) });
      const beside = await runLine("diff --definitions definitions", { cwd, env });
      expect(beside.stdout).toContain("table-added    crm.people                  breaks nothing\n");
      expect(beside.stderr).toContain('! the service has no keyspace "crm": the keyspace is new\n→ existing: shop\n');
      const alone = await runLine("diff --definitions definitions --keyspace crm --fail-on none", { cwd, env });
      expect(alone).toMatchObject({ code: 3, stdout: "" });
      expect(alone.stderr).toContain('✖ the service has no keyspace "crm" [unknown-keyspace]\n');
      const refused = await runLine("diff", { cwd, env: { ...env, COLONNADE_PASSWORD: "guessed wrong" } });
      expect(refused).toMatchObject({ code: 3, stdout: "" });
    } finally {
      stopping.abort();
      await ended;
    }
  });

  it("is no default where nothing names one", async () => {
    const { code, stderr } = await runLine("diff", { cwd: createProject() });
    expect(code).toBe(2);
    expect(stderr).toContain("→ --against git:HEAD, --against DIR, --from schema.cql, or --url");
  });
});

describe("docs/ci-and-drift.md", () => {
  const text = readFileSync(join(repository, "docs/ci-and-drift.md"), "utf8");
  test.each(Object.entries(breakageRules))("has a line on %s, which is right", (kind, rule) => {
    expect(text.split("\n")).toContain(printRuleRow(kind, rule));
  });

  it("has a line on every class", () => {
    const [, section = ""] = text.split("## The classes\n");
    const [own = ""] = section.split("\n## ");
    expect([...own.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)).toEqual([...breakages]);
  });
});
