/** Rows over REST that pass all filters. */
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { openFixture, orderLines } from "../service-fixture.ts";
import type { Fixture } from "../service-fixture.ts";

let fixture: Fixture;
beforeAll(async () => {
  const people = {
    name: "people",
    columnDefinitions: [
      { name: "id", typeDefinition: "int" },
      { name: "email", typeDefinition: "text" },
      { name: "age", typeDefinition: "int" },
    ],
    primaryKey: { partitionKey: ["id"] },
    indexes: [{ column: "email" }],
  };
  fixture = await openFixture([orderLines, people]);
  const add = (table: string, values: Record<string, unknown>) =>
    fixture.send("POST", `/api/rest/v1/keyspaces/shop/tables/${table}/rows`, {
      columns: Object.entries(values).map(([name, value]) => ({ name, value })),
    });
  for (const customer of ["Ann", "Bob"]) {
    for (let line_no = 1; line_no <= 5; line_no++) {
      for (const product of ["a", "b"]) await add("order_lines", { customer, day: "2020-01-31", line_no, product });
    }
  }
  for (const id of [1, 2, 3]) await add("people", { id, email: `p${id % 2}@x.org`, age: 20 + id });
});
afterAll(() => fixture.close());

const query = (body: unknown, table = "order_lines") =>
  fixture.send("POST", `/api/rest/v1/keyspaces/shop/tables/${table}/rows/query`, body);
const filter = (columnName: string, operator: string, ...value: unknown[]) => ({ columnName, operator, value });
const ann = [filter("customer", "eq", "Ann"), filter("day", "eq", "2020-01-31")];
/** The lines of a response: `a` and `b` of each, or what else is there. */
const linesOf = async (body: object): Promise<unknown> => {
  const { status, json } = await query({ columnNames: ["line_no"], ...body });
  if (status !== 200) return json;
  return (json as { rows: { line_no: number }[] }).rows.map((row) => row.line_no).join("");
};

describe("a query", () => {
  it("returns the named columns of the rows that pass all filters, or every column", async () => {
    const filters = [...ann, filter("line_no", "eq", "3")];
    expect((await query({ columnNames: ["product", "line_no", "product"], filters })).json).toEqual({
      count: 2,
      rows: [
        { product: "a", line_no: 3 },
        { product: "b", line_no: 3 },
      ],
    });
    for (const columnNames of [undefined, null, []]) {
      const { json } = await query({ columnNames, filters });
      expect(json).toMatchObject({ count: 2, rows: [{ customer: "Ann", quantity: null, customer_name: null }, {}] });
    }
    expect((await query({ filters: [filter("customer", "eq", "Zed"), ann[1]] })).json).toEqual({ count: 0, rows: [] });
  });

  test.each([
    ["eq", ["3"], "33"],
    ["EQ", [3], "33"],
    ["gt", ["3"], "5544"],
    ["gte", ["3"], "554433"],
    ["lt", ["3"], "2211"],
    ["lte", ["3"], "332211"],
    ["in", ["1", "3", "5"], "553311"],
    ["in", [], { description: "filter requires column name, operator, and value", code: 400 }],
    ["notEq", ["3"], { description: 'Bad request: Unsupported "!=" relation: line_no != ?', code: 400 }],
  ])("has the operator %s %j", async (operator, value, expected) => {
    expect(await linesOf({ filters: [...ann, filter("line_no", operator, ...value)] })).toEqual(expected);
  });

  it("has ranges, several partitions and indexes", async () => {
    const range = [filter("line_no", "gt", "1"), filter("line_no", "lte", "4")];
    expect(await linesOf({ filters: [...ann, ...range] })).toBe("443322");
    expect(await linesOf({ filters: [filter("customer", "in", "Ann", "Bob"), ann[1]] })).toHaveLength(20);
    expect((await query({ filters: [filter("email", "eq", "p1@x.org")] }, "people")).json).toMatchObject({
      count: 2,
      rows: [{ id: 1 }, { id: 3 }],
    });
  });

  test.each([
    [{ column: "line_no", order: "asc" }, "1122334455"],
    [{ column: "line_no", order: "DESC" }, "5544332211"],
    [{ name: "line_no", order: "Asc" }, "1122334455"],
    [null, "5544332211"],
  ])("is ordered by %j", async (orderBy, expected) => {
    expect(await linesOf({ filters: ann, orderBy })).toBe(expected);
  });

  it("comes in pages of 100 rows by default; an empty state is none", async () => {
    const states: unknown[] = [];
    let pages = "";
    let pageState: unknown = "";
    do {
      const { json } = await query({ columnNames: ["line_no"], filters: ann, pageSize: 4, pageState });
      const page = json as { pageState?: string; rows: { line_no: number }[] };
      pages += page.rows.map((row) => row.line_no).join("");
      pageState = page.pageState;
      states.push(pageState);
    } while (pageState !== undefined);
    expect(pages).toBe("5544332211");
    expect(states).toHaveLength(3);
    for (const pageSize of [0, -1, null, 999_999]) {
      expect((await query({ filters: ann, pageSize, pageState: null })).json).toMatchObject({ count: 10 });
    }
  });
});

describe("a query is refused with", () => {
  const required = "filter requires column name, operator, and value";
  const filtering = /^Bad request: Cannot execute this query as it might involve data filtering/;
  test.each<[what: string, body: unknown, status: number, description: string | RegExp]>([
    ["no body", "", 422, "Request invalid: must not be null."],
    ["null", "null", 422, "Request invalid: must not be null."],
    ["a list", [], 400, "Unable to process JSON"],
    ["no filters", {}, 400, "filters must be provided"],
    ["null as filters", { filters: null }, 400, "filters must be provided"],
    ["an empty list of filters", { filters: [] }, 400, "filters must be provided"],
    ["an object as filters", { filters: {} }, 400, "Unable to process JSON"],
    ["a text as a filter", { filters: ["x"] }, 400, "Unable to process JSON"],
    ["an empty filter", { filters: [{}] }, 400, required],
    ["no column of a filter", { filters: [{ operator: "eq", value: ["1"] }] }, 400, required],
    ["no operator", { filters: [{ columnName: "day", value: ["1"] }] }, 400, required],
    ["no value", { filters: [{ columnName: "day", operator: "eq" }] }, 400, required],
    ["an unknown operator", { filters: [filter("day", "ne", "3")] }, 400, "Unable to process JSON"],
    ["an operator of every object", { filters: [filter("day", "constructor", "3")] }, 400, "Unable to process JSON"],
    ["a number as operator", { filters: [{ ...ann[0], operator: 1 }] }, 400, "Unable to process JSON"],
    ["a value that is no list", { filters: [{ ...ann[0], value: "3" }] }, 400, "Unable to process JSON"],
    ["an unknown column", { filters: [filter("nope", "eq", "3")] }, 400, "Bad request: Unknown field name 'nope'."],
    [
      "two values of eq",
      { filters: [filter("customer", "eq", "Ann", "Bob"), ann[1]] },
      400,
      "Bad request: The filter eq on customer has 2 values, more than 1",
    ],
    [
      "a long list",
      { filters: [filter("customer", "in", ...Array.from({ length: 1001 }, String)), ann[1]] },
      400,
      "Bad request: The filter in on customer has 1001 values, more than 1000",
    ],
    [
      "null as value",
      { filters: [filter("customer", "eq", null), ann[1]] },
      400,
      "Bad request: Invalid null value in condition for column customer",
    ],
    [
      "a value of another type",
      { filters: [...ann, filter("line_no", "eq", true)] },
      400,
      "Bad request: Invalid Int value 'true': cannot parse",
    ],
    ["a part of the partition key", { filters: [ann[0]] }, 400, filtering],
    ["a column without an index", { filters: [...ann, filter("quantity", "eq", 1)] }, 400, filtering],
    ["unknown columns", { filters: ann, columnNames: ["*"] }, 400, "Bad request: Unknown field name '*'."],
    ["a text as columns", { filters: ann, columnNames: "line_no" }, 400, "Unable to process JSON"],
    [
      "half an order",
      { filters: ann, orderBy: { column: "line_no" } },
      400,
      "both order and column are required for order by expression",
    ],
    [
      "a bad order",
      { filters: ann, orderBy: { column: "line_no", order: "up" } },
      400,
      "order must be either 'asc' or 'desc'",
    ],
    [
      "a list as order",
      { filters: ann, orderBy: [{ column: "line_no", order: "asc" }] },
      400,
      "Unable to process JSON",
    ],
    [
      "an order by another column",
      { filters: ann, orderBy: { column: "quantity", order: "asc" } },
      400,
      /^Bad request: Order by is currently only supported on the clustered columns/,
    ],
    ["a fraction as page size", { filters: ann, pageSize: 1.5 }, 400, "Unable to process JSON"],
    ["a number as page state", { filters: ann, pageState: 1 }, 400, "Unable to process JSON"],
    ["a bad page state", { filters: ann, pageState: "!!!" }, 400, "Bad request: Invalid value for the paging state"],
  ])("%s", async (_what, body, status, description) => {
    const expected = typeof description === "string" ? description : expect.stringMatching(description);
    expect(await query(body)).toMatchObject({ status, json: { description: expected, code: status } });
  });

  it("the page state of another query", async () => {
    const { json } = await query({ filters: ann, pageSize: 1 });
    const filters = [filter("customer", "eq", "Bob"), ann[1]];
    const reply = await query({ filters, pageState: (json as { pageState: string }).pageState });
    expect(reply.json).toMatchObject({ description: "Bad request: Invalid value for the paging state" });
  });

  it("an unknown table or keyspace", async () => {
    expect(await query({ filters: ann }, "nope")).toMatchObject({
      status: 404,
      json: { description: "Resource not found: table 'nope' not found" },
    });
    const path = "/api/rest/v1/keyspaces/nope/tables/x/rows/query";
    expect((await fixture.send("POST", path, { filters: ann })).status).toBe(404);
  });
});
