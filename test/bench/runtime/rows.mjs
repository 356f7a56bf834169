/**
 * Measures rows a second when an app writes many, over `nodeTransport` to the stub, beside documents printed by hand.
 *
 * Every sample is a process of its own that writes some rows to warm up first.
 */
import { join } from "node:path";
import { writeRuntime } from "./clients.mjs";
import { runChild } from "./run-child.mjs";
import { startServer } from "./start-server.mjs";

export const rounds = { quick: 2, full: 5, warmUp: false };

const measures = {
  perSecond: { head: "rows a second", digits: 0 },
  cpuUs: { head: "CPU µs a row", digits: 1 },
  perDocument: { head: "rows a document", digits: 1, compared: false },
};

/** Rows that an app writes at once when it reads them from elsewhere piece by piece. */
const sliceLength = 5000;

export async function plan({ folder, quick, versions }) {
  const [warmUp, count] = quick ? [10_000, 20_000] : [30_000, 100_000];
  const files = await Promise.all(versions.map((version) => writeRuntime(folder, version)));
  const server = await startServer();
  const child = join(import.meta.dirname, "rows-child.mjs");
  const measure = async (file, way) => {
    await server.takeCount();
    const sample = await runChild([child, file, server.url, way, warmUp, count, sliceLength].map(String));
    const { documents, fields } = await server.takeCount();
    if (fields !== warmUp + count) throw new Error(`${fields} of ${warmUp + count} rows came to the server`);
    return { ...sample, perDocument: fields / documents };
  };
  const cases = ["Promise.all", "slices", "bulk"].flatMap((way) =>
    versions.map(({ label }, index) => ({ name: titles[way] + label, measure: () => measure(files[index], way) })),
  );
  const byHand = { name: titles["by hand"], measure: () => measure(files[0], "by hand") };
  const title = `${count.toLocaleString("en")} rows over nodeTransport`;
  return { groups: [{ title, measures, cases: [byHand, ...cases] }], close: server.close };
}

const titles = {
  "by hand": "by hand, 50 rows a document, 4 at once",
  "Promise.all": "one Promise.all of all rows",
  slices: `a Promise.all of ${sliceLength.toLocaleString("en")} rows after another`,
  bulk: "bulk",
};
