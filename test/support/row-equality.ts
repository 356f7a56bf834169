/** Rows of a store equal each other, and a Map of their values, whichever engine read them. */
import { expect } from "vitest";
import { ColumnRow } from "../../src/store/column-row.ts";

const isRow = (value: unknown): value is Iterable<[string, unknown]> =>
  value instanceof ColumnRow || value instanceof Map;

expect.addEqualityTesters([
  function (one: unknown, other: unknown, testers): boolean | undefined {
    if (!(one instanceof ColumnRow) && !(other instanceof ColumnRow)) return undefined;
    return isRow(one) && isRow(other) && this.equals(new Map(one), new Map(other), testers);
  },
]);
