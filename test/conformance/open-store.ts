import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

/** Keeps other tests away from the examples' keyspaces until it is closed. */
export function openOnCluster(cluster: () => Cluster): OpenStore {
  return async (...keyspaces) => {
    const { contactPoints, credentials, takeTurn } = cluster();
    const endTurn = await takeTurn();
    const store = await openCassandraStore({ contactPoints, credentials, replication: 1 });
    for (const keyspace of keyspaces) {
      await store.dropKeyspace(keyspace);
      await store.createKeyspace(keyspace);
    }
    const close = async (): Promise<void> => {
      await store.close();
      endTurn();
    };
    return { store, close };
  };
}
