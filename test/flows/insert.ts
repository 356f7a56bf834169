/** An insert by a bound function over HTTP, client and server in this process: the functions that it runs, as JSON on stdout. */
import { Session } from "node:inspector/promises";
import { createSession } from "@colonnade/runtime";
import { nodeTransport } from "@colonnade/runtime/node";
import { insertProducts } from "../../examples/shop/generated/products.js";
import { createService, listen } from "../../src/service/index.ts";
import { loadKeyspace } from "../../src/source/parse-keyspace.ts";
import { openMemoryStore } from "../../src/store/index.ts";

const store = await openMemoryStore();
const keyspace = await loadKeyspace(process.argv[2] ?? "");
await store.createKeyspace(keyspace.name);
for (const table of keyspace.tables) await store.createTable(keyspace.name, table);
const user = { username: "flows", password: "a password of this process" };
const listener = await listen(createService({ store, user }), { port: 0 });
const session = createSession({ url: listener.url, credentials: user, transport: nodeTransport() });
const row = { id: "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10", name: "Robot arm", price: "4199.99", created: new Date(0) };
// The first one logs in, and plans what the next ones use.
await insertProducts(session, row);

const inspector = new Session();
inspector.connect();
await inspector.post("Profiler.enable");
await inspector.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
await insertProducts(session, { ...row, name: "Robot leg" });
const { result } = await inspector.post("Profiler.takePreciseCoverage");
process.stdout.write(JSON.stringify({ result }));

inspector.disconnect();
await session.close();
await listener.close();
await store.close();
