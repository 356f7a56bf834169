/** What every call asks of the keeper: the token that is ready, and a note that the service accepted it. */
import { describe, expect, it } from "vitest";
import { ClosedError, ConnectError, CredentialsError } from "../../../src/runtime/errors/errors.ts";
import { Secret } from "../../../src/runtime/errors/failure.ts";
import { createTokenKeeper } from "../../../src/runtime/token/token-keeper.ts";
import type { TokenKeeperOptions } from "../../../src/runtime/token/token-keeper.ts";
import { shareTokens } from "../../../src/runtime/token/stored-tokens.ts";
import type { StoredToken } from "../../../src/runtime/token/stored-tokens.ts";
import { memoryTokenStore } from "../../../src/runtime/token/token-stores.ts";
import type { Token } from "../../../src/runtime/token/token.ts";
import { settle, VirtualClock } from "../../support/virtual-clock.ts";

const idleMs = 1_800_000;
const marginMs = 90_000;
const waiting = { operation: "test", timeoutMs: 30_000 };

/** A keeper with a token that was created now. */
async function open(options: Partial<TokenKeeperOptions> = {}) {
  const clock = new VirtualClock();
  const planned: Error[] = [];
  let tokens = 0;
  const keeper = createTokenKeeper({
    profile: { tokenIdleMs: idleMs, renewMarginMs: marginMs },
    clock,
    create: async () => {
      const error = planned.shift();
      if (error) throw error;
      tokens += 1;
      return new Secret(`T${tokens}`);
    },
    random: () => 0,
    ...options,
  });
  const now = () => ({ wall: clock.wall(), monotonic: clock.monotonic() });
  const waited = Promise.resolve(keeper.get(waiting));
  await clock.advance(0);
  const token: Token = await waited;
  return { clock, planned, keeper, now, token, ready: () => keeper.ready(now()), creations: () => tokens };
}

describe("a token that is ready", () => {
  it("is the very one that a call got, until it is worth renewing", async () => {
    const { clock, ready, token } = await open();
    expect(ready()).toBe(token);
    await clock.advance(idleMs - marginMs - 1);
    expect(ready()).toBe(token);
    await clock.advance(1);
    expect(ready()).toBeUndefined();
  });

  it("lives from the last accepted call that was sent with it", async () => {
    const { clock, keeper, ready, token, now } = await open();
    await clock.advance(60_000);
    keeper.accepted(token, now());
    keeper.accepted(token, { wall: 0, monotonic: 0 });
    keeper.accepted({ ...token, generation: 7 }, { wall: 2 * clock.wall(), monotonic: clock.monotonic() });
    await clock.advance(idleMs - marginMs - 1);
    expect(ready()).toBe(token);
    await clock.advance(1);
    expect(ready()).toBeUndefined();
  });

  it("does not hang on the instant that the caller gave", async () => {
    const { clock, keeper, ready, token, now } = await open();
    const sent = now();
    sent.monotonic += 1;
    keeper.accepted(token, sent);
    sent.wall = sent.monotonic = Infinity;
    expect(ready()).toBe(token);
    await clock.advance(idleMs);
    expect(ready()).toBeUndefined();
  });

  it("is none before the first call, while one is created, and after the end", async () => {
    const { keeper, ready, token } = await open();
    const reconnected = keeper.reconnect(waiting);
    expect(ready()).toBeUndefined();
    expect(await reconnected).toBe(ready());
    expect(await reconnected).not.toBe(token);
    await keeper.signOut();
    expect(ready()).toBeUndefined();
    await keeper.get(waiting);
    await keeper.close();
    expect(ready()).toBeUndefined();
    expect(() => keeper.get(waiting)).toThrow(ClosedError);
  });

  it("is none near its end, where a call may have to wait; a renewal that fails leaves it in use", async () => {
    const { clock, planned, keeper, ready, token } = await open();
    await clock.advance(idleMs - marginMs);
    const down = new ConnectError("no connection");
    planned.push(down, down, down);
    const waited = Promise.resolve(keeper.get(waiting));
    await clock.advance(100);
    expect(await waited).toBe(token);
    expect(ready()).toBeUndefined();
    expect(keeper.get(waiting)).toBe(token);
  });
});

it("with the wall clock set back, what the store says of our own token is no news", async () => {
  const store = memoryTokenStore().open("http://localhost", { tokenKey: "ann" });
  const { clock, keeper, creations } = await open({ store });
  await clock.advance(2 * idleMs);
  clock.setWall(1_000 - 2 * idleMs);
  const token = Promise.resolve(keeper.get(waiting));
  await clock.advance(0);
  expect((await token).generation).toBe(2);
  expect(creations()).toBe(2);
});

it("reconnecting creates a token, also while another one is being created, whose calls then get the new one", async () => {
  const asked: AbortSignal[] = [];
  const answers: ((text: string) => void)[] = [];
  const keeper = createTokenKeeper({
    profile: { tokenIdleMs: idleMs, renewMarginMs: marginMs },
    clock: new VirtualClock(),
    create: async ({ signal }) => {
      asked.push(signal);
      return new Secret(await new Promise<string>((resolve) => answers.push(resolve)));
    },
    random: () => 0,
  });
  const first = Promise.resolve(keeper.get(waiting));
  await settle();
  const reconnected = [keeper.reconnect(waiting), keeper.reconnect(waiting)];
  await settle();
  expect(asked.map(({ aborted }) => aborted)).toEqual([true, false]);
  answers[0]!("before");
  await settle();
  answers[1]!("after");
  const tokens = await Promise.all([first, ...reconnected]);
  expect(tokens.map(({ secret }) => secret.reveal())).toEqual(["after", "after", "after"]);
  expect(asked).toHaveLength(2);
});

it("reconnecting creates a token although another process has put a newer one into a store with a lock", async () => {
  let stored: StoredToken | null = null;
  const lock = async () => () => undefined;
  const shared = shareTokens({ get: () => stored, set: (_, token) => void (stored = token), lock });
  const { clock, keeper } = await open({ store: shared.open("http://localhost", { tokenKey: "ann" }) });
  await clock.advance(1_000);
  stored = { v: 1, token: "another-process", lastUse: clock.wall(), created: clock.wall() };
  const reconnected = keeper.reconnect(waiting);
  await clock.advance(0);
  expect((await reconnected).secret.reveal()).toBe("T2");
});

it("attempts follow each other at once when chance has it so", async () => {
  const { clock, planned, keeper, creations } = await open();
  planned.push(new ConnectError("no connection"), new ConnectError("no connection"));
  const token = Promise.resolve(keeper.reconnect(waiting));
  await clock.advance(0);
  expect((await token).generation).toBe(2);
  expect(creations()).toBe(2);
});

it("a function of the app that throws between two attempts ends the creation, and with it the calls that wait", async () => {
  const broken = new Error("no chance");
  let sent = 0;
  const keeper = createTokenKeeper({
    profile: { tokenIdleMs: idleMs, renewMarginMs: marginMs },
    clock: new VirtualClock(),
    create: async () => {
      sent += 1;
      // Without an end, this would be repeated in one turn of the event loop, which no timer could stop.
      if (sent > 5) return new Secret("T1");
      throw new ConnectError("no connection");
    },
    random: () => {
      throw broken;
    },
  });
  await expect(keeper.get(waiting)).rejects.toBe(broken);
  expect(sent).toBe(1);
});

it("reconnecting fails if no token can be created, also soon after that, and the present token stays in use", async () => {
  const { clock, planned, keeper, ready, token } = await open();
  planned.push(new CredentialsError("the password is wrong"));
  const refused = { code: "credentials", message: expect.stringContaining("the password is wrong") as string };
  await expect(keeper.reconnect(waiting)).rejects.toMatchObject(refused);
  expect(ready()).toBe(token);
  await expect(keeper.reconnect(waiting)).rejects.toMatchObject(refused);
  await clock.advance(5_000);
  expect((await keeper.reconnect(waiting)).generation).toBe(2);
});

it("a token that is refused soon after a failed creation is not used again: its calls get that failure", async () => {
  const { planned, keeper, token } = await open();
  planned.push(new CredentialsError("the password is wrong"));
  await expect(keeper.reconnect(waiting)).rejects.toMatchObject({ code: "credentials" });
  await expect(keeper.replace(token, waiting)).rejects.toMatchObject({ code: "credentials" });
  expect(() => keeper.get(waiting)).toThrow(CredentialsError);
});

it("a token that is refused while the store is read is replaced, although the store knows a later use of it", async () => {
  const reads: ((stored: StoredToken | null) => void)[] = [];
  const shared = shareTokens({ get: () => new Promise((resolve) => reads.push(resolve)), set: () => undefined });
  const opened = open({ store: shared.open("http://localhost", { tokenKey: "ann" }) });
  await settle();
  reads.shift()?.(null);
  const { clock, keeper, token } = await opened;
  await clock.advance(idleMs - marginMs);
  const idle = Promise.resolve(keeper.get(waiting));
  await settle();
  const other = keeper.replace(token, waiting);
  reads.shift()?.({ v: 1, token: "T1", lastUse: clock.wall(), created: clock.wall() });
  expect((await other)?.generation).toBe(2);
  expect((await idle).generation).toBe(2);
});
