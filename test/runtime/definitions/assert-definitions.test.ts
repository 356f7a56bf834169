/** Bound tables against the service on the embedded store, and against what the other servers of the family answered. */
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { buildSchema, graphqlSync } from "graphql";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import * as runtime from "@colonnade/runtime";
import { converted, frozen, list, map, set, tuple, userType, vector } from "@colonnade/runtime/composites";
import { createSession, insert, serviceTransport } from "@colonnade/runtime";
import { createTable } from "@colonnade/runtime/definitions";
import type { AnyTable, Call, Session, Table } from "@colonnade/runtime";
import { routes } from "@colonnade/runtime/protocol";
import { DefinitionsError, assertDefinitions } from "../../../src/runtime/definitions/assert-definitions.ts";
import { isGraphQLTypeOf, plainCqlType } from "../../../src/runtime/definitions/compare-table.ts";
import { createService } from "../../../src/service/index.ts";
import { loadKeyspace } from "../../../src/source/parse-keyspace.ts";
import { openEmbeddedStore } from "../../../src/store/index.ts";
import type { Store } from "../../../src/store/index.ts";
import * as everyType from "../../../examples/every-type/generated/index.js";
import * as shop from "../../../examples/shop/generated/index.js";
import * as videos from "../../../examples/videos/generated/index.js";
import { runs } from "../../support/long.ts";
import { tableOf as anyTable, columnsOf } from "../any-table.ts";
import type { AnyCodec, AnyTypes } from "../any-table.ts";

/** A table of the keyspace `lab` with the key `id`, unless it says otherwise. */
function tableOf(columns: Readonly<Record<string, unknown>>, rest: Partial<Table<AnyTypes>> = {}): Table<AnyTypes> {
  return anyTable(rest.name ?? "things", columns, { keyspace: "lab", ...rest });
}

const { bigint, decimal, double, int, text, timestamp, uuid } = runtime;
const things = { id: uuid, name: text, price: decimal, tags: list(text) };

/** What it throws, whose type tests would otherwise not know. */
async function errorOf(asserting: Promise<unknown>): Promise<DefinitionsError> {
  const error: unknown = await asserting.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof DefinitionsError)) throw new Error("it passed, or failed otherwise", { cause: error });
  return error;
}

let directory: string;
let store: Store;
/** Requests since the last look, without those for tokens. */
let calls: Call[] = [];
let session: Session;
let keyspaces = 0;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "colonnade-"));
  store = await openEmbeddedStore({ directory });
  const user = { username: "founder", password: "right" };
  const transport = serviceTransport(createService({ store, user, keyspace: "shop" }));
  session = createSession({
    url: "http://localhost",
    credentials: user,
    keyspace: "shop",
    transport: (call) => {
      if (!call.url.endsWith("/auth")) calls.push(call);
      return transport(call);
    },
  });
  for (const [name, folder] of [
    ["shop", "shop/definitions/shop"],
    ["videos", "videos/definitions/videos"],
    ["every_type", "every-type/definitions/every_type"],
  ] as const) {
    const { tables, userTypes } = await loadKeyspace(resolve(import.meta.dirname, "../../../examples", folder), name);
    await store.createKeyspace(name);
    for (const type of userTypes) await store.createUserType(name, type);
    for (const table of tables) await store.createTable(name, table);
  }
});

afterAll(async () => {
  await store.close();
  await rm(directory, { recursive: true });
});

/** The bound table in a keyspace of its own, where the service has the live one in its place. */
async function inPlaceOf(live: Table<AnyTypes>, bound: Table<AnyTypes>): Promise<Table<AnyTypes>> {
  const keyspace = `lab_${keyspaces++}`;
  await store.createKeyspace(keyspace);
  await createTable(session, { ...live, keyspace });
  return { ...bound, keyspace };
}

const tablesOf = (generated: object): AnyTable[] =>
  Object.entries(generated).flatMap(([name, value]) => (name.endsWith("Table") ? [value as AnyTable] : []));

describe("tables that are what they were bound to", () => {
  it("pass, whatever is in them, with one request for each keyspace", async () => {
    const tables = [shop, videos, everyType].flatMap(tablesOf);
    expect(tables).toHaveLength(12);
    calls = [];
    await expect(assertDefinitions(session, tables)).resolves.toEqual({ notes: [] });
    expect(calls.map((call) => call.url.replace("http://localhost", ""))).toEqual([
      "/api/graphql",
      "/api/graphql/videos",
      "/api/graphql/every_type",
    ]);
  });

  it("are asked for fifty at a time", async () => {
    await inPlaceOf(tableOf(things), tableOf(things));
    const keyspace = `lab_${keyspaces - 1}`;
    const tables = Array.from({ length: 60 }, (_, index) => tableOf(things, { keyspace, name: `things_${index}` }));
    for (const table of tables) await createTable(session, table);
    calls = [];
    await expect(assertDefinitions(session, tables)).resolves.toEqual({ notes: [] });
    expect(calls).toHaveLength(2);
  });

  it("need no request when there are none", async () => {
    calls = [];
    await expect(assertDefinitions(session, [])).resolves.toEqual({ notes: [] });
    expect(calls).toEqual([]);
  });

  it("may spell their types in another way", async () => {
    const spelled = {
      id: uuid,
      name: runtime.varchar,
      tags: frozen(list(text)),
      pairs: frozen(map(text, set(int))),
    };
    const live = { id: uuid, name: text, tags: list(runtime.varchar), pairs: map(text, frozen(set(int))) };
    await expect(assertDefinitions(session, [await inPlaceOf(tableOf(live), tableOf(spelled))])).resolves.toEqual({
      notes: [],
    });
  });

  it("may have values and names of one's own", async () => {
    const bound = tableOf({ id: uuid, createdAt: timestamp, cost: decimal }, { cqlNames: { createdAt: "created_at" } });
    const money = converted(decimal, {
      expected: "money",
      check: (value) => typeof value === "number",
      encode: String,
      decode: Number,
    });
    const own = tableOf(
      { id: uuid, since: timestamp, cost: money },
      { cqlNames: { since: "created_at" }, apiNames: { since: "createdAt" } },
    );
    await expect(assertDefinitions(session, [await inPlaceOf(bound, own)])).resolves.toEqual({ notes: [] });
  });
});

describe("a table of the service that is another one", () => {
  const clustered = { partitionKey: ["id"], clusteringKey: ["line"] } as const;
  const lines = { id: uuid, line: int, note: text };
  const priced = (price: unknown): Table<AnyTypes> => tableOf({ ...things, price });
  const tagged = (tags: unknown): Table<AnyTypes> => tableOf({ ...things, tags });
  const keyed = tableOf(lines, clustered);
  const turned = tableOf(lines, { partitionKey: ["line"], clusteringKey: ["id"] });
  /** What is there, what is bound, and the problems: their kind, and what the message says after the table. */
  const cases: readonly (readonly [
    string,
    Table<AnyTypes>,
    Table<AnyTypes>,
    readonly (readonly [string, string])[],
  ])[] = [
    [
      "lacks a column",
      tableOf({ id: uuid, name: text }),
      tableOf({ id: uuid, soldOut: text }, { cqlNames: { soldOut: "sold_out" } }),
      [["missing-column", ".sold_out does not exist"]],
    ],
    ["has another scalar", priced(text), priced(decimal), [["other-type", ".price is text there, not decimal"]]],
    [
      "has a set in place of a list",
      tagged(set(text)),
      tagged(list(text)),
      [["other-type", ".tags is set<text> there, not list<text>"]],
    ],
    [
      "has other items",
      tagged(list(int)),
      tagged(list(text)),
      [["other-type", ".tags is list<int> there, not list<text>"]],
    ],
    [
      "has a vector of another length",
      tagged(vector(double, 2)),
      tagged(vector(double, 3)),
      [["other-type", ".tags is vector<double, 2> there, not vector<double, 3>"]],
    ],
    [
      "has its key in another order",
      turned,
      keyed,
      [
        ["other-kind", ".line is of kind partition there, not clustering"],
        ["other-kind", ".id is of kind clustering there, not partition"],
      ],
    ],
    [
      "has one more column in its key",
      keyed,
      tableOf({ id: uuid, note: text }),
      [["other-key", ".line is of kind clustering there, and not bound"]],
    ],
    [
      "has a column in its key that is bound outside of it",
      keyed,
      tableOf(lines),
      [["other-kind", ".line is of kind clustering there, not regular"]],
    ],
    [
      "has a static column",
      tableOf(lines, { ...clustered, staticColumns: ["note"] }),
      keyed,
      [["other-kind", ".note is of kind static there, not regular"]],
    ],
    ["does not exist", tableOf(things, { name: "thing" }), tableOf(things), [["missing-table", " does not exist"]]],
  ];

  it.each(cases)("that %s is an error", async (_, live, bound, problems) => {
    const table = await inPlaceOf(live, bound);
    const error = await errorOf(assertDefinitions(session, [table]));
    expect(error).toMatchObject({ name: "DefinitionsError", code: "definitions" });
    const expected = problems.map(([kind, rest]) => ({
      kind,
      keyspace: table.keyspace,
      table: "things",
      column: /^\.(\w+)/.exec(rest)?.[1],
      message: `${table.keyspace}.things${rest}`,
    }));
    expect(error.problems).toEqual(expected);
    for (const { message } of expected) expect(error.message).toContain(message);
  });

  it("is told with everything that differs, in one error", async () => {
    const one = await inPlaceOf(tableOf({ id: uuid, price: text }), tableOf(things));
    const error = await errorOf(
      assertDefinitions(session, [one, shop.productsTable, { ...one, name: "gone", apiName: "Gone" }]),
    );
    expect(error.message).toBe(
      [
        `assert definitions failed: ${one.keyspace}.things.price is text there, not decimal`,
        `${one.keyspace}.things.name does not exist`,
        `${one.keyspace}.things.tags does not exist`,
        `${one.keyspace}.gone does not exist`,
        "generate the bindings again, or alter the database",
      ].join("; "),
    );
  });

  it("of a keyspace that the service does not know is not there, and the cause says why", async () => {
    const error = await errorOf(assertDefinitions(session, [{ ...shop.productsTable, keyspace: "nowhere" }]));
    expect(error.problems.map((problem) => problem.message)).toEqual(["nowhere.products does not exist"]);
    expect(error.cause).toMatchObject({ code: "not-found" });
    expect(String(error.cause)).toContain("Unknown keyspace 'nowhere'");
  });

  it("that has more columns is a note", async () => {
    const table = await inPlaceOf(
      tableOf({ ...things, sold_out: text }, { cqlNames: { sold_out: "sold_out" } }),
      tableOf(things),
    );
    await expect(assertDefinitions(session, [table])).resolves.toEqual({
      notes: [{ keyspace: table.keyspace, table: "things", column: "soldOut" }],
    });
  });

  it("whose user type lacks a field is an error", async () => {
    const address = { name: "address", fields: { street: text, floor: int } };
    const users = { ...videos.usersTable, columns: { ...videos.usersTable.columns, home: userType(address) } };
    const error = await errorOf(assertDefinitions(session, [users]));
    expect(error.problems.map((problem) => problem.message)).toEqual(["videos.users.home has no floor there"]);
  });
});

describe("what the service answers otherwise", () => {
  const answering = (status: number, body: unknown): Session =>
    createSession({
      url: "http://localhost",
      token: "token",
      transport: async () => ({ status, header: () => null, text: async () => JSON.stringify(body) }),
    });

  it("is its own error: no introspection, no data, no right", async () => {
    const refused = answering(200, { errors: [{ message: "introspection is off" }] });
    const asserting = assertDefinitions(refused, [shop.productsTable]);
    await expect(asserting).rejects.toThrow("assert definitions failed: introspection is off");
    await expect(asserting).rejects.toBeInstanceOf(runtime.DocumentRejectedError);
    await expect(assertDefinitions(answering(200, {}), [shop.productsTable])).rejects.toThrow("gave no reason");
    await expect(assertDefinitions(answering(403, {}), [shop.productsTable])).rejects.toMatchObject({
      code: "forbidden",
    });
  });

  it("is not waited for after an abort", async () => {
    const signal = AbortSignal.abort(new Error("never mind"));
    await expect(assertDefinitions(session, [shop.productsTable], { signal })).rejects.toThrow("never mind");
  });
});

describe("any table", () => {
  const natives: Readonly<Record<string, unknown>> = {
    ...{
      ascii: runtime.ascii,
      bigint,
      blob: runtime.blob,
      boolean: runtime.boolean,
      date: runtime.date,
      decimal,
      double,
    },
    ...{
      float: runtime.float,
      inet: runtime.inet,
      int,
      smallint: runtime.smallint,
      text,
      time: runtime.time,
      timestamp,
    },
    ...{ timeuuid: runtime.timeuuid, tinyint: runtime.tinyint, uuid, varint: runtime.varint },
  };
  const composites: Readonly<Record<string, unknown>> = {
    ...{ texts: list(text), numbers: set(int), deep: list(frozen(list(bigint))), settings: map(text, text) },
    ...{
      sums: map(uuid, frozen(set(decimal))),
      pair: tuple(int, text),
      triple: tuple(int, text, list(uuid)),
      at: vector(double, 3),
    },
  };
  const all = { ...natives, ...composites };
  const codec = (types: Readonly<Record<string, unknown>>): fc.Arbitrary<unknown> =>
    fc.constantFrom(...Object.values(types));
  const tables = fc
    .record({
      names: fc.shuffledSubarray(["id", "name", "price", "class", "createdAt", "Value", "constructor", "line_no"], {
        minLength: 4,
      }),
      keyTypes: fc.tuple(codec(natives), codec(natives), codec(natives)),
      types: fc.array(codec(all), { minLength: 8, maxLength: 8 }),
      partition: fc.integer({ min: 1, max: 2 }),
      clustering: fc.integer({ min: 0, max: 1 }),
      statics: fc.boolean(),
    })
    .map(({ names, keyTypes, types, partition, clustering, statics }) => {
      const keys = partition + clustering;
      const typeOf = (index: number): unknown => (index < keys ? keyTypes[index] : types[index]);
      return tableOf(Object.fromEntries(names.map((name, index) => [name, typeOf(index)])), {
        partitionKey: names.slice(0, partition),
        clusteringKey: names.slice(partition, keys),
        staticColumns: statics && clustering > 0 ? names.slice(keys, keys + 1) : [],
        apiNames: { line_no: "lineNo", Value: "value" },
      });
    });
  const apiNameOf = new Map([
    ["line_no", "lineNo"],
    ["Value", "value"],
  ]);

  test("passes as it was created, and any one change is found and named", async () => {
    await fc.assert(
      fc.asyncProperty(tables, fc.nat(), codec(all), async (table, place, type) => {
        const keys = new Set([...table.partitionKey, ...(table.clusteringKey ?? [])]);
        const others = Object.keys(table.columns).filter((name) => !keys.has(name));
        const column = others[place % others.length] ?? "";
        const { [column]: before, ...rest } = table.columns;
        const staticColumns = table.staticColumns?.filter((name) => name !== column) ?? [];
        const less: Table<AnyTypes> = { ...table, columns: rest, staticColumns };

        const same = await inPlaceOf(table, table);
        await expect(assertDefinitions(session, [same])).resolves.toEqual({ notes: [] });

        const dropped = await inPlaceOf(less, table);
        const missing = { kind: "missing-column", keyspace: dropped.keyspace, table: "things", column };
        expect((await errorOf(assertDefinitions(session, [dropped]))).problems).toMatchObject([missing]);

        const added = await inPlaceOf(table, less);
        const note = { keyspace: added.keyspace, table: "things", column: apiNameOf.get(column) ?? column };
        await expect(assertDefinitions(session, [added])).resolves.toEqual({ notes: [note] });

        const found = (type as AnyCodec).cql;
        if (found === before?.cql) return;
        const retyped = await inPlaceOf({ ...table, columns: columnsOf({ ...table.columns, [column]: type }) }, table);
        const other = { kind: "other-type", keyspace: retyped.keyspace, table: "things", column };
        const { problems } = await errorOf(assertDefinitions(session, [retyped]));
        expect(problems).toMatchObject([other]);
      }),
      runs(20, 1000),
    );
  });
});

describe("other servers of the family", () => {
  const fixtures = resolve(import.meta.dirname, "../../fixtures/introspection");
  /** Answers a document as the server did, from its types. */
  function sessionWith(types: string): Session {
    const schema = buildSchema(types);
    return createSession({
      url: "http://localhost",
      token: "token",
      keyspace: "shop",
      transport: async ({ body }) => {
        const { query } = JSON.parse(body ?? "") as { query: string };
        const answer = JSON.stringify(graphqlSync({ schema, source: query }));
        return { status: 200, header: () => null, text: async () => answer };
      },
    });
  }
  const bound = (
    name: string,
    columns: Readonly<Record<string, unknown>>,
    rest: Partial<Table<AnyTypes>> = {},
  ): Table<AnyTypes> => tableOf(columns, { keyspace: "shop", name, ...rest });

  const products = { id: uuid, created: timestamp, description: text, name: text, price: decimal };
  const orderLines = bound(
    "order_lines",
    { customer: text, day: runtime.date, line: int, product: uuid, customer_name: text, note: text, quantity: int },
    {
      partitionKey: ["customer", "day"],
      clusteringKey: [["line", "desc"], "product"],
      staticColumns: ["customer_name"],
      apiName: "order_lines",
    },
  );
  const people = bound(
    "people",
    { id: int, age: int, attrs: map(text, text), email: text, first: text, last: text, tags: set(text) },
    { apiName: "people" },
  );
  const stargate = sessionWith(readFileSync(join(fixtures, "stargate.graphql"), "utf8"));
  const go = sessionWith(readFileSync(join(fixtures, "data-apis.graphql"), "utf8"));

  it("pass with the same tables: the names of their types are theirs, and aggregates are no columns", async () => {
    const tables = [bound("products", products, { apiName: "products" }), orderLines, people];
    await expect(assertDefinitions(stargate, tables)).resolves.toEqual({ notes: [] });
  });

  it("pass where all small integers are one type, and maps have other names", async () => {
    const types = [
      "ascii",
      "bigint",
      "blob",
      "boolean",
      "decimal",
      "double",
      "float",
      "inet",
      "int",
      "smallint",
      "text",
      "time",
    ];
    types.push("timestamp", "timeuuid", "tinyint", "uuid", "varchar", "varint");
    const named = (type: string): string => `c${type[0]?.toUpperCase()}${type.slice(1)}`;
    const scalars = Object.fromEntries(types.map((type) => [named(type), runtime[type as "int"]]));
    const collections = {
      ...{ id: int, lInt: list(int), sText: set(text), fl: frozen(list(decimal)), mTextInt: map(text, int) },
      ...{ mUuidDecimal: map(uuid, decimal), nested: map(text, list(list(int))) },
    };
    const hits = bound(
      "hits",
      { page: text, day: int, views: runtime.counter, clicks: runtime.counter },
      { partitionKey: ["page"], clusteringKey: ["day"] },
    );
    await expect(
      assertDefinitions(go, [
        bound("products", products),
        bound("plain_scalars", { id: int, ...scalars }),
        bound("plain_collections", collections),
        hits,
      ]),
    ).resolves.toEqual({ notes: [] });
  });

  it("pass with lists within lists", async () => {
    const deep = sessionWith(
      "scalar Uuid type Things { id: Uuid deep: [[[[[[[Int]]]]]]] } type Query { things: Things }",
    );
    const table = bound("things", { id: uuid, deep: list(list(list(list(list(list(list(int))))))) });
    await expect(assertDefinitions(deep, [table])).resolves.toEqual({ notes: [] });
  });

  it("show a column that is missing, and one of another type", async () => {
    const wrong = { ...products, price: int, sold: int };
    for (const [server, apiName] of [
      [stargate, "products"],
      [go, "Products"],
    ] as const) {
      const { problems } = await errorOf(assertDefinitions(server, [bound("products", wrong, { apiName })]));
      expect(problems.map((problem) => problem.message)).toEqual([
        "shop.products.price is Decimal in GraphQL there, not int",
        "shop.products.sold does not exist",
      ]);
    }
    const { problems } = await errorOf(
      assertDefinitions(stargate, [{ ...people, columns: columnsOf({ ...people.columns, attrs: map(text, int) }) }]),
    );
    expect(problems).toMatchObject([
      {
        kind: "other-type",
        column: "attrs",
        message: "shop.people.attrs is [EntryStringKeyStringValue] in GraphQL there, not map<text, int>",
      },
    ]);
  });

  it("show a table that their GraphQL leaves out", async () => {
    const { problems } = await errorOf(assertDefinitions(go, [bound("events", { id: uuid, day: runtime.date })]));
    expect(problems).toMatchObject([{ kind: "missing-table", table: "events" }]);
  });

  it("show another key, where they tell it", async () => {
    const reordered: Table<AnyTypes> = { ...orderLines, clusteringKey: ["product", "line"] };
    const { problems } = await errorOf(assertDefinitions(stargate, [reordered]));
    expect(problems).toMatchObject([{ kind: "other-key" }]);
    expect(problems[0]?.message).toBe(
      "shop.order_lines has the key customer, day, line, product there, not customer, day, product, line",
    );
  });
});

describe("a type", () => {
  it.each([
    ["frozen<list<frozen<map<text, int>>>>", "list(map(text,int))"],
    ["map< varchar ,  set<int>>", "map(text,set(int))"],
    ["frozen<address>", "address"],
    ['"Address"', '"Address"'],
    ['list<"with blank">', 'list("withblank")'],
    ["frozen<tuple<int, frozen<list<text>>>>", "tuple(int,list(text))"],
    ["vector<float, 3>", "vector(float,3)"],
    ["'org.example.Point'", "'org.example.Point'"],
    ["constructor", "constructor"],
  ])("%s is %s", (spelled, plain) => {
    expect(plainCqlType(spelled)).toBe(plain);
  });

  it.each([
    ["text", "String", "Int"],
    ["smallint", "SmallInt", "TinyInt"],
    ["list<frozen<list<int>>>", "[[Int]]", "[Int]"],
    ["tuple<int, text>", "TupleIntString", "TupleStringInt"],
    ["list<tuple<int, text>>", "[TupleIntString]", "TupleIntString"],
    ["map<text, frozen<set<int>>>", "[EntryStringKeyListIntValue]", "[EntryStringKeyIntValue]"],
    ["map<text, list<list<int>>>", "[KeyStringValueListListInt]", "[KeyStringValueInt]"],
    ["map<text, frozen<street>>", "[EntryStringKeystreetUdtValue]", "[EntryStringKeyStringValue]"],
    ["street", "streetUdt", "String"],
    ["box1_size", "box78_1_sizeUdt", "Int"],
    ["vector<float, 3>", "[Float32]", "Float32"],
    ["constructor", "constructorUdt", "Boolean"],
  ])("%s is %s in GraphQL, and not %s", (cql, name, other) => {
    expect(isGraphQLTypeOf(cql, name)).toBe(true);
    expect(isGraphQLTypeOf(cql, other)).toBe(false);
  });
});

describe("an app that asserts its tables when it starts", () => {
  const orders = tableOf({ id: uuid, customer: text, total: decimal }, { name: "orders" });
  const order = { id: "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10", customer: "Ann", total: "12.50" };

  /** The first lines of such an app, and its first write. */
  async function start(table: Table<AnyTypes>, log: string[]): Promise<number> {
    try {
      const { notes } = await assertDefinitions(session, [table]);
      for (const { table: name, column } of notes) log.push(`${name}.${column} is not used`);
    } catch (error) {
      if (!(error instanceof DefinitionsError)) throw error;
      log.push(...error.problems.map((problem) => problem.message));
      return 1;
    }
    await insert(session, table, order);
    log.push("order taken");
    return 0;
  }

  it("starts, and stops at once after a column was dropped, before it writes anything", async () => {
    const { total: _, ...left } = columnsOf(orders.columns);
    const table = await inPlaceOf(orders, orders);
    const log: string[] = [];
    await expect(start(table, log)).resolves.toBe(0);

    // Somebody makes the table anew, without the column.
    await session.send({ operation: "drop", method: "DELETE", path: routes.table(table.keyspace, table.name) });
    await createTable(session, { ...table, columns: left });
    await expect(start(table, log)).resolves.toBe(1);
    expect(log).toEqual(["order taken", `${table.keyspace}.orders.total does not exist`]);
    await expect(insert(session, table, order)).rejects.toMatchObject({ code: "document-rejected" });

    // And somebody else, with one more.
    await session.send({ operation: "drop", method: "DELETE", path: routes.table(table.keyspace, table.name) });
    await createTable(session, { ...table, columns: columnsOf({ ...orders.columns, paid: text }) });
    await expect(start(table, log)).resolves.toBe(0);
    expect(log.slice(2)).toEqual(["orders.paid is not used", "order taken"]);
  });
});
