/** What the engine sends for each call, and what it makes of the response. The cluster itself: `test/cluster`. */
import { describe, expect, it, test, vi } from "vitest";
import type { Table } from "../../../src/model/index.ts";
import type { CqlClient, CqlResult, StatementOptions } from "../../../src/store/cassandra/client.ts";
import { StoreError, cassandraRows, createReads } from "../../../src/store/index.ts";
import type { Filter, Rows, Selection, Value, Values } from "../../../src/store/index.ts";
import { tableOf, userTypesOf } from "../../support/keyspaces.ts";

const readings = tableOf({
  name: "readings",
  columnDefinitions: [
    { name: "sensor", typeDefinition: "text" },
    { name: "At", typeDefinition: "int" },
    { name: "value", typeDefinition: "double" },
    { name: "notes", typeDefinition: "list<text>" },
    { name: "place", typeDefinition: "map<text, int>", static: true },
    { name: "__proto__", typeDefinition: "text" },
  ],
  primaryKey: { partitionKey: ["sensor"], clusteringKey: ["At"] },
});
const hits = tableOf({
  name: "hits",
  columnDefinitions: [
    { name: "page", typeDefinition: "text" },
    { name: "views", typeDefinition: "counter" },
  ],
  primaryKey: { partitionKey: ["page"] },
});

const shapes = tableOf(
  {
    name: "shapes",
    columnDefinitions: [
      { name: "id", typeDefinition: "int" },
      { name: "corner", typeDefinition: "frozen<corner>" },
      { name: "corners", typeDefinition: "list<frozen<corner>>" },
      { name: "ends", typeDefinition: "vector<frozen<corner>, 2>" },
    ],
    primaryKey: { partitionKey: ["id"] },
  },
  { userTypes: userTypesOf([{ name: "corner", fields: [{ name: "at", typeDefinition: "vector<float, 2>" }] }]) },
);

interface Sent {
  readonly cql: string;
  readonly parameters: readonly unknown[];
  readonly options: StatementOptions;
}

/** A client that keeps what it is asked, and answers all of it alike. */
function open(
  result: Partial<CqlResult> | Error = {},
  encoding = {},
  known: readonly Table[] = [readings, hits, shapes],
): { readonly rows: Rows; readonly sent: Sent[] } {
  const sent: Sent[] = [];
  const answer = async (): Promise<CqlResult> => {
    if (result instanceof Error) throw result;
    return { rows: undefined, pageState: null, ...result };
  };
  const client: Partial<CqlClient> = {
    hosts: undefined,
    options: { encoding },
    execute: async (cql, parameters, options) => {
      sent.push({ cql, parameters, options });
      return answer();
    },
    batch: async (queries, options) => {
      sent.push(...queries.map(({ query, params }) => ({ cql: query, parameters: params, options })));
      return answer();
    },
  };
  const table = (place: { readonly table: string }): Table | undefined =>
    known.find(({ name }) => name === place.table);
  /** Looks at the cluster, which has one table that is not known yet. */
  const find = async (place: { readonly table: string }): Promise<Table> => {
    if (place.table === "readings") return readings;
    throw new StoreError("unknown-table", "there is none");
  };
  return { rows: cassandraRows({ client: client as CqlClient, tables: { table, find } }), sent };
}

const values = (columns: Record<string, Value | null>): Values => new Map(Object.entries(columns));
const target = { keyspace: "shop", table: "readings" };
const row = { sensor: "s", At: 1 };
const count = { keyspace: "shop", table: "hits", values: values({ page: "p", views: 1n }) };

describe("a write", () => {
  it("has one statement for all plain inserts of rows, which leaves the other columns as they are", async () => {
    const { rows, sent } = open();
    await rows.insert({ ...target, values: values({ ...row, value: null }) });
    await rows.insert({ ...target, values: values({ ...row, notes: ["a"] }), ttlSeconds: 600 });
    const [one, other] = sent;
    expect(one?.cql).toBe(
      'INSERT INTO shop.readings (sensor, "At", value, notes, place, "__proto__") VALUES ' +
        "((text)?, (int)?, (double)?, (list<text>)?, (map<text, int>)?, (text)?) USING TTL ?",
    );
    expect(other?.cql).toBe(one?.cql);
    const key = [Buffer.from("s"), Buffer.from([0, 0, 0, 1])];
    expect(one?.parameters).toEqual([...key, null, undefined, undefined, undefined, undefined]);
    expect(other?.parameters.slice(-1)).toEqual([Buffer.from([0, 0, 2, 88])]);
  });

  test.each<[string, string, (rows: Rows) => Promise<unknown>]>([
    [
      "with a condition",
      'INSERT INTO shop.readings (sensor, "At", value) VALUES ((text)?, (int)?, (double)?) IF NOT EXISTS USING TTL ?',
      (rows) => rows.insert({ ...target, values: values({ ...row, value: 1 }), ifNotExists: true }),
    ],
    [
      "of static columns",
      "INSERT INTO shop.readings (sensor, place) VALUES ((text)?, (map<text, int>)?) USING TTL ?",
      (rows) => rows.insert({ ...target, values: values({ sensor: "s", place: null }) }),
    ],
    [
      "that changes a row",
      'UPDATE shop.readings USING TTL ? SET value = (double)? WHERE sensor = (text)? AND "At" = (int)? ' +
        "IF value IN ((double)?, (double)?) AND notes = (list<text>)?",
      (rows) =>
        rows.update({
          ...target,
          values: values({ ...row, value: 1 }),
          ttlSeconds: 0,
          conditions: [
            { column: "value", operator: "in", value: [1, null] },
            { column: "notes", operator: "eq", value: null },
          ],
        }),
    ],
    [
      "that counts",
      "UPDATE shop.hits SET views = views + (counter)? WHERE page = (text)?",
      (rows) => rows.update(count),
    ],
    [
      "that deletes",
      "DELETE FROM shop.readings WHERE sensor = (text)? IF EXISTS",
      (rows) => rows.delete({ ...target, key: values({ sensor: "s" }), ifExists: true }),
    ],
  ])("%s", async (_what, cql, call) => {
    const { rows, sent } = open();
    await call(rows);
    expect(sent.map((one) => one.cql)).toEqual([cql]);
  });

  test.each<[boolean, string, (rows: Rows) => Promise<unknown>]>([
    [true, "sets values", (rows) => rows.insert({ ...target, values: values({ ...row, value: 1 }) })],
    [true, "deletes a row", (rows) => rows.delete({ ...target, key: values(row) })],
    [false, "counts", (rows) => rows.update(count)],
    [false, "has a condition", (rows) => rows.delete({ ...target, key: values(row), ifExists: true })],
    [false, "sets items of a list", (rows) => rows.insert({ ...target, values: values({ ...row, notes: ["a"] }) })],
    [false, "is gone soon", (rows) => rows.insert({ ...target, values: values(row), ttlSeconds: 10 })],
    [true, "changes a row", (rows) => rows.update({ ...target, values: values({ ...row, value: 1 }) })],
    [true, "lasts", (rows) => rows.update({ ...target, values: values({ ...row, value: 1 }), ttlSeconds: 600 })],
    [
      false,
      "changes what is gone soon",
      (rows) => rows.update({ ...target, values: values({ ...row, value: 1 }), ttlSeconds: 10 }),
    ],
    [
      false,
      "changes a row that exists",
      (rows) => rows.update({ ...target, values: values({ ...row, value: 1 }), ifExists: true }),
    ],
    [
      false,
      "changes a row that fits",
      (rows) =>
        rows.update({
          ...target,
          values: values({ ...row, value: 1 }),
          conditions: [{ column: "value", operator: "eq", value: null }],
        }),
    ],
    [
      false,
      "inserts a row that is not there",
      (rows) => rows.insert({ ...target, values: values(row), ifNotExists: true }),
    ],
  ])("may be repeated by the driver: %s, if it %s", async (isIdempotent, _what, call) => {
    const { rows, sent } = open();
    await call(rows);
    expect(sent[0]?.options).toMatchObject({ isIdempotent, prepare: true, consistency: 6, serialConsistency: 9 });
  });

  it("is decided at a serial level, and written at a quorum", async () => {
    const { rows, sent } = open();
    await rows.insert({ ...target, values: values(row), ifNotExists: true, consistency: "SERIAL" });
    await rows.insert({ ...target, values: values(row), consistency: "ALL" });
    expect(sent.map(({ options }) => [options.consistency, options.serialConsistency])).toEqual([
      [6, 8],
      [5, 9],
    ]);
  });

  test.each<[string, Record<string, Value>]>([
    ["Undefined column name nope in table shop.readings", { ...row, nope: 1 }],
    [
      'Invalid value for "At" of type int: it is not a whole number from -2147483648 to 2147483647',
      { ...row, At: 2 ** 31 },
    ],
  ])("is refused before anything is sent: %s", async (message, columns) => {
    const { rows, sent } = open();
    await expect(rows.insert({ ...target, values: values(columns) })).rejects.toThrow(message);
    await expect(rows.batch([{ kind: "update", ...target, values: values(columns) }])).rejects.toThrow(message);
    expect(sent).toEqual([]);
  });

  it("that is not applied shows what stood in the way, or that nothing is there", async () => {
    const shown = open({ rows: [{ "[applied]": false, sensor: "s", At: 1, value: null, notes: [] }] });
    expect(await shown.rows.insert({ ...target, values: values(row), ifNotExists: true })).toEqual({
      applied: false,
      current: values({ ...row, notes: null, value: null }),
    });
    const { rows } = open({ rows: [{ "[applied]": false }] });
    expect(await rows.delete({ ...target, key: values(row), ifExists: true })).toEqual({ applied: false });
  });
});

describe("a write that an overloaded node refuses", () => {
  const plain = { ...target, values: values({ ...row, value: 1 }) };

  test.each<[string, string, (rows: Rows) => Promise<unknown>]>([
    ["was not applied", "no", (rows) => rows.insert(plain)],
    ["may have been decided, with a condition", "unknown", (rows) => rows.insert({ ...plain, ifNotExists: true })],
    ["may have been added up, of counters", "unknown", (rows) => rows.update(count)],
    [
      "may be in the log, of a batch",
      "unknown",
      (rows) =>
        rows.batch([
          { kind: "insert", ...plain },
          { kind: "delete", ...target, key: values({ sensor: "t" }) },
        ]),
    ],
  ])("%s", async (_what, applied, call) => {
    const { rows } = open(Object.assign(new Error("Too many in flight hints"), { code: 0x1001 }));
    await expect(call(rows)).rejects.toMatchObject({ code: "overloaded", applied });
  });
});

describe("a batch", () => {
  it("is one logged batch, or one of counters", async () => {
    const { rows, sent } = open();
    await rows.batch([
      { kind: "insert", ...target, values: values(row) },
      { kind: "delete", ...target, key: values({ sensor: "t" }) },
    ]);
    await rows.batch([
      { kind: "update", ...count },
      { kind: "update", ...count },
    ]);
    expect(sent.map(({ options }) => options.counter)).toEqual([false, false, true, true]);
    expect(sent.map(({ options }) => options.isIdempotent)).toEqual([true, true, false, false]);
  });

  it("may be repeated by the driver only if each of its writes may", async () => {
    const { rows, sent } = open();
    const plain = { kind: "insert", ...target, values: values(row) } as const;
    await rows.batch([plain, { kind: "insert", ...target, values: values({ ...row, notes: ["a"] }) }]);
    await rows.batch([{ kind: "delete", ...target, key: values(row), ifExists: true }, plain]);
    expect(sent.map(({ options }) => options.isIdempotent)).toEqual([false, false, false, false]);
  });

  it("of one write is that write", async () => {
    const { rows, sent } = open();
    expect(await rows.batch([{ kind: "update", ...count }])).toEqual([{ applied: true }]);
    expect(sent.map(({ options }) => "counter" in options)).toEqual([false]);
  });

  it("has the levels of its options", async () => {
    const { rows, sent } = open();
    const writes = [
      { kind: "delete", ...target, key: values({ sensor: "s" }), ifExists: true },
      { kind: "delete", ...target, key: values({ sensor: "s", At: 1 }) },
    ] as const;
    await rows.batch(writes, { consistency: "SERIAL" });
    await rows.batch(writes, { consistency: "ALL", serialConsistency: "SERIAL" });
    await rows.batch(writes);
    const levels = sent.map(({ options }) => [options.consistency, options.serialConsistency]);
    expect(levels.filter((_, index) => index % 2 === 0)).toEqual([
      [6, 8],
      [5, 8],
      [6, 9],
    ]);
  });

  it("of nothing sends nothing", async () => {
    const { rows, sent } = open();
    expect(await rows.batch([])).toEqual([]);
    expect(sent).toEqual([]);
  });

  it("that is not applied shows each guarded write its own row", async () => {
    const { rows } = open({ rows: [{ "[applied]": false, sensor: "s", At: 1, value: 5, place: new Map([["x", 1]]) }] });
    const place = new Map([["x", 2]]);
    const outcomes = await rows.batch([
      {
        kind: "update",
        ...target,
        values: values({ ...row, value: 1 }),
        conditions: [{ column: "value", operator: "eq", value: 4 }],
      },
      {
        kind: "update",
        ...target,
        values: values({ ...row, At: 2, value: 1 }),
        conditions: [{ column: "value", operator: "eq", value: 4 }],
      },
      {
        kind: "update",
        ...target,
        values: values({ sensor: "s", place }),
        conditions: [{ column: "place", operator: "eq", value: place }],
      },
      { kind: "insert", ...target, values: values(row) },
    ]);
    expect(outcomes).toEqual([
      { applied: false, current: values({ value: 5 }) },
      { applied: false },
      { applied: false, current: new Map([["place", new Map([["x", 1]])]]) },
      { applied: false },
    ]);
  });
});

describe("a selection", () => {
  const filters = [{ column: "sensor", operator: "eq", value: "s" }] as const;

  it("names the columns, and asks for one whose name an object cannot have by another", async () => {
    const { rows, sent } = open({ rows: [{ "column __proto__": "x", At: 1 }] });
    const columns = ["__proto__", "At", "place"];
    const page = await rows.select({ ...target, filters, columns, pageSize: 10, limit: 3 });
    expect(sent[0]?.cql).toBe(
      'SELECT "__proto__" AS "column __proto__", "At", place FROM shop.readings WHERE sensor = (text)? LIMIT ?',
    );
    expect(page).toEqual({
      rows: [
        new Map<string, Value | null>([
          ["__proto__", "x"],
          ["At", 1],
          ["place", null],
        ]),
      ],
    });
  });

  test.each<[string, Filter]>([
    ["sensor IN ?", { column: "sensor", operator: "in", value: ["s"] }],
    ['"At" >= (int)?', { column: "At", operator: "gte", value: 1 }],
    ["notes CONTAINS (text)?", { column: "notes", operator: "contains", value: "a" }],
    ["place CONTAINS (int)?", { column: "place", operator: "contains", value: 1 }],
    ["place CONTAINS KEY (text)?", { column: "place", operator: "containsKey", value: "a" }],
    ["place[(text)?] = (int)?", { column: "place", operator: "containsEntry", value: { key: "a", value: 1 } }],
    // The cluster says why not.
    ["value CONTAINS ?", { column: "value", operator: "contains", value: 1 }],
  ])("names the type of what it asks for: %s", async (relation, filter) => {
    const { rows, sent } = open({ rows: [] });
    await rows.select({ ...target, filters: [filter], columns: ["At"], pageSize: 10 });
    expect(sent[0]?.cql).toBe(`SELECT "At" FROM shop.readings WHERE ${relation}`);
  });

  it("without columns asks for one, and shows none", async () => {
    const { rows, sent } = open({ rows: [{ sensor: "s" }, { sensor: "s" }] });
    const page = await rows.select({ ...target, filters, columns: [], pageSize: 10 });
    expect(sent[0]?.cql).toBe("SELECT sensor FROM shop.readings WHERE sensor = (text)?");
    expect(page).toEqual({ rows: [new Map(), new Map()] });
  });

  it("names each column of its order, with the direction", async () => {
    const { rows, sent } = open({ rows: [] });
    const orderBy = [
      { column: "At", order: "DESC" },
      { column: "value", order: "ASC" },
    ] as const;
    await rows.select({ ...target, filters, orderBy, columns: ["At"], pageSize: 10 });
    expect(sent[0]?.cql).toBe('SELECT "At" FROM shop.readings WHERE sensor = (text)? ORDER BY "At" DESC, value ASC');
    await expect(
      rows.select({ ...target, filters, orderBy: [{ column: "nope", order: "ASC" }], pageSize: 10 }),
    ).rejects.toThrow("Undefined column name nope");
  });

  it("has a marker for its limit, and the limit as four bytes", async () => {
    const { rows, sent } = open({ rows: [] });
    await rows.select({ ...target, filters, limit: 258, pageSize: 10, columns: ["At"] });
    expect(sent[0]?.cql).toBe('SELECT "At" FROM shop.readings WHERE sensor = (text)? LIMIT ?');
    expect(sent[0]?.parameters).toEqual([Buffer.from("s"), Buffer.from([0, 0, 1, 2])]);
    expect(sent[0]?.options).toEqual({ prepare: true, isIdempotent: true, consistency: 6, fetchSize: 10 });
    await expect(rows.select({ ...target, filters, limit: 2 ** 31, pageSize: 10 })).rejects.toThrow(
      "2147483648 is not a whole number of 32 bits",
    );
    await expect(rows.select({ ...target, filters, pageSize: 0 })).rejects.toThrow("A page has at least one row");
    expect(sent).toHaveLength(1);
  });

  it("does not take the time of the cluster for work that others have waited for", async () => {
    let clockMs = 0;
    const now = vi.spyOn(performance, "now").mockImplementation(() => clockMs);
    const { rows } = open({
      get rows() {
        clockMs += 60;
        return [];
      },
    });
    const reads = createReads();
    await rows.select({ ...target, filters, pageSize: 10, reads });
    expect(reads.timeSlice.yieldIfOver()).toBeUndefined();
    now.mockRestore();
  });

  const key = [...filters, { column: "At", operator: "eq", value: 1 }] as const;
  const partitions = [{ column: "sensor", operator: "in", value: ["s", "t"] }] as const;
  const newest = [{ column: "At", order: "DESC" }] as const;

  test.each<[number, string, Partial<Selection>]>([
    [0, "one row by its key", { filters: key }],
    [10, "a partition", { filters }],
    [10, "a range of rows", { filters: [filters[0], { ...key[1], operator: "gt" }] }],
    [10, "a key with another filter", { filters: [...key, { column: "value", operator: "gt", value: 1 }] }],
    [0, "partitions in order, with a limit of a page", { filters: partitions, orderBy: newest, limit: 10 }],
    [10, "partitions in order, with a limit of more", { filters: partitions, orderBy: newest, limit: 11 }],
    [10, "partitions in order, without a limit", { filters: partitions, orderBy: newest }],
    [10, "partitions with a limit, in no order", { filters: partitions, limit: 10 }],
    [10, "one partition in order", { filters, orderBy: newest, limit: 10 }],
    [
      10,
      "several rows of one partition in order",
      { filters: [filters[0], { ...key[1], operator: "in", value: [1, 2] }], orderBy: newest, limit: 10 },
    ],
  ])("asks for pages of %i rows: %s", async (fetchSize, _what, selection) => {
    const { rows, sent } = open({ rows: [] });
    await rows.select({ ...target, filters: [], pageSize: 10, ...selection });
    expect(sent[0]?.options.fetchSize).toBe(fetchSize);
  });

  it("goes on where a page ended, whatever its columns are, and refuses the state of another", async () => {
    const { rows, sent } = open({ rows: [], pageState: "00ff" });
    const { pageState = "" } = await rows.select({ ...target, filters, pageSize: 10 });
    await rows.select({ ...target, filters, pageSize: 5, columns: ["value"], pageState });
    expect(sent[1]?.options).toMatchObject({ fetchSize: 5, pageState: Buffer.from([0, 0xff]) });
    const others = [{ ...filters[0], value: "t" }];
    for (const wrong of [
      rows.select({ ...target, filters: others, pageSize: 5, pageState }),
      rows.select({ ...target, filters, limit: 1, pageSize: 5, pageState }),
      rows.select({ ...target, filters, pageSize: 5, pageState: "rubbish" }),
    ]) {
      await expect(wrong).rejects.toThrow("Invalid value for the paging state");
    }
    expect(sent).toHaveLength(2);
  });

  it("ends with the reason of its signal", async () => {
    const { rows } = open();
    const stop = new AbortController();
    const page = rows.select({ ...target, filters, pageSize: 5, signal: stop.signal });
    stop.abort(new Error("enough"));
    await expect(page).rejects.toThrow("enough");
    await expect(rows.select({ ...target, filters, pageSize: 5, signal: stop.signal })).rejects.toThrow("enough");
  });

  it("refuses what the driver cannot decode before it sends anything, and nothing else of the table", async () => {
    const { rows, sent } = open({ rows: [{ id: 1, corner: { at: [1, 2] }, corners: [{ at: [1, 2] }] }] });
    const of = { keyspace: "shop", table: "shapes", filters: [], pageSize: 1 };
    await expect(rows.select(of)).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringMatching(/^shop\.shapes\.ends cannot be read: .*: select other columns$/),
    });
    expect(sent).toEqual([]);
    const { rows: found } = await rows.select({ ...of, columns: ["id", "corner", "corners"] });
    expect(found).toEqual([values({ id: 1, corner: { at: [1, 2] }, corners: [{ at: [1, 2] }] })]);
  });

  it("refuses a map whose keys the client has turned into texts, and says how to keep them", async () => {
    const { rows } = open({ rows: [{ place: { x: 1 } }] });
    const page = await rows.select({ ...target, filters, pageSize: 5 });
    expect(() => page.rows[0]?.get("place")).toThrow(
      "shop.readings.place cannot be read: create the client with the option encoding: { map: Map }",
    );
  });
});

describe("a table that is not known yet", () => {
  const calls: readonly (readonly [string, (rows: Rows, table: string) => Promise<unknown>])[] = [
    ["insert", (rows, table) => rows.insert({ ...target, table, values: values(row) })],
    ["update", (rows, table) => rows.update({ ...target, table, values: values({ ...row, value: 1 }) })],
    ["delete", (rows, table) => rows.delete({ ...target, table, key: values(row) })],
    ["batch", (rows, table) => rows.batch([{ kind: "delete", ...target, table, key: values(row) }])],
    ["select", (rows, table) => rows.select({ ...target, table, filters: [], pageSize: 1 })],
  ];

  it.each(calls)("is looked for first: %s", async (_, call) => {
    const { rows, sent } = open({ pageState: null }, {}, []);
    await call(rows, "readings");
    expect(sent).toHaveLength(1);
  });

  it.each(calls)("is refused if the cluster lacks it: %s", async (_, call) => {
    const { rows, sent } = open({}, {}, []);
    await expect(call(rows, "never")).rejects.toMatchObject({ code: "unknown-table" });
    expect(sent).toEqual([]);
  });
});

describe("a client", () => {
  it("that turns what is left out into null is refused", () => {
    expect(() => open({}, { useUndefinedAsUnset: false })).toThrow("omit its option encoding.useUndefinedAsUnset");
  });
});

it("counts the keys that the lists of a read name together, before the cluster gets it", async () => {
  const { rows, sent } = open({ rows: [] });
  const reads = createReads({ combinations: 12, entries: Infinity, bytes: Infinity });
  const filters = [
    { column: "sensor", operator: "in", value: ["a", "b", "c"] },
    { column: "At", operator: "in", value: [1, 2] },
  ] as const;
  const read = () => rows.select({ ...target, filters, pageSize: 10, reads });
  await read();
  await read();
  await expect(read()).rejects.toMatchObject({ code: "too-many-reads" });
  expect(sent).toHaveLength(2);
});
