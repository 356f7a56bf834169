import { describe, expect, it } from "vitest";
import { ServiceClock } from "../../../src/service/control/clock.ts";

const noon = Date.UTC(2026, 0, 1, 12);
/** What may pass between two lines of a test on a busy machine. */
const soon = 10_000;

describe("the clock of a service", () => {
  it("begins at the time of the system, and goes back to it", () => {
    const clock = new ServiceClock();
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(soon);
    clock.freeze(noon);
    clock.reset();
    expect(clock.isStopped).toBe(false);
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(soon);
  });

  it("goes on from the time that it is set to, and moves by what it is advanced", () => {
    const clock = new ServiceClock();
    clock.set(new Date(noon));
    clock.advance(60_000);
    const first = clock.now();
    expect(first - noon - 60_000).toBeGreaterThanOrEqual(0);
    expect(first - noon - 60_000).toBeLessThan(soon);
    while (clock.now() === first);
    expect(clock.now()).toBeGreaterThan(first);
  });

  it("stands still while it is stopped, at the time that it is set to", () => {
    const clock = new ServiceClock();
    clock.freeze(noon);
    expect(clock.now()).toBe(noon);
    clock.advance(-1);
    expect(clock.now()).toBe(noon - 1);
    clock.set(noon + 1);
    expect(clock.now()).toBe(noon + 1);
    clock.resume();
    expect(clock.isStopped).toBe(false);
    expect(clock.now() - noon).toBeLessThan(soon);
    const fresh = new ServiceClock();
    fresh.freeze();
    const stopped = fresh.now();
    expect(fresh.now()).toBe(stopped);
    expect(Math.abs(stopped - Date.now())).toBeLessThan(soon);
  });

  it("refuses what is not a time", () => {
    const clock = new ServiceClock();
    for (const time of [new Date("nonsense"), NaN, Infinity]) expect(() => clock.set(time)).toThrow(RangeError);
    expect(() => clock.freeze(NaN)).toThrow(RangeError);
    expect(clock.isStopped).toBe(false);
  });
});
