/**
 * Measures the CPU that our own code uses in a call: the service is a function that answers at once, so there is no I/O.
 *
 * Every sample is a process of its own that warms up first, so that no version pays for the garbage of the other.
 */
import { join } from "node:path";
import { writeRuntime } from "./clients.mjs";
import { runChild } from "./run-child.mjs";

export const rounds = { quick: 2, full: 9, warmUp: false };

const measures = { cpuUs: { head: "CPU µs a call", digits: 1, compared: false } };

const cases = [
  "insert, without batching",
  "insert, awaited",
  "a row of a Promise.all of 1,000",
  // So many pending writes outlive the young generation.
  "a row of a Promise.all of 20,000",
  "a row of bulk",
  "get",
];

export async function plan({ folder, quick, versions }) {
  const counts = quick ? [20_000, 40_000] : [40_000, 80_000];
  const files = await Promise.all(versions.map((version) => writeRuntime(folder, version)));
  const child = join(import.meta.dirname, "cpu-child.mjs");
  const measured = cases.flatMap((name) =>
    versions.map(({ label }, index) => ({
      name: name + label,
      measure: () => runChild([child, files[index], name, ...counts.map(String)]),
    })),
  );
  return { groups: [{ title: "no I/O", measures, cases: measured }] };
}
