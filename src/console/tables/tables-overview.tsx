import type { VNode } from "preact";
import type { Keyspace, Table } from "../../model/index.ts";
import type { Connection } from "../connection.ts";
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
        <div class="scroller tall" tabIndex={0} role="region" aria-label={`Tables of ${name} with their rows`}>
          <table>
            <thead>
              <tr>
                <th scope="col">Table</th>
                <th scope="col" class="number">
                  Rows
                </th>
                {hasSizes && (
                  <th scope="col" class="number">
                    Size
                  </th>
                )}
                <th scope="col">Primary key</th>
                <th scope="col" class="number">
                  Columns
                </th>
                <th scope="col" class="number">
                  Indexes
                </th>
              </tr>
            </thead>
            <tbody>
              {tables.map((table) => (
                <tr key={table.name}>
                  <td>
                    <a href={printPlace({ view: "tables", keyspace: name, table: table.name })}>{table.name}</a>
                  </td>
                  <td class="number">{counts.value?.get(table.name) ?? (counts.isLoading ? "…" : "–")}</td>
                  {hasSizes && <td class="number">{sizes.value.get(table.name) ?? "–"}</td>}
                  <td>
                    <code>{printKey(table)}</code>
                  </td>
                  <td class="number">{table.columns.length}</td>
                  <td class="number">{table.indexes.length}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

/** As CQL writes it: the partition key in parentheses of its own if it has several columns. */
function printKey({ partitionKey, clusteringKey }: Table): string {
  const partition = partitionKey.length === 1 ? partitionKey[0] : `(${partitionKey.join(", ")})`;
  return [partition, ...clusteringKey.map(({ name }) => name)].join(", ");
}
