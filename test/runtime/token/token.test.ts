/** Tokens of a session as its user meets them: whose they are, where they are kept, what is told when none can be had. */
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { createSession } from "@colonnade/runtime";
import { memoryTokenStore, shareTokens, webTokenStore } from "@colonnade/runtime/token-stores";
import type { Call, Reply, SessionOptions, TokenContext, TokenOptions } from "@colonnade/runtime";
import type { StoredToken } from "@colonnade/runtime/token-stores";
import { headers } from "@colonnade/runtime/protocol";
import { VirtualClock, settle } from "../../support/virtual-clock.ts";
import type { TestOptions } from "../notes-table.ts";

const password = "canary-pa55word";

function reply(status: number, body: unknown, given: Readonly<Record<string, string>> = {}): Reply {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { status, header: (name) => given[name] ?? null, text: async () => text };
}

/** A session in virtual time; the service answers as the test plans, else with `canary-token-1`, `canary-token-2`, … */
function open(options: TestOptions | Partial<TokenOptions> = {}) {
  const clock = new VirtualClock();
  const auth: (Reply | Error)[] = [];
  const answers: (Reply | Error)[] = [];
  const sent: Call[] = [];
  let tokens = 0;
  const answer = async (call: Call): Promise<Reply> => {
    sent.push(call);
    await clock.wait(10);
    const isAuth = call.url.endsWith("/auth");
    const planned = (isAuth ? auth : answers).shift();
    if (planned instanceof Error) throw planned;
    if (planned) return planned;
    if (!isAuth) return reply(200, {});
    tokens += 1;
    return reply(201, { authToken: `canary-token-${tokens}` });
  };
  const session = createSession({
    url: "http://localhost",
    ...(options.token === undefined && { credentials: { username: "ann", password } }),
    transport: answer,
    clock,
    ...options,
  } as SessionOptions);
  const call = (): Promise<unknown> => session.send({ operation: "test", method: "GET", path: "/call" });
  /** What becomes of a promise within so many milliseconds. */
  const ends = async <T>(promised: Promise<T>, withinMs = 100): Promise<T> => {
    promised.catch(() => undefined);
    await clock.advance(withinMs);
    return promised;
  };
  const used = (): (string | undefined)[] =>
    sent.filter(({ url }) => url.endsWith("/call")).map((call) => call.headers[headers.token]);
  return { clock, auth, answers, sent, session, call, ends, used, creations: () => tokens };
}

describe("a token that cannot be had", () => {
  it("fails later calls at once for a while, each with an error of its own that says for how long", async () => {
    const { auth, call, ends, sent, clock } = open();
    auth.push(reply(401, {}));
    const first = await ends(call()).catch((error: unknown) => error);
    const second = await ends(call()).catch((error: unknown) => error);
    expect(first).toMatchObject({ code: "credentials", outcome: "not-sent" });
    expect(second).toMatchObject({ code: "credentials", outcome: "not-sent", cause: first });
    expect((second as { retryAfterMs: number }).retryAfterMs).toBeGreaterThan(3_000);
    expect((second as Error).message).toMatch(
      /^test failed: no token could be obtained, and none will be requested in the next \d+ ms/,
    );
    expect(sent).toHaveLength(1);
    await clock.advance(5_000);
    await expect(ends(call())).resolves.toMatchObject({ status: 200 });
  });

  it("is asked for three times when the service is down for a moment, and waits as long as it says", async () => {
    const { auth, call, ends, sent } = open();
    auth.push(reply(503, {}), reply(429, {}, { "retry-after": "3" }));
    await expect(ends(call(), 3_800 + 1_000)).resolves.toMatchObject({ status: 200 });
    expect(sent).toHaveLength(4);
  });

  it("takes a date in Retry-After by the service's own clock", async () => {
    const { auth, call, ends } = open();
    const date = "Wed, 21 Oct 2015 07:28:00 GMT";
    auth.push(reply(503, {}, { "retry-after": "Wed, 21 Oct 2015 07:28:40 GMT", date }));
    await expect(ends(call())).rejects.toMatchObject({ code: "token-request", status: 503, retryAfterMs: 40_000 });
  });

  it("is no token when it is empty or holds a line break", async () => {
    for (const authToken of ["", "a\nb", 7]) {
      const { auth, call, ends } = open();
      auth.push(reply(201, { authToken }));
      await expect(ends(call())).rejects.toMatchObject({ code: "protocol", outcome: "not-sent" });
    }
  });

  it("does not keep a call longer than its deadline, whatever hangs", async () => {
    const forever = new Promise<never>(() => undefined);
    const { call, ends } = open({ transport: () => forever, deadlineMs: 2_000 });
    await expect(ends(call(), 2_000)).rejects.toMatchObject({ code: "timeout", phase: "token" });
    const hung = open({ credentials: () => forever });
    await expect(hung.ends(hung.call(), 10_050)).rejects.toMatchObject({ code: "credentials" });
  });
});

describe("credentials that are a function", () => {
  it("are asked for each creation, told why, and not kept", async () => {
    const asked: Partial<TokenContext>[] = [];
    const { call, ends, answers, auth, clock, session, sent } = open({
      credentials: ({ reason, attempt }) => {
        asked.push({ reason, attempt });
        return { username: "ann", password: `${password}-${asked.length}` };
      },
    });
    auth.push(reply(503, {}));
    await ends(call(), 2_000);
    answers.push(reply(401, {}));
    await ends(call());
    await clock.advance(1_750_000);
    await ends(call());
    await session.signOut();
    await ends(call());
    expect(asked).toEqual([
      { reason: "first", attempt: 1 },
      { reason: "retry", attempt: 2 },
      { reason: "rejected", attempt: 1 },
      { reason: "idle", attempt: 1 },
      { reason: "first", attempt: 1 },
    ]);
    expect(
      sent.filter(({ url }) => url.endsWith("/auth")).map(({ body }) => JSON.parse(body ?? "").password.at(-1)),
    ).toEqual([...["1", "2", "3", "4", "5"]]);
  });

  it("that throw are an error with their own as its cause", async () => {
    const cause = new Error("the vault is locked");
    const { call, ends, sent } = open({ credentials: () => Promise.reject(cause) });
    await expect(ends(call())).rejects.toMatchObject({ code: "credentials", cause });
    expect(sent).toEqual([]);
  });
});

describe("a token of one's own", () => {
  it("is sent as it is, and nothing is created; a refusal is the end of the call", async () => {
    const { call, ends, answers, used, sent } = open({ token: "T1" });
    await ends(call());
    answers.push(reply(401, { description: "expired" }));
    await expect(ends(call())).rejects.toMatchObject({ code: "unauthorized" });
    expect(used()).toEqual(["T1", "T1"]);
    expect(sent).toHaveLength(2);
  });

  it("from a function is asked for once more after a refusal", async () => {
    const reasons: string[] = [];
    const { call, ends, answers, used } = open({
      token: ({ reason }) => {
        reasons.push(reason);
        return `T${reasons.length}`;
      },
    });
    answers.push(reply(401, {}));
    await ends(call());
    expect(used()).toEqual(["T1", "T2"]);
    expect(reasons).toEqual(["first", "rejected"]);
  });

  it("and credentials exclude each other, and one of them is needed", () => {
    expect(() => open({ token: "T1", credentials: { username: "ann", password } } as object)).toThrow("not both");
    expect(() => createSession({ url: "http://localhost" } as SessionOptions)).toThrow("not neither");
  });
});

describe("a token store", () => {
  it("lets a second session do without a creation, and one that finds a token dead does not take it from the others", async () => {
    const tokenStore = memoryTokenStore();
    const first = open({ tokenStore });
    await first.ends(first.call());
    const second = open({ tokenStore });
    await second.ends(second.call());
    expect(second.used()).toEqual(["canary-token-1"]);
    expect(second.creations()).toBe(0);
  });

  it("keeps nothing after the user has signed out", async () => {
    const kept = new Map<string, StoredToken>();
    const tokenStore = shareTokens({
      get: (key) => kept.get(key) ?? null,
      set: (key, stored) => void kept.set(key, stored),
      delete: (key) => void kept.delete(key),
    });
    const { call, ends, session, creations } = open({ tokenStore });
    await ends(call());
    expect([...kept.keys()]).toEqual(["http://localhost\nann"]);
    await session.signOut();
    expect(kept.size).toBe(0);
    await ends(call());
    expect(creations()).toBe(2);
  });

  it("that hangs, throws or holds rubbish costs two seconds at most, and is told of once", async () => {
    const told: unknown[] = [];
    const onTokenStoreError = (error: unknown): void => void told.push(error);
    const forever = new Promise<never>(() => undefined);
    const hangs = open({ tokenStore: shareTokens({ get: () => forever, set: () => forever }), onTokenStoreError });
    await expect(hangs.ends(hangs.call(), 2_100)).resolves.toMatchObject({ status: 200 });
    const fails = (): never => {
      throw new Error("the disk is gone");
    };
    const throws = open({ tokenStore: shareTokens({ get: fails, set: fails, delete: fails }), onTokenStoreError });
    await expect(throws.ends(throws.call())).resolves.toMatchObject({ status: 200 });
    expect(told).toHaveLength(2);
    const rubbish = open({
      tokenStore: shareTokens({ get: () => "T1" as never, set: () => undefined }),
      onTokenStoreError,
    });
    await expect(rubbish.ends(rubbish.call())).resolves.toMatchObject({ status: 200 });
    expect(rubbish.creations()).toBe(1);
  });

  it("whose lock comes too late is gone without, and the lock is let go", async () => {
    let unlocked = 0;
    const lock = async () => {
      await clock.wait(2_500);
      return () => void (unlocked += 1);
    };
    const { call, creations, clock } = open({ tokenStore: shareTokens({ ...memoryTokenStore().store, lock }) });
    const ended = call();
    await clock.advance(2_100);
    expect([creations(), unlocked]).toEqual([1, 0]);
    await clock.advance(500);
    expect(unlocked).toBe(1);
    await ended;
  });

  it("needs a name for whose tokens it keeps", () => {
    const credentials = () => ({ username: "ann", password });
    expect(() => open({ tokenStore: memoryTokenStore(), credentials })).toThrow("tokenKey");
    expect(() => open({ tokenStore: memoryTokenStore(), credentials, tokenKey: "ann" })).not.toThrow();
    expect(() => open({ tokenStore: memoryTokenStore(), token: "T1" } as object)).toThrow("one or the other");
  });

  it("of an app's own may be an object with methods", async () => {
    class Kept {
      readonly #kept = new Map<string, StoredToken>();
      get(key: string): StoredToken | null {
        return this.#kept.get(key) ?? null;
      }
      set(key: string, stored: StoredToken): void {
        this.#kept.set(key, stored);
      }
      lock(): Promise<() => void> {
        return Promise.resolve(() => void this.#kept.size);
      }
    }
    const onTokenStoreError = (error: unknown): void => void told.push(error);
    const told: unknown[] = [];
    const tokenStore = shareTokens(new Kept());
    const first = open({ tokenStore, onTokenStoreError });
    await first.ends(first.call());
    const second = open({ tokenStore, onTokenStoreError });
    await second.ends(second.call());
    expect([second.used(), told]).toEqual([["canary-token-1"], []]);
  });

  it("of a browser keeps tokens for a reload and hands new ones to the other tabs", async () => {
    const channels = new Set<EventTarget>();
    const tab = () => {
      const kept = new Map<string, string>();
      const storage = {
        getItem: (name: string) => kept.get(name) ?? null,
        setItem: (name: string, text: string) => void kept.set(name, text),
        removeItem: (name: string) => void kept.delete(name),
      };
      const openChannel = (): BroadcastChannel => {
        const channel = new EventTarget();
        channels.add(channel);
        const postMessage = (data: unknown): void => {
          for (const other of channels)
            if (other !== channel) other.dispatchEvent(new MessageEvent("message", { data }));
        };
        return Object.assign(channel, { postMessage, close: () => channels.delete(channel) }) as never;
      };
      return webTokenStore({ storage, open: openChannel });
    };
    const [here, there] = [tab(), tab()];
    const second = open({ tokenStore: there });
    const first = open({ tokenStore: here });
    await first.ends(first.call());
    await second.ends(second.call());
    expect([second.used(), second.creations()]).toEqual([["canary-token-1"], 0]);
    const reloaded = open({ tokenStore: here });
    await reloaded.ends(reloaded.call());
    expect(reloaded.creations()).toBe(0);
    await second.session.close();
    expect(channels.size).toBe(2);
  });
});

describe("a session's own controls", () => {
  it("connect pays for the token early; reconnect replaces it", async () => {
    const { session, ends, call, used, creations } = open();
    await ends(session.connect());
    expect(creations()).toBe(1);
    await ends(session.reconnect());
    await ends(call());
    expect(used()).toEqual(["canary-token-2"]);
  });

  it("signing out while a token is created gives the waiting calls another", async () => {
    const { session, call, ends, clock, used, sent } = open();
    const waiting = call();
    await clock.advance(5);
    await session.signOut();
    await ends(waiting);
    expect(sent[0]?.signal?.aborted).toBe(true);
    expect(used()).toHaveLength(1);
  });

  it("closing fails who waits, aborts the creation and leaves no timer", async () => {
    const { session, call, clock, sent } = open();
    const waiting = call();
    await clock.advance(5);
    await session.close();
    await expect(waiting).rejects.toMatchObject({ code: "closed" });
    expect(sent[0]?.signal?.aborted).toBe(true);
    await clock.advance(20_000);
    await settle();
    expect(clock.timers).toBe(0);
  });
});

describe("no error shows a token or a password", () => {
  const echo = { description: `you sent ${password}` };
  it.each<[string, (to: ReturnType<typeof open>) => void]>([
    ["the credentials are refused", ({ auth }) => auth.push(reply(401, echo))],
    ["the service is down", ({ auth }) => auth.push(reply(500, echo), reply(500, echo), reply(500, echo))],
    ["it is another service", ({ auth }) => auth.push(reply(404, echo))],
    ["the response is of no use", ({ auth }) => auth.push(reply(200, echo))],
    ["the token would break a header", ({ auth }) => auth.push(reply(200, { authToken: "canary-token-1\n" }))],
    ["the connection breaks", ({ auth }) => auth.push(...[1, 2, 3].map(() => new TypeError("fetch failed")))],
    ["a call is refused", ({ answers }) => answers.push(reply(400, { description: "canary-token-1" }))],
    [
      "a call is refused twice",
      ({ answers }) => answers.push(reply(401, {}), reply(401, { description: "canary-token-2" })),
    ],
    [
      "a call has no response",
      ({ answers }) => answers.push(...Array.from({ length: 3 }, () => new TypeError("fetch failed"))),
    ],
  ])("when %s", async (_, plan) => {
    const to = open();
    plan(to);
    const errors = [];
    for (let call = 0; call < 2; call++) errors.push(await to.ends(to.call(), 400).catch((error: unknown) => error));
    expect(errors[0]).toBeInstanceOf(Error);
    for (let error = errors[0], depth = 0; error instanceof Error && depth < 5; error = error.cause, depth++) {
      const shown = [String(error), error.stack, JSON.stringify(error), inspect(error, { depth: 9, showHidden: true })];
      expect(shown.join("\n")).not.toContain("canary");
    }
    expect(inspect(errors[1], { depth: 9 }) + inspect(to.session, { depth: 9, showHidden: true })).not.toContain(
      "canary",
    );
  });
});
