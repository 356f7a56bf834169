/**
 * M10: what a call leaves in memory when all calls share a signal that lives long, and how long a process lives on after its
 * last call when nobody closes the session. Every sample is a process of its own.
 */
import { join } from "node:path";
import { writeRuntime } from "./clients.mjs";
import { runChild } from "./run-child.mjs";
import { startServer } from "./start-server.mjs";

export const rounds = { quick: 1, full: 2, warmUp: false };

/** Quick, so it can make more calls: a few bytes a call are what compiled code takes when there are not enough of them. */
const inProcess = "session in process";
const callsInProcess = 200_000;

const clients = [
  inProcess,
  "session, fetchTransport",
  "session, nodeTransport",
  ...["fetch", "fetch, AbortSignal.any", "ofetch", "ky", "graphql-request", "urql"],
];

const transports = ["nothing", "fetch", "fetchTransport", "nodeTransport"];

export async function plan({ folder, quick, versions: [version] }) {
  const calls = quick ? 8_000 : 40_000;
  const bundle = await writeRuntime(folder, version);
  const { url, close } = await startServer();
  // fetch itself has Node warn of listeners, thousands of times.
  const child = (file, ...argv) =>
    runChild(["--no-warnings", "--expose-gc", join(import.meta.dirname, file), bundle, url, ...argv]);
  const callsOf = (name) => String(name === inProcess ? callsInProcess : calls);
  const retained = clients.map((name) => ({ name, measure: () => child("retained.mjs", name, callsOf(name)) }));
  const ending = transports.map((name) => ({ name, measure: () => child("ending.mjs", name) }));
  return {
    groups: [
      {
        title: `a long-lived signal, ${calls.toLocaleString("en")} calls`,
        measures: {
          retainedBytes: { head: "bytes kept, a call", digits: 1, compared: false },
          listeners: { head: "listeners left", digits: 0, compared: false },
        },
        cases: retained,
      },
      {
        title: "after the last call",
        measures: { waitedMs: { head: "ms to the end", digits: 1, compared: false } },
        cases: ending,
      },
    ],
    close,
  };
}
