import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { endOf, partitionKey, rowKey, staticKey } from "../../../../src/store/embedded/rows/key.ts";
import type { KeyRange } from "../../../../src/store/embedded/rows/key.ts";
import { createLayout } from "../../../../src/store/embedded/rows/layout.ts";
import { RowCheck, keyOfRow } from "../../../../src/store/embedded/rows/row-key.ts";
import { emptyRow, encodeRow } from "../../../../src/store/embedded/rows/row-parts.ts";
import { serializeValue } from "../../../../src/store/values/value-bytes.ts";
import { arbitraryValue, arbitraryValues } from "../../../support/values.ts";
import { table } from "../temporary-store.ts";

const natives = Object.keys(arbitraryValues).filter((name) => name !== "duration" && name !== "counter");
const composites = [
  "frozen<list<decimal>>",
  "frozen<set<double>>",
  "frozen<map<text, timeuuid>>",
  "frozen<tuple<varint, boolean, text>>",
  "vector<float, 3>",
];

/** Rows of one partition of a table whose first clustering column has the type, and whose second is a text. */
function createRows(type: string, order: "ASC" | "DESC") {
  const columns = { part: "blob", first: type, second: "text", shared: "int static", plain: "text" };
  const clusteringKey = { first: order, second: "DESC" } as const;
  const options = { id: "", options: new Map() };
  const layout = createLayout("shop", table("rows", columns, ["part"], clusteringKey), 7, options);
  const partition = partitionKey(layout, [Buffer.from("a\0b")]);
  const stored = (key: Buffer, clustering: readonly Buffer[]): { readonly key: Buffer; readonly row: Buffer } => {
    const parts = emptyRow(clustering);
    parts.cells.set(4, { writtenAt: 1, expiresAt: Infinity, bytes: Buffer.from("a cell") });
    return { key, row: encodeRow(key, parts) };
  };
  const values = fc.tuple(...layout.clusteringKey.map((column) => arbitraryValue(column.type)));
  const arbitraryRow = values.map((list) => {
    const clustering = layout.clusteringKey.map(({ type }, index) => serializeValue(type, list[index] ?? ""));
    return stored(rowKey(layout, partition, clustering), clustering);
  });
  const whole: KeyRange = { from: partition, to: endOf(partition) };
  return { layout, partition, whole, arbitraryRow, staticRow: stored(staticKey(partition), []) };
}

const checkAll = (rows: RowCheck, list: readonly Buffer[]): readonly Buffer[] => list.map((row) => rows.checked(row));
const damage = "the data of the table shop.rows is damaged on disk: a checksum does not match";

describe("the key of a stored row", () => {
  test.each([...natives, ...composites].flatMap((type) => [[type, "ASC"] as const, [type, "DESC"] as const]))(
    "follows from its clustering values: %s %s",
    (type, order) => {
      const { layout, partition, whole, arbitraryRow } = createRows(type, order);
      fc.assert(
        fc.property(arbitraryRow, ({ key, row }) => {
          expect(keyOfRow(layout, partition, row)).toEqual(key);
          expect(new RowCheck(layout, partition, whole, false).checked(row)).toBe(row);
        }),
        { numRuns: 50 },
      );
    },
  );

  it("is that of the static cells if it has none", () => {
    const { layout, partition, whole, staticRow } = createRows("int", "ASC");
    expect(keyOfRow(layout, partition, staticRow.row)).toEqual(staticRow.key);
    expect(new RowCheck(layout, partition, whole, false).checked(staticRow.row)).toBe(staticRow.row);
  });
});

describe("rows that were read without their keys", () => {
  const { layout, partition, whole, arbitraryRow, staticRow } = createRows("text", "ASC");
  const rows = fc
    .uniqueArray(arbitraryRow, { minLength: 3, maxLength: 6, selector: ({ key }) => key.toString("latin1") })
    .map((list) => [staticRow, ...list.sort((one, other) => Buffer.compare(one.key, other.key))]);
  const bytesOf = (list: readonly { readonly row: Buffer }[]): readonly Buffer[] => list.map(({ row }) => row);

  it("are accepted in the order of their keys, from either end, in any range that has them", () => {
    fc.assert(
      fc.property(rows, fc.boolean(), fc.nat(), (list, reversed, cut) => {
        const [from, to] = [cut % list.length, list.length - 1];
        const range = { from: list[from]?.key ?? whole.from, to: list[to]?.key ?? whole.to };
        const inRange = bytesOf(list.slice(from, to));
        const read = new RowCheck(layout, partition, range, reversed);
        expect(checkAll(read, reversed ? inRange.toReversed() : inRange)).toHaveLength(inRange.length);
        const readAll = new RowCheck(layout, partition, whole, reversed);
        expect(checkAll(readAll, bytesOf(reversed ? list.toReversed() : list))).toHaveLength(list.length);
      }),
    );
  });

  it("are damaged where one stands in another's place", () => {
    fc.assert(
      fc.property(rows, fc.boolean(), fc.nat(), fc.nat(), (list, reversed, one, other) => {
        const [place, taken] = [one % list.length, other % list.length];
        fc.pre(place !== taken);
        const found = bytesOf(list.map((row, index) => (index === place ? (list[taken] ?? row) : row)));
        const read = new RowCheck(layout, partition, whole, reversed);
        expect(() => checkAll(read, reversed ? found.toReversed() : found)).toThrow(damage);
      }),
    );
  });

  it("are damaged outside of the range that was read", () => {
    fc.assert(
      fc.property(rows, fc.boolean(), (list, reversed) => {
        const [, first, second, third] = list;
        if (!first || !second || !third) throw new Error("too few rows");
        const range = { from: second.key, to: third.key };
        for (const { row } of [staticRow, first, third]) {
          expect(() => new RowCheck(layout, partition, range, reversed).checked(row)).toThrow(damage);
        }
        expect(new RowCheck(layout, partition, range, reversed).checked(second.row)).toBe(second.row);
      }),
    );
  });

  it.each(["text", "decimal", "frozen<list<decimal>>", "vector<text, 2>", "timeuuid"])(
    "are damaged if any bit has changed, or some are missing: %s",
    (type) => {
      const { layout, partition, whole, arbitraryRow } = createRows(type, "ASC");
      fc.assert(
        fc.property(arbitraryRow, fc.nat(), fc.nat({ max: 7 }), ({ row }, at, bit) => {
          const place = at % row.length;
          const changed = Buffer.from(row);
          changed[place] = (changed[place] ?? 0) ^ (1 << bit);
          for (const damaged of [changed, row.subarray(0, place)]) {
            expect(() => new RowCheck(layout, partition, whole, false).checked(damaged)).toThrow(damage);
          }
        }),
        { numRuns: 300 },
      );
    },
  );
});
