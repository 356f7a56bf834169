/** What the engine tells of its requests to the cluster. */
import { expect, it, onTestFinished, test, vi } from "vitest";
import type { CqlClient } from "../../../src/store/cassandra/client.ts";
import { Histogram, cassandraRows } from "../../../src/store/index.ts";
import { tableOf } from "../../support/keyspaces.ts";

const people = tableOf({
  name: "people",
  columnDefinitions: [{ name: "id", typeDefinition: "int" }],
  primaryKey: { partitionKey: ["id"] },
});

test.each([
  ["a client that knows no nodes yet", undefined, 256],
  ["no nodes", 0, 256],
  ["a node", 1, 256],
  ["three nodes", 3, 768],
])("of %s has its share of requests in flight", (_, length, most) => {
  const client = {
    hosts: length === undefined ? undefined : { length, values: () => [] },
    execute: () => new Promise<never>(() => undefined),
  };
  const rows = cassandraRows({
    client: client as unknown as CqlClient,
    tables: { table: () => people, find: async () => people },
  });
  for (let id = 0; id < 800; id++) {
    void rows.insert({ keyspace: "shop", table: "people", values: new Map([["id", id]]) });
  }
  const figures = new Map(rows.statistics().map(({ name, value }) => [name, value]));
  expect(figures.get("requests_in_flight")).toBe(most);
  expect(figures.get("waiting_requests")).toBe(800 - most);
  expect(figures.get("nodes")).toBe(length ?? 0);
});

it("measures requests in seconds", async () => {
  let now = 1000;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  onTestFinished(() => void vi.restoreAllMocks());
  const client = {
    hosts: undefined,
    execute: async () => ((now += 1500), { rows: undefined, pageState: null }),
  };
  const rows = cassandraRows({
    client: client as unknown as CqlClient,
    tables: { table: () => people, find: async () => people },
  });
  await rows.insert({ keyspace: "shop", table: "people", values: new Map([["id", 1]]) });
  const [seconds] = rows.statistics();
  expect(seconds?.value instanceof Histogram && seconds.value.sum).toBe(1.5);
});

it("counts requests in flight, waiting and failed, and measures each", async () => {
  const answers: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] = [];
  const client: Partial<CqlClient> = {
    hosts: { length: 1, values: () => [] },
    options: { encoding: {} },
    execute: () =>
      new Promise((resolve, reject) => {
        answers.push({ resolve: () => resolve({ rows: undefined, pageState: null }), reject });
      }),
  };
  const rows = cassandraRows({
    client: client as CqlClient,
    tables: { table: () => people, find: async () => people },
  });
  const figures = (): Readonly<Record<string, number>> =>
    Object.fromEntries(
      rows
        .statistics()
        .map(({ name, value }) => [name, value instanceof Histogram ? (value.counts.at(-1) ?? NaN) : value]),
    );
  const inserts = Array.from({ length: 300 }, (_, id) =>
    rows.insert({ keyspace: "shop", table: "people", values: new Map([["id", id]]) }).catch(() => undefined),
  );
  expect(figures()).toEqual({
    request_duration_seconds: 0,
    failed_requests_total: 0,
    requests_in_flight: 256,
    waiting_requests: 44,
    nodes: 1,
  });
  answers.shift()?.reject(new Error("no"));
  while (figures()["requests_in_flight"] !== 0) {
    for (const { resolve } of answers.splice(0)) resolve();
    await new Promise((turn) => setImmediate(turn));
  }
  await Promise.all(inserts);
  expect(figures()).toMatchObject({ request_duration_seconds: 300, failed_requests_total: 1, waiting_requests: 0 });
});
