import { describe, expect, it } from "vitest";
import { tokenIdleMs } from "@colonnade/runtime/protocol";
import { TokenRegister } from "../../src/service/tokens.ts";

describe("the register of tokens", () => {
  it("keeps no token in memory", () => {
    const register = new TokenRegister({ now: () => 0 });
    const kept: unknown[] = [];
    const set = Map.prototype.set;
    try {
      Map.prototype.set = function (this: Map<unknown, unknown>, key: unknown, value: unknown) {
        kept.push(key, value);
        return set.call(this, key, value);
      };
      const token = register.create();
      expect(register.accept(token)).toBe("accepted");
      expect(kept.length).toBeGreaterThan(0);
      expect(JSON.stringify(kept)).not.toContain(token);
    } finally {
      Map.prototype.set = set;
    }
  });

  it("ends the token that was idle longest when there are too many", () => {
    let now = 0;
    const register = new TokenRegister({ now: () => now++, maximum: 3 });
    const [first = "", second = "", third = ""] = [register.create(), register.create(), register.create()];
    expect(register.accept(first)).toBe("accepted");
    const fourth = register.create();
    expect(register.accept(second)).toBe("authorization failed");
    for (const token of [first, third, fourth]) expect(register.accept(token)).toBe("accepted");
    expect(register.size).toBe(3);
  });

  it("forgets dead tokens when a new one is made", () => {
    let now = 0;
    const register = new TokenRegister({ now: () => now });
    for (let count = 0; count < 100; count++) register.create();
    now = tokenIdleMs - 1;
    const living = register.create();
    now = tokenIdleMs;
    register.create();
    expect(register.size).toBe(2);
    expect(register.accept(living)).toBe("accepted");
  });
});
