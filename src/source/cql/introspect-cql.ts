/**
 * Reads the tables and user types of a keyspace from Apache Cassandra, or a server that speaks its protocol.
 *
 * The only source that reports everything in a definition, except descriptions of columns. Never writes, and uses one
 * node.
 */
import { ColonnadeError, suggest } from "../../errors.ts";
import type { ObservedKeyspace } from "../observed-keyspace.ts";
import { isUnknownTable, queryFault } from "./cql-fault.ts";
import { connectCluster } from "./connect-cluster.ts";
import type { Connection } from "./connect-cluster.ts";
import type { CqlOptions } from "./cql-options.ts";
import { observedSystemKeyspace, parseSystemRows } from "./parse-system-rows.ts";
import type { SystemKeyspace } from "./parse-system-rows.ts";
import type { SystemRow, SystemRows } from "./system-rows.ts";

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
  advise,
  ...options
}: CqlOptions): Promise<SystemKeyspace> {
  const rows = await connectCluster(options, (connection) => readSystemRows(connection, keyspace));
  return parseSystemRows(keyspace, rows, { customTypes, mayLack, advise });
}

/** Reads a keyspace from a cluster. @throws as `introspectCql` does */
export async function observeCql(options: CqlOptions): Promise<ObservedKeyspace> {
  return observedSystemKeyspace(await introspectCql(options), "CQL");
}

/** Larger than any keyspace, so that each query is one request. */
const pageSize = 100_000;

/**
 * Reads the `system_schema` of one keyspace with six parallel queries, regardless of the number of tables. If the
 * results are empty, another query checks whether the keyspace exists.
 *
 * Selects all columns, since servers differ in them.
 * @throws {ColonnadeError} `cql-no-keyspace`, `cql-too-old`, `cql-forbidden`, `cql-query`
 */
export async function readSystemRows(connection: Connection, keyspace: string): Promise<SystemRows> {
  const ofKeyspace = (table: string): Promise<readonly SystemRow[] | undefined> =>
    readTable(connection, table, `SELECT * FROM system_schema.${table} WHERE keyspace_name = ?`, [keyspace]);
  const [tables, columns, types, indexes, droppedColumns, views] = await Promise.all(
    ["tables", "columns", "types", "indexes", "dropped_columns", "views"].map(ofKeyspace),
  );
  if (!tables || !columns) throw tooOld();
  // A view has columns; an unused type has none.
  if ([tables, columns, types, droppedColumns].every((rows = []) => rows.length === 0)) {
    await checkKeyspace(connection, keyspace);
  }
  return { tables, columns, types, indexes, droppedColumns, views };
}

async function checkKeyspace(connection: Connection, keyspace: string): Promise<void> {
  const query = "SELECT keyspace_name FROM system_schema.keyspaces";
  const keyspaces = await readTable(connection, "keyspaces", query, []);
  if (!keyspaces) throw tooOld();
  const names = keyspaces.map((row) => String(row["keyspace_name"]));
  if (!names.includes(keyspace)) throw noKeyspace(keyspace, names);
}

function tooOld(): ColonnadeError {
  return new ColonnadeError("cql-too-old", "the cluster has no system_schema with its tables", {
    kind: "service",
    next: "use Apache Cassandra 3.0 or newer",
  });
}

/** The rows of a table, or undefined if the server does not have the table. */
async function readTable(
  { client, host, timeoutMs }: Connection,
  table: string,
  query: string,
  values: readonly string[],
): Promise<readonly SystemRow[] | undefined> {
  const rows: SystemRow[] = [];
  let pageState: string | undefined;
  do {
    try {
      const page = await client.execute(query, values, {
        host,
        readTimeout: timeoutMs,
        fetchSize: pageSize,
        ...(pageState !== undefined && { pageState }),
      });
      rows.push(...page.rows);
      pageState = page.pageState ?? undefined;
    } catch (error) {
      if (isUnknownTable(error)) return undefined;
      throw queryFault(error, `system_schema.${table}`);
    }
  } while (pageState !== undefined);
  return rows;
}

/** Keyspaces of the database itself, which are neither listed nor changed. */
export function isSystemKeyspace(name: string): boolean {
  return /^system(?:_|$)/.test(name);
}

function noKeyspace(keyspace: string, names: readonly string[]): ColonnadeError {
  const others = names.filter((name) => !isSystemKeyspace(name)).sort();
  const list = others.length === 0 ? "it has no user keyspaces" : `existing: ${others.join(", ")}`;
  return new ColonnadeError("cql-no-keyspace", `the cluster has no keyspace ${JSON.stringify(keyspace)}`, {
    kind: "service",
    next: suggest(keyspace, others, list, JSON.stringify),
  });
}
