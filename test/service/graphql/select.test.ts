/** Counts, neighbors, parts of a table, limits of a partition and write times: what the store gets, what is refused. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import type { TableDefinition } from "../../../src/model/index.ts";
import type { Row, Value } from "../../../src/store/index.ts";
import { openRecorded } from "./recorded-fixture.ts";
import type { RecordedFixture } from "./recorded-fixture.ts";

const docs: TableDefinition = {
  name: "docs",
  columnDefinitions: [
    { name: "id", typeDefinition: "int" },
    { name: "at", typeDefinition: "int" },
    { name: "body_text", typeDefinition: "text" },
    { name: "owner", typeDefinition: "text", static: true },
    { name: "embedding", typeDefinition: "vector<float, 3>" },
    { name: "title_embedding", typeDefinition: "vector<float, 2>" },
    { name: "other", typeDefinition: "vector<float, 2>" },
  ],
  primaryKey: { partitionKey: ["id"], clusteringKey: ["at"] },
  indexes: [
    { column: "embedding", using: "sai" },
    { column: "title_embedding", using: "sai" },
  ],
};
const plain: TableDefinition = {
  name: "plain",
  columnDefinitions: [{ name: "id", typeDefinition: "int" }],
  primaryKey: { partitionKey: ["id"] },
};

let recorded: RecordedFixture;
beforeAll(async () => {
  recorded = await openRecorded([docs, plain]);
});
afterAll(() => recorded.close());
beforeEach(() => {
  recorded.page = { rows: [] };
});

const read = (args: string, selection = "values { id }"): string =>
  `{ docs${args === "" ? "" : `(${args})`} { ${selection} } }`;
const statement = async (query: string, variables?: Record<string, unknown>): Promise<object | undefined> =>
  (await recorded.statements(query, variables))[0];

describe("a count", () => {
  test.each<[args: string, pageSize: number]>([
    ["", 10_000],
    ["options: {}", 10_000],
    ["options: {pageSize: null}", 10_000],
    ["options: {pageSize: 100}", 100],
    ["options: {pageSize: 9999}", 9999],
    ["options: {pageSize: 10001}", 10_000],
  ])("is of as many rows as a page may have: %s", async (args, pageSize) => {
    expect(await statement(read(args, "count pageState"))).toEqual({
      ...{ kind: "select", filters: [], columns: [], orderBy: [], copies: 1, countsOnly: true, pageSize },
      ...(args !== "" && { consistency: "LOCAL_QUORUM" }),
    });
  });

  it("has the page size that variables have", async () => {
    const query = `query ($o: QueryOptions) { docs(options: $o) { count } }`;
    expect(await statement(query, { o: { consistency: "ALL" } })).toMatchObject({ pageSize: 10_000 });
    expect(await statement(query, { o: { pageSize: 100 } })).toMatchObject({ pageSize: 100 });
    expect(await statement(query)).toMatchObject({ pageSize: 10_000 });
  });

  it("goes on at a page state, and is the store's", async () => {
    recorded.page = { rows: [], count: 7, pageState: "next" };
    const query = read(
      `filter: {id: {eq: 1}, at: {gt: 2}}, options: {pageState: "p"}`,
      "n: count pageState __typename",
    );
    expect(await recorded.graphql(query)).toEqual({
      data: { docs: { n: 7, pageState: "next", __typename: "DocsResult" } },
    });
    expect(await statement(query)).toMatchObject({ countsOnly: true, pageState: "p" });
  });

  it("is that of the page where values are selected too", async () => {
    recorded.page = { rows: [new Map(), new Map()] };
    const query = read("", "count values { id }");
    expect(await statement(query)).not.toHaveProperty("countsOnly");
    expect((await recorded.graphql(query)).data).toMatchObject({ docs: { count: 2 } });
    const inFragment = `{ docs { count ...f } } fragment f on DocsResult { values { id } }`;
    expect(await statement(inFragment)).not.toHaveProperty("countsOnly");
    expect(await statement(read("", "pageState"))).not.toHaveProperty("countsOnly");
  });

  it("shares what the fields of a document may cost", async () => {
    const counts = Array.from({ length: 50 }, (_, n) => `c${n}: docs { count }`);
    expect(await statement(`{ ${counts.join(" ")} }`)).toMatchObject({ pageSize: 1000 });
  });

  it("reads keys where each partition counts once", async () => {
    expect(await statement(read("options: {distinct: true}", "count"))).toMatchObject({
      ...{ distinct: true, columns: ["id"], countsOnly: true },
    });
  });
});

describe("the nearest rows", () => {
  test.each<[args: string, expected: object]>([
    [
      "nearest: {embedding: [1, 0.5, -2]}, options: {limit: 5}",
      { nearest: { column: "embedding", to: [1, 0.5, -2] }, limit: 5, pageSize: 5, filters: [] },
    ],
    [
      `nearest: {titleEmbedding: [1, 2], embedding: null}, filter: {id: {eq: 1}}, options: {limit: 1000}`,
      {
        nearest: { column: "title_embedding", to: [1, 2] },
        ...{ limit: 1000, pageSize: 1000, filters: [{ column: "id", operator: "eq", value: 1 }] },
      },
    ],
  ])("are asked for: %s", async (args, expected) => {
    expect(await statement(read(args))).toMatchObject(expected);
  });

  it("have similarities beside them", async () => {
    recorded.page = { rows: [new Map([["id", 1]]), new Map([["id", 2]])], similarities: [0.9, 0.5] };
    const query = `query ($v: [Float!]) {
      docs(nearest: {embedding: $v}, options: {limit: 2}) { values { id } similarities count }
    }`;
    expect(await recorded.graphql(query, { v: [1, 2, 3] })).toEqual({
      data: { docs: { values: [{ id: 1 }, { id: 2 }], similarities: [0.9, 0.5], count: 2 } },
    });
    recorded.page = { rows: [] };
    expect((await recorded.graphql(read("", "similarities"))).data).toEqual({ docs: { similarities: null } });
  });

  test.each<[args: string, message: string]>([
    ["nearest: {}, options: {limit: 5}", "nearest needs exactly one vector, not 0"],
    ["nearest: {embedding: [1,2,3], titleEmbedding: [1,2]}, options: {limit: 5}", "exactly one vector, not 2"],
    ["nearest: {embedding: [1,2,3]}", "nearest needs options.limit, which is at most 1000"],
    ["nearest: {embedding: [1,2,3]}, options: {limit: 1001}", "which is at most 1000"],
    ["nearest: {embedding: [1,2,3]}, options: {limit: 0}", "LIMIT must be strictly positive"],
    [`nearest: {embedding: [1,2,3]}, options: {limit: 1, pageState: "p"}`, "no pageState"],
    ["nearest: {embedding: [1,2]}, options: {limit: 1}", "The value of embedding is not"],
    ["nearest: {embedding: [1,2,1e39]}, options: {limit: 1}", "The value of embedding is not"],
    ["nearest: null, options: {limit: 1}", "nearest is null: leave it out"],
    ["nearest: {embedding: [1,2,null]}, options: {limit: 1}", "found null"],
    ["nearest: {other: [1,2]}, options: {limit: 1}", 'Field "other" is not defined by type "DocsNearestInput"'],
  ])("are refused: %s", async (args, message) => {
    expect(await recorded.refusal(read(args))).toContain(message);
  });

  it("are refused without the variable of their vector", async () => {
    const query = `query ($v: [Float!]) { docs(nearest: {embedding: $v}, options: {limit: 1}) { values { id } } }`;
    expect(await recorded.refusal(query)).toContain("The variable $v has no value");
  });

  it("must fit in a page with the values of other fields", async () => {
    const one = (n: number): string =>
      `f${n}: docs(nearest: {embedding: [1,2,3]}, options: {limit: 1000}) { values { id } }`;
    const many = (count: number): string => `{ ${Array.from({ length: count }, (_, n) => one(n)).join(" ")} }`;
    expect(await recorded.statements(many(50))).toHaveLength(50);
    const { errors } = await recorded.graphql(many(51));
    expect(errors?.[0]?.message).toBe(
      "nearest has one page, of at most 980 rows with these fields: ask for fewer of either",
    );
  });

  it("are not offered by a table without an index of vectors", async () => {
    const { errors } = await recorded.graphql("{ plain(nearest: {}) { similarities } }");
    expect(errors?.map(({ message }) => message)).toEqual([
      'Unknown argument "nearest" on field "Query.plain".',
      'Cannot query field "similarities" on type "PlainResult".',
    ]);
  });
});

describe("the options of a query", () => {
  test.each<[options: string, expected: object]>([
    ["part: {number: 1, of: 1}", { tokens: {} }],
    ["part: {number: 1, of: 2}", { tokens: { upTo: -1n } }],
    ["part: {number: 2, of: 2}", { tokens: { after: -1n } }],
    ["part: null", {}],
    ["perPartitionLimit: 3", { perPartitionLimit: 3 }],
    ["perPartitionLimit: null, distinct: null", {}],
    ["distinct: true", { distinct: true }],
    ["distinct: false", {}],
    [`writeTimes: ["bodyText"]`, {}],
    ["writeTimes: null", {}],
  ])("are parts of a selection: %s", async (options, expected) => {
    expect(await statement(read(`options: {${options}}`))).toEqual({
      ...{ kind: "select", filters: [], columns: ["id"], orderBy: [], copies: 1, pageSize: 100, pageBytes: 3_000_000 },
      consistency: "LOCAL_QUORUM",
      ...expected,
    });
  });

  test.each<[options: string, message: string]>([
    ["part: {number: 0, of: 1}", "There is no part 0 of 1"],
    ["part: {number: 3, of: 2}", "There is no part 3 of 2"],
    ["part: {number: 1, of: 1000001}", "at most 1000000"],
    ["part: {number: 1}", '"tablePart.of" of required type "Int!" was not provided'],
    ["perPartitionLimit: 0", "perPartitionLimit must be strictly positive"],
    [`writeTimes: ["body_text"]`, "There is no column body_text"],
    [`writeTimes: [null]`, "found null"],
  ])("are refused: %s", async (options, message) => {
    expect(await recorded.refusal(read(`options: {${options}}`))).toContain(message);
  });

  it("name at most 1,000 columns for their write times", async () => {
    const query = `query ($t: [String!]) { docs(options: {writeTimes: $t}) { values { id } writeTimes } }`;
    expect(await statement(query, { t: Array(1000).fill("id") })).toMatchObject({ pageSize: 49 });
    expect(await recorded.refusal(query, { t: Array(1001).fill("id") })).toContain('The list "writeTimes" of docs');
  });
});

describe("write times", () => {
  const row = (times: Readonly<Record<string, bigint>>): Row =>
    Object.assign(new Map<string, Value | null>([["id", 1]]), { writeTime: (column: string) => times[column] ?? null });

  it("stand beside the rows, in the order of the option", async () => {
    recorded.page = { rows: [row({ body_text: 5n, owner: 2n ** 60n }), row({})] };
    const query = read(`options: {writeTimes: ["owner", "bodyText"]}`, "values { id } writeTimes");
    expect(await recorded.graphql(query)).toEqual({
      data: {
        docs: {
          values: [{ id: 1 }, { id: 1 }],
          writeTimes: [
            ["1152921504606846976", "5"],
            [null, null],
          ],
        },
      },
    });
    expect(await statement(query)).toMatchObject({ writeTimes: ["owner", "body_text"], columns: ["id"] });
  });

  it("are null without the option", async () => {
    recorded.page = { rows: [row({})] };
    expect((await recorded.graphql(read("", "writeTimes"))).data).toEqual({ docs: { writeTimes: null } });
  });
});

describe("the time of a write", () => {
  test.each<[mutation: string, kind: string]>([
    [`insertPlain(value: {id: 1}, options: {timestamp: "-5"})`, "insert"],
    [`updatePlain(value: {id: 1}, options: {timestamp: -5})`, "update"],
    [`deletePlain(value: {id: 1}, options: {timestamp: -5})`, "delete"],
  ])("is handed in: %s", async (mutation, kind) => {
    expect(await statement(`mutation { ${mutation} { applied } }`)).toMatchObject({ kind, timestamp: -5n });
  });

  it("is absent if it is null, and of 64 bits", async () => {
    const insert = (timestamp: string): string =>
      `mutation { insertPlain(value: {id: 1}, options: {timestamp: ${timestamp}}) { applied } }`;
    expect(await statement(insert("null"))).not.toHaveProperty("timestamp");
    expect(await recorded.refusal(insert("9223372036854775808"))).toContain("a whole number from -2^63");
  });
});
