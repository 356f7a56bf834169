/**
 * The keeper of tokens beside the table of states and events that it has to follow, through thousands of seeded schedules in
 * virtual time. Both get the same calls, answers, clocks and stores, and everything that leaves them has to be the same.
 */
import { isDeepStrictEqual } from "node:util";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ConnectError, CredentialsError, ServiceError } from "../../../src/runtime/errors/errors.ts";
import { Secret } from "../../../src/runtime/errors/failure.ts";
import { shareTokens } from "../../../src/runtime/token/stored-tokens.ts";
import type { StoredToken, TokenStore } from "../../../src/runtime/token/stored-tokens.ts";
import { createTokenKeeper } from "../../../src/runtime/token/token-keeper.ts";
import type { TokenKeeper, TokenKeeperOptions, Waiting } from "../../../src/runtime/token/token-keeper.ts";
import type { Token } from "../../../src/runtime/token/token.ts";
import { long } from "../../support/long.ts";
import { VirtualClock } from "../../support/virtual-clock.ts";
import { createOracleKeeper } from "./oracle/oracle-keeper.ts";
import type { OracleOptions } from "./oracle/oracle-keeper.ts";

const profile = { tokenIdleMs: 1_800_000, renewMarginMs: 90_000 };
const minute = 60_000;

/** A number from 0 to 1 that hangs on nothing but its name: the same for both, in whatever order they ask. */
function chance(seed: number, ...name: readonly (string | number)[]): number {
  let mixed = seed;
  for (const character of name.join("/"))
    mixed = Math.imul(mixed ^ character.charCodeAt(0), 0x5bd1e995) ^ (mixed >>> 13);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
}

interface Keeper {
  readonly get: (waiting: Waiting) => Token | Promise<Token>;
  readonly replace: (token: Token, waiting: Waiting) => Promise<Token | undefined>;
  readonly accepted: TokenKeeper["accepted"];
  readonly reconnect: Keeper["get"];
  readonly signOut: () => Promise<void>;
  readonly close: () => Promise<void>;
}

type Make = (options: Omit<OracleOptions, "store" | "key">, store: TokenStore | undefined) => Keeper;

const makeKeeper: Make = ({ onStoreError: onTokenStoreError, ...options }, store) => {
  const owner = { tokenKey: "ann", onTokenStoreError };
  return createTokenKeeper({ ...options, store: store && shareTokens(store).open("http://localhost", owner) });
};
const makeOracle: Make = (options, store) => createOracleKeeper({ ...options, store, key: "http://localhost\nann" });

/** One keeper in one schedule. */
class Run {
  /** What others see of it: the service, the store, the listener, each call. What two of them see at once has no order. */
  readonly log: Record<string, string[]> = {};
  readonly #clock = new VirtualClock(0.01);
  readonly #seed: number;
  readonly #keeper: Keeper;
  readonly #counts = new Map<string, number>();
  /** What the last calls got. */
  readonly #tokens: Token[] = [];
  #stored: StoredToken | null = null;
  #told: ((stored: StoredToken | null) => void) | undefined;

  constructor(seed: number, make: Make) {
    this.#seed = seed;
    this.#keeper = make(
      {
        profile,
        clock: this.#clock,
        create: (context, timeoutMs) => this.#create(context, timeoutMs),
        onToken: (news) => this.#note("listener", news.kind, { ...news, error: String(news.error) }),
        onStoreError: (error) => this.#note("listener", "store failed", String(error)),
        random: () => this.#chance("random"),
      },
      seed % 4 === 0 ? undefined : this.#store(),
    );
  }

  #note(whose: string, what: string, about: unknown = ""): void {
    (this.log[whose] ??= []).push(`${Math.round(this.#clock.trueMs)} ${what} ${JSON.stringify(about)}`);
  }

  #nth(name: string): number {
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    return count;
  }

  #chance(...name: readonly (string | number)[]): number {
    return chance(this.#seed, ...name, this.#nth(name.join("/")));
  }

  async #create(...[context, timeoutMs]: Parameters<TokenKeeperOptions["create"]>): Promise<Secret> {
    const nth = this.#nth("creation");
    const { reason, attempt, deadline, signal } = context;
    this.#note("service", "create", { nth, reason, attempt, deadline, timeoutMs });
    signal.addEventListener("abort", () => this.#note("service", "aborted", nth));
    const dice = this.#chance("creation");
    await this.#clock.wait(dice < 0.03 ? 20_000 : this.#chance("creation takes") * 400);
    const outage = this.#outage ? 0.7 : 0.15;
    if (dice < outage / 2) throw new ConnectError("no connection");
    if (dice < outage * 0.7) throw new ServiceError("server", "busy", { status: 503, retryAfterMs: dice * 9_000 });
    if (dice < outage) throw new CredentialsError("refused", { status: 401 });
    return new Secret(dice > 0.95 ? "token again" : `token ${nth}`);
  }

  #outage = false;

  /** One that works, one that is slow, throws, hangs and holds rubbish, and one that locks and hears of others. */
  #store(): TokenStore {
    const seldom = this.#seed % 4 === 2;
    const use = async <T>(name: string, about: unknown, done: () => T): Promise<T> => {
      this.#note("store", name, about);
      if (seldom && this.#chance(name, "throws") < 0.1) throw new Error("the disk is gone");
      if (seldom)
        await this.#clock.wait(this.#chance(name, "takes") * (this.#chance(name, "hangs") < 0.1 ? 5_000 : 50));
      return done();
    };
    const store: TokenStore = {
      get: (key) => use("get", key, () => (seldom && this.#chance("rubbish") < 0.1 ? ({} as never) : this.#stored)),
      set: (key, stored) => use("set", { key, stored }, () => void (this.#stored = stored)),
      delete: (key, ifToken) =>
        use("delete", { key, ifToken }, () => {
          if (ifToken === undefined || ifToken === this.#stored?.token) this.#stored = null;
        }),
    };
    if (this.#seed % 4 !== 3) return store;
    return {
      ...store,
      lock: async (key) => {
        await use("lock", key, () => undefined);
        const dice = this.#chance("lock");
        await this.#clock.wait(dice < 0.05 ? 3_000 : dice * 100);
        if (dice < 0.4) this.#elsewhere();
        return dice < 0.9 ? () => this.#note("store", "unlock") : undefined;
      },
      subscribe: (key, told) => {
        this.#note("store", "subscribe", key);
        this.#told = told;
        return () => this.#note("store", "unsubscribe");
      },
    };
  }

  /** Another process puts a token into the store: mostly a new one, by clocks that are not always right. */
  #elsewhere(): void {
    const dice = this.#chance("elsewhere");
    const wall = this.#clock.wall() - (dice < 0.7 ? 10 : dice < 0.8 ? -10_000 : dice * 40 * minute);
    const token = dice < 0.1 ? (this.#stored?.token ?? "token 1") : `foreign ${this.#nth("foreign")}`;
    this.#stored = { v: 1, token, lastUse: wall, created: wall };
  }

  #wait(name: string): Waiting {
    const dice = this.#chance("waits");
    const controller = new AbortController();
    if (dice < 0.1) this.#clock.after(dice * 5_000, () => controller.abort(new Error(`${name} given up`)));
    return { operation: name, signal: controller.signal, timeoutMs: dice > 0.9 ? 300 : 30_000 };
  }

  #ends(name: string, asks: () => Token | undefined | Promise<Token | undefined>): void {
    const end = (token: Token | undefined): void => {
      this.#note(name, "got", token && [token.generation, token.secret.reveal()]);
      if (token) this.#tokens.push(token);
    };
    const fail = (error: unknown): void =>
      this.#note(
        name,
        "failed",
        error instanceof ServiceError ? [error.code, error.message, error.retryAfterMs] : String(error),
      );
    try {
      const asked = asks();
      if (asked instanceof Promise) asked.then(end, fail);
      else end(asked);
    } catch (error) {
      fail(error);
    }
  }

  /** What happens next hangs on the seed and the step alone. */
  async #step(step: number): Promise<void> {
    const clock = this.#clock;
    const dice = this.#chance("step");
    const name = `call ${step}`;
    const used = this.#tokens.at(-1 - Math.floor(this.#chance("which") ** 3 * Math.min(4, this.#tokens.length)));
    if (dice < 0.35)
      for (let more = this.#chance("burst") * 4; more > 0; more--)
        this.#ends(name, () => this.#keeper.get(this.#wait(name)));
    else if (dice < 0.6 && used) {
      const agoMs = this.#chance("sent") ** 4 * minute;
      this.#keeper.accepted(used, { wall: clock.wall() - agoMs, monotonic: clock.monotonic() - agoMs });
    } else if (dice < 0.75 && used)
      for (let more = this.#chance("refused") * 3; more > 0; more--)
        this.#ends(name, () => this.#keeper.replace(used, this.#wait(name)));
    else if (dice < 0.78) this.#ends(name, () => this.#keeper.reconnect(this.#wait(name)));
    else if (dice < 0.81) this.#keeper.signOut().then(() => this.#note(name, "signed out"));
    else if (dice < 0.82) clock.sleep(this.#chance("sleep") * 600 * minute);
    else if (dice < 0.83) clock.setWall(-60 * minute);
    else if (dice < 0.87) this.#outage = !this.#outage;
    else if (dice < 0.92) this.#elsewhere();
    else if (dice < 0.95) this.#told?.(this.#stored);
    const pace = this.#chance("pace");
    await clock.advance(this.#chance("pause") * (pace < 0.15 ? 40 * minute : pace < 0.5 ? 20_000 : 200));
  }

  async run(): Promise<Run["log"]> {
    const steps = 10 + Math.floor(this.#chance("steps") * 30);
    for (let step = 0; step < steps; step++) await this.#step(step);
    if (this.#chance("closes") < 0.5) {
      this.#ends("last", () => this.#keeper.get(this.#wait("last")));
      this.#keeper.close().then(() => this.#note("last", "closed"));
      this.#ends("too late", () => this.#keeper.get(this.#wait("too late")));
      this.#told?.(this.#stored);
    }
    await this.#clock.advance(2 * minute);
    this.#note("end", "timers", this.#clock.timers);
    return this.log;
  }
}

describe("the keeper and the table", () => {
  const schedules = long ? 100_000 : 2_000;
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    ["on a platform whose promises live", schedules, "Node"],
    ["where they end with the request", schedules / 20, "Cloudflare-Workers"],
  ])(`do the same, %s, in %i schedules`, { timeout: 3_600_000 }, async (_, count, userAgent) => {
    vi.stubGlobal("navigator", { userAgent });
    const seen = new Map<string, number>();
    for (let seed = 1; seed <= count; seed++) {
      const [oracle, keeper] = await Promise.all([new Run(seed, makeOracle).run(), new Run(seed, makeKeeper).run()]);
      if (!isDeepStrictEqual(keeper, oracle)) expect(keeper, `schedule ${seed}`).toEqual(oracle);
      for (const line of Object.values(oracle).flat()) {
        const kind = line.split(" ")[1] ?? "";
        seen.set(kind, (seen.get(kind) ?? 0) + 1);
      }
    }
    // The comparison is worth something only when everything happens.
    for (const kind of [
      "created",
      "adopted",
      "renewal-failed",
      "refused",
      "forgotten",
      "set",
      "delete",
      "lock",
      "unlock",
      "aborted",
    ]) {
      if (kind === "aborted" && userAgent !== "Node") continue;
      expect(seen.get(kind), kind).toBeGreaterThan(count / 4);
    }
  });
});
