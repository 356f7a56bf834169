/** What all reads of a request may cost together, and the turns that they leave to others. */
import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createService } from "../../src/service/index.ts";
import type { Page, Selection, Store, Value } from "../../src/store/index.ts";
import { openFixture, request, user } from "./service-fixture.ts";
import type { Fixture } from "./service-fixture.ts";

const grid = {
  name: "grid",
  columnDefinitions: ["a", "b", "c"].map((name) => ({ name, typeDefinition: "int" })),
  primaryKey: { partitionKey: ["a", "b"], clusteringKey: ["c"] },
};
const rows = "/api/rest/v1/keyspaces/shop/tables/grid/rows";
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, number) => number);
const fields = (count: number, field: (number: number) => string): string => upTo(count).map(field).join(" ");

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture([grid]);
});
afterAll(() => fixture.close());

describe("all lists of a document", () => {
  const ask = (count: number, first: number, second: number) =>
    fixture.graphql(
      `query($a: [Int!], $b: [Int!]) { ${fields(count, (n) => `f${n}: grid(filter: {a: {in: $a}, b: {in: $b}}) { values { c } }`)} }`,
      { a: upTo(first), b: upTo(second) },
    );

  it("name 10,000 combinations of key values at most, whatever they find", { timeout: 60_000 }, async () => {
    const { data, errors = [] } = await ask(300, 70, 71);
    expect(Object.values(data ?? {}).filter((field) => field !== null)).toHaveLength(2);
    expect(errors).toHaveLength(298);
    expect(errors[0]).toMatchObject({
      message:
        "The lists of one request may name at most 10000 combinations of key values together; give shorter lists, or " +
        "send several requests",
      path: ["f2"],
      extensions: { code: "too-many-reads" },
    });
  });

  it("leave as many to the next document", async () => {
    expect((await ask(2, 70, 71)).errors).toBeUndefined();
    expect((await ask(50, 10, 20)).errors).toBeUndefined();
  });
});

/** A service whose store reads as the test says. */
async function openStub(
  select: (selection: Selection) => Promise<Page>,
): Promise<(method: string, path: string, body?: unknown) => ReturnType<typeof request>> {
  const store: Store = { ...fixture.store, keyspace: (name) => fixture.store.keyspace(name), select } as Store;
  const service = createService({ store, user, keyspace: "shop" });
  const { json } = await request(service, "POST", "/api/rest/v1/auth", user);
  const { authToken } = json as { authToken: string };
  return (method, path, body) => request(service, method, path, body, { "x-service-token": authToken });
}

describe("all entries of a request", () => {
  const emptyPages = async ({ reads, pageState = "" }: Selection): Promise<Page> => {
    reads?.spend("entries", 30_000);
    return { rows: [], pageState: `${pageState}.` };
  };
  const message =
    "One request may read at most 100000 entries, found or not; restrict more key columns, ask for smaller pages, or " +
    "send several requests";

  it("are limited over REST, where pages without rows are read on", async () => {
    const send = await openStub(emptyPages);
    expect(await send("GET", rows)).toMatchObject({
      status: 400,
      json: { description: `Bad request: ${message}`, code: 400 },
    });
    const filters = [{ columnName: "a", operator: "eq", value: [1] }];
    expect(await send("POST", `${rows}/query`, { filters })).toMatchObject({ status: 400 });
  });

  it("are limited in a document", async () => {
    const send = await openStub(emptyPages);
    const query = `{ ${fields(4, (n) => `f${n}: grid { values { c } }`)} }`;
    const { json } = await send("POST", "/api/graphql", { query });
    expect(json).toMatchObject({
      data: { f0: { values: [] }, f2: { values: [] }, f3: null },
      errors: [{ message, path: ["f3"], extensions: { code: "too-many-reads" } }],
    });
  });
});

describe("all values of a request", () => {
  const wide = {
    name: "wide",
    columnDefinitions: Object.entries({ p: "int", c: "int", l: "list<int>", s: "text" }).map(
      ([name, typeDefinition]) => ({ name, typeDefinition, static: name === "s" }),
    ),
    primaryKey: { partitionKey: ["p"], clusteringKey: ["c"] },
  };
  const path = "/api/rest/v1/keyspaces/shop/tables/wide/rows";
  let long: Fixture;
  beforeAll(async () => {
    long = await openFixture([wide]);
    const target = { keyspace: "shop", table: "wide" } as const;
    for (const c of upTo(60)) {
      await long.store.insert({
        ...target,
        values: new Map<string, Value>([...Object.entries({ p: 1, c }), ["l", upTo(30_000)]]),
      });
    }
    await long.store.insert({
      ...target,
      values: new Map<string, Value>(Object.entries({ p: 2, c: 0, s: "x".repeat(900_000) })),
    });
    for (const c of upTo(60)) await long.store.insert({ ...target, values: new Map(Object.entries({ p: 2, c })) });
  }, 60_000);
  afterAll(() => long.close());
  const length = (answer: unknown): number => JSON.stringify(answer).length;

  it("make the pages of long rows shorter, with nothing lost between them", async () => {
    const found: number[] = [];
    let pageState = "";
    do {
      const { data, errors } = await long.graphql(
        `{ wide(value: {p: 1}, options: {pageSize: 60, pageState: "${pageState}"}) { values { c l } pageState } }`,
      );
      expect(errors).toBeUndefined();
      const page = data?.["wide"] as { values: { c: number; l: number[] }[]; pageState: string | null };
      expect(page.values.length).toBeLessThan(30);
      expect(page.values.every(({ l }) => l.length === 30_000)).toBe(true);
      found.push(...page.values.map(({ c }) => c));
      pageState = page.pageState ?? "";
    } while (pageState);
    expect(found).toEqual(upTo(60));
  });

  it("make pages shorter over REST too, also for a long static value that each row repeats", async () => {
    for (const p of [1, 2]) {
      const found: number[] = [];
      let pageState: string | undefined = "";
      while (pageState !== undefined) {
        const { status, json } = await long.send("GET", `${path}/${p}?pageSize=60&pageState=${pageState}`);
        expect(status).toBe(200);
        expect(length(json)).toBeLessThan(4_000_000);
        const page = json as { rows: { c: number }[]; pageState?: string };
        found.push(...page.rows.map(({ c }) => c));
        ({ pageState } = page);
      }
      expect(found).toEqual(upTo(60));
    }
  });

  it.each([
    ["one value by many aliases", `{ wide(value: {p: 1}) { values { ${fields(50, (n) => `a${n}: l`)} } } }`],
    [
      "aliases of a fragment in many fields",
      `{ ${fields(90, (n) => `f${n}: wide(value: {p: 1}) { ...all }`)} } fragment all on WideResult { values { ...some } } ` +
        `fragment some on Wide { ${fields(50, (n) => `a${n}: l`)} }`,
    ],
    ["aliases of pages", `{ wide(value: {p: 1, c: 1}) { ${fields(50, (n) => `v${n}: values { l }`)} } }`],
    ["many fields", `{ ${fields(60, (n) => `f${n}: wide(value: {p: 1, c: ${n}}) { values { l } }`)} }`],
    ["fields of a static value", `{ ${fields(60, (n) => `f${n}: wide(value: {p: 2, c: ${n}}) { values { s } }`)} }`],
  ])("are limited: %s", async (_name, query) => {
    const answer = await long.graphql(query);
    expect(answer.errors?.at(-1)).toMatchObject({
      message: expect.stringMatching(
        /^One request may (?:return at most 3000000 bytes of values; select fewer columns|read at most 100000 entries)/,
      ) as unknown,
      extensions: { code: "too-many-reads" },
    });
    expect(length(answer)).toBeLessThan(4_000_000);
  });

  it("are limited where many fields name rows by their whole key", async () => {
    const columnDefinitions = Object.entries({ p: "int", l: "list<int>" }).map(([name, typeDefinition]) => ({
      name,
      typeDefinition,
    }));
    const single = await openFixture([{ name: "single", columnDefinitions, primaryKey: { partitionKey: ["p"] } }]);
    const values = new Map<string, Value>([
      ["p", 1],
      ["l", upTo(10_000)],
    ]);
    await single.store.insert({ keyspace: "shop", table: "single", values });
    const answer = await single.graphql(`{ ${fields(300, (n) => `f${n}: single(value: {p: 1}) { values { l } }`)} }`);
    await single.close();
    expect(answer.errors?.at(-1)).toMatchObject({ extensions: { code: "too-many-reads" } });
    expect(length(answer)).toBeLessThan(4_000_000);
  });

  it("count once where a document names them once, and the parts of a value are no copies of it", async () => {
    const { data, errors } = await long.graphql(
      "{ a: wide(value: {p: 1, c: 1}) { values { l p c } } b: wide(value: {p: 1}) { values { p c } } }",
    );
    expect(errors).toBeUndefined();
    expect(data).toMatchObject({ a: { values: [{ p: 1, c: 1 }] } });
  });
});

/** Sends a request, and returns its status and how long others waited for their turn, by a clock that the work moves. */
async function longestWait(clock: { ms: number }, send: () => Promise<{ readonly status: number }>) {
  const spy = vi.spyOn(performance, "now").mockImplementation(() => clock.ms);
  try {
    let isDone = false;
    let longestMs = 0;
    const answer = send().finally(() => (isDone = true));
    while (!isDone) {
      const startedMs = clock.ms;
      await setImmediate();
      longestMs = Math.max(longestMs, clock.ms - startedMs);
    }
    return { status: (await answer).status, longestMs };
  } finally {
    spy.mockRestore();
  }
}

describe("the fields of a document", () => {
  it.each(["{ FIELDS }", "{ ...all } fragment all on Query { FIELDS }"])(
    "share the turns of their request: %s",
    async (form) => {
      const clock = { ms: performance.now() };
      const send = await openStub(async () => {
        clock.ms += 4;
        return { rows: [] };
      });
      const query = form.replace(
        "FIELDS",
        fields(300, (n) => `f${n}: grid { values { c } }`),
      );
      const { status, longestMs } = await longestWait(clock, () => send("POST", "/api/graphql", { query }));
      expect(status).toBe(200);
      expect(longestMs).toBeLessThanOrEqual(8);
    },
  );
});

describe("the rows of a page", () => {
  it.each([
    ["POST", "/api/graphql", { query: "{ grid { values { c } } }" }],
    ["GET", rows, undefined],
  ] as const)("leave turns to others while they are decoded: %s %s", async (method, path, body) => {
    const clock = { ms: performance.now() };
    const get = (): number => {
      clock.ms += 1;
      return 1;
    };
    const row = { get, *[Symbol.iterator]() {} };
    const send = await openStub(async () => ({ rows: upTo(300).map(() => row) }));
    const { status, longestMs } = await longestWait(clock, () => send(method, path, body));
    expect(status).toBe(200);
    expect(longestMs).toBeLessThanOrEqual(9);
  });
});
