/** What hooks are told of each thing that a session does, what can be made of it, and that they cannot do any harm. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { find, get, insert, serviceProfile, TransportFailure, update } from "@colonnade/runtime";
import { callHooks } from "@colonnade/runtime/hooks";
import { hedgeReads } from "@colonnade/runtime/hedging";
import type { Call, ServiceError, Reply, Transport } from "@colonnade/runtime";
import type { RequestEvent, Hooks } from "@colonnade/runtime/hooks";
import { headers } from "@colonnade/runtime/protocol";
import { VirtualClock, settle } from "../../support/virtual-clock.ts";
import { LedgerService } from "../ledger-service.ts";
import type { Fault } from "../ledger-service.ts";
import { notes, openWith } from "../notes-table.ts";
import type { TestOptions } from "../notes-table.ts";
import { faults, openLedger } from "../open-ledger.ts";

const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);
beforeEach(() => process.on("unhandledRejection", note));
afterEach(async () => {
  await settle();
  process.off("unhandledRejection", note);
  expect(unhandled.splice(0)).toEqual([]);
});

const names = ["onRequest", "onResponse", "onRetry", "onToken", "onBatch", "onError"] as const;

/** Events as they came: `["onRequest", event]`. */
function record() {
  const told: [string, object][] = [];
  const hooks = Object.fromEntries(names.map((name) => [name, (event: object) => told.push([name, event])])) as Hooks;
  const of = (name: (typeof names)[number]) => told.filter(([told]) => told === name).map(([, event]) => event);
  return { told, hooks, of };
}

function open(faults: readonly Fault[] = [], options: TestOptions = {}) {
  const service = new LedgerService({ fault: (document) => faults[document] ?? "fine" });
  const recorded = record();
  return { ...recorded, service, session: openWith(service, { hooks: recorded.hooks, ...options }) };
}

const id = expect.stringMatching(/^[\da-f-]{36}$/) as string;
const ms = expect.any(Number) as number;
const graphql = "http://localhost:8080/api/graphql";

describe("the hooks of an insert", () => {
  it("are told of the token, of the request, of its response, and of the document", async () => {
    const { told, session } = open();
    await insert(session, notes, { id: 1, title: "a" });
    const about = { operation: "insert shop.notes", keyspace: "shop", table: "notes" };
    const sent = { requestId: id, attempt: 1, resends: 0, method: "POST", operations: 1 };
    const auth = { ...sent, operation: "login", url: "http://localhost:8080/api/rest/v1/auth" };
    const request = { ...sent, ...about, url: graphql };
    const answered = { requestId: id, failure: undefined, reason: undefined, tookMs: ms };
    expect(told).toEqual([
      ["onRequest", auth],
      ["onResponse", { ...answered, request: auth, status: 201 }],
      ["onToken", { kind: "created", generation: 1, reason: "first", attempt: 1, tookMs: ms }],
      ["onRequest", request],
      ["onResponse", { ...answered, request, status: 200 }],
      ["onBatch", { ...about, requestId: id, operations: 1, failed: 0, tookMs: ms }],
    ]);
  });

  it("get the same request object with the response, so that one can be looked up by the other", async () => {
    const { session, of } = open();
    await insert(session, notes, { id: 1 });
    const requests = of("onRequest");
    for (const [index, answer] of of("onResponse").entries()) expect(answer).toHaveProperty("request", requests[index]);
    expect((of("onResponse") as { request: object }[]).every(({ request }, index) => request === requests[index])).toBe(
      true,
    );
  });

  it("measure by the session's clock", async () => {
    const clock = new VirtualClock();
    const service = new LedgerService({ delay: () => clock.wait(40), fault: () => "drop-before" });
    const { hooks, of } = record();
    const session = openWith(service, { hooks, clock });
    const written = insert(session, notes, { id: 1 }, { contended: true }).catch(() => "failed");
    await clock.advance(1_000);
    expect(await written).toBe("failed");
    expect(of("onResponse")).toMatchObject([{}, { tookMs: 40 }]);
    expect(of("onBatch")).toMatchObject([{ tookMs: 40 }]);
    expect(of("onError")).toMatchObject([{ tookMs: 40 }]);
  });

  it("are told by each session of a list", async () => {
    const [first, second] = [record(), record()];
    await insert(openWith(new LedgerService(), { hooks: [first.hooks, second.hooks] }), notes, { id: 1 });
    expect(first.told).toHaveLength(6);
    expect(second.told).toEqual(first.told);
  });
});

describe("the hooks of writes that travel together", () => {
  it("are told of one request, and of how many writes are in it", async () => {
    const { session, of } = open();
    await Promise.all([1, 2, 3].map((id) => insert(session, notes, { id })));
    const document = { operation: "insert shop.notes", keyspace: "shop", table: "notes", operations: 3 };
    expect(of("onRequest").slice(1)).toMatchObject([document]);
    expect(of("onBatch")).toMatchObject([{ ...document, failed: 0 }]);
  });

  it("say of different writes what the first is", async () => {
    const { session, of } = open();
    await Promise.all([insert(session, notes, { id: 1 }), update(session, notes, { id: 2, title: "b" })]);
    const [batch] = of("onBatch");
    expect(batch).toMatchObject({ operation: "insert shop.notes and 1 other write", keyspace: "shop", operations: 2 });
    expect(batch).not.toHaveProperty("table");
  });

  it("are told of each write that fails, once, with the error that its caller gets", async () => {
    const service = new LedgerService({ isPoison: ({ value }) => value["id"] === 2, namesLines: true });
    const { hooks, of } = record();
    const session = openWith(service, { hooks });
    const settled = await Promise.allSettled([1, 2, 3].map((id) => insert(session, notes, { id })));
    const [failed] = settled.filter((write) => write.status === "rejected");
    expect(of("onError")).toMatchObject([{ operation: "insert shop.notes", table: "notes" }]);
    expect(of("onError")).toHaveProperty("0.error", failed?.reason);
    expect(of("onResponse")).toMatchObject([{}, { status: 200, failure: "document-rejected" }, {}, { status: 200 }]);
  });
});

/** Two pages of a row each. */
const paged: Transport = async (call) => {
  if (call.url.endsWith("/auth")) return reply(201, { authToken: "T" });
  const isSecond = call.body?.includes("pageState: ");
  const values = [{ id: isSecond ? 2 : 1, title: "a", size: null }];
  return reply(200, { data: { result: { values, pageState: isSecond ? null : "next" } } });
};

function reply(status: number, body: unknown, given: Readonly<Record<string, string>> = {}): Reply {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { status, header: (name) => given[name] ?? null, text: async () => text };
}

/** A service that answers each call after the token's in turn; the last answer stays. */
function answers(...planned: readonly (Reply | TransportFailure)[]) {
  const calls: Call[] = [];
  const left = [...planned];
  const transport: Transport = async (call) => {
    calls.push(call);
    if (call.url.endsWith("/auth")) return reply(201, { authToken: `T${calls.length}` });
    const next = left.length > 1 ? left.shift() : left[0];
    if (!next || next instanceof TransportFailure) throw next ?? new Error("no response is planned");
    return next;
  };
  return { calls, transport };
}

const empty = reply(200, { data: { result: { values: [], pageState: null } } });

describe("the hooks of a read", () => {
  it("are told of each page", async () => {
    const { hooks, of } = record();
    const session = openWith({ transport: paged }, { hooks });
    expect(await find(session, notes, { id: 1 }).toArray()).toHaveLength(2);
    const page = { operation: "find shop.notes", keyspace: "shop", table: "notes", attempt: 1, resends: 0 };
    expect(of("onRequest").slice(1)).toMatchObject([page, page]);
    expect(of("onResponse").slice(1)).toMatchObject([{ status: 200 }, { status: 200 }]);
    expect(of("onBatch")).toEqual([]);
  });

  it("are told by which id the service knows the request, if it gives one", async () => {
    const { hooks, of } = record();
    const { transport } = answers(reply(503, {}, { [headers.requestId]: "theirs-7" }), empty);
    await get(openWith({ transport }, { hooks }), notes, { id: 1 });
    const [first] = of("onResponse").slice(1);
    expect(first).toMatchObject({ requestId: "theirs-7", request: { requestId: id } });
    expect(of("onRetry")).toMatchObject([{ error: { requestId: "theirs-7" } }]);
  });
});

describe("the hooks of a call that is sent again", () => {
  it("are told why, when, and of both requests", async () => {
    const { told, session } = open(["refuse-connection"]);
    await insert(session, notes, { id: 1 });
    const about = { operation: "insert shop.notes", keyspace: "shop", table: "notes" };
    expect(told.slice(3)).toMatchObject([
      ["onRequest", { ...about, attempt: 1, resends: 0 }],
      ["onResponse", { status: undefined, failure: "connect", reason: "ECONNREFUSED" }],
      ["onRetry", { ...about, attempt: 2, delayMs: 0, error: { code: "connect", attempts: 1 } }],
      ["onRequest", { ...about, attempt: 2, resends: 1 }],
      ["onResponse", { status: 200, failure: undefined }],
      ["onBatch", { failed: 0 }],
    ]);
  });

  it("are told of it when the database failed at a field, too", async () => {
    const { session, of } = open(["field-timeout"]);
    await Promise.all([1, 2].map((id) => insert(session, notes, { id })));
    const retry = { operation: "insert shop.notes", table: "notes", attempt: 2, error: { code: "field" } };
    expect(of("onRetry")).toMatchObject([retry]);
    expect(of("onBatch")).toMatchObject([{ failed: 2 }, { failed: 0 }]);
    expect(of("onResponse").slice(1)).toMatchObject([{ status: 200, failure: "field" }, { failure: undefined }]);
  });

  it("are told of a refused token, of the new one, and of the same attempt once more", async () => {
    const { hooks, told } = record();
    const { transport } = answers(reply(401, { description: "no" }), empty);
    await get(openWith({ transport }, { hooks }), notes, { id: 1 });
    const about = { operation: "get shop.notes", attempt: 1 };
    expect(told.slice(3)).toMatchObject([
      ["onRequest", { ...about, resends: 0 }],
      ["onResponse", { status: 401, failure: "unauthorized" }],
      ["onToken", { kind: "refused", generation: 1 }],
      ["onRequest", { operation: "login" }],
      ["onResponse", { status: 201 }],
      ["onToken", { kind: "created", generation: 2, reason: "rejected" }],
      ["onRequest", { ...about, resends: 1 }],
      ["onResponse", { status: 200, failure: undefined }],
    ]);
  });

  it("are told of both requests of a hedged read, and which was given up", async () => {
    const clock = new VirtualClock();
    const { hooks, of } = record();
    let reads = 0;
    const transport: Transport = async (call) => {
      if (call.url.endsWith("/auth")) return reply(201, { authToken: "T" });
      reads += 1;
      if (reads === 2) return empty;
      return new Promise((_, reject) => call.signal?.addEventListener("abort", () => reject(new Error("given up"))));
    };
    const session = openWith({ transport }, { hooks, clock, hedge: hedgeReads({ afterMs: 50 }) });
    const read = get(session, notes, { id: 1 });
    await clock.advance(100);
    expect(await read).toBeUndefined();
    expect(of("onRequest").slice(1)).toMatchObject([{ resends: 0 }, { resends: 1 }]);
    expect(of("onResponse").slice(1)).toMatchObject([{ failure: undefined }, { failure: "aborted" }]);
  });
});

describe("the hooks of a call that fails", () => {
  const cases: readonly [string, Reply | TransportFailure, object][] = [
    ["a status", reply(404, { description: "no" }), { status: 404, failure: "not-found", reason: undefined }],
    ["a response that is no JSON", reply(200, "<html>"), { status: 200, failure: "protocol", reason: undefined }],
    ["a refused document", reply(200, { errors: [{ message: "no" }] }), { status: 200, failure: "document-rejected" }],
    [
      "a refused field",
      reply(200, { data: { result: null }, errors: [{ message: "no", path: ["result"] }] }),
      { status: 200, failure: "field" },
    ],
    [
      "a time-out",
      new TransportFailure("timeout", "no time left", { phase: "body" }),
      { status: undefined, failure: "timeout", reason: "no time left" },
    ],
    [
      "a lost connection",
      new TransportFailure("unknown", "ECONNRESET"),
      { status: undefined, failure: "connection-lost", reason: "ECONNRESET" },
    ],
  ];

  it.each(cases)("say what is wrong by the error's code (%s)", async (_, answer, expected) => {
    const { hooks, of } = record();
    const { transport } = answers(answer);
    const session = openWith({ transport }, { hooks });
    const error: unknown = await get(session, notes, { id: 1 }).catch((error: unknown) => error);
    expect(of("onResponse").at(-1)).toMatchObject(expected);
    expect(of("onError")).toEqual([
      { operation: "get shop.notes", keyspace: "shop", table: "notes", error, tookMs: ms },
    ]);
    expect(error).toHaveProperty("code", (expected as { failure: string }).failure);
  });

  it("are told of a call that its caller gave up, with the caller's reason", async () => {
    const { hooks, of } = record();
    const controller = new AbortController();
    const transport: Transport = async (call) => {
      if (call.url.endsWith("/auth")) return reply(201, { authToken: "T" });
      controller.abort("enough");
      throw call.signal?.reason;
    };
    const session = openWith({ transport }, { hooks });
    await expect(get(session, notes, { id: 1 }, { signal: controller.signal })).rejects.toBe("enough");
    expect(of("onResponse").at(-1)).toMatchObject({ status: undefined, failure: "aborted" });
    expect(of("onError")).toMatchObject([{ operation: "get shop.notes", error: "enough" }]);
  });

  it("are told of a call without a token, although nothing was sent", async () => {
    const { hooks, of } = record();
    const transport: Transport = async () => reply(401, {});
    const session = openWith({ transport }, { hooks });
    await expect(get(session, notes, { id: 1 })).rejects.toMatchObject({ code: "credentials" });
    expect(of("onToken")).toMatchObject([{ kind: "renewal-failed", error: { code: "credentials" } }]);
    expect(of("onError")).toMatchObject([{ operation: "get shop.notes", error: { code: "credentials" } }]);
  });
});

describe("with what hooks are told", () => {
  it("a line of a log, a point of a metric and a span with its end can be made", async () => {
    const lines: string[] = [];
    const hooks: Hooks = {
      onResponse: ({ request: { operation, attempt, operations }, status, failure, requestId }) =>
        lines.push(`${operation} ${operations} #${attempt} ${status ?? "-"} ${failure ?? "ok"} ${requestId.length}`),
      onError: ({ operation, error }) => lines.push(`${operation} ${(error as ServiceError).outcome}`),
    };
    const { session } = open(["refuse-connection", "drop-after"], { hooks });
    await expect(insert(session, notes, { id: 1 }, { contended: true })).rejects.toMatchObject({ attempts: 2 });
    expect(lines).toEqual([
      "login 1 #1 201 ok 36",
      "insert shop.notes 1 #1 - connect 36",
      "insert shop.notes 1 #2 - connection-lost 36",
      "insert shop.notes unknown",
    ]);
  });
});

describe("a hook that fails", () => {
  const failing: Readonly<Record<string, () => unknown>> = {
    throws: () => {
      throw new Error("a hook's own fault");
    },
    rejects: () => Promise.reject(new Error("a hook's own fault")),
    "is no function": "wrong" as never,
  };

  it.each(Object.keys(failing))("changes nothing, and is counted (%s)", async (how) => {
    const hook = failing[how];
    const bad = Object.fromEntries([...names, "headers"].map((name) => [name, hook])) as Hooks;
    const good = record();
    const service = new LedgerService({ fault: (document) => (document === 0 ? "refuse-connection" : "drop-after") });
    const session = openWith(service, { hooks: [bad, good.hooks] });
    await expect(insert(session, notes, { id: 1 }, { contended: true })).rejects.toMatchObject({ attempts: 2 });
    await settle();
    // Three requests with headers and answers; a token, a retry, a document, an error.
    expect(session.hookFailures()).toBe(3 * 3 + 4);
    expect(good.told).toHaveLength(3 * 2 + 4);
  });

  it("is not counted while none does", async () => {
    const { session } = open();
    await insert(session, notes, { id: 1 });
    expect(session.hookFailures()).toBe(0);
  });

  it("may belong to an object of a class", async () => {
    class Counter implements Hooks {
      requests = 0;
      onRequest(): void {
        this.requests += 1;
      }
    }
    const hooks = new Counter();
    await insert(openWith(new LedgerService(), { hooks }), notes, { id: 1 });
    expect(hooks.requests).toBe(2);
  });
});

const hooked = { clock: new VirtualClock(), showBodies: false, profile: serviceProfile };

describe("without hooks", () => {
  it("no event is made", () => {
    const made: string[] = [];
    const create = (): never => {
      made.push("event");
      throw new Error("not asked for");
    };
    for (const teller of [callHooks()(hooked), callHooks({ onRetry: undefined })(hooked)]) {
      for (const name of names) teller.notify(name, create);
    }
    callHooks({ onToken: () => undefined })(hooked).notify("onRequest", create);
    expect(made).toEqual([]);
  });

  it("one event serves all who listen", () => {
    let made = 0;
    const heard: unknown[] = [];
    const hooks: Hooks = { onError: (event) => heard.push(event) };
    callHooks(hooks, hooks)(hooked).notify("onError", () => ({ error: (made += 1), tookMs: 0 }));
    expect(made).toBe(1);
    expect(heard[0]).toBe(heard[1]);
  });
});

describe("the hook for headers", () => {
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  async function sentWith(given: Readonly<Record<string, unknown>>) {
    const { calls, transport } = answers(empty);
    const hooks: Hooks = { headers: () => given as Record<string, string> };
    const session = openWith({ transport }, { hooks });
    await get(session, notes, { id: 1 });
    return { calls, failures: session.hookFailures() };
  }

  it("adds a traceparent to each request, by what onRequest was told", async () => {
    const { calls, transport } = answers(empty);
    const spans = new Map<object, string>();
    const hooks: Hooks = {
      onRequest: (event) => spans.set(event, traceparent),
      headers: (event) => ({ traceparent: spans.get(event) ?? "none" }),
    };
    await get(openWith({ transport }, { hooks }), notes, { id: 1 });
    expect(calls.map((call) => call.headers["traceparent"])).toEqual([traceparent, traceparent]);
  });

  it.each([headers.token, headers.requestId, "accept", "content-type"])(
    "cannot replace %s, however it is written",
    async (name) => {
      const { calls } = await sentWith({ [name]: "mine", [name.toUpperCase()]: "MINE", "x-other": "mine" });
      for (const { headers: sent } of calls) {
        expect(Object.keys(sent).filter((found) => found.toLowerCase() === name).length).toBeLessThanOrEqual(1);
        expect(sent[name] ?? "").not.toMatch(/mine/i);
        expect(sent["x-other"]).toBe("mine");
      }
    },
  );

  it("gives the request for a token no token", async () => {
    const { calls } = await sentWith({ [headers.token]: "mine" });
    expect(calls[0]?.headers).not.toHaveProperty(headers.token);
  });

  it.each([
    ["a line break", { traceparent: "a\r\nx-service-token: mine" }],
    ["a letter that is not ASCII", { traceparent: "ä" }],
    ["no text", { traceparent: 7 }],
    ["a name that is none", { "trace parent": "a" }],
  ])("is not believed when it gives %s: the call goes without, and it is counted", async (_, given) => {
    const { calls, failures } = await sentWith(given);
    expect(Object.keys(calls[1]?.headers ?? {}).sort()).toEqual([
      ...["accept", "content-type", headers.keyspace, headers.requestId, headers.token],
    ]);
    expect(failures).toBe(2);
  });
});

describe("bodies", () => {
  it("are told only with debug.bodies, and never of the request for a token", async () => {
    const { session, told, of } = open([], { debug: { bodies: true } });
    await insert(session, notes, { id: 1, title: "a" });
    const [auth, request] = of("onRequest");
    expect(auth).not.toHaveProperty("body");
    expect(of("onResponse")[0]).not.toHaveProperty("body");
    expect(request).toHaveProperty("body", expect.stringContaining('insertNotes(value: {id: 1, title: \\"a\\"})'));
    expect(of("onResponse")[1]).toHaveProperty("body", '{"data":{"result":{"applied":true}}}');
    expect(JSON.stringify(told)).not.toContain("right");
    const without = open();
    await insert(without.session, notes, { id: 1, title: "a" });
    expect(without.told.filter(([, event]) => "body" in event)).toEqual([]);
  });
});

it("requests of operations that go again are counted on", async () => {
  const seen: number[][] = [];
  const { session } = openLedger(faults("field-timeout", "field-timeout"), {
    hooks: { onRequest: ({ attempt, resends }: RequestEvent) => seen.push([attempt, resends]) },
  });
  await insert(session, notes, { id: 1 });
  expect(seen.slice(1)).toEqual([
    [1, 0],
    [2, 1],
    [3, 2],
  ]);
});

it("requests of a login that go again are counted on", async () => {
  const seen: unknown[] = [];
  const answers = [reply(503, {}), reply(503, {}), reply(201, { authToken: "T" })];
  const session = openWith(
    { transport: async () => answers.shift()! },
    {
      hooks: { onRequest: ({ operation, attempt, resends }: RequestEvent) => seen.push([operation, attempt, resends]) },
    },
  );
  await session.connect();
  expect(seen).toEqual([
    ["login", 1, 0],
    ["login", 2, 1],
    ["login", 3, 2],
  ]);
});
