import { performance } from "node:perf_hooks";
import type { ConnectionOptions } from "node:tls";
import type { Driver } from "../../source/cql/driver.ts";
import type { FoundNode } from "../../source/cql/find-node.ts";
import { createLoadBalancing } from "./replicas.ts";

export interface ClusterOptions {
  /** Hosts with an optional port, 9042 by default: `["10.0.0.1", "db.example.com:9142", "[::1]:9042"]`. */
  readonly contactPoints: readonly string[];
  /** The data center whose nodes get the requests. @default that of the first contact point that responds */
  readonly localDataCenter?: string | undefined;
  readonly credentials?: { readonly username: string; readonly password: string } | undefined;
  /** Uses TLS, with the certificates that Node trusts or those of `ca`. @default false */
  readonly tls?: boolean | ConnectionOptions | undefined;
}

/** A node that is up again gets requests within the longer of these times. */
const [reconnectMs, longestReconnectMs] = [500, 4000];

interface Found {
  /** The node that responds. */
  readonly node: FoundNode;
  readonly dataCenter: string | null;
}

/** The options of the driver's client, for a cluster of which a node responds. */
export function clientOptionsOf(
  { node, dataCenter }: Found,
  { contactPoints, localDataCenter, credentials }: Omit<ClusterOptions, "tls">,
  driver: Pick<Driver, "metrics" | "policies">,
): object {
  return {
    contactPoints: [node.address, ...contactPoints.filter((point) => point !== node.point.text)],
    localDataCenter: dataCenter ?? localDataCenter,
    // The driver uses a contact point's port only for that node, and this one for all others.
    protocolOptions: { port: node.point.port },
    ...(credentials && { credentials }),
    ...(node.tls && { sslOptions: node.tls }),
    // The driver calls its log and meter several times per request, and this client uses neither.
    logEmitter: () => undefined,
    metrics: new driver.metrics.ClientMetrics(),
    encoding: { map: Map, copyBuffer: false, useBigIntAsLong: true, useBigIntAsVarint: true },
    policies: {
      loadBalancing: createLoadBalancing(driver),
      timestampGeneration: createWriteTimes(driver),
      // The driver's default policy waits up to ten minutes before it tries a node again.
      reconnection: new driver.policies.reconnection.ExponentialReconnectionPolicy(reconnectMs, longestReconnectMs),
    },
  };
}

/** Milliseconds by which the clock of the system may have been set, or may have gone wrong, before it is read again. */
const drift = 2;

/**
 * Times of writes, in microseconds, each later than the one before.
 *
 * The driver's own begin at a whole millisecond: a write could be taken for older than a conditional write before it, whose
 * time the cluster says to the microsecond, and be lost.
 */
export function createWriteTimes({ policies }: Pick<Driver, "policies">): { next(): number } {
  return new (class extends policies.timestampGeneration.TimestampGenerator {
    #origin = performance.timeOrigin;
    #last = 0;

    override next(): number {
      const [now, elapsed] = [Date.now(), performance.now()];
      if (Math.abs(now - this.#origin - elapsed) > drift) this.#origin = now - elapsed;
      return (this.#last = Math.max(this.#last + 1, Math.trunc((this.#origin + elapsed) * 1000)));
    }
  })();
}
