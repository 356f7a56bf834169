import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { serialize } from "../../../../src/store/values/bytes.ts";
import { partitionToken } from "../../../../src/store/embedded/rows/murmur3.ts";
import { runs } from "../../../support/long.ts";
import { tokenByDefinition } from "./murmur3-by-definition.ts";

/** Tokens that Cassandra and its drivers agree on. */
const vectors: [name: string, key: Buffer, token: bigint][] = [
  ["the int 1", serialize("int", 1), -4069959284402364209n],
  ["the int 2", serialize("int", 2), -3248873570005575792n],
  ["the int 3", serialize("int", 3), 9010454139840013625n],
  ["the text 123", Buffer.from("123"), -7468325962851647638n],
  ["fifty bytes", Buffer.from("00ff10fa99".repeat(10), "hex"), 5837342703291459765n],
  ["eight bytes fe", Buffer.from("fe".repeat(8), "hex"), -8927430733708461935n],
  ["eight bytes 10", Buffer.from("10".repeat(8), "hex"), 1446172840243228796n],
  ["the text 9223372036854775807", Buffer.from("9223372036854775807"), 7162290910810015547n],
  ["the bytes 1 to 16", Buffer.from("0102030405060708090a0b0c0d0e0f10", "hex"), -5563837382979743776n],
];

describe("the token of a partition key", () => {
  test.each(vectors)("of %s is Cassandra's", (_, key, token) => {
    expect(partitionToken(key)).toBe(token);
  });

  it("of any bytes is what 64-bit arithmetic computes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
        const key = Buffer.from(bytes);
        expect(partitionToken(key)).toBe(tokenByDefinition(key));
      }),
      runs(2_000, 200_000),
    );
  });
});
