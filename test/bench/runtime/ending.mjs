/**
 * A process that makes a call and leaves the session open: it tells how long it lives on by itself.
 *
 * `node ending.mjs BUNDLE URL TRANSPORT`; run by `memory.mjs`. `fetch` makes a plain one, `nothing` none.
 */
import { pathToFileURL } from "node:url";
import { createRow, openSession } from "./clients.mjs";

const [bundle, url, transport] = process.argv.slice(2);
const runtime = await import(pathToFileURL(bundle).href);

if (transport === "fetch") {
  await (await fetch(`${url}/api/graphql`, { method: "POST", body: '{"query":""}' })).json();
} else if (transport !== "nothing") {
  const insert = openSession(runtime, url, { transport: runtime[transport]() });
  await insert(createRow(0), new AbortController().signal);
}
const ended = performance.now();
process.on("exit", () => process.stdout.write(JSON.stringify({ waitedMs: performance.now() - ended })));
