/** A process that changes definitions is killed at any moment: each change is there or is not, and none of before is lost. */
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { openEmbeddedStore } from "../../../../src/store/index.ts";
import { long } from "../../../support/long.ts";
import { prepareProcess, storeModule } from "../killed-process.ts";
import { items, scan, table, temporaryDirectory } from "../temporary-store.ts";

/** Changes in turn; each returns to where the first one begins. */
const steps = [
  "create-table",
  "fill",
  "add-column",
  "insert",
  "create-index",
  "drop-index",
  "drop-column",
  "drop-table",
];
const extra = table("extra", { id: "int", note: "text" }, ["id"]);

const program = `
  import { writeSync } from "node:fs";
  import { openEmbeddedStore } from ${storeModule};
  const [directory, first] = process.argv.slice(2);
  const store = await openEmbeddedStore({ directory });
  const text = { kind: "native", name: "text" };
  const alter = (change) => store.alterTable("shop", "items", change);
  const insert = (table, columns) => ({ kind: "insert", keyspace: "shop", table, values: new Map(Object.entries(columns)) });
  const steps = {
    "create-table": () => store.createTable("shop", ${JSON.stringify(extra)}),
    "fill": () => store.batch(Array.from({ length: 50 }, (_, id) => insert("extra", { id, note: "x".repeat(500) }))),
    "add-column": () => alter({ kind: "add-column", column: { name: "more", type: text, kind: "regular" } }),
    "insert": (number) => store.batch([insert("items", { order_id: 1, item_no: number, sku: "sku", more: "more" })]),
    "create-index": () => alter({ kind: "create-index", index: { column: "more", kind: "full" } }),
    "drop-index": () => alter({ kind: "drop-index", index: "items_more_idx" }),
    "drop-column": () => alter({ kind: "drop-column", column: "more" }),
    "drop-table": () => store.dropTable("shop", "extra"),
  };
  const names = Object.keys(steps);
  for (let number = Number(first); ; number++) {
    await steps[names[number % names.length]](number);
    writeSync(1, number + 1 + "\\n");
  }`;

/** What is there after so many steps, in words that are easy to compare. */
function stateAfter(count: number): object {
  const [done, rounds] = [count % steps.length, Math.floor(count / steps.length)];
  const inserted = Array.from({ length: rounds + (done > 3 ? 1 : 0) }, (_, round) => round * steps.length + 3);
  return {
    tables: done > 0 ? ["extra", "items"] : ["items"],
    extra: done > 1 ? 50 : 0,
    columns: ["order_id", "item_no", "sku", ...(done > 2 && done < 7 ? ["more"] : [])],
    indexes: done === 5 ? 1 : 0,
    rows: inserted,
    more: done > 3 && done < 7 ? inserted.slice(-1) : [],
  };
}

async function readState(directory: string): Promise<object> {
  const store = await openEmbeddedStore({ directory });
  const shop = await store.keyspace("shop");
  const names = shop?.tables.map(({ name }) => name) ?? [];
  const definition = shop?.tables.find(({ name }) => name === "items");
  const rows = await scan(store, "items");
  const state = {
    tables: names,
    extra: names.includes("extra") ? (await scan(store, "extra")).length : 0,
    columns: definition?.columns.map(({ name }) => name),
    indexes: definition?.indexes.length,
    rows: rows.map((row) => row["item_no"]),
    more: rows.flatMap((row) => (row["more"] === "more" ? [row["item_no"]] : [])),
  };
  await store.close();
  return state;
}

const rounds = long ? 200 : 10;

it("every acknowledged change survives SIGKILL, and no half of one", { timeout: rounds * 20_000 }, async () => {
  const directory = await temporaryDirectory();
  const store = await openEmbeddedStore({ directory });
  await store.createKeyspace("shop");
  await store.createTable("shop", items);
  await store.close();
  const start = await prepareProcess(program);
  let count = 0;
  for (let round = 0; round < rounds; round++) {
    const child = start(directory, String(count));
    // Each round ends at another step, and some in the middle of it.
    const last = count + 1 + ((round * 5) % 13);
    for await (const line of createInterface({ input: child.stdout ?? process.stdin })) {
      count = Number(line);
      if (count !== last) continue;
      await sleep(round % 4);
      child.kill("SIGKILL");
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    expect(child.signalCode).toBe("SIGKILL");
    const state = await readState(directory);
    expect([stateAfter(count), stateAfter(count + 1)]).toContainEqual(state);
    if (JSON.stringify(state) !== JSON.stringify(stateAfter(count))) count += 1;
  }
});
