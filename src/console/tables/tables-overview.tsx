import { scan } from "@colonnade/runtime";
import type { OpenSession } from "@colonnade/runtime";
import type { VNode } from "preact";
import { primaryKey } from "../../model/index.ts";
import type { Keyspace, Table } from "../../model/index.ts";
import type { Connection } from "../connection.ts";
import { DataTable } from "../data-table.tsx";
import type { DataColumn } from "../data-table.tsx";
import { Empty } from "../notice.tsx";
import { printPlace } from "../place.ts";
import type { TableSize } from "../../store/index.ts";
import { printBytes } from "../operation/units.ts";
import { useLoad } from "../use-load.ts";
import { describeTable } from "./describe-table.ts";

interface TablesOverviewProps {
  readonly keyspace: Keyspace;
  readonly keyspaces: readonly string[];
  readonly connection: Connection;
}

/** The tables of a keyspace: their keys, columns, rows and sizes; above them the other keyspaces. */
export function TablesOverview({ keyspace, keyspaces, connection }: TablesOverviewProps): VNode {
  const { name, tables } = keyspace;
  const counts = useLoad((signal) => countRows(connection.session, keyspace, signal), [connection, keyspace]);
  const sizes = useLoad((signal) => tableSizes(connection, name, signal), [connection, keyspace]);
  const hasSizes = sizes.value !== undefined && sizes.value.size > 0;
  const columns: readonly (DataColumn<Table> | false)[] = [
    ["Table", (table) => <a href={printPlace({ view: "tables", keyspace: name, table: table.name })}>{table.name}</a>],
    ["Rows", (table) => counts.value?.get(table.name) ?? (counts.isLoading ? "…" : "–"), "number"],
    hasSizes && ["Size", (table) => sizes.value?.get(table.name) ?? "–", "number"],
    ["Primary key", (table) => <code>{printKey(table)}</code>],
    ["Columns", (table) => table.columns.length, "number"],
    ["Indexes", (table) => table.indexes.length, "number"],
  ];
  return (
    <>
      <div class="heading">
        <h1>{name}</h1>
        <p class="muted">
          {tables.length} {tables.length === 1 ? "table" : "tables"}, {keyspace.userTypes.length} user types
        </p>
      </div>
      {keyspaces.length > 1 && (
        <nav class="keyspaces" aria-label="Keyspaces">
          {keyspaces.map((other) => (
            <a
              key={other}
              href={printPlace({ view: "tables", keyspace: other })}
              aria-current={other === name ? "page" : undefined}
            >
              {other}
            </a>
          ))}
        </nav>
      )}
      {tables.length === 0 ? (
        <Empty title="No table yet">
          Create the tables of your definitions with <code>colonnade push</code>.
        </Empty>
      ) : (
        <DataTable
          label={`Tables of ${name} with their rows`}
          items={tables}
          keyOf={(table) => table.name}
          columns={columns}
          isTall
        />
      )}
    </>
  );
}

/** As CQL writes it: the partition key in parentheses of its own if it has several columns. */
function printKey({ partitionKey, clusteringKey }: Table): string {
  const partition = partitionKey.length === 1 ? partitionKey[0] : `(${partitionKey.join(", ")})`;
  return [partition, ...clusteringKey.map(({ name }) => name)].join(", ");
}

interface Sizes {
  readonly sizes: readonly (TableSize & { readonly table: string })[];
}

/** The size of each table: `1.5 kB`, or `more than 4.2 MB`. Empty if the service does not know it, as on a cluster. */
async function tableSizes(
  connection: Connection,
  keyspace: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const path = `/__local/definitions/${encodeURIComponent(keyspace)}/sizes`;
  const { sizes } = await connection.read<Sizes>("read the sizes of tables", path, signal);
  return new Map(
    sizes.map(({ table, bytes, isLeast }) => [table, `${isLeast ? "more than " : ""}${printBytes(bytes)}`]),
  );
}

/** Counting further would read large tables. */
const mostRows = 100;
const mostTables = 20;

/**
 * Counts the rows of small tables, by one page of keys each: `12`, or `more than 100`.
 *
 * @returns by the names of the tables; without those that could not be read, and those of a keyspace with many tables
 */
async function countRows(
  session: OpenSession,
  keyspace: Keyspace,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const counts = new Map<string, string>();
  if (keyspace.tables.length > mostTables) return counts;
  for (const table of keyspace.tables) {
    signal.throwIfAborted();
    const [descriptor, select] = [describeTable(keyspace, table), primaryKey(table)];
    const page = await scan(session, descriptor, { pageSize: mostRows, select: [...select] as never, signal })
      .page()
      .catch(() => undefined);
    if (page) counts.set(table.name, page.pageState === null ? String(page.rows.length) : `more than ${mostRows}`);
  }
  return counts;
}
