import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ClassicLevel } from "classic-level";
import { afterEach, describe, expect, it, vi } from "vitest";
import { keyValuesIn } from "../../../src/store/embedded/storage/open-data.ts";
import { seal } from "../../../src/store/embedded/rows/seal.ts";
import { openEmbeddedStore } from "../../../src/store/index.ts";
import type { Insert, Store } from "../../../src/store/index.ts";
import { long } from "../../support/long.ts";
import { prepareProcess, storeModule } from "./killed-process.ts";
import {
  failNextWrite,
  watchWrites,
  items,
  openStore,
  plain,
  products,
  refusalOf,
  scan,
  table,
  temporaryDirectory,
  values,
} from "./temporary-store.ts";
import type { Columns } from "./temporary-store.ts";

const shop = { keyspace: "shop" };
const item = (item_no: number, sku = "x"): Insert => ({
  ...shop,
  table: "items",
  values: values({ order_id: 1, item_no, sku }),
});

/** Linux says which process has the lock. */
const inUseBy = (directory: string, pid: number | undefined): RegExp => {
  const holder = process.platform === "linux" ? `\\S.* \\(process ${pid}\\)` : "another process";
  return new RegExp(`^data-in-use: the data in ${directory} is in use by ${holder}$`);
};

type Raw = ClassicLevel<Buffer, Buffer>;

/** What is on disk, under the store. */
async function withRaw<Result>(directory: string, work: (raw: Raw) => Promise<Result>): Promise<Result> {
  const raw: Raw = new ClassicLevel(directory, { keyEncoding: "buffer", valueEncoding: "buffer" });
  await raw.open();
  try {
    return await work(raw);
  } finally {
    await raw.close();
  }
}

const keysOfRows = (raw: Raw): Promise<Buffer[]> => raw.keys({ gte: Buffer.of(1), lt: Buffer.of(4) }).all();

describe("what is acknowledged", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it("is there after closing and opening again", async () => {
    const { store, directory } = await openStore([items]);
    await store.insert(item(1));
    await store.update({ ...shop, table: "items", values: values({ order_id: 2, item_no: 1, sku: "y" }) });
    await store.close();
    const again = await openStore([], directory);
    expect(await scan(again.store, "items")).toEqual([
      { order_id: 1, item_no: 1, sku: "x" },
      { order_id: 2, item_no: 1, sku: "y" },
    ]);
  });

  it("was synced to disk, many writes at a time", async () => {
    const { store } = await openStore([items]);
    const writes = watchWrites();
    await Promise.all(Array.from({ length: 50 }, (_, index) => store.insert(item(index))));
    await store.insert(item(50));
    // Once a second a write tells how far the clock has come.
    expect(writes).toEqual([
      { length: 51, options: { sync: true } },
      { length: 1, options: { sync: true } },
    ]);
  });

  it("is not what the disk refused: then all writes of the batch fail, and reads go on", async () => {
    const { store } = await openStore([items]);
    await store.insert(item(1));
    failNextWrite(Object.assign(new Error("input/output error"), { code: "LEVEL_IO_ERROR" }));
    const failed = await Promise.all([refusalOf(store.insert(item(2))), refusalOf(store.insert(item(3)))]);
    expect(failed).toEqual(Array(2).fill("unavailable: the data could not be written: input/output error"));
    expect(await scan(store, "items")).toHaveLength(1);
  });

  it("does not suffer from a bad write of the same group", async () => {
    const { store } = await openStore([items]);
    const bad = { ...shop, table: "items", values: values({ order_id: 1, item_no: null }) };
    const tooFar = { ...item(3), ttlSeconds: 630_720_000 };
    const calls = [item(1), bad, item(2), tooFar, item(4)].map((write) => refusalOf(store.insert(write)));
    expect((await Promise.all(calls)).map((refused) => refused === undefined)).toEqual([
      true,
      false,
      true,
      false,
      true,
    ]);
    expect((await scan(store, "items")).map((row) => row["item_no"])).toEqual([1, 2, 4]);
  });

  it(
    "survives SIGKILL in the middle of writing, again and again",
    { timeout: long ? 7_200_000 : 120_000 },
    async () => {
      const directory = await temporaryDirectory();
      const start = await prepareWriter(
        directory,
        // Ten at a time, each printed once it is acknowledged.
        `for (let next = 0; ; next += 10) {
        await Promise.all(Array.from({ length: 10 }, (_, index) => insert(next + index).then(() => print(next + index))));
      }`,
      );
      const acknowledged = new Map<number, readonly number[]>();
      const lostOf = async (store: Store, round: number): Promise<readonly number[]> => {
        const filters = [{ column: "order_id", operator: "eq", value: round }] as const;
        const { rows } = await store.select({ ...shop, table: "items", filters, pageSize: 100_000 });
        const found = new Map(rows.map((row) => [row.get("item_no"), row.get("sku")]));
        return (acknowledged.get(round) ?? []).filter((item_no) => found.get(item_no) !== `sku ${item_no}`);
      };
      const rounds = long ? 500 : 20;
      for (let round = 0; round < rounds; round++) {
        const child = start(String(round));
        // From the first row of a process to hundreds.
        const enough = 1 + ((round * 7919) % 400);
        const lines: number[] = [];
        for await (const line of createInterface({ input: child.stdout ?? process.stdin })) {
          lines.push(Number(line));
          if (lines.length !== enough) continue;
          if (round === 0) {
            // The lock is the child's while it lives.
            expect(await refusalOf(openEmbeddedStore({ directory }))).toMatch(inUseBy(directory, child.pid));
          }
          child.kill("SIGKILL");
        }
        if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
        expect(child.signalCode).toBe("SIGKILL");
        acknowledged.set(round, lines);
        const store = await openEmbeddedStore({ directory });
        expect([round, await lostOf(store, round)]).toEqual([round, []]);
        await store.close();
      }
      const { store } = await openStore([], directory);
      for (const round of acknowledged.keys()) expect([round, await lostOf(store, round)]).toEqual([round, []]);
      if (long)
        console.warn(`${rounds} kills: ${[...acknowledged.values()].flat().length} acknowledged rows, none lost`);
    },
  );
});

describe("a deletion of many rows", () => {
  it(
    "is done as a whole or not at all when the process is killed in the middle",
    { timeout: long ? 300_000 : 60_000 },
    async () => {
      const count = 5000;
      const left = new Set<number>();
      for (const delayMs of long ? Array.from({ length: 40 }, (_, round) => round * 4) : [0, 20, 80]) {
        const directory = await temporaryDirectory();
        const child = await startWriter(
          directory,
          `await Promise.all(Array.from({ length: ${count} }, (_, number) => insert(number)));
        print("deletes");
        await store.delete({ keyspace: "shop", table: "items", key: new Map([["order_id", 1]]) });
        print("deleted");
        await new Promise((resolve) => setTimeout(resolve, 60_000));`,
        );
        const lines: string[] = [];
        for await (const line of createInterface({ input: child.stdout ?? process.stdin })) {
          lines.push(line);
          if (line === "deletes") setTimeout(() => child.kill("SIGKILL"), delayMs);
        }
        if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
        const { store } = await openStore([], directory);
        const { rows } = await store.select({ ...shop, table: "items", filters: [], pageSize: count });
        expect([0, count]).toContain(rows.length);
        if (lines.includes("deleted")) expect(rows).toHaveLength(0);
        left.add(rows.length);
        await store.close();
      }
      if (long) expect(left.size).toBe(2);
    },
  );

  it("lets others read meanwhile", async () => {
    const { store } = await openStore([items]);
    for (let from = 0; from < 20_000; from += 1000) {
      await Promise.all(Array.from({ length: 1000 }, (_, index) => store.insert(item(from + index))));
    }
    let isDeleted = false;
    const deletion = store
      .delete({ ...shop, table: "items", key: values({ order_id: 1 }) })
      .then(() => (isDeleted = true));
    const lengths: number[] = [];
    while (!isDeleted) {
      const filters = [
        { column: "order_id", operator: "eq" as const, value: 1 },
        { column: "item_no", operator: "eq" as const, value: 19_999 },
      ];
      lengths.push((await store.select({ ...shop, table: "items", filters, pageSize: 1 })).rows.length);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await deletion;
    expect(lengths.length).toBeGreaterThan(5);
    expect(lengths.filter((length) => length === 1).length).toBeGreaterThan(5);
    expect(await scan(store, "items")).toEqual([]);
  });

  it("takes its turn among writes of the same moment, whatever they do to its rows", async () => {
    const { store } = await openStore([items]);
    const remove = (key: Columns): Promise<unknown> => store.delete({ ...shop, table: "items", key: values(key) });
    await Promise.all([store.insert(item(1)), store.insert(item(2))]);
    await Promise.all([
      store.insert(item(3)),
      remove({ order_id: 1 }),
      store.insert(item(2, "again")),
      store.insert(item(4)),
      remove({ order_id: 1, item_no: 4 }),
      store.insert({ ...item(1), ifNotExists: true }),
    ]);
    expect(await scan(store, "items")).toMatchObject([
      { item_no: 1, sku: "x" },
      { item_no: 2, sku: "again" },
    ]);
    await Promise.all([store.insert(item(5)), remove({ order_id: 1 }), store.insert(item(6)), remove({ order_id: 1 })]);
    expect(await scan(store, "items")).toEqual([]);
  });
});

/** A process of its own that does so, with the functions `insert` of an item and `print` of a line. */
async function startWriter(directory: string, work: string): Promise<ChildProcess> {
  const start = await prepareWriter(directory, work);
  return start("1");
}

/** @returns a function that starts it, with the order that it writes items of */
async function prepareWriter(directory: string, work: string): Promise<(order: string) => ChildProcess> {
  return prepareProcess(`
    import { writeSync } from "node:fs";
    import { openEmbeddedStore } from ${storeModule};
    const store = await openEmbeddedStore({ directory: ${JSON.stringify(directory)} });
    await store.createKeyspace("shop");
    await store.createTable("shop", ${JSON.stringify(items)});
    const print = (line) => writeSync(1, line + "\\n");
    const insert = (number) => {
      const values = new Map([["order_id", Number(process.argv[2])], ["item_no", number], ["sku", "sku " + number]]);
      return store.insert({ keyspace: "shop", table: "items", values });
    };
    ${work}`);
}

describe("a damaged value", () => {
  const firstOrder = { ...shop, table: "items", filters: [{ column: "order_id", operator: "eq" as const, value: 1 }] };

  it("is never shown: reading it names the table, other tables go on", async () => {
    const { store, directory } = await openStore([items, products]);
    await store.insert(item(1, "a text that is long enough to be damaged"));
    await store.insert({ ...shop, table: "products", values: values({ id: "00000000-0000-0000-0000-000000000001" }) });
    await store.close();
    const length = await withRaw(directory, async (raw) => {
      const [key = Buffer.of()] = await keysOfRows(raw);
      return raw.getSync(key)?.length ?? 0;
    });
    expect(length).toBeGreaterThan(60);
    for (const place of [0, 4, 20, 30, length - 1]) {
      const flip = (): Promise<void> =>
        withRaw(directory, async (raw) => {
          const [key = Buffer.of()] = await keysOfRows(raw);
          const value = Buffer.from(raw.getSync(key) ?? []);
          value[place] = (value[place] ?? 0) ^ 1;
          await raw.put(key, value);
        });
      await flip();
      const again = await openStore([], directory);
      const damage = "damaged: the data of the table shop.items is damaged on disk: a checksum does not match";
      expect(await refusalOf(scan(again.store, "items"))).toBe(damage);
      expect(await refusalOf(again.store.select({ ...firstOrder, pageSize: 10 }))).toBe(damage);
      expect(await refusalOf(again.store.update(item(1)))).toBe(damage);
      expect(await scan(again.store, "products")).toHaveLength(1);
      await again.store.close();
      await flip();
    }
  });

  it("is replaced by an INSERT of every column", async () => {
    const { store, directory } = await openStore([items]);
    await store.insert(item(1));
    await store.close();
    await withRaw(directory, async (raw) => {
      const [key = Buffer.of()] = await keysOfRows(raw);
      await raw.put(key, Buffer.from("damaged"));
    });
    const again = await openStore([], directory);
    await again.store.insert(item(1, "whole"));
    expect(await scan(again.store, "items")).toEqual([{ order_id: 1, item_no: 1, sku: "whole" }]);
  });

  it("is known by its key too: one under another key is not taken for its row", async () => {
    const { store, directory } = await openStore([items]);
    await store.insert(item(1));
    await store.insert(item(2));
    await store.close();
    await withRaw(directory, async (raw) => {
      const [one = Buffer.of(), two = Buffer.of()] = await keysOfRows(raw);
      await raw.put(one, raw.getSync(two) ?? Buffer.of());
    });
    const again = await openStore([], directory);
    expect(await refusalOf(scan(again.store, "items"))).toMatch(/^damaged: .*shop\.items/);
    for (const filter of [[], [{ column: "item_no", operator: "lt" as const, value: 2 }]]) {
      const filters = [...firstOrder.filters, ...filter];
      expect(await refusalOf(again.store.select({ ...firstOrder, filters, pageSize: 10 }))).toMatch(
        /^damaged: .*shop\.items/,
      );
    }
  });
});

describe("the catalog", () => {
  it("keeps keyspaces and tables, in code-unit order", async () => {
    const { store, directory } = await openStore([
      items,
      table("b", { k: "int" }, ["k"]),
      table("B", { k: "int" }, ["k"]),
    ]);
    await store.createKeyspace("Zoo");
    await store.close();
    const again = await openStore([], directory);
    expect(await again.store.keyspaces()).toEqual(["Zoo", "shop"]);
    const shopKeyspace = await again.store.keyspace("shop");
    expect(shopKeyspace?.tables.map(({ name }) => name)).toEqual(["B", "b", "items"]);
    expect(shopKeyspace?.tables.at(-1)).toEqual(items);
    expect(await again.store.keyspace("nothing")).toBeUndefined();
  });

  it("gives the same keyspace until something in it changes", async () => {
    const { store } = await openStore([items]);
    const first = await store.keyspace("shop");
    await store.insert(item(1));
    await store.createKeyspace("other");
    expect(await store.keyspace("shop")).toBe(first);
    await store.createTable("shop", products);
    const second = await store.keyspace("shop");
    expect(second).not.toBe(first);
    expect(await store.createTable("shop", products)).toBe(false);
    expect(await store.keyspace("shop")).toBe(second);
    await store.dropTable("shop", "products");
    expect(await store.keyspace("shop")).not.toBe(second);
  });

  it("says what was there already and what was not", async () => {
    const { store } = await openStore();
    expect(await store.createKeyspace("shop")).toBe(false);
    const made = [1, 2].map(() => store.createTable("shop", items));
    expect(await Promise.all(made)).toEqual([true, false]);
    expect(await store.dropTable("shop", "items")).toBe(true);
    expect(await store.dropTable("shop", "items")).toBe(false);
    expect(await refusalOf(store.createTable("nothing", items))).toBe(
      "unknown-keyspace: keyspace nothing does not exist",
    );
    expect(await refusalOf(store.createKeyspace("ba-d"))).toMatch(/^invalid: Keyspace name .*"ba-d"/);
    const counters = {
      ...items,
      columns: items.columns.map((column) => ({ ...column, type: { ...column.type, name: "counter" as const } })),
    };
    expect(await refusalOf(store.createTable("shop", counters))).toMatch(/^invalid: /);
  });

  it("drops a table with its rows, and never lets another table find them", async () => {
    const { store, directory } = await openStore([items]);
    await store.insert(item(1));
    const dropped = store.dropTable("shop", "items");
    const late = refusalOf(store.insert(item(2)));
    expect(await dropped).toBe(true);
    expect(await late).toBe("unknown-table: table items does not exist");
    await store.createTable("shop", items);
    expect(await scan(store, "items")).toEqual([]);
    await store.insert(item(3));
    await store.settled();
    await store.close();
    await withRaw(directory, async (raw) => {
      const keys = await keysOfRows(raw);
      expect(keys.map((key) => key.readUInt32BE(1))).toEqual([2]);
    });
  });

  it("refuses a write whose table is dropped while it waits", async () => {
    const { store } = await openStore([items]);
    const dropped = store.dropTable("shop", "items");
    expect(await refusalOf(store.insert(item(1)))).toBe("unknown-table: table items does not exist");
    expect(await dropped).toBe(true);
  });

  it("plans a write anew whose table is dropped and created again while it waits", async () => {
    const { store, directory } = await openStore([items]);
    await store.insert(item(1));
    const changes = [store.dropTable("shop", "items"), store.createTable("shop", items)];
    await store.insert(item(2));
    expect(await Promise.all(changes)).toEqual([true, true]);
    expect(await scan(store, "items")).toHaveLength(1);
    await store.settled();
    await store.close();
    expect(await withRaw(directory, keysOfRows)).toHaveLength(1);
  });

  it("gives data of older versions the copies that a salvage needs, and removes stale ones", async () => {
    const { store, directory } = await openStore([items]);
    await store.close();
    const level = keyValuesIn(directory);
    const copies = (): Promise<[Buffer, Buffer][]> => level.iterator({ gte: Buffer.of(4) }).all();
    await level.open();
    const before = await copies();
    expect(before).toHaveLength(3);
    const stale = Buffer.concat([Buffer.alloc(9, 0xff), Buffer.from("keyspace\0gone")]);
    await level.write([
      ...before.map(([key]) => ({ type: "del" as const, key })),
      { type: "put", key: stale, value: seal(stale, Buffer.from("{}")) },
    ]);
    await level.close();
    await (await openEmbeddedStore({ directory })).close();
    await level.open();
    expect(await copies()).toEqual(before);
    await level.close();
  });

  it("finishes a drop that the end of the process cut short", async () => {
    const { store, directory } = await openStore([items]);
    await store.insert(item(1));
    const keys = vi.spyOn(ClassicLevel.prototype, "keys").mockImplementationOnce(() => {
      throw new Error("the process ended");
    });
    expect(await store.dropTable("shop", "items")).toBe(true);
    await store.settled();
    keys.mockRestore();
    await store.close();
    expect(await withRaw(directory, keysOfRows)).toHaveLength(1);
    const again = await openStore([items], directory);
    expect(await scan(again.store, "items")).toEqual([]);
    await again.store.settled();
    await again.store.close();
    expect(await withRaw(directory, keysOfRows)).toEqual([]);
  });
});

describe("opening", () => {
  it("makes the folder for its owner alone", async () => {
    const directory = join(await temporaryDirectory(), "a", "b");
    await openStore([], directory);
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
  });

  it("is refused while the data is open", async () => {
    const { directory, store } = await openStore([items]);
    expect(await refusalOf(openEmbeddedStore({ directory }))).toMatch(inUseBy(directory, process.pid));
    await store.insert(item(1));
    expect(await scan(store, "items")).toHaveLength(1);
  });

  it("is refused when a newer version wrote the data, which stays as it is", async () => {
    const { store, directory } = await openStore([items]);
    await store.close();
    const { seal } = await import("../../../src/store/embedded/rows/seal.ts");
    const key = Buffer.from("\0format");
    const times = Buffer.from("\0times");
    await withRaw(directory, async (raw) => {
      await raw.put(key, seal(key, Buffer.from('{"format":6}')));
      await raw.put(times, Buffer.from("what this version cannot read"));
    });
    expect(await refusalOf(openEmbeddedStore({ directory }))).toBe(
      "newer-data: the data was written by a newer version of Colonnade, in format 6; this one reads up to 5",
    );
  });

  it("is refused when the data is somebody else's, or the place is a file", async () => {
    const directory = await temporaryDirectory();
    await mkdir(join(directory, "theirs"));
    await withRaw(join(directory, "theirs"), (raw) => raw.put(Buffer.from("k"), Buffer.from("v")));
    expect(await refusalOf(openEmbeddedStore({ directory: join(directory, "theirs") }))).toBe(
      "foreign-data: the directory holds data without a list of its tables: another program wrote it, or the list was lost",
    );
    const pictures = join(directory, "pictures");
    await mkdir(pictures);
    await writeFile(join(pictures, "holiday.jpg"), "");
    expect(await refusalOf(openEmbeddedStore({ directory: pictures }))).toBe(
      `foreign-data: ${pictures} holds files that are not data of Colonnade`,
    );
    expect(await readdir(pictures)).toEqual(["holiday.jpg"]);
    const file = join(directory, "theirs", "CURRENT");
    expect(await refusalOf(openEmbeddedStore({ directory: file }))).toBe(`unavailable: ${file} is not a folder`);
  });
});

describe("a folder", () => {
  it.each(["MANIFEST-000001", "lost+found", ".gitkeep"])(
    "may hold %s, which an interrupted beginning, a disk or a repository leaves there",
    async (name) => {
      const directory = await temporaryDirectory();
      await writeFile(join(directory, name), "");
      const { store } = await openStore([items], directory);
      await store.insert(item(1));
      expect(await scan(store, "items")).toHaveLength(1);
    },
  );
});

describe("closing", () => {
  it("lets a long read come to its end", async () => {
    const { store } = await openStore([items]);
    await Promise.all(Array.from({ length: 3000 }, (_, index) => store.insert(item(index))));
    const read = store.select({ ...shop, table: "items", filters: [], pageSize: 5000 });
    await store.close();
    expect((await read).rows).toHaveLength(3000);
  });

  it("waits for what is in flight, and refuses what comes later", async () => {
    const { store, directory } = await openStore([items]);
    const writes = [1, 2, 3].map((number) => store.insert(item(number)));
    const read = scan(store, "items");
    const closed = store.close();
    const late = [store.insert(item(4)), scan(store, "items"), store.keyspaces(), store.createKeyspace("late")];
    expect(await Promise.all(late.map(refusalOf))).toEqual(Array(4).fill("unavailable: the store is closed"));
    await Promise.all([...writes, read, closed, store.close()]);
    const again = await openStore([], directory);
    expect(plain((await again.store.select({ ...shop, table: "items", filters: [], pageSize: 9 })).rows)).toHaveLength(
      3,
    );
  });
});
