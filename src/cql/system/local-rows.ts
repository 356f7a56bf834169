/** The only node of the cluster: its name, versions and address, and the IDs that follow from names. */
import { createHash } from "node:crypto";
import type { EmbeddedStore, KeyspaceDetails } from "../../store/index.ts";
import { systemRow } from "./schema-rows.ts";
import type { SystemRow } from "./schema-rows.ts";
import { isSystemKeyspace } from "./system-tables.ts";

/** The database that clients find here, by the versions that they choose their ways by. */
export const releaseVersion = "5.0.9";
export const cqlVersion = "3.4.7";
export const dataCenter = "datacenter1";
export const clusterName = "Colonnade";

export interface NodeAddress {
  /** Where clients connect to. */
  readonly address: string;
  readonly port: number;
}

/** For connections between nodes. */
const storagePort = 7000;

/** The whole ring. */
const token = "-9223372036854775808";

/** The row of the only node. */
export function localRow({ address, port }: NodeAddress, schemaVersion: string): SystemRow {
  return systemRow("system", "local", {
    key: "local",
    bootstrapped: "COMPLETED",
    broadcast_address: address,
    broadcast_port: storagePort,
    cluster_name: clusterName,
    cql_version: cqlVersion,
    data_center: dataCenter,
    gossip_generation: 1,
    host_id: nameUuid("host", address, String(port)),
    listen_address: address,
    listen_port: storagePort,
    native_protocol_version: "5",
    partitioner: "org.apache.cassandra.dht.Murmur3Partitioner",
    rack: "rack1",
    release_version: releaseVersion,
    rpc_address: address,
    rpc_port: port,
    schema_version: schemaVersion,
    tokens: [token],
  });
}

/** The UUID of a text, of version 3: the same one each time. */
export function nameUuid(...parts: readonly string[]): string {
  const hash = createHash("md5");
  for (const part of parts) hash.update(part);
  const bytes = hash.digest();
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x30, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** The settings of a keyspace and its tables. System tables have the same IDs in every database. */
export function describedDetails(store: EmbeddedStore, keyspace: string): KeyspaceDetails | undefined {
  const details = store.details(keyspace);
  if (!details || !isSystemKeyspace(keyspace)) return details;
  const tables = Array.from(
    details.tables,
    ([table, of]) => [table, { ...of, id: nameUuid(keyspace, table) }] as const,
  );
  return { ...details, tables: new Map(tables) };
}
