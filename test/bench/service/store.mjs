/**
 * What the embedded engine costs by itself, without HTTP or GraphQL: CPU of a row that is written or read, beside a bare
 * key-value store that writes or reads as many bytes.
 *
 *     node test/bench/service/store.mjs [--quick] [--before COMMIT] [--only PART-OF-A-NAME] [--json FILE]
 *
 * Runs `dist/`. The cases take turns in one process, and the table shows medians of the rounds.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { ClassicLevel } from "classic-level";
import { keepInFlight } from "../runtime/keep-in-flight.mjs";
import { build, findCommit, takeVersions } from "../runtime/versions.mjs";

const flag = { type: "boolean", default: false };
const { values: options } = parseArgs({
  options: { quick: flag, before: { type: "string" }, only: { type: "string" }, json: { type: "string" } },
});
const rounds = options.quick ? 3 : 15;
const counts = { insert: 5000, read: 5000, page: 200 };
const orders = { keyspace: "shop", table: "orders_by_customer" };
const pageRows = 100;
const inFlight = 50;
/** Operations of each case that are not counted: V8 still compiles during 3,500 pages, on a thread whose CPU would count. */
const compiledAfter = 5000;

const folder = mkdtempSync(join(tmpdir(), "colonnade-bench-"));
const cleanups = [];
let number = 0;
try {
  const versions = takeVersions(folder, options.before && findCommit(options.before));
  versions.forEach(build);
  const cases = (await Promise.all([...versions.map(engineCases), bareCases()])).flat();
  const chosen = cases.filter(({ what }) => what.includes(options.only ?? ""));
  const measured = await measure(chosen);
  print(measured);
  if (options.json) writeFileSync(options.json, JSON.stringify(measured));
} finally {
  for (const cleanup of cleanups) await cleanup();
  rmSync(folder, { recursive: true, force: true });
}

async function engineCases({ label, root }) {
  const library = await import(pathToFileURL(join(root, "dist/index.js")).href);
  const directory = join(folder, `engine${label ? "-before" : ""}`);
  const onDisk = await fill(library, root, await library.openEmbeddedStore({ directory }));
  const inMemory = library.openMemoryStore && (await fill(library, root, await library.openMemoryStore()));
  const who = label ? "before" : "now";
  const target = { keyspace: "shop", table: "products" };
  const insert = (store) => () =>
    keepInFlight(inFlight, counts.insert, () => store.insert({ ...target, values: productValues(next()) }));
  const read = (store) => () =>
    keepInFlight(inFlight, counts.read, async () => {
      const filters = [{ column: "id", operator: "eq", value: idOf(next() % counts.read) }];
      const { rows } = await store.select({ ...target, filters, pageSize: 100 });
      if (rows.length !== 1) throw new Error(`${rows.length} rows were found`);
    });
  const page = (store) => () =>
    keepInFlight(1, counts.page, async () => {
      const filters = [{ column: "customer_id", operator: "eq", value: idOf(0) }];
      const { rows } = await store.select({ ...orders, filters, pageSize: pageRows });
      if (rows.length !== pageRows) throw new Error(`${rows.length} rows were found`);
    });
  return [
    { what: "insert, on disk", who, count: counts.insert, run: insert(onDisk) },
    ...(inMemory ? [{ what: "insert, in memory", who, count: counts.insert, run: insert(inMemory) }] : []),
    { what: "row by key", who, count: counts.read, run: read(onDisk) },
    { what: "page of 100 rows, on disk", who, count: counts.page, run: page(onDisk) },
    ...(inMemory ? [{ what: "page of 100 rows, in memory", who, count: counts.page, run: page(inMemory) }] : []),
  ];
}

async function fill({ loadKeyspace }, root, store) {
  cleanups.push(() => store.close());
  const { name, tables } = await loadKeyspace(join(root, "examples/shop/definitions/shop"));
  await store.createKeyspace(name);
  for (const table of tables.filter(({ name }) => ["products", orders.table].includes(name))) {
    await store.createTable(name, table);
  }
  await Promise.all(
    Array.from({ length: counts.read }, (_, place) =>
      store.insert({ keyspace: name, table: "products", values: productValues(place) }),
    ),
  );
  await Promise.all(
    Array.from({ length: 3 * pageRows }, (_, place) => store.insert({ ...orders, values: orderValues(place) })),
  );
  return store;
}

/** The same bytes, with nothing around: LevelDB with a sync for each write as a server would do it, and a map in memory. */
async function bareCases() {
  const encodings = { keyEncoding: "buffer", valueEncoding: "buffer" };
  const onDisk = new ClassicLevel(join(folder, "bare"), encodings);
  const inMemory = new Map();
  cleanups.push(() => onDisk.close());
  await onDisk.open();
  const value = Buffer.alloc(200, "v");
  const keyOf = (place) => Buffer.from(`a key of the length of one ${place}`);
  for (let place = 0; place < counts.read; place++) await onDisk.put(keyOf(place), value);
  const who = "bare";
  const put = (write) => () => keepInFlight(inFlight, counts.insert, () => write(keyOf(next())));
  const get = () =>
    keepInFlight(inFlight, counts.read, async () => {
      if (!onDisk.getSync(keyOf(next() % counts.read))) throw new Error("no row was found");
    });
  const page = () =>
    keepInFlight(1, counts.page, async () => {
      const iterator = onDisk.iterator({ gte: keyOf(0), highWaterMarkBytes: 1e6 });
      const entries = await iterator.nextv(pageRows);
      await iterator.close();
      if (entries.length !== pageRows) throw new Error(`${entries.length} rows were found`);
    });
  return [
    { what: "insert, on disk", who, count: counts.insert, run: put((key) => onDisk.put(key, value, { sync: true })) },
    {
      what: "insert, in memory",
      who,
      count: counts.insert,
      run: put(async (key) => inMemory.set(key.toString("latin1"), value)),
    },
    { what: "row by key", who, count: counts.read, run: get },
    { what: "page of 100 rows, on disk", who, count: counts.page, run: page },
  ];
}

function next() {
  return number++;
}

function idOf(place) {
  return `00000000-0000-4000-8000-${String(place).padStart(12, "0")}`;
}

function productValues(place) {
  return new Map([
    ["id", idOf(place)],
    ["name", `Product ${place}`],
    ["description", "As good as any other, and better than some"],
    ["price", "19.99"],
    ["created", new Date(1_600_000_000_000 + place)],
  ]);
}

function orderValues(place) {
  return new Map([
    ["customer_id", idOf(0)],
    ["ordered_at", new Date(1_600_000_000_000 + place)],
    ["order_id", idOf(place).replace("-4", "-1")],
    ["total", "19.99"],
    ["paid", true],
  ]);
}

/** @returns the cases with the CPU of one operation in µs, the median of the rounds */
async function measure(cases) {
  const samples = new Map(cases.map((one) => [one, []]));
  for (let round = 0; [...samples.values()].some((own) => own.length < rounds); round++) {
    for (const [{ count, run }, own] of samples) {
      if (own.length === rounds) continue;
      const begun = process.cpuUsage();
      await run();
      const { user, system } = process.cpuUsage(begun);
      if (round * count >= compiledAfter) own.push((user + system) / count);
    }
  }
  return [...samples].map(([one, own]) => ({ ...one, cpuUs: own.sort((a, b) => a - b)[own.length >> 1] }));
}

function print(measured) {
  const whats = [...new Set(measured.map(({ what }) => what))];
  const whos = ["before", "now", "bare"].filter((who) => measured.some((one) => one.who === who));
  console.log(`| CPU µs each | ${whos.join(" | ")} | now ÷ bare |\n| --- |${" ---: |".repeat(whos.length + 1)}`);
  for (const what of whats) {
    const cpuOf = (who) => measured.find((one) => one.what === what && one.who === who)?.cpuUs;
    const cells = whos.map((who) => cpuOf(who)?.toFixed(1) ?? "–");
    console.log(`| ${what} | ${cells.join(" | ")} | ${(cpuOf("now") / cpuOf("bare")).toFixed(2)} |`);
  }
}
