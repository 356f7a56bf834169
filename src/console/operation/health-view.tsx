import type { VNode } from "preact";
import { Loading, Notice } from "../notice.tsx";
import { useEvery } from "../use-every.ts";
import { useLoad } from "../use-load.ts";
import { Charts } from "./charts.tsx";
import { Figures, printFigure } from "./figures.tsx";
import type { Sample } from "./samples.ts";
import { pollMs } from "./state.ts";
import type { State, StateHistory } from "./state.ts";
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
      {state.problem !== undefined && <Notice kind="error">{state.problem}</Notice>}
      {state.value ? (
        <Overview state={state.value} samples={history.samples} />
      ) : (
        state.problem === undefined && <Loading what="figures" />
      )}
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
        <div class="scroller" tabIndex={0} role="region" aria-label="Keyspaces">
          <table>
            <thead>
              <tr>
                <th scope="col">Keyspace</th>
                <th scope="col" class="number">
                  Tables
                </th>
                <th scope="col" class="number">
                  User types
                </th>
              </tr>
            </thead>
            <tbody>
              {keyspaces.map(({ name, tables, userTypes }) => (
                <tr key={name}>
                  <td>{name}</td>
                  <td class="number">{tables}</td>
                  <td class="number">{userTypes}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
      <Figures figures={store.figures} />
      <section aria-labelledby="routes">
        <h2 id="routes">Routes</h2>
        <div class="scroller" tabIndex={0} role="region" aria-label="Routes">
          <table>
            <thead>
              <tr>
                <th scope="col">Method</th>
                <th scope="col">Route</th>
                <th scope="col" class="number">
                  Requests
                </th>
                <th scope="col" class="number">
                  Failed
                </th>
                <th scope="col" class="number">
                  Average
                </th>
              </tr>
            </thead>
            <tbody>
              {routes
                .toSorted((one, other) => other.count - one.count)
                .map(({ method, route, count: requests, failed: failures, averageMs }) => (
                  <tr key={`${method} ${route}`}>
                    <td>{method}</td>
                    <td>
                      <code>{route}</code>
                    </td>
                    <td class="number">{requests.toLocaleString()}</td>
                    <td class="number">{failures.toLocaleString()}</td>
                    <td class="number">{printMs(averageMs)}</td>
                  </tr>
                ))}
            </tbody>
          </table>
        </div>
      </section>
    </>
  );
}
