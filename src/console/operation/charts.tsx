import type { VNode } from "preact";
import { Chart } from "./chart.tsx";
import { pointsOf } from "./samples.ts";
import type { Sample } from "./samples.ts";
import { printMs } from "./units.ts";

const printRate = (rate: number): string => (rate < 10 ? rate.toFixed(1) : Math.round(rate).toLocaleString());

/** How the service responded since the page was opened. */
export function Charts({ samples }: { readonly samples: readonly Sample[] }): VNode {
  const points = pointsOf(samples);
  const times = points.map(({ atMs }) => atMs);
  const hasCommits = samples.at(-1)?.commits !== undefined;
  return (
    <section aria-labelledby="since">
      <h2 id="since">Since this page was opened</h2>
      <p class="small muted">
        Requests to <code>/__local/</code> are not counted.
      </p>
      <div class="charts">
        <Chart
          title="Requests a second"
          times={times}
          print={printRate}
          lines={[{ name: "requests", values: points.map(({ requestsPerSecond }) => requestsPerSecond) }]}
        />
        <Chart
          title="Response time"
          times={times}
          print={printMs}
          lines={[
            { name: "p50", values: points.map(({ medianMs }) => medianMs) },
            { name: "p99", values: points.map(({ slowMs }) => slowMs) },
          ]}
        />
        <Chart
          title="Errors a second"
          times={times}
          print={printRate}
          lines={[{ name: "errors", values: points.map(({ failedPerSecond }) => failedPerSecond) }]}
        />
        {hasCommits && (
          <Chart
            title="Commit time"
            times={times}
            print={printMs}
            lines={[{ name: "p50", values: points.map(({ commitMs }) => commitMs) }]}
          />
        )}
      </div>
    </section>
  );
}
