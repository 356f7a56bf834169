import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { openFixture, orderLines, products } from "../service-fixture.ts";
import type { Fixture } from "../service-fixture.ts";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture([products, orderLines]);
});
afterAll(() => fixture.close());

const path = (keyspace: string, table?: string): string =>
  `/api/rest/v1/keyspaces/${keyspace}/tables${table === undefined ? "" : `/${table}`}`;

describe("keyspaces and tables over REST", () => {
  it("lists keyspaces and tables", async () => {
    expect((await fixture.send("GET", "/api/rest/v1/keyspaces")).json).toEqual(["shop"]);
    expect((await fixture.send("GET", path("shop"))).json).toEqual(expect.arrayContaining(["order_lines", "products"]));
    expect(await fixture.send("GET", path("nope"))).toMatchObject({
      status: 404,
      json: { description: "Resource not found: keyspace 'nope' not found", code: 404 },
    });
  });

  it("shows a definition with all its lists", async () => {
    expect(await fixture.send("GET", path("shop", "products"))).toMatchObject({
      status: 200,
      json: {
        name: "products",
        keyspace: "shop",
        columnDefinitions: products.columnDefinitions,
        primaryKey: { partitionKey: ["id"], clusteringKey: [] },
        tableOptions: { defaultTimeToLive: 0, clusteringExpression: [] },
        indexes: [],
      },
    });
    const { json } = await fixture.send("GET", path("shop", "order_lines"));
    expect(json).not.toHaveProperty("ifNotExists");
    expect(json).toMatchObject({
      primaryKey: { partitionKey: ["customer", "day"], clusteringKey: ["line_no", "product"] },
      tableOptions: {
        clusteringExpression: [
          { column: "line_no", order: "DESC" },
          { column: "product", order: "ASC" },
        ],
      },
    });
    expect((await fixture.send("GET", path("shop", "nope"))).json).toEqual({
      description: "Resource not found: table 'nope' not found",
      code: 404,
    });
  });

  it("creates what the API document creates, and can post back what it showed", async () => {
    const body = { ...products, name: "doc_products", foo: 1 };
    expect(await fixture.send("POST", path("shop"), body)).toMatchObject({ status: 201, json: { success: true } });
    expect((await fixture.send("POST", path("shop"), body)).status).toBe(201);
    expect(await fixture.send("POST", path("shop"), { ...body, ifNotExists: false })).toMatchObject({
      status: 400,
      json: { description: "Bad request: A table named doc_products already exists", code: 400 },
    });
    const shown = (await fixture.send("GET", path("shop", "doc_products"))).json as object;
    expect((await fixture.send("POST", path("shop"), { ...shown, name: "copy" })).status).toBe(201);
    expect((await fixture.send("GET", path("shop", "copy"))).json).toEqual({ ...shown, name: "copy" });
  });

  const column = { name: "a", typeDefinition: "int" };
  const minimal = { name: "t", columnDefinitions: [column], primaryKey: { partitionKey: ["a"] } };
  test.each([
    ["no body", "", 422, "Request invalid: must not be null."],
    ["a list", [], 400, "Unable to process JSON"],
    ["no name", { ...minimal, name: undefined }, 400, "table name must be provided"],
    ["an empty name", { ...minimal, name: "" }, 400, "table name must be provided"],
    ["no key", { ...minimal, primaryKey: undefined }, 400, "primary key must be provided"],
    [
      "a column without name",
      { ...minimal, columnDefinitions: [column, { typeDefinition: "int" }] },
      400,
      "column name must be provided",
    ],
    [
      "an unknown type",
      { ...minimal, columnDefinitions: [{ name: "a", typeDefinition: "json" }] },
      400,
      "Bad request: Cannot find user type json int keyspace shop",
    ],
    [
      "an unknown key column",
      { ...minimal, primaryKey: { partitionKey: ["zz"] } },
      400,
      'Bad request: the table has no column "zz"',
    ],
  ])("refuses a definition with %s", async (_what, body, status, description) => {
    expect(await fixture.send("POST", path("shop"), body)).toMatchObject({
      status,
      json: { description, code: status },
    });
  });

  it("refuses a keyspace that is not there, in the words of real servers", async () => {
    expect(await fixture.send("POST", path("nope"), minimal)).toMatchObject({
      status: 400,
      json: { description: "keyspace does not exists", code: 400 },
    });
    expect(await fixture.send("DELETE", path("nope", "t"))).toMatchObject({
      status: 400,
      json: { description: "Bad request: Unknown keyspace nope", code: 400 },
    });
  });

  it("creates the indexes of a table with it", async () => {
    const indexed = {
      name: "people",
      columnDefinitions: [
        column,
        { name: "email", typeDefinition: "text" },
        { name: "langs", typeDefinition: "set<text>" },
      ],
      primaryKey: { partitionKey: ["a"] },
      indexes: [
        { column: "email", using: "sai", options: { case_sensitive: "false" } },
        { column: "langs", kind: "values", name: "by_lang" },
      ],
    };
    expect((await fixture.send("POST", path("shop"), indexed)).status).toBe(201);
    expect((await fixture.send("GET", path("shop", "people"))).json).toMatchObject({
      indexes: [
        { column: "email", kind: "full", using: "sai", options: { case_sensitive: "false" } },
        { name: "by_lang", column: "langs", kind: "values" },
      ],
    });
    const rows = `${path("shop", "people")}/rows`;
    await fixture.send("POST", rows, {
      columns: [
        { name: "a", value: 1 },
        { name: "email", value: "a@x.org" },
      ],
    });
    const filters = [{ columnName: "email", operator: "eq", value: ["a@x.org"] }];
    expect((await fixture.send("POST", `${rows}/query`, { filters })).json).toMatchObject({ count: 1 });
  });

  it.each([
    ["an unknown column", [{ column: "zz" }], 'the table has no column "zz"'],
    ["an impossible kind", [{ column: "d", kind: "keys" }], 'an index of a int has the kind "full"'],
    [
      "whole key",
      [{ column: "a" }],
      "the column a cannot have an index: it is the whole partition key, which needs no index",
    ],
    ["an object", { column: "d" }, "indexes is a list of indexes, not an object"],
  ])("refuses indexes with their reason, and creates no table: %s", async (_what, indexes, reason) => {
    const columnDefinitions = [column, { name: "d", typeDefinition: "int" }];
    const body = { ...minimal, name: "unindexed", columnDefinitions, indexes };
    expect(await fixture.send("POST", path("shop"), body)).toMatchObject({
      status: 400,
      json: { description: `Bad request: ${reason}`, code: 400 },
    });
    expect((await fixture.send("GET", path("shop", "unindexed"))).status).toBe(404);
  });

  it.each([
    [
      "columns",
      { columnDefinitions: Array.from({ length: 1001 }, (_, at) => ({ name: `c${at}`, typeDefinition: "int" })) },
    ],
    ["partition key", { primaryKey: { partitionKey: Array.from({ length: 1001 }, () => "a") } }],
    ["clustering key", { primaryKey: { partitionKey: ["a"], clusteringKey: Array.from({ length: 1001 }, () => "b") } }],
    ["order", { tableOptions: { clusteringExpression: Array.from({ length: 1001 }, () => ({ column: "b" })) } }],
    ["indexes", { indexes: Array.from({ length: 1001 }, () => ({ column: "b" })) }],
  ])("refuses a table with more than 1,000 items in a list: %s", async (_what, more) => {
    expect(await fixture.send("POST", path("shop"), { ...minimal, name: "large", ...more })).toMatchObject({
      status: 400,
      json: { description: "Bad request: A table has at most 1000 columns, and its lists as many items" },
    });
  });

  it("refuses a type of more than 1,000 characters", async () => {
    const typeDefinition = `tuple<${Array.from({ length: 250 }, () => "int").join(",")}>`;
    const columnDefinitions = [column, { name: "d", typeDefinition }];
    expect(await fixture.send("POST", path("shop"), { ...minimal, name: "large", columnDefinitions })).toMatchObject({
      status: 400,
      json: { description: "Bad request: A type has at most 1000 characters" },
    });
  });

  it("drops a table with its rows", async () => {
    await fixture.send("POST", path("shop"), { ...minimal, name: "gone" });
    await fixture.send("POST", `${path("shop", "gone")}/rows`, { columns: [{ name: "a", value: 1 }] });
    expect(await fixture.send("DELETE", path("shop", "gone"))).toMatchObject({ status: 204, json: undefined });
    expect((await fixture.send("GET", path("shop", "gone"))).status).toBe(404);
    expect(await fixture.send("DELETE", path("shop", "gone"))).toMatchObject({
      status: 400,
      json: { description: "Bad request: Table shop.gone does not exists", code: 400 },
    });
    await fixture.send("POST", path("shop"), { ...minimal, name: "gone" });
    expect((await fixture.send("GET", `${path("shop", "gone")}/rows/1`)).json).toEqual({ count: 0, rows: [] });
  });
});
