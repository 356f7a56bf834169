/**
 * Measures what large tables cost the embedded store: reads by an index, reads of others while a partition of 100,000 rows
 * is scanned, deleted or expires, and the size on disk after many overwrites.
 *
 *     node test/bench/service/indexes.mjs [--quick] [--rounds N] [--before FOLDER]
 *
 * A folder is a checkout with `dist/`; its cases take turns with those of this one, each in a process of its own. Reads of
 * others are begun every 2 ms, whether the one before has ended or not, so a pause counts for all that fall into it.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

const here = join(import.meta.dirname, "../../..");
const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    rounds: { type: "string", default: "3" },
    before: { type: "string" },
    root: { type: "string" },
    case: { type: "string" },
  },
});
const count = values.quick ? 20_000 : 100_000;
const overwrites = values.quick ? 50_000 : 200_000;

const cases = {
  index: measureIndex,
  nothing: measureNothing,
  scan: measureScan,
  delete: measureDelete,
  "delete, indexed": measureDeleteIndexed,
  drop: measureDrop,
  expire: measureExpiry,
  disk: measureDisk,
};

function compare() {
  const roots = values.before ? [values.before, here] : [here];
  const rounds = values.quick ? 1 : Number(values.rounds);
  const samples = {};
  for (let round = 0; round < rounds; round++) {
    for (const name of Object.keys(cases)) {
      if (name === "disk" && round > 0) continue;
      for (const root of roots) {
        const args = [import.meta.filename, "--root", root, "--case", name, ...(values.quick ? ["--quick"] : [])];
        const result = JSON.parse(execFileSync(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] }));
        const version = root === here ? "after" : "before";
        for (const [what, number] of Object.entries(result))
          ((samples[`${name}: ${what}`] ??= {})[version] ??= []).push(number);
      }
    }
  }
  const median = (list = []) => [...list].sort((one, other) => one - other)[list.length >> 1]?.toFixed(1) ?? "";
  console.log("| what | before | after |\n| --- | ---: | ---: |");
  for (const [what, { before, after }] of Object.entries(samples)) {
    console.log(`| ${what} | ${median(before)} | ${median(after)} |`);
  }
}

async function measure(root, work) {
  const folder = mkdtempSync(join(tmpdir(), "colonnade-bench-"));
  const { openEmbeddedStore } = await import(join(root, "dist/index.js"));
  const clock = { skipped: 0 };
  const store = await openEmbeddedStore({ directory: join(folder, "data"), now: () => Date.now() + clock.skipped });
  try {
    await store.createKeyspace("bench");
    return await work({ store, clock, folder: join(folder, "data"), settled: async () => store.settled?.() });
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function native(name) {
  return { kind: "native", name };
}

function tableOf(name, indexes = []) {
  const column = (name, type, kind = "regular") => ({ name, type: native(type), kind });
  return {
    name,
    columns: [
      column("k", "int", "partition"),
      column("c", "int", "clustering"),
      column("v", "text"),
      column("n", "int"),
    ],
    partitionKey: ["k"],
    clusteringKey: [{ name: "c", order: "ASC" }],
    defaultTimeToLive: 0,
    indexes,
  };
}

async function fill(store, table, rows, columns, more = {}) {
  for (let from = 0; from < rows; from += 1000) {
    const inserts = Array.from({ length: Math.min(1000, rows - from) }, (_, index) => {
      const values = new Map(Object.entries(columns(from + index)));
      return store.insert({ keyspace: "bench", table, values, ...more });
    });
    await Promise.all(inserts);
  }
}

const wide = (c) => ({ k: 1, c, v: `some text of row ${c}`, n: c % 100 });
const filter = (column, value) => ({ column, operator: "eq", value });

/** The times of reads of another table by key, begun every 2 ms until the work is done. */
async function withOthers(store, work) {
  await store.createTable("bench", tableOf("others"));
  await fill(store, "others", 1000, (n) => ({ k: n, c: 1, v: "x", n }));
  const times = [];
  let isDone = false;
  const readers = (async () => {
    const started = performance.now();
    const reads = [];
    for (let turn = 0; !isDone; turn++) {
      const due = started + turn * 2;
      const wait = due - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      else if (turn % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
      const filters = [filter("k", turn % 1000), filter("c", 1)];
      const read = store.select({ keyspace: "bench", table: "others", filters, pageSize: 1 });
      reads.push(read.then(() => times.push(performance.now() - due)));
    }
    await Promise.all(reads);
  })();
  await new Promise((resolve) => setTimeout(resolve, 200));
  const started = performance.now();
  await work();
  const tookMs = performance.now() - started;
  isDone = true;
  await readers;
  times.sort((one, other) => one - other);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { "p99 of others, ms": at(0.99), "longest of others, ms": times.at(-1), "took, ms": tookMs };
}

async function measureIndex({ store, settled }) {
  await store.createTable("bench", tableOf("t", [{ column: "n", kind: "full" }]));
  await fill(store, "t", 50_000, (k) => ({ k, c: 1, v: "x", n: k % 5000 }));
  await settled();
  const times = [];
  for (let turn = 0; turn < (values.quick ? 5 : 20); turn++) {
    const started = performance.now();
    const { rows } = await store.select({ keyspace: "bench", table: "t", filters: [filter("n", turn)], pageSize: 100 });
    if (rows.length !== 10) throw new Error(`${rows.length} rows`);
    times.push(performance.now() - started);
  }
  times.sort((one, other) => one - other);
  const started = performance.now();
  await fill(store, "t", 10_000, (k) => ({ k: 100_000 + k, c: 1, v: "x", n: k % 5000 }));
  return {
    "10 hits of 50,000 rows, ms": times[times.length >> 1],
    "insert a row, µs": (performance.now() - started) / 10,
  };
}

/** What the machine does to reads that nothing disturbs. */
function measureNothing({ store }) {
  return withOthers(store, () => new Promise((resolve) => setTimeout(resolve, 2000)));
}

async function measureScan({ store }) {
  await store.createTable("bench", tableOf("t"));
  await fill(store, "t", count, wide);
  return withOthers(store, async () => {
    let pageState;
    let rows = 0;
    do {
      const more = pageState === undefined ? {} : { pageState };
      const page = await store.select({
        keyspace: "bench",
        table: "t",
        filters: [filter("k", 1)],
        pageSize: 5000,
        ...more,
      });
      rows += page.rows.length;
      pageState = page.pageState;
    } while (pageState !== undefined);
    if (rows !== count) throw new Error(`${rows} rows`);
  });
}

async function measureDelete({ store, settled }, indexes = []) {
  await store.createTable("bench", tableOf("t", indexes));
  await fill(store, "t", count, wide);
  let acknowledgedMs = 0;
  const result = await withOthers(store, async () => {
    const started = performance.now();
    await store.delete({ keyspace: "bench", table: "t", key: new Map([["k", 1]]) });
    acknowledgedMs = performance.now() - started;
    const { rows } = await store.select({ keyspace: "bench", table: "t", filters: [filter("k", 1)], pageSize: 10 });
    if (rows.length > 0) throw new Error("rows are left");
    await settled();
  });
  return { ...result, "acknowledged after, ms": acknowledgedMs };
}

function measureDeleteIndexed(context) {
  return measureDelete(context, [{ column: "n", kind: "full" }]);
}

async function measureDrop({ store, settled }) {
  await store.createTable("bench", tableOf("t"));
  await fill(store, "t", count, wide);
  return withOthers(store, async () => {
    await store.dropTable("bench", "t");
    await settled();
  });
}

async function measureExpiry({ store, clock, settled }) {
  await store.createTable("bench", tableOf("t"));
  await fill(store, "t", count, wide, { ttlSeconds: 3600 });
  return withOthers(store, async () => {
    clock.skipped += 3_700_000;
    const { rows } = await store.select({ keyspace: "bench", table: "t", filters: [filter("k", 1)], pageSize: 10 });
    if (rows.length > 0) throw new Error("rows are left");
    await settled();
  });
}

async function measureDisk({ store, folder, settled }) {
  await store.createTable("bench", tableOf("t"));
  const text = (c) => `${c} `.repeat(200).slice(0, 1000);
  await fill(store, "t", overwrites, (n) => ({ k: 1, c: n % 1000, v: text(n), n }));
  await settled();
  const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  return { "KB on disk of some 1000 KB": bytes / 1000 };
}

if (values.case) console.log(JSON.stringify(await measure(values.root, cases[values.case])));
else compare();
