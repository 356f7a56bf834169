/**
 * Counts requests, and prints the counts in the text format of Prometheus.
 *
 * Labels come from the route table and a fixed list of methods, so their number is bounded, and none of them names a
 * table, a user or a token.
 */
import { performance } from "node:perf_hooks";
import type { Exchange } from "./exchange.ts";

/** In seconds. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

interface Durations {
  /** How many requests fell into each bucket alone; the last item counts those beyond all. */
  readonly counts: number[];
  seconds: number;
}

type Kind = "counter" | "gauge" | "histogram";

/** The content type of the text format. */
export const metricsType = "text/plain; version=0.0.4; charset=utf-8";

export class Metrics {
  /** Labels → requests. */
  readonly #requests = new Map<string, number>();
  /** By route. */
  readonly #durations = new Map<string, Durations>();
  #inFlight = 0;

  /** A request arrived; `end` follows. */
  begin(): void {
    this.#inFlight++;
  }

  end(exchange: Exchange): void {
    this.#inFlight--;
    this.count(exchange);
  }

  /** Counts a request that never was in flight, since it was refused at the door. */
  count({ method, route, status, durationMs }: Exchange): void {
    const labels = `method="${methods.has(method) ? method : "other"}",route="${route}",status="${status}"`;
    this.#requests.set(labels, (this.#requests.get(labels) ?? 0) + 1);
    let durations = this.#durations.get(route);
    if (!durations) {
      durations = { counts: new Array<number>(buckets.length + 1).fill(0), seconds: 0 };
      this.#durations.set(route, durations);
    }
    const seconds = durationMs / 1000;
    const found = buckets.findIndex((bound) => seconds <= bound);
    const index = found === -1 ? buckets.length : found;
    durations.counts[index] = (durations.counts[index] ?? 0) + 1;
    durations.seconds += seconds;
  }

  /** @param tokens tokens that are kept */
  print(tokens: number): string {
    const { user, system } = process.cpuUsage();
    const { active } = performance.eventLoopUtilization();
    return [
      ...this.#printRequests(),
      ...this.#printDurations(),
      ...simple("colonnade_http_requests_in_flight", "gauge", "Requests without a response yet.", this.#inFlight),
      ...simple("colonnade_tokens", "gauge", "Tokens that are kept.", tokens),
      ...simple(
        "colonnade_event_loop_active_seconds_total",
        "counter",
        "Time that the event loop was busy.",
        active / 1000,
      ),
      ...simple("process_cpu_seconds_total", "counter", "CPU time of the process.", (user + system) / 1e6),
      ...simple("process_resident_memory_bytes", "gauge", "Resident memory.", process.memoryUsage.rss()),
      ...simple(
        "process_start_time_seconds",
        "gauge",
        "When the process started, as Unix time.",
        performance.timeOrigin / 1000,
      ),
      "",
    ].join("\n");
  }

  #printRequests(): string[] {
    const name = "colonnade_http_requests_total";
    const lines = [...this.#requests].map(([labels, count]) => `${name}{${labels}} ${count}`);
    return [...head(name, "counter", "Requests by method, route and status."), ...lines];
  }

  #printDurations(): string[] {
    const name = "colonnade_http_request_duration_seconds";
    const lines = [...this.#durations].flatMap(([route, { counts, seconds }]) => {
      let sum = 0;
      const sums = counts.map((count) => (sum += count));
      return [
        ...sums.map((count, index) => `${name}_bucket{route="${route}",le="${buckets[index] ?? "+Inf"}"} ${count}`),
        `${name}_sum{route="${route}"} ${seconds}`,
        `${name}_count{route="${route}"} ${sum}`,
      ];
    });
    return [...head(name, "histogram", "Time until the response was ready, by route."), ...lines];
  }
}

function head(name: string, kind: Kind, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`];
}

function simple(name: string, kind: Kind, help: string, value: number): string[] {
  return [...head(name, kind, help), `${name} ${value}`];
}
