/**
 * The generated functions in every session: over HTTP, on the service as a function, each with and without batching, directly
 * on a store, and straight on a cluster. The same assertions hold for all; data is on disk, or in a real Cassandra.
 */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { get } from "@colonnade/runtime";
import { createTable } from "@colonnade/runtime/definitions";
import type { Session } from "@colonnade/runtime";
import { nativeTypes } from "../../src/model/index.ts";
import * as everyType from "../../examples/every-type/generated/index.js";
import type { KeysInsert, ValuesInsert } from "../../examples/every-type/generated/index.js";
import * as validators from "../../examples/every-type/generated/zod.js";
import * as shop from "../../examples/shop/generated/index.js";
import { long, runs } from "../support/long.ts";
import { describeInEverySession, openTimeoutMs } from "./in-every-session.ts";
import type { OpenedStore, OpenStore } from "./open-store.ts";
import type { OpenedSession, SessionKind } from "./session-kinds.ts";
import { arbitraryValues } from "../support/values.ts";

const id = "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10";
const customerId = "0b9d9f6c-53f5-4a0e-8e1b-8c6a3c1f2d34";
const orderId = (place: number): string => `0000000${place}-c6b1-11f0-8de9-0242ac120002`;
const at = (hour: number): Date => new Date(Date.UTC(2026, 10, 21, hour));

await describeInEverySession(testBindings);

function testBindings({ open }: SessionKind, openStore: OpenStore): void {
  let stored: OpenedStore;
  let opened: OpenedSession;
  let session: Session;

  beforeAll(async () => {
    stored = await openStore("shop", "every_type");
    opened = await open(stored.store);
    session = opened.session;
    for (const table of [shop.productsTable, shop.ordersByCustomerTable, shop.sensorReadingsTable]) {
      await createTable(session, table as typeof shop.productsTable);
    }
    await createTable(session, everyType.valuesTable);
    await createTable(session, everyType.keysTable);
    await createTable(session, everyType.countersTable);
    await createTable(session, everyType.classTable);
  }, openTimeoutMs);

  afterAll(async () => {
    await opened.close();
    await stored.close();
  });

  describe("values of every type", { timeout: long ? 1_200_000 : 20_000 }, () => {
    const camel = (name: string): string => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
    const written = nativeTypes.filter((type) => type !== "counter");
    const record = fc.record(
      Object.fromEntries(written.map((type) => [camel(`a_${type}`), fc.option<unknown>(arbitraryValues[type])])),
    ) as unknown as fc.Arbitrary<Omit<ValuesInsert, "id">>;

    it("come back as they were written, in all columns at once", async () => {
      await fc.assert(
        fc.asyncProperty(record, arbitraryValues.uuid, async (columns, id) => {
          const row = { id, ...columns };
          await everyType.insertValues(session, row);
          expect(await everyType.getValues(session, { id })).toEqual(row);
          expect(validators.valuesRowSchema.parse(row)).toEqual(row);
        }),
        runs(40, 2000),
      );
    });

    it("make keys, all nineteen together, and find their row by every prefix", async () => {
      const keyTypes = nativeTypes.filter((type) => type !== "counter" && type !== "duration");
      const anyKey = fc.record(
        Object.fromEntries(
          keyTypes.map((type): [string, fc.Arbitrary<unknown>] => [`${type}Key`, arbitraryValues[type]]),
        ),
      ) as unknown as fc.Arbitrary<KeysInsert>;
      const note = fc.string({ unit: "grapheme", maxLength: 5 });
      await fc.assert(
        fc.asyncProperty(anyKey, note, async (key, note) => {
          await everyType.insertKeys(session, { ...key, note });
          expect(await everyType.getKeys(session, key)).toEqual({ ...key, note, shared: null });
          const { textKey, uuidKey, blobKey, inetKey, varintKey, asciiKey, bigintKey } = key;
          const partition = { textKey, uuidKey, blobKey, inetKey, varintKey };
          const found = await everyType
            .findKeys(session, { ...partition, asciiKey, bigintKey: { gte: bigintKey } })
            .toArray();
          expect(found).toContainEqual({ ...key, note, shared: null });
          await everyType.deleteKeys(session, key);
          expect(await everyType.getKeys(session, key)).toBeUndefined();
        }),
        runs(25, 1000),
      );
    });

    it("that a column cannot hold are refused before anything is sent", async () => {
      const wrong = { id, aTinyint: 128 };
      await expect(everyType.insertValues(session, wrong)).rejects.toThrow(
        "insert every_type.values failed: aTinyint is not a whole number from -128 to 127",
      );
      expect(validators.valuesInsertSchema.safeParse(wrong).success).toBe(false);
    });
  });

  describe("columns with names that mean something elsewhere", () => {
    it("are written and read like any other", async () => {
      const row = { constructor_: "c", in: "i", default: "d", session: "s", value: "v", withBlank: "w", then: "t" };
      await everyType.insertClass(session, row);
      const read = await everyType.getClass(session, { constructor_: "c", in: "i" });
      expect(read).toEqual({ ...row, grxf6_xdf_e: null, x31_st: null });
    });
  });

  describe("an empty list of values", () => {
    it("finds no rows", async () => {
      expect(await shop.findProducts(session, { id: { in: [] } }).page()).toEqual({ rows: [], pageState: null });
      expect(await shop.findOrdersByCustomer(session, { customerId: { in: [] } }).toArray()).toEqual([]);
    });

    it("does not hide another mistake", async () => {
      const where = { id: { in: [] }, name: "a" } as object;
      await expect(shop.findProducts(session, where as never).toArray()).rejects.toMatchObject({ code: "validation" });
    });
  });

  describe("a write", () => {
    it("leaves alone what it does not name, and deletes what it sets to null", async () => {
      await shop.insertProducts(session, { id, name: "Arm", price: "10.50", created: at(1) });
      await shop.updateProducts(session, { id, price: null, description: "Six axes" });
      expect(await shop.getProducts(session, { id })).toEqual({
        id,
        name: "Arm",
        description: "Six axes",
        price: null,
        created: at(1),
      });
    });

    it("under a condition says whether it was applied, and what stood in its way", async () => {
      await shop.insertProducts(session, { id, name: "Arm", price: "10.50", created: null, description: null });
      const inserted = await shop.insertProducts(session, { id, name: "Leg" }, { ifNotExists: true });
      expect(inserted).toMatchObject({ applied: false, current: { id, name: "Arm", price: "10.50" } });
      const dear = await shop.updateProducts(session, { id, price: "1" }, { if: { price: { gt: "100" } } });
      expect(dear).toEqual({ applied: false, current: { price: "10.50" } });
      const other = await shop.updateProducts(session, { id, price: "1" }, { if: { name: "Leg", description: null } });
      expect(other).toEqual({ applied: false, current: { name: "Arm", description: null } });
      const same = await shop.updateProducts(
        session,
        { id, price: "10.5" },
        { if: { name: "Arm", description: null } },
      );
      expect(same).toEqual({ applied: true });
      const cheap = await shop.updateProducts(session, { id, price: "1" }, { if: { price: { lte: "10.5" } } });
      expect(cheap).toEqual({ applied: true });
      expect(await shop.deleteProducts(session, { id }, { ifExists: true })).toEqual({ applied: true });
      expect(await shop.deleteProducts(session, { id }, { ifExists: true })).toEqual({ applied: false, current: null });
    });

    it("of a key alone makes a row, and an update of nothing is refused", async () => {
      await shop.insertProducts(session, { id });
      expect(await shop.getProducts(session, { id })).toMatchObject({ id, name: null });
      await expect(shop.updateProducts(session, { id })).rejects.toThrow("there is nothing to change");
    });

    it("adds to counters", async () => {
      const key = { page: "/", day: "2026-11-21" };
      await everyType.incrementCounters(session, key, { views: 3n });
      await everyType.incrementCounters(session, key, { views: -1n, likes: 1n });
      expect(await everyType.getCounters(session, key)).toEqual({ ...key, views: 2n, likes: 1n });
    });
  });

  describe("static columns", () => {
    it("are written by the partition key alone, and read so before there is any row", async () => {
      const partition = { customerId: "aaaaaaaa-53f5-4a0e-8e1b-8c6a3c1f2d34" };
      expect(await shop.getOrdersByCustomerStatic(session, partition)).toBeUndefined();
      await shop.updateOrdersByCustomer(session, { ...partition, customerName: "Ada" });
      expect(await shop.getOrdersByCustomerStatic(session, partition)).toEqual({ ...partition, customerName: "Ada" });
      expect(await shop.findOrdersByCustomer(session, partition).toArray()).toEqual([]);
      await shop.insertOrdersByCustomer(session, { ...partition, orderedAt: at(1), orderId: orderId(1), paid: true });
      const rows = await shop.findOrdersByCustomer(session, partition, { select: ["customerName", "paid"] }).toArray();
      expect(rows).toEqual([{ customerName: "Ada", paid: true }]);
    });
  });

  describe("rows of a partition", () => {
    beforeAll(async () => {
      for (let place = 0; place < 9; place++) {
        await shop.insertOrdersByCustomer(session, {
          customerId,
          orderedAt: at(Math.floor(place / 3)),
          orderId: orderId(place),
          total: String(place),
        });
      }
    });

    // Not as typed: what does not compile is tried too.
    const totals = async (where: object, options: object = {}) => {
      const rows = await shop.findOrdersByCustomer(session, where as never, options).toArray();
      return rows.map((row) => row.total).join("");
    };

    it("come in the declared order of the first clustering column, or exactly backwards", async () => {
      expect(await totals({ customerId }, { order: "desc" })).toBe("678345012");
      expect(await totals({ customerId })).toBe("678345012");
      expect(await totals({ customerId }, { order: "asc" })).toBe("210543876");
      expect(await totals({ customerId }, { order: "desc" })).toBe("678345012");
    });

    it("are found by a prefix, a list, or a range of the clustering key", async () => {
      expect(await totals({ customerId, orderedAt: at(1) })).toBe("345");
      expect(await totals({ customerId, orderedAt: { in: [at(0), at(2)] } })).toBe("678012");
      expect(await totals({ customerId, orderedAt: { gt: at(0), lte: at(2) } })).toBe("678345");
      expect(await totals({ customerId, orderedAt: at(1), orderId: { lt: orderId(5) } })).toBe("34");
    });

    it.each([1, 2, 3, 4, 9, 10])("come in pages of %i, each once", async (pageSize) => {
      expect(await totals({ customerId }, { pageSize })).toBe("678345012");
      expect(await totals({ customerId }, { pageSize, limit: 5 })).toBe("67834");
    });

    it("are read on from a page state", async () => {
      const first = await shop.findOrdersByCustomer(session, { customerId }, { pageSize: 4 }).page();
      expect(first.rows.map((row) => row.total)).toEqual(["6", "7", "8", "3"]);
      expect(await totals({ customerId }, { pageSize: 4, pageState: first.pageState })).toBe("45012");
    });

    it("give their first one alone, or none", async () => {
      expect(await shop.findOrdersByCustomer(session, { customerId }, { select: ["total"] }).first()).toEqual({
        total: "6",
      });
      const earliest = shop.findOrdersByCustomer(session, { customerId }, { order: "asc", pageSize: 4 });
      expect(await earliest.first()).toMatchObject({ total: "2" });
      expect(await shop.findOrdersByCustomer(session, { customerId: id }).first()).toBeUndefined();
      expect(await shop.scanOrdersByCustomer(session).first()).toMatchObject({ customerId: expect.any(String) });
    });

    it("go on after a limit, from the page state of the last page", async () => {
      const first = await shop.findOrdersByCustomer(session, { customerId }, { limit: 5 }).page();
      expect(first.rows.map((row) => row.total)).toEqual(["6", "7", "8", "3", "4"]);
      expect(await totals({ customerId }, { pageState: first.pageState })).toBe("5012");
      expect((await shop.findOrdersByCustomer(session, { customerId }, { limit: 10 }).page()).pageState).toBe(null);
    });

    it("of several partitions are not read backwards, which the database would refuse", async () => {
      const where = { customerId: { in: [customerId] } };
      await expect(shop.findOrdersByCustomer(session, where as never, { order: "asc" }).page()).rejects.toThrow(
        'order "asc" reads backwards, which excludes `in` on customerId: read each partition alone',
      );
      expect(await totals(where, { order: "desc" })).toBe("678345012");
      const several = { customerId, orderedAt: { in: [at(0), at(2)] } };
      expect(await totals(several, { order: "asc" })).toBe("210876");
      const before = { order: "reversed" } as object;
      await expect(shop.findOrdersByCustomer(session, { customerId }, before).page()).rejects.toThrow(
        'order is "asc" or "desc"',
      );
    });

    it("cannot be asked for in ways that the database would refuse, even without types", async () => {
      const find = (where: object) => expect(shop.findOrdersByCustomer(session, where as never).toArray()).rejects;
      await find({}).toThrow("customerId is missing: a query takes the whole partition key");
      await find({ customerId: { gt: customerId } }).toThrow("customerId cannot have a range");
      await find({ customerId, orderId: orderId(1) }).toThrow("orderId cannot be restricted: orderedAt before it");
      await find({ customerId, orderedAt: { gt: at(0) }, orderId: orderId(1) }).toThrow("orderId cannot be restricted");
      await find({ customerId, orderedAt: undefined }).toThrow("orderedAt is not a valid Date");
      await find({ customerId, orderedAt: {} }).toThrow("empty range");
      await find({ customerId, orderedAt: { in: at(0) } }).toThrow("needs an array of values");
      await find({ customerId, total: "1" }).toThrow("total is not in the primary key");
    });
  });

  describe("a full scan", () => {
    it("reads every row of the table, in pages", async () => {
      const rows = await shop.scanOrdersByCustomer(session, { pageSize: 2, select: ["customerId"] }).toArray();
      expect(rows.filter((row) => row.customerId === customerId)).toHaveLength(9);
    });
  });

  describe("a caller without types", () => {
    const nothing = undefined as never;

    it("gets an error for a missing key or record, never the whole table", async () => {
      await expect(shop.findProducts(session, nothing).page()).rejects.toThrow(
        "find shop.products failed: the where is missing",
      );
      await expect(shop.getProducts(session, nothing)).rejects.toThrow("get shop.products failed: the key is missing");
      await expect(shop.getProducts(session, {} as never)).rejects.toThrow("id is missing: it is in the primary key");
      await expect(shop.insertProducts(session, nothing)).rejects.toThrow("the value is missing");
      await expect(shop.updateProducts(session, nothing)).rejects.toThrow("the value is missing");
      await expect(shop.deleteProducts(session, nothing)).rejects.toThrow("the key is missing");
      await expect(everyType.incrementCounters(session, nothing, { views: 1n })).rejects.toThrow("the key is missing");
    });

    it("is told the member's name when it gives the column's, and what a key may have", async () => {
      const wrong = { customer_id: customerId } as never;
      await expect(shop.insertOrdersByCustomer(session, wrong)).rejects.toThrow("customerId is missing");
      const row = { id, name: "Arm" };
      await expect(shop.deleteProducts(session, row)).rejects.toThrow(
        "name is not allowed here: a key has only the columns of the primary key",
      );
      const select = ["customer_name"] as never;
      await expect(shop.findOrdersByCustomer(session, { customerId }, { select }).page()).rejects.toThrow(
        "customer_name is not a column of shop.orders_by_customer, did you mean customerName?",
      );
    });
  });

  describe("an unknown table", () => {
    it("is one clear sentence", async () => {
      const missing = { ...shop.productsTable, name: "nowhere", apiName: "Nowhere" };
      await expect(get(session, missing, { id })).rejects.toMatchObject({
        code: "document-rejected",
        message: expect.stringMatching(
          /^get shop\.nowhere failed: shop\.nowhere is not in the database; run `colonnade diff` to see all differences(?: \(request [0-9a-f-]{36}\))?$/,
        ),
      });
    });
  });
}
