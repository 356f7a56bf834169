import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { ClassicLevel } from "classic-level";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openEmbeddedStore } from "../../../../src/store/index.ts";
import type { ChangedDefinitions, Insert, Store } from "../../../../src/store/index.ts";
import {
  failNextWrite,
  items,
  openStore,
  products,
  refusalOf,
  scan,
  temporaryDirectory,
  values,
} from "../temporary-store.ts";

const disk = vi.hoisted(() => ({ full: false, tries: 0, slow: true, roomElsewhere: true }));

vi.mock("../../../../src/store/embedded/storage/disk-space.ts", async (original) => {
  const real = await original<typeof import("../../../../src/store/embedded/storage/disk-space.ts")>();
  return {
    ...real,
    checkRoom: async (directory: string): Promise<void> => {
      disk.tries += 1;
      if (disk.full) throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
      if (disk.slow) await real.checkRoom(directory);
    },
  };
});

vi.mock("../../../../src/store/embedded/storage/reading-copy.ts", async (original) => {
  const real = await original<typeof import("../../../../src/store/embedded/storage/reading-copy.ts")>();
  const create: typeof real.createReadingCopy = async (...parts) =>
    disk.roomElsewhere ? real.createReadingCopy(...parts) : undefined;
  return { createReadingCopy: create };
});

const noSpace = (): Error =>
  Object.assign(new Error("IO error: 000005.log: No space left on device"), { code: "LEVEL_IO_ERROR" });

const item = (item_no: number, sku = "x"): Insert => ({
  keyspace: "shop",
  table: "items",
  values: values({ order_id: 1, item_no, sku }),
});

const full =
  "full: the disk is full: rows can be read, but not written until there is room (IO error: 000005.log: No space left on device)";

beforeEach(() => Object.assign(disk, { full: false, tries: 0, slow: true, roomElsewhere: true }));

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** The disk is full from the next write on. */
function fillDisk(): void {
  disk.full = true;
  failNextWrite(noSpace());
}

/** LevelDB cannot open this folder. */
function fillDiskOf(directory: string): void {
  disk.full = true;
  const real = ClassicLevel.prototype.open;
  vi.spyOn(ClassicLevel.prototype, "open").mockImplementation(async function (this: ClassicLevel, ...options) {
    if (disk.full && this.location === directory) throw new Error("Database failed to open", { cause: noSpace() });
    return real.apply(this, options);
  });
}

describe("while the disk is full", () => {
  it("rows are read, writes are refused, and nothing is written behind what failed", async () => {
    const { store } = await openStore([items]);
    await store.insert(item(1));
    fillDisk();
    const batch = vi.mocked(ClassicLevel.prototype.batch);
    expect(await Promise.all([2, 3].map((number) => refusalOf(store.insert(item(number)))))).toEqual([full, full]);
    expect(await refusalOf(store.insert(item(4)))).toMatch(/^full: the disk is full/);
    expect(await refusalOf(store.createTable("shop", { ...items, name: "more" }))).toMatch(/^full: /);
    expect(await refusalOf(store.dropTable("shop", "items"))).toMatch(/^full: /);
    expect(batch).toHaveBeenCalledTimes(1);
    expect(await scan(store, "items")).toHaveLength(1);
    expect(await store.createTable("shop", items)).toBe(false);
    expect(await store.insert({ ...item(1), ifNotExists: true })).toMatchObject({ applied: false });
  });

  it("room is looked for at growing intervals, of at most 10 seconds", async () => {
    const { store, clock } = await openStore([items]);
    fillDisk();
    await refusalOf(store.insert(item(1)));
    const waited: number[] = [];
    for (let ms = 0; ms < 60_000; ms += 50) {
      const before = disk.tries;
      await refusalOf(store.insert(item(1)));
      if (disk.tries > before) waited.push(ms - waited.reduce((sum, each) => sum + each, 0));
      clock.now += 50;
    }
    expect(waited).toEqual([0, 250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000, 10_000, 10_000]);
  });

  it("a clock that is set back does not put off the next try", async () => {
    const { store, clock } = await openStore([items]);
    fillDisk();
    for (let tries = 0; tries < 3; tries += 1) await refusalOf(store.insert(item(1)));
    disk.full = false;
    clock.now -= 3_600_000;
    expect(await store.insert(item(1))).toEqual({ applied: true });
  });
});

describe("once there is room again", () => {
  it("rows are written without a restart, and all that were acknowledged are there, then and later", async () => {
    const { store, directory, clock } = await openStore([items]);
    const acknowledged: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      for (const item_no of [10 * round, 10 * round + 1]) {
        await store.insert(item(item_no));
        acknowledged.push(item_no);
      }
      fillDisk();
      await refusalOf(store.insert(item(10 * round + 9)));
      await refusalOf(store.insert(item(10 * round + 9)));
      disk.full = false;
      clock.now += 250;
    }
    await store.insert(item(99));
    const rows = [...acknowledged, 99].map((item_no) => ({ order_id: 1, item_no, sku: "x" }));
    expect(await scan(store, "items")).toEqual(rows);
    await store.close();
    expect(await readdir(directory)).not.toContain("ROOM");
    expect(await scan((await openStore([], directory)).store, "items")).toEqual(rows);
  });

  it("reads that are under way come to their end first, and new ones wait", async () => {
    const { store } = await openStore([items]);
    await Promise.all(Array.from({ length: 2000 }, (_, index) => store.insert(item(index))));
    const read = (): Promise<number> =>
      store.select({ keyspace: "shop", table: "items", filters: [], pageSize: 5000 }).then(({ rows }) => rows.length);
    fillDisk();
    await refusalOf(store.insert(item(2000)));
    Object.assign(disk, { full: false, slow: false });
    const early = [read(), read()];
    const write = store.insert(item(2001));
    const late = Array.from({ length: 20 }, async (_, index) => {
      for (let turn = 0; turn < index; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      return read();
    });
    expect(await write).toEqual({ applied: true });
    expect(await Promise.all(early)).toEqual([2000, 2000]);
    for (const length of await Promise.all(late)) expect([2000, 2001]).toContain(length);
  });

  it("a table is as LevelDB kept it, though its creation or drop was refused", async () => {
    const { store } = await openStore([items, products]);
    failNextWrite(noSpace(), "not acknowledged");
    const told: ChangedDefinitions[] = [];
    store.onChange((changed) => told.push(changed));
    const before = await store.keyspace("shop");
    expect(await refusalOf(store.dropTable("shop", "items"))).toBe(full);
    expect(told).toEqual([]);
    expect(await refusalOf(store.insert(item(1)))).toBe("unknown-table: table items does not exist");
    expect(told).toEqual([{ keyspace: "shop", tables: ["items"], userTypes: [] }]);
    expect((await store.keyspace("shop"))?.tables[0]).toBe(before?.tables[1]);
    expect(await store.createTable("shop", items)).toBe(true);
    expect(await store.insert(item(1))).toEqual({ applied: true });
  });
});

describe("a store that is opened on a full disk", () => {
  it("can be read, and written to once there is room", async () => {
    const { store: first, directory } = await openStore([items]);
    for (let item_no = 0; item_no < 10; item_no += 1) await first.insert(item(item_no));
    await first.close();
    const elsewhere = await temporaryDirectory();
    vi.stubEnv("TMPDIR", elsewhere);
    fillDiskOf(directory);
    const { store, clock } = await openStore([items], directory);
    expect(await readdir(elsewhere)).toHaveLength(1);
    expect(await scan(store, "items")).toHaveLength(10);
    expect(await refusalOf(store.insert(item(10)))).toMatch(/^full: the disk is full: rows can be read/);
    disk.full = false;
    clock.now += 250;
    expect(await store.insert(item(10))).toEqual({ applied: true });
    expect(await readdir(elsewhere)).toEqual([]);
    await store.close();
    expect(await scan((await openStore([], directory)).store, "items")).toHaveLength(11);
  });

  it("says what to do when there is no room for reading either", async () => {
    const { store, directory } = await openStore([items]);
    await store.insert(item(1));
    await store.close();
    fillDiskOf(directory);
    disk.roomElsewhere = false;
    expect(await refusalOf(openEmbeddedStore({ directory }))).toBe(
      `full: the disk is full: the data in ${directory} cannot be opened, because LevelDB writes some files when it opens`,
    );
    disk.full = false;
    expect(await scan((await openStore([], directory)).store, "items")).toHaveLength(1);
  });
});

const mounted: string[] = [];

afterEach(() => {
  for (const place of mounted.splice(0)) execFileSync("umount", ["-l", place]);
});

/** A file system of its own, if this process may mount one. */
async function mountDisk(megabytes: number): Promise<string | undefined> {
  const directory = await temporaryDirectory();
  const place = join(directory, "disk");
  await mkdir(place);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", place], { stdio: "ignore" });
  } catch {
    return undefined;
  }
  mounted.push(place);
  return place;
}

describe("a disk of 12 MB", () => {
  it("loses no acknowledged row when it fills up, and takes rows again when it is larger", async ({ skip }) => {
    const place = await mountDisk(12);
    if (place === undefined) return skip("this process may not mount a file system");
    const enlarge = (megabytes: number): void => {
      execFileSync("mount", ["-o", `remount,size=${megabytes}m`, place], { stdio: "ignore" });
    };
    // Some 4 KB that LevelDB cannot make much smaller.
    const skus: string[] = [];
    const sku = (item_no: number): string =>
      (skus[item_no] ??= Array.from({ length: 30 }, (_, part) =>
        createHash("sha512").update(`${item_no} ${part}`).digest("hex"),
      ).join(""));
    const acknowledged = new Set<number>();
    let next = 0;
    const fill = async (store: Store): Promise<string | undefined> => {
      for (; next < 20_000; next += 100) {
        const refused = await Promise.all(
          Array.from({ length: 100 }, async (_, index) => {
            const why = await refusalOf(store.insert(item(next + index, sku(next + index))));
            if (why === undefined) acknowledged.add(next + index);
            return why;
          }),
        );
        const why = refused.find((each) => each !== undefined);
        if (why !== undefined) return why;
      }
      return undefined;
    };
    const missing = async (store: Store): Promise<number> => {
      const selection = { keyspace: "shop", table: "items", filters: [], pageSize: 20_000 };
      const found = new Map((await store.select(selection)).rows.map((row) => [row.get("item_no"), row.get("sku")]));
      return [...acknowledged].filter((number) => found.get(number) !== sku(number)).length;
    };

    const first = await openStore([items], join(place, "data"));
    expect(await fill(first.store)).toMatch(/^full: the disk is full/);
    const before = acknowledged.size;
    expect(before).toBeGreaterThan(100);
    expect(await missing(first.store)).toBe(0);
    enlarge(24);
    first.clock.now += 60_000;
    next += 100;
    expect(await fill(first.store)).toMatch(/^full: the disk is full/);
    expect(acknowledged.size).toBeGreaterThan(before + 100);
    expect(await missing(first.store)).toBe(0);
    await first.store.close();

    const second = await openStore([], join(place, "data"));
    expect(await missing(second.store)).toBe(0);
    expect(await refusalOf(second.store.insert(item(0)))).toMatch(/^full: the disk is full/);
    enlarge(48);
    second.clock.now += 60_000;
    expect(await second.store.insert(item(next + 100))).toEqual({ applied: true });
    await second.store.close();
    expect(await missing((await openStore([], join(place, "data"))).store)).toBe(0);
  }, 60_000);
});
