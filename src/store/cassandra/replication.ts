import type { Replication } from "../../model/print-cql.ts";

/** The usual number of replicas: two of three are a quorum, so that one node may be away. */
const usual = 3;

/**
 * The replication of a new keyspace, with a number for each data center: Cassandra before 4 takes no other.
 *
 * @param dataCenters that of each node
 * @param wanted @default 3, or as many as there are nodes
 */
export function replicationIn(dataCenters: readonly string[], wanted?: Replication): Replication {
  if (typeof wanted === "object") return wanted;
  const nodes = new Map<string, number>();
  for (const name of dataCenters) nodes.set(name, (nodes.get(name) ?? 0) + 1);
  return Object.fromEntries(Array.from(nodes, ([name, count]) => [name, wanted ?? Math.min(count, usual)]));
}
