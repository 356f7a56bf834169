/** The statements that a session hands to its store for what goes beyond rows, and what it makes of their outcomes. */
import { describe, expect, it } from "vitest";
import { insert, remove, scan, update } from "@colonnade/runtime";
import { verify } from "@colonnade/runtime/verify";
import type { OutcomeUnknownError, Session } from "@colonnade/runtime";
import { atomically } from "@colonnade/runtime/atomic";
import { verifyAll } from "@colonnade/runtime/verify";
import {
  add,
  append,
  entryIs,
  fieldIs,
  itemIs,
  put,
  removeAt,
  removeKeys,
  setAt,
  setFields,
  updateParts,
} from "@colonnade/runtime/changes";
import { count, nearest, partitions, removeWhere } from "@colonnade/runtime/tables";
import { Encoded, StoreError } from "../../src/store/index.ts";
import type { Delete, Selection, Store, Update, Write } from "../../src/store/index.ts";
import { storeSession } from "../../src/store-session/index.ts";
import { createTables, docs, messages, rooms } from "../support/beyond-tables.ts";
import { openStore, withMethods } from "./open-store.ts";

const hall = { tenant: "acme", name: "hall" };
const applied = { applied: true } as const;

/** A session on a store that notes statements, and on which nothing is executed. */
async function noting(methods: Partial<Store> = {}) {
  const store = await openStore();
  await createTables(store);
  const updates: Update[] = [];
  const deletes: Delete[] = [];
  const selections: Selection[] = [];
  const batches: Write[][] = [];
  const session: Session = storeSession(
    withMethods(store, {
      update: async (write) => (updates.push(write), applied),
      delete: async (write) => (deletes.push(write), applied),
      insert: async () => applied,
      select: async (selection) => (selections.push(selection), { rows: [], count: 0 }),
      batch: async (writes) => (batches.push([...writes]), writes.map(() => applied)),
      ...methods,
    }),
  );
  return { session, updates, deletes, selections, batches };
}

describe("a session on a store", () => {
  it("hands in changes with the names and values of the store", async () => {
    const { session, updates } = await noting();
    await updateParts(session, rooms, {
      ...hall,
      moderators: add(["a"]),
      log: [setAt(1, "x"), removeAt(0), append(["z"])],
      settings: [put({ a: "b" }), removeKeys(["c"])],
      address: setFields({ city: "Bern", street: null }),
    });
    expect(updates[0]?.changes).toEqual([
      { column: "moderators", kind: "add", value: ["a"] },
      { column: "log", kind: "element", at: 1, value: "x" },
      { column: "log", kind: "element", at: 0, value: null },
      { column: "log", kind: "append", value: ["z"] },
      { column: "settings", kind: "add", value: new Map([["a", "b"]]) },
      { column: "settings", kind: "remove", value: ["c"] },
      { column: "address", kind: "field", field: "city", value: "Bern" },
      { column: "address", kind: "field", field: "street", value: null },
    ]);
  });

  it("hands in conditions on parts, one for each comparison", async () => {
    const { session, updates } = await noting();
    const settings = entryIs("a", { gt: "b", lt: "d" });
    const conditions = { settings, log: itemIs(2, null), address: fieldIs("city", { in: ["x", "y"] }) };
    await update(session, rooms, { ...hall, title: "t" }, { if: conditions });
    expect(updates[0]?.conditions).toEqual([
      { column: "settings", part: { at: "a" }, operator: "gt", value: "b" },
      { column: "settings", part: { at: "a" }, operator: "lt", value: "d" },
      { column: "log", part: { at: 2 }, operator: "eq", value: null },
      { column: "address", part: { field: "city" }, operator: "in", value: ["x", "y"] },
    ]);
  });

  it("parts the where of a delete in a key and the rest, where equality is a list of one", async () => {
    const { session, deletes } = await noting();
    await removeWhere(session, messages, { room: "a", day: 1, at: { gt: 2 } }, { timestamp: 7n });
    await removeWhere(session, messages, { room: { in: ["a", "b"] }, day: 1 });
    await removeWhere(session, messages, { room: { in: [] } });
    // Values may be in their binary form.
    const plain = (value: unknown): unknown =>
      Array.isArray(value) ? value.map(plain) : value instanceof Encoded ? value.value : value;
    const printed = deletes.map(({ key, filters = [], timestamp }) => ({
      key: Array.from(key, ([column, value]) => [column, plain(value)]),
      filters: filters.map(({ column, operator, value }) => [column, operator, plain(value)]),
      timestamp,
    }));
    expect(printed).toEqual([
      {
        key: [
          ["room", "a"],
          ["day", 1],
        ],
        filters: [["at", "gt", 2]],
        timestamp: 7n,
      },
      {
        key: [],
        filters: [
          ["room", "in", ["a", "b"]],
          ["day", "in", [1]],
        ],
        timestamp: undefined,
      },
    ]);
  });

  it("hands in what a read asks for beside rows", async () => {
    const { session, selections } = await noting();
    await scan(session, rooms, { part: { number: 1, of: 2 }, perPartition: 3, writeTimes: ["title"] }).toArray();
    await partitions(session, rooms).toArray();
    await count(session, messages, { room: "a" });
    await nearest(session, docs, "embedding", [1, 0, 0], { limit: 300 });
    expect(selections).toMatchObject([
      { tokens: { upTo: -1n }, perPartitionLimit: 3, writeTimes: ["title"] },
      { distinct: true, columns: ["tenant"] },
      { countsOnly: true, pageSize: 10_000 },
      { nearest: { column: "embedding", to: [1, 0, 0] }, limit: 300, pageSize: 300 },
    ]);
  });

  it("hands in atomic writes as one batch, and one alone as it is", async () => {
    const { session, batches, deletes } = await noting();
    await atomically(session, (together) => [
      insert(together, rooms, hall),
      removeWhere(together, messages, { room: "a" }),
      removeWhere(together, messages, { room: { in: [] } }),
      remove(together, docs, { lang: "en", id: 1 }),
    ]);
    expect(batches).toMatchObject([
      [
        { kind: "insert", table: "rooms" },
        { kind: "delete", table: "messages" },
        { kind: "delete", table: "docs" },
      ],
    ]);
    expect(batches[0]?.some((write) => "consistency" in write)).toBe(false);
    await atomically(session, (together) => [remove(together, docs, { lang: "en", id: 1 })]);
    expect([batches.length, deletes.length]).toEqual([1, 1]);
  });

  it("does not know the outcome of atomic writes that the store lost, and reads their rows", async () => {
    const lost = async (): Promise<never> => {
      throw new StoreError("timeout", "late");
    };
    const { session } = await noting({ batch: lost });
    const error = (await atomically(session, (together) => [
      insert(together, rooms, { ...hall, title: "x" }),
      updateParts(together, rooms, { ...hall, log: append(["a"]) }),
    ]).catch((thrown: unknown) => thrown)) as OutcomeUnknownError;
    expect(error).toMatchObject({ code: "outcome-unknown", operation: "insert shop.rooms and 1 other write" });
    expect((await verifyAll(error)).map(({ applied }) => applied)).toEqual([false, undefined]);
    expect(await verify(error)).toMatchObject({ applied: false });
    const safe = atomically(session, (together) => [insert(together, rooms, hall), insert(together, rooms, hall)]);
    await expect(safe).rejects.toMatchObject({ code: "field", outcome: "unknown" });
  });

  it("names what the store lacks of an atomic write", async () => {
    const { session } = await noting();
    const other = { ...rooms, name: "halls" };
    const failing = atomically(session, (together) => [insert(together, rooms, hall), insert(together, other, hall)]);
    await expect(failing).rejects.toMatchObject({ code: "document-rejected", lacksTable: true });
  });
});
