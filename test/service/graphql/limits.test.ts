import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openFixture, products, uuid } from "../service-fixture.ts";
import type { Fixture } from "../service-fixture.ts";

const notesTable = {
  name: "notes",
  columnDefinitions: [
    { name: "id", typeDefinition: "int" },
    { name: "at", typeDefinition: "int" },
    { name: "words", typeDefinition: "text" },
  ],
  primaryKey: { partitionKey: ["id"], clusteringKey: ["at"] },
};

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture([products]);
});
afterAll(() => fixture.close());

const many = (count: number, make: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => make(n)).join(" ");
const first = async (query: string): Promise<string | undefined> => (await fixture.graphql(query)).errors?.[0]?.message;

describe("the limits of a document", () => {
  it("let the documents of generated clients pass: fifty aliased writes", async () => {
    const write = (n: number) =>
      `a${n}: insertProducts(value: {id: "${uuid(n)}", name: "n", description: "d", price: "1.5", created: "2020-07-31T18:25:43.511Z"}) { applied value { id } }`;
    const { data, errors } = await fixture.graphql(`mutation { ${many(50, write)} }`);
    expect(errors).toBeUndefined();
    expect(Object.keys(data ?? {})).toHaveLength(50);
  });

  it("let introspection pass", async () => {
    const { getIntrospectionQuery, buildClientSchema, validateSchema } = await import("graphql");
    const { data, errors } = await fixture.graphql(
      getIntrospectionQuery({ descriptions: true, inputValueDeprecation: true }),
    );
    expect(errors).toBeUndefined();
    expect(validateSchema(buildClientSchema(data as never))).toEqual([]);
  });

  it("stop at 500 fields, also when fragments bring them", async () => {
    expect(await first(`{ ${many(500, (n) => `a${n}: __typename`)} }`)).toBeUndefined();
    expect(await first(`{ ${many(501, (n) => `a${n}: __typename`)} }`)).toBe("The document has more than 500 fields");
    const fragments = many(20, (n) => `fragment f${n} on Query { ${many(2, () => `...f${n + 1}`)} }`);
    const bomb = `{ ...f0 } ${fragments} fragment f20 on Query { ${many(10, (n) => `a${n}: __typename`)} }`;
    expect(await first(bomb)).toBe("The document has more than 500 fields");
  });

  it("stop at fragments within fragments that bring no field at all", async () => {
    const fragments = many(38, (n) => `fragment f${n} on Query { ...f${n + 1} ...f${n + 1} }`);
    expect(await first(`{ ...f0 } ${fragments} fragment f38 on Query { ...nothing }`)).toMatch(/more than 500 fields/);
  });

  it("stop at 40 levels, also when fragments bring them", async () => {
    const nested = (depth: number): string => (depth === 1 ? "{ a }" : `{ a ${nested(depth - 1)} }`);
    expect(await first(nested(40))).toMatch(/^Cannot query field/);
    expect(await first(nested(41))).toBe("The document has more than 40 levels");
    expect(await first(`{ a ${"{ ...f }"} } fragment f on Query ${nested(40)}`)).toBe(
      "The document has more than 40 levels",
    );
    expect(await first(`fragment f on Query ${nested(37)} query { ...f a { b { c { d { ...f } } } } }`)).toBe(
      "The document has more than 40 levels",
    );
  });

  it("stop at 15,000 lexemes, 64 fragments, 50 directives and 10 errors", async () => {
    expect(await first(`{ a(b: "${'"x" '.repeat(20_000)}") }`)).toBe("The document has more than 15000 tokens");
    expect(await first(`{ a } ${many(65, (n) => `fragment f${n} on Query { a }`)}`)).toMatch(/more than 64 fragments/);
    expect(await first(`{ ${many(51, (n) => `a${n}: __typename @skip(if: false)`)} }`)).toMatch(
      /more than 50 directives/,
    );
    const { errors } = await fixture.graphql(`{ ${many(100, (n) => `a${n}`)} }`);
    expect(errors).toHaveLength(11);
  });

  it("bound what nests in values or selections, whatever the parser says", async () => {
    for (const query of [
      `{ products(value: ${"[".repeat(14_000)}`,
      `{ products(value: ${"[".repeat(7000)}${"]".repeat(7000)}) { pageState } }`,
      `{ products(value: {id: ${"{id: ".repeat(4000)}1${"}".repeat(4000)}}) { pageState } }`,
      "{ a ".repeat(7000),
      `${"{ a ".repeat(4000)}${"}".repeat(4000)}`,
    ]) {
      const { data, errors } = await fixture.graphql(query);
      expect(data).toBeUndefined();
      expect(errors?.length).toBeGreaterThan(0);
    }
  });

  it("bound how deep variables nest", async () => {
    const variables = (depth: number) =>
      `{"query": "query($v: ProductsInput) { products(value: $v) { pageState } }", "variables": {"v": ${'{"id":'.repeat(depth)}1${"}".repeat(depth)}}}`;
    const send = (depth: number) => fixture.send("POST", "/api/graphql", variables(depth));
    expect(await send(20)).toMatchObject({ status: 200, json: { errors: [{}] } });
    for (const depth of [50, 100_000]) {
      expect(await send(depth)).toMatchObject({
        status: 400,
        json: { errors: [{ message: "Unable to process JSON" }] },
      });
    }
    expect(fixture.reported).toEqual([]);
  });

  it("shorten pages, so that all rows of a document together have at most 50,000 values", async () => {
    const notes = await openFixture([notesTable]);
    try {
      for (let from = 0; from < 2000; from += 50) {
        const insert = (n: number): string => `w${n}: insertNotes(value: {id: 1, at: ${from + n}}) { applied }`;
        await notes.graphql(`mutation { ${many(50, insert)} }`);
      }
      const rows = async (fields: number, columns: number, blanks = ""): Promise<number[]> => {
        const selected = many(columns, (n) => `c${n}: at`);
        const field = (n: number): string =>
          `f${n}: notes(value: {id: 1}, options: {pageSize: 5000}) { values { ${selected} } pageState }`;
        const { data, errors } = await notes.graphql(`{ ${many(fields, field)}${blanks} }`);
        expect(errors).toBeUndefined();
        const pages = Object.values(data ?? {}) as { values: unknown[]; pageState: string | null }[];
        for (const { values, pageState } of pages) expect(pageState === null).toBe(values.length === 2000);
        return pages.map(({ values }) => values.length);
      };
      expect(await rows(1, 1)).toEqual([2000]);
      expect(await rows(1, 99)).toEqual([500]);
      expect(await rows(10, 1)).toEqual(Array(10).fill(2000));
      expect(await rows(40, 9)).toEqual(Array(40).fill(125));
      // Too long to be kept, so graphql-js runs it.
      expect(await rows(1, 99, " ".repeat(64_000))).toEqual([150]);
      // So it does with a value that only the database refuses.
      const wide = `a: notes(value: {id: 1}, options: {pageSize: 5000}) { values { ${many(99, (n) => `c${n}: at`)} } }`;
      const query = `query($words: String) { ${wide} b: notes(value: {id: 1, words: $words}) { count } }`;
      const { data } = await notes.graphql(query, { words: "\ud800" });
      expect(data).toMatchObject({ a: { values: { length: 75 } }, b: null });
    } finally {
      await notes.close();
    }
  });

  it("count the columns that fragments bring, and let such documents have 15,000 values", async () => {
    const notes = await openFixture([notesTable]);
    try {
      const insert = (n: number): string => `w${n}: insertNotes(value: {id: 1, at: ${n}}) { applied }`;
      await notes.graphql(`mutation { ${many(50, insert)} }`);
      const deep = `fragment f0 on Notes { ${many(999, (n) => `c${n}: at`)} } fragment f1 on Notes { ...f0 a: at }`;
      const query = `{ notes(value: {id: 1}) { values { ...f1 ...f0 } } } ${deep}`;
      const { data } = await notes.graphql(query);
      expect((data as { notes: { values: unknown[] } }).notes.values).toHaveLength(7);
    } finally {
      await notes.close();
    }
  });

  it("stop at 1,000 items of an in, in a filter and in a condition", async () => {
    const ids = (count: number): string[] => Array.from({ length: count }, (_, n) => uuid(n));
    const query = "query ($ids: [Uuid]) { products(filter: {id: {in: $ids}}) { values { id } } }";
    expect((await fixture.graphql(query, { ids: ids(1000) })).errors).toBeUndefined();
    const { errors } = await fixture.graphql(query, { ids: ids(1001) });
    expect(errors?.[0]?.message).toBe('The list "in" of id has 1001 items, more than 1000; send several requests');
    const mutation = `mutation ($names: [String]) {
      updateProducts(value: {id: "${uuid(1)}", price: "1"}, ifCondition: {name: {in: $names}}) { applied }
    }`;
    expect((await fixture.graphql(mutation, { names: ids(1001) })).errors?.[0]?.message).toContain("1001 items");
  });

  it("shorten a message that quotes a long value", async () => {
    const long = "x".repeat(900_000);
    for (const query of [
      `{ products(value: {id: "${long}"}) { pageState } }`,
      `{ ${long.slice(0, 4000)} }`,
      `mutation { insertProducts(value: {id: "${uuid(1)}", price: "${long}"}) { applied } }`,
    ]) {
      const { errors } = await fixture.graphql(query);
      expect(errors?.[0]?.message.length).toBeGreaterThan(900);
      expect(errors?.[0]?.message.length).toBeLessThan(1100);
    }
    const { json } = await fixture.send("GET", `/api/rest/v1/keyspaces/${"x".repeat(9000)}/tables`);
    expect(JSON.stringify(json).length).toBeLessThan(1100);
  });
});
