/**
 * A session against a service that fails, through thousands of seeded schedules in virtual time: calls at any moment, some
 * given up; idle gaps, sleep, a wall clock that is corrected, revoked tokens, outages, stores that fail.
 *
 * The service judges each request for a token when it comes: it must have a reason, and there is never a second one beside
 * it. At the end every call must have settled, and each failure must have a cause among the faults.
 */
import { describe, expect, it } from "vitest";
import { createSession, TransportFailure } from "@colonnade/runtime";
import { memoryTokenStore, shareTokens } from "@colonnade/runtime/token-stores";
import type { Call, OpenSession, Reply, ServiceError, Transport } from "@colonnade/runtime";
import type { SharedTokens } from "@colonnade/runtime/token-stores";
import { headers, tokenIdleMs } from "@colonnade/runtime/protocol";
import { long } from "../../support/long.ts";
import { VirtualClock } from "../../support/virtual-clock.ts";

const marginMs = 90_000;
const deadlineMs = 30_000;
const attemptTimeoutMs = 10_000;
const minute = 60_000;

type Random = () => number;

/** Mulberry32: the same numbers for the same seed, everywhere. */
function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Given {
  readonly text: string;
  /** When the service last noted its use: at most once a minute, as its cache has it. */
  noted: number;
  revoked: boolean;
  /** When the client last used it with success, by its own clocks. */
  wall: number;
  monotonic: number;
  refused: boolean;
}

interface Made {
  readonly path: string;
  readonly begun: number;
  readonly aborts: boolean;
  attempts: number;
  unauthorized: number;
  faults: number;
  outcome: string | undefined;
  endedAfterMs: number;
  authFaultsBefore: number;
}

class Schedule {
  readonly clock = new VirtualClock(10);
  readonly random: Random;
  readonly session: OpenSession;
  readonly made: Made[] = [];
  readonly tokens = new Map<string, Given>();
  /** What is wrong; empty for a session that keeps its word. */
  readonly wrong: string[] = [];
  creations = 0;
  /** The last token that reached the client. */
  latest: Given | undefined;
  creating = 0;
  /** The client may ask for a token whatever it holds: it signed out, or asked for another. */
  excused = true;
  authOutage = false;
  callFaults = false;
  authFaults = 0;
  lastAuthFault = -Infinity;
  lastAuthFaultSeen = -Infinity;
  lastRefusal = -Infinity;
  setBack = false;
  interrupted = false;
  lastSetBack = -Infinity;
  closed = false;
  readonly renewals: number[] = [];

  constructor(seed: number) {
    this.random = seeded(seed);
    const tokenStore = this.#store(seed);
    this.session = createSession({
      url: "http://localhost",
      credentials: { username: "ann", password: "pa55word" },
      transport: this.transport,
      clock: this.clock,
      deadlineMs,
      attemptTimeoutMs,
      ...(tokenStore && { tokenStore }),
    });
  }

  chance(probability: number): boolean {
    return this.random() < probability;
  }

  /** No store, one that works, and one that is slow, throws, hangs, forgets and holds rubbish. */
  #store(seed: number): SharedTokens | undefined {
    if (seed % 3 === 0) return undefined;
    const memory = memoryTokenStore();
    if (seed % 3 === 1) return memory;
    const { store } = memory;
    const badly = async (): Promise<void> => {
      if (this.chance(0.1)) throw new Error("the disk is gone");
      await this.clock.wait(this.random() * (this.chance(0.1) ? 5_000 : 50));
    };
    return shareTokens({
      get: async (key) => {
        await badly();
        return this.chance(0.1) ? (JSON.parse('{"v":1,"token":7}') as never) : await store.get(key);
      },
      set: async (key, stored) => {
        await badly();
        await store.set(key, stored);
      },
      delete: (key, ifToken) => store.delete?.(key, ifToken),
    });
  }

  readonly transport: Transport = async (call) => {
    const late = new TransportFailure("timeout", "late");
    return new Promise((resolve, reject) => {
      let over = false;
      const creates = call.url.endsWith("/auth");
      const done = (): void => {
        if (!over && creates) this.creating -= 1;
        over = true;
        stop();
        call.signal?.removeEventListener("abort", abort);
      };
      const abort = (): void => {
        done();
        reject(call.signal?.reason);
      };
      const stop = this.clock.after(call.timeoutMs, () => {
        done();
        reject(late);
      });
      call.signal?.addEventListener("abort", abort);
      const answer = creates ? this.#auth(call, () => over) : this.#call(call, () => over);
      answer.then(resolve, reject).finally(done);
    });
  };

  /** A request for a token: judged when it comes. */
  async #auth(call: Call, gone: () => boolean): Promise<Reply> {
    const { latest, clock } = this;
    const idle = latest && Math.max(clock.wall() - latest.wall, clock.monotonic() - latest.monotonic);
    const reason = this.excused || !latest || latest.refused || (idle ?? 0) >= tokenIdleMs - marginMs;
    // An idle gap found before the clock was set back does not show any more; a slow store comes between.
    const unseen = clock.trueMs - this.lastSetBack < 20_000;
    if (!reason && !unseen) this.wrong.push(`a token without a reason, idle for ${idle}`);
    if (this.creating > 0) this.wrong.push("two requests for a token at once");
    // A refusal is remembered for 3.75 seconds at least.
    if (clock.trueMs - this.lastRefusal < 3_750) this.wrong.push("a request for a token just after a refusal");
    if (latest?.refused) this.renewals.push(clock.trueMs);
    const asked = { wall: clock.wall(), monotonic: clock.monotonic() };
    this.creating += 1;
    const fault = this.authOutage || this.chance(0.05) ? Math.floor(this.random() * 6) : -1;
    const hangs = fault === 0 && this.chance(0.3);
    await clock.wait(hangs ? call.timeoutMs - 1 : this.random() * 400);
    if (fault >= 0) {
      this.authFaults += 1;
      this.lastAuthFault = clock.trueMs;
      this.lastAuthFaultSeen = clock.monotonic();
    }
    if (gone()) return reply(500, {});
    if (fault === 0 || fault === 1) throw new TransportFailure("unknown", "ECONNRESET");
    if (fault === 2) return reply(503, {});
    if (fault === 3) return reply(429, {}, this.chance(0.5) ? "2" : undefined);
    if (fault === 4 || fault === 5) {
      this.lastRefusal = clock.trueMs;
      return fault === 4 ? reply(401, {}) : reply(200, "<html>");
    }
    this.creations += 1;
    const text = `token-${this.creations}`;
    const given: Given = { text, noted: clock.trueMs, revoked: false, refused: false, ...asked };
    this.tokens.set(text, given);
    this.latest = given;
    this.excused = false;
    return reply(201, { authToken: text });
  }

  async #call(call: Call, gone: () => boolean): Promise<Reply> {
    const { clock } = this;
    const made = this.made.find(({ path }) => call.url.endsWith(path));
    const given = this.tokens.get(call.headers[headers.token] ?? "");
    if (!made || !given) throw new Error("a call without a token");
    made.attempts += 1;
    if (made.attempts > made.unauthorized + 1) this.wrong.push("sent again without a refusal");
    const sent = { wall: clock.wall(), monotonic: clock.monotonic() };
    const dead = given.revoked || clock.trueMs - given.noted >= tokenIdleMs;
    await clock.wait(this.random() * 100);
    const fault = this.callFaults ? Math.floor(this.random() * 8) : -1;
    if (dead || fault === 7) {
      // A token near its end is sent when no other can be had.
      const expected = given.revoked || fault === 7 || this.setBack || clock.trueMs - this.lastAuthFault < minute;
      if (!expected && given === this.latest) this.wrong.push("an unexpected 401");
      await clock.wait(this.random() * 3_000);
      made.unauthorized += 1;
      given.refused ||= !gone();
      return reply(401, {});
    }
    if (clock.trueMs - given.noted >= minute) given.noted = clock.trueMs;
    await clock.wait(this.random() * 200);
    if (fault >= 0 && fault < 3) made.faults += 1;
    if (fault === 0) throw new TransportFailure("unknown", "ECONNRESET");
    if (fault === 1) return reply(500, {});
    if (fault === 2) return reply(200, "<html>");
    if (gone()) return reply(500, {});
    if (sent.monotonic > given.monotonic || sent.wall > given.wall) Object.assign(given, sent);
    return reply(200, { path: made.path });
  }

  /** One call more, which may be given up. */
  call(): void {
    const { clock } = this;
    const path = `/call/${this.made.length}/`;
    const aborts = this.chance(0.1);
    const begun = clock.monotonic();
    const made: Made = {
      ...{ path, begun, aborts, attempts: 0, unauthorized: 0, faults: 0, outcome: undefined, endedAfterMs: Infinity },
      authFaultsBefore: this.authFaults,
    };
    this.made.push(made);
    const controller = new AbortController();
    if (aborts) clock.after(this.random() * 500, () => controller.abort(new Error("given up")));
    const end = (outcome: string): void => {
      made.outcome = outcome;
      made.endedAfterMs = clock.monotonic() - begun;
      this.#judge(made);
    };
    // Unsafe: nothing but a refusal of its token leads to a second attempt.
    this.session.send({ operation: "test", method: "GET", safety: "unsafe", path, signal: controller.signal }).then(
      ({ json }) => end((json as { path: string }).path === path ? "done" : "the response of another call"),
      (error: ServiceError) => end(error.code ?? error.message),
    );
  }

  #judge({ outcome, endedAfterMs, aborts, faults, unauthorized, authFaultsBefore }: Made): void {
    const { clock } = this;
    // A machine that slept and had its clock set back cannot tell that it slept.
    const asleep = this.setBack && clock.monotonic() - this.lastAuthFaultSeen < 2 * minute;
    const authFailed = asleep || this.authFaults > authFaultsBefore || clock.trueMs - this.lastAuthFault < 2 * minute;
    const recent = this.renewals.filter((at) => clock.trueMs - at < 100_000).length;
    const excuses: Readonly<Record<string, boolean>> = {
      done: true,
      "given up": aborts,
      closed: this.closed,
      "connection-lost": faults > 0 || authFailed,
      server: faults > 0,
      protocol: faults > 0 || authFailed,
      "token-request": authFailed,
      credentials: authFailed,
      // A creation has an end well before the deadline, and who waits for it is told.
      timeout: authFailed && (endedAfterMs < deadlineMs - 1_000 || unauthorized > 0 || this.interrupted),
      // Twice, or once more often than the budget allows.
      unauthorized: unauthorized === 2 || (unauthorized === 1 && recent >= 3),
    };
    if (!excuses[outcome ?? ""])
      this.wrong.push(`a call ended as ${outcome} (${JSON.stringify({ unauthorized, recent })})`);
    if (endedAfterMs > deadlineMs + 50) this.wrong.push(`a call took ${endedAfterMs} ms`);
    if (unauthorized > 2) this.wrong.push("sent more than twice");
  }

  async step(): Promise<void> {
    const { clock } = this;
    const dice = this.random();
    if (dice < 0.5) for (let left = Math.ceil(this.random() ** 4 * 12); left > 0; left--) this.call();
    else if (dice < 0.6) for (const given of this.tokens.values()) given.revoked = true;
    else if (dice < 0.64) clock.sleep(this.random() * 10 * 60 * minute);
    else if (dice < 0.66) {
      this.setBack = true;
      this.lastSetBack = clock.trueMs;
      clock.setWall(-60 * minute);
    } else if (dice < 0.72) this.authOutage = !this.authOutage;
    else if (dice < 0.78) this.callFaults = !this.callFaults;
    else if (dice < 0.8) {
      this.excused = true;
      this.lastRefusal = -Infinity;
      this.interrupted = true;
      void this.session.signOut();
    } else if (dice < 0.82) {
      this.excused = true;
      this.session.reconnect().catch(() => undefined);
    }
    await clock.advance(this.random() * (this.chance(0.2) ? 40 * minute : this.chance(0.5) ? 20_000 : 300));
  }

  async run(): Promise<readonly string[]> {
    for (let steps = 5 + Math.floor(this.random() * 15); steps > 0; steps--) await this.step();
    if (this.chance(0.1)) {
      this.closed = true;
      void this.session.close();
      this.call();
    }
    await this.clock.advance(deadlineMs + 60_000);
    const open = this.made.filter(({ outcome }) => outcome === undefined).length;
    if (open > 0) this.wrong.push(`${open} calls hang`);
    if (this.clock.timers > 0) this.wrong.push(`${this.clock.timers} timers are left`);
    return this.wrong;
  }
}

function reply(status: number, body: unknown, retryAfter?: string): Reply {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { status, header: (name) => (name === "retry-after" ? (retryAfter ?? null) : null), text: async () => text };
}

describe("a session against a service that fails", () => {
  const schedules = long ? 100_000 : 2_000;

  it(
    `asks for one token per cause and settles every call, in ${schedules} schedules`,
    { timeout: 3_600_000 },
    async () => {
      let calls = 0;
      let done = 0;
      for (let seed = 1; seed <= schedules; seed++) {
        const schedule = new Schedule(seed);
        const wrong = await schedule.run();
        if (wrong.length > 0) expect.fail(`schedule ${seed}: ${wrong.slice(0, 3).join("; ")}`);
        calls += schedule.made.length;
        done += schedule.made.filter(({ outcome }) => outcome === "done").length;
      }
      // The schedules are worth something only when most calls come through.
      expect(calls).toBeGreaterThan(10 * schedules);
      expect(done / calls).toBeGreaterThan(0.6);
    },
  );
});
