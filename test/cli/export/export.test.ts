/** `export`: definitions as CQL, which `introspect` reads back. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { shapes } from "../../../schemas/json-schemas.ts";
import { createTemporaryFolder, readTree, writeTree } from "../../support/temporary-folder.ts";
import { runLine } from "../run-line.ts";
import type { Outcome } from "../run-line.ts";

const examples = join(import.meta.dirname, "../../../examples");
let cwd = "";

const run = (line: string): Promise<Outcome> => runLine(line, { cwd });

describe("export", () => {
  beforeEach(() => {
    cwd = createTemporaryFolder();
    writeTree(cwd, {
      "definitions/shop/notes.json": JSON.stringify({
        name: "notes",
        columnDefinitions: [
          { name: "id", typeDefinition: "uuid", static: false },
          { name: "body", typeDefinition: "text", static: false },
        ],
        primaryKey: { partitionKey: ["id"] },
        indexes: [{ column: "body", name: "by_body" }],
      }),
    });
  });

  it("prints statements that cqlsh can run, in their order", async () => {
    const { code, stdout } = await run("export --cql --definitions definitions --replication 3");
    expect(code).toBe(0);
    expect(stdout).toBe(
      `CREATE KEYSPACE IF NOT EXISTS shop WITH replication = {'class': 'NetworkTopologyStrategy', 'replication_factor': 3};
CREATE TABLE IF NOT EXISTS shop.notes (
  id uuid,
  body text,
  PRIMARY KEY ((id))
);
CREATE INDEX IF NOT EXISTS by_body ON shop.notes (full(body));
`.replace("full(body)", "body"),
    );
  });

  it("prints them with --json as its schema says", async () => {
    const { stdout } = await run("export --json --definitions definitions");
    const printed = shapes["export-output.schema.json"].parse(JSON.parse(stdout));
    expect(printed.keyspaces[0]?.statements).toHaveLength(3);
  });

  it.each(["shop", "every-type", "videos"])("of the example %s is what introspect reads back", async (example) => {
    const definitions = join(examples, example, "definitions");
    const { stdout, code } = await run(`export --definitions ${definitions}`);
    expect(code).toBe(0);
    for (const keyspace of new Set([...stdout.matchAll(/KEYSPACE IF NOT EXISTS (\w+)/g)].map(([, name]) => name))) {
      writeTree(cwd, { "schema.cql": stdout });
      const read = await run(`introspect --from schema.cql --keyspace ${keyspace} --output read`);
      expect(read).toMatchObject({ code: 0 });
      const again = await run(`export --definitions read/${keyspace}`);
      writeTree(cwd, { "schema.cql": again.stdout });
      const once = readTree(join(cwd, "read"));
      expect(await run(`introspect --from schema.cql --keyspace ${keyspace} --output read`)).toMatchObject({ code: 0 });
      expect(readTree(join(cwd, "read"))).toEqual(once);
    }
  });
});

describe("introspect --from a file", () => {
  beforeEach(() => (cwd = createTemporaryFolder()));

  it("writes the definitions of its only keyspace", async () => {
    writeTree(cwd, { "schema.cql": "CREATE TABLE shop.notes (id int PRIMARY KEY, body text);" });
    const { code, stderr } = await run("introspect --from schema.cql --output definitions");
    expect(stderr).toContain("1 table → definitions/shop");
    expect(code).toBe(0);
    expect(JSON.parse(readFileSync(join(cwd, "definitions/shop/notes.json"), "utf8"))).toMatchObject({ name: "notes" });
  });

  it("says why it needs a keyspace", async () => {
    writeTree(cwd, { "schema.cql": "CREATE TABLE notes (id int PRIMARY KEY, body text);" });
    const { code, stderr } = await run("introspect --from schema.cql --output definitions");
    expect(code).toBe(2);
    expect(stderr).toContain("--keyspace is missing, and schema.cql names no keyspace: no USE, and no table such as");
  });

  it("records the columns that the file drops, and compares with the file", async () => {
    const text = "CREATE TABLE shop.notes (id int PRIMARY KEY, body text); ALTER TABLE shop.notes DROP body;";
    writeTree(cwd, { "schema.cql": text });
    expect(await run("introspect --from schema.cql --output definitions")).toMatchObject({ code: 0 });
    expect(JSON.parse(readFileSync(join(cwd, "definitions/shop/.dropped.json"), "utf8"))).toEqual([
      { table: "notes", column: "body", type: "text", static: false },
    ]);
    expect(await run("diff --from schema.cql --definitions definitions")).toMatchObject({ code: 0 });
  });

  it("takes a changed comment of a table, and keeps a description where there is none", async () => {
    const create = "CREATE TABLE shop.notes (id int PRIMARY KEY)";
    const describe = async (comment: string): Promise<unknown> => {
      writeTree(cwd, { "schema.cql": `${create}${comment};` });
      expect(await run("introspect --from schema.cql --output definitions")).toMatchObject({ code: 0 });
      const file = readFileSync(join(cwd, "definitions/shop/notes.json"), "utf8");
      return (JSON.parse(file) as { readonly description?: unknown }).description;
    };
    expect(await describe(" WITH comment = 'old'")).toBe("old");
    expect(await describe(" WITH comment = 'new'")).toBe("new");
    expect(await run("diff --from schema.cql --definitions definitions")).toMatchObject({ code: 0 });
    expect(await describe("")).toBe("new");
  });

  it("asks which of several keyspaces is meant", async () => {
    writeTree(cwd, { "schema.cql": "CREATE TABLE a.t (id int PRIMARY KEY); CREATE TABLE b.t (id int PRIMARY KEY);" });
    const { code, stderr } = await run("introspect --from schema.cql --output definitions");
    expect(code).toBe(2);
    expect(stderr).toContain("schema.cql has several keyspaces");
    expect(stderr).toContain("--keyspace a or --keyspace b");
  });

  it("shows the line that cannot be read", async () => {
    writeTree(cwd, { "schema.cql": "USE shop;\nCREATE TABEL notes (id int);\n" });
    const { code, stderr } = await run("introspect --from schema.cql --output definitions");
    expect(code).toBe(2);
    expect(stderr).toContain("schema.cql:2:1");
    expect(stderr).toContain("> 2 | CREATE TABEL notes (id int);");
    expect(stderr).toContain("did you mean CREATE TABLE?");
  });

  it("says how to make a file that is not there", async () => {
    const { code, stderr } = await run("introspect --from schema.cql --output definitions");
    expect(code).toBe(2);
    expect(stderr).toContain("schema.cql does not exist");
    expect(stderr).toContain('cqlsh -e "DESCRIBE KEYSPACE shop" > schema.cql');
  });
});
