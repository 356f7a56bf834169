/** The errors that a session on a store has: those of the same failure over HTTP. */
import { describe, expect, it, test } from "vitest";
import { text } from "@colonnade/runtime";
import { verify } from "@colonnade/runtime/verify";
import type { OutcomeUnknownError, ServiceError } from "@colonnade/runtime";
import { createTable } from "@colonnade/runtime/definitions";
import { getProducts, insertProducts, productsTable, updateProducts } from "../../examples/shop/generated/index.js";
import { StoreError } from "../../src/store/index.ts";
import type { Store } from "../../src/store/index.ts";
import { storeSession } from "../../src/store-session/index.ts";
import { anyType, openStore, withMethods } from "./open-store.ts";

const id = "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10";

async function errorOf(work: Promise<unknown>): Promise<ServiceError> {
  return work.then(
    () => expect.unreachable("it should fail"),
    (thrown: unknown) => thrown as ServiceError,
  );
}

describe("a table to create", () => {
  it("may exist, unless that is asked for", async () => {
    const session = storeSession(await openStore());
    await createTable(session, productsTable);
    await createTable(session, productsTable);
    expect(await errorOf(createTable(session, productsTable, { ifNotExists: false }))).toMatchObject({
      code: "bad-request",
      status: 400,
      outcome: "refused",
      message: expect.stringContaining("A table named products already exists"),
    });
  });

  it("may have the first table of its name, though it must not exist", async () => {
    const store = await openStore();
    await createTable(storeSession(store), productsTable, { ifNotExists: false });
    expect((await store.keyspace("shop"))?.tables.map(({ name }) => name)).toEqual(["products"]);
  });

  it.each([
    [{ ...productsTable, keyspace: "nowhere" }, "Unknown keyspace 'nowhere'"],
    [{ ...productsTable, columns: { ...productsTable.columns, id: { ...text, cql: "list<int>" } } }, "id"],
  ])("that cannot be is a bad request", async (table, reason) => {
    expect(await errorOf(createTable(storeSession(await openStore()), anyType(table)))).toMatchObject({
      code: "bad-request",
      status: 400,
      outcome: "refused",
      message: expect.stringContaining(reason),
    });
  });

  it("needs a store that can create tables", async () => {
    const { keyspaces, keyspace, insert, update, delete: remove, batch, select, close } = await openStore();
    const rows = { keyspaces, keyspace, insert, update, delete: remove, batch, select, close };
    expect(storeSession(anyType(rows)).define).toBeUndefined();
  });
});

describe("a store that fails", () => {
  const failures: readonly [Error, object, object][] = [
    [
      new StoreError("unavailable", "away"),
      { code: "field", outcome: "unknown" },
      { status: 503, code: "server", outcome: "unknown" },
    ],
    [
      new StoreError("unavailable", "away", undefined, "no"),
      { code: "field", outcome: "refused" },
      { status: 503, code: "server", outcome: "refused" },
    ],
    [
      new StoreError("page-state", "not one of mine"),
      { code: "page-state", outcome: "refused" },
      { status: 400, code: "bad-request", outcome: "refused" },
    ],
    [new RangeError("a bug"), { code: "field", outcome: "unknown" }, { status: 500, outcome: "unknown" }],
  ];

  test.each(failures)("at rows, with %s", async (error, expected) => {
    const store = await openStore();
    await createTable(storeSession(store), productsTable);
    const fail: Store["select"] = () => Promise.reject(error);
    const session = storeSession(withMethods(store, { select: fail }));
    expect(await errorOf(getProducts(session, { id }))).toMatchObject({
      name: "FieldError",
      cause: error,
      ...expected,
    });
  });

  test.each(failures)("at definitions, with %s", async (error, _, expected) => {
    const session = storeSession(withMethods(await openStore(), { keyspace: () => Promise.reject(error) }));
    expect(await errorOf(getProducts(session, { id }))).toMatchObject({ cause: error, ...expected });
    expect(await errorOf(createTable(session, productsTable))).toMatchObject({ cause: error, ...expected });
  });

  it("keeps the words of a bug to itself", async () => {
    const session = storeSession(
      withMethods(await openStore(), { keyspace: () => Promise.reject(new Error("/home/ann")) }),
    );
    const { message } = await errorOf(getProducts(session, { id }));
    expect(message).toContain("the store threw an error that is not a StoreError");
    expect(message).not.toContain("/home/ann");
  });
});

describe("a write whose outcome is unknown", () => {
  const lost = new StoreError("timeout", "late");

  async function open() {
    const store = await openStore();
    await createTable(storeSession(store), productsTable);
    /** Writes, and loses the answer. */
    const insert: Store["insert"] = async (write) => {
      await store.insert(write);
      throw lost;
    };
    return storeSession(withMethods(store, { insert }));
  }

  it.each([[{ ifNotExists: true }], [{ ttl: 299 }], [{ contended: true }]])(
    "can be verified where it must not be repeated: %j",
    async (options) => {
      const session = await open();
      const error = await errorOf(insertProducts(session, { id, name: "Arm" }, options));
      expect(error).toMatchObject({ code: "outcome-unknown", outcome: "unknown" });
      expect(await verify(error as OutcomeUnknownError)).toMatchObject({
        applied: "maybe-self",
        current: { id, name: "Arm" },
      });
    },
  );

  it.each([[{}], [{ ttl: 300 }]])("is that of the store where it may be repeated: %j", async (options) => {
    const session = await open();
    expect(await errorOf(insertProducts(session, { id, name: "Arm" }, options))).toMatchObject({
      code: "field",
      outcome: "unknown",
      cause: lost,
    });
  });
});

it("a store that does not say that a plain write was applied is at fault", async () => {
  const store = await openStore();
  await createTable(storeSession(store), productsTable);
  const session = storeSession(withMethods(store, { update: async () => ({ applied: false, current: undefined }) }));
  expect(await errorOf(updateProducts(session, { id, name: "Arm" }))).toMatchObject({
    code: "protocol",
    message: expect.stringContaining("the store does not say that the write was applied"),
  });
  expect(await updateProducts(session, { id, name: "Arm" }, { ifExists: true })).toEqual({
    applied: false,
    current: null,
  });
});
