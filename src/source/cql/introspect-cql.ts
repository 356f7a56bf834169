/**
 * Reads the tables and user types of a keyspace from Apache Cassandra, or a server that speaks its protocol.
 *
 * The only source that reports everything in a definition, except descriptions of columns. Never writes, and uses one
 * node.
 * @see service-facts 4
 */
import { connectCluster } from "./connect-cluster.ts";
import type { CqlOptions } from "./cql-options.ts";
import { parseSystemRows } from "./parse-system-rows.ts";
import type { SystemKeyspace } from "./parse-system-rows.ts";
import { readSystemRows } from "./read-system-rows.ts";

/**
 * Introspects a keyspace with cassandra-driver, an optional peer.
 * @throws {ColonnadeError} `no-cql-driver`, `bad-contact-point`, or one of the kind `service` whose code names the phase:
 * `cql-unreachable`, `cql-tls`, `cql-no-answer`, `cql-credentials`, `cql-data-center`, `cql-too-old`, `cql-forbidden`,
 * `cql-query`, `cql-no-keyspace`, `cql-unsupported`
 */
export async function introspectCql({
  keyspace,
  customTypes,
  mayLack,
  ...options
}: CqlOptions): Promise<SystemKeyspace> {
  const rows = await connectCluster(options, (connection) => readSystemRows(connection, keyspace));
  return parseSystemRows(keyspace, rows, { customTypes, mayLack });
}
