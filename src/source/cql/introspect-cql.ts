/**
 * Reads the tables and user types of a keyspace from Apache Cassandra, or a server that speaks its protocol.
 *
 * The only source that reports everything in a definition, except descriptions of columns. Never writes, and uses one
 * node.
 */
import type { DroppedColumn } from "../../model/index.ts";
import { observedKeyspaceOf } from "../observed-keyspace.ts";
import type { Fact, ObservedKeyspace } from "../observed-keyspace.ts";
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

/** Reads a keyspace from a cluster. @throws as `introspectCql` does */
export async function observeCql(options: CqlOptions): Promise<ObservedKeyspace> {
  return observedSystemKeyspace(await introspectCql(options), "CQL");
}

/** What system tables report, in the form that is merged with other sources. */
export function observedSystemKeyspace(system: SystemKeyspace, source: string): ObservedKeyspace {
  const { keyspace, notes, droppedColumns, unknown } = system;
  return {
    ...observedKeyspaceOf(keyspace, source, unknown.filter(isFact)),
    notes: notes.map(({ kind, message }) => ({ code: kind, message })),
    ...(!unknown.includes("droppedColumns") && { dropped: droppedColumns.map(withoutTime) }),
  };
}

function withoutTime({ droppedAt: _, ...dropped }: SystemKeyspace["droppedColumns"][number]): DroppedColumn {
  return dropped;
}

/** Dropped columns are recorded beside the definitions, not in them. */
function isFact(
  unreported: SystemKeyspace["unknown"][number],
): unreported is Exclude<typeof unreported, "droppedColumns"> & Fact {
  return unreported !== "droppedColumns";
}
