/** A store on a cluster that no longer responds. */
import { expect, it } from "vitest";
import { openCassandraStore } from "../../../src/store/index.ts";

const host = { address: "127.0.0.1:9042", isUp: () => true };

/** Has no keyspaces, and never ends a statement that changes that. */
const client = {
  hosts: { length: 1, values: () => [host] },
  getState: () => ({ getConnectedHosts: () => [host] }),
  connect: async () => {},
  shutdown: async () => {},
  execute: (cql: string) =>
    cql.startsWith("SELECT") ? Promise.resolve({ rows: [] }) : new Promise<never>(() => undefined),
};

it("closes although a statement is in flight that nobody answers", { timeout: 10_000 }, async () => {
  const store = await openCassandraStore({ client, replication: 1 });
  let hasEnded = false;
  store.createKeyspace("shop").then(
    () => (hasEnded = true),
    () => (hasEnded = true),
  );
  await store.close();
  expect(hasEnded).toBe(false);
});
