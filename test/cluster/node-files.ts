/** The files that a node of Cassandra reads: small, quick to start, and nothing outside its folder. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { certificate, certificateKey } from "../support/certificate.ts";
import type { CassandraVersion } from "./cassandra-version.ts";

export interface NodePlace {
  readonly cassandra: CassandraVersion;
  readonly folder: string;
  /** From 0; decides about its address and its tokens. */
  readonly index: number;
  /** Of the whole cluster. */
  readonly nodes: number;
  /** The same for all nodes. */
  readonly port: number;
  readonly storagePort: number;
}

/** The user that a cluster with passwords begins with. */
export const superuser = { username: "cassandra", password: "cassandra" };

/** Loopback addresses: 127.0.0.1, 127.0.0.2, … macOS has only the first of them. */
export function hostOf(index: number): string {
  return `127.0.0.${index + 1}`;
}

/** Signed by itself, for `localhost` and 127.0.0.1. */
export const nodeCertificate = certificate;

/** Writes `cassandra.yaml`, `logback.xml` and the node's certificate with its key into the node's folder. */
export function writeNodeFiles(place: NodePlace): void {
  writeFileSync(join(place.folder, pemName), `${certificateKey}\n${certificate}\n`);
  const config = place.cassandra.hasOldSettings ? inOldForm(printConfig(place)) : printConfig(place);
  writeFileSync(join(place.folder, "cassandra.yaml"), config);
  writeFileSync(join(place.folder, "logback.xml"), logback);
}

const pemName = "node.pem";

/** Evenly spaced, so that no two nodes can pick the same one and all can start at once. */
function tokenOf(index: number, nodes: number): bigint {
  const [lowest, tokens] = [-(2n ** 63n) + 1n, 2n ** 64n];
  return nodes === 1 ? 0n : lowest + (tokens / BigInt(nodes)) * BigInt(index);
}

/**
 * A node alone writes its log every ten seconds, which is quick. Where nodes are killed, an acknowledged write must be in the
 * log of each node that acknowledged it.
 */
function printSync(nodes: number): string {
  return nodes === 1 ? "commitlog_sync: periodic\ncommitlog_sync_period: 10s" : "commitlog_sync: batch";
}

/** TLS is there for whoever asks for it. A PEM file is read at once; to have keytool make a keystore takes seconds. */
function printConfig({ folder, index, nodes, port, storagePort }: NodePlace): string {
  const host = hostOf(index);
  const seeds = Array.from({ length: nodes }, (_, index) => `${hostOf(index)}:${storagePort}`).join(",");
  const within = (name: string): string => JSON.stringify(join(folder, name));
  return `cluster_name: colonnade
num_tokens: 1
initial_token: ${tokenOf(index, nodes)}
auto_bootstrap: false
partitioner: org.apache.cassandra.dht.Murmur3Partitioner
endpoint_snitch: SimpleSnitch
seed_provider:
  - class_name: org.apache.cassandra.locator.SimpleSeedProvider
    parameters:
      - seeds: "${seeds}"
listen_address: ${host}
rpc_address: ${host}
storage_port: ${storagePort}
native_transport_port: ${port}
start_native_transport: true
authenticator: PasswordAuthenticator
authorizer: CassandraAuthorizer
role_manager: CassandraRoleManager
data_file_directories: [${within("data")}]
commitlog_directory: ${within("commitlog")}
saved_caches_directory: ${within("saved_caches")}
hints_directory: ${within("hints")}
cdc_raw_directory: ${within("cdc_raw")}
${printSync(nodes)}
commitlog_segment_size: 8MiB
commitlog_total_space: 64MiB
memtable_heap_space: 64MiB
memtable_offheap_space: 64MiB
memtable_flush_writers: 1
concurrent_reads: 8
concurrent_writes: 8
concurrent_counter_writes: 8
concurrent_materialized_view_writes: 4
concurrent_compactors: 1
native_transport_max_threads: 16
auto_snapshot: false
materialized_views_enabled: true
sasi_indexes_enabled: true
user_defined_functions_enabled: true
client_encryption_options:
  enabled: true
  optional: true
  require_client_auth: false
  ssl_context_factory:
    class_name: org.apache.cassandra.security.PEMBasedSslContextFactory
  keystore: ${within(pemName)}
`;
}

/** Settings as versions before 4.1 have them: without TLS, since they read no PEM files, and for a node alone. */
function inOldForm(config: string): string {
  return config
    .replace(/^client_encryption_options:\n(?: .*\n)*/m, "")
    .replace(/^( *- seeds: "[^":]*):.*$/m, '$1"')
    .replace(/^(\w+): (\d+)MiB$/gm, "$1_in_mb: $2")
    .replace(/^(\w+_period): (\d+)s$/gm, "$1_in_ms: $2000")
    .replace(/^(\w+)_enabled: true$/gm, "enable_$1: true");
}

const logback = `<configuration>
  <appender name="OUT" class="ch.qos.logback.core.ConsoleAppender">
    <encoder><pattern>%-5level %date{HH:mm:ss.SSS} %logger{0} %msg%n</pattern></encoder>
  </appender>
  <root level="INFO"><appender-ref ref="OUT"/></root>
</configuration>
`;
