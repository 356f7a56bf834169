/** Keyspaces as CQL. Whether a database takes it, `test/cluster/printed-keyspaces.large.test.ts` finds out. */
import { describe, expect, it } from "vitest";
import { orderUserTypes } from "../../src/model/cql-type.ts";
import {
  printAddColumn,
  printAddField,
  printCreateIndex,
  printCreateKeyspace,
  printCreateTable,
  printCreateUserType,
} from "../../src/model/print-cql.ts";
import { nativeTypes } from "../../src/model/index.ts";
import type { TableDefinition } from "../../src/model/index.ts";
import { tableOf, userTypesOf } from "../support/keyspaces.ts";

const definition = (
  columns: Readonly<Record<string, string>>,
  more: Partial<TableDefinition> = {},
): TableDefinition => ({
  name: "products",
  columnDefinitions: Object.entries(columns).map(([name, typeDefinition]) => ({ name, typeDefinition })),
  primaryKey: { partitionKey: [Object.keys(columns)[0] ?? ""] },
  ...more,
});

describe("a keyspace", () => {
  it("has as many copies in all data centers, or in each that is named", () => {
    expect(printCreateKeyspace("shop", 3)).toBe(
      "CREATE KEYSPACE IF NOT EXISTS shop WITH replication = {'class': 'NetworkTopologyStrategy', 'replication_factor': 3}",
    );
    expect(printCreateKeyspace("Shop", { "dc'1": 3, dc2: 1 })).toBe(
      `CREATE KEYSPACE IF NOT EXISTS "Shop" WITH replication = {'class': 'NetworkTopologyStrategy', 'dc''1': 3, 'dc2': 1}`,
    );
  });
});

it("has a materialized view of all rows with a key", () => {
  const view = tableOf({
    ...definition({ Country: "text", id: "int", name: "text" }),
    name: "by_country",
    viewOf: "people",
    primaryKey: { partitionKey: ["Country"], clusteringKey: ["id"] },
    tableOptions: { clusteringExpression: [{ column: "id", order: "DESC" }] },
  });
  expect(printCreateTable("shop", view)).toBe(`CREATE MATERIALIZED VIEW IF NOT EXISTS shop.by_country AS
  SELECT "Country", id, name
  FROM shop.people
  WHERE "Country" IS NOT NULL AND id IS NOT NULL
  PRIMARY KEY (("Country"), id) WITH CLUSTERING ORDER BY (id DESC)`);
});

describe("a table", () => {
  it("says its key, order, time to live and comment", () => {
    const table = tableOf({
      ...definition({ a: "int", b: "int", c: "int", d: "int", e: "text" }),
      description: "It's\nhere.",
      primaryKey: { partitionKey: ["a", "b"], clusteringKey: ["c", "d"] },
      columnDefinitions: [
        ...["a", "b", "c", "d"].map((name) => ({ name, typeDefinition: "int" })),
        { name: "e", typeDefinition: "text", static: true },
      ],
      tableOptions: { defaultTimeToLive: 60, clusteringExpression: [{ column: "d", order: "DESC" }] },
    });
    expect(printCreateTable("shop", table)).toBe(`CREATE TABLE IF NOT EXISTS shop.products (
  a int,
  b int,
  c int,
  d int,
  e text static,
  PRIMARY KEY ((a, b), c, d)
) WITH CLUSTERING ORDER BY (c ASC, d DESC)
  AND default_time_to_live = 60
  AND comment = 'It''s
here.'`);
  });

  it("says nothing of what is as usual", () => {
    const table = tableOf(definition({ id: "uuid" }, { description: "" }));
    expect(printCreateTable("shop", table)).toBe(
      "CREATE TABLE IF NOT EXISTS shop.products (\n  id uuid,\n  PRIMARY KEY ((id))\n)",
    );
  });

  it.each([
    ["ASC", 0, ""],
    ["DESC", 0, " WITH CLUSTERING ORDER BY (at DESC)"],
    ["ASC", 1, " WITH default_time_to_live = 1"],
  ] as const)(
    "of which the rows go %s and live %i seconds says what is not usual",
    (order, defaultTimeToLive, options) => {
      const table = tableOf({
        ...definition({ id: "int", at: "int" }),
        primaryKey: { partitionKey: ["id"], clusteringKey: ["at"] },
        tableOptions: { defaultTimeToLive, clusteringExpression: [{ column: "at", order }] },
      });
      expect(printCreateTable("shop", table).split("\n)")[1]).toBe(options);
    },
  );

  it("puts names in quotes where they need them", () => {
    const table = tableOf(
      definition({ Id: "int", "a b": "int", 'say "x"': "int", table: "int", date: "date", _x: "int" }),
    );
    expect(printCreateTable("use", { ...table, name: "select" })).toBe(`CREATE TABLE IF NOT EXISTS "use"."select" (
  "Id" int,
  "a b" int,
  "say ""x""" int,
  "table" int,
  date date,
  "_x" int,
  PRIMARY KEY (("Id"))
)`);
  });
});

describe("a column", () => {
  const userTypes = userTypesOf([
    { name: "date", fields: [{ name: "day", typeDefinition: "int" }] },
    { name: "order", fields: [{ name: "on", typeDefinition: 'frozen<"date">' }] },
    { name: "Odd", fields: [{ name: "x", typeDefinition: "int" }] },
    { name: "plain", fields: [{ name: "x", typeDefinition: "int" }] },
  ]);

  it.each([
    ["list<frozen<set<int>>>", "list<frozen<set<int>>>"],
    ["frozen<map<text, varchar>>", "frozen<map<text, varchar>>"],
    ["tuple<int, list<text>>", "tuple<int, frozen<list<text>>>"],
    ["vector<float, 3>", "vector<float, 3>"],
    ["plain", "plain"],
    ["frozen<plain>", "frozen<plain>"],
    ['map<text, frozen<"date">>', 'map<text, frozen<"date">>'],
    ["order", '"order"'],
    ['list<frozen<"Odd">>', 'list<frozen<"Odd">>'],
  ])("of the type %s is added as %s", (text, printed) => {
    const table = tableOf(definition({ id: "int", value: text }), { userTypes });
    const [, column] = table.columns;
    expect(column && printAddColumn("shop", "products", column)).toBe(`ALTER TABLE shop.products ADD value ${printed}`);
  });

  it("that is static says so", () => {
    const column = { name: "x", kind: "static", type: { kind: "native", name: "int" } } as const;
    expect(printAddColumn("shop", "products", column)).toBe("ALTER TABLE shop.products ADD x int static");
  });
});

describe("a user type", () => {
  it("is in quotes where it has the name of a native type", () => {
    for (const name of nativeTypes) {
      const [type] = userTypesOf([{ name, fields: [{ name: "a", typeDefinition: "int" }] }]).values();
      expect(type && printCreateUserType("shop", type)).toContain(`shop."${name}"`);
    }
  });

  it("is created with its fields, and gets more", () => {
    const [type] = userTypesOf([{ name: "text", fields: [{ name: "in", typeDefinition: "list<int>" }] }]).values();
    expect(type && printCreateUserType("shop", type)).toBe(
      'CREATE TYPE IF NOT EXISTS shop."text" (\n  "in" list<int>\n)',
    );
    const field = { name: "Zip", type: { kind: "native", name: "int" } } as const;
    expect(printAddField("shop", "address", field)).toBe('ALTER TYPE shop.address ADD "Zip" int');
  });

  it("has a line for each field", () => {
    const fields = ["a", "b"].map((name) => ({ name, typeDefinition: "int" }));
    const [type] = userTypesOf([{ name: "two", fields }]).values();
    expect(type && printCreateUserType("shop", type)).toContain("(\n  a int,\n  b int\n)");
  });

  it("comes after what it is made of", () => {
    const types = userTypesOf([
      { name: "a", fields: [{ name: "x", typeDefinition: "list<frozen<c>>" }] },
      { name: "b", fields: [{ name: "x", typeDefinition: "int" }] },
      { name: "c", fields: [{ name: "x", typeDefinition: "tuple<int, frozen<b>>" }] },
    ]);
    const sorted = ["a", "b", "c"].flatMap((name) => types.get(name) ?? []);
    expect(orderUserTypes(sorted).map(({ name }) => name)).toEqual(["b", "c", "a"]);
  });
});

describe("an index", () => {
  it.each([
    [{ column: "value" }, "text", "(value)"],
    [{ column: "value" }, "frozen<list<int>>", "(full(value))"],
    [{ column: "value" }, "frozen<set<int>>", "(full(value))"],
    [{ column: "value" }, "frozen<map<int, int>>", "(full(value))"],
    [{ column: "value" }, "tuple<int, int>", "(value)"],
    [{ column: "value" }, "set<int>", "(values(value))"],
    [{ column: "value", kind: "keys" }, "map<text, int>", "(keys(value))"],
    [{ column: "value", kind: "entries" }, "map<text, int>", "(entries(value))"],
    [{ column: "value", using: "sai" }, "int", "(value) USING 'sai'"],
    [
      { column: "value", using: "sai", options: { case_sensitive: "false", "it's": "1" } },
      "text",
      "(value) USING 'sai' WITH OPTIONS = {'case_sensitive': 'false', 'it''s': '1'}",
    ],
  ] as const)("%j of a %s is on %s", (index, type, target) => {
    const table = tableOf(definition({ id: "int", value: type }, { indexes: [index] }));
    const [made] = table.indexes;
    expect(made && printCreateIndex("shop", table, made)).toBe(`CREATE INDEX IF NOT EXISTS ON shop.products ${target}`);
  });

  it("has the name that it is given", () => {
    const table = tableOf(definition({ id: "int", In: "int" }, { indexes: [{ name: "By in", column: "In" }] }));
    const [index] = table.indexes;
    expect(index && printCreateIndex("shop", table, index)).toBe(
      'CREATE INDEX IF NOT EXISTS "By in" ON shop.products ("In")',
    );
  });
});
