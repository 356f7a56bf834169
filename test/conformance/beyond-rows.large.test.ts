/**
 * What bindings say beyond rows, alike in every session: atomic writes, deletes of many rows, changes inside columns, indexes
 * within a partition, nearest vectors, counts, parts of a table, limits of a partition, times of writing.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { find, get, insert, readIndexed, remove, scan, update } from "@colonnade/runtime";
import type { Session } from "@colonnade/runtime";
import { atomically } from "@colonnade/runtime/atomic";
import {
  add,
  append,
  entryIs,
  fieldIs,
  itemIs,
  prepend,
  put,
  remove as removeItems,
  removeAt,
  removeKeys,
  setAt,
  setFields,
  updateParts,
} from "@colonnade/runtime/changes";
import { count, nearest, partitions, removeWhere } from "@colonnade/runtime/tables";
import { createTables, docs, messages, rooms } from "../support/beyond-tables.ts";
import { describeInEverySession, openTimeoutMs } from "./in-every-session.ts";
import { emptyTable } from "./open-store.ts";
import type { OpenedStore, OpenStore } from "./open-store.ts";
import type { OpenedSession, SessionKind } from "./session-kinds.ts";

await describeInEverySession(testBeyondRows);

function testBeyondRows({ open }: SessionKind, openStore: OpenStore): void {
  let stored: OpenedStore;
  let opened: OpenedSession;
  let session: Session;

  beforeAll(async () => {
    stored = await openStore("shop");
    await createTables(stored.store);
    opened = await open(stored.store);
    session = opened.session;
  }, openTimeoutMs);

  afterAll(async () => {
    await opened.close();
    await stored.close();
  });

  beforeEach(async () => {
    for (const table of ["rooms", "messages", "docs"]) await emptyTable(stored.store, "shop", table);
  });

  const hall = { tenant: "acme", name: "hall" };
  const daysOf = async (room: string): Promise<string[]> => {
    const rows = await find(session, messages, { room }).toArray();
    return rows.map(({ day, at }) => `${day}/${at}`);
  };
  const fillMessages = async (): Promise<void> => {
    const rows = ["a", "b"].flatMap((room) =>
      [1, 2, 3].flatMap((day) => [1, 2].map((at) => ({ room, day, at, body: `${room}${day}${at}` }))),
    );
    await Promise.all(rows.map((row) => insert(session, messages, row)));
  };

  describe("a delete of many rows", () => {
    it("clears a partition, a prefix, a range and a list, and nothing else", async () => {
      await fillMessages();
      expect(await removeWhere(session, messages, { room: "a", day: 1 })).toEqual({ applied: true });
      expect(await daysOf("a")).toEqual(["2/1", "2/2", "3/1", "3/2"]);
      await removeWhere(session, messages, { room: "a", day: 2, at: { gt: 1 } });
      expect(await daysOf("a")).toEqual(["2/1", "3/1", "3/2"]);
      await removeWhere(session, messages, { room: "a", day: 3, at: { in: [2, 9] } });
      expect(await daysOf("a")).toEqual(["2/1", "3/1"]);
      await removeWhere(session, messages, { room: { in: ["a", "b"] }, day: { gte: 2, lt: 3 } });
      expect([await daysOf("a"), await daysOf("b")]).toEqual([["3/1"], ["1/1", "1/2", "3/1", "3/2"]]);
      await removeWhere(session, messages, { room: "b" });
      await removeWhere(session, messages, { room: { in: [] } });
      expect([await daysOf("a"), await daysOf("b")]).toEqual([["3/1"], []]);
    });

    it("refuses a where without the partition key", async () => {
      const refused = removeWhere(session, messages, {} as { room: string });
      await expect(refused).rejects.toMatchObject({ code: "validation", outcome: "not-sent" });
    });
  });

  describe("changes inside columns", () => {
    const room = {
      ...hall,
      title: "Hall",
      moderators: ["ann", "bob"],
      log: ["one", "two"],
      settings: new Map([
        ["font", "serif"],
        ["theme", "light"],
      ]),
      address: { city: "Bern", street: null },
    };

    it("change their part, and leave the others", async () => {
      await insert(session, rooms, room);
      const changed = await updateParts(session, rooms, {
        ...hall,
        title: "Big hall",
        moderators: [add(["cleo"]), removeItems(["ann"])],
        log: [append(["three"]), prepend(["zero"])],
        settings: [put({ theme: "dark", size: "12" }), removeKeys(["font"])],
        address: setFields({ street: "Marktgasse" }),
      });
      expect(changed).toEqual({ applied: true });
      expect(await get(session, rooms, hall)).toEqual({
        ...hall,
        title: "Big hall",
        members: null,
        moderators: ["bob", "cleo"],
        log: ["zero", "one", "two", "three"],
        settings: new Map([
          ["size", "12"],
          ["theme", "dark"],
        ]),
        address: { city: "Bern", street: "Marktgasse" },
      });
    });

    it("set and remove items of a list by their index, and by their value", async () => {
      await insert(session, rooms, room);
      await updateParts(session, rooms, { ...hall, log: setAt(1, "deux") });
      await updateParts(session, rooms, { ...hall, log: append(["one", "x"]) });
      await updateParts(session, rooms, { ...hall, log: removeItems(["one"]) });
      await updateParts(session, rooms, { ...hall, log: removeAt(1) });
      expect(await get(session, rooms, hall, { select: ["log"] })).toEqual({ log: ["deux"] });
      await expect(updateParts(session, rooms, { ...hall, log: setAt(7, "x") })).rejects.toMatchObject({
        outcome: "refused",
      });
    });

    it("depend on conditions, on parts too", async () => {
      await insert(session, rooms, room);
      const update = (options: Parameters<typeof updateParts<(typeof rooms)["types"] & object, "settings">>[3]) =>
        updateParts(session, rooms, { ...hall, moderators: add(["dan"]) }, options);
      expect(await update({ if: { settings: entryIs("theme", "dark") } })).toMatchObject({ applied: false });
      expect(await update({ if: { settings: entryIs("theme", "light") } })).toEqual({ applied: true });
      const byParts = await updateParts(
        session,
        rooms,
        { ...hall, log: append(["three"]) },
        { if: { log: [itemIs(0, "one"), itemIs(1, { in: ["two", "zwei"] })], address: fieldIs("city", "Bern") } },
      );
      expect(byParts).toEqual({ applied: true });
      const refused = await remove(session, rooms, hall, { if: { address: fieldIs("city", "Basel") } });
      expect(refused).toEqual({ applied: false, current: { address: room.address } });
      expect(await get(session, rooms, hall, { select: ["moderators", "log"] })).toEqual({
        moderators: ["ann", "bob", "dan"],
        log: ["one", "two", "three"],
      });
    });
  });

  describe("an index", () => {
    it("finds rows within a partition, and with another index", async () => {
      const rows = ["en", "de"].flatMap((lang) =>
        [1, 2, 3].map((id) => ({ lang, id, title: `t${id}`, kind: id === 2 ? "note" : "page" })),
      );
      await Promise.all(rows.map((row) => insert(session, docs, row)));
      const idsOf = async (where: object): Promise<string[]> => {
        const found = await readIndexed(session, docs, where).toArray();
        return found.map(({ lang, id }) => `${lang}${id}`).sort();
      };
      expect(await idsOf({ kind: "page" })).toEqual(["de1", "de3", "en1", "en3"]);
      expect(await idsOf({ kind: "page", lang: "de" })).toEqual(["de1", "de3"]);
      expect(await idsOf({ kind: "page", lang: "de", id: 3 })).toEqual(["de3"]);
      expect(await idsOf({ kind: "page", title: "t3" })).toEqual(["de3", "en3"]);
    });
  });

  describe("the nearest vectors", () => {
    it("are those of the rows, the nearest first, with their similarity", async () => {
      const vectors = [
        [1, 0, 0],
        [0.9, 0.1, 0],
        [0, 1, 0],
        [0, 0, 1],
      ];
      const kinds = ["a", "b", "a", "a"];
      // One after the other: the graph of an index of a cluster may leave out some that are added together.
      for (const [id, embedding] of vectors.entries()) {
        await insert(session, docs, { lang: "en", id, kind: kinds[id]!, embedding });
      }
      const found = await nearest(session, docs, "embedding", [1, 0, 0], { limit: 2, select: ["id"] });
      expect(found).toEqual([
        { id: 0, similarity: 1 },
        { id: 1, similarity: expect.closeTo(0.997, 2) as number },
      ]);
      const ofKind = await nearest(session, docs, "embedding", [1, 0, 0], {
        limit: 2,
        where: { kind: "a" },
        select: ["id"],
      });
      expect(ofKind.map(({ id }) => id)[0]).toBe(0);
      expect(ofKind.map(({ id }) => id)).not.toContain(1);
      const tooMany = nearest(session, docs, "embedding", [1, 0, 0], { limit: 1001 });
      await expect(tooMany).rejects.toMatchObject({ code: "validation", outcome: "not-sent" });
    });
  });

  describe("a count", () => {
    it("is of a partition, a range or the table", async () => {
      await fillMessages();
      expect(await count(session, messages, { room: "a" })).toBe(6n);
      expect(await count(session, messages, { room: "a", day: { gt: 1 } })).toBe(4n);
      expect(await count(session, messages, { room: { in: [] } })).toBe(0n);
      expect(await count(session, messages, undefined)).toBe(12n);
      const parts = await Promise.all(
        [1, 2, 3].map((number) => count(session, messages, undefined, { part: { number, of: 3 } })),
      );
      expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(12n);
    });
  });

  describe("partitions", () => {
    const fillRooms = (): Promise<unknown> =>
      Promise.all(
        Array.from({ length: 20 }, (_, tenant) =>
          ["x", "y", "z"].map((name) => insert(session, rooms, { tenant: `t${tenant}`, name })),
        ).flat(),
      );

    it("are scanned in parts, each in one", async () => {
      await fillRooms();
      const parts = await Promise.all(
        [1, 2, 3, 4].map((number) => scan(session, rooms, { part: { number, of: 4 }, pageSize: 7 }).toArray()),
      );
      const all = parts.flat().map(({ tenant, name }) => tenant + name);
      expect(all).toHaveLength(60);
      expect(new Set(all).size).toBe(60);
      const none = scan(session, rooms, { part: { number: 5, of: 4 } }).toArray();
      await expect(none).rejects.toMatchObject({ code: "validation", outcome: "not-sent" });
    });

    it("are listed, each once", async () => {
      await fillRooms();
      const found = await partitions(session, rooms, { pageSize: 6 }).toArray();
      expect(found.map(({ tenant }) => tenant).sort()).toEqual(
        Array.from({ length: 20 }, (_, tenant) => `t${tenant}`).sort(),
      );
    });

    it("give as many rows as wanted", async () => {
      await fillRooms();
      const where = { tenant: { in: ["t1", "t2", "t3"] } };
      const found = await find(session, rooms, where, { perPartition: 1 }).toArray();
      expect(found.map(({ tenant, name }) => tenant + name).sort()).toEqual(["t1x", "t2x", "t3x"]);
      expect(await scan(session, rooms, { perPartition: 2 }).toArray()).toHaveLength(40);
    });
  });

  describe("times of writing", () => {
    it("are given and read", async () => {
      const base = 1_700_000_000_000_000n;
      await insert(session, rooms, { ...hall, title: "new", members: 3n }, { timestamp: base + 5n });
      await update(session, rooms, { ...hall, title: "old" }, { timestamp: base });
      const options = { select: ["title"], writeTimes: ["title", "members"] } as const;
      const row = { title: "new", $writeTimes: { title: base + 5n, members: base + 5n } };
      expect(await get(session, rooms, hall, options)).toEqual(row);
      expect(await find(session, rooms, { tenant: "acme" }, options).toArray()).toEqual([row]);
      expect(await scan(session, rooms, options).toArray()).toEqual([row]);
      await remove(session, rooms, hall, { timestamp: base + 1n });
      expect(await get(session, rooms, hall, { select: ["title"] })).toEqual({ title: "new" });
      await removeWhere(session, rooms, { tenant: "acme" }, { timestamp: base + 6n });
      expect(await get(session, rooms, hall)).toBeUndefined();
    });

    it("are null for a column without a value", async () => {
      await insert(session, rooms, hall);
      const row = await get(session, rooms, hall, { select: ["title"], writeTimes: ["title"] });
      expect(row).toEqual({ title: null, $writeTimes: { title: null } });
    });

    it("and conditions exclude each other", async () => {
      // @ts-expect-error which the types say too
      const refused = insert(session, rooms, hall, { ifNotExists: true, timestamp: 1n });
      await expect(refused).rejects.toMatchObject({ code: "validation", outcome: "not-sent" });
    });
  });

  describe("an atomic write", () => {
    it("applies to several tables at once", async () => {
      await fillMessages();
      const written = await atomically(session, (together) => [
        insert(together, rooms, hall),
        insert(together, docs, { lang: "en", id: 1, title: "t" }),
        removeWhere(together, messages, { room: "a", day: { gt: 1 } }),
        updateParts(together, rooms, { ...hall, log: append(["x"]), settings: put({ a: "b" }) }),
        remove(together, messages, { room: "b", day: 1, at: 1 }),
      ]);
      expect(written).toEqual(Array.from({ length: 5 }, () => ({ applied: true })));
      expect(await get(session, rooms, hall, { select: ["log", "settings"] })).toEqual({
        log: ["x"],
        settings: new Map([["a", "b"]]),
      });
      expect(await daysOf("a")).toEqual(["1/1", "1/2"]);
      expect(await daysOf("b")).toHaveLength(5);
      expect(await get(session, docs, { lang: "en", id: 1 })).toMatchObject({ title: "t" });
    });

    it("applies nothing if a condition does not hold", async () => {
      await insert(session, messages, { room: "a", day: 1, at: 1, body: "old" });
      const [inserted, updated] = await atomically(session, (together) => [
        insert(together, messages, { room: "a", day: 1, at: 2, body: "x" }),
        update(together, messages, { room: "a", day: 1, at: 1, body: "y" }, { if: { body: "other" } }),
      ]);
      expect(updated).toEqual({ applied: false, current: { body: "old" } });
      expect(inserted).toEqual({ applied: false, current: null });
      expect(await daysOf("a")).toEqual(["1/1"]);
      const again = await atomically(session, (together) => [
        insert(together, messages, { room: "a", day: 1, at: 2, body: "x" }),
        update(together, messages, { room: "a", day: 1, at: 1, body: "y" }, { if: { body: "old" } }),
      ]);
      expect(again).toEqual([{ applied: true }, { applied: true }]);
    });

    it("applies nothing if one write is refused", async () => {
      const refused = atomically(session, (together) => [
        insert(together, rooms, hall),
        insert(together, messages, { room: "a", day: 1.5, at: 2 }),
      ]);
      await expect(refused).rejects.toMatchObject({ code: "validation", outcome: "not-sent" });
      expect(await get(session, rooms, hall)).toBeUndefined();
    });

    it("reads nothing", async () => {
      const reading = atomically(session, (together) => [
        insert(together, rooms, hall),
        get(together, rooms, hall) as never,
      ]);
      await expect(reading).rejects.toMatchObject({ code: "config", outcome: "not-sent" });
    });
  });
}
