/** What only a session on a store does; that it answers as one over HTTP is for `test/conformance`. */
import { describe, expect, it, onTestFinished } from "vitest";
import {
  assertDefinitions,
  createTable,
  double,
  find,
  get,
  insert,
  int,
  scan,
  text,
  userType,
} from "@colonnade/runtime";
import type { Session } from "@colonnade/runtime";
import { productsTable, getProducts, insertProducts, scanProducts } from "../../examples/shop/generated/index.js";
import { openEmbeddedStore } from "../../src/store/index.ts";
import type { Selection, Store } from "../../src/store/index.ts";
import { storeSession } from "../../src/store-session/index.ts";
import { createTemporaryFolder } from "../support/temporary-folder.ts";
import { tableOf, userTypesOf } from "../support/keyspaces.ts";

const id = "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10";
const anyType = (value: unknown): never => value as never;

async function openStore(): Promise<Store> {
  const store = await openEmbeddedStore({ directory: createTemporaryFolder() });
  onTestFinished(() => store.close());
  await store.createKeyspace("shop");
  return store;
}

/** A store that is like another one but for some methods. */
function withMethods(store: Store, methods: Partial<Store>): Store {
  return Object.assign(Object.create(store) as Store, methods);
}

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

  it("leaves the store open when it is closed", async () => {
    const { store, session } = await openShop();
    await insertProducts(session, { id, name: "Arm" });
    session.close();
    await expect(getProducts(session, { id })).rejects.toMatchObject({ code: "closed" });
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

describe("a value that another client has stored", () => {
  const numbers = anyType({
    keyspace: "shop",
    name: "numbers",
    apiName: "Numbers",
    columns: { id: text, at: double },
    partitionKey: ["id"],
  });

  it("cannot be read when JSON has no form of it", async () => {
    const store = await openStore();
    const row = new Map<string, never>([
      ["id", anyType("a")],
      ["at", anyType(NaN)],
    ]);
    const session = storeSession(withMethods(store, { select: async () => ({ rows: [row] }) }));
    await createTable(session, numbers);
    await expect(get(session, numbers, anyType({ id: "a" }))).rejects.toMatchObject({
      code: "field",
      outcome: "refused",
      message: "get shop.numbers failed: JSON cannot express NaN",
    });
  });

  it("is no row when it has no key", async () => {
    const store = await openStore();
    const session = storeSession(withMethods(store, { select: async () => ({ rows: [new Map([["at", 1]])] }) }));
    await createTable(session, numbers);
    await expect(scan(session, numbers).toArray()).rejects.toMatchObject({
      code: "protocol",
      message: "scan shop.numbers failed: the store's row has no id",
    });
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
