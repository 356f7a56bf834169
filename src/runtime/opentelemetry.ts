/**
 * Creates OpenTelemetry spans and metrics: takes a tracer and a meter of the app, and returns hooks for
 * `createSession`.
 *
 * Names follow the semantic conventions for databases, stable since 1.33, and for HTTP. Attributes never contain a
 * document or its values. Needs no package: the types declare the used parts of `@opentelemetry/api`.
 */
import type { Hooks, RequestEvent } from "./session/hooks.ts";

export type Attributes = Record<string, string | number>;

/** The used parts of a `Span`. */
export interface SpanLike {
  setAttributes(attributes: Attributes): unknown;
  setStatus(status: { code: 2 }): unknown;
  end(): void;
}

/** The used parts of a `Tracer`. */
export interface TracerLike<Span extends SpanLike> {
  startSpan(name: string, options: { kind: 2; attributes: Attributes }): Span;
}

/** The used parts of a `Meter`. */
export interface MeterLike {
  createHistogram(
    name: string,
    options: { unit: string; advice: { explicitBucketBoundaries: number[] } },
  ): { record(value: number, attributes: Attributes): void };
}

export interface OpenTelemetryOptions<Span extends SpanLike> {
  /** `trace.getTracer("shop")` */
  readonly tracer: TracerLike<Span>;
  /** `metrics.getMeter("shop")`; gets the histogram `db.client.operation.duration`, in seconds. */
  readonly meter?: MeterLike;
  /**
   * Headers that propagate a span to the service, above all `traceparent`:
   *
   *     inject: (span) => {
   *       const headers = {};
   *       propagation.inject(trace.setSpan(context.active(), span), headers);
   *       return headers;
   *     }
   *
   * @default none
   */
  readonly inject?: (span: Span) => Record<string, string>;
}

/**
 * Creates hooks that create one client span for each request, including retries and token requests.
 *
 * Its parent is the span that was active at the call. Writes in one document have one span, whose parent is that of the
 * first write. A failure has the code of its error as `error.type`.
 */
export function openTelemetry<Span extends SpanLike>(options: OpenTelemetryOptions<Span>): Hooks {
  const { tracer, meter, inject } = options;
  const spans = new WeakMap<RequestEvent, Span>();
  const durations = meter?.createHistogram("db.client.operation.duration", {
    unit: "s",
    advice: { explicitBucketBoundaries: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10] },
  });
  return {
    onRequest: (event) => {
      const { requestId, resends, operations } = event;
      const attributes = attributesOf(event);
      attributes["colonnade.request.id"] = requestId;
      if (resends > 0) attributes["http.request.resend_count"] = resends;
      if (operations > 1) attributes["db.operation.batch.size"] = operations;
      spans.set(event, tracer.startSpan(nameOf(event), { kind: 2, attributes }));
    },
    headers: (event) => {
      const span = spans.get(event);
      return span && inject ? inject(span) : {};
    },
    onResponse: ({ request, status, failure, tookMs }) => {
      const answered: Attributes = {};
      if (status) answered["http.response.status_code"] = status;
      if (failure) answered["error.type"] = failure;
      durations?.record(tookMs / 1000, { ...attributesOf(request), ...answered });
      const span = spans.get(request);
      span?.setAttributes(answered);
      if (failure && failure !== "aborted") span?.setStatus({ code: 2 });
      span?.end();
    },
  };
}

/** `insert shop.products`, `BATCH insert shop.products`; a document with several kinds of writes is `BATCH shop`. */
function nameOf({ operation = "", keyspace, table, operations }: RequestEvent): string {
  return operations > 1 ? `BATCH ${table ? operation : keyspace}` : operation;
}

/** Attributes of spans and metrics, with few distinct values each. */
function attributesOf(event: RequestEvent): Attributes {
  const { keyspace, table } = event;
  const { hostname, port } = new URL(event.url);
  return {
    "db.system.name": "cassandra",
    "db.operation.name": nameOf(event).replace(` ${keyspace}${table ? `.${table}` : ""}`, ""),
    "server.address": hostname,
    ...(keyspace && { "db.namespace": keyspace }),
    ...(table && { "db.collection.name": table }),
    ...(port && { "server.port": Number(port) }),
  };
}
