import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CqlError } from "../../../src/cql/cql-error.ts";
import { checkBytes, toJson } from "../../../src/cql/values/index.ts";
import { serializeValue } from "../../../src/store/index.ts";
import { runs } from "../../support/long.ts";
import { arbitraryValue } from "../../support/values.ts";
import { typeOf } from "./terms.ts";

const composites = [
  "list<int>",
  "set<text>",
  "map<text, frozen<list<int>>>",
  "tuple<int, text, frozen<set<int>>>",
  "frozen<address>",
  "vector<float, 3>",
  "vector<text, 2>",
  "vector<frozen<list<int>>, 2>",
];
const natives = ["ascii", "bigint", "blob", "boolean", "date", "decimal", "double", "duration", "float", "inet", "int"];
const others = ["smallint", "text", "time", "timestamp", "timeuuid", "tinyint", "uuid", "varint"];
const everyType = [...natives, ...others, ...composites];

function messageOf(type: string, hex: string): string | undefined {
  try {
    checkBytes(typeOf(type), Buffer.from(hex.replaceAll(" ", ""), "hex"));
    return undefined;
  } catch (error) {
    if (!(error instanceof CqlError)) throw error;
    return error.message;
  }
}

describe("checkBytes", () => {
  it.each([
    ["int", "0001", "Expected 4 or 0 byte int (2)"],
    ["bigint", "00000001", "Expected 8 or 0 byte long (4)"],
    ["smallint", "", "Expected 2 bytes for a smallint (0)"],
    ["tinyint", "", "Expected 1 byte for a tinyint (0)"],
    ["boolean", "0101", "Expected 1 or 0 byte value (2)"],
    ["float", "00", "Expected 4 or 0 byte value for a float (1)"],
    ["double", "00", "Expected 8 or 0 byte value for a double (1)"],
    ["date", "", "Expected 4 byte long for date (0)"],
    ["time", "00", "Expected 8 byte long for time (1)"],
    ["timestamp", "00", "Expected 8 or 0 byte long for date (1)"],
    ["uuid", "00", "UUID should be 16 or 0 bytes (1)"],
    ["timeuuid", "123e4567e89b42d3a456426614174000", "Invalid version for TimeUUID type: 0x1"],
    ["inet", "000000", "Expected 4 or 16 byte inetaddress; got 000000"],
    ["decimal", "0000", "Expected 0 or at least 4 bytes (2)"],
    ["ascii", "61c3", "Invalid byte for ascii: -61"],
    ["text", "ff", "String didn't validate."],
    ["duration", "0000", "Expected at least 3 bytes for a duration (2)"],
    ["duration", "020100", "The duration months, days and nanoseconds must be all of the same sign (1, -1, 0)"],
    ["duration", "f1 00000000 0000", "The duration months must be a 32 bits integer but was: 2147483648"],
    ["list<int>", "", "Not enough bytes to read a list"],
    ["list<int>", "74657374", "Not enough bytes to read a list"],
    ["list<int>", "00000002 ffffffff", "Not enough bytes to read a list"],
    ["list<int>", "00000001 ffffffff", "Null value read when not allowed"],
    ["list<int>", "ffffffff", "The data cannot be deserialized as a list"],
    ["list<int>", "00000001 00000002 0001", "Expected 4 or 0 byte int (2)"],
    ["list<int>", "00000000 00", "Unexpected extraneous bytes after list value"],
    ["set<int>", "00000001 ffffffff", "Null value read when not allowed"],
    ["map<int, int>", "00000001 00000004 00000001", "Not enough bytes to read a map"],
    ["tuple<int, text>", "00", "Not enough bytes to read size of 0th component"],
    ["tuple<int, text>", "00000004 0000", "Not enough bytes to read 0th component"],
    ["tuple<int>", "00000004 00000001 ffffffff", "Invalid remaining data after end of tuple value"],
    [
      "frozen<address>",
      "ffffffff 00000001 00",
      "Failure validating the 1th field number; Expected 4 or 0 byte int (1)",
    ],
    ["vector<float, 2>", "", "Invalid empty vector value"],
    ["vector<float, 2>", "00000000", "Not enough bytes to read a vector<float, 2>"],
    ["vector<float, 1>", "00000000 00", "Unexpected 1 extraneous bytes after vector<float, 1> value"],
    ["vector<text, 2>", "01 61 ffffffffffffffffff", "Not enough bytes to read a vector<text, 2>"],
  ])("refuses for %s the bytes %s", (type, hex, message) => {
    expect(messageOf(type, hex)).toBe(message);
  });

  it.each([
    ["int", ""],
    ["text", ""],
    ["decimal", ""],
    ["tuple<int, text>", ""],
    ["tuple<int, text>", "00000004 00000001"],
    ["frozen<address>", "ffffffff"],
    ["list<int>", "00000001 00000000"],
    ["varint", ""],
  ])("takes for %s the bytes '%s'", (type, hex) => {
    expect(messageOf(type, hex)).toBeUndefined();
  });

  it("lets only the list of an IN have nulls", () => {
    const bytes = Buffer.from("00000001ffffffff", "hex");
    expect(() => checkBytes(typeOf("list<int>"), bytes, true)).not.toThrow();
    expect(() => checkBytes(typeOf("list<int>"), bytes)).toThrow("Null value read when not allowed");
  });

  it.each(everyType)("takes all values of %s", (text) => {
    const type = typeOf(text);
    fc.assert(
      fc.property(arbitraryValue(type), (value) => {
        checkBytes(type, serializeValue(type, value));
      }),
      runs(50, 5_000),
    );
  });

  it.each(everyType)("answers any bytes for %s with an error of the database, or they can be read", (text) => {
    const type = typeOf(text);
    const damaged = fc
      .tuple(arbitraryValue(type), fc.nat(), fc.nat(), fc.uint8Array({ maxLength: 4 }))
      .map(([value, from, to, put]) => {
        const bytes = serializeValue(type, value);
        const [start, end] = [from % (bytes.length + 1), to % (bytes.length + 1)];
        return Buffer.concat([bytes.subarray(0, start), put, bytes.subarray(end)]);
      });
    const anyBytes = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes));
    fc.assert(
      fc.property(fc.oneof(damaged, anyBytes), (bytes) => {
        try {
          checkBytes(type, bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(CqlError);
          return;
        }
        expect(typeof toJson(type, bytes)).toBe("string");
      }),
      runs(200, 20_000),
    );
  });
});
