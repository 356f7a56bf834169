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
