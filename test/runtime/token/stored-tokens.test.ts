/** Which tokens of a store a session takes, and when the store gets one. */
import { describe, expect, it } from "vitest";
import { Secret } from "../../../src/runtime/errors/failure.ts";
import { parseStoredToken, shareTokens } from "../../../src/runtime/token/stored-tokens.ts";
import type { StoredToken } from "../../../src/runtime/token/stored-tokens.ts";
import { VirtualClock } from "../../support/virtual-clock.ts";

const freshMs = 1_710_000;

/** One session's tokens in a store that holds this one. */
function open(stored: (clock: VirtualClock) => StoredToken | null = () => null) {
  const clock = new VirtualClock();
  const saved: StoredToken[] = [];
  const given = stored(clock);
  const tokens = shareTokens({ get: () => given, set: (_, token) => void saved.push(token) }).open("url", {
    tokenKey: "ann",
  })({ clock, freshMs, known: () => undefined, adopt: () => undefined });
  const held = () => ({ secret: new Secret("T1"), wall: clock.wall(), monotonic: clock.monotonic(), created: 1 });
  return { clock, saved, tokens, held };
}

describe("a stored token", () => {
  it.each([
    [0, true],
    [freshMs - 1, true],
    [freshMs, false],
    [-5_000, true],
    [-5_001, false],
  ])("that was used %i ms ago is taken: %s", async (agoMs, isTaken) => {
    const { tokens, clock } = open(({ wall }) => ({ v: 1, token: "T0", lastUse: wall() - agoMs, created: 7 }));
    const sinceMs = Math.max(0, agoMs);
    const used = { created: 7, wall: clock.wall() - sinceMs, monotonic: clock.monotonic() - sinceMs };
    const found = tokens.find(undefined, { reason: "first" });
    if (isTaken) await expect(found).resolves.toMatchObject(used);
    else await expect(found).resolves.toBeUndefined();
  });

  const good = { v: 1, token: "T0", lastUse: 5, created: 3 };

  it("counts as created when it was last used if nothing else is known", () => {
    expect(parseStoredToken({ ...good, more: true })).toEqual(good);
    expect(parseStoredToken({ ...good, created: "3" })).toEqual({ ...good, created: 5 });
  });

  it.each([
    ...[null, undefined, "T0", 7, {}, []],
    ...[{ v: 2 }, { token: "" }, { token: "a\nb" }, { token: 7 }, { lastUse: "5" }, { lastUse: NaN }].map((wrong) => ({
      ...good,
      ...wrong,
    })),
  ])("is not one: %j", (value) => {
    expect(parseStoredToken(value)).toBeNull();
  });
});

describe("the store", () => {
  it("gets every new token at once, and its uses each 30 seconds", async () => {
    const { clock, saved, tokens, held } = open();
    tokens.save(held());
    for (const ms of [29_999, 1, 29_999, 1]) {
      await clock.advance(ms);
      tokens.used(held());
    }
    await clock.advance(0);
    const [first = 0, ...later] = saved.map(({ lastUse }) => lastUse);
    expect(later.map((at) => at - first)).toEqual([30_000, 60_000]);
    expect(saved[0]).toMatchObject({ v: 1, token: "T1", created: 1 });
  });

  it("gets a use also after the wall clock was set back", async () => {
    const { clock, saved, tokens, held } = open();
    tokens.save(held());
    clock.setWall(-60_000);
    tokens.used(held());
    await clock.advance(0);
    expect(saved).toHaveLength(2);
  });
});

it.each([
  [{ tokenKey: "ann", credentials: () => undefined }, "url\nann"],
  [{ credentials: { username: "bob", password: "pa55" } }, "url\nbob"],
  [{ tokenKey: "ann", credentials: { username: "bob", password: "pa55" } }, "url\nann"],
])("sessions of %j share what is under %j", async (owner, key) => {
  const asked: string[] = [];
  const shared = shareTokens({ get: (key) => (asked.push(key), null), set: () => undefined });
  const user = {
    clock: new VirtualClock(),
    freshMs,
    known: () => undefined,
    adopt: () => undefined,
    onError: undefined,
  };
  await shared.open("url", owner)(user).find(undefined, { reason: "first" });
  expect(asked).toEqual([key]);
});
