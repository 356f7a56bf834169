/**
 * M4: rows a second when writes travel together, beside one call for each row, 50 at once, over `fetch`.
 *
 * On the stub, with 0, 2 and 20 ms between question and answer, and on graphql-js, which parses, validates and executes. The
 * rows of a `Promise.all` are issued in one tick. How many traveled in a document is what the server counted.
 */
import { createOurs, createRow, loadRuntimes, withBatching, withoutBatching } from "./clients.mjs";
import { keepInFlight } from "./keep-in-flight.mjs";
import { printDocuments } from "./print-documents.mjs";
import { startServer } from "./start-server.mjs";

export const rounds = { quick: 2, full: 7, warmUp: true };

const measures = {
  perSecond: { head: "rows a second", digits: 0 },
  perDocument: { head: "rows a document", digits: 1, compared: false },
};

/** By how long the stub waits: how many rows there are when they go one after the other, when 50 do, and in batches. */
const servers = [
  { title: "stub, 0 ms", kind: "stub", delayMs: 0, alone: 500, atOnce: 2000, together: 20_000 },
  { title: "stub, 2 ms", kind: "stub", delayMs: 2, alone: 200, atOnce: 2000, together: 20_000 },
  { title: "stub, 20 ms", kind: "stub", delayMs: 20, alone: 40, atOnce: 1000, together: 20_000 },
  { title: "graphql-js", kind: "graphql-js", delayMs: 0, alone: 500, atOnce: 2000, together: 10_000 },
];

export async function plan({ folder, quick, versions }) {
  const runtimes = await loadRuntimes(folder, versions);
  const started = [];
  const close = () => started.forEach((server) => server.close());
  try {
    const groups = [];
    for (const { title, kind, delayMs, ...counts } of servers) {
      const server = await startServer(kind, delayMs);
      started.push(server);
      const share = quick ? 0.1 : 1;
      const rowsOf = (key) => Math.ceil(counts[key] * share);
      const [cases, before = []] = runtimes.map((version) => createCases(version, server, rowsOf));
      // Versions follow each other; what is done by hand is the same in both.
      const inTurns = cases.flatMap((own, index) => [own, ...before.slice(index, index + 1)]);
      groups.push({ title, measures, cases: inTurns.filter(({ name }) => !/^by hand.*before/.test(name)) });
    }
    return { groups, close };
  } catch (error) {
    close();
    throw error;
  }
}

function createCases({ label, runtime }, server, rowsOf) {
  const single = createOurs(runtime, server.url, withoutBatching);
  const batching = createOurs(runtime, server.url, withBatching);
  const [overFetch, overNode] = ["session, fetchTransport", "session, nodeTransport"];
  const atOnce = (insert) => (rows) => keepInFlight(50, rows.length, () => insert(rows.pop()));
  const alone = (insert) => async (rows) => {
    for (const row of rows) await insert(row);
  };
  const together = (insert) => (rows) => Promise.all(rows.map((row) => insert(row)));
  const cases = [
    ["a call for each row, 50 at once, fetch", rowsOf("atOnce"), atOnce(single[overFetch])],
    ["a call for each row, 50 at once, nodeTransport", rowsOf("atOnce"), atOnce(single[overNode])],
    ["each row awaited, fetch", rowsOf("alone"), alone(batching[overFetch])],
    ["by hand, 50 rows a document, 4 at once, fetch", rowsOf("together"), byHand(server.url)],
    ["Promise.all, fetch", rowsOf("together"), together(batching[overFetch])],
    ["Promise.all, nodeTransport", rowsOf("together"), together(batching[overNode])],
    ["bulk, nodeTransport", rowsOf("together"), (rows) => runtime.bulk(rows, (row) => batching[overNode](row))],
  ];
  return cases.map(([name, count, write]) => ({
    name: name + label,
    measure: () => measureRows(server, count, write),
  }));
}

/** What there is to reach: nobody looks at the rows. */
function byHand(url) {
  const headers = { accept: "application/json", "content-type": "application/json" };
  return async (rows) => {
    const bodies = printDocuments(rows);
    await keepInFlight(4, bodies.length, async () => {
      const response = await fetch(`${url}/api/graphql`, { method: "POST", headers, body: bodies.pop() });
      const { data } = await response.json();
      if (!data.r0.applied) throw new Error("a row was not applied");
    });
  };
}

/** No two rows of all have the same key: those would have to wait for each other. */
let made = 0;

async function measureRows({ takeCount }, count, write) {
  const rows = Array.from({ length: count }, () => createRow(made++));
  await takeCount();
  const begun = performance.now();
  await write(rows);
  const perSecond = (1000 * count) / (performance.now() - begun);
  const { documents, fields } = await takeCount();
  if (fields !== count) throw new Error(`${fields} of ${count} rows came to the server`);
  return { perSecond, perDocument: fields / documents };
}
