import { crc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seal, unseal } from "../../../../src/store/embedded/rows/seal.ts";

const bytes = fc.uint8Array({ maxLength: 700, size: "max" }).map((array) => Buffer.from(array));

describe("a seal", () => {
  it("is the CRC-32 of key and content, whatever their lengths", () => {
    fc.assert(
      fc.property(bytes, bytes, (key, content) => {
        const sealed = seal(key, content);
        expect(sealed.readUInt32BE()).toBe(crc32(content, crc32(key)));
        expect(unseal(key, sealed, "it")).toEqual(content);
      }),
    );
  });
});
