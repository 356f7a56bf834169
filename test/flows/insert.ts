/**
 * An insert by a bound function over HTTP, by a client and a service in a process each: the functions that each runs, as JSON
 * on stdout. The service is this program again.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { Session } from "node:inspector/promises";
import { createSession } from "@colonnade/runtime";
import { nodeTransport } from "@colonnade/runtime/node";
import { insertProducts } from "../../examples/shop/generated/products.js";
import { createService, listen } from "../../src/service/index.ts";
import { loadKeyspace } from "../../src/source/parse-keyspace.ts";
import { openMemoryStore } from "../../src/store/index.ts";

const user = { username: "flows", password: "a password of this process" };

/** @returns a function that ends the count, and returns what ran since its begin */
async function count(): Promise<() => Promise<object>> {
  const inspector = new Session();
  inspector.connect();
  await inspector.post("Profiler.enable");
  await inspector.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  return async () => (await inspector.post("Profiler.takePreciseCoverage")).result;
}

/** Reports its address, begins to count at the first message, and reports what ran at the second. */
async function serve(definitions: string, report: (message: unknown) => void): Promise<void> {
  const store = await openMemoryStore();
  const keyspace = await loadKeyspace(definitions);
  await store.createKeyspace(keyspace.name);
  for (const table of keyspace.tables) await store.createTable(keyspace.name, table);
  const listener = await listen(createService({ store, user }), { port: 0 });
  report(listener.url);
  await once(process, "message");
  const take = await count();
  report("counting");
  await once(process, "message");
  report(await take());
  process.disconnect();
  await listener.close();
  await store.close();
}

async function insertInto(definitions: string): Promise<void> {
  const child = fork(process.argv[1] ?? "", [definitions]);
  const [url] = (await once(child, "message")) as [string];
  const session = createSession({ url, credentials: user, transport: nodeTransport() });
  const row = { id: "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10", name: "Robot arm", price: "4199.99", created: new Date(0) };
  // The first one logs in, and plans what the next ones use.
  await insertProducts(session, row);
  child.send("count");
  await once(child, "message");
  const take = await count();
  await insertProducts(session, { ...row, name: "Robot leg" });
  const client = await take();
  child.send("report");
  const [service] = (await once(child, "message")) as [object];
  process.stdout.write(JSON.stringify({ client, service }));
  await session.close();
}

const [, , definitions = ""] = process.argv;
await (process.send ? serve(definitions, (message) => process.send?.(message)) : insertInto(definitions));
