import { describe } from "vitest";
import { describeOnCluster } from "../cluster/describe-on-cluster.ts";
import type { Cluster } from "../cluster/describe-on-cluster.ts";
import { openOnCluster, openOnDisk } from "./open-store.ts";
import type { OpenStore } from "./open-store.ts";
import { clusterKinds, driverKind, sessionKinds, straightKind } from "./session-kinds.ts";
import type { SessionKind } from "./session-kinds.ts";

type Tests = (kind: SessionKind, openStore: OpenStore) => void;

/** Time for a store and its tables, and for the turn on the cluster. */
export const openTimeoutMs = 240_000;

/** `describe` of each session on each engine: data is on disk, or in a real Cassandra. */
export function describeInEverySession(tests: Tests): Promise<void> {
  return describeAll(tests, [...sessionKinds, driverKind], (cluster) => [...clusterKinds, straightKind(cluster)]);
}

/** The same for tests that put a store of their own between session and data, as they cannot in a straight session. */
export function describeOnEveryStore(tests: Tests): Promise<void> {
  return describeAll(tests, sessionKinds, () => clusterKinds);
}

async function describeAll(
  tests: Tests,
  kinds: readonly SessionKind[],
  kindsOn: (cluster: () => Cluster) => readonly SessionKind[],
): Promise<void> {
  describe.each(kinds)("$name", (kind) => tests(kind, openOnDisk));
  await describeOnCluster("rows in a real Cassandra", (cluster) => {
    const openStore = openOnCluster(cluster);
    describe.each(kindsOn(cluster))("$name", (kind) => tests(kind, openStore));
  });
}
