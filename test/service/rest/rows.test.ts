import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { openFixture, orderLines, products, uuid } from "../service-fixture.ts";
import type { Fixture } from "../service-fixture.ts";

let fixture: Fixture;
beforeAll(async () => {
  const hits = {
    name: "hits",
    columnDefinitions: [
      { name: "page", typeDefinition: "text" },
      { name: "views", typeDefinition: "counter" },
    ],
    primaryKey: { partitionKey: ["page"] },
  };
  const odd = {
    name: "constructor",
    columnDefinitions: [
      { name: "__proto__", typeDefinition: "text" },
      { name: "constructor", typeDefinition: "int" },
    ],
    primaryKey: { partitionKey: ["__proto__"] },
  };
  fixture = await openFixture([products, orderLines, hits, odd]);
});
afterAll(() => fixture.close());

const rows = (table: string, keyspace = "shop"): string => `/api/rest/v1/keyspaces/${keyspace}/tables/${table}/rows`;
const columns = (values: Record<string, unknown>) => ({
  columns: Object.entries(values).map(([name, value]) => ({ name, value })),
});
const add = (table: string, values: Record<string, unknown>) => fixture.send("POST", rows(table), columns(values));
const added = { status: 201, json: { success: true, rowsModified: 1 } };

describe("a row by its columns", () => {
  it("is written and read by its key, every column by its CQL name", async () => {
    const row = { id: uuid(1), name: "Leg", price: "19.90", created: "2020-08-10T18:48:31.02Z" };
    expect(await add("products", row)).toMatchObject(added);
    expect(await fixture.send("GET", `${rows("products")}/${uuid(1)}`)).toMatchObject({
      status: 200,
      json: { count: 1, rows: [{ ...row, created: "2020-08-10T18:48:31.020Z", description: null }] },
    });
    expect((await fixture.send("GET", `${rows("products")}/${uuid(777)}`)).json).toEqual({ count: 0, rows: [] });
  });

  it("takes numbers and truth values for text, and null for nothing", async () => {
    expect(await add("products", { id: uuid(2), name: 5, description: true, price: null })).toMatchObject(added);
    const { json } = await fixture.send("GET", `${rows("products")}/${uuid(2)}`);
    expect(json).toMatchObject({ rows: [{ name: "5", description: "true", price: null }] });
  });

  test.each([
    ["price", 19.9, "19.9"],
    ["price", 123456789012345, "123456789012345"],
    ["price", 0.30000000000000004, undefined],
    ["price", 12345678901234567890, undefined],
    ["price", true, undefined],
    ["created", 1597085311020, undefined],
  ])("takes a number only where none of its digits can be lost: %s %j", async (name, value, expected) => {
    const reply = await add("products", { id: uuid(5), [name]: value });
    expect(reply.status).toBe(expected === undefined ? 400 : 201);
    if (expected === undefined) return;
    expect((await fixture.send("GET", `${rows("products")}/${uuid(5)}`)).json).toMatchObject({
      rows: [{ [name]: expected }],
    });
  });

  it("is kept as it is, blanks and quotes included", async () => {
    await add("products", { id: uuid(3), name: "  'padded'  " });
    expect((await fixture.send("GET", `${rows("products")}/${uuid(3)}`)).json).toMatchObject({
      rows: [{ name: "  'padded'  " }],
    });
  });

  test.each([
    ["no body", "", 422, "Request invalid: Row data cannot be null."],
    ["a list", "[]", 400, "Unable to process JSON"],
    ["nothing in it", {}, 422, "Request invalid: Columns cannot be null or empty."],
    ["no columns", { columns: [] }, 422, "Request invalid: Columns cannot be null or empty."],
    ["columns as an object", { columns: {} }, 400, "Unable to process JSON"],
    [
      "a column without name",
      { columns: [{ value: 1 }] },
      422,
      "Request invalid: Name of the column cannot be null or blank.",
    ],
    ["an unknown column", columns({ nope: 1 }), 400, "Bad request: Unknown field name 'nope'."],
    ["a column of another case", columns({ NAME: 1 }), 400, "Bad request: Unknown field name 'NAME'."],
    ["a list as value", columns({ id: uuid(4), name: ["a"] }), 400, "Unable to process JSON"],
    ["a bad uuid", columns({ id: "abc" }), 400, "Bad request: Invalid Uuid value 'abc': cannot parse"],
    ["a bad decimal", columns({ id: uuid(4), price: "" }), 400, "Bad request: Invalid Decimal value '': cannot parse"],
    ["a null key", columns({ id: null }), 400, "Bad request: Invalid null value in condition for column id"],
  ])("is refused with %s", async (_what, body, status, description) => {
    const reply = await fixture.send("POST", rows("products"), body);
    expect(reply).toMatchObject({ status, json: { description, code: status } });
  });

  it("is refused with a column twice, or without its key", async () => {
    const twice = { columns: [...columns({ id: uuid(4) }).columns, ...columns({ id: uuid(4) }).columns] };
    expect((await fixture.send("POST", rows("products"), twice)).status).toBe(400);
    expect(await add("order_lines", { customer: "Ann", day: "2020-01-31", line_no: 1, quantity: 2 })).toMatchObject({
      status: 400,
      json: { description: "Bad request: Some clustering keys are missing: product" },
    });
    expect((await add("hits", { page: "a", views: 1 })).json).toMatchObject({
      description: "Bad request: INSERT statements are not allowed on counter tables, use UPDATE instead",
    });
  });

  it("is refused for a table or keyspace that is not there", async () => {
    expect(await add("nope", { id: 1 })).toMatchObject({
      status: 404,
      json: { description: "Resource not found: table 'nope' not found" },
    });
    expect((await fixture.send("POST", rows("products", "nope"), columns({ id: uuid(1) }))).json).toEqual({
      description: "Resource not found: keyspace 'nope' not found",
      code: 404,
    });
  });

  it("may have columns named as members of every object", async () => {
    const body = {
      columns: [
        { name: "__proto__", value: "k" },
        { name: "constructor", value: 7 },
      ],
    };
    expect((await fixture.send("POST", rows("constructor"), body)).status).toBe(201);
    const { json } = await fixture.send("GET", `${rows("constructor")}/k`);
    expect(JSON.stringify(json)).toBe('{"count":1,"rows":[{"__proto__":"k","constructor":7}]}');
  });
});

describe("a row's key in the path", () => {
  beforeAll(async () => {
    for (const [line_no, product] of [
      [1, "a"],
      [1, "b"],
      [2, "a;b/c +d"],
    ]) {
      await add("order_lines", { customer: "Ann", day: "2020-01-31", line_no, product, quantity: 3 });
    }
  });
  const get = (key: string) => fixture.send("GET", `${rows("order_lines")}/${key}`);

  it("may be a part of the clustering key", async () => {
    expect((await get("Ann;2020-01-31")).json).toMatchObject({
      count: 3,
      rows: [{ line_no: 2 }, { line_no: 1, product: "a" }, { line_no: 1, product: "b" }],
    });
    expect((await get("Ann;2020-01-31;1")).json).toMatchObject({ count: 2 });
    expect((await get("Ann;2020-01-31;1;b/")).json).toMatchObject({ count: 1, rows: [{ product: "b" }] });
  });

  it("may hold separators and slashes when they are escaped", async () => {
    const key = `Ann;2020-01-31;2;${encodeURIComponent("a;b/c +d")}`;
    expect((await get(key)).json).toMatchObject({ count: 1, rows: [{ product: "a;b/c +d" }] });
  });

  it("has the right number of values", async () => {
    for (const key of ["Ann", "Ann;2020-01-31;1;a;b"]) {
      expect(await get(key)).toMatchObject({
        status: 400,
        json: {
          description:
            `Bad request: Number of key values provided (${key.split(";").length}) should be in [2, 4]. ` +
            "All partition key columns values are required plus 0..all clustering columns values in proper order.",
        },
      });
    }
  });

  it("has values of the columns' types", async () => {
    expect((await get("Ann;x")).json).toMatchObject({
      description: "Bad request: Invalid Date value 'x': cannot parse",
    });
    expect((await get("Ann;2020-01-31;9999999999")).status).toBe(400);
    expect((await get("Ann;%ff")).status).toBe(400);
  });

  it("finds all rows, however many", async () => {
    const insert = (line: number) => {
      const values = new Map<string, string | number>([
        ["customer", "Bob"],
        ["day", "2020-01-31"],
        ["line_no", line],
        ["product", "p"],
      ]);
      return fixture.store.insert({ keyspace: "shop", table: "order_lines", values });
    };
    await Promise.all(Array.from({ length: 1001 }, (_, line) => insert(line)));
    const { json } = await get("Bob;2020-01-31");
    expect(json).toMatchObject({ count: 1001 });
  });
});

describe("a row by a GraphQL document, as the service document has it", () => {
  const post = (query: string, more: object = { variables: {} }, table = "products") =>
    fixture.send("POST", rows(table), { query, ...more });

  it("answers what GraphQL answers", async () => {
    const query = `mutation { leg: insertProducts(value: {id: "${uuid(50)}", name: "Leg"}) { value { id name } } }`;
    expect(await post(query)).toMatchObject({
      status: 200,
      json: { data: { leg: { value: { id: uuid(50), name: "Leg" } } } },
    });
    const read = "query Q($id: Uuid!) { __typename products(value: {id: $id}) { values { name } } }";
    expect((await post(read, { variables: { id: uuid(50) }, operationName: "Q" })).json).toEqual({
      data: { __typename: "Query", products: { values: [{ name: "Leg" }] } },
    });
  });

  it("has errors of the document in a 200", async () => {
    expect(await post("{ products {")).toMatchObject({ status: 200, json: { errors: [{}] } });
    expect(await post("{ products { nope } }")).toMatchObject({ status: 200, json: { errors: [{}] } });
  });

  test.each([
    ["another table", `mutation { insertOrderLines(value: {customer: "x"}) { applied } }`, "insertOrderLines"],
    ["a table of nowhere", "{ nope { values { id } } }", "nope"],
    ["introspection", "{ __schema { types { name } } }", "__schema"],
    ["a fragment", "{ ...f } fragment f on Query { orderLines { values { day } } }", "orderLines"],
    ["an inline fragment", "{ products { pageState } ... on Query { orderLines { pageState } } }", "orderLines"],
    ["another operation", "query A { products { pageState } } query B { orderLines { pageState } }", "orderLines"],
  ])("is refused with fields of %s", async (_what, query, field) => {
    expect(await post(query)).toMatchObject({
      status: 400,
      json: { description: `Bad request: ${field} is no field of the table shop.products` },
    });
  });

  it("writes nothing when it is refused", async () => {
    const write = `mutation { insertOrderLines(value: {customer: "Eve", day: "2020-01-31", lineNo: 1, product: "p"}) { applied } }`;
    expect((await post(write)).status).toBe(400);
    expect((await post(write, {}, "order_lines")).status).toBe(200);
    expect((await post(write.replace("Eve", "Mallory"))).status).toBe(400);
    const read = (customer: string) => fixture.send("GET", `${rows("order_lines")}/${customer};2020-01-31`);
    expect((await read("Eve")).json).toMatchObject({ count: 1 });
    expect((await read("Mallory")).json).toMatchObject({ count: 0 });
  });

  it("is not looked at when there are columns beside it", async () => {
    const reply = await post("rubbish", columns({ id: uuid(51) }));
    expect(reply).toMatchObject(added);
  });

  it("is refused for a table of another keyspace, and with a query that is no text", async () => {
    expect((await fixture.send("POST", rows("products", "nope"), { query: "{ __typename }" })).status).toBe(404);
    expect((await fixture.send("POST", rows("products"), { query: 5 })).status).toBe(400);
  });
});
