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
  /** Labels → GraphQL results with errors. */
  readonly #errors = new Map<string, number>();
  /** By labels. */
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
  count({ method, route, status, durationMs, errorCode }: Exchange): void {
    const labels = `method="${methods.has(method) ? method : "other"}",route="${route}"`;
    increment(this.#requests, `${labels},status="${status}"`);
    if (errorCode !== undefined) increment(this.#errors, `route="${route}",code="${errorCode}"`);
    let durations = this.#durations.get(labels);
    if (!durations) {
      durations = { counts: new Array<number>(buckets.length + 1).fill(0), seconds: 0 };
      this.#durations.set(labels, durations);
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
    const memory = process.memoryUsage();
    const { active } = performance.eventLoopUtilization();
    return [
      ...printCounts("colonnade_http_requests_total", "Requests by method, route and status.", this.#requests),
      ...printCounts(
        "colonnade_graphql_errors_total",
        "GraphQL responses with errors, by route and the code of the first error.",
        this.#errors,
      ),
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
      ...simple("process_resident_memory_bytes", "gauge", "Resident memory.", memory.rss),
      ...simple("nodejs_heap_size_used_bytes", "gauge", "Used memory of the heap.", memory.heapUsed),
      ...simple(
        "process_start_time_seconds",
        "gauge",
        "When the process started, as Unix time.",
        performance.timeOrigin / 1000,
      ),
      "",
    ].join("\n");
  }

  #printDurations(): string[] {
    const name = "colonnade_http_request_duration_seconds";
    const lines = [...this.#durations].flatMap(([labels, { counts, seconds }]) => {
      let sum = 0;
      const sums = counts.map((count) => (sum += count));
      return [
        ...sums.map((count, index) => `${name}_bucket{${labels},le="${buckets[index] ?? "+Inf"}"} ${count}`),
        `${name}_sum{${labels}} ${seconds}`,
        `${name}_count{${labels}} ${sum}`,
      ];
    });
    return [...head(name, "histogram", "Time until the response was ready, by method and route."), ...lines];
  }
}

function increment(counts: Map<string, number>, labels: string): void {
  counts.set(labels, (counts.get(labels) ?? 0) + 1);
}

function printCounts(name: string, help: string, counts: ReadonlyMap<string, number>): string[] {
  return [...head(name, "counter", help), ...Array.from(counts, ([labels, count]) => `${name}{${labels}} ${count}`)];
}

function head(name: string, kind: Kind, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`];
}

function simple(name: string, kind: Kind, help: string, value: number): string[] {
  return [...head(name, kind, help), `${name} ${value}`];
}
