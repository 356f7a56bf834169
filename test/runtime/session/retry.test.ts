import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import type { Call, Reply, Safety, ServiceError, SessionRequest, Transport } from "@colonnade/runtime";
import { TransportFailure, insert } from "@colonnade/runtime";
import { hedgeReads } from "@colonnade/runtime/hedging";
import { budgetOf, planRetry } from "../../../src/runtime/session/retry.ts";
import { VirtualClock } from "../../support/virtual-clock.ts";
import { notes, openWith } from "../notes-table.ts";
import { answering, reply as replyOf } from "../replies.ts";

const fail = (): never => {
  throw new Error("not needed");
};

describe("another attempt", () => {
  const tried = { attempts: 1, leftMs: 30_000, now: 0, random: () => 0.5 };
  /** Its delay, or why there is none. */
  const plan = (failure: object, safety: Safety, more: Partial<typeof tried> = {}) => {
    const whole = { outcome: "unknown", transient: true, toError: fail, ...failure } as const;
    const budget = budgetOf(async () => fail(), "");
    const { delayMs, exhaustedBy } = planRetry(whole, safety, budget, { ...tried, ...more });
    return delayMs ?? exhaustedBy;
  };

  it.each([
    ["not-sent", "read", 25],
    ["not-sent", "safe", 25],
    ["not-sent", "unsafe", 25],
    ["refused", "unsafe", 25],
    ["unknown", "read", 25],
    ["unknown", "safe", 25],
    ["unknown", "unsafe", undefined],
  ] as const)("after a failure for the moment, %s, of a %s operation: %s", (outcome, safety, delayMs) => {
    expect(plan({ outcome }, safety)).toBe(delayMs);
  });

  it("is not made when the request itself is at fault", () => {
    expect(plan({ outcome: "refused", transient: false }, "read")).toBeUndefined();
  });

  it("waits twice as long each time, by chance anything up to that", () => {
    expect(plan({}, "read", { attempts: 2 })).toBe(50);
    expect(plan({}, "read", { random: () => 0 })).toBe(0);
  });

  it("waits longer when the service has too much to do, and as long as it asks for, and a little more", () => {
    expect(plan({ throttled: true }, "read")).toBe(500);
    expect(plan({ throttled: true, retryAfterMs: 2_000 }, "read")).toBe(2_100);
  });

  it("is the third at most", () => {
    expect(plan({}, "read", { attempts: 3 })).toBe("attempts");
  });

  it("is not waited for when the call would have ended by then, or for more than a minute", () => {
    expect(plan({}, "read", { leftMs: 26 })).toBe(25);
    expect(plan({}, "read", { leftMs: 25 })).toBe("deadline");
    expect(plan({ retryAfterMs: 60_000 }, "read", { leftMs: 1e9 })).toBe(63_000);
    expect(plan({ retryAfterMs: 60_001 }, "read", { leftMs: 1e9 })).toBe("deadline");
  });

  it("comes out of a budget of twenty, which successes and time fill", () => {
    const budget = budgetOf(async () => fail(), "");
    const take = (now: number): boolean => budget.takeRetry(now);
    expect(Array.from({ length: 21 }, () => take(0)).filter(Boolean)).toHaveLength(20);
    for (let success = 0; success < 9; success++) budget.succeeded();
    expect(take(0)).toBe(false);
    budget.succeeded();
    expect(take(0)).toBe(true);
    expect(take(9_999)).toBe(false);
    expect(take(20_000)).toBe(true);
  });

  it("comes out of the same budget in all sessions that use one transport", () => {
    const transport: Transport = async () => fail();
    expect(budgetOf(transport, "http://a")).toBe(budgetOf(transport, "http://a"));
    expect(budgetOf(transport, "http://a")).not.toBe(budgetOf(transport, "http://b"));
    expect(budgetOf(transport, "http://a")).not.toBe(budgetOf(async () => fail(), "http://a"));
  });
});

type Answers = (call: Call, before: number) => Reply | Error | Promise<Reply>;

/** A session with a clock of the test's, and a service that answers the nth call as told. */
function open(answer: Answers, options = {}) {
  const clock = new VirtualClock();
  const calls: Call[] = [];
  let tokens = 0;
  const transport: Transport = async (call) => {
    if (call.url.endsWith("/auth")) return reply(201, { authToken: `T${tokens++}` });
    calls.push(call);
    const given = await answer(call, calls.length - 1);
    if (given instanceof Error) throw given;
    return given;
  };
  const session = openWith({ transport }, { clock, random: () => 0.5, ...options });
  const send = (more: Partial<SessionRequest> = {}) =>
    session
      .send({ operation: "list tables", method: "GET", path: "/x", ...more })
      .catch((error: unknown) => error as ServiceError);
  return { clock, calls, session, send };
}

function reply(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { status, header: (name) => headers[name] ?? null, text: async () => text };
}

describe("a call", () => {
  it("succeeds with a status of 2xx only", async () => {
    for (const status of [199, 200, 299, 300]) {
      const { send } = open(() => reply(status, {}));
      const outcome = await send();
      expect([status, outcome instanceof Error]).toEqual([status, status < 200 || status > 299]);
    }
  });

  it("that fails for the moment is made again after a while, under an id of its own", async () => {
    const { clock, calls, send } = open((_, before) => (before < 2 ? reply(503, {}) : reply(200, {})));
    const result = send();
    await clock.advance(499);
    expect(calls).toHaveLength(1);
    await clock.advance(1);
    expect(calls).toHaveLength(2);
    await clock.advance(1_000);
    expect(await result).toMatchObject({ status: 200 });
    expect(new Set(calls.map(({ headers }) => headers["x-service-request-id"])).size).toBe(3);
  });

  it("tells in its error how often it was made, and for how long it waited", async () => {
    const { clock, send } = open(() => reply(503, { description: "busy" }));
    const result = send({ keyspace: "shop", table: "notes" });
    await clock.advance(5_000);
    const error = (await result) as ServiceError;
    expect(error).toMatchObject({ code: "server", attempts: 3, totalDelayMs: 1_500, keyspace: "shop", table: "notes" });
    expect(error.message).toBe(`list tables failed: HTTP 503, busy (attempt 3, request ${error.requestId})`);
    expect(error.requestIds?.at(-1)).toBe(error.requestId);
  });

  it("waits for as long as the service asks, in seconds, milliseconds or by its own clock", async () => {
    const date = { date: "Sat, 21 Nov 2026 10:00:00 GMT", "retry-after": "Sat, 21 Nov 2026 10:00:02 GMT" };
    const invalid = { "retry-after-ms": "soon", "retry-after": "2" };
    for (const headers of [{ "retry-after": "2" }, { "retry-after-ms": "2000" }, date, invalid]) {
      const { clock, calls, send } = open((_, before) => (before === 0 ? reply(429, {}, headers) : reply(200, {})), {
        random: () => 0,
      });
      const result = send();
      await clock.advance(1_999);
      expect(calls).toHaveLength(1);
      await clock.advance(1);
      expect(await result).toMatchObject({ status: 200 });
    }
  });

  it("ends at once when the service wants to be left alone for longer than the call may take", async () => {
    const { send } = open(() => reply(429, {}, { "retry-after": "120" }));
    expect(await send()).toMatchObject({
      code: "rate-limit",
      attempts: 1,
      retryAfterMs: 120_000,
      retriesExhaustedBy: "deadline",
    });
  });

  it.each([
    ["true", 500, "POST", 1],
    ["true", 400, "POST", 2],
    ["false", 503, "GET", 1],
  ] as const)("is made again or not as the service says: %s to a %i of %s", async (veto, status, method, made) => {
    const { clock, calls, send } = open((_, before) =>
      before === 0 ? reply(status, {}, { "x-service-retry": veto }) : reply(200, {}),
    );
    const result = send({ method });
    await clock.advance(5_000);
    await result;
    expect(calls).toHaveLength(made);
  });

  it("that is sent again for its token does not count that, nor wait", async () => {
    const { calls, send } = open((_, before) => (before === 0 ? reply(401, {}) : reply(404, {})));
    expect(await send()).toMatchObject({ code: "not-found", attempts: 1 });
    expect(calls).toHaveLength(2);
  });

  it("settles by its deadline, whatever happens", async () => {
    for (const answer of [
      () => new Promise<Reply>(() => undefined),
      () => new TransportFailure("unknown", "ECONNRESET"),
      () => reply(503, {}),
    ] as const) {
      const clock = new VirtualClock();
      const transport: Transport = (call) => {
        if (call.url.endsWith("/auth")) return Promise.resolve(reply(201, { authToken: "T" }));
        const late = clock
          .wait(call.timeoutMs)
          .then(() => Promise.reject(new TransportFailure("timeout", "late", { phase: "response" })));
        return Promise.race([
          late,
          Promise.resolve()
            .then((): Reply | Error | Promise<Reply> => answer())
            .then((given) => (given instanceof Error ? Promise.reject(given) : given)),
        ]);
      };
      const session = openWith({ transport }, { clock, deadlineMs: 2_000, attemptTimeoutMs: 900, random: () => 1 });
      let settled = false;
      const result = session.send({ operation: "x", method: "GET", path: "/x" }).catch((error: unknown) => error);
      void result.then(() => (settled = true));
      await clock.advance(2_000);
      expect(settled).toBe(true);
      expect(clock.timers).toBe(0);
    }
  });

  it("ends with the caller's own reason while it waits for another attempt", async () => {
    const controller = new AbortController();
    const { clock, calls, send } = open(() => reply(503, {}));
    const result = send({ signal: controller.signal });
    await clock.advance(10);
    controller.abort("enough");
    expect(await result).toBe("enough");
    expect(calls).toHaveLength(1);
    expect(clock.timers).toBe(0);
  });

  it("in a hook that hears of the retry ends at once", async () => {
    const controller = new AbortController();
    const { clock, send } = open(() => reply(429, "{}", { "retry-after": "20" }), {
      hooks: { onRetry: () => controller.abort("enough") },
    });
    let settled: unknown = "pending";
    void send({ signal: controller.signal }).then((result) => (settled = result));
    await clock.advance(1_000);
    expect(settled).toBe("enough");
  });

  it("names where its time ran out", async () => {
    for (const phase of ["queue", "connect", "response", "body"] as const) {
      const kind = phase === "queue" || phase === "connect" ? "not-sent" : "timeout";
      const { clock, send } = open(() => new TransportFailure(kind, "late", { phase }), { attemptTimeoutMs: 700 });
      const result = send();
      await clock.advance(1_000);
      expect(await result).toMatchObject({ code: "timeout", phase, outcome: kind === "timeout" ? "unknown" : kind });
    }
  });

  it("that can never be sent says what of it is at fault, and is not tried again", async () => {
    const { calls, send } = open(
      () => new TransportFailure("not-sent", "the header x holds a line break", { unsendable: true }),
    );
    expect(await send()).toMatchObject({
      code: "config",
      message: expect.stringContaining("the header x holds a line break"),
    });
    expect(calls).toHaveLength(1);
  });

  it("whose response was too large is not tried again", async () => {
    const { calls, send } = open(
      () => new TransportFailure("unknown", "the response is larger than 100 bytes", { tooLarge: true }),
    );
    expect(await send()).toMatchObject({
      code: "connection-lost",
      message: expect.stringContaining("the response is larger than 100 bytes"),
    });
    expect(calls).toHaveLength(1);
  });
});

describe("a read with hedge", () => {
  it("is sent a second time when the first takes long; the first response counts, and the other request ends", async () => {
    const { clock, calls, send } = open(
      (_, before) => (before === 0 ? new Promise(() => undefined) : reply(200, { which: before })),
      {
        hedge: hedgeReads({ afterMs: 100 }),
      },
    );
    const result = send();
    await clock.advance(99);
    expect(calls).toHaveLength(1);
    await clock.advance(1);
    expect(await result).toMatchObject({ json: { which: 1 } });
    expect(calls.map(({ signal }) => signal?.aborted)).toEqual([true, false]);
  });

  it("is sent once when the response is quick, and fails as it would without", async () => {
    const { clock, calls, send } = open(() => reply(404, {}), { hedge: hedgeReads({ afterMs: 100 }) });
    expect(await send()).toMatchObject({ code: "not-found" });
    await clock.advance(1_000);
    expect(calls).toHaveLength(1);
  });

  it("waits for the second request when the first one fails", async () => {
    let fail = (): void => undefined;
    const first = new Promise<never>(
      (_, reject) => (fail = () => reject(new TransportFailure("unknown", "ECONNRESET"))),
    );
    let answer = (): void => undefined;
    const second = new Promise<Reply>((resolve) => (answer = () => resolve(reply(200, { which: 1 }))));
    const { clock, calls, send } = open((_, before) => (before === 0 ? first : second), {
      hedge: hedgeReads({ afterMs: 100 }),
      deadlineMs: 10_000,
    });
    const result = send();
    await clock.advance(150);
    fail();
    await clock.advance(100);
    answer();
    expect(await result).toMatchObject({ json: { which: 1 } });
    expect(calls).toHaveLength(2);
  });

  it("leaves nothing at the caller's signal", async () => {
    const { send } = open(() => reply(200, {}), { hedge: hedgeReads({ afterMs: 100 }), deadlineMs: 10_000 });
    const { signal } = new AbortController();
    await send({ signal });
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("ends both when the caller gives up; and a write is never sent so", async () => {
    const { clock, calls, send } = open(() => new Promise(() => undefined), { hedge: hedgeReads({ afterMs: 100 }) });
    const controller = new AbortController();
    const result = send({ signal: controller.signal });
    await clock.advance(150);
    controller.abort("enough");
    expect(await result).toBe("enough");
    expect(calls.map(({ signal }) => signal?.aborted)).toEqual([true, true]);
    void send({ method: "POST" });
    await clock.advance(1_000);
    expect(calls).toHaveLength(3);
  });
});

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe("the budget of a service", () => {
  it("holds twenty retries, however long nobody took one", () => {
    const budget = budgetOf(async () => replyOf({}), "");
    budget.takeRetry(0);
    expect(numbers(30).filter(() => budget.takeRetry(1e9))).toHaveLength(20);
  });

  it("goes on when a session with another clock joins, which may be far behind", () => {
    const budget = budgetOf(async () => replyOf({}), "");
    budget.takeRetry(1e9);
    budget.strained(1e9, 1e9);
    expect(budget.width()).toBe(2);
    expect(budget.takeRetry(5_000)).toBe(true);
    budget.strained(5_000, 6_000);
    expect(budget.width()).toBe(1);
  });

  it("is not filled by sessions whose clocks differ", () => {
    const budget = budgetOf(async () => replyOf({}), "");
    expect(numbers(30).filter((retry) => budget.takeRetry(retry % 2 === 0 ? 1e9 : 5_000))).toHaveLength(20);
  });

  it("counts ten successes in a row since the service had trouble", () => {
    const budget = budgetOf(async () => replyOf({}), "");
    for (let success = 0; success < 9; success++) budget.succeeded();
    budget.strained(1, 1);
    budget.succeeded();
    expect(budget.width()).toBe(2);
  });

  it("sends fewer documents when one took too long", async () => {
    let calls = 0;
    const transport = answering(async () => {
      if (calls++ === 0) throw new TransportFailure("timeout", "late", { phase: "response" });
      return replyOf({ data: { result: { applied: true } } });
    });
    const session = openWith({ transport });
    await insert(session, notes, { id: 1 });
    expect(budgetOf(transport, session.url).width()).toBe(2);
  });
});
