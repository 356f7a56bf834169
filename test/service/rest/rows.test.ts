import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { routes } from "@colonnade/runtime/protocol";
import { openFixture, orderLines, products, uuid } from "../service-fixture.ts";
import type { Fixture, Reply } from "../service-fixture.ts";

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
  const named = {
    name: "hits_by_name",
    columnDefinitions: [
      { name: "name", typeDefinition: "text" },
      { name: "hits", typeDefinition: "int" },
    ],
    primaryKey: { partitionKey: ["name"] },
  };
  fixture = await openFixture([products, orderLines, hits, odd, named]);
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

  it("has the value query under an escape, since rows/query is another path", async () => {
    await add("hits_by_name", { name: "query", hits: 1 });
    const path = routes.row("shop", "hits_by_name", ["query"]);
    expect((await fixture.send("GET", path)).json).toEqual({ count: 1, rows: [{ name: "query", hits: 1 }] });
    expect((await fixture.send("GET", `${rows("hits_by_name")}/query`)).status).toBe(405);
  });
});

describe("the rows of a key, and all rows, come in pages", () => {
  const count = 5_003;
  const bob = `${rows("order_lines")}/Bob;2020-01-31`;
  const lines = ({ json }: Reply): number[] => (json as { rows: { line_no: number }[] }).rows.map((row) => row.line_no);
  const stateOf = ({ json }: Reply): string | undefined => (json as { pageState?: string }).pageState;
  const down = Array.from({ length: count }, (_, index) => count - 1 - index);

  beforeAll(async () => {
    const insert = (line: number) => {
      const values = new Map<string, string | number>([
        ["customer", "Bob"],
        ["day", "2020-01-31"],
        ["line_no", line],
        ["product", "p"],
      ]);
      return fixture.store.insert({ keyspace: "shop", table: "order_lines", values });
    };
    await Promise.all(Array.from({ length: count }, (_, line) => insert(line)));
  });

  it("of as many rows as any page may have, for a key", async () => {
    const first = await fixture.send("GET", bob);
    expect(lines(first)).toEqual(down.slice(0, 5_000));
    const second = await fixture.send("GET", `${bob}?pageState=${stateOf(first)}`);
    expect(lines(second)).toEqual([2, 1, 0]);
    expect(second.json).not.toHaveProperty("pageState");
  });

  it("of the size that is asked for, which has a limit", async () => {
    const first = await fixture.send("GET", `${bob}?pageSize=2`);
    expect(first.json).toMatchObject({ count: 2 });
    const second = await fixture.send("GET", `${bob}?pageSize=3&pageState=${stateOf(first)}`);
    expect([...lines(first), ...lines(second)]).toEqual(down.slice(0, 5));
    expect((await fixture.send("GET", `${bob}?pageSize=999999`)).json).toMatchObject({ count: 5_000 });
  });

  it("of 100 rows by default, for all rows", async () => {
    const all = rows("order_lines");
    for (const query of ["", "?pageSize=0", "?pageSize=-1", "?pageState=", "?page-size=2"]) {
      expect((await fixture.send("GET", all + query)).json).toMatchObject({ count: 100 });
    }
    const seen = new Set<string>();
    let state: string | undefined = "";
    let pages = 0;
    do {
      const reply: Reply = await fixture.send("GET", `${all}?pageSize=2000&pageState=${state}`);
      for (const row of (reply.json as { rows: object[] }).rows) seen.add(JSON.stringify(row));
      state = stateOf(reply);
      pages++;
    } while (state !== undefined);
    // Bob's, and the three of Ann.
    expect([seen.size, pages]).toEqual([count + 3, 3]);
  });

  it("with fewer rows when they are wide", async () => {
    const names = Array.from({ length: 500 }, (_, index) => `c${index}`);
    const definition = {
      name: "wide",
      columnDefinitions: ["id", ...names].map((name) => ({ name, typeDefinition: "int" })),
      primaryKey: { partitionKey: ["id"] },
    };
    await fixture.send("POST", "/api/rest/v1/keyspaces/shop/tables", definition);
    for (let id = 0; id < 105; id++) await add("wide", { id });
    const first = await fixture.send("GET", `${rows("wide")}?pageSize=105`);
    expect(first.json).toMatchObject({ count: 99, pageState: expect.any(String) });
    expect((await fixture.send("GET", `${rows("wide")}?pageState=${stateOf(first)}`)).json).toMatchObject({ count: 6 });
  });

  test.each([
    ["?pageSize=x", "Bad request: pageSize must be a whole number"],
    ["?pageSize=1.5", "Bad request: pageSize must be a whole number"],
    ["?pageSize=", "Bad request: pageSize must be a whole number"],
    ["?pageSize=%2B", "Bad request: pageSize must be a whole number"],
    ["?pageSize=1&pageSize=2", "Bad request: pageSize must not be given twice"],
    ["?pageState=&pageState=", "Bad request: pageState must not be given twice"],
    ["?pageState=rubbish", "Bad request: Invalid value for the paging state"],
    ["?pageState=!!!", "Bad request: Invalid value for the paging state"],
  ])("are refused with %s", async (query, description) => {
    for (const path of [bob, rows("order_lines")]) {
      expect(await fixture.send("GET", path + query)).toMatchObject({ status: 400, json: { description, code: 400 } });
    }
  });

  it("are refused for a table or keyspace that does not exist", async () => {
    expect(await fixture.send("GET", rows("nope"))).toMatchObject({
      status: 400,
      json: { description: "Bad request: Unknown table shop.nope ", code: 400 },
    });
    expect(await fixture.send("GET", rows("products", "nope"))).toMatchObject({
      status: 400,
      json: { description: "Bad request: Unknown keyspace nope", code: 400 },
    });
    expect((await fixture.send("GET", `${rows("nope")}/1`)).status).toBe(404);
  });
});

describe("a row is updated by its key", () => {
  const put = (path: string, values: Record<string, unknown>) =>
    fixture.send("PUT", path, { changeset: Object.entries(values).map(([column, value]) => ({ column, value })) });
  const product = `${rows("products")}/${uuid(60)}`;
  const read = async (path = product) => (await fixture.send("GET", path)).json;

  it("and written if it did not exist; null deletes a value", async () => {
    const reply = await put(product, { name: "Leg", price: "19.90" });
    expect([reply.status, reply.json]).toEqual([200, { success: true }]);
    expect(await read()).toMatchObject({ count: 1, rows: [{ name: "Leg", price: "19.90" }] });
    expect((await put(product, { price: 21, name: null })).status).toBe(200);
    expect(await read()).toMatchObject({ rows: [{ name: null, price: "21" }] });
    await put(product, { price: null });
    // Unlike an added row, an updated one is gone with its last value.
    expect(await read()).toEqual({ count: 0, rows: [] });
  });

  it("on a counter table adds the values", async () => {
    expect((await put(`${rows("hits")}/a`, { views: "+3" })).status).toBe(200);
    expect((await put(`${rows("hits")}/a`, { views: -1 })).status).toBe(200);
    expect(await read(`${rows("hits")}/a`)).toMatchObject({ rows: [{ page: "a", views: "2" }] });
  });

  it("with the partition key alone where only static columns change", async () => {
    const partition = `${rows("order_lines")}/Cid;2020-01-31`;
    expect((await put(partition, { customer_name: "Cid A." })).status).toBe(200);
    expect(await read(partition)).toMatchObject({ rows: [{ customer_name: "Cid A.", line_no: null }] });
    expect(await put(partition, { quantity: 1 })).toMatchObject({
      status: 400,
      json: { description: "Bad request: Some clustering keys are missing: line_no, product" },
    });
    expect((await put(`${partition};1;p`, { quantity: 1 })).status).toBe(200);
  });

  const values = (...entries: object[]) => ({ changeset: entries });
  test.each<[what: string, path: string, body: unknown, status: number, description: string]>([
    ["no body", product, "", 422, "Request invalid: Row data cannot be null."],
    ["a list", product, [], 400, "Unable to process JSON"],
    ["an empty changeset", product, values(), 422, "Request invalid: Changeset cannot be null or empty."],
    ["no changeset", product, { columns: [] }, 422, "Request invalid: Changeset cannot be null or empty."],
    ["a changeset as an object", product, { changeset: {} }, 400, "Unable to process JSON"],
    ["no column", product, values({ value: 1 }), 422, "Request invalid: Name of the column cannot be null or blank."],
    ["an unknown column", product, values({ column: "x" }), 400, "Bad request: Unknown field name 'x'."],
    [
      "a key column",
      product,
      values({ column: "id", value: uuid(1) }),
      400,
      "Bad request: PRIMARY KEY part id found in SET part",
    ],
    [
      "a bad value",
      product,
      values({ column: "price", value: "x" }),
      400,
      "Bad request: Invalid Decimal value 'x': cannot parse",
    ],
    [
      "a bad key",
      `${rows("products")}/abc`,
      values({ column: "name", value: "x" }),
      400,
      "Bad request: Invalid Uuid value 'abc': cannot parse",
    ],
    ["no table", `${rows("nope")}/1`, values({ column: "name" }), 404, "Resource not found: table 'nope' not found"],
  ])("unless the request has %s", async (_what, path, body, status, description) => {
    expect(await fixture.send("PUT", path, body)).toMatchObject({ status, json: { description, code: status } });
  });
});

describe("rows are deleted by a key", () => {
  const count = async (key: string) =>
    ((await fixture.send("GET", `${rows("order_lines")}/${key}`)).json as { count: number }).count;

  it("one, those of a part of the clustering key, or the whole partition", async () => {
    for (const [line_no, product] of [
      [1, "a"],
      [1, "b"],
      [2, "a"],
      [2, "b"],
      [3, "a"],
    ]) {
      await add("order_lines", { customer: "Dan", day: "2020-01-31", line_no, product });
    }
    const remove = (key: string) => fixture.send("DELETE", `${rows("order_lines")}/${key}`);
    expect(await remove("Dan;2020-01-31;1;a")).toMatchObject({ status: 204, text: "" });
    expect(await count("Dan;2020-01-31")).toBe(4);
    expect((await remove("Dan;2020-01-31;2")).status).toBe(204);
    expect(await count("Dan;2020-01-31")).toBe(2);
    expect((await remove("Dan;2020-01-31")).status).toBe(204);
    expect(await count("Dan;2020-01-31")).toBe(0);
    expect((await remove("Dan;2020-01-31")).status).toBe(204);
  });

  it("unless it has too few values, or values of other types", async () => {
    expect((await fixture.send("DELETE", `${rows("order_lines")}/Dan`)).status).toBe(400);
    expect((await fixture.send("DELETE", `${rows("products")}/abc`)).status).toBe(400);
    expect((await fixture.send("DELETE", `${rows("nope")}/abc`)).status).toBe(404);
    expect((await fixture.send("DELETE", `${rows("products")}/`)).status).toBe(405);
  });
});

describe("a row by a GraphQL document, as the API document has it", () => {
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
