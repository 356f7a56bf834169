/** What `colonnade diff` compares with. */
import { describe, expect, it } from "vitest";
import { Flags } from "../../../src/cli/arguments/command.ts";
import { chooseSources } from "../../../src/cli/database/choose-sources.ts";
import { createTemporaryFolder, writeTree } from "../../support/temporary-folder.ts";
import { runLine } from "../run-line.ts";

const table = (name: string): string =>
  JSON.stringify({
    name,
    columnDefinitions: [{ name: "id", typeDefinition: "uuid" }],
    primaryKey: { partitionKey: ["id"] },
  });

function createProject(): string {
  const cwd = createTemporaryFolder();
  writeTree(cwd, {
    "definitions/crm/people.json": table("people"),
    "definitions/shop/orders.json": table("orders"),
    "schema.cql": "CREATE TABLE shop.orders (id uuid PRIMARY KEY);",
  });
  return cwd;
}

describe("a keyspace that the database does not have", () => {
  it("is new beside one that it has", async () => {
    const cwd = createProject();
    const { code, stdout, stderr } = await runLine("diff --from schema.cql --definitions definitions", { cwd });
    expect(stdout).toBe("table-added  crm.people    breaks nothing\n");
    expect(stderr).toContain("! schema.cql has nothing of the keyspace crm: the keyspace is new\n→ it has: shop\n");
    expect(code).toBe(1);
  });

  it("stops the comparison on its own: a gate that compares with nothing would let everything pass", async () => {
    const cwd = createProject();
    const line = "diff --from schema.cql --definitions definitions --keyspace crm --fail-on data";
    const { code, stdout, stderr } = await runLine(line, { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("✖ schema.cql has nothing of the keyspace crm [cql-no-keyspace]\n");
  });
});

describe("a folder", () => {
  it("has a new keyspace as a database does: it is new beside one that the folder has", async () => {
    const cwd = createProject();
    writeTree(cwd, { "old/shop/orders.json": table("orders") });
    const { code, stdout, stderr } = await runLine("diff --against old --definitions definitions", { cwd });
    expect(stdout).toBe("table-added  crm.people    breaks nothing\n");
    expect(stderr).toContain("! old has no keyspace crm: the keyspace is new\n→ existing keyspaces: shop\n");
    expect(code).toBe(1);
    const alone = await runLine("diff --against old --definitions definitions --keyspace crm", { cwd });
    expect([alone.code, alone.stdout]).toEqual([2, ""]);
    expect(alone.stderr).toContain("✖ old has no keyspace crm [unknown-keyspace]\n");
  });

  it("of one keyspace is compared with that one, not with all", async () => {
    const cwd = createProject();
    writeTree(cwd, { "old/shop/orders.json": table("orders") });
    const { stdout } = await runLine("diff --against old/shop --definitions definitions", { cwd });
    expect(stdout).toBe("table-added  crm.people    breaks nothing\n");
  });

  it("of one keyspace is compared with a single keyspace of any name", async () => {
    const cwd = createProject();
    writeTree(cwd, { "old/orders.json": table("orders") });
    const { code, stdout } = await runLine("diff --against old --definitions definitions --keyspace shop", { cwd });
    expect([code, stdout]).toEqual([0, ""]);
  });

  it("has a keyspace of which only the dropped columns are left in the definitions", async () => {
    const cwd = createProject();
    writeTree(cwd, {
      "old/shop/orders.json": table("orders"),
      "old/crm/people.json": table("people"),
      "old/cms/pages.json": table("pages"),
      "definitions/cms/.dropped.json": "[]",
    });
    const { stdout } = await runLine("diff --against old --definitions definitions", { cwd });
    expect(stdout).toBe("table-dropped  cms.pages    breaks code, reads, writes, wire, data\n");
  });
});

describe("a flag without effect is refused", () => {
  const old = "--against old --definitions definitions";
  it.each([
    [`diff ${old} --url http://127.0.0.1:1`, "--url and --against old cannot be combined"],
    [`diff ${old} --from cql`, "--from and --against old cannot be combined"],
    [`diff ${old} --tls`, "--tls and --against old cannot be combined"],
    ["diff --against git:HEAD --profile stargate", "--profile and --against git:HEAD cannot be combined"],
    ["diff --contact-points 127.0.0.1:1 --url http://127.0.0.1:1", "--url applies to a service, but a cluster is used"],
    [
      "diff --from schema.cql --rest-url http://127.0.0.1:1",
      "--rest-url applies to a service, but the tables are read from schema.cql",
    ],
  ])("%s", async (line, message) => {
    const cwd = createProject();
    writeTree(cwd, { "old/shop/orders.json": table("orders"), "old/crm/people.json": table("people") });
    const definitions = line.includes("--definitions") ? "" : " --definitions definitions";
    const { code, stderr } = await runLine(line + definitions, { cwd });
    expect(stderr).toContain(`✖ ${message} [usage]\n→ `);
    expect(code).toBe(2);
  });
});

describe("--from", () => {
  it("may name a file twice, but not two files", async () => {
    const cwd = createProject();
    const line = "diff --definitions definitions --keyspace shop --from";
    expect(await runLine(`${line} schema.cql,./schema.cql`, { cwd })).toMatchObject({ code: 0, stdout: "" });
    expect((await runLine(`${line} schema.cql,b.cql`, { cwd })).stderr).toContain(
      "✖ --from can name one .cql file [usage]\n→ join them: cat schema.cql b.cql > all.cql\n",
    );
  });

  it("says what to do about a file that cannot be read", async () => {
    const cwd = createProject();
    writeTree(cwd, { "folder.cql/x": "" });
    const { code, stderr } = await runLine("diff --definitions definitions --from folder.cql", { cwd });
    expect(stderr).toContain("✖ folder.cql cannot be read [unreadable]\n→ ");
    expect(code).toBe(4);
  });
});

it("names all sources that are read", () => {
  const io = { stdout: { write: () => undefined }, stderr: { write: () => undefined }, env: {}, cwd: createProject() };
  const nameOf = (from?: string): string => chooseSources(new Flags({ from }), io, undefined).name;
  expect([nameOf(), nameOf("cql"), nameOf("schema.cql"), nameOf("rest,schema.cql")]).toEqual([
    "the live database",
    "the live database",
    "schema.cql",
    "the live database and schema.cql",
  ]);
});
