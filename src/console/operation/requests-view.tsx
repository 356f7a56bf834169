import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { RecentRequest } from "../../service/console/routes.ts";
import { Check } from "../check.tsx";
import { isOwn } from "../connection.ts";
import type { Connection } from "../connection.ts";
import { DataTable } from "../data-table.tsx";
import type { DataColumn } from "../data-table.tsx";
import { Load } from "../load.tsx";
import { Empty } from "../notice.tsx";
import { useEvery } from "../use-every.ts";
import { useLoad } from "../use-load.ts";
import { printBytes, printMs } from "./units.ts";

const pollMs = 2_000;
/** As many as the service keeps. */
const most = 500;

/** The latest requests, the newest first; grows while it is in sight. */
export function RequestsView({ connection }: { readonly connection: Connection }): VNode {
  const recent = useLoad(
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
  useEvery(pollMs, isLive, recent.reload);

  const isShown = (request: RecentRequest): boolean =>
    (withOwn || !isOfConsole(request)) && (!onlyErrors || isFailed(request));
  return (
    <main id="main" tabIndex={-1}>
      <div class="heading">
        <h1>Requests</h1>
        <p class="muted">The latest {most}, without paths, headers and bodies.</p>
      </div>
      <div class="toolbar">
        <Check label="Live" checked={isLive} onChange={setLive} />
        <Check label="Only errors" checked={onlyErrors} onChange={setOnlyErrors} />
        <Check label="With those of the console" checked={withOwn} onChange={setWithOwn} />
      </div>
      <Load of={recent} what="requests">
        {({ requests }) => {
          const shown = requests.toReversed().filter(isShown);
          return shown.length === 0 ? (
            <Empty title={onlyErrors ? "No errors" : "No requests yet"}>
              Requests appear here as soon as they are answered. {!withOwn && "Those of the console are hidden."}
            </Empty>
          ) : (
            <DataTable label="Latest requests" items={shown} keyOf={({ number }) => number} columns={columns} isTall />
          );
        }}
      </Load>
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

const columns: readonly DataColumn<RecentRequest>[] = [
  ["Time", ({ at }) => new Date(at).toLocaleTimeString()],
  [
    "Status",
    (request) => (
      <>
        <span class={`status ${isFailed(request) ? "failed" : "fine"}`}>
          {request.status === 0 ? "dropped" : request.status}
        </span>{" "}
        {request.errorCode}
      </>
    ),
  ],
  ["Operation", ({ operation }) => operation],
  ["Method", ({ method }) => method],
  ["Route", ({ route }) => <code>{route}</code>],
  ["Duration", ({ durationMs }) => printMs(durationMs), "number"],
  ["Size", ({ bytes }) => printBytes(bytes), "number"],
  ["Request ID", ({ requestId }) => <code class="muted">{requestId}</code>],
];
