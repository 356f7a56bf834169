import { routes } from "@colonnade/runtime/protocol";
import type { VNode } from "preact";
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import { Brand } from "./brand.tsx";
import type { Connection } from "./connection.ts";
import { CqlView } from "./cql/cql-view.tsx";
import { GraphQLView } from "./graphql/graphql-view.tsx";
import { Load } from "./load.tsx";
import { Empty } from "./notice.tsx";
import { HealthView } from "./operation/health-view.tsx";
import { StateHistory, pollMs } from "./operation/state.ts";
import { RequestsView } from "./operation/requests-view.tsx";
import { printPlace, usePlace, views } from "./place.ts";
import type { Place, View } from "./place.ts";
import { TablesView } from "./tables/tables-view.tsx";
import { useEvery } from "./use-every.ts";
import { useLoad } from "./use-load.ts";

const titles: Readonly<Record<View, string>> = {
  tables: "Tables",
  graphql: "GraphQL",
  cql: "CQL",
  requests: "Requests",
  health: "Health",
};

/** The views that show a keyspace. */
const ofKeyspaces: ReadonlySet<View> = new Set(["tables", "graphql", "cql"]);

interface WorkspaceProps {
  readonly connection: Connection;
  readonly onSignOut: () => void;
}

/** The page of a user who is signed in. */
export function Workspace({ connection, onSignOut }: WorkspaceProps): VNode {
  const place = usePlace();
  const keyspaces = useLoad(
    (signal) => connection.read<readonly string[]>("list the keyspaces", routes.keyspaces, signal),
    [connection],
  );
  const keyspace = place.keyspace ?? keyspaces.value?.[0];
  const title = place.view === "tables" && place.table !== undefined ? place.table : titles[place.view];
  const history = useMemo(() => new StateHistory(connection), [connection]);
  // Health draws what happened since the page was opened, also while another view is shown.
  const [hasCql, setHasCql] = useState(true);
  const sample = useCallback(
    () =>
      void history.read().then(
        (state) => setHasCql(state.hasCql),
        () => undefined,
      ),
    [history],
  );
  useEffect(sample, [sample]);
  useEvery(pollMs, place.view !== "health", sample);
  useEffect(() => void (document.title = `${title} – Colonnade`), [title]);

  // A cluster speaks CQL itself.
  const isShown = (view: View): boolean => view !== "cql" || hasCql;

  return (
    <>
      <a class="skip" href="#main" onClick={focusMain}>
        Skip to content
      </a>
      <header class="bar">
        <Brand />
        <nav aria-label="Views">
          {views.filter(isShown).map((view) => (
            <a
              key={view}
              href={printPlace({ view, keyspace: ofKeyspaces.has(view) ? keyspace : undefined })}
              aria-current={view === place.view ? "page" : undefined}
            >
              {titles[view]}
            </a>
          ))}
        </nav>
        <div class="user">
          <span class="muted">{connection.username}</span>
          <button class="quiet" onClick={onSignOut}>
            Sign out
          </button>
        </div>
      </header>
      {keyspaces.value === undefined ? (
        <main id="main" tabIndex={-1}>
          <Load of={keyspaces} what="keyspaces">
            {() => null}
          </Load>
        </main>
      ) : (
        <Content
          {...{ place, keyspace, connection, history, hasCql }}
          keyspaces={keyspaces.value}
          onKeyspaces={keyspaces.reload}
        />
      )}
    </>
  );
}

interface ContentProps {
  readonly place: Place;
  readonly keyspace: string | undefined;
  readonly keyspaces: readonly string[];
  readonly connection: Connection;
  readonly history: StateHistory;
  readonly hasCql: boolean;
  /** Called when keyspaces were created or dropped. */
  readonly onKeyspaces: () => void;
}

function Content({ place, keyspace, keyspaces, connection, history, hasCql, onKeyspaces }: ContentProps): VNode {
  if (place.view === "requests") return <RequestsView connection={connection} />;
  if (place.view === "health") return <HealthView history={history} />;
  if (place.view === "cql") {
    if (hasCql) return <CqlView {...{ keyspace, keyspaces, connection, onKeyspaces }} />;
    return (
      <main id="main" tabIndex={-1}>
        <Empty title="No CQL here">The cluster speaks it itself: connect to it with cqlsh or a driver.</Empty>
      </main>
    );
  }
  if (keyspace === undefined) {
    return (
      <main id="main" tabIndex={-1}>
        <Empty title="No keyspace yet">
          Start the service with <code>--definitions</code>, or create one with <code>colonnade push</code>.
        </Empty>
      </main>
    );
  }
  if (place.view === "graphql") {
    return <GraphQLView key={keyspace} keyspace={keyspace} keyspaces={keyspaces} connection={connection} />;
  }
  return <TablesView key={keyspace} place={place} keyspace={keyspace} keyspaces={keyspaces} connection={connection} />;
}

/** The fragment of the address is the place, so the link must not change it. */
function focusMain(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}
