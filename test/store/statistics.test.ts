import fc from "fast-check";
import { expect, it } from "vitest";
import { Histogram } from "../../src/store/index.ts";

it("counts for each bound the values up to it, and adds all up", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -5, max: 50 })), (values) => {
      const histogram = new Histogram([0, 1, 10]);
      for (const value of values) histogram.add(value);
      const upTo = (bound: number): number => values.filter((value) => value <= bound).length;
      expect(histogram.counts).toEqual([upTo(0), upTo(1), upTo(10), values.length]);
      expect(histogram.sum).toBe(values.reduce((sum, value) => sum + value, 0));
    }),
  );
});
