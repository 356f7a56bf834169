/** Opens a client of cassandra-driver as the engine needs it, or takes one that an app has already. */
import { optionWords } from "../../source/cql/cql-options.ts";
import type { ClusterWords } from "../../source/cql/cql-options.ts";
import { closeClient, connectCluster } from "../../source/cql/connect-cluster.ts";
import { loadDriver } from "../../source/cql/driver.ts";
import type { Client } from "../../source/cql/driver.ts";
import type { CqlClient } from "./client.ts";
import { clientOptionsOf } from "./client-options.ts";
import type { ClusterOptions } from "./client-options.ts";
import { storeFailure } from "./failures.ts";
import { keepRequestsInLists } from "./request-list.ts";
import type { ConnectedClient } from "./request-list.ts";

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
  const client = new Client(clientOptionsOf(found, options, driver));
  try {
    await client.connect();
  } catch (error) {
    await closeClient(client);
    throw storeFailure(error);
  }
  keepRequestsInLists(client as unknown as ConnectedClient);
  return { client, close: () => closeClient(client) };
}
