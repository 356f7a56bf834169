/** Outcomes of writes that the driver sent to one node and then to another. */
import cassandra from "cassandra-driver";
import { describe, expect, it } from "vitest";
import type { Table } from "../../../src/model/index.ts";
import type { CqlClient, StatementOptions } from "../../../src/store/cassandra/client.ts";
import { cassandraRows } from "../../../src/store/cassandra/rows.ts";

const text = { kind: "native", name: "text" } as const;
const products: Table = {
  name: "products",
  columns: [
    { name: "id", type: text, kind: "partition" },
    { name: "name", type: text, kind: "regular" },
  ],
  partitionKey: ["id"],
  clusteringKey: [],
  indexes: [],
  defaultTimeToLive: 0,
};
const place = { keyspace: "shop", table: "products" };
const values = new Map([
  ["id", "1"],
  ["name", "Gripper"],
]);

const tooFewReplicas = Object.assign(new Error("Cannot achieve consistency level LOCAL_QUORUM"), { code: 0x1000 });
const brokenConnection = Object.assign(new Error("Socket was closed"), { isSocketError: true });
const overloaded = Object.assign(new Error("Too many requests"), { code: 0x1001 });

/** A client that asks the policy about an error, and ends with another one. */
function clientThat(fails: (policy: NonNullable<StatementOptions["retry"]>) => void): CqlClient {
  const run = async (_: unknown, __: unknown, options?: StatementOptions): Promise<never> => {
    if (options?.retry) fails(options.retry);
    throw tooFewReplicas;
  };
  const policies = { retry: new cassandra.policies.retry.RetryPolicy() };
  const batch = (queries: unknown, options: unknown) => run(queries, [], options as StatementOptions);
  return { execute: run, batch, hosts: undefined, options: { policies } } as unknown as CqlClient;
}

function insertWith(client: CqlClient, ifNotExists = false): Promise<unknown> {
  const tables = { table: () => products, find: async () => products };
  return cassandraRows({ client, tables }).insert({ ...place, values, ifNotExists });
}

describe("a write that fails at too few replicas", () => {
  it("was not applied when it was the first try", async () => {
    await expect(insertWith(clientThat(() => {}))).rejects.toMatchObject({ code: "unavailable", applied: "no" });
  });

  it("may have been applied by a try before it, whose connection broke", async () => {
    const client = clientThat((policy) => policy.onRequestError({}, 6, brokenConnection));
    await expect(insertWith(client)).rejects.toMatchObject({ code: "unavailable", applied: "unknown" });
  });

  it("may have been applied by a try that timed out at its replicas", async () => {
    const client = clientThat((policy) => policy.onWriteTimeout({ nbRetry: 0 }, 6, 1, 2, "BATCH_LOG"));
    const rows = cassandraRows({ client, tables: { table: () => products, find: async () => products } });
    const batch = rows.batch([
      { kind: "insert", ...place, values },
      { kind: "insert", ...place, values },
    ]);
    await expect(batch).rejects.toMatchObject({ applied: "unknown" });
  });

  it("may have been applied by a try of a batch that an overloaded node had begun", async () => {
    const client = clientThat((policy) => policy.onRequestError({}, 6, overloaded));
    const rows = cassandraRows({ client, tables: { table: () => products, find: async () => products } });
    const write = { kind: "insert", ...place, values } as const;
    await expect(rows.batch([write, write])).rejects.toMatchObject({ applied: "unknown" });
  });

  it("was not applied by a try that a node refused", async () => {
    const client = clientThat((policy) => policy.onRequestError({}, 6, overloaded));
    await expect(insertWith(client)).rejects.toMatchObject({ applied: "no" });
  });

  it("leaves it to the client's policy whether it is sent again", () => {
    const asked: object[] = [];
    const client = clientThat((policy) => asked.push(policy.onRequestError({}, 6, brokenConnection)));
    return insertWith(client).catch(() => expect(asked).toEqual([{ decision: 1, useCurrentHost: false }]));
  });

  it("is not watched with a condition, since it is never sent again", async () => {
    const client = clientThat(() => expect.unreachable());
    await expect(insertWith(client, true)).rejects.toMatchObject({ applied: "no" });
  });
});
