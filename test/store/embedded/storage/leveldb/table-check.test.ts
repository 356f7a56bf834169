import { randomBytes } from "node:crypto";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ClassicLevel } from "classic-level";
import { expect, it } from "vitest";
import { TableCheck } from "../../../../../src/store/embedded/storage/leveldb/table-check.ts";
import type { UncheckedTable } from "../../../../../src/store/embedded/storage/leveldb/table-check.ts";
import { refusalOf, temporaryDirectory } from "../../temporary-store.ts";

/** Tables of 2 MB and one that is smaller. */
async function createTables(directory: string): Promise<readonly UncheckedTable[]> {
  const level = new ClassicLevel<string, Buffer>(directory, { valueEncoding: "buffer" });
  await level.open();
  for (let key = 1000; key < 1170; key += 1) await level.put(String(key), randomBytes(100_000));
  await level.compactRange("0", "9");
  await level.close();
  const names = (await readdir(directory)).filter((name) => name.endsWith(".ldb")).sort();
  return Promise.all(names.map(async (name) => ({ name, size: (await stat(join(directory, name))).size })));
}

async function flip(path: string, at: number): Promise<void> {
  const bytes = await readFile(path);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  await writeFile(path, bytes);
}

it("checks each table once, reports their size before, and finds damage in any of them", async () => {
  const directory = await temporaryDirectory();
  const tables = await createTables(directory);
  expect(tables.length).toBeGreaterThan(2);
  const total = tables.reduce((sum, { size }) => sum + size, 0);
  const sizes: number[] = [];
  const check = new TableCheck((bytes) => void sizes.push(bytes));
  await check.run(directory, tables.slice(1));
  await check.run(directory, tables);
  await check.run(directory, tables);
  await check.run(directory, []);
  expect(sizes).toEqual([total - (tables[0]?.size ?? 0), tables[0]?.size, 0, 0]);
  for (const { name, size } of tables) {
    const path = join(directory, name);
    await flip(path, size >> 1);
    const refused = new RegExp(`^damaged: the data is damaged: ${path} at byte \\d+: a block of \\d+ bytes`);
    const fresh = new TableCheck();
    expect(await refusalOf(fresh.run(directory, tables))).toMatch(refused);
    // It is not checked just because its check began.
    expect(await refusalOf(fresh.run(directory, tables))).toMatch(refused);
    expect(await refusalOf(check.run(directory, tables))).toBeUndefined();
    await flip(path, size >> 1);
  }
});
