/** Damage to any file of a store: it is refused with the place, or every acknowledged row is still there. */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import fc from "fast-check";
import { beforeEach, describe, expect, it, test } from "vitest";
import { readLog, writeLog } from "../../../../../src/store/embedded/storage/leveldb/log-file.ts";
import { openEmbeddedStore, salvageStore } from "../../../../../src/store/index.ts";
import type { Insert, Store } from "../../../../../src/store/index.ts";
import { long, runs } from "../../../../support/long.ts";
import { items, openStore, refusalOf, temporaryDirectory, values } from "../../temporary-store.ts";

type Files = ReadonlyMap<string, Buffer>;

/** The files after the store was closed, and after its process was killed. */
type Stop = "clean" | "unclean";

const rowCount = 1000;
const rowsPerRound = 250;
const sku = (item_no: number): string => `${item_no} `.repeat(item_no % 97 === 0 ? 12_000 : 1 + (item_no % 60));

const item = (item_no: number): Insert => ({
  keyspace: "shop",
  table: "items",
  values: values({ order_id: 1, item_no, sku: sku(item_no) }),
});

let stores: Record<Stop, Files>;

const snapshot = async (directory: string): Promise<Files> =>
  new Map(
    await Promise.all(
      (await readdir(directory)).map(async (name) => [name, await readFile(join(directory, name))] as const),
    ),
  );

/** Each opening turns the log into a table. LevelDB would merge four of them, or some that hold rows of the same range. */
async function createStores(): Promise<Record<Stop, Files>> {
  const directory = await temporaryDirectory();
  for (let round = 0; ; round += 1) {
    const { store } = await openStore([items], directory);
    const end = (round + 1) * rowsPerRound;
    for (let first = end - rowsPerRound; first < end; first += 5) {
      // These rows are one record of the log.
      await Promise.all([0, 1, 2, 3, 4].map((more) => store.insert(item(first + more))));
    }
    const unclean = await snapshot(directory);
    await store.close();
    if (end === rowCount) return { unclean, clean: await snapshot(directory) };
  }
}

async function restore(files: Files): Promise<string> {
  const directory = join(await temporaryDirectory(), "data");
  await mkdir(directory, { mode: 0o700 });
  for (const [name, bytes] of files) await writeFile(join(directory, name), bytes);
  return directory;
}

const damaged = (files: Files, name: string, change: (bytes: Buffer) => Buffer | undefined): Files => {
  const bytes = change(Buffer.from(files.get(name) ?? []));
  const others = new Map([...files].filter(([other]) => other !== name));
  return bytes ? others.set(name, bytes) : others;
};

/** How many acknowledged rows are wrong or missing, or what opening is refused with, without the folder. */
async function tryStore(files: Files): Promise<number | string> {
  return tryDirectory(await restore(files));
}

async function tryDirectory(directory: string): Promise<number | string> {
  let store: Store | undefined;
  const refused = await refusalOf(openEmbeddedStore({ directory }).then((opened) => (store = opened)));
  if (refused !== undefined || !store) return `${refused}`.replaceAll(`${directory}/`, "");
  try {
    const { rows } = await store.select({ keyspace: "shop", table: "items", filters: [], pageSize: rowCount + 1 });
    const found = new Map(rows.map((row) => [row.get("item_no"), row.get("sku")]));
    return Array.from({ length: rowCount }, (_, item_no) => found.get(item_no) === sku(item_no)).filter((same) => !same)
      .length;
  } finally {
    await store.close();
  }
}

const lastLog = (files: Files): string =>
  [...files.keys()]
    .filter((name) => name.endsWith(".log"))
    .sort()
    .at(-1) ?? "";

beforeEach(async () => {
  stores ??= await createStores();
}, 60_000);

describe("a store", () => {
  it("has tables and a log of many blocks, and is whole", async () => {
    for (const [stop, files] of Object.entries(stores)) {
      const names = [...files.keys()].sort();
      expect(names.filter((name) => name.endsWith(".ldb")).length).toBeGreaterThan(1);
      expect(files.get(lastLog(files))?.length).toBeGreaterThan(100_000);
      expect([stop, await tryStore(files)]).toEqual([stop, 0]);
    }
  });

  test(
    "refuses a flipped bit or 4 KiB of zeros in any file, or has every row",
    async () => {
      const place = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0.97, max: 1, noNaN: true }));
      const damage = fc.record({
        stop: fc.constantFrom<Stop>("clean", "unclean"),
        file: fc.nat(),
        place,
        kind: fc.constantFrom("flip", "zeros"),
        bit: fc.nat({ max: 7 }),
      });
      const outcomes = { refused: 0, whole: 0 };
      await fc.assert(
        fc.asyncProperty(damage, async ({ stop, file, place, kind, bit }) => {
          const files = stores[stop];
          const names = [...files.keys()].filter((name) => files.get(name)?.length).sort();
          const name = names[file % names.length] ?? "";
          const outcome = await tryStore(
            damaged(files, name, (bytes) => {
              const at = Math.min(bytes.length - 1, Math.floor(place * bytes.length));
              if (kind === "zeros")
                return bytes.fill(0, at - (at % 4096), Math.min(bytes.length, at - (at % 4096) + 4096));
              bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
              return bytes;
            }),
          );
          if (outcome !== 0)
            expect(`${name}: ${outcome}`).toMatch(/^(\S+): damaged: the data is damaged: \1(?: at byte \d+)?: /);
          outcomes[outcome === 0 ? "whole" : "refused"] += 1;
        }),
        runs(60, 1000),
      );
      expect(outcomes.refused).toBeGreaterThan(outcomes.whole);
    },
    long ? 1_200_000 : 60_000,
  );

  it("loses a write that a killed process left unfinished, and nothing else", async () => {
    const files = stores.unclean;
    for (const left of [1, 8, 30, 60]) {
      expect(await tryStore(damaged(files, lastLog(files), (bytes) => bytes.subarray(0, -left)))).toBe(5);
    }
  });

  it("may have an unfinished write in the last log with content only, by the number of the log", async () => {
    const files = stores.unclean;
    const first = lastLog(files);
    const log = files.get(first) ?? Buffer.alloc(0);
    const [record] = readLog({ path: first, bytes: log }, "whole");
    const whole = writeLog(record ? [record] : []);
    const torn = whole.subarray(0, -1);
    const tryLogs = (logs: Readonly<Record<string, Buffer>>): Promise<number | string> =>
      tryStore(new Map([...files, ...Object.entries(logs)]));
    const cut = log.subarray(0, -1);
    expect(await tryLogs({ [first]: cut, "900000.log": Buffer.alloc(0) })).toBe(5);
    for (const later of [whole, torn, whole.subarray(0, 1)]) {
      expect(await tryLogs({ "900000.log": later })).toBe(0);
      expect(await tryLogs({ [first]: cut, "900000.log": later })).toMatch(`damaged: the data is damaged: ${first} at`);
    }
    expect(await tryLogs({ "999999.log": whole, "1000000.log": torn })).toBe(0);
    expect(await tryLogs({ "999999.log": torn, "1000000.log": whole })).toMatch("999999.log at");
  });

  it("refuses a CURRENT that does not name a MANIFEST", async () => {
    for (const text of ["", "MANIFEST-000002", "000005.ldb\n"]) {
      const refused = await tryStore(damaged(stores.clean, "CURRENT", () => Buffer.from(text)));
      expect(refused).toMatch("CURRENT: it does not name a MANIFEST");
    }
  });

  it("refuses a file that is shorter than when it was closed", async () => {
    const files = stores.clean;
    for (const name of [...files.keys()].filter((other) => /^MANIFEST|log$|ldb$/.test(other))) {
      const refused = await tryStore(damaged(files, name, (bytes) => bytes.subarray(0, -1)));
      expect(refused).toMatch(new RegExp(`^damaged: .*${name}: it has \\d+ bytes instead of \\d+; `));
    }
  });

  it.each<Stop>(["clean", "unclean"])("refuses a missing file (%s stop)", async (stop) => {
    const files = stores[stop];
    for (const name of [...files.keys()].filter((other) => /^MANIFEST|log$|ldb$|^CURRENT/.test(other))) {
      const refused = await tryStore(damaged(files, name, () => undefined));
      expect(refused).toMatch(
        name.startsWith("MANIFEST") ? `CURRENT: it names ${name}, which is missing` : `${name}: it is missing`,
      );
    }
  });

  it("checks tables at every opening", async () => {
    const flipped = (files: Files): Files => {
      const table = [...files.keys()].sort().findLast((name) => name.endsWith(".ldb")) ?? "";
      return damaged(files, table, (bytes) => {
        bytes[100] = (bytes[100] ?? 0) ^ 1;
        return bytes;
      });
    };
    const refused = /^damaged: .*\.ldb at byte 0: a block of \d+ bytes does not match its checksum; /;
    expect(await tryStore(flipped(stores.unclean))).toMatch(refused);
    expect(await tryStore(flipped(stores.clean))).toMatch(refused);
  });

  it("refuses a table that LevelDB cannot read, with its name, after a clean stop too", async () => {
    for (const name of [...stores.clean.keys()].filter((other) => other.endsWith(".ldb"))) {
      const footer = (stores.clean.get(name)?.length ?? 0) - 48;
      expect(await tryStore(damaged(stores.clean, name, (bytes) => bytes.fill(0)))).toContain(
        `damaged: the data is damaged: ${name} at byte ${footer}: it does not end as a table does;`,
      );
    }
  });

  it("takes the record of an earlier stop for none", async () => {
    const directory = await restore(damaged(stores.unclean, "CLEAN-STOP", () => stores.clean.get("CLEAN-STOP")));
    const { store } = await openStore([], directory);
    const before = await readFile(join(directory, "CLEAN-STOP"), "utf8");
    await store.insert(item(1));
    const killed = await snapshot(directory);
    await store.close();
    expect(await readFile(join(directory, "CLEAN-STOP"), "utf8")).not.toBe(before);
    expect(await tryStore(damaged(killed, lastLog(killed), (bytes) => bytes.subarray(0, -1)))).toBe(0);
  });
});

describe("salvage", () => {
  interface Salvaged {
    readonly found: string | undefined;
    readonly setAside: readonly string[];
    readonly outcome: number | string;
    readonly directory: string;
  }

  async function salvage(files: Files): Promise<Salvaged> {
    const directory = await restore(files);
    const { found, setAside } = await salvageStore(directory);
    return {
      directory,
      found: found?.replaceAll(`${directory}/`, ""),
      setAside: setAside.map(({ path }) => basename(path)),
      outcome: await tryDirectory(directory),
    };
  }

  const flipAt = (place: number) => (bytes: Buffer) => {
    const at = Math.floor(place * bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ 4;
    return bytes;
  };

  it.each([0.001, 0.2, 0.5, 0.8, 0.999])(
    "keeps all records of a log but the damaged one, at %d of it",
    async (place) => {
      for (const files of Object.values(stores)) {
        const name = lastLog(files);
        const broken = damaged(files, name, flipAt(place));
        const { directory, setAside, outcome } = await salvage(broken);
        expect({ setAside, outcome }).toEqual({ setAside: [name], outcome: 5 });
        expect(broken.get(name)?.equals(await readFile(join(directory, "lost", name)))).toBe(true);
      }
    },
  );

  it("keeps all blocks of a table but the damaged one", async () => {
    const files = stores.clean;
    const name = [...files.keys()].filter((other) => other.endsWith(".ldb")).sort()[1] ?? "";
    const broken = damaged(files, name, flipAt(0.5));
    const { directory, setAside, outcome } = await salvage(broken);
    expect(setAside).toEqual([name]);
    expect(outcome).toBeGreaterThan(0);
    expect(outcome).toBeLessThan(100);
    expect(broken.get(name)?.equals(await readFile(join(directory, "lost", name)))).toBe(true);
  });

  it.each([
    ["footer", (bytes: Buffer) => bytes.fill(0, bytes.length - 48)],
    ["index", (bytes: Buffer) => bytes.fill(0, bytes.length - 60, bytes.length - 48)],
  ])("keeps all blocks of tables without their %s", async (_, change) => {
    let broken = stores.clean;
    const tables = [...broken.keys()].filter((name) => name.endsWith(".ldb"));
    for (const name of tables) broken = damaged(broken, name, change);
    expect(await salvage(broken)).toMatchObject({ setAside: tables, outcome: 0 });
  });

  it.each(["beginning", "end"])(
    "opens a store whose table lost the block at its %s, with the catalog",
    async (side) => {
      const name = [...stores.clean.keys()].filter((other) => other.endsWith(".ldb")).sort()[0] ?? "";
      const broken = damaged(stores.clean, name, (bytes) => {
        const at = side === "beginning" ? bytes.indexOf("\0format") : bytes.lastIndexOf("format");
        expect(at).toBeGreaterThan(-1);
        return bytes.fill(0, at, at + 6);
      });
      const { setAside, outcome } = await salvage(broken);
      expect(setAside).toEqual([name]);
      expect(outcome).toBeLessThan(100);
    },
  );

  it.each(["CURRENT", "MANIFEST"])("does without %s", async (beginning) => {
    for (const files of Object.values(stores)) {
      const name = [...files.keys()].find((other) => other.startsWith(beginning)) ?? "";
      for (const change of [() => undefined, flipAt(0.3)]) {
        expect(await salvage(damaged(files, name, change))).toMatchObject({ setAside: [], outcome: 0 });
      }
    }
  });

  it("reports damage that leaves no file to set aside", async () => {
    const name = lastLog(stores.clean);
    const size = stores.clean.get(name)?.length;
    expect(await salvage(damaged(stores.clean, name, () => undefined))).toMatchObject({
      found: `${name}: it is missing`,
      setAside: [],
      outcome: rowsPerRound,
    });
    const cut = await salvage(damaged(stores.clean, name, (bytes) => bytes.subarray(0, 20_000)));
    expect(cut).toMatchObject({ found: `${name}: it has 20000 bytes instead of ${size}`, setAside: [] });
  });

  it("keeps one copy of a change that the disk wrote to two places of a log", async () => {
    const name = lastLog(stores.unclean);
    const copied = (bytes: Buffer): Buffer => {
      bytes.copy(bytes, 40_960, 4096, 8192);
      return bytes;
    };
    const { setAside, outcome } = await salvage(damaged(stores.unclean, name, copied));
    expect(setAside).toEqual([name]);
    expect(outcome).toBeLessThan(40);
  });

  it("never shows rows of a lost table in a table that is created later", async () => {
    const directory = await temporaryDirectory();
    const { store } = await openStore([], directory);
    await store.createTable("shop", { ...items, name: "lost" });
    await store.insert({ ...item(1), table: "lost" });
    const files = await snapshot(directory);
    await store.close();
    const atTable = (bytes: Buffer): Buffer => flipAt(bytes.indexOf("\0shop\0lost") / bytes.length)(bytes);
    const broken = await restore(damaged(files, lastLog(files), atTable));
    await salvageStore(broken);
    const { store: salvaged } = await openStore([items], broken);
    const selection = { keyspace: "shop", table: "items", filters: [], pageSize: 10 };
    expect((await salvaged.select(selection)).rows).toEqual([]);
    await salvaged.close();
  });

  it("leaves a store that is whole as it is, and files of an earlier time where they can be found", async () => {
    const directory = await restore(stores.clean);
    expect(await salvageStore(directory)).toEqual({ found: undefined, setAside: [] });
    for (const [name, bytes] of await snapshot(directory)) {
      if (!name.startsWith("LOG")) expect([name, stores.clean.get(name)?.equals(bytes)]).toEqual([name, true]);
    }
    for (const folder of ["lost", "lost-1"]) {
      await writeFile(join(directory, "CURRENT"), "");
      await salvageStore(directory);
      expect(await readdir(directory)).toContain(folder);
    }
  });
});
