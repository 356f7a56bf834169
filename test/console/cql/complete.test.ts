/** What is offered where `|` stands. */
import { describe, expect, it, test } from "vitest";
import { complete } from "../../../src/console/cql/complete.ts";
import { functionNames, optionNames } from "../../../src/console/cql/known-names.ts";
import { expectedAt } from "../../../src/cql/grammar/index.ts";
import { openCql } from "../../cql/run-cql.ts";
import { keyspaceOf } from "../../support/keyspaces.ts";

const shop = keyspaceOf(
  "shop",
  [
    {
      name: "products",
      columnDefinitions: [
        { name: "id", typeDefinition: "uuid" },
        { name: "Name", typeDefinition: "text" },
        { name: "order", typeDefinition: "int" },
      ],
      primaryKey: { partitionKey: ["id"] },
    },
    {
      name: "orders",
      columnDefinitions: [
        { name: "id", typeDefinition: "timeuuid" },
        { name: "total", typeDefinition: "decimal" },
      ],
      primaryKey: { partitionKey: ["id"] },
    },
  ],
  [{ name: "address", fields: [{ name: "street", typeDefinition: "text" }] }],
);

async function labels(marked: string, keyspace: string | undefined = "shop"): Promise<readonly string[]> {
  const offset = marked.indexOf("|");
  const find = (name: string) => Promise.resolve(name === "shop" ? shop : undefined);
  const options = await complete(expectedAt(marked.replace("|", ""), offset), {
    keyspace,
    keyspaces: ["shop", "More"],
    find,
  });
  return options.map(({ label }) => label);
}

describe("what is offered", () => {
  test.each([
    ["keywords", "SELECT * FROM products |", ["WHERE", "LIMIT"]],
    ["tables and keyspaces", "SELECT * FROM |", ["products", "orders", "shop", '"More"']],
    ["columns of the table that the statement names", "SELECT | FROM products", ["id", '"Name"', '"order"', "count"]],
    ["columns of all tables as long as it names none", "SELECT |", ["id", '"Name"', "total"]],
    ["types", "CREATE TABLE t (a |", ["int", "uuid", "address", "FROZEN"]],
    ["options", "CREATE TABLE t (a int PRIMARY KEY) WITH |", ["comment", "gc_grace_seconds"]],
  ])("%s: %s", async (_what, marked, expected) => {
    expect(await labels(marked)).toEqual(expect.arrayContaining(expected));
  });

  it("are the names of the keyspace that stands before them, or none", async () => {
    expect(await labels("SELECT * FROM shop.|", undefined)).toEqual(["products", "orders"]);
    expect(await labels("SELECT * FROM elsewhere.|")).toEqual([]);
    expect(await labels("SELECT * FROM 'a|")).toEqual([]);
  });

  it("is a name once, with the columns of no other table", async () => {
    const found = await labels("SELECT | FROM orders");
    expect(found.filter((label) => label === "id")).toHaveLength(1);
    expect(found).not.toContain('"Name"');
  });
});

describe("names that are the same everywhere", () => {
  test.each(functionNames)("the function %s is known to statements", async (name) => {
    const cql = await openCql("CREATE TABLE k.t (a int PRIMARY KEY);");
    const message = await cql.run(`SELECT ${name}(a, a, a, a, a) FROM t`).then(
      () => "",
      (error: unknown) => String(error),
    );
    expect(message).not.toMatch(/Unknown function/i);
  });

  it("that is no function is refused in these words", async () => {
    const cql = await openCql("CREATE TABLE k.t (a int PRIMARY KEY);");
    expect(await cql.error("SELECT no_such(a) FROM t")).toMatch(/Unknown function/i);
  });

  test.each(optionNames)("the option %s is known to statements", async (name) => {
    const cql = await openCql("CREATE TABLE k.t (a int PRIMARY KEY);");
    const message = await cql.run(`ALTER TABLE t WITH ${name} = 'x'`).then(
      () => "",
      (error: unknown) => String(error),
    );
    expect(message).not.toMatch(/Unknown property/i);
  });
});
