/** A client that the app has; one that is opened here needs a cluster: `test/cluster/connections.large.test.ts`. */
import { expect, it } from "vitest";
import { openCassandraClient } from "../../../src/store/cassandra/open-client.ts";

it("connects a client of the app, and leaves it open", async () => {
  const calls: string[] = [];
  const client = { connect: async () => void calls.push("connect"), shutdown: async () => void calls.push("shutdown") };
  const opened = await openCassandraClient({ client });
  expect(opened.client).toBe(client);
  await opened.close();
  expect(calls).toEqual(["connect"]);
});

it("fails as the client of the app does when that cannot connect", async () => {
  const failure = new Error("no host");
  await expect(openCassandraClient({ client: { connect: () => Promise.reject(failure) } })).rejects.toBe(failure);
});
