/**
 * Keyspaces as people write them, driven by their generated functions with random rows: a gateway on a real Cassandra and a
 * session straight on it answer as the embedded store does.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { createCassandraSession } from "@colonnade/cassandra";
import { createSession, fetchTransport } from "@colonnade/runtime";
import type { Session } from "@colonnade/runtime";
import { orderUserTypes } from "../../src/model/cql-type.ts";
import { planKeyspace } from "../../src/plan/index.ts";
import type { Plan } from "../../src/plan/index.ts";
import { createService, listen } from "../../src/service/index.ts";
import { introspectKeyspace } from "../../src/source/introspect-keyspace.ts";
import { openCassandraStore, openMemoryStore } from "../../src/store/index.ts";
import { storeSession } from "../../src/index.ts";
import { importEmitted } from "../emit/import-emitted.ts";
import type { Exports } from "../emit/import-emitted.ts";
import { long } from "../support/long.ts";
import { describeOnCluster } from "./describe-on-cluster.ts";
import type { Cluster } from "./describe-on-cluster.ts";
import { driveTable, rowsFor } from "./drive-table.ts";
import type { Answers, TableRows } from "./drive-table.ts";
import { realKeyspaces } from "./real-keyspaces.ts";

/** cassandra-driver does not know the type. @see test/store/cassandra/rows.test.ts */
const unreadable = ", a_type vector<frozen<fields>, 2>";

/** Of a row that stands in the way of a write the driver loses a column of this name: `"__proto__"`. */
const lost = "Proto";

function withoutLost(answer: unknown): unknown {
  const { current } = (answer ?? {}) as { readonly current?: object };
  return current && lost in current ? { ...(answer as object), current: { ...current, [lost]: null } } : answer;
}

const noService = (): never => expect.unreachable();

interface Opened {
  readonly session: Session;
  readonly close: () => Promise<void>;
}

const user = { username: "ann", password: "correct horse" };

async function openGateway({ contactPoints, credentials }: Cluster): Promise<Opened> {
  const store = await openCassandraStore({ contactPoints, credentials });
  const listener = await listen(createService({ store, user }), { port: 0 });
  const session = createSession({ url: listener.url, credentials: user, transport: fetchTransport() });
  const close = async (): Promise<void> => {
    session.close();
    await listener.close();
    await store.close();
  };
  return { session, close };
}

async function openStraight({ contactPoints, credentials }: Cluster): Promise<Opened> {
  const session = createCassandraSession({ contactPoints, credentials });
  return { session, close: () => session.close() };
}

await describeOnCluster("driven by their generated functions", (cluster) => {
  describe.each(realKeyspaces("Driven"))("the tables of $name", ({ called, script }) => {
    let plan: Plan;
    let exported: Exports;
    let rows: ReadonlyMap<string, TableRows>;
    let expected: ReadonlyMap<string, Answers>;
    let isNew = true;

    const driveAll = async (session: Session): Promise<ReadonlyMap<string, Answers>> => {
      const answers = new Map<string, Answers>();
      for (const table of plan.tables) {
        const { name } = table.table;
        answers.set(name, await driveTable(session, exported, table, rows.get(name) ?? []));
      }
      return answers;
    };

    beforeAll(async () => {
      await cluster().run(script.replace(unreadable, ""));
      const { keyspace } = await introspectKeyspace({
        keyspace: called,
        from: ["cql"],
        cluster: cluster(),
        session: noService,
      });
      plan = planKeyspace(keyspace);
      exported = importEmitted(plan)["index.ts"] ?? {};
      rows = new Map(plan.tables.map((table) => [table.table.name, rowsFor(table, plan)]));
      const store = await openMemoryStore();
      await store.createKeyspace(called);
      for (const type of orderUserTypes(keyspace.userTypes)) await store.createUserType(called, type);
      for (const table of keyspace.tables) await store.createTable(called, table);
      expected = await driveAll(storeSession(store));
      await store.close();
    }, 60_000);

    it.each([
      ["a gateway", openGateway],
      ["a session straight on the cluster", openStraight],
    ])("answer in %s as on the embedded store", { timeout: long ? 300_000 : 60_000 }, async (_, open) => {
      // To empty a table takes a cluster longer than a test of it, also where it has no rows.
      if (!isNew)
        await cluster().run(plan.tables.map(({ table }) => `TRUNCATE "${called}"."${table.name}";`).join("\n"));
      isNew = false;
      const { session, close } = await open(cluster());
      const found = await driveAll(session).finally(close);
      for (const [table, answers] of found) {
        const wanted = expected.get(table) ?? [];
        expect(answers.length).toBe(wanted.length);
        answers.forEach(([call, answer], place) => {
          const [, one] = wanted[place] ?? [];
          expect([table, call, withoutLost(answer)]).toEqual([table, call, withoutLost(one)]);
        });
      }
    });
  });
});
