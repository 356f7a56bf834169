/** Tables that the tests of the real servers use, and names that are in none. @see known-cases.md */
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { openMemoryStore } from "../../src/store/index.ts";
import { openFixture, products, uuid } from "./service-fixture.ts";
import type { Fixture } from "./service-fixture.ts";

let fixture: Fixture;
beforeAll(async () => {
  const table = (
    name: string,
    columns: Readonly<Record<string, string>>,
    primaryKey: { partitionKey: string[]; clusteringKey?: string[] },
    statics: readonly string[] = [],
  ) => ({
    name,
    columnDefinitions: Object.entries(columns).map(([column, typeDefinition]) => ({
      ...{ name: column, typeDefinition, static: statics.includes(column) },
    })),
    primaryKey,
  });
  fixture = await openFixture(
    [
      products,
      table("tuples", { pair: "tuple<int, text>", note: "text" }, { partitionKey: ["pair"] }),
      table("WEIRD_CASE", { id: "int", ABCdef: "int", QA_data: "int", abc_XYZ: "text" }, { partitionKey: ["id"] }),
      table(
        "stocks",
        { shop: "int", item: "int", owner: "text", tags: "set<text>", amount: "int" },
        { partitionKey: ["shop"], clusteringKey: ["item"] },
        ["owner", "tags"],
      ),
    ],
    {},
    [
      {
        name: "address",
        fields: [
          { name: "street", typeDefinition: "text" },
          { name: "zip", typeDefinition: "int" },
        ],
      },
    ],
  );
});
afterAll(() => fixture.close());

const run = async (document: string): Promise<unknown> => {
  const { data, errors } = await fixture.graphql(document);
  return errors ? errors.map(({ message }) => message).join() : data;
};

describe("a table", () => {
  it("may have a tuple as its partition key", async () => {
    const pair = `pair: {item0: 7, item1: "x"}`;
    await run(`mutation { insertTuples(value: {${pair}, note: "a"}) { applied } }`);
    await run(`mutation { updateTuples(value: {${pair}, note: "b"}, ifExists: true) { applied } }`);
    const row = { pair: { item0: 7, item1: "x" }, note: "b" };
    expect(await run(`{ tuples(value: {${pair}}) { values { pair { item0 item1 } note } } }`)).toEqual({
      tuples: { values: [row] },
    });
    expect(await run(`{ tuples(value: {pair: {item0: 7}}) { values { note } } }`)).toMatchObject({
      tuples: { values: [] },
    });
    await run(`mutation { deleteTuples(value: {${pair}}) { applied } }`);
    expect(await run(`{ tuples { values { note } } }`)).toEqual({ tuples: { values: [] } });
  });

  it("may have names in any letter case", async () => {
    const row = { id: 1, aBCdef: 2, qAData: 3, abcXYZ: "x" };
    const written = await run(
      `mutation { insertWEIRDCASE(value: {id: 1, aBCdef: 2, qAData: 3, abcXYZ: "x"}) { applied } }`,
    );
    expect(written).toEqual({ insertWEIRDCASE: { applied: true } });
    expect(await run("{ wEIRDCASE(value: {id: 1}) { values { id aBCdef qAData abcXYZ } } }")).toEqual({
      wEIRDCASE: { values: [row] },
    });
    const path = "/api/rest/v1/keyspaces/shop/tables/WEIRD_CASE/rows/1";
    expect((await fixture.send("GET", path)).json).toMatchObject({ rows: [{ id: 1, ABCdef: 2, QA_data: 3 }] });
    expect((await fixture.send("GET", path.replace("WEIRD_CASE", "weird_case"))).status).toBe(404);
  });

  it("may have static columns, which all rows of a partition share", async () => {
    await run(`mutation {
      a: insertStocks(value: {shop: 1, item: 1, owner: "Ann", amount: 5}) { applied }
      b: insertStocks(value: {shop: 1, item: 2, owner: "Bob", tags: ["x", "y"]}) { applied }
      c: insertStocks(value: {shop: 2, item: 1}) { applied }
    }`);
    const read = () => run("{ stocks(value: {shop: 1}) { values { item owner tags amount } } }");
    const shared = { owner: "Bob", tags: ["x", "y"] };
    expect(await read()).toEqual({
      stocks: {
        values: [
          { item: 1, ...shared, amount: 5 },
          { item: 2, ...shared, amount: null },
        ],
      },
    });
    // The partition key is enough for them.
    await run(`mutation { updateStocks(value: {shop: 1, owner: null}) { applied } }`);
    expect(await read()).toMatchObject({ stocks: { values: [{ owner: null, tags: ["x", "y"] }, { owner: null }] } });
    expect(await run("mutation { updateStocks(value: {shop: 1, amount: 1}) { applied } }")).toBe(
      "Some clustering keys are missing: item",
    );
  });
});

describe("a table that is created over REST", () => {
  const tables = "/api/rest/v1/keyspaces/shop/tables";
  const rows = (table: string) => `${tables}/${table}/rows`;
  const add = (table: string, values: Readonly<Record<string, unknown>>, own = fixture) =>
    own.send("POST", rows(table), { columns: Object.entries(values).map(([name, value]) => ({ name, value })) });

  it("may have user types and collections, which its columns and queries show whole", async () => {
    const columnDefinitions = [
      { name: "id", typeDefinition: "int", static: false },
      { name: "seq", typeDefinition: "int", static: false },
      { name: "home", typeDefinition: "frozen<address>", static: false },
      { name: "days", typeDefinition: "frozen<map<date, text>>", static: false },
      { name: "note", typeDefinition: "list<text>", static: true },
    ];
    const primaryKey = { partitionKey: ["id"], clusteringKey: ["seq"] };
    expect((await fixture.send("POST", tables, { name: "homes", columnDefinitions, primaryKey })).status).toBe(201);
    expect((await fixture.send("GET", `${tables}/homes/columns`)).json).toEqual(columnDefinitions);
    for (const column of columnDefinitions) {
      expect((await fixture.send("GET", `${tables}/homes/columns/${column.name}`)).json).toEqual(column);
    }
    const row = { id: 1, seq: 1, home: { street: "s", zip: 7 }, days: { "2020-01-31": "x" }, note: ["a"] };
    expect((await add("homes", row)).status).toBe(201);
    const filters = [{ columnName: "id", operator: "eq", value: ["1"] }];
    expect((await fixture.send("POST", `${rows("homes")}/query`, { filters })).json).toEqual({ count: 1, rows: [row] });
    const read = await fixture.send("POST", `${rows("homes")}/query`, { filters, columnNames: ["home"] });
    expect(read.json).toEqual({ count: 1, rows: [{ home: row.home }] });
  });

  it("may have null for options", async () => {
    const body = { columnDefinitions: [{ name: "a", typeDefinition: "int" }], primaryKey: { partitionKey: ["a"] } };
    expect((await fixture.send("POST", tables, { name: "plain", ...body, tableOptions: null })).status).toBe(201);
    expect((await fixture.send("GET", `${tables}/plain`)).json).toMatchObject({
      tableOptions: { defaultTimeToLive: 0, clusteringExpression: [] },
    });
  });

  const options = (tableOptions: object) => ({
    name: "events",
    columnDefinitions: ["k", "at", "seq"].map((name) => ({ name, typeDefinition: "int" })),
    primaryKey: { partitionKey: ["k"], clusteringKey: ["at", "seq"] },
    tableOptions,
  });

  it("has the order of its clustering expression, by either name of the column", async () => {
    const clusteringExpression = [
      { column: "at", order: "desc" },
      { name: "seq", order: "ASC" },
    ];
    expect((await fixture.send("POST", tables, options({ clusteringExpression }))).status).toBe(201);
    for (const at of [1, 2]) for (const seq of [2, 1]) await add("events", { k: 1, at, seq });
    const { json } = await fixture.send("GET", `${rows("events")}/1`);
    expect((json as { rows: { at: number; seq: number }[] }).rows.map(({ at, seq }) => `${at}${seq}`)).toEqual(
      ["21", "22", "11", "12"], // at descending, seq ascending
    );
  });

  it("may have a default time to live, which both APIs apply", async () => {
    let ms = 0;
    const store = await openMemoryStore({ now: () => ms });
    await store.createKeyspace("shop");
    const own = await openFixture([], { store });
    expect((await own.send("POST", tables, options({ defaultTimeToLive: 60 }))).status).toBe(201);
    await add("events", { k: 1, at: 1, seq: 1 }, own);
    const insert = (at: number, more = "") => `insertEvents(value: {k: 1, at: ${at}, seq: 1}${more}) { applied }`;
    await own.graphql(
      `mutation { a: ${insert(2)} b: ${insert(3, ", options: {ttl: 90}")} c: ${insert(4, ", options: {ttl: 0}")} }`,
    );
    const left = async (): Promise<unknown> => {
      const { data } = await own.graphql("{ events(value: {k: 1}) { values { at } } }");
      return (data?.["events"] as { values: { at: number }[] }).values.map(({ at }) => at);
    };
    const seen: unknown[] = [];
    for (ms of [59_999, 60_000, 90_000]) seen.push(await left());
    expect(seen).toEqual([[1, 2, 3, 4], [3, 4], [4]]);
    await own.close();
    await store.close();
  });
});

describe("a table that is created by a mutation", () => {
  it("may have counters", async () => {
    const column = (name: string, type: string) => `{name: "${name}", type: {basic: ${type}}}`;
    const create = `mutation { createTable(keyspaceName: "shop", tableName: "hits",
      partitionKeys: [${column("page", "TEXT")}], values: [${column("views", "COUNTER")}]) }`;
    expect(await fixture.graphql(create, {}, "/api/graphql-schema")).toEqual({ data: { createTable: true } });
    for (const views of [3, "-1", 5]) {
      await run(`mutation { updateHits(value: {page: "a", views: ${JSON.stringify(views)}}) { applied } }`);
    }
    expect(await run(`{ hits(value: {page: "a"}) { values { views } } }`)).toEqual({
      hits: { values: [{ views: "7" }] },
    });
  });
});

describe("an atomic mutation with conditions", () => {
  const insert = (alias: string, item: number, amount: number) =>
    `${alias}: insertStocks(value: {shop: 9, item: ${item}, amount: ${amount}}, ifNotExists: true) { applied value { item amount } }`;
  const refused = (item: number, amount: number) => ({ applied: false, value: { item, amount } });
  beforeAll(() => run(`mutation { ${insert("a", 1, 10)} ${insert("b", 2, 20)} }`));

  it("that do not hold shows each field its own row, in whatever order they stand", async () => {
    for (const items of [
      [1, 2],
      [2, 1],
    ]) {
      const fields = items.map((item) => insert(`i${item}`, item, 99));
      expect(await run(`mutation @atomic { ${fields.join(" ")} }`)).toEqual({
        i1: refused(1, 10),
        i2: refused(2, 20),
      });
    }
  });

  it("that do not hold shows the same row to fields of the same key", async () => {
    expect(await run(`mutation @atomic { ${insert("a", 1, 98)} ${insert("b", 1, 99)} }`)).toEqual({
      a: refused(1, 10),
      b: refused(1, 10),
    });
  });

  it("of different kinds applies all or nothing", async () => {
    const update = (amount: number) =>
      `u: updateStocks(value: {shop: 9, item: 2, amount: 21}, ifCondition: {amount: {eq: ${amount}}}) { applied }`;
    const plain = "p: insertStocks(value: {shop: 9, item: 4, amount: 40}) { applied }";
    const amounts = () => run("{ stocks(value: {shop: 9}) { values { amount } } }");
    const rows = (...values: number[]) => ({ stocks: { values: values.map((amount) => ({ amount })) } });
    expect(await run(`mutation @atomic { ${insert("i", 3, 30)} ${update(0)} ${plain} }`)).toMatchObject({
      ...{ i: { applied: false }, u: { applied: false }, p: { applied: false } },
    });
    expect(await amounts()).toEqual(rows(10, 20));
    expect(await run(`mutation @atomic { ${insert("i", 3, 30)} ${update(20)} ${plain} }`)).toMatchObject({
      ...{ i: { applied: true }, u: { applied: true }, p: { applied: true } },
    });
    expect(await amounts()).toEqual(rows(10, 21, 30, 40));
  });
});

describe("a name that does not exist", () => {
  test.each([
    ["a query", "{ nope { pageState } }", 'Cannot query field "nope" on type "Query"'],
    ["a mutation", "mutation { insertNope(value: {a: 1}) { applied } }", 'Cannot query field "insertNope"'],
    ["a selected column", "{ products { values { nope } } }", 'Cannot query field "nope" on type "Products".'],
    ["a member of a result", "{ products { rows { id } } }", 'Cannot query field "rows" on type "ProductsResult"'],
    ["a column of a value", "{ products(value: {nope: 1}) { pageState } }", '"nope" is not defined by type'],
    ["a column of a filter", "{ products(filter: {nope: {eq: 1}}) { pageState } }", '"nope" is not defined by type'],
    ["an operator", `{ products(filter: {id: {like: "a"}}) { pageState } }`, '"like" is not defined by type'],
    [
      "a column of a condition",
      `mutation { updateProducts(value: {id: "${uuid(1)}", name: "a"}, ifCondition: {nope: {eq: 1}}) { applied } }`,
      '"nope" is not defined by type',
    ],
    ["an argument", "{ products(where: {id: 1}) { pageState } }", 'Unknown argument "where" on field'],
    ["an option", "{ products(options: {size: 1}) { pageState } }", '"size" is not defined by type "QueryOptions"'],
    ["an order", "{ products(orderBy: [id_UP]) { pageState } }", 'Value "id_UP" does not exist in "ProductsOrder"'],
  ])("is refused: %s", async (_what, document, message) => {
    expect(await run(document)).toContain(message);
  });

  test.each([
    ["a field", "{ nope }", 'Cannot query field "nope" on type "Query"'],
    ["a type of an argument", "{ keyspace(name: 1) { name } }", "String cannot represent a non string value: 1"],
    ["a selection", "{ keyspaces { name nope } }", 'Cannot query field "nope" on type "Keyspace"'],
  ])("is refused at the definition endpoint: %s", async (_what, query, message) => {
    const { data, errors } = await fixture.graphql(query, {}, "/api/graphql-schema");
    expect(data).toBeUndefined();
    expect(errors?.[0]?.message).toContain(message);
  });

  test.each([
    ["GET", undefined],
    ["PUT", { changeset: [{ column: "name", value: "x" }] }],
    ["DELETE", undefined],
  ])("is refused in the path of a row, with 404: %s", async (method, body) => {
    const path = (keyspace: string, table: string) =>
      `/api/rest/v1/keyspaces/${keyspace}/tables/${table}/rows/${uuid(1)}`;
    for (const [keyspace, table, description] of [
      ["nope", "products", "Resource not found: keyspace 'nope' not found"],
      ["shop", "nope", "Resource not found: table 'nope' not found"],
    ] as const) {
      expect(await fixture.send(method, path(keyspace, table), body)).toMatchObject({
        status: 404,
        json: { description, code: 404 },
      });
    }
  });

  test.each(["nope", "Shop", "no-pe", "no.pe", "%21", "a%20b", "system", "system_schema"])(
    "is refused as a keyspace: %s",
    async (keyspace) => {
      const reply = await fixture.send("POST", `/api/graphql/${keyspace}`, { query: "{ __typename }" });
      expect(reply).toMatchObject({ status: 404, json: { errors: [{ extensions: { code: "not-found" } }] } });
    },
  );
});
