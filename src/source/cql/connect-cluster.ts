import { setTimeout } from "node:timers/promises";
import { ColonnadeError, suggest } from "../../errors.ts";
import { logInFault } from "./cql-fault.ts";
import { defaults } from "./cql-options.ts";
import type { ConnectOptions } from "./cql-options.ts";
import { loadDriver } from "./driver.ts";
import type { Client, ClientOptions, Driver, Host } from "./driver.ts";
import { findNode } from "./find-node.ts";
import type { FoundNode } from "./find-node.ts";

export interface Connection {
  readonly client: Client;
  /** The node that gets every query, so that all results reflect one node's view. */
  readonly host: Host;
  /** For each query. */
  readonly timeoutMs: number;
}

/** With how the first node was reached. */
interface OpenConnection extends Connection {
  readonly node: FoundNode;
}

/**
 * Connects to one node of a cluster, passes the connection to `use`, and closes it in any case.
 * @throws {ColonnadeError} `no-cql-driver`, `bad-contact-point`, `cql-unreachable`, `cql-tls`, `cql-no-answer`,
 * `cql-credentials`, `cql-data-center`
 */
export async function connectCluster<Result>(
  options: ConnectOptions,
  use: (connection: OpenConnection) => Promise<Result>,
): Promise<Result> {
  const driver = loadDriver();
  const node = await findNode(options);
  const client = new driver.Client(clientOptions(driver, node, options));
  const { queryTimeoutMs: timeoutMs = defaults.queryTimeoutMs } = options;
  try {
    await logIn(client, node, options);
    return await use({ client, host: chooseHost(client, options.localDataCenter), node, timeoutMs });
  } finally {
    await closeClient(client);
  }
}

/** The driver closes its established connections, but leaks one whose first requests got no response. */
export async function closeClient(client: Pick<Client, "shutdown" | "controlConnection">): Promise<void> {
  await client.shutdown().catch(() => {});
  client.controlConnection?.connection?.netClient?.destroy();
}

function clientOptions({ policies }: Driver, node: FoundNode, options: ConnectOptions): ClientOptions {
  const { credentials, connectTimeoutMs = defaults.connectTimeoutMs } = options;
  return {
    contactPoints: [node.address],
    ...(credentials && { credentials }),
    ...(node.tls && { sslOptions: node.tls }),
    // The driver would query metadata that is queried here anyway, once.
    isMetadataSyncEnabled: false,
    // Checks the data center here: the driver leaves a connection open if the named one does not exist.
    policies: { loadBalancing: new policies.loadBalancing.RoundRobinPolicy() },
    pooling: { warmup: false, heartBeatInterval: 0 },
    // The login has the read timeout; each query has its own.
    socketOptions: { connectTimeout: connectTimeoutMs, readTimeout: connectTimeoutMs },
  };
}

/** The driver has several timeouts, which count from the last byte. */
async function logIn(client: Client, node: FoundNode, options: ConnectOptions): Promise<void> {
  const { connectTimeoutMs = defaults.connectTimeoutMs } = options;
  const stop = new AbortController();
  const late = setTimeout(2 * connectTimeoutMs, true, { signal: stop.signal }).catch(() => false);
  const connecting = client.connect().then(() => false);
  try {
    if (await Promise.race([connecting, late])) throw new Error("connection timeout");
  } catch (error) {
    // It may still be in flight, and settle later.
    connecting.catch(() => {}).finally(() => closeClient(client));
    throw logInFault(error, node.point, options);
  } finally {
    stop.abort();
  }
}

/** A node of the data center, preferably the connected one. */
function chooseHost(client: Client, dataCenter: string | undefined): Host {
  const hosts = [...client.getState().getConnectedHosts(), ...(client.hosts?.values() ?? [])];
  const host = hosts.find((one) => dataCenter === undefined || (one.datacenter === dataCenter && one.isUp()));
  if (host) return host;
  const names = [...new Set(hosts.flatMap(({ datacenter }) => datacenter ?? []))].sort();
  throw new ColonnadeError("cql-data-center", `the cluster has no data center ${JSON.stringify(dataCenter)}`, {
    kind: "service",
    next: suggest(dataCenter ?? "", names, `existing: ${names.join(", ")}`, JSON.stringify),
  });
}
