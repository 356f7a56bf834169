import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { Filter, Operator, Store, Value } from "../../../src/store/index.ts";
import { openStore, plain, refusalOf, table, values } from "./temporary-store.ts";
import type { Columns } from "./temporary-store.ts";

const shop = { keyspace: "shop" };
const needsFiltering = /^invalid: Cannot execute this query as it might involve data filtering/;

/** The table of the captures, and more of its kind. */
const people = table(
  "people",
  {
    id: "int",
    email: "text",
    age: "int",
    city: "text",
    country: "text",
    phones: "list<text>",
    langs: "set<text>",
    attrs: "map<text, text>",
    scores: "frozen<map<text, int>>",
    pair: "tuple<int, int>",
    rank: "map<text, int>",
    badges: "set<int>",
  },
  ["id"],
  {},
  {
    indexes: [
      { column: "email" },
      { column: "age", using: "sai" },
      { column: "city", using: "sai" },
      { column: "langs" },
      { column: "attrs", kind: "keys" },
      { column: "attrs", kind: "entries", using: "sai" },
      { column: "scores", kind: "full" },
      { column: "pair" },
      { column: "rank", kind: "values" },
      { column: "badges", using: "sai" },
    ],
  },
);
const events = table(
  "events",
  {
    sensor: "text",
    day: "int",
    at: "int",
    seq: "int",
    owner: "text static",
    site: "text static",
    level: "int",
    note: "text",
  },
  ["sensor", "day"],
  { at: "DESC", seq: "ASC" },
  {
    indexes: [
      { column: "level", using: "sai" },
      { column: "owner" },
      { column: "seq" },
      { column: "at" },
      { column: "day", using: "sai" },
    ],
  },
);

type Test = readonly [column: string, operator: Operator, value: Value | readonly Value[]];
const filtersOf = (tests: readonly Test[]): Filter[] =>
  tests.map(([column, operator, value]) => ({ column, operator, value }));

async function select(store: Store, name: string, tests: readonly Test[], pageSize = 100): Promise<Columns[]> {
  const rows: Columns[] = [];
  let pageState: string | undefined;
  do {
    const selection = { ...shop, table: name, filters: filtersOf(tests), pageSize };
    const page = await store.select({ ...selection, ...(pageState !== undefined && { pageState }) });
    expect(page.rows.length).toBeLessThanOrEqual(pageSize);
    rows.push(...plain(page.rows));
    pageState = page.pageState;
  } while (pageState !== undefined);
  return rows;
}

async function openPeople(): Promise<Store> {
  const { store } = await openStore([people]);
  const add = (columns: Columns) => store.insert({ ...shop, table: "people", values: values(columns) });
  const ann = { id: 1, email: "a@b.c", age: 30, city: "KOLN", langs: ["de", "en"], phones: ["1"], badges: [1, 2] };
  await add({
    ...ann,
    attrs: new Map([["k", "v"]]),
    scores: new Map([["s", 1]]),
    pair: [1, 2],
    rank: new Map([["r", 7]]),
  });
  await add({
    id: 2,
    email: "x@b.c",
    age: 41,
    city: "BONN",
    langs: ["fr"],
    attrs: new Map([["k", "w"]]),
    pair: [1, null],
  });
  await add({ id: 3, age: 20, badges: [2] });
  return store;
}

describe("an index", () => {
  test.each<[string, readonly Test[], number[]]>([
    ["equality", [["email", "eq", "a@b.c"]], [1]],
    ["equality that nothing has", [["email", "eq", "nobody"]], []],
    [
      "a range",
      [
        ["age", "gt", 20],
        ["age", "lt", 41],
      ],
      [1],
    ],
    [
      "a range with its ends",
      [
        ["age", "gte", 20],
        ["age", "lte", 41],
      ],
      [1, 2, 3],
    ],
    [
      "two that are storage-attached",
      [
        ["age", "eq", 30],
        ["city", "eq", "KOLN"],
      ],
      [1],
    ],
    ["an item", [["langs", "contains", "de"]], [1]],
    [
      "two items, storage-attached",
      [
        ["badges", "contains", 1],
        ["badges", "contains", 2],
      ],
      [1],
    ],
    ["one item of several rows", [["badges", "contains", 2]], [1, 3]],
    ["a key", [["attrs", "containsKey", "k"]], [1, 2]],
    ["an entry", [["attrs", "containsEntry", { key: "k", value: "v" }]], [1]],
    ["a value of a map", [["rank", "contains", 7]], [1]],
    ["a frozen collection as a whole", [["scores", "eq", new Map([["s", 1]])]], [1]],
    ["a tuple", [["pair", "eq", [1, null]]], [2]],
    [
      "the key too",
      [
        ["id", "eq", 1],
        ["email", "eq", "a@b.c"],
      ],
      [1],
    ],
    [
      "the key of another row",
      [
        ["id", "eq", 2],
        ["email", "eq", "a@b.c"],
      ],
      [],
    ],
  ])("finds rows by %s", async (_what, tests, ids) => {
    const store = await openPeople();
    const found = (await select(store, "people", tests)).map((row) => row["id"]);
    expect(found.toSorted()).toEqual(ids);
  });

  test.each<[string, readonly Test[]]>([
    ["a column without one", [["country", "eq", "de"]]],
    ["an item of a column without one", [["phones", "contains", "1"]]],
    ["a range where only equality is known", [["email", "gt", "a"]]],
    ["a range of text, storage-attached", [["city", "gt", "A"]]],
    ["a list of values", [["email", "in", ["a@b.c"]]]],
    ["a list of values, storage-attached", [["age", "in", [30]]]],
    [
      "one of each sort",
      [
        ["email", "eq", "a@b.c"],
        ["age", "eq", 30],
      ],
    ],
    [
      "a column without one besides",
      [
        ["email", "eq", "a@b.c"],
        ["country", "eq", "de"],
      ],
    ],
    [
      "two items of an ordinary one",
      [
        ["langs", "contains", "de"],
        ["langs", "contains", "en"],
      ],
    ],
    ["a value where only keys are known", [["attrs", "contains", "v"]]],
    ["a key where only values are known", [["rank", "containsKey", "r"]]],
    ["a key of the whole", [["scores", "containsKey", "s"]]],
  ])("does not find rows by %s", async (_what, tests) => {
    const { store } = await openStore([people]);
    expect(await refusalOf(select(store, "people", tests))).toMatch(needsFiltering);
  });

  test.each<[string, readonly Test[], string]>([
    [
      "a collection as a whole",
      [["langs", "eq", ["de"]]],
      "Collection column 'langs' (set<text>) cannot be restricted by a '=' relation",
    ],
    [
      "several of them",
      [["phones", "in", [["1"]]]],
      "Collection column 'phones' (list<text>) cannot be restricted by a 'IN' relation",
    ],
    ["an item of no collection", [["email", "contains", "a"]], "Cannot use CONTAINS on non-collection column email"],
    ["a key of no map", [["langs", "containsKey", "de"]], "Cannot use CONTAINS KEY on non-map column langs"],
    [
      "an entry of no map",
      [["langs", "containsEntry", { key: "a", value: "b" }]],
      'Column "langs" cannot be used as a map',
    ],
    [
      "an entry of a frozen map",
      [["scores", "containsEntry", { key: "s", value: 1 }]],
      "Map-entry equality predicates on frozen map column scores are not supported",
    ],
    ["inequality", [["age", "notEq", 1]], 'Unsupported "!=" relation: age != ?'],
    [
      "an item of another type",
      [["langs", "contains", 1]],
      'Invalid value for "langs" of type text: it is not text without lone surrogates',
    ],
    [
      "several keys",
      [
        ["id", "in", [1, 2]],
        ["email", "eq", "a@b.c"],
      ],
      "Select on indexed columns and with IN clause for the PRIMARY KEY are not supported",
    ],
    [
      "an item and a whole",
      [
        ["scores", "contains", 1],
        ["scores", "eq", new Map()],
      ],
      "Collection column scores can only be restricted by CONTAINS, CONTAINS KEY, or map-entry equality",
    ],
  ])("refuses %s in the database's words", async (_what, tests, message) => {
    const { store } = await openStore([people]);
    expect(await refusalOf(select(store, "people", tests))).toBe(`invalid: ${message}`);
  });

  it("gives no order", async () => {
    const { store } = await openStore([events]);
    const selection = { ...shop, table: "events", filters: filtersOf([["level", "eq", 1]]), pageSize: 10 };
    expect(await refusalOf(store.select({ ...selection, orderBy: [{ column: "at", order: "ASC" }] }))).toBe(
      "invalid: ORDER BY with 2ndary indexes is not supported, except for ANN queries.",
    );
  });

  it("does not find what has ended or was deleted", async () => {
    const store = await openPeople();
    await store.update({ ...shop, table: "people", values: values({ id: 1, email: null }) });
    expect(await select(store, "people", [["email", "eq", "a@b.c"]])).toEqual([]);
    const { store: other, clock } = await openStore([people]);
    await other.insert({ ...shop, table: "people", values: values({ id: 1, age: 1 }), ttlSeconds: 5 });
    expect(await select(other, "people", [["age", "eq", 1]])).toHaveLength(1);
    clock.now += 5000;
    expect(await select(other, "people", [["age", "eq", 1]])).toEqual([]);
  });
});

describe("an index in a table of many rows per partition", () => {
  const row = fc.record({
    sensor: fc.constantFrom("a", "b", "c"),
    day: fc.constantFrom(1, 2),
    at: fc.integer({ min: 0, max: 3 }),
    seq: fc.integer({ min: 0, max: 2 }),
    level: fc.option(fc.integer({ min: 0, max: 3 })),
    owner: fc.constantFrom("x", "y"),
  });
  const part = { sensor: ["sensor", "eq", "a"], day: ["day", "eq", 1] } as const satisfies Record<string, Test>;

  /** What each selection is allowed to ask, and what a walk over all rows would give. */
  const allowed: [string, readonly Test[], (row: Columns) => boolean][] = [
    ["by a regular column", [["level", "eq", 1]], (row) => row["level"] === 1],
    [
      "by a range",
      [
        ["level", "gte", 1],
        ["level", "lt", 3],
      ],
      (row) => row["level"] === 1 || row["level"] === 2,
    ],
    ["by a static column", [["owner", "eq", "x"]], (row) => row["owner"] === "x"],
    ["by a clustering column", [["seq", "eq", 1]], (row) => row["seq"] === 1],
    ["by the first clustering column", [["at", "eq", 1]], (row) => row["at"] === 1],
    ["by a part of the partition key", [["day", "eq", 2]], (row) => row["day"] === 2],
    [
      "by a part of the partition key and another",
      [
        ["day", "eq", 2],
        ["level", "gt", 0],
      ],
      (row) => row["day"] === 2 && Number(row["level"] ?? 0) > 0,
    ],
    [
      "within a partition",
      [part.sensor, part.day, ["level", "eq", 1]],
      (row) => row["sensor"] === "a" && row["day"] === 1 && row["level"] === 1,
    ],
    [
      "within a part of a partition",
      [part.sensor, part.day, ["at", "lte", 2], ["level", "eq", 1]],
      (row) => row["sensor"] === "a" && row["day"] === 1 && Number(row["at"]) <= 2 && row["level"] === 1,
    ],
    [
      "by a clustering column after a gap",
      [part.sensor, part.day, ["seq", "eq", 1]],
      (row) => row["sensor"] === "a" && row["day"] === 1 && row["seq"] === 1,
    ],
  ];

  test.each(allowed)("finds rows %s, on pages of any size", async (_what, tests, wanted) => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 30 }), fc.integer({ min: 1, max: 7 }), async (rows, pageSize) => {
        const { store } = await openStore([events]);
        await Promise.all(rows.map((columns) => store.insert({ ...shop, table: "events", values: values(columns) })));
        const all = await select(store, "events", []);
        expect(await select(store, "events", tests, pageSize)).toEqual(all.filter(wanted));
        const limited = await store.select({
          ...shop,
          table: "events",
          filters: filtersOf(tests),
          pageSize: 100,
          limit: 2,
        });
        expect(plain(limited.rows)).toEqual(all.filter(wanted).slice(0, 2));
        await store.close();
      }),
      { numRuns: 4, seed: 3 },
    );
  });

  test.each<[string, readonly Test[]]>([
    ["a part of the partition key without one", [part.sensor]],
    ["a part of the partition key without one, and another", [part.sensor, ["level", "eq", 1]]],
    [
      "clustering columns without the partition, and another",
      [
        ["at", "eq", 1],
        ["level", "eq", 1],
      ],
    ],
    ["clustering columns after a gap, and another", [part.sensor, part.day, ["seq", "eq", 1], ["level", "eq", 1]]],
    [
      "a range of a clustering column with an ordinary one",
      [
        ["day", "eq", 1],
        ["seq", "gt", 1],
      ],
    ],
    ["a static column without one", [["site", "eq", "x"]]],
    ["a column without one within a partition", [part.sensor, part.day, ["note", "eq", "x"]]],
  ])("does not find rows by %s", async (_what, tests) => {
    const { store } = await openStore([events]);
    expect(await refusalOf(select(store, "events", tests))).toMatch(needsFiltering);
  });

  it("shows a partition of static values alone when it was asked for those, and not when asked for rows", async () => {
    const { store } = await openStore([events]);
    await store.update({ ...shop, table: "events", values: values({ sensor: "a", day: 1, owner: "x" }) });
    await store.update({ ...shop, table: "events", values: values({ sensor: "b", day: 1, owner: "y" }) });
    const lonely = { sensor: "a", day: 1, owner: "x" };
    expect(await select(store, "events", [["owner", "eq", "x"]])).toEqual([lonely]);
    expect(await select(store, "events", [part.sensor, part.day, ["owner", "eq", "x"]])).toEqual([lonely]);
    expect(await select(store, "events", [part.sensor, part.day, ["owner", "eq", "y"]])).toEqual([]);
    await store.insert({ ...shop, table: "events", values: values({ sensor: "a", day: 1, at: 1, seq: 1, level: 5 }) });
    expect(await select(store, "events", [["owner", "eq", "x"]])).toEqual([{ ...lonely, at: 1, seq: 1, level: 5 }]);
    // Its row is there, though not wanted: then the static values are not shown for themselves.
    expect(await select(store, "events", [["level", "eq", 6]])).toEqual([]);
  });

  it("does not take the page state of another question", async () => {
    const { store } = await openStore([events]);
    for (const at of [1, 2, 3]) {
      await store.insert({ ...shop, table: "events", values: values({ sensor: "a", day: 1, at, seq: 1, level: 1 }) });
    }
    const ask = (tests: readonly Test[], pageState?: string) =>
      store.select({
        ...shop,
        table: "events",
        filters: filtersOf(tests),
        pageSize: 1,
        ...(pageState && { pageState }),
      });
    const { pageState } = await ask([["level", "eq", 1]]);
    expect((await ask([["level", "eq", 1]], pageState)).rows).toHaveLength(1);
    for (const other of [
      ["level", "eq", 2],
      ["level", "gte", 1],
      ["seq", "eq", 1],
    ] as const satisfies readonly Test[]) {
      expect(await refusalOf(ask([other], pageState))).toBe("page-state: Invalid value for the paging state");
    }
    const above = await ask([["level", "gt", 0]]);
    expect(await refusalOf(ask([["level", "gt", -1]], above.pageState))).toMatch(/paging state/);
  });
});

it("of vectors finds no row by its value", async () => {
  for (const using of [{}, { using: "sai" as const }]) {
    const near = table(
      "near",
      { k: "int", v: "vector<float, 2>" },
      ["k"],
      {},
      { indexes: [{ column: "v", ...using }] },
    );
    const { store } = await openStore([near]);
    const filters = [{ column: "v", operator: "eq" as const, value: [1, 2] }];
    const select = store.select({ keyspace: "shop", table: "near", filters, pageSize: 1 });
    expect(await refusalOf(select)).toMatch(/^invalid: /);
  }
});

describe("the options of an index", () => {
  const named = (options: Readonly<Record<string, string>>) =>
    table("people", { id: "int", name: "text" }, ["id"], {}, { indexes: [{ column: "name", using: "sai", options }] });
  const names = ["Anna", "ANNA", "anna", "Anne", "\u00c4nne", "A\u0308nne"];

  it.each<[options: Readonly<Record<string, string>>, wanted: string, found: readonly string[]]>([
    [{ case_sensitive: "true" }, "anna", ["anna"]],
    [{ case_sensitive: "false" }, "aNNa", ["Anna", "ANNA", "anna"]],
    [{ normalize: "true" }, "\u00c4nne", ["\u00c4nne", "A\u0308nne"]],
    [{ case_sensitive: "false", normalize: "true" }, "a\u0308NNE", ["\u00c4nne", "A\u0308nne"]],
    [{ ascii: "true" }, "Anne", ["Anne", "\u00c4nne"]],
    [{ normalize: "true", ascii: "true" }, "Anne", ["Anne", "\u00c4nne", "A\u0308nne"]],
  ])("%j: %s finds %j, as Cassandra does", async (options, wanted, found) => {
    const { store } = await openStore([named(options)]);
    for (const [id, name] of names.entries())
      await store.insert({ ...shop, table: "people", values: values({ id, name }) });
    const rows = await select(store, "people", [["name", "eq", wanted]], 1);
    expect(rows.map(({ name }) => name).toSorted()).toEqual(found.toSorted());
    expect((await select(store, "people", [...idAnd(names.indexOf(found[0] ?? ""), wanted)])).length).toBe(1);
  });

  const idAnd = (id: number, name: string): readonly Test[] => [
    ["id", "eq", id],
    ["name", "eq", name],
  ];

  it("hold for rows that change", async () => {
    const { store } = await openStore([named({ case_sensitive: "false" })]);
    const put = (name: string) => store.insert({ ...shop, table: "people", values: values({ id: 1, name }) });
    await put("Anna");
    await put("ANNA");
    await put("Bob");
    expect(await select(store, "people", [["name", "eq", "anna"]])).toEqual([]);
    expect(await select(store, "people", [["name", "eq", "bob"]])).toHaveLength(1);
  });

  it.each([
    [{ index_analyzer: "standard" }, "name"],
    [{ case_sensitive: "false" }, "age"],
    [{ case_sensitive: "false" }, "tags"],
    [{ similarity_function: "manhattan" }, "place"],
  ])("are refused where this store would find other rows: %j of %s", async (options, column) => {
    const { store } = await openStore([
      table("people", { id: "int", name: "text", age: "int", tags: "set<text>", place: "vector<float, 2>" }, ["id"]),
    ]);
    const kind = column === "tags" ? "values" : "full";
    const index = { column, kind, using: "sai", options } as const;
    const [option] = Object.entries(options);
    expect(await refusalOf(store.alterTable("shop", "people", { kind: "create-index", index }))).toBe(
      `invalid: the embedded store does not support the option ${option?.join(": ")} of the index of ${column}`,
    );
  });
});
