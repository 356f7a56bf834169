/**
 * What goes wrong, in every session: the same class, code and outcome, and the same cause in the message. A store that
 * fails on purpose stands between the sessions and the data; the straight session is such a session on a store, so that it
 * makes the mistakes alone.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  get,
  increment,
  insert,
  int,
  OutcomeUnknownError,
  readIndexed,
  scan,
  ServiceError,
  text,
  update,
} from "@colonnade/runtime";
import { verify } from "@colonnade/runtime/verify";
import { createTable } from "@colonnade/runtime/definitions";
import type { ErrorCode, Outcome, Session } from "@colonnade/runtime";
import { StoreError } from "../../src/store/index.ts";
import type { Store, StoreErrorCode } from "../../src/store/index.ts";
import { countersTable, incrementCounters, valuesTable } from "../../examples/every-type/generated/index.js";
import * as shop from "../../examples/shop/generated/index.js";
import { describeInEverySession, describeOnEveryStore, openTimeoutMs } from "./in-every-session.ts";
import type { OpenedStore, OpenStore } from "./open-store.ts";
import type { OpenedSession, SessionKind } from "./session-kinds.ts";

/** What the store throws in place of the response of a write or a read. */
interface Fault {
  readonly when: "before" | "after";
  readonly error: Error;
  readonly at?: "rows" | "keyspace";
}

const id = "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10";
const other = "0b9d9f6c-53f5-4a0e-8e1b-8c6a3c1f2d34";
const counted = { page: "/", day: "2026-11-21" };
const { productsTable, ordersByCustomerTable } = shop;
const anyType = (value: unknown): never => value as never;

const withColumn = anyType({ ...productsTable, columns: { ...productsTable.columns, inStock: int } });
const withOtherType = anyType({ ...productsTable, columns: { ...productsTable.columns, price: text } });
const withOtherKey = anyType({
  ...ordersByCustomerTable,
  cqlNames: { ...ordersByCustomerTable.cqlNames, orderedAt: "placed_at" },
  apiNames: { ...ordersByCustomerTable.apiNames, orderedAt: "placedAt" },
});
const withLargeNumber = anyType({ ...valuesTable, columns: { ...valuesTable.columns, aTinyint: int } });
const withText = anyType({ ...productsTable, columns: { ...productsTable.columns, name: int } });

/** A mistake, and the error that each session has for it. */
type Mistake = readonly [
  name: string,
  act: (session: Session) => Promise<unknown>,
  expected: readonly [name: string, code: ErrorCode, outcome: Outcome | undefined, cause: RegExp],
];

const mistakes: readonly Mistake[] = [
  [
    "a read of a table that the database lacks",
    (session) => get(session, { ...productsTable, name: "nowhere", apiName: "Nowhere" }, { id }),
    ["DocumentRejectedError", "document-rejected", "refused", /^get shop\.nowhere failed: shop\.nowhere is not in the/],
  ],
  [
    "a write to a table that the database lacks",
    (session) => insert(session, { ...productsTable, name: "nowhere", apiName: "Nowhere" }, { id }),
    ["DocumentRejectedError", "document-rejected", "refused", /^insert shop\.nowhere failed: shop\.nowhere is not in/],
  ],
  [
    "a keyspace that the database lacks",
    (session) => get(session, { ...productsTable, keyspace: "nowhere" }, { id }),
    ["NotFoundError", "not-found", "refused", /^get nowhere\.products failed: .*Unknown keyspace 'nowhere'/],
  ],
  [
    "a column that the database lacks, written",
    (session) => insert(session, withColumn, anyType({ id, inStock: 1 })),
    ["DocumentRejectedError", "document-rejected", "refused", /shop\.products has no column inStock; run `colonnade/],
  ],
  [
    "a column that the database lacks, read",
    (session) => get(session, withColumn, anyType({ id })),
    ["DocumentRejectedError", "document-rejected", "refused", /shop\.products has no column inStock; run `colonnade/],
  ],
  [
    "a column that the database lacks, in a condition",
    (session) => update(session, withColumn, anyType({ id, name: "Arm" }), anyType({ if: { inStock: 1 } })),
    ["DocumentRejectedError", "document-rejected", "refused", /shop\.products has no column inStock; run `colonnade/],
  ],
  [
    "a column that the database lacks, asked of an index",
    (session) => readIndexed(session, withColumn, { inStock: 1 }, { select: anyType(["id"]) }).toArray(),
    ["DocumentRejectedError", "document-rejected", "refused", /shop\.products has no column inStock; run `colonnade/],
  ],
  [
    "a clustering column that the database lacks, when it tells rows from partitions",
    (session) => scan(session, withOtherKey, { select: anyType(["total"]) }).toArray(),
    ["DocumentRejectedError", "document-rejected", "refused", /shop\.orders_by_customer has no column placed_at; run/],
  ],
  [
    "a number that the column cannot hold",
    (session) => insert(session, withLargeNumber, anyType({ id, aTinyint: 300 })),
    ["DocumentRejectedError", "document-rejected", "refused", /^insert every_type\.values failed: .*from -128 to 127/],
  ],
  [
    "a value of another type than the column's",
    (session) => insert(session, withOtherType, anyType({ id, price: "much" })),
    ["DocumentRejectedError", "document-rejected", "refused", /^insert shop\.products failed: .*decimal number/],
  ],
  [
    "a stored value of another type than the column's",
    async (session) => {
      await shop.insertProducts(session, { id, name: "Arm" });
      await get(session, withText, anyType({ id }));
    },
    ["ValidationError", "validation", undefined, /^get shop\.products failed: the \w+'s name is not a whole number/],
  ],
  [
    "an index that the table lacks",
    (session) => readIndexed(session, productsTable, { name: "Arm" }).toArray(),
    [
      "FieldError",
      "field",
      "refused",
      /^find by an index shop\.products failed: Cannot execute this query as it might/,
    ],
  ],
  [
    "a page state of nobody's",
    (session) => shop.scanProducts(session, { pageState: "nonsense" }).toArray(),
    ["FieldError", "page-state", "refused", /^scan shop\.products failed: Invalid value for the paging state/],
  ],
  [
    "a comparison with null",
    (session) => shop.updateProducts(session, { id, name: "Leg" }, { if: { price: { gt: anyType(null) } } }),
    ["FieldError", "field", "refused", /^update shop\.products failed: Invalid comparison with null for operator ">"/],
  ],
  [
    "an insert into a table of counters",
    (session) => insert(session, countersTable, anyType({ ...counted, views: 1n })),
    ["FieldError", "field", "refused", /^insert every_type\.counters failed: INSERT statements are not allowed on/],
  ],
  [
    "a time to live of a counter",
    (session) => increment(session, countersTable, counted, { views: 1n }, anyType({ ttl: 60 })),
    ["FieldError", "field", "refused", /^increment every_type\.counters failed: Cannot provide custom TTL for counter/],
  ],
  [
    "a record without its key",
    (session) => shop.insertProducts(session, anyType({ name: "Arm" })),
    ["ValidationError", "validation", "not-sent", /^insert shop\.products failed: id is missing/],
  ],
  [
    "a table that exists and must not",
    (session) => createTable(session, productsTable, { ifNotExists: false }),
    [
      "BadRequestError",
      "bad-request",
      "refused",
      /^create table shop\.products failed: .*A table named products already/,
    ],
  ],
  [
    "a table of a keyspace that the database lacks",
    (session) => createTable(session, { ...productsTable, keyspace: "nowhere" }),
    ["BadRequestError", "bad-request", "refused", /^create table nowhere\.products failed: /],
  ],
];

const refusals: readonly StoreErrorCode[] = [
  "invalid",
  "page-state",
  "too-many-reads",
  "unknown-table",
  "unknown-keyspace",
];
const failures: readonly [name: string, error: Error][] = [
  ...(["unavailable", "timeout", "overloaded", "full", "damaged"] as const).map((code): [string, Error] => [
    code,
    new StoreError(code, "the disk is away"),
  ]),
  ["not a StoreError", new RangeError("a bug")],
];

async function createTables(session: Session): Promise<void> {
  await createTable(session, productsTable);
  await createTable(session, ordersByCustomerTable);
  await createTable(session, countersTable);
  await createTable(session, valuesTable);
}

/** What an act fails with. */
async function errorOf(work: Promise<unknown>): Promise<ServiceError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ServiceError);
  return error as ServiceError;
}

await describeInEverySession(testMistakes);
await describeOnEveryStore(testFaults);

function testMistakes({ open }: SessionKind, openStore: OpenStore): void {
  let stored: OpenedStore;
  let opened: OpenedSession;

  beforeAll(async () => {
    stored = await openStore("shop", "every_type");
    opened = await open(stored.store);
    await createTables(opened.session);
  }, openTimeoutMs);

  afterAll(async () => {
    await opened.close();
    await stored.close();
  });

  it.each(mistakes)("refuses %s", async (_, act, [name, code, outcome, cause]) => {
    const error = await errorOf(act(opened.session));
    expect([error.name, error.code, error.outcome]).toEqual([name, code, outcome]);
    expect(error.message).toMatch(cause);
  });

  it("says which names the database lacks", async () => {
    const error = await errorOf(insert(opened.session, withColumn, anyType({ id, inStock: 1 })));
    expect(error).toMatchObject({ operation: "insert shop.products", keyspace: "shop", table: "products" });
  });
}

function testFaults({ open }: SessionKind, openStore: OpenStore): void {
  let stored: OpenedStore;
  let store: Store;
  let opened: OpenedSession;
  let session: Session;
  let fault: Fault | undefined;

  async function failing<Result>(at: "rows" | "keyspace", work: () => Promise<Result>): Promise<Result> {
    const found = (fault?.at ?? "rows") === at ? fault : undefined;
    if (found?.when === "before") throw found.error;
    const result = await work();
    if (found) throw found.error;
    return result;
  }

  beforeAll(async () => {
    stored = await openStore("shop", "every_type");
    store = stored.store;
    opened = await open(failingStore());
    session = opened.session;
    await createTables(session);
  }, openTimeoutMs);

  function failingStore(): Store {
    return {
      keyspaces: () => store.keyspaces(),
      keyspace: (name) => failing("keyspace", () => store.keyspace(name)),
      createKeyspace: (name) => store.createKeyspace(name),
      createUserType: (keyspace, type) => store.createUserType(keyspace, type),
      createTable: (keyspace, table) => store.createTable(keyspace, table),
      truncateTable: (keyspace, table) => store.truncateTable(keyspace, table),
      dropTable: (keyspace, table) => store.dropTable(keyspace, table),
      alterUserType: (keyspace, type, change) => store.alterUserType(keyspace, type, change),
      alterTable: (keyspace, table, change) => store.alterTable(keyspace, table, change),
      dropUserType: (keyspace, type) => store.dropUserType(keyspace, type),
      dropKeyspace: (name) => store.dropKeyspace(name),
      onChange: (listener) => store.onChange(listener),
      statistics: () => store.statistics(),
      tableSizes: (keyspace) => store.tableSizes(keyspace),
      insert: (write) => failing("rows", () => store.insert(write)),
      update: (write) => failing("rows", () => store.update(write)),
      delete: (write) => failing("rows", () => store.delete(write)),
      batch: (writes, options) => failing("rows", () => store.batch(writes, options)),
      select: (selection) => failing("rows", () => store.select(selection)),
      close: () => store.close(),
    };
  }

  beforeEach(async () => {
    fault = undefined;
    await store.delete({ keyspace: "shop", table: "products", key: new Map([["id", id]]) });
  });

  afterAll(async () => {
    await opened.close();
    await stored.close();
  });

  /** What an act fails with, while the store has this fault. */
  async function errorDuring(during: Fault, act: (session: Session) => Promise<unknown>): Promise<ServiceError> {
    fault = during;
    return errorOf(act(session)).finally(() => (fault = undefined));
  }

  describe.each(refusals)("on a store that refuses with %s", (code) => {
    const during: Fault = { when: "before", error: new StoreError(code, "the database's own words") };

    it.each<[string, (session: Session) => Promise<unknown>]>([
      ["a read", (session) => shop.getProducts(session, { id })],
      ["a write", (session) => shop.insertProducts(session, { id })],
      ["a conditional write", (session) => shop.insertProducts(session, { id }, { ifNotExists: true })],
    ])("fails %s with its words, as refused", async (_, act) => {
      const error = await errorDuring(during, act);
      expect([error.name, error.code, error.outcome]).toEqual([
        "FieldError",
        code === "page-state" ? code : "field",
        "refused",
      ]);
      expect(error.message).toMatch(/ shop\.products failed: the database's own words/);
    });
  });

  describe.each(failures)("on a store that fails: %s", (_, error) => {
    it("fails a read, and a write that may be repeated, with an unknown outcome", async () => {
      for (const act of [
        () => shop.getProducts(session, { id }),
        () => shop.insertProducts(session, { id, name: "Arm" }),
        () => shop.insertProducts(session, { id, name: "Arm" }, { ttl: 300 }),
        () => shop.deleteProducts(session, { id }),
      ]) {
        const found = await errorDuring({ when: "before", error }, act);
        expect([found.name, found.code, found.outcome]).toEqual(["FieldError", "field", "unknown"]);
      }
    });

    it.each<[string, (session: Session) => Promise<unknown>]>([
      ["with a condition", () => shop.insertProducts(session, { id, name: "Arm" }, { ifNotExists: true })],
      ["of values that vanish soon", () => shop.insertProducts(session, { id, name: "Arm" }, { ttl: 299 })],
      ["that others make too", () => shop.insertProducts(session, { id, name: "Arm" }, { contended: true })],
    ])("lets a write %s be verified", async (_, act) => {
      for (const when of ["before", "after"] as const) {
        const found = (await errorDuring({ when, error }, act)) as OutcomeUnknownError;
        expect([found.name, found.code, found.outcome]).toEqual(["OutcomeUnknownError", "outcome-unknown", "unknown"]);
        expect((found.cause as Error).name).toBe("FieldError");
        const { applied, current } = await verify(found);
        if (when === "after") expect([applied, current]).toMatchObject(["maybe-self", { id, name: "Arm" }]);
        else expect(current).toBeUndefined();
      }
    });

    it("cannot tell whether a counter was incremented", async () => {
      const act = () => incrementCounters(session, counted, { views: 1n });
      const found = (await errorDuring({ when: "after", error }, act)) as OutcomeUnknownError;
      expect(found.code).toBe("outcome-unknown");
      const { applied, current } = await verify(found);
      expect([applied, current]).toMatchObject([undefined, counted]);
    });
  });

  describe("on a store that fails before it applies anything", () => {
    const during: Fault = {
      when: "before",
      error: new StoreError("full", "the disk is full", undefined, "no"),
    };

    it.each<[string, (session: Session) => Promise<unknown>]>([
      ["a write", (session) => shop.insertProducts(session, { id })],
      ["a conditional write", (session) => shop.insertProducts(session, { id }, { ifNotExists: true })],
      ["an increment", (session) => incrementCounters(session, counted, { views: 1n })],
    ])("knows that %s was not applied", async (_, act) => {
      const found = await errorDuring(during, act);
      expect([found.name, found.code, found.outcome]).toEqual(["FieldError", "field", "refused"]);
    });
  });

  it("fails when the store cannot be asked for its keyspaces", async () => {
    const during: Fault = { at: "keyspace", when: "before", error: new StoreError("unavailable", "the disk is away") };
    const read = await errorDuring(during, () => shop.getProducts(session, { id }));
    expect([read.name, read.code, read.outcome, read.status]).toEqual(["ServerError", "server", "unknown", 503]);
    const unsafe = await errorDuring(during, () => shop.insertProducts(session, { id }, { ifNotExists: true }));
    expect([unsafe.name, (unsafe.cause as Error).name]).toEqual(["OutcomeUnknownError", "ServerError"]);
  });

  describe("with a signal", () => {
    it("writes and reads nothing when it was aborted before", async () => {
      const reason = new Error("not any more");
      const signal = AbortSignal.abort(reason);
      await expect(shop.insertProducts(session, { id }, { signal })).rejects.toBe(reason);
      await expect(shop.getProducts(session, { id }, { signal })).rejects.toBe(reason);
      await expect(shop.scanProducts(session, { signal }).toArray()).rejects.toBe(reason);
      expect(await shop.getProducts(session, { id })).toBeUndefined();
    });

    it("gives up at once when it aborts meanwhile", async () => {
      const reason = new Error("not any more");
      const controller = new AbortController();
      const { signal } = controller;
      const calls = [
        shop.insertProducts(session, { id: other }, { signal, ifNotExists: true }),
        shop.getProducts(session, { id: other }, { signal }),
        shop.scanProducts(session, { signal }).toArray(),
      ];
      controller.abort(reason);
      for (const { status, ...rest } of await Promise.allSettled(calls)) {
        expect([status, rest]).toEqual(["rejected", { reason }]);
      }
    });
  });

  describe("that was closed", () => {
    it("cannot verify a write any more", async () => {
      const { session, close } = await open(failingStore());
      const act = () => shop.insertProducts(session, { id }, { ifNotExists: true });
      const error = new StoreError("unavailable", "the disk is away");
      const found = (await errorDuring({ when: "before", error }, act)) as OutcomeUnknownError;
      await close();
      await expect(verify(found)).rejects.toMatchObject({ code: "closed" });
    });

    it("refuses every call, and leaves the store open", async () => {
      const { session, close } = await open(store);
      await close();
      for (const act of [
        () => shop.insertProducts(session, { id }),
        () => shop.insertProducts(session, { id }, { ifNotExists: true }),
        () => shop.getProducts(session, { id }),
        () => shop.scanProducts(session).first(),
        () => createTable(session, productsTable),
      ]) {
        const error = await errorOf(act());
        expect([error.name, error.code, error.outcome]).toEqual(["ClosedError", "closed", "not-sent"]);
        expect(error.message).toMatch(/^[\w ]+ shop\.products failed: the session is closed/);
      }
      expect(await store.keyspaces()).toEqual(expect.arrayContaining(["every_type", "shop"]));
    });

    it("still says first what is wrong with a record", async () => {
      const { session, close } = await open(store);
      await close();
      const error = await errorOf(shop.insertProducts(session, anyType({})));
      expect(error.code).toBe("validation");
    });
  });
}
