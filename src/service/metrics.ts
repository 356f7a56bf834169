/**
 * Counts requests, and prints the counts with the figures of the store in the text format of Prometheus.
 *
 * Labels come from the route table and a fixed list of methods, so their number is bounded, and none of them names a
 * table, a user or a token.
 */
import { readdirSync } from "node:fs";
import { performance } from "node:perf_hooks";
import type { HandshakeFailure } from "../port/index.ts";
import { Histogram } from "../store/index.ts";
import type { Statistic } from "../store/index.ts";
import { CqlMetrics } from "./cql-metrics.ts";
import type { Exchange } from "./exchange.ts";
import { durationBuckets, head, increment, printCounts, printHistogram, simple } from "./metric-text.ts";

const durations = "colonnade_http_request_duration_seconds";
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** The requests of one method and route. */
interface Requests {
  readonly method: string;
  readonly route: string;
  readonly seconds: Histogram;
  /** Responses with an error, in the status or in a GraphQL result. */
  failed: number;
  /** Status → responses. */
  readonly statuses: Map<number, number>;
}

/** What the console shows. */
export interface Figures {
  readonly upSeconds: number;
  readonly inFlight: number;
  readonly tokens: number;
  readonly cpuSeconds: number;
  readonly residentBytes: number;
  readonly heapBytes: number;
  /** For each bound in seconds, the number of responses up to it; the last counts all. Routes for operators are excluded. */
  readonly durations: { readonly bounds: readonly number[]; readonly counts: readonly number[] };
  readonly routes: readonly {
    readonly method: string;
    readonly route: string;
    readonly count: number;
    readonly failed: number;
    readonly averageMs: number;
  }[];
}

export class Metrics {
  /** Labels → GraphQL results with errors. */
  readonly #errors = new Map<string, number>();
  /** Route → method → requests. */
  readonly #requests = new Map<string, Map<string, Requests>>();
  /** Labels → TLS handshakes that failed. */
  readonly #handshakes = new Map<string, number>();
  readonly #version: string | undefined;
  #inFlight = 0;
  #cql: CqlMetrics | undefined;

  /** @param version of Colonnade; without it the metrics do not name one */
  constructor(version?: string) {
    this.#version = version;
  }

  /** A request arrived; `end` follows. */
  begin(): void {
    this.#inFlight++;
  }

  end(exchange: Exchange): void {
    this.#inFlight--;
    this.count(exchange);
  }

  /** Counts a request that was refused on arrival and never in flight. */
  count({ method, route, status, durationMs, errorCode }: Exchange): void {
    const label = methods.has(method) ? method : "other";
    if (errorCode !== undefined) increment(this.#errors, `route="${route}",code="${errorCode}"`);
    const requests = this.#requestsOf(label, route);
    increment(requests.statuses, status);
    requests.seconds.add(durationMs / 1000);
    if (status >= 400 || errorCode !== undefined) requests.failed++;
  }

  /** Counts a TLS handshake that failed, so that no request came. */
  countHandshake({ code }: HandshakeFailure): void {
    increment(this.#handshakes, `code="${code}"`);
  }

  /** The counts of the port for drivers; printed only if this was called. */
  get cql(): CqlMetrics {
    return (this.#cql ??= new CqlMetrics());
  }

  /** @param tokens the number of stored tokens */
  figures(tokens: number): Figures {
    const { user, system } = process.cpuUsage();
    const { rss, heapUsed } = process.memoryUsage();
    return {
      upSeconds: performance.now() / 1000,
      inFlight: this.#inFlight,
      tokens,
      cpuSeconds: (user + system) / 1e6,
      residentBytes: rss,
      heapBytes: heapUsed,
      durations: { bounds: durationBuckets, counts: this.#durations() },
      routes: this.#all().map(({ method, route, seconds, failed }) => {
        const count = seconds.counts.at(-1) ?? 0;
        return { method, route, count, failed, averageMs: (seconds.sum / count) * 1000 };
      }),
    };
  }

  /**
   * @param tokens the number of stored tokens
   * @param statistics figures of the store
   */
  print(tokens: number, statistics: readonly Statistic[]): string {
    const { user, system } = process.cpuUsage();
    const memory = process.memoryUsage();
    const { active } = performance.eventLoopUtilization();
    const all = this.#all().map((requests) => ({ ...requests, labels: labelsOf(requests) }));
    const counts = all.flatMap(({ labels, statuses }) =>
      Array.from(statuses, ([status, count]) => [`${labels},status="${status}"`, count] as const),
    );
    return [
      ...printCounts("colonnade_http_requests_total", "Requests by method, route and status.", counts),
      ...printCounts(
        "colonnade_graphql_errors_total",
        "GraphQL responses with errors, by route and the code of the first error.",
        this.#errors,
      ),
      ...printCounts(
        "colonnade_tls_handshake_failures_total",
        "Failed TLS handshakes by their error code.",
        this.#handshakes,
      ),
      ...head(durations, "histogram", "Time until the response was ready, by method and route."),
      ...all.flatMap(({ labels, seconds }) => printHistogram(durations, seconds, labels)),
      ...simple("colonnade_http_requests_in_flight", "gauge", "Requests without a response yet.", this.#inFlight),
      ...(this.#cql?.print() ?? []),
      ...simple("colonnade_tokens", "gauge", "Tokens that are kept.", tokens),
      ...statistics.flatMap(printStatistic),
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
      ...this.#printVersion(),
      ...printOpenFiles(),
      "",
    ].join("\n");
  }

  #durations(): readonly number[] {
    const sums = [...durationBuckets, Infinity].map(() => 0);
    for (const { route, seconds } of this.#all()) {
      if (route.startsWith("/__local/")) continue;
      for (const [index, count] of seconds.counts.entries()) sums[index] = (sums[index] ?? 0) + count;
    }
    return sums;
  }

  #printVersion(): string[] {
    if (this.#version === undefined) return [];
    const name = "colonnade_build_info";
    const help = "1, with the versions of Colonnade and Node.";
    return [...head(name, "gauge", help), `${name}{version="${this.#version}",node="${process.versions.node}"} 1`];
  }

  #requestsOf(method: string, route: string): Requests {
    let ofRoute = this.#requests.get(route);
    if (!ofRoute) this.#requests.set(route, (ofRoute = new Map()));
    let requests = ofRoute.get(method);
    if (!requests) {
      requests = { method, route, seconds: new Histogram(durationBuckets), failed: 0, statuses: new Map() };
      ofRoute.set(method, requests);
    }
    return requests;
  }

  #all(): readonly Requests[] {
    return [...this.#requests.values()].flatMap((ofRoute) => [...ofRoute.values()]);
  }
}

/** Only on Linux, which lists them. A number that grows for hours is a leak. */
function printOpenFiles(): string[] {
  try {
    const count = readdirSync("/proc/self/fd").length;
    return simple("process_open_fds", "gauge", "Open files, connections included.", count);
  } catch {
    return [];
  }
}

function labelsOf({ method, route }: Requests): string {
  return `method="${method}",route="${route}"`;
}

function printStatistic({ name, kind, help, value }: Statistic): string[] {
  const full = `colonnade_store_${name}`;
  if (typeof value === "number") return simple(full, kind, help, value);
  return [...head(full, kind, help), ...printHistogram(full, value)];
}
