import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { daysFromDate, parseDecimal, parseInet, parseTime } from "@colonnade/runtime/protocol";
import type { NativeName } from "@colonnade/runtime/protocol";
import { serialize } from "../../../src/store/embedded/bytes.ts";
import { encodeOrder } from "../../../src/store/embedded/order.ts";
import type { Value } from "../../../src/store/store.ts";
import { arbitraryValues } from "../../support/values.ts";

type Compare = (one: never, other: never) => number;

const byNumber = (one: number | bigint, other: number | bigint): number =>
  one < other ? -1 : one > other ? 1 : Number(Object.is(other, -0)) - Number(Object.is(one, -0));
const byBytes = (one: Uint8Array, other: Uint8Array): number => Buffer.compare(one, other);
const byText = (one: string, other: string): number => byBytes(Buffer.from(one), Buffer.from(other));
const byKey =
  <Of>(key: (value: Of) => number | bigint) =>
  (one: Of, other: Of): number =>
    byNumber(key(one), key(other));

/** The 60 bits of time of a version 1 UUID, from its text. */
const timeOf = (uuid: string): bigint => {
  const [low, middle, high = ""] = uuid.split("-");
  return BigInt(`0x${high.slice(1)}${middle}${low}`);
};
const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll("-", ""), "hex");

/** How CQL compares two values of a type. @see service-facts 5.4 */
const comparisons: { readonly [Name in Exclude<NativeName, "duration">]: Compare } = {
  ascii: byText,
  text: byText,
  varchar: byText,
  blob: byBytes,
  inet: (one: string, other: string) => byBytes(parseInet(one) ?? Buffer.of(), parseInet(other) ?? Buffer.of()),
  boolean: byKey(Number),
  tinyint: byNumber,
  smallint: byNumber,
  int: byNumber,
  bigint: byNumber,
  counter: byNumber,
  varint: byNumber,
  float: (one: number, other: number) => byNumber(Math.fround(one), Math.fround(other)),
  double: byNumber,
  decimal: byKey((value: string) => {
    const { unscaled, scale } = parseDecimal(value) ?? { unscaled: 0n, scale: 0 };
    return unscaled * 10n ** BigInt(100 - scale);
  }),
  date: byKey((value: string) => daysFromDate(value) ?? 0),
  time: byKey((value: string) => parseTime(value) ?? 0n),
  timestamp: byKey((value: Date) => value.getTime()),
  uuid: (one: string, other: string) => {
    const version = byNumber(parseInt(one.charAt(14), 16), parseInt(other.charAt(14), 16));
    const time = one.charAt(14) === "1" ? byNumber(timeOf(one), timeOf(other)) : 0;
    return version || time || byBytes(bytesOf(one), bytesOf(other));
  },
  // The last eight bytes are signed ones. @see Cassandra TimeUUIDType
  timeuuid: (one: string, other: string) => {
    const signed = (uuid: string): Uint8Array =>
      bytesOf(uuid)
        .subarray(8)
        .map((byte) => byte ^ 0x80);
    return byNumber(timeOf(one), timeOf(other)) || byBytes(signed(one), signed(other));
  },
};

const compared = (type: NativeName, one: Value, other: Value, descending: boolean): number =>
  Buffer.compare(
    encodeOrder(type, serialize(type, one), descending),
    encodeOrder(type, serialize(type, other), descending),
  );

describe("ordered bytes", () => {
  test.each(Object.entries(comparisons) as [NativeName, (one: Value, other: Value) => number][])(
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

  test.each(Object.keys(comparisons) as NativeName[])("of type %s never begin another's", (type) => {
    const values: fc.Arbitrary<Value> = arbitraryValues[type];
    fc.assert(
      fc.property(values, values, fc.boolean(), (one, other, descending) => {
        const [short, long] = [one, other].map((value) => encodeOrder(type, serialize(type, value), descending));
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
