import type { VNode } from "preact";
import type { Keyspace, Table } from "../../model/index.ts";
import type { Connection } from "../connection.ts";
import { DataTable } from "../data-table.tsx";
import type { DataColumn } from "../data-table.tsx";
import { Empty } from "../notice.tsx";
import { printPlace } from "../place.ts";
import { useLoad } from "../use-load.ts";
import { countRows } from "./count-rows.ts";
import { tableSizes } from "./table-sizes.ts";

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
