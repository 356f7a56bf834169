/**
 * Sessions on a platform that ends timers and connections with the request that made them, as Cloudflare's workerd does. It
 * is simulated here; `test/matrix` runs the real one.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { insert } from "@colonnade/runtime";
import { batchWrites } from "@colonnade/runtime/batch";
import { memoryTokenStore, shareTokens } from "@colonnade/runtime/token-stores";
import type { Clock, Transport } from "@colonnade/runtime";
import type { SharedTokens } from "@colonnade/runtime/token-stores";
import { VirtualClock } from "../../support/virtual-clock.ts";
import { LedgerService } from "../ledger-service.ts";
import type { LedgerOptions } from "../ledger-service.ts";
import { notes, openWith } from "../notes-table.ts";
import type { TestOptions } from "../notes-table.ts";

/** What runs for one request; once it has ended nothing of it goes on. */
interface Context {
  ended: boolean;
}

/** Requests of a worker: each has timers and connections of its own, and there are none without a request. */
class Worker {
  readonly clock = new VirtualClock();
  readonly service: LedgerService;
  /** Tokens created. */
  tokens = 0;
  readonly #contexts = new AsyncLocalStorage<Context>();

  constructor(options: LedgerOptions = {}) {
    this.service = new LedgerService({ delay: () => this.clock.wait(10), ...options });
  }

  /** Handles a request: it ends with its response, or when it is cut off. */
  handle<T>(work: () => Promise<T>, cutOffMs = Infinity): Promise<T | "cut off"> {
    const context: Context = { ended: false };
    const answer = new Promise<T | "cut off">((resolve, reject) => {
      // Each begins when all promises that can go on have.
      setImmediate(() => this.#contexts.run(context, () => work().then(resolve, reject)));
      if (cutOffMs < Infinity) this.clock.after(cutOffMs, () => resolve("cut off"));
    });
    return answer.finally(() => (context.ended = true));
  }

  options(): TestOptions {
    return { transport: this.#transport, clock: this.#clock, deadlineMs: 5_000 };
  }

  /** Keeps tokens elsewhere: asking takes a connection. */
  tokenStore(): SharedTokens {
    const { get, set } = memoryTokenStore().store;
    const ask = async <T>(run: () => T | Promise<T>): Promise<T> => {
      const context = this.#enter("a connection");
      await this.clock.wait(10);
      return context.ended ? new Promise(() => undefined) : run();
    };
    return shareTokens({ get: (key) => ask(() => get(key)), set: (key, stored) => ask(() => set(key, stored)) });
  }

  #enter(what: string): Context {
    const context = this.#contexts.getStore();
    if (!context) throw new Error(`${what} outside of a request`);
    if (context.ended) throw new Error(`${what} on behalf of a request that has ended`);
    return context;
  }

  readonly #transport: Transport = async (call) => {
    const context = this.#enter("a connection");
    call.signal?.addEventListener("abort", () => {
      if (this.#enter("a connection") !== context) throw new Error("the connection is another request's");
    });
    if (call.url.endsWith("/auth")) {
      this.tokens += 1;
      await this.clock.wait(20);
    }
    const reply = await this.service.transport(call);
    return context.ended ? new Promise(() => undefined) : reply;
  };

  get #clock(): Clock {
    const { wall, monotonic, after } = this.clock;
    return {
      wall,
      monotonic,
      after: (delayMs, run) => {
        const context = this.#enter("a timer");
        const stop = after(delayMs, () => {
          if (!context.ended) this.#contexts.run(context, run);
        });
        return () => {
          if (this.#enter("a timer") !== context) throw new Error("the timer is another request's");
          stop();
        };
      },
    };
  }
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

beforeEach(() => vi.stubGlobal("navigator", { userAgent: "Cloudflare-Workers" }));
afterEach(() => vi.unstubAllGlobals());

/** How promises have ended when so much time has passed; "open" for those that have not. */
async function endings(worker: Worker, answers: readonly Promise<unknown>[], ms: number): Promise<string[]> {
  const ends = answers.map(() => "open");
  for (const [index, answer] of answers.entries()) {
    answer.then(
      (value) => (ends[index] = typeof value === "string" ? value : "applied"),
      (error: { code?: string }) => (ends[index] = error.code ?? String(error)),
    );
  }
  await worker.clock.advance(ms);
  return ends;
}

describe("requests that write at once", () => {
  const sessions = {
    "the module's session": () => ({}),
    "the module's session and a token store": (worker: Worker) => ({ tokenStore: worker.tokenStore() }),
    "a session of each request": undefined,
  };

  it.each(Object.entries(sessions))("are all answered: %s", async (_, shared) => {
    const worker = new Worker();
    const session = shared && openWith(worker.service, { ...worker.options(), ...shared(worker) });
    for (const burst of numbers(10)) {
      const answers = numbers(8).map((index) =>
        worker.handle(() =>
          insert(session ?? openWith(worker.service, worker.options()), notes, { id: burst * 8 + index }),
        ),
      );
      expect(await endings(worker, answers, 200)).toEqual(numbers(8).map(() => "applied"));
    }
    expect(worker.tokens).toBe(session ? 1 : 80);
    expect(worker.service.done).toHaveLength(80);
    expect(await endings(worker, [], 1_000)).toEqual([]);
    expect(worker.clock.timers).toBe(0);
  });

  it.each(Object.entries(sessions))("hold nothing back when they are cut off: %s", async (_, shared) => {
    for (const cutOffMs of numbers(20).map((step) => step * 3)) {
      const worker: Worker = new Worker({ delay: () => worker.clock.wait(30) });
      const session =
        shared &&
        openWith(worker.service, { ...worker.options(), ...shared(worker), batch: batchWrites({ lingerMs: 5 }) });
      const write = (id: number) => (): Promise<unknown> =>
        insert(session ?? openWith(worker.service, worker.options()), notes, { id });
      const gone = numbers(8).map((id) => worker.handle(write(id), cutOffMs));
      await worker.clock.advance(cutOffMs);
      const answers = numbers(16).map((id) => worker.handle(write(id)));
      expect(await endings(worker, answers, 3_000), `${cutOffMs} ms`).toEqual(numbers(16).map(() => "applied"));
      await Promise.all(gone);
    }
  });

  it("and fail are told why", async () => {
    const worker = new Worker();
    const session = openWith(worker.service, {
      ...worker.options(),
      credentials: () => Promise.reject(new Error("no")),
    });
    const answers = numbers(3).map((id) => worker.handle(() => insert(session, notes, { id })));
    expect(await endings(worker, answers, 1_000)).toEqual(["credentials", "credentials", "credentials"]);
  });

  it("keep the order of a row", async () => {
    const worker = new Worker();
    const session = openWith(worker.service, worker.options());
    const answers: Promise<unknown>[] = [];
    for (const title of ["a", "b", "c", "d"]) {
      answers.push(worker.handle(() => insert(session, notes, { id: 1, title })));
      await worker.clock.advance(1);
    }
    expect(await endings(worker, answers, 200)).toEqual(["applied", "applied", "applied", "applied"]);
    expect(worker.service.done.map(({ value }) => value["title"])).toEqual(["a", "b", "c", "d"]);
    expect(worker.service.mostUnderWay).toBe(1);
  });

  it("are told when another one closes the session", async () => {
    const worker = new Worker();
    const session = openWith(worker.service, worker.options());
    await endings(worker, [worker.handle(() => session.connect())], 100);
    const answers: Promise<unknown>[] = numbers(6).map((id) => worker.handle(() => insert(session, notes, { id })));
    await worker.clock.advance(1);
    answers.push(worker.handle(() => session.close()));
    expect(await endings(worker, answers, 100)).toEqual([
      ...["applied", "applied", "applied", "applied", "closed", "closed", "applied"],
    ]);
  });
});

it("a request may sign out while another one has its token created", async () => {
  const worker = new Worker();
  const session = openWith(worker.service, worker.options());
  const answers = [worker.handle(() => insert(session, notes, { id: 1 }))];
  await worker.clock.advance(5);
  answers.push(worker.handle(async () => (await session.signOut(), { applied: true as const })));
  expect(await endings(worker, answers, 200)).toEqual(["applied", "applied"]);
  expect(worker.tokens).toBe(2);
});

it("the writes that a request issues together share a document", async () => {
  const worker = new Worker();
  const session = openWith(worker.service, { ...worker.options(), batch: batchWrites({ lingerMs: 5 }) });
  const handle = (first: number): Promise<unknown> =>
    worker.handle(() => Promise.all(numbers(20).map((index) => insert(session, notes, { id: first + index }))));
  expect(await endings(worker, [handle(0), handle(100)], 200)).toEqual(["applied", "applied"]);
  expect(worker.service.documents).toEqual([20, 20]);
});

it("a request whose lock brings another process's token creates none", async () => {
  const worker = new Worker();
  const { get, set } = memoryTokenStore().store;
  const lock = async (key: string) => {
    const now = worker.clock.wall();
    await set(key, { v: 1, token: "another-process", lastUse: now, created: now });
    return () => undefined;
  };
  const session = openWith(worker.service, { ...worker.options(), tokenStore: shareTokens({ get, set, lock }) });
  expect(await endings(worker, [worker.handle(() => session.connect().then(() => "connected"))], 200)).toEqual([
    "connected",
  ]);
  expect(worker.tokens).toBe(0);
});
