/** What only a session on a store does; that it answers as one over HTTP is for `test/conformance`. */
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { find, get, insert, int, text } from "@colonnade/runtime";
import { userType } from "@colonnade/runtime/composites";
import { assertDefinitions, createTable } from "@colonnade/runtime/definitions";
import type { Session } from "@colonnade/runtime";
import {
  findProducts,
  productsTable,
  getProducts,
  insertProducts,
  scanProducts,
} from "../../examples/shop/generated/index.js";
import { StoreError } from "../../src/store/index.ts";
import type { Selection, Store } from "../../src/store/index.ts";
import { storeSession } from "../../src/store-session/index.ts";
import { tableOf, userTypesOf } from "../support/keyspaces.ts";
import { anyType, openStore, withMethods } from "./open-store.ts";

const id = "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10";
async function openShop(): Promise<{ store: Store; session: Session }> {
  const store = await openStore();
  const session = storeSession(store);
  await createTable(session, productsTable);
  return { store, session };
}

describe("a session on a store", () => {
  it("has no service to send requests to, and says what to use instead", async () => {
    const { session } = await openShop();
    const request = { operation: "look", method: "GET", path: "/api/rest/v1/keyspaces" } as const;
    await expect(session.send(request)).rejects.toMatchObject({
      code: "config",
      outcome: "not-sent",
      message: "look failed: a session on a store sends no requests: call the methods of the store",
    });
    await expect(assertDefinitions(session, [productsTable])).rejects.toMatchObject({ code: "config" });
  });

  it("asks the store for nothing where a list of values is empty", async () => {
    const { store } = await openShop();
    const session = storeSession(withMethods(store, { select: () => expect.unreachable("nothing should be read") }));
    expect(await findProducts(session, { id: { in: [] } }).page()).toEqual({ rows: [], pageState: null });
    expect(await findProducts(session, { id: { in: [] } }).toArray()).toEqual([]);
  });

  it("leaves the store open when it is closed", async () => {
    const { store, session } = await openShop();
    await insertProducts(session, { id, name: "Arm" });
    session.close();
    const calls = [
      () => getProducts(session, { id }),
      () => insertProducts(session, { id }),
      () => createTable(session, productsTable),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: "closed", outcome: "not-sent" });
    expect(await getProducts(storeSession(store), { id })).toMatchObject({ name: "Arm" });
  });

  it("knows a table that was made anew", async () => {
    const { store, session } = await openShop();
    await insertProducts(session, { id, name: "Arm" });
    await store.dropTable("shop", "products");
    await expect(getProducts(session, { id })).rejects.toThrow("shop.products is not in the database");
    await store.createTable(
      "shop",
      tableOf({
        name: "products",
        columnDefinitions: [
          { name: "id", typeDefinition: "uuid" },
          { name: "name", typeDefinition: "text" },
        ],
        primaryKey: { partitionKey: ["id"] },
      }),
    );
    expect(await getProducts(session, { id }, { select: ["name"] })).toBeUndefined();
    await expect(insertProducts(session, { id, price: "1" })).rejects.toThrow("shop.products has no column price");
    await expect(scanProducts(session, { select: ["name", "price"] }).page()).rejects.toThrow("has no column price");
    const other = { ...productsTable, columns: { id: productsTable.columns.id, name: productsTable.columns.name } };
    await expect(find(session, anyType(other), anyType({ id })).toArray()).resolves.toEqual([]);
  });

  it("looks once more for a table or column that it does not know yet, and then refuses it", async () => {
    const { store } = await openShop();
    const latest = await store.keyspace("shop");
    const products = latest?.tables.find(({ name }) => name === "products");
    if (!latest || !products) return expect.unreachable();
    const columns = products.columns.filter(({ name }) => name !== "price");
    for (const tables of [[], [{ ...products, columns }]]) {
      for (const change of [latest, undefined]) {
        let known: typeof latest = { ...latest, tables };
        let looks = 0;
        const keyspaces: Store["keyspaces"] = async () => {
          looks++;
          known = change ?? known;
          return ["shop"];
        };
        const session = storeSession(withMethods(store, { keyspace: async () => known, keyspaces }));
        const calls = [() => insertProducts(session, { id, price: "1" }), () => getProducts(session, { id })];
        for (const call of calls) {
          if (change) await call();
          else await expect(call()).rejects.toMatchObject({ code: "document-rejected", outcome: "refused" });
        }
        expect(looks).toBe(change ? 1 : 2);
      }
    }
  });

  describe("when another client changed a table, and the store has not seen it", () => {
    /** What the store knows until it is asked to look, and how often it looked. */
    async function openStale(change: (store: Store) => Promise<unknown>) {
      const { store } = await openShop();
      const before = await store.keyspace("shop");
      await change(store);
      const seen = { looks: 0 };
      const keyspace: Store["keyspace"] = async (name) => (seen.looks > 0 ? store.keyspace(name) : before);
      const keyspaces: Store["keyspaces"] = () => {
        seen.looks++;
        return store.keyspaces();
      };
      return { store, session: storeSession(withMethods(store, { keyspace, keyspaces })), seen };
    }
    const productsWith = (name: string) =>
      tableOf({
        name: "products",
        columnDefinitions: [
          { name: "id", typeDefinition: "uuid" },
          { name: "name", typeDefinition: name },
        ],
        primaryKey: { partitionKey: ["id"] },
      });
    const other = { ...productsTable, columns: { id: productsTable.columns.id, name: productsTable.columns.name } };
    const calls: readonly ((session: Session) => Promise<unknown>)[] = [
      (session) => insert(session, anyType(other), anyType({ id, name: "Arm" })),
      (session) => get(session, anyType(other), anyType({ id })),
    ];

    it.each(calls)("says that it is gone", async (call) => {
      const { session, seen } = await openStale((store) => store.dropTable("shop", "products"));
      await expect(call(session)).rejects.toMatchObject({
        code: "document-rejected",
        outcome: "refused",
        message: expect.stringContaining("shop.products is not in the database"),
      });
      expect(seen.looks).toBe(1);
    });

    it.each(calls)("says that its keyspace is gone", async (call) => {
      const { session } = await openStale((store) => store.dropKeyspace("shop"));
      await expect(call(session)).rejects.toMatchObject({ name: "NotFoundError", outcome: "refused" });
    });

    it("writes a value of the type that a column has now", async () => {
      const { session, seen } = await openStale(async (store) => {
        await store.dropTable("shop", "products");
        await store.createTable("shop", productsWith("int"));
      });
      const columns = { id: productsTable.columns.id, name: int };
      const latest = { ...productsTable, columns };
      await insert(session, anyType(latest), anyType({ id, name: 7 }));
      expect(seen.looks).toBe(1);
      expect(await get(session, anyType(latest), anyType({ id }))).toEqual({ id, name: 7 });
    });

    it("refuses a value of another type than a column has now, and does not look for each", async () => {
      const { session } = await openStale(async (store) => {
        await store.dropTable("shop", "products");
        await store.createTable("shop", productsWith("int"));
      });
      await expect(insertProducts(session, { id, name: "Arm" })).rejects.toMatchObject({ outcome: "refused" });
    });

    it("sees what has become of a table that it has written to before", async () => {
      const { store, session } = await openShop();
      await insertProducts(session, { id, name: "Arm" });
      await store.dropTable("shop", "products");
      await expect(insertProducts(session, { id, name: "Arm" })).rejects.toMatchObject({ code: "document-rejected" });
      await store.createTable("shop", productsWith("ascii"));
      await insert(session, anyType(other), anyType({ id, name: "Leg" }));
      expect(await get(session, anyType(other), anyType({ id }))).toEqual({ id, name: "Leg" });
      await store.dropTable("shop", "products");
      await store.createTable("shop", productsWith("int"));
      await expect(insert(session, anyType(other), anyType({ id, name: "Arm" }))).rejects.toMatchObject({
        outcome: "refused",
      });
    });

    it("says what the store said when nothing changed", async () => {
      const { store, session } = await openShop();
      let looks = 0;
      const stub = withMethods(store, {
        insert: async () => Promise.reject(new StoreError("invalid", "the value is too large")),
        keyspaces: async () => (looks++, ["shop"]),
      });
      session.close();
      await expect(insertProducts(storeSession(stub), { id, name: "Arm" })).rejects.toMatchObject({
        name: "FieldError",
        message: expect.stringContaining("the value is too large"),
      });
      expect(looks).toBe(1);
    });

    it.each([
      new StoreError("page-state", "it is of another selection"),
      new StoreError("overloaded", "no", undefined, "no"),
      new StoreError("invalid", "the response was lost", undefined, "unknown"),
      new RangeError("a bug"),
    ])("does not look once more where a changed table cannot be the reason: $message", async (error) => {
      const { store } = await openShop();
      let sent = 0;
      const stub = withMethods(store, {
        keyspaces: () => expect.unreachable(),
        select: async () => (sent++, Promise.reject(error)),
      });
      await expect(getProducts(storeSession(stub), { id })).rejects.toMatchObject({ cause: error });
      expect(sent).toBe(1);
    });

    it("sends nothing twice that may have been applied", async () => {
      const { store } = await openShop();
      let sent = 0;
      const stub = withMethods(store, {
        keyspaces: () => expect.unreachable(),
        insert: async () => (sent++, Promise.reject(new StoreError("timeout", "late", undefined, "unknown"))),
      });
      await expect(insertProducts(storeSession(stub), { id, name: "Arm" })).rejects.toMatchObject({
        outcome: "unknown",
      });
      expect(sent).toBe(1);
    });
  });

  it("reads a hundred rows in a page unless told otherwise, and never more than 5000", async () => {
    const store = await openStore();
    const asked: number[] = [];
    const select = (selection: Selection) => {
      asked.push(selection.pageSize);
      return store.select(selection);
    };
    const session = storeSession(withMethods(store, { select }));
    await createTable(session, productsTable);
    await scanProducts(session).page();
    await scanProducts(session, { pageSize: 7 }).page();
    await scanProducts(session, { pageSize: 100_000 }).page();
    await getProducts(session, { id });
    expect(asked).toEqual([100, 7, 5000, 1]);
  });

  it("starts nothing for a signal that has fired", async () => {
    const { store } = await openShop();
    const session = storeSession(withMethods(store, { keyspace: () => expect.unreachable("nothing should be read") }));
    const reason = new Error("too late");
    const signal = AbortSignal.abort(reason);
    await expect(insertProducts(session, { id }, { signal })).rejects.toBe(reason);
    await expect(getProducts(session, { id }, { signal })).rejects.toBe(reason);
    await expect(createTable(session, productsTable, { signal })).rejects.toBe(reason);
  });

  it("ends with the reason of a signal that fires while the store works", async () => {
    const { store } = await openShop();
    const never = () => new Promise<never>(() => undefined);
    const session = storeSession(withMethods(store, { insert: never, select: never }));
    const controller = new AbortController();
    const { signal } = controller;
    const answers = [insertProducts(session, { id }, { signal }), getProducts(session, { id }, { signal })];
    await new Promise((resolve) => setImmediate(resolve));
    const reason = new Error("not any more");
    controller.abort(reason);
    for (const answer of answers) await expect(answer).rejects.toBe(reason);
  });

  it("leaves turns to others while it decodes the rows of a page", async () => {
    const { store } = await openShop();
    let clockMs = performance.now();
    const row = { get: () => ((clockMs += 1), id), *[Symbol.iterator]() {} };
    const session = storeSession(withMethods(store, { select: async () => ({ rows: Array(100).fill(row) }) }));
    const spy = vi.spyOn(performance, "now").mockImplementation(() => clockMs);
    onTestFinished(() => spy.mockRestore());
    let isDone = false;
    let longestMs = 0;
    const page = scanProducts(session, { select: ["id"] }).page();
    void page.finally(() => (isDone = true));
    while (!isDone) {
      const startedMs = clockMs;
      await new Promise(setImmediate);
      longestMs = Math.max(longestMs, clockMs - startedMs);
    }
    expect((await page).rows).toHaveLength(100);
    expect(longestMs).toBeLessThanOrEqual(6);
  });

  it("neither writes nor reads for a signal that fires while it looks for the table", async () => {
    const { store } = await openShop();
    const calls: string[] = [];
    const insert: Store["insert"] = (write) => {
      calls.push("insert");
      return store.insert(write);
    };
    const select: Store["select"] = (selection) => {
      calls.push("select");
      return store.select(selection);
    };
    const session = storeSession(withMethods(store, { insert, select }));
    const controller = new AbortController();
    const { signal } = controller;
    const answers = [insertProducts(session, { id }, { signal }), getProducts(session, { id }, { signal })];
    const reason = new Error("not any more");
    controller.abort(reason);
    for (const answer of answers) await expect(answer).rejects.toBe(reason);
    await new Promise((resolve) => setImmediate(resolve));
    expect(calls).toEqual([]);
  });
});

describe("a field of a user type that the database lacks", () => {
  const place = (fields: object) => {
    const codec = userType({ name: "place", fields: fields as { city: typeof text } });
    return anyType({
      keyspace: "shop",
      name: "users",
      apiName: "Users",
      columns: { id: text, home: codec },
      partitionKey: ["id"],
    });
  };

  it("is an error that names it, of writes and reads", async () => {
    const store = await openStore();
    const definition = { name: "place", fields: [{ name: "city", typeDefinition: "text" }] };
    for (const type of userTypesOf([definition]).values()) await store.createUserType("shop", type);
    const session = storeSession(store);
    await createTable(session, place({ city: text }));
    const newer = place({ city: text, floor: int });
    await insert(session, place({ city: text }), anyType({ id: "a", home: { city: "Vienna" } }));
    await expect(insert(session, newer, anyType({ id: "a", home: { city: "Graz", floor: 1 } }))).rejects.toMatchObject({
      code: "document-rejected",
      message: expect.stringContaining("shop.users lacks floor of home in the database; run `colonnade diff`"),
    });
    await expect(get(session, newer, anyType({ id: "a" }))).rejects.toMatchObject({ code: "document-rejected" });
    expect(await get(session, place({ city: text }), anyType({ id: "a" }))).toEqual({
      id: "a",
      home: { city: "Vienna" },
    });
  });
});
