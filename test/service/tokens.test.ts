import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { tokenIdleMs } from "@colonnade/runtime/protocol";
import { TokenRegister } from "../../src/service/tokens.ts";
import type { StoredToken, TokenStorage } from "../../src/service/tokens.ts";
import { everybody, userOf } from "./everybody.ts";

const dead = { problem: "authorization failed" };
const ofAnn = { user: userOf("ann") };

describe("the register of tokens", () => {
  it("keeps no token in memory, and gives none to its storage", async () => {
    const kept: unknown[] = [];
    const set = Map.prototype.set;
    try {
      Map.prototype.set = function (this: Map<unknown, unknown>, key: unknown, value: unknown) {
        kept.push(key, value);
        return set.call(this, key, value);
      };
      const register = new TokenRegister({ users: everybody, now: () => 0 });
      const token = await register.create(userOf("ann"));
      expect(await register.accept(token)).toEqual(ofAnn);
      expect(kept.length).toBeGreaterThan(2);
      expect(JSON.stringify(kept)).not.toContain(token);
    } finally {
      Map.prototype.set = set;
    }
  });

  test.each([
    [tokenIdleMs - 1, ofAnn],
    [tokenIdleMs, dead],
  ])("%i ms after its last use, judges a token as %j", async (idleMs, verdict) => {
    let now = 0;
    const register = new TokenRegister({ users: everybody, now: () => now });
    const token = await register.create(userOf("ann"));
    now += tokenIdleMs - 1;
    expect(await register.accept(token)).toEqual(ofAnn);
    now += idleMs;
    expect(await register.accept(token)).toEqual(verdict);
    // What is dead stays dead, whatever the clock says.
    now = 0;
    expect(await register.accept(token)).toEqual(verdict);
  });

  it("ends the token that was idle longest when there are too many", async () => {
    let now = 0;
    const register = new TokenRegister({ users: everybody, now: () => now++, maximum: 3 });
    const [first, second, third] = [
      await register.create(userOf("a")),
      await register.create(userOf("b")),
      await register.create(userOf("c")),
    ];
    expect(await register.accept(first)).toEqual({ user: userOf("a") });
    const fourth = await register.create(userOf("d"));
    expect(await register.accept(second)).toEqual(dead);
    for (const token of [first, third, fourth]) expect(await register.accept(token)).toHaveProperty("user");
    expect(register.size).toBe(3);
  });

  it("ends a user's own token, not that of another, when the user has too many", async () => {
    let now = 0;
    const register = new TokenRegister({ users: everybody, now: () => now++, maximumOfUser: 2 });
    const other = await register.create(userOf("bob"));
    const [first, second] = [await register.create(userOf("ann")), await register.create(userOf("ann"))];
    expect(await register.accept(first)).toEqual(ofAnn);
    const third = await register.create(userOf("ann"));
    expect(await register.accept(second)).toEqual(dead);
    for (const token of [first, third]) expect(await register.accept(token)).toEqual(ofAnn);
    expect(await register.accept(other)).toEqual({ user: userOf("bob") });
  });

  it("forgets dead tokens when a new one is made, and so does its storage", async () => {
    let now = 0;
    const { storage, kept } = record(0);
    const register = new TokenRegister({ users: everybody, now: () => now, storage });
    for (let count = 0; count < 100; count++) await register.create(userOf(`user${count}`));
    now = tokenIdleMs - 1;
    const living = await register.create(userOf("ann"));
    now = tokenIdleMs;
    await register.create(userOf("bob"));
    expect(register.size).toBe(2);
    expect(kept.size).toBe(2);
    expect(await register.accept(living)).toEqual(ofAnn);
  });
});

describe("registers that share a storage", () => {
  const slideMs = 60_000;
  const shared = (): ReturnType<typeof record> => record(slideMs);

  it("accept each other's tokens, and end them for each other within a minute", async () => {
    let now = 0;
    const { storage, kept } = shared();
    const [one, other] = [
      new TokenRegister({ users: everybody, now: () => now, storage }),
      new TokenRegister({ users: everybody, now: () => now, storage }),
    ];
    const token = await one.create(userOf("ann"));
    expect(await other.accept(token)).toEqual(ofAnn);
    for (const hash of kept.keys()) await storage.remove(hash);
    now += slideMs;
    expect(await one.accept(token)).toEqual(dead);
    expect(await other.accept(token)).toEqual(dead);
  });

  it("write the last use of a token once a minute at most", async () => {
    let now = 0;
    const { storage, slides } = shared();
    const register = new TokenRegister({ users: everybody, now: () => now, storage });
    const token = await register.create(userOf("ann"));
    for (; now < 10 * slideMs; now += 1000) await register.accept(token);
    expect(slides()).toBe(9);
  });

  it("write it once for requests that come together", async () => {
    let now = 0;
    const { storage, slides } = shared();
    const register = new TokenRegister({ users: everybody, now: () => now, storage });
    const token = await register.create(userOf("ann"));
    now = slideMs;
    const verdicts = await Promise.all(Array.from({ length: 50 }, () => register.accept(token)));
    expect(verdicts).toEqual(Array.from({ length: 50 }, () => ofAnn));
    expect(slides()).toBe(1);
  });

  it("end a token for good whose last use is being written", async () => {
    let now = 0;
    const { storage } = shared();
    let resolve: (lastUseMs: number) => void = () => undefined;
    const slide = (): Promise<number> => new Promise<number>((done) => (resolve = done));
    const register = new TokenRegister({ users: everybody, now: () => now, storage: { ...storage, slide } });
    const token = await register.create(userOf("ann"));
    now = slideMs;
    const late = register.accept(token);
    expect(await register.endAll()).toBe(1);
    resolve(now);
    expect(await late).toEqual(dead);
    expect(register.size).toBe(0);
    expect(await register.accept(token)).toEqual(dead);
  });

  it("let no token end before 30 idle minutes, or live past 31, whoever is asked and when", async () => {
    const gap = fc.oneof(
      fc.integer({ min: 0, max: 2 * slideMs }),
      fc.integer({ min: tokenIdleMs - slideMs, max: tokenIdleMs + 2 * slideMs }),
    );
    const uses = fc.array(fc.record({ gap, by: fc.nat(2) }), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(uses, async (uses) => {
        let now = 0;
        const { storage } = shared();
        const registers = [0, 1, 2].map(() => new TokenRegister({ users: everybody, now: () => now, storage }));
        const token = (await registers[0]?.create(userOf("ann"))) ?? "";
        for (const { gap, by } of uses) {
          now += gap;
          const verdict = await registers[by]?.accept(token);
          if (gap < tokenIdleMs) expect(verdict).toEqual(ofAnn);
          if (gap >= tokenIdleMs + slideMs) expect(verdict).toEqual(dead);
          if (verdict && !("user" in verdict)) return;
        }
      }),
      { seed: 7, numRuns: 500 },
    );
  });
});

/** A storage in memory, what it keeps, and how often a last use was written. */
function record(slideMs: number) {
  const kept = new Map<string, StoredToken>();
  let slides = 0;
  const storage: TokenStorage = {
    slideMs,
    add: async (hash, token) => void kept.set(hash, token),
    find: async (hash) => kept.get(hash),
    slide: async (hash, token) => {
      slides++;
      if (!kept.has(hash)) return undefined;
      kept.set(hash, token);
      return token.lastUseMs;
    },
    remove: async (hash) => void kept.delete(hash),
  };
  return { storage, kept, slides: () => slides };
}
