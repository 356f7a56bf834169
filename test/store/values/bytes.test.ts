import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { natives } from "@colonnade/runtime/protocol";
import type { NativeName } from "@colonnade/runtime/protocol";
import { deserialize, serialize } from "../../../src/store/values/bytes.ts";
import type { Value } from "../../../src/store/store.ts";
import { arbitraryValues } from "../../support/values.ts";

/** What Cassandra stores, byte by byte. */
const vectors: [type: NativeName, value: Value, hex: string][] = [
  ["ascii", "abc", "616263"],
  ["text", "é", "c3a9"],
  ["text", "", ""],
  ["boolean", true, "01"],
  ["boolean", false, "00"],
  ["tinyint", -1, "ff"],
  ["smallint", -2, "fffe"],
  ["int", 1, "00000001"],
  ["bigint", -1n, "ffffffffffffffff"],
  ["counter", 3n, "0000000000000003"],
  ["varint", 0n, "00"],
  ["varint", 127n, "7f"],
  ["varint", 128n, "0080"],
  ["varint", -128n, "80"],
  ["varint", -129n, "ff7f"],
  ["varint", 2n ** 64n, "010000000000000000"],
  ["decimal", "9.99", "0000000203e7"],
  ["decimal", "-1.50", "00000002ff6a"],
  ["decimal", "1E+20", "ffffffec01"],
  ["float", 0.1, "3dcccccd"],
  ["double", -0, "8000000000000000"],
  ["uuid", "123e4567-e89b-42d3-a456-426614174000", "123e4567e89b42d3a456426614174000"],
  ["date", "1970-01-01", "80000000"],
  ["date", "1969-12-31", "7fffffff"],
  ["time", "00:00:01", "000000003b9aca00"],
  ["timestamp", new Date(-1), "ffffffffffffffff"],
  ["inet", "127.0.0.1", "7f000001"],
  ["inet", "::1", "00000000000000000000000000000001"],
  ["blob", Uint8Array.of(0, 255), "00ff"],
  ["duration", "0s", "000000"],
  ["duration", "1mo2d3ns", "020406"],
  ["duration", "-1mo", "010000"],
  ["duration", "100d", "0080c800"],
  ["duration", "9223372036854775807ns", "0000fffffffffffffffffe"],
];

describe("the binary form of a value", () => {
  test.each(vectors)("of type %s and value %s is %s", (type, value, hex) => {
    expect(serialize(type, value).toString("hex")).toBe(hex);
  });

  test.each(Object.entries(arbitraryValues) as [NativeName, fc.Arbitrary<Value>][])(
    "gives back every %s",
    (type, values) => {
      fc.assert(
        fc.property(values, (value) => {
          expect(natives[type].check(value)).toBe(true);
          const read = deserialize(type, serialize(type, value));
          expect(read).toEqual(value);
          expect(natives[type].check(read)).toBe(true);
        }),
      );
    },
  );

  test.each<[NativeName, Value, Value]>([
    ["uuid", "123E4567-E89B-42D3-A456-426614174000", "123e4567-e89b-42d3-a456-426614174000"],
    ["decimal", "+01.50", "1.50"],
    ["decimal", "100000000000000000000e0", "100000000000000000000"],
    ["time", "08:00:01.500000000", "08:00:01.5"],
    ["duration", "P1Y2M3DT4H5M6S", "1y2mo3d4h5m6s"],
    ["inet", "0:0:0:0:0:0:0:1", "::1"],
    ["date", "-0001-01-01", "-0001-01-01"],
    ["float", 16777217, 16777216],
    ["float", 3.4028234663852886e38, 3.4028234663852886e38],
  ])("gives back the %s %s as %s", (type, value, canonical) => {
    expect(deserialize(type, serialize(type, value))).toEqual(canonical);
  });

  it("shares no memory with the value or the bytes", () => {
    const blob = Uint8Array.of(1);
    const bytes = serialize("blob", blob);
    const read = deserialize("blob", bytes) as Uint8Array;
    blob[0] = 2;
    bytes[0] = 3;
    expect(read).toEqual(Uint8Array.of(1));
    expect(read.constructor).toBe(Uint8Array);
  });
});
