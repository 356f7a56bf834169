/**
 * Measures a call by `storeSession` on the embedded store, beside the store called directly.
 *
 * The library is the build output. Both use one store, whose files are in memory where the system offers that: a disk's time
 * would hide ours.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createRow, loadRuntimes } from "./clients.mjs";
import { build } from "./versions.mjs";

export const rounds = { quick: 2, full: 9, warmUp: true };

const measures = { latencyUs: { head: "µs a call", digits: 1 }, cpuUs: { head: "CPU µs a call", digits: 1 } };

export async function plan({ folder, quick, versions: [version] }) {
  build(version);
  const library = await import(pathToFileURL(join(version.root, "dist/index.js")).href);
  const [{ runtime }] = await loadRuntimes(folder, [version]);
  const inMemory = "/dev/shm";
  const directory = mkdtempSync(join(existsSync(inMemory) ? inMemory : tmpdir(), "colonnade-bench-"));
  const store = await openStore(library, version, join(directory, "data"));
  const close = async () => {
    await store.close();
    rmSync(directory, { recursive: true, force: true });
  };
  const count = quick ? 1000 : 5000;
  const groupOf = (title, calls) => ({
    title,
    measures,
    cases: Object.entries(calls).map(([name, call]) => ({ name, measure: () => measureCalls(call, count) })),
  });
  const { insert, get } = createCalls(library, runtime, store);
  return { groups: [groupOf("insert", insert), groupOf("get", get)], close };
}

async function openStore({ loadKeyspace, openEmbeddedStore }, { root }, directory) {
  const store = await openEmbeddedStore({ directory });
  const { name, tables } = await loadKeyspace(join(root, "examples/shop/definitions/shop"));
  await store.createKeyspace(name);
  const table = tables.find(({ name }) => name === "products");
  await store.createTable(name, table);
  return store;
}

/** By name, functions that write a row and functions that read it. */
function createCalls({ storeSession }, { getProducts, insertProducts }, store) {
  const target = { keyspace: "shop", table: "products" };
  const direct = {
    insert: (row) => store.insert({ ...target, values: new Map(Object.entries(row)) }),
    get: async ({ id }) => {
      const filters = [{ column: "id", operator: "eq", value: id }];
      const { rows } = await store.select({ ...target, filters, pageSize: 1 });
      if (rows.length !== 1) throw new Error(`${rows.length} rows were found`);
    },
  };
  if (storeSession === undefined) {
    console.error("the library has no storeSession: only the store itself is measured");
    return { insert: { "the store": direct.insert }, get: { "the store": direct.get } };
  }
  const session = storeSession(store);
  return {
    insert: { "the store": direct.insert, storeSession: (row) => insertProducts(session, row) },
    get: {
      "the store": direct.get,
      storeSession: async ({ id }) => {
        if ((await getProducts(session, { id })) === undefined) throw new Error("no row was found");
      },
    },
  };
}

/** One after the other, the same rows in each round, so that the store does not grow. */
async function measureCalls(call, count) {
  const latencies = [];
  const cpu = process.cpuUsage();
  for (let number = 0; number < count; number++) {
    const row = createRow(number);
    const begun = performance.now();
    await call(row);
    latencies.push(performance.now() - begun);
  }
  const { user, system } = process.cpuUsage(cpu);
  // The twentieth percentile: what the machine can do when nobody else has it.
  const latencyUs = 1000 * latencies.sort((one, other) => one - other)[Math.floor(count / 5)];
  return { latencyUs, cpuUs: (user + system) / count };
}
