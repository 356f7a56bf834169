import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { base64FromBlob, blobFromBase64 } from "@colonnade/runtime/protocol";
import { runs } from "../../support/long.ts";

describe("base64", () => {
  it("is what the platform's is, both ways", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (blob) => {
        const text = Buffer.from(blob).toString("base64");
        expect(base64FromBlob(blob)).toBe(text);
        expect(blobFromBase64(text)).toEqual(blob);
      }),
      runs(300, 10_000),
    );
  });

  test.each(["A", "AA", "AAA", "A===", "====", "AA==AAAA", "AAAAA===", "AQ_-", "AQID\n"])("takes no %j", (text) => {
    expect(blobFromBase64(text)).toBeUndefined();
  });

  it("takes exactly what is printed again with the same length: no other alphabet, padding or line", () => {
    const character = fc.constantFrom("A", "Q", "z", "9", "+", "/", "=", "-", "_", "\n", " ", "é");
    fc.assert(
      fc.property(fc.string({ unit: character, maxLength: 9 }), (text) => {
        const legal = /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0;
        expect(blobFromBase64(text) !== undefined).toBe(legal);
        if (legal) expect(blobFromBase64(text)).toEqual(Uint8Array.from(Buffer.from(text, "base64")));
      }),
      runs(1000, 100_000),
    );
  });

  it("holds megabytes: no stack grows with a blob", () => {
    const blob = new Uint8Array(6_000_000).fill(7);
    const read = blobFromBase64(base64FromBlob(blob));
    expect(read && Buffer.compare(read, blob)).toBe(0);
    expect(blobFromBase64(`${"A".repeat(6_000_000)}*AAA`)).toBeUndefined();
  });
});
