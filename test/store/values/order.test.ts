import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { NativeName } from "@colonnade/runtime/protocol";
import { serialize } from "../../../src/store/values/bytes.ts";
import { encodeValueOrder } from "../../../src/store/values/order.ts";
import type { Value } from "../../../src/store/store.ts";
import { nativeComparisons } from "../../support/compare-values.ts";
import { arbitraryValues } from "../../support/values.ts";

const encodeOrder = (name: NativeName, value: Value, descending: boolean): Buffer =>
  encodeValueOrder({ kind: "native", name }, serialize(name, value), descending);

const compared = (type: NativeName, one: Value, other: Value, descending: boolean): number =>
  Buffer.compare(encodeOrder(type, one, descending), encodeOrder(type, other, descending));

describe("ordered bytes", () => {
  test.each(Object.entries(nativeComparisons) as [NativeName, (one: Value, other: Value) => number][])(
    "of type %s sort as CQL sorts values",
    (type, compare) => {
      const values: fc.Arbitrary<Value> = arbitraryValues[type];
      fc.assert(
        fc.property(
          fc.oneof(
            fc.tuple(values, values),
            values.map((value): [Value, Value] => [value, value]),
          ),
          (pair) => {
            const expected = Math.sign(compare(...pair));
            expect(compared(type, ...pair, false)).toBe(expected);
            expect(compared(type, ...pair, true)).toBe(0 - expected);
          },
        ),
        { numRuns: 300 },
      );
    },
  );

  test.each(Object.keys(nativeComparisons) as NativeName[])("of type %s never begin another's", (type) => {
    const values: fc.Arbitrary<Value> = arbitraryValues[type];
    fc.assert(
      fc.property(values, values, fc.boolean(), (one, other, descending) => {
        const [short, long] = [one, other].map((value) => encodeOrder(type, value, descending));
        const begins = long?.subarray(0, short?.length).equals(short ?? Buffer.of());
        expect(begins).toBe(compared(type, one, other, descending) === 0);
      }),
    );
  });

  it("of equal decimals are equal, whatever their scale", () => {
    expect(compared("decimal", "1.0", "1.00", false)).toBe(0);
    expect(compared("decimal", "1E+2", "100", false)).toBe(0);
    expect(compared("decimal", "0.00", "-0", false)).toBe(0);
  });

  test.each<[NativeName, Value[]]>([
    ["decimal", ["-1E+3", "-12", "-1.5", "-0.15", "0", "1E-10", "0.9", "1", "1.05", "9", "10", "1E+2147483647"]],
    ["varint", [-(2n ** 70n), -(2n ** 64n), -256n, -255n, -1n, 0n, 1n, 255n, 256n, 2n ** 64n]],
    ["text", ["", "\0", "\0\0", "\0a", "a", "a\0", "a\0b", "ab", "ÿ"]],
    ["double", [-1.5, -1, -0, 0, 5e-324, 1]],
    ["date", ["-5877641-06-23", "1969-12-31", "1970-01-01", "+5881580-07-11"]],
    ["timeuuid", ["ffffffff-0000-1000-8000-000000000000", "00000000-0001-1000-8000-000000000000"]],
  ])("of type %s: %s", (type, sorted) => {
    for (const [index, value] of sorted.entries()) {
      const next = sorted[index + 1];
      if (next !== undefined) expect(compared(type, value, next, false)).toBe(-1);
    }
  });
});
