import type { VNode } from "preact";
import type { Keyspace, Table } from "../../model/index.ts";
import type { Connection } from "../connection.ts";
import { printPlace, tabs } from "../place.ts";
import type { Tab } from "../place.ts";
import { DefinitionView } from "./definition-view.tsx";
import { RowsView } from "./rows-view.tsx";

interface TableViewProps {
  readonly keyspace: Keyspace;
  readonly table: Table;
  readonly tab: Tab;
  readonly connection: Connection;
}

const titles: Readonly<Record<Tab, string>> = { rows: "Rows", definition: "Definition" };

export function TableView({ keyspace, table, tab, connection }: TableViewProps): VNode {
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
              {titles[name]}
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
