/**
 * Finds the replicas of a partition for the driver's own load balancing, whose token of a key takes five times as long.
 */
import { partitionToken } from "../embedded/rows/murmur3.ts";
import type { Driver } from "../../source/cql/driver.ts";

/** What is used of the client that a policy gets. @see cassandra-driver, Client and Metadata */
interface RingClient {
  getReplicas(keyspace: string, key: unknown): readonly object[] | null;
  readonly metadata: {
    /** Another set when the ring has changed; undefined until it is known. */
    getTokenRanges(): ReadonlySet<{ readonly end: { getValue(): object } }> | undefined;
    newToken(key: Buffer): { getValue(): object };
    /** Another object for a keyspace that has changed. */
    readonly keyspaces: Readonly<Record<string, object>>;
  };
}

/** The driver's policy: replicas of the local data center first, the busier of two later. */
export function createLoadBalancing({ policies }: Pick<Driver, "policies">): object {
  return new (class extends policies.loadBalancing.DefaultLoadBalancingPolicy {
    override init(client: object, ...others: readonly unknown[]): void {
      const getReplicas = { value: replicasIn(client as RingClient) };
      super.init(Object.create(client, { getReplicas }) as object, ...others);
    }
  })();
}

/** Asks the client once for each range of tokens, as long as neither the ring nor the keyspace changes. */
export function replicasIn(client: RingClient): RingClient["getReplicas"] {
  let ranges: unknown;
  let ends: readonly bigint[] = [];
  let known = new WeakMap<object, (readonly object[] | null)[]>();
  return (keyspace, key) => {
    const { metadata } = client;
    const latest = metadata.getTokenRanges();
    if (latest !== ranges) {
      ranges = latest;
      ends = latest?.size && hasOurTokens(client) ? Array.from(latest, ({ end }) => tokenOf(end)).sort(ascending) : [];
      known = new WeakMap();
    }
    const found = metadata.keyspaces[keyspace];
    if (!found || ends.length === 0 || !Buffer.isBuffer(key)) return client.getReplicas(keyspace, key);
    let list = known.get(found);
    if (!list) known.set(found, (list = []));
    return (list[rangeOf(ends, partitionToken(key))] ??= client.getReplicas(keyspace, key));
  };
}

/** A cluster may have another partitioner. */
function hasOurTokens({ metadata }: RingClient): boolean {
  const probe = Buffer.from("probe");
  return String(metadata.newToken(probe).getValue()) === String(partitionToken(probe));
}

function tokenOf(token: { getValue(): object }): bigint {
  return BigInt(String(token.getValue()));
}

function ascending(one: bigint, other: bigint): number {
  return one < other ? -1 : 1;
}

/** The place of the first end that is not before the token; after the last one the ring begins again. */
function rangeOf(ends: readonly bigint[], token: bigint): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] as bigint) < token) low = middle + 1;
    else high = middle;
  }
  return low === ends.length ? 0 : low;
}
