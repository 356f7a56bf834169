import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { parseDuration, printDuration } from "@colonnade/runtime/protocol";
import type { Duration } from "@colonnade/runtime/protocol";
import { runs } from "../../support/long.ts";

const hour = 3_600_000_000_000n;
const duration = (months: bigint, days: bigint, nanoseconds: bigint, negative = false): Duration => ({
  negative,
  months,
  days,
  nanoseconds,
});

describe("a duration", () => {
  test.each([
    ["1y2mo", duration(14n, 0n, 0n)],
    ["3d", duration(0n, 3n, 0n)],
    ["90h", duration(0n, 0n, 90n * hour)],
    ["1h30m", duration(0n, 0n, (3n * hour) / 2n)],
    ["-1y1d1s", duration(12n, 1n, 1_000_000_000n, true)],
    ["1ms2us3ns", duration(0n, 0n, 1_002_003n)],
    ["0s", duration(0n, 0n, 0n)],
    ["178956970y7mo2147483647d2562047h47m16s854ms775us807ns", duration(2n ** 31n - 1n, 2n ** 31n - 1n, 2n ** 63n - 1n)],
  ])("%s is printed as it is parsed", (text, value) => {
    expect(parseDuration(text)).toEqual(value);
    expect(printDuration(value)).toBe(text);
  });

  test.each([
    ["14mo", "1y2mo"],
    ["2w", "14d"],
    ["36h", "36h"],
    ["90m", "1h30m"],
    ["1000ms", "1s"],
    ["5µs", "5us"],
    ["1Y2MO3D", "1y2mo3d"],
    ["P1Y2M3W4DT5H6M7S", "1y2mo25d5h6m7s"],
    ["P2W", "14d"],
    ["-PT1M", "-1m"],
    ["PT0S", "0s"],
    ["-0s", "0s"],
  ])("%s is printed as %s", (text, printed) => {
    const value = parseDuration(text);
    expect(value && printDuration(value)).toBe(printed);
  });

  it("keeps its three counts when it is printed and parsed", () => {
    const count = (bits: bigint): fc.Arbitrary<bigint> =>
      fc.oneof(fc.constantFrom(0n, 1n), fc.bigInt({ min: 0n, max: 2n ** bits - 1n }));
    const any = fc.record({ negative: fc.boolean(), months: count(31n), days: count(31n), nanoseconds: count(63n) });
    fc.assert(
      fc.property(any, (value) => {
        const zero = value.months + value.days + value.nanoseconds === 0n;
        expect(parseDuration(printDuration(value))).toEqual({ ...value, negative: value.negative && !zero });
      }),
      runs(500, 100_000),
    );
  });
});
