/** What stands on disk beside rows: entries of indexes and of what expires, each as long as what it is about. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { ClassicLevel } from "classic-level";
import { describe, expect, it, vi } from "vitest";
import { openEmbeddedStore, salvageStore } from "../../../../src/store/index.ts";
import type { EmbeddedStore, Filter } from "../../../../src/store/index.ts";
import { Catalog } from "../../../../src/store/embedded/definitions/catalog.ts";
import { entriesOf } from "../../../../src/store/embedded/entries/update-entries.ts";
import { keyValuesIn } from "../../../../src/store/embedded/storage/open-data.ts";
import { tableIdOf } from "../../../../src/store/embedded/rows/key.ts";
import { KeyValueStore } from "../../../../src/store/embedded/storage/key-value-store.ts";
import { userTypesOf } from "../../../support/keyspaces.ts";
import { runs } from "../../../support/long.ts";
import { openStore, plain, refusalOf, table, temporaryDirectory, values } from "../temporary-store.ts";
import type { Columns } from "../temporary-store.ts";

const shop = { keyspace: "shop" };
const events = table(
  "events",
  {
    k: "int",
    part: "int",
    at: "int",
    seq: "int",
    owner: "text static",
    level: "int",
    tags: "set<int>",
    m: "map<int, int>",
  },
  ["k", "part"],
  { at: "DESC", seq: "ASC" },
  {
    indexes: [
      { column: "level", using: "sai" },
      { column: "tags" },
      { column: "m", kind: "entries" },
      { column: "owner" },
      { column: "seq" },
      { column: "part" },
    ],
  },
);

interface OnDisk {
  readonly found: readonly string[];
  readonly expected: readonly string[];
  readonly rows: number;
}

/** The entries that are there, and those that the rows which are there should have. */
async function readEntries(directory: string): Promise<OnDisk> {
  const level = keyValuesIn(directory);
  await level.open();
  try {
    const catalog = await Catalog.load(level);
    const found = await level.keys({ gte: Buffer.of(2), lt: Buffer.of(4) }).all();
    const expected: Buffer[] = [];
    const rows = await level.iterator({ gte: Buffer.of(1), lt: Buffer.of(2) }).all();
    for (const [key, sealed] of rows) {
      const layout = catalog.layout(tableIdOf(key));
      if (layout) expected.push(...Array.from(entriesOf(layout, key, sealed).values(), (entry) => entry.key));
    }
    const names = (keys: readonly Buffer[]): string[] => [...new Set(keys.map((key) => key.toString("hex")))].sort();
    return { found: names(found), expected: names(expected), rows: rows.length };
  } finally {
    await level.close();
  }
}

const small = fc.integer({ min: 0, max: 2 });
const key = fc.record({ k: small, part: small });
const cells = fc.record(
  {
    level: fc.option(small),
    tags: fc.option(fc.array(small)),
    m: fc.option(fc.array(fc.tuple(small, small)).map((entries) => new Map(entries))),
  },
  { requiredKeys: [] },
);
const ttlSeconds = fc.constantFrom(undefined, undefined, 10, 100);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom("insert" as const, "update" as const),
      key,
      at: small,
      seq: small,
      cells,
      ttlSeconds,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("static" as const),
      key,
      owner: fc.option(fc.constantFrom("x", "y")),
      ttlSeconds,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("delete" as const), key, clustering: fc.array(small, { maxLength: 2 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("wait" as const), seconds: fc.constantFrom(10, 100) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("rebuild" as const),
      index: fc.constantFrom("level", "tags", "owner", "seq", "part"),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "reopen" as const }) },
);

it(
  "an index has the entries of the rows that are there and no others, whatever is done to them",
  { timeout: 60_000 },
  async () => {
    const property = fc.asyncProperty(
      fc.array(fc.array(step, { maxLength: 4 }), { minLength: 3, maxLength: 20 }),
      async (groups) => {
        const directory = await temporaryDirectory();
        const clock = { now: Date.UTC(2020, 6, 31) };
        const open = (): Promise<EmbeddedStore> => openEmbeddedStore({ directory, now: () => clock.now });
        let store = await open();
        await store.createKeyspace("shop");
        await store.createTable("shop", events);
        const run = async (one: (typeof groups)[number][number]): Promise<void> => {
          const target = { ...shop, table: "events" };
          if (one.kind === "insert" || one.kind === "update") {
            const columns = { ...one.key, at: one.at, seq: one.seq, ...one.cells } as Columns;
            if (one.kind === "insert")
              await store.insert({ ...target, values: values(columns), ttlSeconds: one.ttlSeconds });
            else if (Object.keys(one.cells).length > 0)
              await store.update({ ...target, values: values(columns), ttlSeconds: one.ttlSeconds });
          } else if (one.kind === "static") {
            await store.update({
              ...target,
              values: values({ ...one.key, owner: one.owner }),
              ttlSeconds: one.ttlSeconds,
            });
          } else if (one.kind === "delete") {
            const [at, seq] = one.clustering;
            const columns = { ...one.key, ...(at !== undefined && { at }), ...(seq !== undefined && { seq }) };
            await store.delete({ ...target, key: values(columns) });
          } else if (one.kind === "wait") {
            clock.now += one.seconds * 1000;
          } else if (one.kind === "rebuild") {
            const index = events.indexes.find(({ column }) => column === one.index);
            await store.alterTable("shop", "events", { kind: "drop-index", index: `events_${one.index}_idx` });
            if (index) await store.alterTable("shop", "events", { kind: "create-index", index });
          } else {
            await store.close();
            store = await open();
          }
        };
        // What is begun together becomes one batch.
        for (const group of groups) {
          if (group.some(({ kind }) => kind === "reopen" || kind === "rebuild"))
            for (const one of group) await run(one);
          else await Promise.all(group.map(run));
        }
        await store.settled();
        await store.close();
        const { found, expected } = await readEntries(directory);
        expect(found).toEqual(expected);
      },
    );
    await fc.assert(property, runs(60, 3000));
  },
);

const target = { ...shop, table: "events" };

async function selectBy(store: EmbeddedStore, filter: Filter, pageSize = 100): Promise<Columns[]> {
  const rows: Columns[] = [];
  let pageState: string | undefined;
  do {
    const page = await store.select({
      ...target,
      filters: [filter],
      pageSize,
      ...(pageState !== undefined && { pageState }),
    });
    rows.push(...plain(page.rows));
    pageState = page.pageState;
  } while (pageState !== undefined);
  return rows;
}

/** Changes what is on disk, under a closed store. */
async function withRaw(directory: string, work: (raw: ClassicLevel<Buffer, Buffer>) => Promise<void>): Promise<void> {
  const raw = new ClassicLevel<Buffer, Buffer>(directory, { keyEncoding: "buffer", valueEncoding: "buffer" });
  await raw.open();
  await work(raw).finally(() => raw.close());
}

async function addRows(store: EmbeddedStore, count: number, columns: (n: number) => Columns): Promise<void> {
  for (let from = 0; from < count; from += 500) {
    const numbers = Array.from({ length: Math.min(500, count - from) }, (_, index) => from + index);
    await Promise.all(numbers.map((n) => store.insert({ ...target, values: values(columns(n)) })));
  }
}

describe("a read by an index", () => {
  const levels = (n: number): Columns => ({ k: n % 50, part: 1, at: n, seq: 1, level: n });

  it("reads the rows that it finds and no others: damaged ones among the others do not matter", async () => {
    const { store, directory } = await openStore([events]);
    await addRows(store, 100, levels);
    await store.close();
    await withRaw(directory, async (raw) => {
      for (const [key, sealed] of await raw.iterator({ gte: Buffer.of(1), lt: Buffer.of(2) }).all()) {
        if (sealed.indexOf(Buffer.of(0, 0, 0, 42)) < 0) await raw.put(key, Buffer.from(sealed.fill(0, 0, 4)));
      }
    });
    const again = await openStore([], directory);
    expect(await selectBy(again.store, { column: "level", operator: "eq", value: 42 })).toMatchObject([{ level: 42 }]);
    expect(await refusalOf(selectBy(again.store, { column: "level", operator: "eq", value: 43 }))).toMatch(
      /^damaged: /,
    );
    expect(await refusalOf(selectBy(again.store, { column: "level", operator: "lt", value: 43 }))).toMatch(
      /^damaged: /,
    );
  });

  it("is refused where an entry is damaged", async () => {
    const { store, directory } = await openStore([events]);
    await addRows(store, 1, levels);
    await store.close();
    await withRaw(directory, async (raw) => {
      for (const [key, sealed] of await raw.iterator({ gte: Buffer.of(2), lt: Buffer.of(3) }).all()) {
        await raw.put(key, Buffer.from(sealed.fill(1)));
      }
    });
    const again = await openStore([], directory);
    expect(await refusalOf(selectBy(again.store, { column: "level", operator: "eq", value: 0 }))).toMatch(
      /^damaged: the data of the table shop.events/,
    );
  });

  it("gives the pages of a scan while it is built, and goes on with them once it is", async () => {
    const { store } = await openStore([{ ...events, indexes: [] }]);
    await addRows(store, 600, (n) => ({ ...levels(n), level: n % 3 }));
    const expected = (await selectAll(store)).filter((row) => row["level"] === 1);
    await store.alterTable("shop", "events", { kind: "create-index", index: { column: "level", kind: "full" } });
    const selection = { ...target, filters: [{ column: "level", operator: "eq" as const, value: 1 }], pageSize: 50 };
    const first = await store.select(selection);
    expect(store.building("shop", "events").size).toBe(1);
    await store.settled();
    expect(store.building("shop", "events").size).toBe(0);
    const { pageState = "" } = first;
    const rest = await store.select({ ...selection, pageSize: 1000, pageState });
    expect(plain([...first.rows, ...rest.rows])).toEqual(expected);
  });

  it("finds a row that was written again right after its partition was deleted", async () => {
    const { store } = await openStore([events]);
    const row = { k: 1, part: 1, at: 1, seq: 1, level: 1 };
    await store.insert({ ...target, values: values(row) });
    await Promise.all([
      store.delete({ ...target, key: values({ k: 1, part: 1 }) }),
      store.insert({ ...target, values: values(row) }),
    ]);
    expect(await selectBy(store, { column: "level", operator: "eq", value: 1 })).toEqual([row]);
    expect(await selectBy(store, { column: "part", operator: "eq", value: 1 })).toEqual([row]);
  });

  it("finds values that are long, and those that differ only far behind", async () => {
    const texts = table(
      "events",
      { k: "int", t: "text", n: "varint" },
      ["k"],
      {},
      {
        indexes: [{ column: "t" }, { column: "n", using: "sai" }],
      },
    );
    const { store } = await openStore([texts]);
    const long = (end: string): string => "x".repeat(2000) + end;
    const large = (end: bigint): bigint => 10n ** 3000n + end;
    for (const k of [1, 2, 3])
      await store.insert({ ...target, values: values({ k, t: long(String(k)), n: large(BigInt(k)) }) });
    const ids = async (filter: Filter): Promise<unknown[]> =>
      (await selectBy(store, filter)).map((row) => row["k"]).sort();
    expect(await ids({ column: "t", operator: "eq", value: long("2") })).toEqual([2]);
    expect(await ids({ column: "t", operator: "eq", value: long("4") })).toEqual([]);
    expect(await ids({ column: "n", operator: "gt", value: large(1n) })).toEqual([2, 3]);
    expect(await ids({ column: "n", operator: "lte", value: large(2n) })).toEqual([1, 2]);
    expect(await ids({ column: "n", operator: "gt", value: 5n })).toEqual([1, 2, 3]);
  });

  it("of a range with more rows than are sorted in memory gives the same rows", { timeout: 60_000 }, async () => {
    const { store } = await openStore([{ ...events, indexes: events.indexes.slice(0, 1) }]);
    await addRows(store, 10_500, levels);
    for (const value of [499, 600]) {
      const found = await selectBy(store, { column: "level", operator: "gt", value }, 4000);
      const expected = (await selectAll(store)).filter((row) => Number(row["level"]) > value);
      expect(found).toEqual(expected);
    }
  });
});

async function selectAll(store: EmbeddedStore): Promise<Columns[]> {
  return plain((await store.select({ ...target, filters: [], pageSize: 100_000 })).rows);
}

describe("an index of a table with rows", () => {
  it("is built further after the process ended in the middle", async () => {
    const { store, directory } = await openStore([{ ...events, indexes: [] }]);
    await addRows(store, 1200, (n) => ({ k: n, part: 1, at: 1, seq: 1, level: n % 3 }));
    const { keys: real } = KeyValueStore.prototype;
    let steps = 0;
    const keys = vi.spyOn(KeyValueStore.prototype, "keys").mockImplementation(function (
      this: KeyValueStore,
      ...options: [{ limit?: number }]
    ) {
      if (options[0].limit === 250 && ++steps > 2) throw new Error("the process ended");
      return real.apply(this, options);
    } as typeof real);
    await store.alterTable("shop", "events", { kind: "create-index", index: { column: "level", kind: "full" } });
    await store.settled();
    expect(store.building("shop", "events")).toEqual(new Map([["events_level_idx", 500]]));
    await store.close();
    keys.mockRestore();
    const again = await openStore([], directory);
    expect(again.store.building("shop", "events").get("events_level_idx")).toBeGreaterThanOrEqual(500);
    await again.store.settled();
    expect(await selectBy(again.store, { column: "level", operator: "eq", value: 1 })).toHaveLength(400);
    await again.store.close();
    const { found, expected } = await readEntries(directory);
    expect(found).toHaveLength(1200);
    expect(found).toEqual(expected);
  });

  it("is built anew after a salvage, which may have kept a row without its entries", async () => {
    const { store, directory } = await openStore([events]);
    await addRows(store, 2000, (n) => ({ k: n, part: 1, at: 1, seq: 1, level: 1 }));
    await store.close();
    const log = (await readdir(directory)).find((name) => name.endsWith(".log")) ?? "";
    const bytes = await readFile(join(directory, log));
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    await writeFile(join(directory, log), bytes);
    expect((await salvageStore(directory)).setAside).toHaveLength(1);
    const again = await openStore([], directory);
    expect(again.store.building("shop", "events").size).toBe(6);
    await again.store.settled();
    await again.store.close();
    const { found, expected, rows } = await readEntries(directory);
    expect(rows).toBeLessThan(2000);
    expect(rows).toBeGreaterThan(500);
    expect(found).toEqual(expected);
  });

  it("is built anew when its values get another field", async () => {
    const types = userTypesOf([{ name: "spot", fields: [{ name: "x", typeDefinition: "int" }] }]);
    const [spot] = types.values();
    const { store } = await openStore();
    if (spot) await store.createUserType("shop", spot);
    const spots = table(
      "events",
      { k: "int", at: "frozen<spot>", n: "int" },
      ["k"],
      {},
      { indexes: [{ column: "at" }, { column: "n" }], userTypes: [...types.values()] },
    );
    await store.createTable("shop", spots);
    await store.insert({ ...target, values: values({ k: 1, at: { x: 7 }, n: 1 }) });
    const field = { name: "y", type: { kind: "native", name: "int" } } as const;
    await store.alterUserType("shop", "spot", { kind: "add-field", field });
    const found = { k: 1, at: { x: 7, y: null }, n: 1 };
    const filter: Filter = { column: "at", operator: "eq", value: { x: 7, y: null } };
    expect([...store.building("shop", "events").keys()]).toEqual(["events_at_idx"]);
    expect(await selectBy(store, filter)).toEqual([found]);
    await store.settled();
    expect(await selectBy(store, filter)).toEqual([found]);
    expect(await selectBy(store, { column: "n", operator: "eq", value: 1 })).toEqual([found]);
  });

  it("stays unbuilt while a row is damaged, and reads by it say so", async () => {
    const { store, directory } = await openStore([{ ...events, indexes: [] }]);
    await addRows(store, 3, (n) => ({ k: n, part: 1, at: 1, seq: 1, level: 1 }));
    await store.close();
    await withRaw(directory, async (raw) => {
      const [[key, sealed] = []] = await raw.iterator({ gte: Buffer.of(1) }).all();
      if (key && sealed) await raw.put(key, sealed.fill(0, 0, 4));
    });
    const again = await openStore([], directory);
    await again.store.alterTable("shop", "events", { kind: "create-index", index: { column: "level", kind: "full" } });
    await again.store.settled();
    expect(again.store.building("shop", "events").size).toBe(1);
    expect(await refusalOf(selectBy(again.store, { column: "level", operator: "eq", value: 1 }))).toMatch(/^damaged: /);
  });

  it("is gone from disk with its drop, and with the table", async () => {
    const { store, directory } = await openStore([events]);
    await addRows(store, 300, (n) => ({ k: n, part: 1, at: 1, seq: 1, level: 1 }));
    await store.alterTable("shop", "events", { kind: "drop-index", index: "events_level_idx" });
    await store.settled();
    await store.close();
    const { found, expected } = await readEntries(directory);
    expect(found).toEqual(expected);
    expect(found).toHaveLength(600);
    const again = await openStore([], directory);
    await again.store.dropTable("shop", "events");
    await again.store.settled();
    await again.store.close();
    expect(await readEntries(directory)).toEqual({ found: [], expected: [], rows: 0 });
  });
});
