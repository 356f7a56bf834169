import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { parseDecimal, printDecimal } from "@colonnade/runtime/protocol";
import { runs } from "../../support/long.ts";

const decimal = fc.record({
  unscaled: fc.oneof(
    fc.bigInt(),
    fc.bigInt({ min: -999n, max: 999n }),
    fc.bigInt({ min: -(10n ** 90n), max: 10n ** 90n }),
  ),
  scale: fc.oneof(fc.integer({ min: -12, max: 12 }), fc.integer({ min: -(2 ** 31) + 200, max: 2 ** 31 - 200 })),
});

describe("a decimal", () => {
  test.each([
    ["0", 0n, 0],
    ["-1.50", -150n, 2],
    ["1.5", 15n, 1],
    ["0.000001", 1n, 6],
    ["1E-7", 1n, 7],
    ["1.2E-7", 12n, 8],
    ["0.00", 0n, 2],
    ["0E-7", 0n, 7],
    ["1E+20", 1n, -20],
    ["1.23E+5", 123n, -3],
    ["-1E+2147483648", -1n, -(2 ** 31)],
    ["1E-2147483647", 1n, 2 ** 31 - 1],
    ["12345678901234567890123.4567890", 123456789012345678901234567890n, 7],
  ])("%s is %d with scale %i, and printed so", (text, unscaled, scale) => {
    expect(parseDecimal(text)).toEqual({ unscaled, scale });
    expect(printDecimal({ unscaled, scale })).toBe(text);
  });

  test.each([
    ["+1", "1"],
    ["1.", "1"],
    [".5", "0.5"],
    ["007", "7"],
    ["-0", "0"],
    ["-0.0", "0.0"],
    ["1e3", "1E+3"],
    ["12e-1", "1.2"],
  ])("%s is printed as %s", (text, printed) => {
    expect(printDecimal(parseDecimal(text) ?? { unscaled: 99n, scale: 99 })).toBe(printed);
  });

  it("keeps every digit and its scale when it is printed and parsed", () => {
    fc.assert(
      fc.property(decimal, (value) => {
        expect(parseDecimal(printDecimal(value))).toEqual(value);
      }),
      runs(500, 100_000),
    );
  });

  it("is the number that it says", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const value = parseDecimal(String(number));
        expect(value).toBeDefined();
        if (value) expect(Number(printDecimal(value))).toBe(number === 0 ? 0 : number);
      }),
      runs(500, 100_000),
    );
  });
});
