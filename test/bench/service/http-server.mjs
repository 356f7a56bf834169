/**
 * A server in a process of its own, for `http.mjs`: `node http-server.mjs KIND DIST FOLDER`.
 *
 * `echo` is the floor: node:http alone, which parses the JSON of a body and sends JSON of the size of the service's answer.
 * `service` is the service on an embedded store in FOLDER, or in memory without one; `mercurius` is in FOLDER. Tells its
 * address, and then its CPU time whenever it gets a message.
 */
import { createServer } from "node:http";
import { pathToFileURL } from "node:url";
import { definitions, keyspace, user } from "./http-cases.mjs";
import { startMercurius } from "./mercurius-server.mjs";

const [kind, dist, directory] = process.argv.slice(2);
const start = { echo: startEcho, service: startService, mercurius: () => startMercurius(directory) };
const url = await start[kind]();
process.send({ url });
process.on("message", () => process.send({ cpu: process.cpuUsage(), rss: process.memoryUsage.rss() }));
process.on("disconnect", () => process.exit());

async function startEcho() {
  const server = createServer((request, response) => {
    const parts = [];
    request.on("data", (part) => parts.push(part));
    request.on("end", () => {
      const { query } = JSON.parse(Buffer.concat(parts).toString());
      const body = JSON.stringify({ data: { insertProducts: { applied: true, query: query.length } } });
      response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
      response.end(body);
    });
  });
  server.keepAliveTimeout = 600_000;
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${server.address().port}`;
}

async function startService() {
  const { createService, listen, openEmbeddedStore, openMemoryStore } = await import(pathToFileURL(dist).href);
  const store = await (directory ? openEmbeddedStore({ directory }) : openMemoryStore());
  const service = createService({ store, user, keyspace });
  const { url } = await listen(service, { port: 0, host: "127.0.0.1" });
  const post = (path, body, headers) =>
    fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  await store.createKeyspace(keyspace);
  const { authToken } = await (await post("/api/rest/v1/auth", user)).json();
  for (const definition of definitions) {
    const answer = await post(`/api/rest/v1/keyspaces/${keyspace}/tables`, definition, {
      "x-service-token": authToken,
    });
    if (!answer.ok) throw new Error(await answer.text());
  }
  process.send({ token: authToken });
  return url;
}
