/** Counts what happens at the port for drivers. */
import { Histogram } from "../store/index.ts";
import { durationBuckets, head, increment, printCounts, printHistogram, simple } from "./metric-text.ts";

/** A request of a driver and its response. */
export interface CqlCounted {
  /** The kind of message: `query`, `execute`. */
  readonly request: string;
  readonly durationMs: number;
  readonly receivedBytes: number;
  readonly sentBytes: number;
  /** Undefined for a success. */
  readonly errorCode?: string | undefined;
}

/** What is counted of the requests of a kind. */
interface Kind {
  /** By their result. */
  readonly results: Map<string, number>;
  readonly seconds: Histogram;
}

const durations = "colonnade_cql_request_duration_seconds";

export class CqlMetrics {
  #connections = 0;
  #refused = 0;
  #inFlight = 0;
  #received = 0;
  #sent = 0;
  readonly #kinds = new Map<string, Kind>();

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

  end({ request, durationMs, receivedBytes, sentBytes, errorCode = "ok" }: CqlCounted): void {
    this.#inFlight--;
    this.#received += receivedBytes;
    this.#sent += sentBytes;
    let kind = this.#kinds.get(request);
    if (!kind) this.#kinds.set(request, (kind = { results: new Map(), seconds: new Histogram(durationBuckets) }));
    increment(kind.results, errorCode);
    kind.seconds.add(durationMs / 1000);
  }

  print(): readonly string[] {
    const requests = Array.from(this.#kinds).flatMap(([request, { results }]) =>
      Array.from(results, ([result, count]) => [`request="${request}",result="${result}"`, count] as const),
    );
    return [
      ...printCounts(
        "colonnade_cql_requests_total",
        "Requests of drivers by the kind of message, and by their result: ok, or the error.",
        new Map(requests),
      ),
      ...head(durations, "histogram", "Time until the response was ready, by the kind of message."),
      ...Array.from(this.#kinds, ([request, { seconds }]) =>
        printHistogram(durations, seconds, `request="${request}"`),
      ).flat(),
      ...simple("colonnade_cql_requests_in_flight", "gauge", "Requests without a response yet.", this.#inFlight),
      ...simple("colonnade_cql_connections", "gauge", "Open connections of drivers.", this.#connections),
      ...simple(
        "colonnade_cql_refused_connections_total",
        "counter",
        "Connections beyond the limit, which were closed at once.",
        this.#refused,
      ),
      ...simple("colonnade_cql_received_bytes_total", "counter", "Bytes of requests.", this.#received),
      ...simple("colonnade_cql_sent_bytes_total", "counter", "Bytes of responses.", this.#sent),
    ];
  }
}
