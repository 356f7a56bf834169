/** The spans and the metric that a session's requests give, by the names of the semantic conventions. */
import { describe, expect, it } from "vitest";
import { get, insert, update } from "@colonnade/runtime";
import type { Transport } from "@colonnade/runtime";
import { openTelemetry } from "@colonnade/runtime/opentelemetry";
import type { Attributes, OpenTelemetryOptions } from "@colonnade/runtime/opentelemetry";
import { LedgerService } from "./ledger-service.ts";
import type { Fault } from "./ledger-service.ts";
import { notes, openWith } from "./notes-table.ts";
import type { TestOptions } from "./notes-table.ts";

class TestSpan {
  readonly name: string;
  readonly kind: number;
  readonly attributes: Attributes;
  readonly id: number;
  status: object | undefined;
  ends = 0;

  constructor(id: number, name: string, { kind, attributes }: { kind: number; attributes: Attributes }) {
    this.id = id;
    this.name = name;
    this.kind = kind;
    this.attributes = { ...attributes };
  }

  setAttributes(attributes: Attributes): this {
    Object.assign(this.attributes, attributes);
    return this;
  }

  setStatus(status: object): this {
    this.status = status;
    return this;
  }

  end(): void {
    this.ends += 1;
  }
}

function open(
  { transport }: { readonly transport: Transport },
  given: Partial<OpenTelemetryOptions<TestSpan>> = {},
  options: TestOptions = {},
) {
  const spans: TestSpan[] = [];
  const points: { readonly value: number; readonly attributes: Attributes }[] = [];
  const instruments: unknown[][] = [];
  const hooks = openTelemetry({
    tracer: {
      startSpan: (name, options) => {
        const span = new TestSpan(spans.length + 1, name, options);
        spans.push(span);
        return span;
      },
    },
    meter: {
      createHistogram: (...given) => {
        instruments.push(given);
        return { record: (value, attributes) => void points.push({ value, attributes }) };
      },
    },
    ...given,
  });
  return { spans, points, instruments, session: openWith({ transport }, { hooks, ...options }) };
}

function failing(...faults: readonly Fault[]) {
  return new LedgerService({ fault: (document) => faults[document] ?? "fine" });
}

const server = { "db.system.name": "cassandra", "server.address": "localhost", "server.port": 8080 };
const table = { "db.namespace": "shop", "db.collection.name": "notes" };
const id = expect.stringMatching(/^[\da-f-]{36}$/) as string;

describe("a span", () => {
  it("stands for each request, with what it is about and how it ended", async () => {
    const { session, spans } = open(new LedgerService());
    await insert(session, notes, { id: 1, title: "a" });
    await get(session, notes, { id: 1 });
    expect(spans.map(({ name }) => name)).toEqual(["login", "insert shop.notes", "get shop.notes"]);
    expect(spans[0]?.attributes).toEqual({
      ...server,
      "db.operation.name": "login",
      "colonnade.request.id": id,
      "http.response.status_code": 201,
    });
    expect(spans[1]?.attributes).toEqual({
      ...server,
      ...table,
      "db.operation.name": "insert",
      "colonnade.request.id": id,
      "http.response.status_code": 200,
    });
    for (const span of spans) expect(span).toMatchObject({ kind: 2, status: undefined, ends: 1 });
  });

  it("of writes that travel together says how many they are", async () => {
    const { session, spans } = open(new LedgerService());
    await Promise.all([1, 2, 3].map((id) => insert(session, notes, { id })));
    await Promise.all([insert(session, notes, { id: 1 }), update(session, notes, { id: 2, title: "b" })]);
    const [, same, different] = spans;
    expect(same).toMatchObject({ name: "BATCH insert shop.notes" });
    expect(same?.attributes).toMatchObject({
      ...table,
      "db.operation.name": "BATCH insert",
      "db.operation.batch.size": 3,
    });
    expect(different).toMatchObject({ name: "BATCH shop" });
    expect(different?.attributes).toMatchObject({ "db.operation.name": "BATCH", "db.operation.batch.size": 2 });
    expect(different?.attributes).not.toHaveProperty("db.collection.name");
  });

  it("of a second request for the same call says so", async () => {
    const { session, spans } = open(failing("refuse-connection"));
    await insert(session, notes, { id: 1 });
    const [, first, second] = spans;
    expect(first).toMatchObject({ attributes: { "error.type": "connect" }, status: { code: 2 }, ends: 1 });
    expect(first?.attributes).not.toHaveProperty("http.response.status_code");
    expect(first?.attributes).not.toHaveProperty("http.request.resend_count");
    expect(second).toMatchObject({ attributes: { "http.request.resend_count": 1 }, status: undefined, ends: 1 });
  });

  it.each([
    ["busy", "rate-limit", 429],
    ["field-timeout", "field", 200],
    ["truncate-after", "protocol", 200],
  ] as const)("has an error's code when it failed (%s)", async (fault, type, status) => {
    const { session, spans } = open(failing(fault), {});
    await insert(session, notes, { id: 1 }, { contended: true }).catch(() => undefined);
    expect(spans[1]).toMatchObject({
      attributes: { "error.type": type, "http.response.status_code": status },
      status: { code: 2 },
      ends: 1,
    });
  });

  it("of a call that was given up is no error", async () => {
    const controller = new AbortController();
    const { transport } = new LedgerService();
    const aborting: Transport = async (call) => {
      if (call.url.endsWith("/auth")) return transport(call);
      controller.abort();
      throw call.signal?.reason;
    };
    const { session, spans } = open({ transport: aborting });
    await get(session, notes, { id: 1 }, { signal: controller.signal }).catch(() => undefined);
    expect(spans[1]).toMatchObject({ attributes: { "error.type": "aborted" }, status: undefined, ends: 1 });
  });

  it("never has a document, not even where bodies are shown", async () => {
    const { session, spans, points } = open(new LedgerService(), {}, { debug: { bodies: true } });
    await insert(session, notes, { id: 1, title: "canary" });
    expect(JSON.stringify([spans, points])).not.toMatch(/canary|insertNotes|founder|right/);
  });

  it("goes on in the service by the headers that inject gives", async () => {
    const sent: (string | undefined)[] = [];
    const { transport } = new LedgerService();
    const watched: Transport = (call) => {
      sent.push(call.headers["traceparent"]);
      return transport(call);
    };
    const inject = (span: TestSpan) => ({ traceparent: `span-${span.id}` });
    await insert(open({ transport: watched }, { inject }).session, notes, { id: 1 });
    expect(sent).toEqual(["span-1", "span-2"]);
  });
});

describe("the metric", () => {
  it("is the duration of each request in seconds, by what has few values", async () => {
    const { session, points, instruments } = open(failing("refuse-connection"));
    await insert(session, notes, { id: 1 });
    expect(instruments).toMatchObject([["db.client.operation.duration", { unit: "s" }]]);
    const operation = { ...server, ...table, "db.operation.name": "insert" };
    expect(points.slice(1).map(({ attributes }) => attributes)).toEqual([
      { ...operation, "error.type": "connect" },
      { ...operation, "http.response.status_code": 200 },
    ]);
    for (const { value } of points) expect(value).toBeLessThan(1);
  });

  it("can be left out", async () => {
    const hooks = openTelemetry({ tracer: { startSpan: (name, options) => new TestSpan(1, name, options) } });
    const session = openWith(new LedgerService(), { hooks });
    await insert(session, notes, { id: 1 });
    expect(session.hookFailures()).toBe(0);
  });
});
