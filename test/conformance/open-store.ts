import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { openCassandraStore, openEmbeddedStore } from "../../src/store/index.ts";
import type { Store } from "../../src/store/index.ts";
import type { Cluster } from "../cluster/describe-on-cluster.ts";

export interface OpenedStore {
  readonly store: Store;
  readonly close: () => Promise<void>;
}

/** Opens a store with empty keyspaces. */
export type OpenStore = (...keyspaces: readonly string[]) => Promise<OpenedStore>;

export const openOnDisk: OpenStore = async (...keyspaces) => {
  const directory = await mkdtemp(join(tmpdir(), "colonnade-"));
  const store = await openEmbeddedStore({ directory });
  for (const keyspace of keyspaces) await store.createKeyspace(keyspace);
  const close = async (): Promise<void> => {
    await store.close();
    await rm(directory, { recursive: true });
  };
  return { store, close };
};

/**
 * For the tests of a `describe`, which calls it: they share a store on the cluster and keep others away from the examples'
 * keyspaces. What is opened again keeps its tables without their rows, since to drop a keyspace takes longer than most tests.
 */
export function openOnCluster(cluster: () => Cluster): OpenStore {
  let opening: ReturnType<typeof openInTurn> | undefined;
  const created = new Set<string>();
  afterAll(async () => (await opening)?.end());
  return async (...keyspaces) => {
    const { store } = await (opening ??= openInTurn(cluster()));
    for (const keyspace of keyspaces) {
      if (created.has(keyspace)) {
        for (const { name } of (await store.keyspace(keyspace))?.tables ?? []) await emptyTable(store, keyspace, name);
        continue;
      }
      await store.dropKeyspace(keyspace);
      await store.createKeyspace(keyspace);
      created.add(keyspace);
    }
    return { store, close: async () => {} };
  };
}

async function openInTurn({
  contactPoints,
  credentials,
  takeTurn,
}: Cluster): Promise<{ readonly store: Store; readonly end: () => Promise<void> }> {
  const endTurn = await takeTurn();
  const store = await openCassandraStore({ contactPoints, credentials, replication: 1 });
  const end = async (): Promise<void> => {
    await store.close();
    endTurn();
  };
  return { store, end };
}

/** A cluster needs longer to empty a table than to say that it has no rows. */
export async function emptyTable(store: Store, keyspace: string, table: string): Promise<void> {
  const { rows } = await store.select({ keyspace, table, filters: [], pageSize: 1 });
  if (rows.length > 0) await store.truncateTable(keyspace, table);
}
