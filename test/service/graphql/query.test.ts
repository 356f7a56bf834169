import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { createService } from "../../../src/service/index.ts";
import { openFixture, orderLines, products, request, uuid } from "../service-fixture.ts";
import type { Fixture } from "../service-fixture.ts";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture([products, orderLines]);
  await fixture.graphql(
    `mutation { ${[1, 2, 3].map((n) => `p${n}: insertProducts(value: {id: "${uuid(n)}", name: "P${n}"}) { applied }`).join(" ")} }`,
  );
  const line = (n: number) =>
    `l${n}: insertOrderLines(value: {customer: "Ann", day: "2020-01-31", lineNo: ${n}, product: "p", quantity: ${n}}) { applied }`;
  await fixture.graphql(`mutation { ${[1, 2, 3, 4, 5].map(line).join(" ")} }`);
});
afterAll(() => fixture.close());

const ann = `customer: "Ann", day: "2020-01-31"`;
const annFilter = `customer: {eq: "Ann"}, day: {eq: "2020-01-31"}`;
const lines = async (args: string, variables?: Record<string, unknown>, head = ""): Promise<unknown> => {
  const { data, errors } = await fixture.graphql(`${head}{ orderLines(${args}) { values { lineNo } } }`, variables);
  const values = (data?.["orderLines"] as { values: { lineNo: number }[] } | null | undefined)?.values;
  return values?.map((row) => row.lineNo) ?? errors?.map((error) => error.message).join();
};

describe("the query of a table", () => {
  it("reads every row without an argument, and with an empty one", async () => {
    for (const args of ["", "(value: {})", "(filter: {})", "(options: {})"]) {
      const { data } = await fixture.graphql(`{ products${args} { values { id } pageState } }`);
      const { values, pageState } = data?.["products"] as { values: { id: string }[]; pageState: unknown };
      expect(values.map((row) => row.id).sort()).toEqual([1, 2, 3].map(uuid));
      expect(pageState).toBeNull();
    }
  });

  it("takes aliases, fragments, directives and an operation's name", async () => {
    const query = `
      query A($deep: Boolean!) { one: products(value: {id: "${uuid(1)}"}) { ...f } two: products(value: {id: "${uuid(2)}"}) { ...f } }
      query B { products { pageState } }
      fragment f on ProductsResult { values { n: name price @include(if: $deep) __typename } }`;
    const reply = await fixture.send("POST", "/api/graphql", { query, variables: { deep: false }, operationName: "A" });
    expect(reply.json).toEqual({
      data: {
        one: { values: [{ n: "P1", __typename: "Products" }] },
        two: { values: [{ n: "P2", __typename: "Products" }] },
      },
    });
  });

  test.each([
    [`value: {${ann}}`, [5, 4, 3, 2, 1]],
    [`value: {${ann}, lineNo: 2}`, [2]],
    [`value: {customer: "nobody", day: "2020-01-31"}`, []],
    [`filter: {${annFilter}}`, [5, 4, 3, 2, 1]],
    [`filter: {${annFilter}, lineNo: {gt: 1, lte: 4}}`, [4, 3, 2]],
    [`filter: {${annFilter}, lineNo: {gte: 3}}`, [5, 4, 3]],
    [`filter: {${annFilter}, lineNo: {lt: 3}}`, [2, 1]],
    [`filter: {${annFilter}, lineNo: {in: [1, 3, 9]}}`, [3, 1]],
    [`filter: {${annFilter}, lineNo: {in: 3}}`, [3]],
    [`value: {${ann}}, orderBy: [lineNo_ASC]`, [1, 2, 3, 4, 5]],
    [`value: {${ann}}, orderBy: lineNo_ASC`, [1, 2, 3, 4, 5]],
    [`value: {${ann}}, orderBy: null`, [5, 4, 3, 2, 1]],
    [`value: {${ann}}, orderBy: [lineNo_ASC, product_DESC]`, [1, 2, 3, 4, 5]],
    [`value: {${ann}}, options: {limit: 2}`, [5, 4]],
    [`value: {${ann}}, options: {pageSize: 2, consistency: ALL}`, [5, 4]],
    // With both, real servers look at the filter only.
    [`value: {${ann}, lineNo: 1}, filter: {${annFilter}, lineNo: {eq: 2}}`, [2]],
  ])("(%s) gives %j", async (args, expected) => {
    expect(await lines(args)).toEqual(expected);
  });

  test.each([
    ["value: null", "value is null: leave it out to read every row"],
    ["filter: null", "filter is null: leave it out to read every row"],
    [`value: {${ann}}, filter: null`, "filter is null: leave it out to read every row"],
    ["value: {customer: null}", "Invalid null value in condition for column customer"],
    [`filter: {${annFilter}, lineNo: {eq: null}}`, "Invalid null value in condition for column line_no"],
    [`filter: {${annFilter}, lineNo: {in: [1, null]}}`, "Invalid null value in condition for column line_no"],
    [`filter: {${annFilter}, lineNo: {}}`, "The filter on lineNo is empty"],
    [`filter: {${annFilter}, lineNo: null}`, "The filter on lineNo is empty"],
    [`value: {${ann}}, options: {limit: 0}`, "LIMIT must be strictly positive"],
    [`value: {${ann}}, options: {pageSize: 0}`, "pageSize must be strictly positive"],
    [`value: {${ann}}, options: {pageState: "rubbish"}`, "Invalid value for the paging state"],
    ["orderBy: [lineNo_ASC]", "ORDER BY is only supported when the partition key is restricted by an EQ or an IN."],
  ])("(%s) is refused: %s", async (args, message) => {
    expect(await lines(args)).toBe(message);
  });

  it("refuses what the database would only do by filtering, with the path and a code", async () => {
    const { data, errors } = await fixture.graphql(
      `{ a: products(value: {name: "P1"}) { values { id } } products(value: {id: "${uuid(1)}"}) { values { name } } }`,
    );
    expect(data).toEqual({ a: null, products: { values: [{ name: "P1" }] } });
    expect(errors).toEqual([
      {
        message: expect.stringContaining("use ALLOW FILTERING"),
        locations: [{ line: 1, column: 3 }],
        path: ["a"],
        extensions: { code: "invalid" },
      },
    ]);
  });

  it("does not read everything when a variable has no value", async () => {
    const missing = (name: string, argument: string) =>
      `The variable $${name} has no value, and ${argument} means something else without it`;
    expect(await lines(`value: {${ann}, lineNo: $n}`, {}, "query($n: Int)")).toBe(missing("n", "value"));
    expect(await lines(`filter: {${annFilter}, lineNo: {in: [1, $n]}}`, {}, "query($n: Int)")).toBe(
      missing("n", "filter"),
    );
    expect(await lines(`value: {${ann}, lineNo: $n}`, { n: 2 }, "query($n: Int)")).toEqual([2]);
    expect(await lines("value: $v", { v: null }, "query($v: OrderLinesInput)")).toMatch(/^value is null/);
    // An argument that is left out altogether is no argument, as everywhere in GraphQL.
    expect(await lines("value: $v", {}, "query($v: OrderLinesInput)")).toEqual([5, 4, 3, 2, 1]);
  });

  it("gives pages, each with the state that the next begins with", async () => {
    const seen: number[] = [];
    let state: string | null = null;
    let pages = 0;
    do {
      const { data } = await fixture.graphql(
        `query($state: String) { orderLines(value: {${ann}}, options: {pageSize: 2, pageState: $state}) { pageState values { lineNo } } }`,
        { state },
      );
      const page = data?.["orderLines"] as { pageState: string | null; values: { lineNo: number }[] };
      seen.push(...page.values.map((row) => row.lineNo));
      state = page.pageState;
      pages++;
    } while (state !== null);
    expect(seen).toEqual([5, 4, 3, 2, 1]);
    expect(pages).toBe(3);
  });

  it("begin at the first row with an empty page state, as with none", async () => {
    const read = (state: string): Promise<unknown> =>
      fixture.graphql(`{ orderLines(value: {${ann}}, options: {pageState: ${state}}) { values { lineNo } } }`);
    expect(await read('""')).toEqual(await read("null"));
  });

  it("has pages of 100 rows unless it is asked for more", async () => {
    const insert = (n: number) =>
      `a${n}: insertOrderLines(value: {customer: "Many", day: "2020-01-31", lineNo: ${n}, product: "p"}) { applied }`;
    await fixture.graphql(`mutation { ${Array.from({ length: 120 }, (_, n) => insert(n)).join(" ")} }`);
    expect(await lines('value: {customer: "Many", day: "2020-01-31"}')).toHaveLength(100);
    expect(await lines('value: {customer: "Many", day: "2020-01-31"}, options: {pageSize: 200}')).toHaveLength(120);
  });
});

describe("the endpoint", () => {
  it("serves any keyspace by its name, and the default one without", async () => {
    const query = "{ products { values { name } } }";
    const reply = async (path: string) => (await fixture.send("POST", path, { query })).json;
    expect(await reply("/api/graphql/shop")).toEqual(await reply("/api/graphql"));
    expect(await fixture.send("POST", "/api/graphql/nope", { query })).toMatchObject({
      status: 404,
      json: { errors: [{ message: "Unknown keyspace 'nope'", extensions: { code: "not-found" } }] },
    });
  });

  it("refuses a document that is meant for another keyspace than the default one, before it executes anything", async () => {
    const query = `mutation { insertProducts(value: {id: "${uuid(77)}", name: "stray"}) { applied } }`;
    const meant = (keyspace: string, path = "/api/graphql") =>
      fixture.send("POST", path, { query }, { "x-service-keyspace": keyspace });
    expect(await meant("crm")).toMatchObject({
      status: 400,
      json: {
        errors: [
          {
            message:
              "Bad request: /api/graphql serves the keyspace 'shop', not 'crm': send the document to /api/graphql/crm, as a session without the keyspace option does",
          },
        ],
      },
    });
    const read = `{ products(value: {id: "${uuid(77)}"}) { values { name } } }`;
    expect(await fixture.graphql(read)).toEqual({ data: { products: { values: [] } } });
    // A path that names a keyspace says enough, and so does the right name.
    expect((await meant("crm", "/api/graphql/shop")).status).toBe(200);
    expect((await meant("shop")).status).toBe(200);
  });

  it("says when there is no default keyspace", async () => {
    const query = "{ __typename }";
    const missing = await openFixture([], { keyspace: "missing" });
    expect((await missing.send("POST", "/api/graphql", { query })).json).toMatchObject({
      errors: [{ message: "Unknown keyspace 'missing'" }],
    });
    await missing.close();
    const none = createService({ store: fixture.store, user: { username: "a", password: "b" } });
    const { json } = await request(none, "POST", "/api/rest/v1/auth", { username: "a", password: "b" });
    const token = { "x-service-token": (json as { authToken: string }).authToken };
    expect(await request(none, "POST", "/api/graphql", { query }, token)).toMatchObject({
      status: 404,
      json: { errors: [{ message: expect.stringContaining("No default keyspace defined") }] },
    });
  });

  it("answers for a keyspace without tables", async () => {
    await fixture.store.createKeyspace("empty");
    const answer = await fixture.graphql("{ keyspaceEmptyQuery }", {}, "/api/graphql/empty");
    expect(answer).toEqual({ data: { keyspaceEmptyQuery: null } });
  });

  test.each([
    ["no body", "", "You must provide a GraphQL query in the request body"],
    ["no query", { variables: {} }, "You must provide a GraphQL query in the request body"],
    ["an empty query", { query: "" }, "You must provide a GraphQL query in the request body"],
    ["a number as query", { query: 5 }, "query must be text"],
    ["a list of queries", [{ query: "{ __typename }" }], "Unable to process JSON"],
    [
      "variables as text",
      { query: "{ __typename }", variables: "{}" },
      "Could not parse variables: they must be an object",
    ],
    ["a number as operation name", { query: "{ __typename }", operationName: 1 }, "operationName must be text"],
  ])("refuses %s", async (_what, body, message) => {
    expect(await fixture.send("POST", "/api/graphql", body)).toMatchObject({
      status: 400,
      json: { errors: [{ message }] },
    });
  });

  it("takes null for variables and operation name", async () => {
    const body = { query: "{ __typename }", variables: null, operationName: null, extensions: {} };
    expect((await fixture.send("POST", "/api/graphql", body)).json).toEqual({ data: { __typename: "Query" } });
  });

  test.each([
    ["{ products { values { id } ", /^Syntax Error/],
    ["  ", /^Syntax Error/],
    ["{ nope }", /^Cannot query field "nope"/],
    [`{ products(value: {id: 5}) { pageState } }`, /found 5; it is not a UUID as text/],
    [`{ products(value: {nope: 5}) { pageState } }`, /"nope" is not defined/],
    ["query A { __typename } query B { __typename }", /Must provide operation name/],
    [
      "{ products { ...a } } fragment a on ProductsResult { ...b } fragment b on ProductsResult { ...a }",
      /Cannot spread/,
    ],
  ])("has the error of %s in a 200, without data", async (query, message) => {
    const { data, errors } = await fixture.graphql(query);
    expect(data).toBeUndefined();
    expect(errors?.[0]?.message).toMatch(message);
    expect(JSON.stringify(errors)).not.toMatch(/node_modules|\.js|\.ts/);
  });

  it("has no subscriptions, and runs no mutation as a query", async () => {
    for (const query of [
      "subscription { products { pageState } }",
      `query { insertProducts(value: {id: "${uuid(9)}"}) { applied } }`,
    ]) {
      const { data, errors } = await fixture.graphql(query);
      expect(data ?? undefined).toBeUndefined();
      expect(errors).toHaveLength(1);
    }
  });

  it("keeps serving a document that it has seen, with other variables", async () => {
    const query = "query($id: Uuid!) { products(value: {id: $id}) { values { name } } }";
    for (const n of [1, 2, 1]) {
      expect((await fixture.graphql(query, { id: uuid(n) })).data).toEqual({
        products: { values: [{ name: `P${n}` }] },
      });
    }
    const { errors } = await fixture.graphql(query, { id: "x" });
    expect(errors?.[0]?.message).toMatch(/^Variable "\$id" got invalid value "x"/);
  });

  it("sees a new table at once, and forgets a dropped one", async () => {
    const query = "{ fresh { values { a } } }";
    expect((await fixture.graphql(query)).errors).toHaveLength(1);
    const body = {
      name: "fresh",
      columnDefinitions: [{ name: "a", typeDefinition: "int" }],
      primaryKey: { partitionKey: ["a"] },
    };
    await fixture.send("POST", "/api/rest/v1/keyspaces/shop/tables", body);
    expect((await fixture.graphql(query)).data).toEqual({ fresh: { values: [] } });
    await fixture.send("DELETE", "/api/rest/v1/keyspaces/shop/tables/fresh");
    expect((await fixture.graphql(query)).errors).toHaveLength(1);
  });
});
