/** A disk that cannot read a sector says so: the store is refused by name, and a salvage keeps the other sectors. */
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { beforeEach, expect, it, vi } from "vitest";
import { openEmbeddedStore, salvageStore } from "../../../../../src/store/index.ts";
import { items, openStore, refusalOf, temporaryDirectory, values } from "../../temporary-store.ts";

const sector = vi.hoisted(() => ({ path: "", from: 0 }));

vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof import("node:fs/promises")>();
  const eio = (): never => {
    throw Object.assign(new Error("EIO: i/o error, read"), { code: "EIO" });
  };
  const open = async (path: string, ...options: readonly string[]): Promise<object> => {
    const file = await real.open(path, ...options);
    const read = file.read.bind(file) as (bytes: Buffer, at: number, length: number, from: number) => Promise<unknown>;
    const isBad = (from: number, length: number): boolean =>
      path === sector.path && from < sector.from + 512 && from + length > sector.from;
    return Object.assign(file, {
      read: async (bytes: Buffer, at: number, length: number, from: number) =>
        isBad(from, length) ? eio() : read(bytes, at, length, from),
    });
  };
  const readFile = async (path: string): Promise<Buffer | string> =>
    path === sector.path ? eio() : real.readFile(path, path.endsWith("CLEAN-STOP") ? "utf8" : undefined);
  return { ...real, open, readFile };
});

beforeEach(() => Object.assign(sector, { path: "", from: 0 }));

/** 3000 rows in one table, and some in a log. */
async function createStore(): Promise<string> {
  const directory = await temporaryDirectory();
  for (const order_id of [1, 2]) {
    const { store } = await openStore([items], directory);
    const numbers = Array.from({ length: order_id === 1 ? 3000 : 300 }, (_, index) => index);
    await Promise.all(
      numbers.map((item_no) => {
        const row = values({ order_id, item_no, sku: `sku ${item_no}` });
        return store.insert({ keyspace: "shop", table: "items", values: row });
      }),
    );
    await store.close();
  }
  return directory;
}

it.each(["ldb", "log", "MANIFEST"])("refuses a file with an unreadable sector (%s)", async (part) => {
  const directory = await createStore();
  const name = (await readdir(directory)).find((each) => each.includes(part)) ?? "";
  sector.path = join(directory, name);
  expect(await refusalOf(openEmbeddedStore({ directory }))).toBe(
    `damaged: the data is damaged: ${sector.path}: the disk cannot read it (EIO); nothing was changed`,
  );
});

it.each([
  ["ldb", 20_000],
  ["log", 1024],
])("keeps what is readable beside it (%s)", async (part, from) => {
  const directory = await createStore();
  const name = (await readdir(directory)).find((each) => each.endsWith(part)) ?? "";
  Object.assign(sector, { path: join(directory, name), from });
  const { setAside } = await salvageStore(directory);
  expect(setAside.map(({ path }) => basename(path))).toEqual([name]);
  const store = await openEmbeddedStore({ directory });
  const rows = (await store.select({ keyspace: "shop", table: "items", filters: [], pageSize: 5000 })).rows.length;
  await store.close();
  expect(rows).toBeLessThan(3300);
  expect(rows).toBeGreaterThan(2500);
});
