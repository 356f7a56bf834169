import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { mostParts, tokensOfPart } from "../../../src/runtime/protocol/index.ts";
import { runs } from "../../support/long.ts";

const [first, last] = [-(2n ** 63n), 2n ** 63n - 1n];
const size = (number: number, of: number): bigint => {
  const { after = first - 1n, upTo = last } = tokensOfPart(number, of);
  return upTo - after;
};
const holds = (number: number, of: number, token: bigint): boolean => {
  const { after, upTo } = tokensOfPart(number, of);
  return (after === undefined || token > after) && (upTo === undefined || token <= upTo);
};

describe("the tokens of a part", () => {
  test.each<[number: number, of: number, after: bigint | undefined, upTo: bigint | undefined]>([
    [1, 1, undefined, undefined],
    [1, 2, undefined, -1n],
    [2, 2, -1n, undefined],
    [1, 3, undefined, -3074457345618258604n],
    [2, 3, -3074457345618258604n, 3074457345618258601n],
    [mostParts, mostParts, 9223353590110702097n, undefined],
  ])("are those of part %d of %d", (number, of, after, upTo) => {
    expect(tokensOfPart(number, of)).toEqual({
      ...(after !== undefined && { after }),
      ...(upTo !== undefined && { upTo }),
    });
  });

  it("are in one part each, whatever the number of parts", () => {
    const given = fc
      .integer({ min: 1, max: mostParts })
      .chain((of) =>
        fc.record({ of: fc.constant(of), number: fc.integer({ min: 1, max: of }), token: fc.bigInt(first, last) }),
      );
    fc.assert(
      fc.property(given, ({ of, number, token }) => {
        const own = Number(((token - first) * BigInt(of)) / 2n ** 64n) + 1;
        const near = [own - 1, own, own + 1].filter((part) => part >= 1 && part <= of);
        expect(near.filter((part) => holds(part, of, token))).toHaveLength(1);
        if (number < of) expect(tokensOfPart(number + 1, of).after).toBe(tokensOfPart(number, of).upTo);
        expect([2n ** 64n / BigInt(of), 2n ** 64n / BigInt(of) + 1n]).toContain(size(number, of));
      }),
      runs(500, 100_000),
    );
  });

  it("cover the ring together", () => {
    for (const of of [1, 2, 3, 7, 16, 100]) {
      let all = 0n;
      for (let number = 1; number <= of; number++) all += size(number, of);
      expect(all).toBe(2n ** 64n);
    }
  });

  test.each([
    [0, 1],
    [2, 1],
    [1, 0],
    [1.5, 2],
    [1, mostParts + 1],
    [NaN, 3],
  ])("are unknown of part %d of %d", (number, of) => {
    expect(() => tokensOfPart(number, of)).toThrow(RangeError);
  });
});
