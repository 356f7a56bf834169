import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { isOwn } from "../connection.ts";
import type { Connection } from "../connection.ts";
import { Empty, Loading, Notice } from "../notice.tsx";
import { useEvery } from "../use-every.ts";
import { useLoad } from "../use-load.ts";
import { printBytes, printMs } from "./units.ts";

/** A request as the service keeps it: its route in place of its path, no header and no body. */
interface RecentRequest {
  readonly number: number;
  readonly at: number;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
  readonly bytes: number;
  readonly requestId: string;
  readonly operation?: string;
  readonly errorCode?: string;
}

const pollMs = 2_000;
/** As many as the service keeps. */
const most = 500;

/** The latest requests, the newest first; grows while it is in sight. */
export function RequestsView({ connection }: { readonly connection: Connection }): VNode {
  const { value, problem, reload } = useLoad(
    (signal) =>
      connection.read<{ readonly requests: readonly RecentRequest[] }>(
        "read the requests",
        "/__local/requests",
        signal,
      ),
    [connection],
  );
  const [isLive, setLive] = useState(true);
  const [onlyErrors, setOnlyErrors] = useState(false);
  const [withOwn, setWithOwn] = useState(false);
  useEvery(pollMs, isLive, reload);

  const shown = value?.requests
    .toReversed()
    .filter((request) => (withOwn || !isOfConsole(request)) && (!onlyErrors || isFailed(request)));
  return (
    <main id="main" tabIndex={-1}>
      <div class="heading">
        <h1>Requests</h1>
        <p class="muted">The latest {most}, without paths, headers and bodies.</p>
      </div>
      <div class="toolbar">
        <label class="check">
          <input type="checkbox" checked={isLive} onChange={(event) => setLive(event.currentTarget.checked)} />
          Live
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={onlyErrors}
            onChange={(event) => setOnlyErrors(event.currentTarget.checked)}
          />
          Only errors
        </label>
        <label class="check">
          <input type="checkbox" checked={withOwn} onChange={(event) => setWithOwn(event.currentTarget.checked)} />
          With those of the console
        </label>
      </div>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      {shown === undefined ? (
        problem === undefined && <Loading what="requests" />
      ) : shown.length === 0 ? (
        <Empty title={onlyErrors ? "No errors" : "No requests yet"}>
          Requests appear here as soon as they are answered. {!withOwn && "Those of the console are hidden."}
        </Empty>
      ) : (
        <Table requests={shown} />
      )}
    </main>
  );
}

/** The requests of the page itself, and those that load it. */
function isOfConsole({ requestId, route }: RecentRequest): boolean {
  return isOwn(requestId) || route === "/" || route.startsWith("/console.");
}

function isFailed({ status, errorCode }: RecentRequest): boolean {
  return status === 0 || status >= 400 || errorCode !== undefined;
}

function Table({ requests }: { readonly requests: readonly RecentRequest[] }): VNode {
  return (
    <div class="scroller tall" tabIndex={0} role="region" aria-label="Latest requests">
      <table>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Status</th>
            <th scope="col">Operation</th>
            <th scope="col">Method</th>
            <th scope="col">Route</th>
            <th scope="col" class="number">
              Duration
            </th>
            <th scope="col" class="number">
              Size
            </th>
            <th scope="col">Request ID</th>
          </tr>
        </thead>
        <tbody>
          {requests.map((request) => (
            <tr key={request.number}>
              <td>{new Date(request.at).toLocaleTimeString()}</td>
              <td>
                <span class={`status ${isFailed(request) ? "failed" : "fine"}`}>
                  {request.status === 0 ? "dropped" : request.status}
                </span>{" "}
                {request.errorCode}
              </td>
              <td>{request.operation}</td>
              <td>{request.method}</td>
              <td>
                <code>{request.route}</code>
              </td>
              <td class="number">{printMs(request.durationMs)}</td>
              <td class="number">{printBytes(request.bytes)}</td>
              <td>
                <code class="muted">{request.requestId}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
