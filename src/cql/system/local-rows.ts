import { systemRow } from "./schema-rows.ts";
import type { SystemRow } from "./schema-rows.ts";
import { nameUuid } from "./name-uuid.ts";

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

/** Between nodes, of which there is one. */
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
