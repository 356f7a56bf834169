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
      { name: "to_string", typeDefinition: "text" },
      { name: "constructor", typeDefinition: "text" },
      { name: "__proto__", typeDefinition: "text" },
    ],
    primaryKey: { partitionKey: ["to_string"] },
  };
  fixture = await openFixture([products, orderLines, hits, odd]);
});
afterAll(() => fixture.close());

const run = async (field: string): Promise<unknown> => {
  const { data, errors } = await fixture.graphql(`mutation { result: ${field} }`);
  return errors ? errors.map((error) => error.message).join() : data?.["result"];
};
const read = async (id: string): Promise<unknown> => {
  const { data } = await fixture.graphql(`{ products(value: {id: "${id}"}) { values { name price } } }`);
  return (data?.["products"] as { values: unknown[] }).values[0];
};

describe("insert", () => {
  it("answers the sample of the API document", async () => {
    const query = `mutation insertProducts {
      legs: insertProducts(value: {id: "65cad0df-4fc8-42df-90e5-4effcd221ef7", name: "Heavy Lift Arms",
        description: "Heavy lift arms capable of lifting 1,250 lbs", price: "4199.99", created: "2020-07-31T18:25:43.511Z"}) {
        value { name description price created }
      }
    }`;
    expect(await fixture.graphql(query)).toEqual({
      data: {
        legs: {
          value: {
            name: "Heavy Lift Arms",
            description: "Heavy lift arms capable of lifting 1,250 lbs",
            price: "4199.99",
            created: "2020-07-31T18:25:43.511Z",
          },
        },
      },
    });
  });

  it("echoes what was written, and leaves what was not", async () => {
    await run(`insertProducts(value: {id: "${uuid(1)}", name: "a", price: "1.50"}) { applied }`);
    expect(
      await run(`insertProducts(value: {id: "${uuid(1)}", name: "b"}) { applied value { id name price } }`),
    ).toEqual({
      applied: true,
      value: { id: uuid(1), name: "b", price: null },
    });
    expect(await read(uuid(1))).toEqual({ name: "b", price: "1.50" });
    await run(`insertProducts(value: {id: "${uuid(1)}", price: null}) { applied }`);
    expect(await read(uuid(1))).toEqual({ name: "b", price: null });
  });

  it("leaves a variable without a value out", async () => {
    await run(`insertProducts(value: {id: "${uuid(2)}", name: "a", price: "1"}) { applied }`);
    const query = "mutation($id: Uuid!, $name: String) { insertProducts(value: {id: $id, name: $name}) { applied } }";
    await fixture.graphql(query, { id: uuid(2) });
    expect(await read(uuid(2))).toEqual({ name: "a", price: "1" });
    await fixture.graphql(query, { id: uuid(2), name: null });
    expect(await read(uuid(2))).toEqual({ name: null, price: "1" });
  });

  it("with ifNotExists shows the row that is there", async () => {
    const insert = (name: string) =>
      run(
        `insertProducts(value: {id: "${uuid(3)}", name: "${name}", price: "9"}, ifNotExists: true) { applied value { id name price description } }`,
      );
    expect(await insert("a")).toEqual({
      applied: true,
      value: { id: uuid(3), name: "a", price: "9", description: null },
    });
    await run(`updateProducts(value: {id: "${uuid(3)}", price: "1", description: "d"}) { applied }`);
    expect(await insert("b")).toEqual({
      applied: false,
      value: { id: uuid(3), name: "a", price: "1", description: "d" },
    });
  });

  test.each([
    [`insertProducts(value: {name: "x"}) { applied }`, /partition key/],
    [`insertProducts(value: {id: null}) { applied }`, /null value/],
    [
      `insertOrderLines(value: {customer: "A", day: "2020-01-31", lineNo: 1}) { applied }`,
      /Some clustering keys are missing: product/,
    ],
    [`insertHits(value: {page: "a", views: 1}) { applied }`, /use UPDATE instead/],
    [
      `insertProducts(value: {id: "${uuid(9)}"}, options: {ttl: -1}) { applied }`,
      /A TTL must be greater or equal to 0, but was -1/,
    ],
    [`insertProducts(value: {id: "${uuid(9)}"}, options: {ttl: 630720001}) { applied }`, /ttl is too large/],
  ])("refuses %s", async (field, message) => {
    const { data, errors } = await fixture.graphql(`mutation { result: ${field} }`);
    expect(data).toEqual({ result: null });
    expect(errors).toEqual([
      {
        message: expect.stringMatching(message),
        path: ["result"],
        locations: expect.any(Array),
        extensions: { code: "invalid" },
      },
    ]);
  });
});

describe("update", () => {
  const update = (id: number, rest: string) =>
    run(`updateProducts(value: {id: "${uuid(id)}", ${rest}) { applied value { id name price } }`);

  it("makes a row that is not there, unless it must be", async () => {
    expect(await update(20, `price: "7"}, ifExists: true`)).toEqual({
      applied: false,
      value: { id: null, name: null, price: null },
    });
    expect(await update(20, `price: "7"}`)).toEqual({ applied: true, value: { id: uuid(20), name: null, price: "7" } });
    expect(await update(20, `price: "8"}, ifExists: true`)).toMatchObject({ applied: true });
    expect(await read(uuid(20))).toEqual({ name: null, price: "8" });
  });

  it("under a condition shows the columns of the condition when they are otherwise", async () => {
    await update(21, `price: "8", name: "n"}`);
    expect(await update(21, `price: "9"}, ifCondition: {price: {eq: "8"}}`)).toMatchObject({ applied: true });
    expect(await update(21, `price: "10"}, ifCondition: {price: {eq: "8"}}`)).toEqual({
      applied: false,
      value: { id: null, name: null, price: "9" },
    });
    expect(
      await update(21, `price: "10"}, ifCondition: {price: {gt: "8", lte: "9"}, name: {in: ["m", "n"]}}`),
    ).toMatchObject({
      applied: true,
    });
    expect(await update(21, `price: "11"}, ifCondition: {name: {eq: null}}`)).toMatchObject({ applied: false });
    expect(await update(21, `price: "11"}, ifCondition: {name: {notEq: null}}`)).toMatchObject({ applied: true });
    expect(await update(22, `price: "1"}, ifCondition: {price: {eq: "1"}}`)).toEqual({
      applied: false,
      value: { id: null, name: null, price: null },
    });
  });

  it("never forgets a condition", async () => {
    await update(23, `price: "1"}`);
    expect(await update(23, `price: "2"}, ifExists: true, ifCondition: {price: {eq: "1"}}`)).toBe(
      "ifExists and ifCondition exclude each other",
    );
    expect(await update(23, `price: "2"}, ifCondition: {price: {}}`)).toBe("The filter on price is empty");
    expect(await update(23, `price: "2"}, ifCondition: {price: {in: null}}`)).toBe(
      "Invalid null value for in on price",
    );
    const query = `mutation($old: Decimal) { updateProducts(value: {id: "${uuid(23)}", price: "2"}, ifCondition: {price: {eq: $old}}) { applied } }`;
    expect((await fixture.graphql(query)).errors?.[0]?.message).toMatch(/^The variable \$old has no value/);
    expect(await read(uuid(23))).toEqual({ name: null, price: "1" });
  });

  it("adds to a counter", async () => {
    await run(`updateHits(value: {page: "a", views: 9007199254740993}) { applied }`);
    await run(`updateHits(value: {page: "a", views: "-2"}) { applied }`);
    const { data } = await fixture.graphql(`{ hits(value: {page: "a"}) { values { page views } } }`);
    expect(data).toEqual({ hits: { values: [{ page: "a", views: "9007199254740991" }] } });
  });
});

describe("delete", () => {
  it("deletes a row, and echoes its key", async () => {
    await run(`insertProducts(value: {id: "${uuid(40)}", name: "a"}) { applied }`);
    const remove = (rest = "") =>
      run(`deleteProducts(value: {id: "${uuid(40)}"}${rest}) { applied value { id name } }`);
    expect(await remove(`, ifCondition: {name: {eq: "zz"}}`)).toEqual({
      applied: false,
      value: { id: null, name: "a" },
    });
    expect(await remove(", options: {ttl: 5}")).toEqual({ applied: true, value: { id: uuid(40), name: null } });
    expect(await read(uuid(40))).toBeUndefined();
    expect(await remove()).toMatchObject({ applied: true });
    expect(await remove(", ifExists: true")).toEqual({ applied: false, value: { id: null, name: null } });
  });

  it("deletes a part of a partition by a part of the key", async () => {
    const line = (n: number) =>
      `l${n}: insertOrderLines(value: {customer: "Del", day: "2020-01-31", lineNo: ${n}, product: "p"}) { applied }`;
    await fixture.graphql(`mutation { ${[1, 2, 3].map(line).join(" ")} }`);
    const left = async () => {
      const { data } = await fixture.graphql(
        `{ orderLines(value: {customer: "Del", day: "2020-01-31"}) { values { lineNo } } }`,
      );
      return data?.["orderLines"];
    };
    await run(`deleteOrderLines(value: {customer: "Del", day: "2020-01-31", lineNo: 2}) { applied }`);
    expect(await left()).toEqual({ values: [{ lineNo: 3 }, { lineNo: 1 }] });
    const query = `mutation($n: Int) { deleteOrderLines(value: {customer: "Del", day: "2020-01-31", lineNo: $n}) { applied } }`;
    expect((await fixture.graphql(query)).errors?.[0]?.message).toMatch(/^The variable \$n has no value/);
    expect(await left()).toEqual({ values: [{ lineNo: 3 }, { lineNo: 1 }] });
    await run(`deleteOrderLines(value: {customer: "Del", day: "2020-01-31"}) { applied }`);
    expect(await left()).toEqual({ values: [] });
  });

  it("refuses less than a partition key, and more than a key", async () => {
    expect(await run("deleteProducts(value: {}) { applied }")).toMatch(/missing/);
    expect(await run(`deleteProducts(value: {id: "${uuid(41)}", name: "x"}) { applied }`)).toMatch(/name/);
  });
});

describe("a document of several mutations", () => {
  it("runs them in order, each by its alias, and those after one that fails", async () => {
    const id = uuid(60);
    const { data, errors } = await fixture.graphql(`mutation {
      a: insertProducts(value: {id: "${id}", name: "1"}) { applied }
      b: updateProducts(value: {id: "${id}", name: "2"}, ifCondition: {name: {eq: "1"}}) { applied }
      bad: insertProducts(value: {name: "x"}) { applied }
      c: updateProducts(value: {id: "${id}", name: "3"}, ifCondition: {name: {eq: "2"}}) { applied }
      d: deleteProducts(value: {id: "${id}"}, ifCondition: {name: {eq: "3"}}) { applied }
    }`);
    const applied = { applied: true };
    expect(data).toEqual({ a: applied, b: applied, bad: null, c: applied, d: applied });
    expect(errors?.map((error) => error.path)).toEqual([["bad"]]);
  });
});

describe("names that every object has", () => {
  it("are columns like any other, in literals and in variables", async () => {
    const fields = [...(await fixture.store.keyspace("shop"))!.tables].map((table) => table.name);
    expect(fields).toContain("constructor");
    const query = `mutation($v: ConstructorInput!) { insertConstructor(value: $v) { value { toString constructor Proto } } }`;
    const written = await fixture.graphql(query, { v: { toString: "k" } });
    expect(written).toEqual({
      data: { insertConstructor: { value: { toString: "k", constructor: null, Proto: null } } },
    });
    const literal = `mutation { insertConstructor(value: {toString: "k", Proto: "p"}) { applied } }`;
    expect((await fixture.graphql(literal)).errors).toBeUndefined();
    const read = `query($v: ConstructorInput) { constructor(value: $v) { values { toString constructor Proto } } }`;
    expect(await fixture.graphql(read, { v: { toString: "k" } })).toEqual({
      data: { constructor: { values: [{ toString: "k", constructor: null, Proto: "p" }] } },
    });
  });
});
