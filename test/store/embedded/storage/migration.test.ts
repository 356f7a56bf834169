/**
 * Data of older formats, as folders that stores of those formats wrote.
 *
 * - `fixtures/store/format-2.json`, in which stored rows name columns by their places in the definition: two keyspaces, of
 *   which `empty` is empty; a user type; the tables `readings` and `hits`, with rows; a dropped table.
 * - `fixtures/store/format-3.json`, in which indexes have no entries: the table `readings` with five indexes, a row that
 *   expires, a partition of static values alone, and a dropped column of which there are cells.
 * - `fixtures/store/format-4.json`, in which collections are single cells and deletions leave nothing: the table `notes` with
 *   an index of a set, a row without a marker, one that expires, and a dropped column of which there are cells.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { printCqlType } from "../../../../src/model/index.ts";
import type { Filter, Store } from "../../../../src/store/index.ts";
import { openStore, plain, scan, table, temporaryDirectory, values } from "../temporary-store.ts";

async function unpack(format: 2 | 3 | 4): Promise<string> {
  const directory = join(await temporaryDirectory(), "data");
  await mkdir(directory);
  const fixture = new URL(`../../../fixtures/store/format-${format}.json`, import.meta.url);
  const files = JSON.parse(await readFile(fixture, "utf8")) as Record<string, string>;
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), Buffer.from(text, "base64"));
  return directory;
}

const at = (day: number): Date => new Date(Date.UTC(2026, 0, day));
const ofA = (day: number, note: string) => ({
  note,
  sensor: "a",
  owner: "ann",
  at: at(day),
  value: `${day}.50`,
  tags: ["x", "y"],
  place: { x: day, y: null },
});
const rows = [ofA(2, "warm"), ofA(1, "cold"), { sensor: "b", at: at(3), value: "-7" }];

async function expectRows(store: Store): Promise<void> {
  const found = await scan(store, "readings");
  expect(found).toHaveLength(4);
  expect(found).toEqual(expect.arrayContaining([...rows, { sensor: "c", at: at(4), note: "short" }]));
  expect(await scan(store, "hits")).toEqual([{ page: "/", views: 3n }]);
}

describe("format 2", () => {
  it("opens with its definitions and rows, once and again", async () => {
    const directory = await unpack(2);
    for (let time = 0; time < 2; time++) {
      const { store } = await openStore([], directory);
      expect(await store.keyspaces()).toEqual(["empty", "shop"]);
      const shop = await store.keyspace("shop");
      expect(shop?.tables.map(({ name }) => name)).toEqual(["hits", "readings"]);
      expect(shop?.tables[1]?.columns.map(({ name, type }) => `${name} ${printCqlType(type)}`)).toEqual([
        "note text",
        "sensor text",
        "owner text",
        "at timestamp",
        "value decimal",
        "tags set<text>",
        "place frozen<place>",
      ]);
      expect(shop?.tables[1]?.indexes).toMatchObject([{ column: "note" }]);
      await expectRows(store);
      await store.close();
    }
  });

  it("takes changes of its tables and new tables after it was opened", async () => {
    const directory = await unpack(2);
    const { store } = await openStore([], directory);
    await store.alterTable("shop", "readings", { kind: "drop-index", index: "readings_note_idx" });
    await store.alterTable("shop", "readings", { kind: "drop-column", column: "note" });
    const type = { kind: "native", name: "text" } as const;
    await store.alterTable("shop", "readings", { kind: "add-column", column: { name: "kind", type, kind: "regular" } });
    await store.createTable("shop", table("fresh", { id: "int" }, ["id"]));
    await store.insert({ keyspace: "shop", table: "fresh", values: values({ id: 1 }) });
    await store.close();
    const again = await openStore([], directory);
    const withoutNote = rows.map((row) => values({ ...row, note: null } as never));
    const found = await scan(again.store, "readings");
    expect(found).toHaveLength(4);
    expect(found).toEqual(expect.arrayContaining(plain(withoutNote)));
    expect(await scan(again.store, "fresh")).toEqual([{ id: 1 }]);
  });
});

describe("format 3", () => {
  const day = Date.UTC(2026, 0, 1);
  const asks: readonly (readonly [filter: Filter, rows: readonly string[]])[] = [
    [{ column: "note", operator: "eq", value: "warm" }, ["a1", "a3", "a5", "b1", "c1"]],
    [{ column: "level", operator: "gte", value: 4 }, ["a4", "a5", "b1"]],
    [{ column: "tags", operator: "contains", value: "y3" }, ["a3"]],
    [{ column: "owner", operator: "eq", value: "ann" }, ["b1"]],
    [{ column: "owner", operator: "eq", value: "bob" }, ["dnull"]],
    [{ column: "day", operator: "eq", value: 2 }, ["b1", "c1"]],
  ];

  async function expectFound(store: Store): Promise<void> {
    for (const [filter, expected] of asks) {
      const { rows } = await store.select({ keyspace: "shop", table: "readings", filters: [filter], pageSize: 100 });
      const found = rows.map((row) => `${String(row.get("sensor"))}${String(row.get("at"))}`);
      expect(found.toSorted()).toEqual(expected);
    }
  }

  it("has its rows found by their indexes, before these are built and after", async () => {
    const directory = await unpack(3);
    const { store, clock } = await openStore([], directory);
    clock.now = day;
    await expectFound(store);
    expect(store.building("shop", "readings").size).toBeGreaterThan(0);
    await store.settled();
    expect(store.building("shop", "readings").size).toBe(0);
    await expectFound(store);
    await store.close();
    const again = await openStore([], directory);
    again.clock.now = day;
    expect(again.store.building("shop", "readings").size).toBe(0);
    await expectFound(again.store);
  });
});

describe("format 4", () => {
  const notes = { keyspace: "shop", table: "notes" } as const;
  const first = { room: "a", at: 1, owner: "ann", tags: ["x", "y"], log: ["one", "two"], body: "first" };
  const marks = new Map([["m", 1]]);
  const unmarked = { room: "a", at: 2, owner: "ann", tags: ["y"], body: "unmarked" };
  const short = { room: "b", at: 1, tags: ["z"], body: "short" };

  it("is read as it is, without building entries anew", async () => {
    const directory = await unpack(4);
    for (let time = 0; time < 2; time++) {
      const { store, clock } = await openStore([], directory);
      clock.now = Date.UTC(2026, 0, 1);
      expect(store.building("shop", "notes").size).toBe(0);
      const found = await scan(store, "notes");
      expect(found).toHaveLength(3);
      expect(found).toEqual(expect.arrayContaining([{ ...first, marks }, unmarked, short]));
      await store.close();
    }
  });

  it("takes changes of its collections, times, and deletions, and still expires", async () => {
    const { store, clock } = await openStore([], await unpack(4));
    clock.now = Date.UTC(2026, 0, 1) + 1000;
    const key = values({ room: "a", at: 1 });
    await store.update({
      ...notes,
      values: key,
      changes: [
        { kind: "add", column: "tags", value: ["n"] },
        { kind: "remove", column: "tags", value: ["x"] },
        { kind: "element", column: "log", at: 1, value: "2" },
        { kind: "prepend", column: "log", value: ["zero"] },
        { kind: "element", column: "marks", at: "n", value: 2 },
      ],
    });
    await store.update({ ...notes, values: values({ room: "a", at: 1, body: "older" }), timestamp: 1n });
    await store.update({ ...notes, values: values({ room: "a", at: 2, body: null, tags: null }) });
    clock.now += 3_600_000;
    await store.settled();
    const changed = { ...first, tags: ["n", "y"], log: ["zero", "one", "2"], marks: new Map([...marks, ["n", 2]]) };
    expect(await scan(store, "notes")).toEqual([changed]);
    for (const [tag, count] of [
      ["x", 0],
      ["n", 1],
      ["y", 1],
      ["z", 0],
    ] as const) {
      const filters: Filter[] = [{ column: "tags", operator: "contains", value: tag }];
      expect((await store.select({ ...notes, filters, pageSize: 9 })).rows).toHaveLength(count);
    }
  });
});
