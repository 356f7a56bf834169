import { expect, test } from "vitest";
import { sortRows } from "../../../src/console/tables/sort-rows.ts";
import type { CqlType } from "../../../src/model/index.ts";

const native = (name: string): CqlType => ({ kind: "native", name }) as CqlType;

test.each<[string, readonly unknown[], readonly unknown[]]>([
  ["int", [10, 9, null, -1], [-1, 9, 10, null]],
  ["bigint", [9007199254740993n, 9007199254740992n], [9007199254740992n, 9007199254740993n]],
  ["decimal", ["10.5", "9.75", "-3"], ["-3", "9.75", "10.5"]],
  ["text", ["b", "", "B", null, "a"], ["", "B", "a", "b", null]],
  ["boolean", [true, false], [false, true]],
  [
    "timeuuid",
    ["00000000-0001-1000-8000-000000000000", "ffffffff-0000-1000-8000-000000000000"],
    ["ffffffff-0000-1000-8000-000000000000", "00000000-0001-1000-8000-000000000000"],
  ],
])("values of %s are sorted, those without one last", (name, values, sorted) => {
  const rows = values.map((v) => ({ v }));
  const sort = (descending: boolean) => sortRows(rows, native(name), { column: "v", descending }).map(({ v }) => v);
  expect(sort(false)).toEqual(sorted);
  const present = sorted.filter((value) => value !== null);
  expect(sort(true)).toEqual([...present.toReversed(), ...sorted.slice(present.length)]);
});
