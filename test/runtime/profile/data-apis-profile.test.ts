/** The profile of the Go data API server: its documents, and its answers as they were recorded. */
import { parse, validate } from "graphql";
import { describe, expect, it, test } from "vitest";
import * as runtime from "@colonnade/runtime";
import {
  createSession,
  find,
  get,
  increment,
  insert,
  readIndexed,
  readStatic,
  remove,
  scan,
  serviceProfile,
  update,
} from "@colonnade/runtime";
import { batchWrites } from "@colonnade/runtime/batch";
import { list } from "@colonnade/runtime/composites";
import { createTable } from "@colonnade/runtime/definitions";
import { dataApisProfile } from "@colonnade/runtime/profiles";
import type { OpenSession, TokenOptions, Transport } from "@colonnade/runtime";
import { RecordedDataApis, recordedKeyspace } from "../../fixtures/data-apis/recorded-data-apis.ts";
import { tableOf } from "../any-table.ts";

const { ascii, boolean, counter, decimal, double, int, text, time, timestamp, uuid } = runtime;
const products = tableOf("products", { id: uuid, name: text, description: text, price: decimal, created: timestamp });
const items = tableOf(
  "my_order_items",
  { orderId: uuid, itemNo: int, sku: text },
  { partitionKey: ["orderId"], clusteringKey: ["itemNo"], cqlNames: { orderId: "order_id", itemNo: "item_no" } },
);
const readings = tableOf(
  "readings",
  { sensor: text, day: int, at: timestamp, seq: int, value: double, owner: text, tags: list(text) },
  { partitionKey: ["sensor", "day"], clusteringKey: ["at", "seq"], staticColumns: ["owner"] },
);
const hits = tableOf("hits", { page: text, day: int, views: counter }, { partitionKey: ["page", "day"] });
/** Columns of types that it does not filter are its whole key. */
const scalars = tableOf(
  "plain_scalars",
  { cAscii: ascii, cBoolean: boolean, cTime: time, id: int },
  { partitionKey: ["cAscii", "cBoolean"], clusteringKey: ["cTime"] },
);

const ids = {
  robot: "123e4567-e89b-42d3-a456-426614174000",
  other: "123e4567-e89b-42d3-a456-426614174001",
  guarded: "00000000-0000-0000-0000-000000000021",
};
const reading = { sensor: "lwt", day: 1, at: new Date("2020-07-31T18:25:43.511Z"), seq: 1 };

function openWith(transport: Transport, options: Partial<TokenOptions> = {}): OpenSession {
  const url = "http://localhost:8080";
  return createSession({ url, token: "none", profile: dataApisProfile(), transport, random: () => 0, ...options });
}

/** Everything that generated functions do and the server can do, by the name of the table. */
const operations: Readonly<Record<string, (session: OpenSession) => readonly Promise<unknown>[]>> = {
  products: (session) => [
    insert(session, products, { id: ids.robot, name: "Arm", price: "1.50" }, { ttl: 60, consistency: "LOCAL_QUORUM" }),
    insert(session, products, { id: ids.other, name: null }, { ifNotExists: true }),
    update(session, products, { id: ids.robot, price: "9" }, { if: { price: { gt: "8" }, name: { in: ["a", null] } } }),
    update(session, products, { id: ids.robot, price: "9" }, { ifExists: true }),
    remove(session, products, { id: ids.robot }, { if: { name: { notEq: null } } }),
    get(session, products, { id: ids.robot }),
    find(session, products, { id: { in: [ids.robot, ids.other] } }, { consistency: "LOCAL_QUORUM" }).page(),
    readIndexed(session, products, { name: "Arm" }).page(),
  ],
  my_order_items: (session) => [
    find(session, items, { orderId: ids.other, itemNo: { gt: 3, lte: 6 } }).page(),
    find(session, items, { orderId: ids.other, itemNo: 3 }).page(),
    find(session, items, { orderId: ids.other }, { order: "desc", pageSize: 4, pageState: "AA==" }).page(),
    scan(session, items, { select: ["sku"] }).page(),
  ],
  readings: (session) => [
    insert(session, readings, { ...reading, tags: ["a"] }),
    update(session, readings, { sensor: "lwt", day: 1, owner: "you" }),
    readStatic(session, readings, { sensor: "lwt", day: 1 }, ["owner"]),
  ],
  plain_scalars: (session) => [
    get(session, scalars, { cAscii: "a", cBoolean: true, cTime: "08:00:01" }),
    find(session, scalars, { cAscii: "a", cBoolean: true }).page(),
  ],
};

/** Opens a session that notes documents and answers that all is well and empty. */
function openNoting(options: Partial<TokenOptions> = {}) {
  const documents: string[] = [];
  const transport: Transport = async ({ body }) => {
    const { query } = JSON.parse(body ?? "") as { query: string };
    documents.push(query);
    const names = [...query.matchAll(/(\w+): (?:insert|update|delete)/g)].map(([, name = ""]) => name);
    const data = names.length > 0 ? Object.fromEntries(names.map((name) => [name, { applied: true }])) : undefined;
    const json = { data: data ?? { result: { values: [], pageState: "" } } };
    return { status: 200, header: () => null, text: async () => JSON.stringify(json) };
  };
  return { documents, session: openWith(transport, options) };
}

describe("documents", () => {
  it.each(Object.keys(operations))("of %s are valid in the keyspace as the server described it", async (name) => {
    for (const batch of [true, false]) {
      const { documents, session } = openNoting({ batch: batch ? batchWrites() : undefined });
      await Promise.all(operations[name]?.(session) ?? []);
      expect(documents.length).toBeGreaterThan(0);
      for (const query of documents) expect(validate(recordedKeyspace, parse(query)).map(String), query).toEqual([]);
    }
  });

  it("of our own service would not be: its queries take a filter", async () => {
    const { documents, session } = openNoting({ profile: serviceProfile });
    await get(session, products, { id: ids.robot });
    expect(validate(recordedKeyspace, parse(documents[0] ?? "")).map(String)).toEqual([
      expect.stringContaining('Unknown argument "filter" on field "Query.products"'),
    ]);
  });

  it("ask for equality by value, for anything else by a filter, and for all rows by neither", async () => {
    const { documents, session } = openNoting();
    await find(session, items, { orderId: ids.other, itemNo: 3 }).page();
    await find(session, items, { orderId: ids.other, itemNo: { gt: 3 } }).page();
    await scan(session, items).page();
    expect(documents.map((query) => /result: (\w+(?:\(\w+)?)/.exec(query)?.[1])).toEqual([
      "myOrderItems(value",
      "myOrderItemsFilter(filter",
      "myOrderItems",
    ]);
  });
});

describe("a response that was recorded", () => {
  function open(options: Partial<TokenOptions> = {}) {
    const server = new RecordedDataApis();
    return { server, session: openWith(server.transport, options) };
  }

  it("to a read is the row, or none", async () => {
    const { session } = open();
    expect(await get(session, products, { id: ids.robot })).toEqual({
      ...{ id: ids.robot, name: "robot", description: "a robot", price: "4199.99" },
      created: new Date("2020-07-31T18:25:43.511Z"),
    });
    const none = get(session, products, { id: "00000000-0000-0000-0000-0000000000ff" }, { select: ["id"] });
    expect(await none).toBeUndefined();
    const both = find(session, products, { id: { in: [ids.robot, ids.other] } }, { select: ["id", "name"] });
    expect((await both.page()).rows).toEqual([
      { id: ids.robot, name: "robot" },
      { id: ids.other, name: null },
    ]);
  });

  it("to a find goes on from page to page, and ends with the empty page state", async () => {
    const { server, session } = open();
    const pages: unknown[] = [];
    for await (const page of find(
      session,
      items,
      { orderId: ids.other },
      { select: ["itemNo"], pageSize: 5 },
    ).pages()) {
      pages.push(page.rows.map(({ itemNo }) => itemNo));
    }
    expect(pages).toEqual([
      [0, 1, 2, 3, 4],
      [5, 6, 7, 8, 9],
      [10, 11],
    ]);
    expect(server.asked).toHaveLength(3);
    const range = find(session, items, { orderId: ids.other, itemNo: { gt: 3, lte: 6 } }, { select: ["itemNo"] });
    expect(await range.toArray()).toEqual([{ itemNo: 4 }, { itemNo: 5 }, { itemNo: 6 }]);
  });

  it("to a write is that it was applied, or what stood in its way", async () => {
    const { session } = open();
    const applied = { applied: true };
    expect(await insert(session, products, { id: ids.other, name: null })).toEqual(applied);
    expect(await update(session, products, { id: ids.robot, price: "13.50" })).toEqual(applied);
    expect(await remove(session, products, { id: ids.other })).toEqual(applied);
    expect(await update(session, readings, { sensor: "g", day: 1, owner: "you" })).toEqual(applied);
    const condition = { name: { eq: "nobody" }, price: { gt: "1" } };
    expect(await update(session, products, { id: ids.guarded, name: "f" }, { if: condition })).toEqual({
      applied: false,
      current: { name: "e", price: "10.50" },
    });
    expect(await remove(session, products, { id: ids.guarded }, { ifExists: true })).toEqual({
      applied: false,
      current: null,
    });
    const { tags: _, ...columns } = readings.columns;
    const known = { ...readings, columns };
    expect(await insert(session, known, { ...reading, value: 2 }, { ifNotExists: true })).toEqual({
      applied: false,
      current: { ...reading, value: 1, owner: null },
    });
  });

  it("to writes that travel together is each one's own", async () => {
    const { server, session } = open();
    const settled = await Promise.allSettled([
      insert(session, products, { id: ids.other, name: null }),
      // It cannot count up, and says so.
      increment(session, hits, { page: "p", day: 1 }, { views: 1n }),
      remove(session, products, { id: ids.guarded }, { ifExists: true }),
    ]);
    expect(settled).toMatchObject([
      { value: { applied: true } },
      {
        reason: {
          code: "field",
          outcome: "refused",
          message: expect.stringContaining("counter column views") as string,
        },
      },
      { value: { applied: false, current: null } },
    ]);
    expect(server.asked.every(({ query }) => query.startsWith("mutation"))).toBe(true);
  });

  it("that refuses a document says what the database lacks", async () => {
    const { session } = open();
    const view = tableOf("people_by_country", { country: text }, { partitionKey: ["country"] });
    await expect(insert(session, view, { country: "de" })).rejects.toThrow(
      /shop\.people_by_country is not in the database; run `colonnade diff`/,
    );
    const wider = tableOf("products", { ...products.columns, stock: int });
    await expect(get(session, wider, { id: ids.robot })).rejects.toThrow(/shop\.products has no column stock/);
  });

  it("of a keyspace that it does not serve is not found", async () => {
    const { session } = open();
    await expect(get(session, { ...products, keyspace: "nope" }, { id: ids.robot })).rejects.toMatchObject({
      code: "not-found",
      message: expect.stringContaining('only at /graphql, open the session with keyspace: "nope"') as string,
    });
  });

  it("comes from the path of the table's keyspace, or from the one that serves a single keyspace", async () => {
    const { server, session } = open();
    await get(session, products, { id: ids.robot });
    await get(open({ keyspace: "shop" }).session, products, { id: ids.robot });
    const other = new RecordedDataApis();
    const mounted = dataApisProfile({ graphqlPath: "/api/graphql", restPath: "/api/rest" });
    const options = { profile: mounted, keyspace: "shop" };
    await expect(get(openWith(other.transport, options), products, { id: ids.robot })).rejects.toThrow("404");
    expect([...server.asked, ...other.asked].map(({ path }) => path)).toEqual(["/graphql/shop", "/api/graphql"]);
    expect(mounted.tablesPath("shop")).toBe("/api/rest/v1/keyspaces/shop/tables");
  });
});

test("a time in the response to a write is its nanoseconds since midnight", async () => {
  const value = { cAscii: "a", cBoolean: true, cTime: 28801000000000, id: 5142 };
  const transport: Transport = async () => {
    const json = { data: { result: { applied: false, value } } };
    return { status: 200, header: () => null, text: async () => JSON.stringify(json) };
  };
  const row = { cAscii: "a", cBoolean: true, cTime: "08:00:01", id: 1 };
  expect(await insert(openWith(transport), scalars, row, { ifNotExists: true })).toEqual({
    applied: false,
    current: { ...row, id: 5142 },
  });
});

test("tables are made where its REST is", async () => {
  const urls: string[] = [];
  const transport: Transport = async ({ url }) => {
    urls.push(url);
    return { status: 201, header: () => null, text: async () => "{}" };
  };
  await createTable(openWith(transport), products);
  expect(urls).toEqual(["http://localhost:8080/rest/v1/keyspaces/shop/tables"]);
});

test("a key may be called like something that every object has", async () => {
  const queries: string[] = [];
  const transport: Transport = async ({ body }) => {
    queries.push((JSON.parse(body!) as { query: string }).query);
    const json = { data: { result: { values: [], pageState: "" } } };
    return { status: 200, header: () => null, text: async () => JSON.stringify(json) };
  };
  const classes = tableOf("classes", { constructor: text, title: text }, { partitionKey: ["constructor"] });
  await get(openWith(transport), classes, { constructor: "a" });
  expect(queries).toEqual([expect.stringContaining('classes(value: {constructor: "a"}')]);
});
