import { describe, expect, test } from "vitest";
import { isKeyOf } from "../../../../src/store/embedded/rows/key.ts";

describe("whether a key is one of a partition", () => {
  // Short ones are compared byte by byte, long ones by Node.
  test.each([1, 99, 100, 101, 5000])("is decided by the first %i bytes", (length) => {
    const partition = Buffer.alloc(length, "p");
    expect(isKeyOf(partition, Buffer.concat([partition, Buffer.of(1)]))).toBe(true);
    expect(isKeyOf(partition, partition)).toBe(false);
    expect(isKeyOf(partition, Buffer.alloc(length - 1, "p"))).toBe(false);
    for (const place of [0, length - 1]) {
      const other = Buffer.concat([partition, Buffer.of(1)]);
      other[place] = 0;
      expect(isKeyOf(partition, other)).toBe(false);
    }
  });
});
