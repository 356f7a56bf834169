/** The times that the driver gives to writes: the clock of the system stands still unless a test sets it. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadDriver } from "../../../src/source/cql/driver.ts";
import { createWriteTimes } from "../../../src/store/cassandra/client-options.ts";

const { timeOrigin } = performance;
/** Since the process began, by the clock that nobody can set and by the one of the system. */
const clock = { elapsedMs: 0, aheadMs: 0 };
const timeOf = (elapsedMs: number): number => Math.trunc((timeOrigin + elapsedMs) * 1000);

beforeEach(() => {
  Object.assign(clock, { elapsedMs: 1000, aheadMs: 0 });
  vi.spyOn(performance, "now").mockImplementation(() => clock.elapsedMs);
  vi.spyOn(Date, "now").mockImplementation(() => timeOrigin + clock.elapsedMs + clock.aheadMs);
});
afterEach(() => vi.restoreAllMocks());

describe("the time of a write", () => {
  it("is the time of day in microseconds, to the microsecond", () => {
    const times = createWriteTimes(loadDriver());
    expect(times.next()).toBe(timeOf(1000));
    clock.elapsedMs += 0.25;
    expect(times.next()).toBe(timeOf(1000.25));
  });

  it("is later than the one before, also within a microsecond", () => {
    const times = createWriteTimes(loadDriver());
    const first = times.next();
    expect([times.next(), times.next()]).toEqual([first + 1, first + 2]);
  });

  it.each([1.5, -1.5])("does not follow the clock of the system when that differs by %f ms", (aheadMs) => {
    const times = createWriteTimes(loadDriver());
    times.next();
    Object.assign(clock, { elapsedMs: 1001, aheadMs });
    expect(times.next()).toBe(timeOf(1001));
  });

  it("follows it when it is set to another time, and from then on", () => {
    const times = createWriteTimes(loadDriver());
    times.next();
    clock.aheadMs = 2.5;
    expect(Math.abs(times.next() - timeOf(1002.5))).toBeLessThanOrEqual(1);
    Object.assign(clock, { elapsedMs: 1004, aheadMs: 1.5 });
    expect(Math.abs(times.next() - timeOf(1006.5))).toBeLessThanOrEqual(1);
  });

  it("is never earlier, though the clock is set back", () => {
    const times = createWriteTimes(loadDriver());
    const first = times.next();
    clock.aheadMs = -3_600_000;
    expect(times.next()).toBe(first + 1);
  });
});
