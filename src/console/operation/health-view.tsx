import type { VNode } from "preact";
import { DataTable } from "../data-table.tsx";
import { Load } from "../load.tsx";
import { useEvery } from "../use-every.ts";
import { useLoad } from "../use-load.ts";
import { Charts } from "./charts.tsx";
import type { Sample } from "./samples.ts";
import { pollMs } from "./state.ts";
import type { Figure, State, StateHistory } from "./state.ts";
import { printBytes, printDuration, printMs } from "./units.ts";

/** Whether the service is well, what it stores, and how it answered since it started. */
export function HealthView({ history }: { readonly history: StateHistory }): VNode {
  const state = useLoad((signal) => history.read(signal), [history]);
  useEvery(pollMs, true, state.reload);
  return (
    <main id="main" tabIndex={-1}>
      <div class="heading">
        <h1>Health</h1>
      </div>
      <Load of={state} what="figures">
        {(value) => <Overview state={value} samples={history.samples} />}
      </Load>
    </main>
  );
}

interface OverviewProps {
  readonly state: State;
  readonly samples: readonly Sample[];
}

function Overview({ state, samples }: OverviewProps): VNode {
  const { store, keyspaces, routes } = state;
  const count = routes.reduce((sum, route) => sum + route.count, 0);
  const failed = routes.reduce((sum, route) => sum + route.failed, 0);
  const writable = store.figures.find(({ name }) => name === "writable");
  const cards: readonly (readonly [title: string, value: string | number, note?: string])[] = [
    ["Status", state.status === "ready" ? "Ready" : state.status],
    ...(writable ? [["Accepts writes", printFigure(writable)] as const] : []),
    ["Up for", printDuration(state.upSeconds)],
    ["Requests", count.toLocaleString(), `${failed.toLocaleString()} failed`],
    ["In flight", state.inFlight],
    ["Tokens", state.tokens],
    ["Memory", printBytes(state.residentBytes), `heap ${printBytes(state.heapBytes)}`],
    ["CPU time", printDuration(state.cpuSeconds)],
  ];
  return (
    <>
      <dl class="cards">
        {cards.map(([title, value, note]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              {title === "Status" && <span class={`dot ${state.status === "ready" ? "fine" : "failed"}`} />}
              {value}
            </dd>
            {note !== undefined && <dd class="small muted">{note}</dd>}
          </div>
        ))}
      </dl>
      <Charts samples={samples} />
      <section aria-labelledby="stored">
        <h2 id="stored">Store{store.name !== undefined && <span class="muted"> {store.name}</span>}</h2>
        <DataTable
          label="Keyspaces"
          items={keyspaces}
          keyOf={({ name }) => name}
          columns={[
            ["Keyspace", ({ name }) => name],
            ["Tables", ({ tables }) => tables, "number"],
            ["User types", ({ userTypes }) => userTypes, "number"],
          ]}
        />
      </section>
      <Figures figures={store.figures} />
      <section aria-labelledby="routes">
        <h2 id="routes">Routes</h2>
        <DataTable
          label="Routes"
          items={routes.toSorted((one, other) => other.count - one.count)}
          keyOf={({ method, route }) => `${method} ${route}`}
          columns={[
            ["Method", ({ method }) => method],
            ["Route", ({ route }) => <code>{route}</code>],
            ["Requests", ({ count }) => count.toLocaleString(), "number"],
            ["Failed", ({ failed }) => failed.toLocaleString(), "number"],
            ["Average", ({ averageMs }) => printMs(averageMs), "number"],
          ]}
        />
      </section>
    </>
  );
}

/** A figure for people, with the name by which metrics and alerts know it. */
function Figures({ figures }: { readonly figures: readonly Figure[] }): VNode {
  return (
    <DataTable
      label="Figures of the store"
      items={figures}
      keyOf={({ name }) => name}
      columns={[
        ["Figure", titleOf, "wrapped"],
        ["Metric", ({ name }) => <code class="muted">colonnade_store_{name}</code>],
        ["Value", printFigure, "number"],
      ]}
      isTall
      hasRowHeads
    />
  );
}

/** Titles for what is not a count; the others have their own sentence. */
const titles: Readonly<Record<string, string>> = { writable: "Accepts writes" };

function titleOf({ name, help }: Figure): string {
  return titles[name] ?? help.replace(/\.$/, "");
}

function printFigure({ name, value }: Figure): string {
  if (name === "writable") return value === 1 ? "yes" : "no: a write failed, and the store has not recovered yet";
  return name.endsWith("_bytes") ? printBytes(value) : value.toLocaleString();
}
