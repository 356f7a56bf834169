/** Opens a client of cassandra-driver as the engine needs it, or takes one that an app has already. */
import type { ConnectionOptions } from "node:tls";
import { optionWords } from "../../source/cql/cluster-words.ts";
import type { ClusterWords } from "../../source/cql/cluster-words.ts";
import { closeClient, connectCluster } from "../../source/cql/connect-cluster.ts";
import { loadDriver } from "../../source/cql/driver.ts";
import type { Client, Driver } from "../../source/cql/driver.ts";
import type { CqlClient } from "./client.ts";
import { storeFailure } from "./failures.ts";

export interface ClusterOptions {
  /** Hosts with an optional port, 9042 by default: `["10.0.0.1", "db.example.com:9142", "[::1]:9042"]`. */
  readonly contactPoints: readonly string[];
  /** The data center whose nodes get the requests. @default that of the first contact point that responds */
  readonly localDataCenter?: string | undefined;
  readonly credentials?: { readonly username: string; readonly password: string } | undefined;
  /** Uses TLS, with the certificates that Node trusts or those of `ca`. @default false */
  readonly tls?: boolean | ConnectionOptions | undefined;
}

/** A client that the caller has, and closes. Tables with maps need its option `encoding: { map: Map }`. */
export interface ClientGiven {
  readonly client: object;
}

export type CassandraOptions = ClusterOptions | ClientGiven;

export interface OpenClient {
  readonly client: CqlClient;
  /** Closes a client that was opened here. */
  readonly close: () => Promise<void>;
}

/**
 * A connected client.
 *
 * @param words how messages name the options
 * @throws {ColonnadeError} `no-cql-driver`, `bad-contact-point`, `cql-unreachable`, `cql-tls`, `cql-no-answer`,
 * `cql-credentials`, `cql-data-center`
 * @throws {StoreError} when a node responds alone, but not to the driver with all of them
 */
export async function openCassandraClient(
  options: CassandraOptions,
  words: ClusterWords = optionWords,
): Promise<OpenClient> {
  if ("client" in options) {
    const client = options.client as CqlClient;
    await client.connect();
    return { client, close: async () => {} };
  }
  const { contactPoints, localDataCenter, credentials, tls = false } = options;
  const connect = {
    contactPoints,
    ssl: tls,
    words,
    ...(localDataCenter !== undefined && { localDataCenter }),
    ...(credentials && { credentials }),
  };
  // One node first: its errors say what is wrong, which the driver with all its nodes does not.
  const found = await connectCluster(connect, async ({ node, host }) => ({ node, dataCenter: host.datacenter }));
  const driver = loadDriver();
  const Client = driver.Client as unknown as new (options: object) => CqlClient & Client;
  const client = new Client({
    contactPoints: [found.node.address, ...contactPoints.filter((point) => point !== found.node.point.text)],
    localDataCenter: found.dataCenter ?? localDataCenter,
    // The driver takes the port of a contact point for that node alone, and looks for all others on this one.
    protocolOptions: { port: found.node.point.port },
    ...(credentials && { credentials }),
    ...(found.node.tls && { sslOptions: found.node.tls }),
    encoding: { map: Map, copyBuffer: false, useBigIntAsLong: true, useBigIntAsVarint: true },
    policies: {
      timestampGeneration: createTimestamps(driver),
      // The driver's own waits up to ten minutes before it looks for a node again.
      reconnection: new driver.policies.reconnection.ExponentialReconnectionPolicy(reconnectMs, longestReconnectMs),
    },
  });
  try {
    await client.connect();
  } catch (error) {
    await closeClient(client);
    throw storeFailure(error);
  }
  return { client, close: () => closeClient(client) };
}

/** A node that is back gets requests again within the longer one of these. */
const [reconnectMs, longestReconnectMs] = [500, 4000];

/** Milliseconds by which the clock of the system may have been set, or may have gone wrong, before it is read again. */
const drift = 2;

/**
 * Times of writes, in microseconds, each later than the one before.
 *
 * The driver's own begin at a whole millisecond: a write could be taken for older than a conditional write before it, whose
 * time the cluster says to the microsecond, and be lost.
 */
function createTimestamps({ policies }: Driver): object {
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
