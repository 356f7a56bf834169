import { setTimeout } from "node:timers/promises";
import { ColonnadeError, didYouMean } from "../../errors.ts";
import { logInFault } from "./cql-fault.ts";
import { defaults } from "./cql-options.ts";
import type { ConnectOptions } from "./cql-options.ts";
import { loadDriver } from "./driver.ts";
import type { Client, ClientOptions, Driver, Host } from "./driver.ts";
import { findNode } from "./find-node.ts";
import type { FoundNode } from "./find-node.ts";

export interface Connection {
  readonly client: Client;
  /** The node that every query goes to, so that all answers are of one node's view. */
  readonly host: Host;
  /** For each query. */
  readonly timeoutMs: number;
}

/**
 * Connects to one node of a cluster, hands the connection to `use`, and closes it whatever comes of that.
 * @throws {ColonnadeError} `no-cql-driver`, `bad-contact-point`, `cql-unreachable`, `cql-tls`, `cql-no-answer`,
 * `cql-credentials`, `cql-data-center`
 */
export async function connectCluster<Result>(
  options: ConnectOptions,
  use: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const driver = loadDriver();
  const node = await findNode(options);
  const client = new driver.Client(clientOptions(driver, node, options));
  const { queryTimeoutMs: timeoutMs = defaults.queryTimeoutMs } = options;
  try {
    await logIn(client, node, options);
    return await use({ client, host: chooseHost(client, options.localDataCenter), timeoutMs });
  } finally {
    await close(client);
  }
}

/** The driver closes what it knows to be connected, and forgets a connection on which nobody answered its first questions. */
async function close(client: Client): Promise<void> {
  await client.shutdown().catch(() => {});
  client.controlConnection?.connection?.netClient?.destroy();
}

function clientOptions({ policies }: Driver, node: FoundNode, options: ConnectOptions): ClientOptions {
  const { credentials, connectTimeoutMs = defaults.connectTimeoutMs } = options;
  return {
    contactPoints: [node.address],
    ...(credentials && { credentials }),
    ...(node.tls && { sslOptions: node.tls }),
    // What the driver would find out by itself is what is asked here anyway, and once.
    isMetadataSyncEnabled: false,
    // The data center is chosen here: the driver leaves a connection open when it does not know the one that is named.
    policies: { loadBalancing: new policies.loadBalancing.RoundRobinPolicy() },
    pooling: { warmup: false, heartBeatInterval: 0 },
    // Logging in counts as reading; of queries each has its own time.
    socketOptions: { connectTimeout: connectTimeoutMs, readTimeout: connectTimeoutMs },
  };
}

/** The driver's own time-outs count from the last byte, and there are several. */
async function logIn(client: Client, node: FoundNode, options: ConnectOptions): Promise<void> {
  const { credentials, connectTimeoutMs = defaults.connectTimeoutMs } = options;
  const stop = new AbortController();
  const late = setTimeout(2 * connectTimeoutMs, true, { signal: stop.signal }).catch(() => false);
  const connecting = client.connect().then(() => false);
  try {
    if (await Promise.race([connecting, late])) throw new Error("connection timeout");
  } catch (error) {
    // It may still be under way, and come to something that nobody waits for.
    connecting.catch(() => {}).finally(() => close(client));
    throw logInFault(error, node, credentials?.username);
  } finally {
    stop.abort();
  }
}

/** A node of the data center, the one that is connected already where it will do. */
function chooseHost(client: Client, dataCenter: string | undefined): Host {
  const hosts = [...client.getState().getConnectedHosts(), ...(client.hosts?.values() ?? [])];
  const host = hosts.find((one) => dataCenter === undefined || (one.datacenter === dataCenter && one.isUp()));
  if (host) return host;
  const names = [...new Set(hosts.flatMap(({ datacenter }) => datacenter ?? []))].sort();
  const meant = dataCenter === undefined ? undefined : didYouMean(dataCenter, names);
  throw new ColonnadeError("cql-data-center", `the cluster has no data center ${JSON.stringify(dataCenter)}`, {
    kind: "service",
    next: meant === undefined ? `it has ${names.join(", ")}` : `did you mean ${JSON.stringify(meant)}?`,
  });
}
