/** What every engine of the store does alike, on a real Cassandra. On the embedded store: `test/store/embedded/behavior.test.ts`. */
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe } from "vitest";
import type { Table } from "../../src/model/index.ts";
import { openCassandraClient } from "../../src/store/cassandra/open-client.ts";
import type { OpenClient } from "../../src/store/cassandra/open-client.ts";
import { openOnCluster } from "../conformance/open-store.ts";
import type { OpenedStore } from "../conformance/open-store.ts";
import { openTimeoutMs } from "../conformance/in-every-session.ts";
import { withMethods } from "../store-session/open-store.ts";
import { storeBehavior } from "../store/behavior.ts";
import type { OpenTables } from "../store/open-tables.ts";
import { describeOnCluster } from "./describe-on-cluster.ts";

await describeOnCluster("a store on a cluster", (cluster) => {
  const openStore = openOnCluster(cluster);
  let opened: OpenedStore;
  let other: OpenClient;
  /** Those that were asked for so far: to empty a table is quicker than to create it. */
  const known = new Map<string, Table>();

  beforeAll(async () => {
    opened = await openStore("shop");
    other = await openCassandraClient(cluster());
  }, openTimeoutMs);

  afterAll(async () => {
    await other.close();
    await opened.close();
  });

  /** Tables that may have rows: to empty one takes longer than most tests. */
  const touched = new Set<string>();
  const touch = <Written extends { readonly table: string }, Result>(
    write: (written: Written) => Promise<Result>,
  ): ((written: Written) => Promise<Result>) => {
    return (written) => {
      touched.add(written.table);
      return write(written);
    };
  };

  const openTables: OpenTables = async (tables = []) => {
    const { store } = opened;
    const wanted = new Map(tables.map((table) => [table.name, table]));
    const kept = new Set<string>();
    for (const { name } of (await store.keyspace("shop"))?.tables ?? []) {
      const table = known.get(name);
      if (table && isDeepStrictEqual(wanted.get(name) ?? table, table)) {
        kept.add(name);
        if (touched.has(name)) await other.client.execute(`TRUNCATE shop.${name}`, [], {});
      } else await store.dropTable("shop", name);
    }
    touched.clear();
    for (const table of tables) {
      if (!kept.has(table.name)) await store.createTable("shop", table);
      known.set(table.name, table);
    }
    return {
      store: withMethods(store, {
        insert: touch((write) => store.insert(write)),
        update: touch((write) => store.update(write)),
        delete: touch((write) => store.delete(write)),
        batch: (writes, options) => {
          for (const { table } of writes) touched.add(table);
          return store.batch(writes, options);
        },
      }),
    };
  };

  describe.each(storeBehavior)("%s", (_, tests) => tests(openTables));
});
