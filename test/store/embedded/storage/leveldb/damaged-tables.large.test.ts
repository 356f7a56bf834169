/** Tables of a store that was closed in order, with one damage: the store is refused by name, or has every row. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openEmbeddedStore, salvageStore } from "../../../../../src/store/index.ts";
import type { Insert } from "../../../../../src/store/index.ts";
import { long } from "../../../../support/long.ts";
import { prepareProcess, storeModule } from "../../killed-process.ts";
import { items, openStore, refusalOf, temporaryDirectory, values } from "../../temporary-store.ts";

const rowCount = 60_000;
const rowsAtOnce = 1000;
/** Text that cannot be compressed. */
const sku = (item_no: number): string => createHash("sha512").update(String(item_no)).digest("base64");

/** An abort inside LevelDB ends this process, and not the test. Prints a line for each folder. */
const reader = `
  import { createHash } from "node:crypto";
  import { writeSync } from "node:fs";
  import { openEmbeddedStore } from ${storeModule};
  const sku = (item_no) => createHash("sha512").update(String(item_no)).digest("base64");
  const tryFolder = async (directory) => {
    const store = await openEmbeddedStore({ directory });
    try {
      const found = new Map();
      let pageState;
      do {
        const page = await store.select({ keyspace: "shop", table: "items", filters: [], pageSize: 5000, pageState });
        for (const row of page.rows) found.set(row.get("item_no"), row.get("sku"));
        pageState = page.pageState;
      } while (pageState);
      const missing = Array.from({ length: ${rowCount} }, (_, number) => number).filter((number) => found.get(number) !== sku(number));
      return missing.length + " rows are missing";
    } finally {
      await store.close();
    }
  };
  for (const directory of process.argv.slice(2)) {
    const outcome = await tryFolder(directory).catch((error) => error.code + ": " + error.message);
    writeSync(1, outcome.replaceAll(directory + "/", "") + "\\n");
  }`;

type Files = ReadonlyMap<string, Buffer>;

/** The rows are spread over the tables, so that each damage concerns some. */
async function createFiles(): Promise<Files> {
  const directory = await temporaryDirectory();
  for (let round = 0; round < 4; round += 1) {
    const { store } = await openStore([items], directory);
    for (let first = round; first < rowCount; first += 4 * rowsAtOnce) {
      const numbers = Array.from({ length: rowsAtOnce }, (_, index) => first + 4 * index);
      const inserts = numbers.map((item_no) => ({ order_id: item_no % 100, item_no, sku: sku(item_no) }));
      await store.batch(
        inserts.map((row): { kind: "insert" } & Insert => ({
          ...{ kind: "insert", keyspace: "shop", table: "items" },
          values: values(row),
        })),
      );
    }
    await store.settled();
    await store.close();
  }
  const { store } = await openStore([], directory);
  await store.close();
  const names = await readdir(directory);
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(directory, name))] as const)));
}

interface Damage {
  readonly table: string;
  readonly change: (bytes: Buffer) => void;
}

const damageOf = (files: Files): fc.Arbitrary<Damage> => {
  const tables = [...files.keys()].filter((name) => name.endsWith(".ldb")).sort();
  const kinds = fc.oneof(
    ...[512, 4096].map((size) =>
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }).map((place) => (bytes: Buffer) => {
        const from = Math.floor((place * bytes.length) / size) * size;
        bytes.fill(0, from, Math.min(bytes.length, from + size));
      }),
    ),
    fc
      .tuple(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), fc.nat({ max: 7 }))
      .map(([place, bit]) => (bytes: Buffer) => {
        const at = Math.floor(place * bytes.length);
        bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
      }),
  );
  return fc.record({ table: fc.constantFrom(...tables), change: kinds });
};

async function restore(files: Files, { table, change }: Damage): Promise<string> {
  const directory = join(await temporaryDirectory(), "data");
  await mkdir(directory, { mode: 0o700 });
  for (const [name, bytes] of files) {
    const copy = Buffer.from(bytes);
    if (name === table) change(copy);
    await writeFile(join(directory, name), copy);
  }
  return directory;
}

/** What becomes of each folder when a process opens it and reads all rows. */
async function readFolders(directories: readonly string[]): Promise<readonly string[]> {
  const start = await prepareProcess(reader);
  const outcomes: string[] = [];
  while (outcomes.length < directories.length) {
    const child = start(...directories.slice(outcomes.length));
    for await (const line of createInterface({ input: child.stdout ?? process.stdin })) outcomes.push(line);
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    if (child.exitCode !== 0) outcomes.push(`the process ended with ${child.signalCode ?? child.exitCode}`);
  }
  return outcomes;
}

describe("a store of 60,000 rows, closed in order", () => {
  it(
    "has every row or is refused by name, whatever sector or bit of a table is damaged",
    async () => {
      const files = await createFiles();
      expect([...files.keys()].filter((name) => name.endsWith(".ldb")).length).toBeGreaterThanOrEqual(4);
      const [damages] = fc.sample(
        fc.array(damageOf(files), { minLength: long ? 600 : 60, maxLength: long ? 600 : 60 }),
        {
          numRuns: 1,
          ...(!long && { seed: 28 }),
        },
      );
      const directories: string[] = [];
      for (const damage of damages ?? []) directories.push(await restore(files, damage));
      const outcomes = await readFolders(directories);
      const unexpected = outcomes.filter((outcome, index) => {
        const refused = `damaged: the data is damaged: ${damages?.[index]?.table} at byte `;
        return outcome !== "0 rows are missing" && !outcome.startsWith(refused);
      });
      expect(unexpected).toEqual([]);
      expect(outcomes.filter((outcome) => outcome.startsWith("damaged: ")).length).toBeGreaterThan(50);
      const refused = directories[outcomes.findIndex((outcome) => outcome.startsWith("damaged: "))] ?? "";
      const { setAside } = await salvageStore(refused);
      expect(setAside.map(({ path }) => basename(path))).toHaveLength(1);
      const store = await openEmbeddedStore({ directory: refused });
      const page = { keyspace: "shop", table: "items", filters: [], pageSize: 5000 };
      expect(await refusalOf(store.select(page))).toBeUndefined();
      await store.close();
    },
    long ? 1_200_000 : 60_000,
  );
});
