/**
 * Counts requests over HTTP and those of drivers, and prints the counts with the figures of the store in the text format of
 * Prometheus.
 *
 * Labels come from the route table, from fixed lists and from the codes of OpenSSL, so their number is bounded, and none of them
 * names a table, a user or a token.
 */
import { readdirSync } from "node:fs";
import { performance } from "node:perf_hooks";
import type { HandshakeFailure } from "../port/index.ts";
import { Histogram } from "../store/index.ts";
import type { Statistic } from "../store/index.ts";
import type { Exchange } from "./http.ts";
import { printMetrics } from "./print-metrics.ts";
import type { Metric } from "./print-metrics.ts";

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** The bounds of request durations, in seconds. */
const durationBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts of the requests of one kind. */
class Requests {
  readonly seconds = new Histogram(durationBounds);
  /** Status or error code → responses. */
  readonly results = new Map<number | string, number>();
  /** Responses with an error, in the status or in a GraphQL result. */
  failed = 0;

  count(result: number | string, durationMs: number, isFailed: boolean): void {
    increment(this.results, result);
    this.seconds.add(durationMs / 1000);
    if (isFailed) this.failed++;
  }
}

/** Figures that the console shows. */
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
  /** Route → method → requests. */
  readonly #requests = new Map<string, Map<string, Requests>>();
  /** Labels → GraphQL results with errors. */
  readonly #errors = new Map<string, number>();
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

  /** Counts a request: one that has ended, or that was refused on arrival and never in flight. */
  count({ method, route, status, durationMs, errorCode }: Exchange): void {
    if (errorCode !== undefined) increment(this.#errors, `route="${route}",code="${errorCode}"`);
    const ofRoute = entryOf(this.#requests, route, () => new Map<string, Requests>());
    const requests = entryOf(ofRoute, methods.has(method) ? method : "other", () => new Requests());
    requests.count(status, durationMs, status >= 400 || errorCode !== undefined);
  }

  /** Counts a TLS handshake that failed, so that no request came. */
  countHandshake({ code }: HandshakeFailure): void {
    increment(this.#handshakes, `code="${code}"`);
  }

  /** The counts of the port for drivers; printed only if this was called. */
  get cql(): CqlMetrics {
    return (this.#cql ??= new CqlMetrics());
  }

  /** @param tokens the number of tokens known to this process */
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
      durations: { bounds: durationBounds, counts: this.#durations() },
      routes: this.#all().map(({ method, route, requests: { seconds, failed } }) => {
        const count = seconds.counts.at(-1) ?? 0;
        return { method, route, count, failed, averageMs: (seconds.sum / count) * 1000 };
      }),
    };
  }

  /**
   * @param tokens the number of tokens known to this process
   * @param statistics figures of the store
   */
  print(tokens: number, statistics: readonly Statistic[]): string {
    const { cpuSeconds, residentBytes, heapBytes } = this.figures(tokens);
    const busy = performance.eventLoopUtilization().active / 1000;
    const all = this.#all().map(({ method, route, requests }) => ({
      labels: `method="${method}",route="${route}"`,
      requests,
    }));
    const build = `version="${this.#version}",node="${process.versions.node}"`;
    const metrics: readonly Metric[] = [
      ...metricsOf("colonnade_http", all, "status", "method, route"),
      ["colonnade_graphql_errors_total", "counter", "GraphQL results with errors, by route and code.", this.#errors],
      ["colonnade_tls_handshake_failures_total", "counter", "Failed TLS handshakes by code.", this.#handshakes],
      ["colonnade_http_requests_in_flight", "gauge", "Requests without a response yet.", this.#inFlight],
      ...(this.#cql?.list() ?? []),
      ["colonnade_tokens", "gauge", "Tokens known to this process.", tokens],
      ...statistics.map(({ name, kind, help, value }): Metric => [`colonnade_store_${name}`, kind, help, value]),
      ["colonnade_event_loop_active_seconds_total", "counter", "Time that the event loop was busy.", busy],
      ["process_cpu_seconds_total", "counter", "CPU time of the process.", cpuSeconds],
      ["process_resident_memory_bytes", "gauge", "Resident memory.", residentBytes],
      ["nodejs_heap_size_used_bytes", "gauge", "Used memory of the heap.", heapBytes],
      ["process_start_time_seconds", "gauge", "When the process started, as Unix time.", performance.timeOrigin / 1000],
      [
        "colonnade_build_info",
        "gauge",
        "1, with the versions of Colonnade and Node.",
        this.#version === undefined ? undefined : [[build, 1]],
      ],
      ["process_open_fds", "gauge", "Open files, connections included.", countOpenFiles()],
    ];
    return printMetrics(metrics);
  }

  #durations(): readonly number[] {
    const sums = [...durationBounds, Infinity].map(() => 0);
    for (const { route, requests } of this.#all()) {
      if (route.startsWith("/__local/")) continue;
      for (const [index, count] of requests.seconds.counts.entries()) sums[index] = (sums[index] ?? 0) + count;
    }
    return sums;
  }

  #all(): readonly { readonly method: string; readonly route: string; readonly requests: Requests }[] {
    return [...this.#requests].flatMap(([route, ofRoute]) =>
      Array.from(ofRoute, ([method, requests]) => ({ method, route, requests })),
    );
  }
}

/** Counts the connections and requests of drivers. */
class CqlMetrics {
  /** By the kind of message. */
  readonly #requests = new Map<string, Requests>();
  #connections = 0;
  #refused = 0;
  #inFlight = 0;
  #received = 0;
  #sent = 0;

  opened(): void {
    this.#connections++;
  }

  closed(): void {
    this.#connections--;
  }

  /** A connection was closed at once, because there are too many. */
  refused(): void {
    this.#refused++;
  }

  /** A request arrived; `end` follows. */
  begin(): void {
    this.#inFlight++;
  }

  end({ request, durationMs, receivedBytes, sentBytes, errorCode }: CqlExchange): void {
    this.#inFlight--;
    this.#received += receivedBytes;
    this.#sent += sentBytes;
    const requests = entryOf(this.#requests, request, () => new Requests());
    requests.count(errorCode ?? "ok", durationMs, errorCode !== undefined);
  }

  list(): readonly Metric[] {
    const all = Array.from(this.#requests, ([request, requests]) => ({ labels: `request="${request}"`, requests }));
    return [
      ...metricsOf("colonnade_cql", all, "result", "kind of request"),
      ["colonnade_cql_requests_in_flight", "gauge", "Requests without a response yet.", this.#inFlight],
      ["colonnade_cql_connections", "gauge", "Open connections of drivers.", this.#connections],
      ["colonnade_cql_refused_connections_total", "counter", "Connections beyond the limit.", this.#refused],
      ["colonnade_cql_received_bytes_total", "counter", "Bytes of requests.", this.#received],
      ["colonnade_cql_sent_bytes_total", "counter", "Bytes of responses.", this.#sent],
    ];
  }
}

/** A request of a driver and its response. */
interface CqlExchange {
  /** The kind of message: `query`, `execute`. */
  readonly request: string;
  readonly durationMs: number;
  readonly receivedBytes: number;
  readonly sentBytes: number;
  /** Undefined for a success. */
  readonly errorCode?: string | undefined;
}

function increment<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function entryOf<Key, Entry>(entries: Map<Key, Entry>, key: Key, create: () => Entry): Entry {
  let entry = entries.get(key);
  if (!entry) entries.set(key, (entry = create()));
  return entry;
}

/** Only on Linux, which lists them. A number that grows for hours is a leak. */
function countOpenFiles(): number | undefined {
  try {
    return readdirSync("/proc/self/fd").length;
  } catch {
    return undefined;
  }
}

interface Labeled {
  readonly labels: string;
  readonly requests: Requests;
}

/**
 * The results and durations of requests.
 *
 * @param result the label of a result
 * @param by what the other labels say, for the help text
 */
function metricsOf(name: string, all: readonly Labeled[], result: string, by: string): readonly Metric[] {
  const results = all.flatMap(({ labels, requests }) =>
    Array.from(requests.results, ([end, count]) => [`${labels},${result}="${end}"`, count] as const),
  );
  const durations = all.map(({ labels, requests }) => [labels, requests.seconds] as const);
  return [
    [`${name}_requests_total`, "counter", `Requests by ${by} and ${result}.`, results],
    [`${name}_request_duration_seconds`, "histogram", `Time until the response, by ${by}.`, durations],
  ];
}
