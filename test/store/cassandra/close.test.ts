/** A store that closes while definitions change. */
import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers/promises";
import { expect, it, onTestFinished, vi } from "vitest";
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

it("closes although a statement is in flight that nobody answers", async () => {
  const store = await openCassandraStore({ client, replication: 1 });
  let hasEnded = false;
  store.createKeyspace("shop").then(
    () => (hasEnded = true),
    () => (hasEnded = true),
  );
  const sleep = vi.spyOn(timers, "setTimeout").mockResolvedValue(undefined);
  syncBuiltinESMExports();
  onTestFinished(() => {
    sleep.mockRestore();
    syncBuiltinESMExports();
  });
  await store.close();
  expect(sleep).toHaveBeenCalledWith(3_000, undefined, { ref: false });
  expect(hasEnded).toBe(false);
});

it("waits for a change in flight, and refuses later calls", async () => {
  let respond = (): void => undefined;
  const execute = (cql: string): Promise<object> => {
    const response = { rows: [], info: { isSchemaInAgreement: true } };
    if (cql.startsWith("SELECT")) return Promise.resolve(response);
    return new Promise((resolve) => (respond = () => resolve(response)));
  };
  const sent = vi.fn(execute);
  const store = await openCassandraStore({ client: { ...client, execute: sent }, replication: 1 });
  const ended: string[] = [];
  const change = store.createKeyspace("shop").then(() => ended.push("change"));
  await vi.waitFor(() => expect(sent.mock.lastCall?.[0]).toMatch(/^CREATE/));
  const closing = store.close().then(() => ended.push("close"));
  await expect(store.createKeyspace("other")).rejects.toMatchObject({ message: "the store is closed", applied: "no" });
  respond();
  await Promise.all([change, closing]);
  expect(ended).toEqual(["change", "close"]);
  await expect(store.keyspaces()).rejects.toThrow("the store is closed");
});
