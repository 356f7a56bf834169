import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { natives } from "@colonnade/runtime/protocol";
import type { Codec, NativeName, Wire } from "@colonnade/runtime/protocol";
import { nativeTypes } from "../../../src/model/index.ts";
import { runs } from "../../support/long.ts";
import { arbitraryValues } from "../../support/values.ts";
import { neverValues, showValue, valueTable } from "./value-table.ts";

/** Any codec as one of whatever value: here it is the test that says what goes in. */
const codecs = natives as unknown as Readonly<Record<NativeName, Codec<unknown>>>;
const arbitrary: Readonly<Record<NativeName, fc.Arbitrary<unknown>>> = arbitraryValues;

/** A value through JSON and back, as it travels. */
function travel(type: NativeName, value: unknown): unknown {
  const codec = codecs[type];
  return codec.decode(JSON.parse(JSON.stringify(codec.encode(value))) as Wire);
}

/** JSON text has no sign for zero: a negative zero arrives as zero. */
function withoutSign(value: unknown): unknown {
  return value === 0 ? 0 : value;
}

/** Types of which one value can be written in several ways. */
const hasForms = new Set<NativeName>(["uuid", "timeuuid", "inet", "date", "time", "duration", "decimal", "float"]);

describe("the table of CQL types", () => {
  it("has every native type of the model, each codec under its own name", () => {
    expect(Object.keys(natives).sort()).toEqual([...nativeTypes].sort());
    for (const [name, codec] of Object.entries(codecs)) expect(codec.cql).toBe(name);
  });

  it("says of each what a value must be, so that it reads on after “is not”", () => {
    for (const { expected } of Object.values(codecs))
      expect(expected).toMatch(/^(?:a |an |text |true )[^.]*[^ .,]$|"$/);
  });
});

describe.each(nativeTypes)("%s", (type) => {
  const codec = codecs[type];
  const { accepted, refused } = valueTable[type];

  test.each(accepted.map((value) => [showValue(value), value]))("takes %s", (_, value) => {
    expect(codec.check(value)).toBe(true);
    const read = travel(type, value);
    expect(codec.check(read)).toBe(true);
    expect(withoutSign(travel(type, read))).toEqual(withoutSign(read));
    if (!hasForms.has(type)) {
      const expected = value instanceof Buffer ? Uint8Array.from(value) : value;
      expect(withoutSign(read)).toEqual(withoutSign(expected));
    }
  });

  test.each([...refused, ...neverValues].map((value) => [showValue(value), value]))("refuses %s", (_, value) => {
    expect(codec.check(value)).toBe(false);
  });

  it("takes every value of its range, and reads back what it writes", () => {
    fc.assert(
      fc.property(arbitrary[type], (value) => {
        expect(codec.check(value)).toBe(true);
        expect(codec.decode(codec.encode(value))).toEqual(value);
        expect(withoutSign(travel(type, value))).toEqual(withoutSign(value));
      }),
      runs(100, 10_000),
    );
  });

  it("never throws for what is no value of it, whatever it is", () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withTypedArray: true }), (value) => {
        expect(codec.check(value)).toBeTypeOf("boolean");
      }),
      runs(100, 10_000),
    );
  });
});

/** Kinds of JSON, and which each type is read from. */
const wireKinds: Readonly<Record<string, Wire>> = {
  string: "secret",
  number: 73.25,
  boolean: true,
  list: ["secret"],
  object: { secret: "secret" },
  null: null,
};
const text = ["string"];
const readFrom: Readonly<Record<NativeName, readonly string[]>> = {
  ...{ ascii: text, text, varchar: text, decimal: ["number"], boolean: ["boolean"] },
  ...{ tinyint: ["number"], smallint: ["number"], int: ["number"], float: ["number"], double: ["number"] },
  // Of these not any text will do either.
  ...{ uuid: [], timeuuid: [], inet: [], date: [], time: [], duration: [] },
  ...{ bigint: [], counter: [], varint: [], timestamp: [], blob: [] },
};

describe("one value, one text:", () => {
  const upper = "5F3A1D52-6E59-4B8E-9C43-0D5A1C2B7E10";
  const timed = "FE2B4360-28C6-11E2-81C1-0800200C9A66";
  test.each<[NativeName, unknown, readonly unknown[]]>([
    ["uuid", upper.toLowerCase(), [upper]],
    ["timeuuid", timed.toLowerCase(), [timed]],
    ["inet", "::1", ["0:0:0:0:0:0:0:1", "0::1", "::0001", "::0.0.0.1"]],
    ["inet", "2001:db8::8a2e:370:7334", ["2001:db8:0:0:0:8a2e:370:7334", "2001:0DB8::8A2E:0370:7334"]],
    ["inet", "1.2.3.4", ["::ffff:1.2.3.4", "::ffff:102:304", "0:0:0:0:0:FFFF:1.2.3.4"]],
    ["time", "10:00:00", ["10:00:00.0", "10:00:00.000000000"]],
    ["time", "10:00:00.05", ["10:00:00.050", "10:00:00.050000000"]],
    ["date", "+12345-01-01", ["12345-01-01", "+012345-01-01"]],
    ["date", "2020-07-31", ["+2020-07-31", "02020-07-31"]],
    ["duration", "1y2mo10d1h30m", ["14mo1w3d90m", "P1Y2M1W3DT1H30M"]],
    ["duration", "0s", ["", "-0s", "0y"]],
    ["decimal", "1.50", ["+1.50", "01.50", "150e-2"]],
    ["decimal", "1E-7", ["0.0000001", "1e-7", "1e-07"]],
    ["decimal", "0", ["-0", "+0", "00"]],
    ["float", 0.10000000149011612, [0.1, 0.100000001, 0.1000000015]],
    ["float", 3.4028234663852886e38, [3.4028235e38, 3.40282347e38]],
  ])("%s %s, however it is printed", (type, canonical, others) => {
    for (const wire of [canonical, ...others]) expect(codecs[type].decode(wire as Wire)).toEqual(canonical);
    expect(codecs[type].check(canonical)).toBe(true);
  });

  // As Cassandra, its driver, Stargate's two APIs and the Go server printed what was written in the first form.
  test.each<[NativeName, unknown, readonly Wire[]]>([
    ["inet", "::1", ["0:0:0:0:0:0:0:1", "::1"]],
    ["inet", "2001:db8::8a2e:370:7334", ["2001:db8:0:0:0:8a2e:370:7334", "2001:db8::8a2e:370:7334"]],
    ["inet", "::ffff:1.2.3.4", ["1.2.3.4", "::ffff:102:304"]],
    ["time", "23:59:31.5", ["23:59:31.500000000", "23:59:31.5"]],
    ["time", "00:00:00", ["00:00:00.000000000", "00:00:00"]],
    ["date", "12345-01-01", ["+12345-01-01"]],
    ["float", 0.1, [0.1, 0.10000000149011612]],
    ["float", 1.1234, [1.1234, 1.1233999729156494]],
    ["float", 16777217, [16777216]],
    ["float", 3.4028235e38, [3.4028235e38, 3.4028234663852886e38]],
    ["decimal", "-0.000000123", ["-1.23E-7", "-0.000000123"]],
    ["decimal", "-0", ["0"]],
    ["duration", "0s", [""]],
    ["duration", "1y2mo3w4d5h6m7s8ms9us10ns", ["1y2mo25d5h6m7s8ms9us10ns"]],
    ["uuid", "123E4567-E89B-42D3-A456-426614174000", ["123e4567-e89b-42d3-a456-426614174000"]],
  ])("%s %s is read back as one, whichever server prints it", (type, written, printed) => {
    const own = codecs[type].decode(codecs[type].encode(written));
    expect(printed.map((wire) => codecs[type].decode(wire))).toEqual(printed.map(() => own));
    expect(codecs[type].check(own)).toBe(true);
  });

  it("a float is sent as the shortest number that rounds to it", () => {
    expect(natives.float.encode(0.10000000149011612)).toBe(0.1);
    expect(natives.float.encode(-16777216)).toBe(-16777216);
    expect(Object.is(natives.float.encode(-0), -0)).toBe(true);
    fc.assert(
      fc.property(arbitraryValues.float, (value) => {
        const sent = Number(natives.float.encode(value));
        expect(Math.fround(sent)).toBe(value);
        expect(Number(sent.toPrecision(9)) === sent).toBe(true);
      }),
      runs(500, 100_000),
    );
  });
});

describe("reading", () => {
  describe.each(nativeTypes)("%s", (type) => {
    test.each(Object.keys(wireKinds))("from a %s is right or fails, without the value in the message", (kind) => {
      const read = (): unknown => codecs[type].decode(wireKinds[kind] ?? null);
      if (readFrom[type].includes(kind)) {
        expect(read).not.toThrow();
      } else {
        expect(read).toThrow(new TypeError(`the service's response does not hold a ${type}`));
      }
    });
  });

  test.each(["bigint", "counter", "varint"] as const)("takes text and whole numbers for a %s", (type) => {
    expect(natives[type].decode("9223372036854775807")).toBe(2n ** 63n - 1n);
    expect(natives[type].decode("-1")).toBe(-1n);
    expect(natives[type].decode(-5)).toBe(-5n);
    expect(natives[type].decode(Number.MAX_SAFE_INTEGER)).toBe(2n ** 53n - 1n);
  });

  test.each(["", "1.0", "1e3", "0x10", " 1", "1n", "+1", "--1", 1.5, 2 ** 53, Number.NaN, Infinity])(
    "takes no %j for a bigint: it is no whole number, or was rounded on its way",
    (wire) => {
      expect(() => natives.bigint.decode(wire)).toThrow("the service's response does not hold a bigint");
    },
  );

  it("refuses a number for a decimal that has lost digits, as for a bigint", () => {
    for (const number of [
      "12345678901234567890.123",
      "0.1234567890123456789",
      "9007199254740993",
      "1.234567890123456e300",
    ]) {
      expect(() => natives.decimal.decode(JSON.parse(number) as number), number).toThrow("does not hold a decimal");
    }
    for (const number of [
      "123456789012345",
      "-1.23456789012345",
      "1e21",
      "1.5e-7",
      "100000000000000000000",
      "0.000001",
      "-0",
    ]) {
      expect(natives.decimal.check(natives.decimal.decode(JSON.parse(number) as number)), number).toBe(true);
    }
    expect(natives.decimal.decode(1e21)).toBe("1E+21");
    expect(() => natives.decimal.decode(Number.POSITIVE_INFINITY)).toThrow("does not hold a decimal");
  });

  it("takes a number for a decimal, as servers that know no better send it", () => {
    expect(natives.decimal.decode(9.99)).toBe("9.99");
    expect(natives.decimal.decode(-0.5)).toBe("-0.5");
    expect(natives.decimal.check(natives.decimal.decode(1e300))).toBe(true);
    expect(natives.decimal.decode("9.990")).toBe("9.990");
  });

  test.each(["2020-07-31T18:25:43Z", "2020-07-31T20:25:43.0+02:00", "2020-07-31 18:25:43.000000z"])(
    "takes %s for a timestamp",
    (wire) => {
      expect(natives.timestamp.decode(wire)).toEqual(new Date("2020-07-31T18:25:43.000Z"));
    },
  );

  test.each(["AQI", "AQI=\n", "AQ_-", "=AQI", "AQ=I", "A===", "====", "AQID=", "A"])(
    "takes no %j for a blob: it is not padded standard base64",
    (wire) => {
      expect(() => natives.blob.decode(wire)).toThrow("the service's response does not hold a blob");
    },
  );
});

describe("the wire", () => {
  it("has a timestamp in UTC with exactly three digits of milliseconds", () => {
    expect(natives.timestamp.encode(new Date(0))).toBe("1970-01-01T00:00:00.000Z");
    expect(natives.timestamp.encode(new Date(8.64e15))).toBe("+275760-09-13T00:00:00.000Z");
    fc.assert(
      fc.property(arbitraryValues.timestamp, (value) => {
        expect(natives.timestamp.encode(value)).toMatch(/T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
      }),
      runs(100, 10_000),
    );
  });

  it("has integers beyond 53 bits and decimals as text, blobs as base64", () => {
    expect(natives.bigint.encode(2n ** 63n - 1n)).toBe("9223372036854775807");
    expect(natives.varint.encode(-(10n ** 30n))).toBe(`-1${"0".repeat(30)}`);
    expect(natives.decimal.encode("1.10")).toBe("1.10");
    expect(natives.blob.encode(Uint8Array.of(1, 2, 3))).toBe("AQID");
  });
});
