/** `@atomic` applies the writes of a mutation together or not at all. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import type { GraphQLAnswer } from "@colonnade/runtime/protocol";
import { StoreError } from "../../../src/store/index.ts";
import type { Store } from "../../../src/store/index.ts";
import { openFixture, products, uuid } from "../service-fixture.ts";
import type { Fixture } from "../service-fixture.ts";

const readings = {
  name: "readings",
  columnDefinitions: [
    { name: "sensor", typeDefinition: "text" },
    { name: "at", typeDefinition: "int" },
    { name: "value", typeDefinition: "double" },
  ],
  primaryKey: { partitionKey: ["sensor"], clusteringKey: ["at"] },
};
const hits = {
  name: "hits",
  columnDefinitions: [
    { name: "page", typeDefinition: "text" },
    { name: "views", typeDefinition: "counter" },
  ],
  primaryKey: { partitionKey: ["page"] },
};

let fixture: Fixture;
/** What reached the store: the name of each call and, of a batch, how many writes. */
let calls: string[] = [];
let failure: Error | undefined;
beforeAll(async () => {
  const plain = await openFixture([products, readings, hits]);
  const names: readonly (string | symbol)[] = ["insert", "update", "delete", "batch"];
  const store = new Proxy(plain.store, {
    get: (target, name) => {
      const found: unknown = Reflect.get(target, name);
      if (typeof found !== "function") return found;
      if (!names.includes(name)) return found.bind(target) as unknown;
      return (...given: Parameters<Store["batch"]>) => {
        calls.push(name === "batch" ? `batch of ${given[0].length} ${JSON.stringify(given[1])}` : String(name));
        return failure ? Promise.reject(failure) : (found as (...all: unknown[]) => unknown).apply(target, given);
      };
    },
  });
  fixture = await openFixture([], { store });
  await fixture.graphql(`mutation { insertReadings(value: {sensor: "s", at: 1, value: 1.5}) { applied } }`);
});
afterAll(() => fixture.close());
beforeEach(() => {
  calls = [];
  failure = undefined;
});

const run = (fields: string, variables?: Record<string, unknown>, head = "mutation @atomic"): Promise<GraphQLAnswer> =>
  fixture.graphql(`${head} { ${fields} }`, variables);
const put = (name: string, number: number, rest = ""): string =>
  `${name}: insertProducts(value: {id: "${uuid(number)}", name: "${name}"}${rest}) { applied value { id name } }`;
const namesOf = async (...numbers: readonly number[]): Promise<unknown> => {
  const ids = numbers.map((number) => `"${uuid(number)}"`).join(", ");
  const { data } = await fixture.graphql(`{ products(filter: {id: {in: [${ids}]}}) { values { name } } }`);
  return (data?.["products"] as { values: { name: string }[] }).values.map(({ name }) => name).sort();
};
const messages = ({ errors = [] }: GraphQLAnswer): unknown => errors.map(({ path, message }) => [path?.[0], message]);

describe("an atomic mutation", () => {
  it("is one batch, and gives each field what it would alone", async () => {
    expect(await run(`${put("a", 1)} ${put("b", 2)}`)).toEqual({
      data: {
        a: { applied: true, value: { id: uuid(1), name: "a" } },
        b: { applied: true, value: { id: uuid(2), name: "b" } },
      },
    });
    expect(calls).toEqual(["batch of 2 {}"]);
    expect(await namesOf(1, 2)).toEqual(["a", "b"]);
  });

  it("inserts, updates and deletes in several tables, by variables too, and by the name of its operation", async () => {
    const text = `query q { __typename } mutation m($v: ProductsInput!) @atomic {
      ${put("a", 3)} b: updateProducts(value: $v) { applied }
      c: deleteProducts(value: {id: "${uuid(1)}"}) { applied }
      d: insertReadings(value: {sensor: "t", at: 1, value: 1}) { applied }
    }`;
    const reply = await fixture.send("POST", "/api/graphql", {
      query: text,
      operationName: "m",
      variables: { v: { id: uuid(2), name: "b2" } },
    });
    expect(reply.json).toMatchObject({ data: { a: { applied: true }, d: { applied: true } } });
    expect(calls).toEqual(["batch of 4 {}"]);
    expect(await namesOf(1, 2, 3)).toEqual(["a", "b2"]);
  });

  test.each<[what: string, bad: string, message: string]>([
    [
      "the store refuses",
      `b: insertProducts(value: {name: "b"}) { applied }`,
      "Some partition key parts are missing: id",
    ],
    [
      "this room refuses",
      `b: updateProducts(value: {id: "${uuid(5)}", name: "b"}, ifExists: true, ifCondition: {name: {eq: "x"}}) { applied }`,
      "ifExists and ifCondition exclude each other",
    ],
    [
      "must not be in a batch",
      `b: updateHits(value: {page: "p", views: 1}) { applied }`,
      "Counter and non-counter mutations cannot exist in the same batch",
    ],
    [
      "has conditions in another partition",
      put("b", 5, ", ifNotExists: true"),
      "Batch with conditions cannot span multiple partitions",
    ],
  ])("applies nothing when one of its writes is one that %s, and says so of each", async (_what, bad, message) => {
    const result = await run(`${put("a", 4)} ${bad} ${put("c", 6)}`);
    expect(result.data).toEqual({ a: null, b: null, c: null });
    expect(messages(result)).toEqual([
      ["a", message],
      ["b", message],
      ["c", message],
    ]);
    expect(await namesOf(4, 5, 6)).toEqual([]);
  });

  it("applies nothing when a condition does not hold, and shows the rows that were in the way", async () => {
    const reading = (name: string, at: number, rest = ""): string =>
      `${name}: insertReadings(value: {sensor: "s", at: ${at}, value: 9}${rest}) { applied value { at value } }`;
    const refused = { a: { applied: false, value: { at: 1, value: 1.5 } }, b: { applied: false, value: null } };
    const guard = ", ifNotExists: true";
    expect(await run(`${reading("a", 1, guard)} ${reading("b", 2, guard)}`)).toEqual({ data: refused });
    expect(await run(`${reading("a", 1, guard)} ${reading("b", 2)}`)).toEqual({ data: refused });
    const rows = await fixture.graphql(`{ readings(value: {sensor: "s"}) { values { at value } } }`);
    expect(rows).toEqual({ data: { readings: { values: [{ at: 1, value: 1.5 }] } } });
    expect(await run(`${reading("a", 3, guard)} ${reading("b", 2)}`)).toMatchObject({
      data: { a: { applied: true }, b: { applied: true, value: { at: 2, value: 9 } } },
    });
  });

  it("has the consistency of its fields, which must agree, and their times to live", async () => {
    await run(`${put("a", 7, ", options: {consistency: ALL, ttl: 60}")} ${put("b", 8)}`);
    expect(calls).toEqual(['batch of 2 {"consistency":"ALL","serialConsistency":"SERIAL"}']);
    const result = await run(
      `${put("a", 9, ", options: {consistency: ALL}")} ${put("b", 10, ", options: {consistency: LOCAL_ONE}")}`,
    );
    expect(messages(result)).toEqual(
      ["a", "b"].map((name) => [name, "options can only de defined once in an @atomic mutation selection"]),
    );
    expect(await namesOf(7, 8, 9, 10)).toEqual(["a", "b"]);
  });

  it("of one field is a plain write, as counters need it", async () => {
    expect(await run(`a: updateHits(value: {page: "p", views: 2}) { applied }`)).toEqual({
      data: { a: { applied: true } },
    });
    expect(calls).toEqual(["update"]);
    const missing = await run(
      `a: updateProducts(value: {id: "${uuid(99)}", name: "x"}, ifExists: true) { applied value { id } }`,
    );
    expect(missing).toEqual({ data: { a: { applied: false, value: { id: null } } } });
  });

  it("says of every field when the store fails", async () => {
    failure = new StoreError("full", "/data is full");
    const result = await run(`${put("a", 11)} ${put("b", 12)}`);
    expect(result.errors).toMatchObject(
      ["a", "b"].map((name) => ({ path: [name], extensions: { code: "full", applied: "unknown" } })),
    );
    expect(JSON.stringify(result)).not.toContain("/data");
  });

  it("keeps its conditional insert beside a delete of the same partition, which has what was there before", async () => {
    const fields = `a: deleteReadings(value: {sensor: "d"}) { applied }
      b: insertReadings(value: {sensor: "d", at: 2, value: 2.5}, ifNotExists: true) { applied }`;
    await fixture.graphql(`mutation { insertReadings(value: {sensor: "d", at: 1, value: 1.5}) { applied } }`);
    expect(await run(fields)).toEqual({ data: { a: { applied: true }, b: { applied: true } } });
    const { data } = await fixture.graphql(`{ readings(value: {sensor: "d"}) { values { at value } } }`);
    expect(data).toEqual({ readings: { values: [{ at: 2, value: 2.5 }] } });
  });

  it("is a mutation, and no other operation", async () => {
    const { errors } = await run("products { pageState }", {}, "query @atomic");
    expect(errors).toMatchObject([{ message: 'Directive "@atomic" may not be used on QUERY.' }]);
    const { errors: onField } = await run(put("a", 13).replace(") {", ") @atomic {"), {}, "mutation");
    expect(onField).toMatchObject([{ message: 'Directive "@atomic" may not be used on FIELD.' }]);
    expect(calls).toEqual([]);
  });

  it("may be told apart from one that is not", async () => {
    const failing = `a: insertProducts(value: {name: "b"}) { applied }`;
    const { data } = await run(`${failing} ${put("b", 14)}`, {}, "mutation");
    expect(data).toMatchObject({ a: null, b: { applied: true } });
    expect(await namesOf(14)).toEqual(["b"]);
  });
});
