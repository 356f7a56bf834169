/**
 * How long the service keeps everybody waiting while it answers the largest documents that a reader may send. In a process of
 * its own, whose garbage is that of the service alone.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listen } from "../../src/service/index.ts";
import type { Listener } from "../../src/service/index.ts";
import type { Value } from "../../src/store/index.ts";
import { openFixture } from "./service-fixture.ts";
import type { Fixture } from "./service-fixture.ts";

const wide = {
  name: "wide",
  columnDefinitions: Object.entries({
    p: "int",
    c: "int",
    l: "list<int>",
    d: "list<double>",
    u: "list<uuid>",
    t: "text",
  }).map(([name, typeDefinition]) => ({ name, typeDefinition })),
  primaryKey: { partitionKey: ["p"], clusteringKey: ["c"] },
};
const path = "/api/rest/v1/keyspaces/shop/tables/wide/rows";
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, number) => number);
const fields = (count: number, field: (number: number) => string): string => upTo(count).map(field).join(" ");

let fixture: Fixture;
let listener: Listener;
beforeAll(async () => {
  fixture = await openFixture([wide]);
  listener = await listen(fixture.service, { port: 0 });
  const insert = (values: object): Promise<unknown> =>
    fixture.store.insert({ keyspace: "shop", table: "wide", values: new Map<string, Value>(Object.entries(values)) });
  const long = (count: number): object => ({
    l: upTo(count),
    d: upTo(count).map((n) => n + 0.123456),
    u: upTo(count).map((n) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`),
    t: '\u00e9"'.repeat(count * 3),
  });
  for (const c of upTo(300)) await insert({ p: 1, c, ...long(700) });
  await insert({
    p: 2,
    c: 0,
    l: upTo(40_000),
    u: upTo(40_000).map((n) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`),
  });
}, 120_000);
afterAll(async () => {
  await listener.close();
  await fixture.close();
});

/** A program of its own sends the requests, so that only the service works here. */
const client = `
const { url, token, requests } = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
const headers = { "x-service-token": token, "content-type": "application/json" };
Promise.all(requests.map(async ([method, path, body]) => {
  const response = await fetch(url + path, { method, headers, body });
  await response.arrayBuffer();
  return response.status;
})).then((statuses) => console.log(JSON.stringify(statuses)));
`;

type Sent = readonly [method: string, path: string, body?: string];

/** The most processor time between two turns of the event loop, while requests are answered. */
async function longestTurn(requests: readonly Sent[]): Promise<{ longestMs: number; statuses: readonly number[] }> {
  const child = spawn(process.execPath, ["-e", client], { stdio: ["pipe", "pipe", "inherit"] });
  let text = "";
  child.stdout.on("data", (part: Buffer) => (text += part.toString()));
  let isDone = false;
  let longestMs = 0;
  let before = { wall: performance.now(), cpu: process.cpuUsage() };
  const look = (): void => {
    const { user, system } = process.cpuUsage(before.cpu);
    // Other threads work too: the turn took neither more than the clock says, nor more than all of them together.
    const turn = Math.min(performance.now() - before.wall, (user + system) / 1000);
    if (turn > longestMs) longestMs = turn;
    before = { wall: performance.now(), cpu: process.cpuUsage() };
    if (!isDone) setImmediate(look);
  };
  setImmediate(look);
  child.stdin.end(JSON.stringify({ url: listener.url, token: fixture.token, requests }));
  await once(child, "close");
  isDone = true;
  return { longestMs, statuses: JSON.parse(text) as number[] };
}

const graphql = (query: string): Sent => ["POST", "/api/graphql", JSON.stringify({ query })];
const rowsOf = (column: string): Sent =>
  graphql(`{ ${fields(300, (n) => `f${n}: wide(value: {p: 1, c: ${n}}) { values { ${column} } }`)} }`);
const aliasesOf = (column: string): Sent =>
  graphql(`{ wide(value: {p: 2}) { values { ${fields(50, (n) => `a${n}: ${column}`)} } } }`);

describe("a turn of the service", () => {
  it.each<[string, readonly Sent[]]>([
    ["300 fields of lists", [rowsOf("l")]],
    ["300 fields of UUIDs", [rowsOf("u")]],
    ["50 aliases of a long list", [aliasesOf("l")]],
    ["a page of GraphQL", [graphql("{ wide(value: {p: 1}, options: {pageSize: 300}) { values { l d u t } } }")]],
    ["a page of REST", [["GET", `${path}/1?pageSize=300`]]],
    [
      "8 pages of GraphQL",
      upTo(8).map(() => graphql("{ wide(value: {p: 1}, options: {pageSize: 300}) { values { l d u t } } }")),
    ],
    ["8 pages of REST", upTo(8).map((): Sent => ["GET", `${path}/1?pageSize=300`])],
  ])(
    "takes less than 100 ms of the processor: %s",
    async (_, requests) => {
      // Something else may take the time, such as the compiler or the collection of garbage: a slow service is slow again.
      let longestMs = Infinity;
      for (let attempt = 0; attempt < 3 && longestMs >= 100; attempt++) {
        const turn = await longestTurn(requests);
        expect(new Set(turn.statuses)).toEqual(new Set([200]));
        longestMs = Math.min(longestMs, turn.longestMs);
      }
      expect(longestMs).toBeLessThan(100);
    },
    60_000,
  );
});
