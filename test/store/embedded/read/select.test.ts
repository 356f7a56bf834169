/** What the embedded store alone does with a selection. What every engine does: `test/store/select.ts`. */
import { expect, it, test } from "vitest";
import type { Filter, Selection } from "../../../../src/store/index.ts";
import { items, openStore, refusalOf, table, values } from "../temporary-store.ts";

const pairs = table("pairs", { a: "int", b: "int", c: "int", d: "int", e: "int" }, ["a", "b"], {
  c: "ASC",
  d: "ASC",
  e: "ASC",
});
const where = (column: string, operator: Filter["operator"], value: Filter["value"]): Filter => ({
  column,
  operator,
  value,
});
const select = (name: string, filters: readonly Filter[], more: Partial<Selection> = {}): Selection => ({
  ...{ keyspace: "shop", table: name, filters, pageSize: 1000 },
  ...more,
});
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

it("has no page state after the last row, not even when it fills the page", async () => {
  const { store } = await openStore([items]);
  for (const item_no of upTo(25)) {
    await store.insert({ keyspace: "shop", table: "items", values: values({ order_id: 1, item_no }) });
  }
  const sizes = async (more: Partial<Selection>): Promise<number[]> => {
    const found: number[] = [];
    let pageState: string | undefined;
    do {
      const selection = select("items", [where("order_id", "eq", 1)], more);
      const page = await store.select({ ...selection, ...(pageState !== undefined && { pageState }) });
      found.push(page.rows.length);
      pageState = page.pageState;
    } while (pageState !== undefined);
    return found;
  };
  expect(await sizes({ pageSize: 10 })).toEqual([10, 10, 5]);
  expect(await sizes({ pageSize: 25 })).toEqual([25]);
  expect(await sizes({ pageSize: 5 })).toEqual([5, 5, 5, 5, 5]);
  expect(await sizes({ pageSize: 10, limit: 10 })).toEqual([10]);
  expect(await sizes({ pageSize: 10, limit: 12 })).toEqual([10, 2]);
  expect(await sizes({ pageSize: 10, limit: 20 })).toEqual([10, 10]);
});

test.each<[count: number, selection: Selection]>([
  [5001, select("items", [where("order_id", "in", upTo(5001))])],
  [73 * 69, select("pairs", [where("a", "in", upTo(73)), where("b", "in", upTo(69))])],
  [3 * 1667, select("items", [where("order_id", "in", upTo(3)), where("item_no", "in", upTo(1667))])],
  [
    100 ** 3,
    select("pairs", [
      ...[where("a", "eq", 1), where("b", "eq", 1)],
      ...["c", "d", "e"].map((column) => where(column, "in", upTo(100))),
    ]),
  ],
])("refuses lists of %i combinations", async (count, selection) => {
  const { store } = await openStore([items, pairs]);
  expect(await refusalOf(store.select(selection))).toBe(
    `invalid: The lists of a selection may name at most 5000 combinations of key values, these name ${count}; ` +
      "give shorter lists and read in several steps",
  );
});
