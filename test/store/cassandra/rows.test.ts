/** What the engine sends for each call, and what it makes of the response. The cluster itself: `test/cluster`. */
import { describe, expect, it, test } from "vitest";
import type { Table } from "../../../src/model/index.ts";
import type { CqlClient, CqlResult, StatementOptions } from "../../../src/store/cassandra/client.ts";
import { StoreError, cassandraRows } from "../../../src/store/index.ts";
import type { Rows, Value, Values } from "../../../src/store/index.ts";
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
function open(result: Partial<CqlResult> | Error = {}, encoding = {}): { readonly rows: Rows; readonly sent: Sent[] } {
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
  const known: readonly Table[] = [readings, hits, shapes];
  const table = (place: { readonly table: string }): Table | undefined =>
    known.find(({ name }) => name === place.table);
  const find = async (): Promise<Table> => Promise.reject(new StoreError("unknown-table", "there is none"));
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
      'INSERT INTO shop.readings (sensor, "At", value, notes, place, "__proto__") VALUES (?, ?, ?, ?, ?, ?) USING TTL ?',
    );
    expect(other?.cql).toBe(one?.cql);
    const key = [Buffer.from("s"), Buffer.from([0, 0, 0, 1])];
    expect(one?.parameters).toEqual([...key, null, undefined, undefined, undefined, undefined]);
    expect(other?.parameters.slice(-1)).toEqual([Buffer.from([0, 0, 2, 88])]);
  });

  test.each<[string, string, (rows: Rows) => Promise<unknown>]>([
    [
      "with a condition",
      'INSERT INTO shop.readings (sensor, "At", value) VALUES (?, ?, ?) IF NOT EXISTS USING TTL ?',
      (rows) => rows.insert({ ...target, values: values({ ...row, value: 1 }), ifNotExists: true }),
    ],
    [
      "of static columns",
      "INSERT INTO shop.readings (sensor, place) VALUES (?, ?) USING TTL ?",
      (rows) => rows.insert({ ...target, values: values({ sensor: "s", place: null }) }),
    ],
    [
      "that changes a row",
      'UPDATE shop.readings USING TTL ? SET value = ? WHERE sensor = ? AND "At" = ? IF value IN (?, ?) AND notes = ?',
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
    ["that counts", "UPDATE shop.hits SET views = views + ? WHERE page = ?", (rows) => rows.update(count)],
    [
      "that deletes",
      "DELETE FROM shop.readings WHERE sensor = ? IF EXISTS",
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
      'SELECT "__proto__" AS "column __proto__", "At", place FROM shop.readings WHERE sensor = ? LIMIT ?',
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

  it("without columns asks for one, and shows none", async () => {
    const { rows, sent } = open({ rows: [{ sensor: "s" }, { sensor: "s" }] });
    const page = await rows.select({ ...target, filters, columns: [], pageSize: 10 });
    expect(sent[0]?.cql).toBe("SELECT sensor FROM shop.readings WHERE sensor = ?");
    expect(page).toEqual({ rows: [new Map(), new Map()] });
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
    await expect(rows.select({ ...target, filters, pageSize: 5 })).rejects.toThrow(
      "shop.readings.place cannot be read: create the client with the option encoding: { map: Map }",
    );
  });
});

describe("a client", () => {
  it("that turns what is left out into null is refused", () => {
    expect(() => open({}, { useUndefinedAsUnset: false })).toThrow("omit its option encoding.useUndefinedAsUnset");
  });
});
