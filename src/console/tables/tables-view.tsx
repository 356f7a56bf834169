import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Keyspace, Table } from "../../model/index.ts";
import type { Connection } from "../connection.ts";
import { KeyspaceChoice } from "../keyspace-choice.tsx";
import { Load } from "../load.tsx";
import { Empty } from "../notice.tsx";
import { printPlace, tabs } from "../place.ts";
import type { Place, Tab } from "../place.ts";
import { useLoad } from "../use-load.ts";
import { TablesOverview } from "./tables-overview.tsx";
import { DefinitionView } from "./definition-view.tsx";
import { RowsView } from "./rows-view.tsx";

interface TablesViewProps {
  readonly place: Place;
  readonly keyspace: string;
  readonly keyspaces: readonly string[];
  readonly connection: Connection;
}

/** The tables of a keyspace at the left, the chosen one beside them; on a narrow screen one of the two. */
export function TablesView({ place, keyspace, keyspaces, connection }: TablesViewProps): VNode {
  const definitions = useLoad(
    (signal) =>
      connection.read<Keyspace>("read the definitions", `/__local/definitions/${encodeURIComponent(keyspace)}`, signal),
    [connection, keyspace],
  );
  const { value, reload } = definitions;
  const table = value?.tables.find(({ name }) => name === place.table);
  return (
    <div class={`split ${place.table === undefined ? "" : "has-table"}`}>
      <aside aria-label="Tables">
        <KeyspaceChoice view="tables" keyspace={keyspace} keyspaces={keyspaces} />
        {value && <TableList keyspace={value} chosen={place.table} />}
        <button class="quiet" onClick={reload}>
          Refresh definitions
        </button>
      </aside>
      <main id="main" tabIndex={-1}>
        {place.table !== undefined && (
          <a class="back" href={printPlace({ view: "tables", keyspace })}>
            ‹ All tables
          </a>
        )}
        <Load of={definitions} what="definitions">
          {(value) =>
            table ? (
              <TableView key={table.name} keyspace={value} table={table} tab={place.tab} connection={connection} />
            ) : place.table !== undefined ? (
              <Empty title={`No table ${place.table}`}>
                The keyspace {keyspace} does not have it, or no longer has it.
              </Empty>
            ) : (
              <TablesOverview keyspace={value} keyspaces={keyspaces} connection={connection} />
            )
          }
        </Load>
      </main>
    </div>
  );
}

interface TableViewProps {
  readonly keyspace: Keyspace;
  readonly table: Table;
  readonly tab: Tab;
  readonly connection: Connection;
}

const tabTitles: Readonly<Record<Tab, string>> = { rows: "Rows", definition: "Definition" };

function TableView({ keyspace, table, tab, connection }: TableViewProps): VNode {
  return (
    <>
      <div class="heading">
        <h1>
          <span class="muted">{keyspace.name}.</span>
          {table.name}
        </h1>
        {table.description !== undefined && <p class="muted">{table.description}</p>}
        <nav class="tabs" aria-label="Parts of the table">
          {tabs.map((name) => (
            <a
              key={name}
              href={printPlace({ view: "tables", keyspace: keyspace.name, table: table.name, tab: name })}
              aria-current={name === tab ? "page" : undefined}
            >
              {tabTitles[name]}
            </a>
          ))}
        </nav>
      </div>
      {tab === "rows" ? (
        <RowsView keyspace={keyspace} table={table} connection={connection} />
      ) : (
        <DefinitionView keyspace={keyspace} table={table} connection={connection} />
      )}
    </>
  );
}

/** From this many tables on, a field narrows the list. */
const manyTables = 10;

function TableList({ keyspace, chosen }: { readonly keyspace: Keyspace; readonly chosen: string | undefined }): VNode {
  const [wanted, setWanted] = useState("");
  const { name, tables } = keyspace;
  const listed = tables.filter((table) => table.name.toLowerCase().includes(wanted.trim().toLowerCase()));
  return (
    <nav aria-label={`Tables of ${name}`}>
      {tables.length >= manyTables && (
        <input
          type="search"
          aria-label="Filter tables"
          placeholder="Filter tables"
          value={wanted}
          onInput={(event) => setWanted(event.currentTarget.value)}
        />
      )}
      <ul class="tables">
        {listed.map((table) => (
          <li key={table.name}>
            <a
              href={printPlace({ view: "tables", keyspace: name, table: table.name })}
              aria-current={table.name === chosen ? "page" : undefined}
            >
              {table.name}
            </a>
          </li>
        ))}
      </ul>
      {listed.length === 0 && tables.length > 0 && <p class="small muted">No table has this in its name.</p>}
    </nav>
  );
}
