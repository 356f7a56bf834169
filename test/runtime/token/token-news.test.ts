/** What `onToken` is told of a token's life, and that it never sees one. */
import { describe, expect, it } from "vitest";
import { CredentialsError, ConnectError } from "../../../src/runtime/errors/errors.ts";
import { Secret } from "../../../src/runtime/errors/failure.ts";
import { createTokenKeeper } from "../../../src/runtime/token/token-keeper.ts";
import type { TokenKeeperOptions } from "../../../src/runtime/token/token-keeper.ts";
import type { TokenNews } from "../../../src/runtime/token/token.ts";
import { shareTokens } from "../../../src/runtime/token/stored-tokens.ts";
import type { StoredToken } from "../../../src/runtime/token/stored-tokens.ts";
import { memoryTokenStore } from "../../../src/runtime/token/token-stores.ts";
import { VirtualClock } from "../../support/virtual-clock.ts";

const annsTokens = () => memoryTokenStore().open("http://localhost", { tokenKey: "ann" });

const down = new ConnectError("no connection");

/** A keeper whose service takes 10 ms, and gives `canary-1`, `canary-2`, … unless an error is planned. */
function open(options: Partial<TokenKeeperOptions> = {}) {
  const clock = new VirtualClock();
  const news: TokenNews[] = [];
  const planned: Error[] = [];
  let tokens = 0;
  const keeper = createTokenKeeper({
    profile: { tokenIdleMs: 1_800_000, renewMarginMs: 90_000 },
    clock,
    create: async () => {
      await clock.wait(10);
      const error = planned.shift();
      if (error) throw error;
      tokens += 1;
      return new Secret(`canary-${tokens}`);
    },
    onToken: (told) => news.push(told),
    random: () => 0.5,
    ...options,
  });
  const get = async () => {
    const token = Promise.resolve(keeper.get({ operation: "test", timeoutMs: 30_000 }));
    token.catch(() => undefined);
    await clock.advance(5_000);
    return token;
  };
  const refuse = async () => {
    const token = await get();
    const replaced = Promise.all([1, 2, 3].map(() => keeper.replace(token, { operation: "test", timeoutMs: 30_000 })));
    await clock.advance(5_000);
    return replaced;
  };
  return { clock, news, planned, keeper, get, refuse };
}

describe("onToken", () => {
  it("tells of the first token and of one after an idle gap, with why, and how long it took", async () => {
    const { get, news, clock } = open();
    await get();
    await get();
    await clock.advance(1_800_000);
    await get();
    expect(news).toEqual([
      { kind: "created", generation: 1, reason: "first", attempt: 1, tookMs: 10 },
      { kind: "created", generation: 2, reason: "idle", attempt: 1, tookMs: 10 },
    ]);
  });

  it("tells of each attempt that failed, with its error", async () => {
    const { get, news, planned } = open();
    planned.push(down);
    await get();
    expect(news).toEqual([
      { kind: "renewal-failed", generation: 0, reason: "first", attempt: 1, tookMs: 10, error: down },
      { kind: "created", generation: 1, reason: "first", attempt: 2, tookMs: 45 },
    ]);
    const refused = new CredentialsError("no");
    const other = open();
    other.planned.push(refused);
    await expect(other.get()).rejects.toBe(refused);
    expect(other.news).toMatchObject([{ kind: "renewal-failed", attempt: 1, error: refused }]);
  });

  it.each([false, true])("tells of a refusal once, however many calls meet it (with a store: %s)", async (hasStore) => {
    const { refuse, news } = open({ store: hasStore ? annsTokens() : undefined });
    await refuse();
    expect(news.slice(1)).toMatchObject([
      { kind: "refused", generation: 1 },
      { kind: "created", generation: 2, reason: "rejected" },
    ]);
  });

  it("tells of a token that somebody else created", async () => {
    const store = annsTokens();
    await open({ store }).get();
    const { get, news } = open({ store });
    await get();
    expect(news).toEqual([{ kind: "adopted", generation: 1, reason: "first", attempt: 0, tookMs: 0 }]);
  });

  it("tells when the user signs out, if there was a token", async () => {
    const { get, keeper, news } = open();
    await keeper.signOut();
    expect(news).toEqual([]);
    await get();
    await keeper.signOut();
    await keeper.signOut();
    expect(news).toHaveLength(2);
    expect(news.at(-1)).toEqual({ kind: "forgotten", generation: 1 });
  });

  it("never sees a token", async () => {
    const { refuse, keeper, news } = open({ store: annsTokens() });
    await refuse();
    await keeper.signOut();
    expect(news.map(({ kind }) => kind)).toEqual(["created", "refused", "created", "forgotten"]);
    expect(JSON.stringify(news)).not.toContain("canary");
  });

  it("may ask for another token when somebody else created one in the meantime", async () => {
    const clock = new VirtualClock();
    let tell: ((stored: StoredToken) => void) | undefined;
    const shared = shareTokens({
      get: () => null,
      set: () => undefined,
      subscribe: (_, told) => {
        tell = told;
        return () => undefined;
      },
    });
    const { keeper } = open({
      clock,
      store: shared.open("http://localhost", { tokenKey: "ann" }),
      create: async () => {
        await clock.wait(100);
        return new Secret("created");
      },
      onToken: ({ kind }) => void (kind === "adopted" && keeper.reconnect({ operation: "test", timeoutMs: 1_000 })),
    });
    const token = Promise.resolve(keeper.get({ operation: "test", timeoutMs: 1_000 }));
    await clock.advance(50);
    tell?.({ v: 1, token: "adopted", lastUse: clock.wall(), created: clock.wall() });
    await clock.advance(1_000);
    expect((await token).secret.reveal()).toBe("created");
  });

  it("may throw, or sign out, without harm", async () => {
    const throws = open({
      onToken: () => {
        throw new Error("never mind");
      },
    });
    await expect(throws.get()).resolves.toMatchObject({ generation: 1 });
    const { get, keeper } = open({ onToken: ({ generation }) => void (generation === 1 && keeper.signOut()) });
    await expect(get()).resolves.toMatchObject({ generation: 2 });
  });
});
