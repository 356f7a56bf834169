import { describe, expect, it } from "vitest";
import { LoginThrottle } from "../../src/service/login.ts";
import type { Attempt } from "../../src/service/login.ts";

function open() {
  const clock = { ms: 0 };
  const throttle = new LoginThrottle(() => clock.ms);
  /** Fails as soon as it may, so many times; returns the delay that was waited for last. */
  const guess = (attempt: Attempt, times: number): number => {
    let delay = 0;
    for (let count = 0; count < times; count++) {
      delay = throttle.delayOf(attempt);
      clock.ms += delay;
      throttle.failed(attempt);
    }
    return delay;
  };
  return { clock, throttle, guess };
}

const ann = (address?: string): Attempt => ({ username: "ann", address });

describe("the throttle of logins", () => {
  it("lets ten failures pass, then doubles the delay up to 30 seconds", () => {
    const { clock, throttle, guess } = open();
    guess(ann("192.0.2.1"), 9);
    expect(throttle.delayOf(ann("192.0.2.1"))).toBe(0);
    const delays = Array.from({ length: 10 }, () => (guess(ann("192.0.2.1"), 1), throttle.delayOf(ann("192.0.2.1"))));
    expect(delays).toEqual([250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    clock.ms += 29_999;
    expect(throttle.delayOf(ann("192.0.2.1"))).toBe(1);
    clock.ms += 1;
    expect(throttle.delayOf(ann("192.0.2.1"))).toBe(0);
  });

  it("counts an address whatever the name is, and a name whatever the address is", () => {
    const { throttle, guess } = open();
    for (let count = 0; count < 11; count++) guess({ username: `user${count}`, address: "192.0.2.1" }, 1);
    expect(throttle.delayOf({ username: "another", address: "192.0.2.1" })).toBe(500);
    for (let count = 0; count < 11; count++) guess({ username: "bob", address: `192.0.2.${count + 10}` }, 1);
    expect(throttle.delayOf({ username: "bob", address: "192.0.2.99" })).toBe(500);
    expect(throttle.delayOf(ann("192.0.2.99"))).toBe(0);
  });

  it("does not lock a user out: one second at another address, and nothing where the user was before", () => {
    const { throttle, guess } = open();
    throttle.succeeded(ann("198.51.100.7"));
    for (let count = 0; count < 1000; count++) guess(ann(`192.0.2.${count % 250}`), 1);
    expect(throttle.delayOf(ann("203.0.113.1"))).toBe(1000);
    expect(throttle.delayOf(ann("198.51.100.7"))).toBe(0);
    // Others at the same address may guess too.
    guess({ username: "bob", address: "198.51.100.7" }, 100);
    expect(throttle.delayOf({ username: "carl", address: "198.51.100.7" })).toBe(30_000);
    expect(throttle.delayOf(ann("198.51.100.7"))).toBe(0);
    guess(ann("198.51.100.7"), 100);
    expect(throttle.delayOf(ann("198.51.100.7"))).toBe(1000);
  });

  it("begins anew after the right password, and after ten minutes", () => {
    const { clock, throttle, guess } = open();
    guess(ann("192.0.2.1"), 12);
    throttle.succeeded(ann("192.0.2.1"));
    expect(throttle.delayOf(ann("192.0.2.1"))).toBe(0);
    guess({ username: "bob", address: undefined }, 12);
    clock.ms += 600_000;
    guess({ username: "bob", address: undefined }, 1);
    expect(throttle.delayOf({ username: "bob", address: undefined })).toBe(0);
  });

  it("makes nobody wait for long because the clock was set back", () => {
    const { clock, throttle, guess } = open();
    clock.ms = 3_600_000;
    guess(ann("192.0.2.1"), 20);
    clock.ms = 0;
    expect(throttle.delayOf(ann("192.0.2.1"))).toBe(0);
  });

  it.each([
    ["2001:db8:1:2::1", "2001:db8:1:2:ffff:0:0:9", true],
    ["2001:db8::1", "2001:db8:0:0:1::", true],
    ["::1", "::2", true],
    ["2001:db8:1:2::1", "2001:db8:1:3::1", false],
    ["::ffff:192.0.2.1", "192.0.2.1", true],
    ["::ffff:192.0.2.1", "::ffff:192.0.2.2", false],
  ])("takes %s and %s as one customer: %s", (one, other, same) => {
    const { throttle, guess } = open();
    for (let count = 0; count < 10; count++) guess({ username: `user${count}`, address: one }, 1);
    expect(throttle.delayOf(ann(other)) > 0).toBe(same);
  });

  it("keeps 10,000 entries of each kind at most, those that were used last", () => {
    const { throttle, guess } = open();
    const sizes: number[] = [];
    const set = Map.prototype.set;
    try {
      Map.prototype.set = function (this: Map<unknown, unknown>, key: unknown, value: unknown) {
        sizes.push(this.size);
        return set.call(this, key, value);
      };
      for (let count = 0; count < 30_000; count++) throttle.failed({ username: `user${count}`, address: undefined });
      for (let count = 0; count < 30_000; count++) throttle.succeeded({ username: `user${count}`, address: undefined });
    } finally {
      Map.prototype.set = set;
    }
    expect(sizes.length).toBeGreaterThanOrEqual(60_000);
    expect(Math.max(...sizes)).toBe(10_000);
    guess(ann(), 10);
    expect(throttle.delayOf(ann())).toBe(250);
  });
});
