import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { Filter, Page, Selection, Store } from "../../src/store/index.ts";
import { hits, items, plain, products, readings, refusalOf, table, values } from "./embedded/temporary-store.ts";
import type { OpenTables } from "./open-tables.ts";
import type { Columns } from "./embedded/temporary-store.ts";

const shop = { keyspace: "shop" };
const id = "123e4567-e89b-42d3-a456-426614174000";
const other = "00000000-0000-0000-0000-000000000001";
const pairs = table("pairs", { a: "int", b: "int", c: "int", d: "int", e: "int" }, ["a", "b"], {
  c: "ASC",
  d: "ASC",
  e: "ASC",
});
const tables = [products, readings, items, hits, pairs];
const needsFiltering =
  "Cannot execute this query as it might involve data filtering and thus may have unpredictable performance. " +
  "If you want to execute this query despite the performance unpredictability, use ALLOW FILTERING";

const where = (column: string, operator: Filter["operator"], value: Filter["value"]): Filter => ({
  column,
  operator,
  value,
});
const select = (name: string, filters: readonly Filter[], more: Partial<Selection> = {}): Selection => ({
  ...shop,
  table: name,
  filters,
  pageSize: 1000,
  ...more,
});

async function fill(store: Store, name: string, rows: readonly Columns[]): Promise<void> {
  await Promise.all(rows.map((row) => store.insert({ ...shop, table: name, values: values(row) })));
}

/** The pages of a selection, one after the other. A cluster looks no further than a full page, and may end with an empty one. */
async function pages(store: Store, selection: Selection): Promise<Page[]> {
  const found: Page[] = [];
  let pageState: string | undefined;
  do {
    const page = await store.select({ ...selection, ...(pageState !== undefined && { pageState }) });
    if (page.rows.length > 0) found.push(page);
    pageState = page.pageState;
  } while (pageState !== undefined);
  return found;
}

const inPartition = [where("sensor", "eq", "s"), where("day", "eq", 1)];

/** The same on every engine. */
export function testSelect(openStore: OpenTables): void {
  describe("the order of rows", () => {
    it("is by token of the partition key, then by clustering key as declared", async () => {
      const { store } = await openStore(tables);
      const at = (ms: number): Date => new Date(ms);
      await fill(store, "readings", [
        { sensor: "s", day: 1, at: at(1000), seq: 2 },
        { sensor: "s", day: 1, at: at(2000), seq: 1 },
        { sensor: "s", day: 1, at: at(1000), seq: 1 },
        { sensor: "ttl", day: 2, at: at(0), seq: 0 },
        { sensor: "ttl", day: 1, at: at(0), seq: 0 },
        { sensor: "static", day: 1, at: at(0), seq: 0 },
      ]);
      const { rows } = await store.select(select("readings", []));
      // The order of partitions is that of a real cluster.
      expect(rows.map((row) => [row.get("sensor"), row.get("day"), Number(row.get("at")), row.get("seq")])).toEqual([
        ["static", 1, 0, 0],
        ["ttl", 1, 0, 0],
        ["s", 1, 2000, 1],
        ["s", 1, 1000, 1],
        ["s", 1, 1000, 2],
        ["ttl", 2, 0, 0],
      ]);
    });

    it("is by value, where partitions are named", async () => {
      const { store } = await openStore(tables);
      const orders = [-1, 0, 1, 2, 3, 4, 2 ** 31 - 1];
      await fill(
        store,
        "items",
        orders.flatMap((order_id) => [1, 2].map((item_no) => ({ order_id, item_no }))),
      );
      const filters = [where("order_id", "in", orders.toReversed())];
      const expected = orders.flatMap((order_id) => [order_id, order_id]);
      for (const pageSize of [1, 3, 100]) {
        const found = await pages(store, select("items", filters, { pageSize }));
        expect(found.flatMap((page) => page.rows.map((row) => row.get("order_id")))).toEqual(expected);
      }
    });

    it("can be turned round within a partition", async () => {
      const { store } = await openStore(tables);
      await fill(
        store,
        "items",
        [1, 2, 3].map((item_no) => ({ order_id: 1, item_no })),
      );
      const selection = select("items", [where("order_id", "eq", 1)], {
        orderBy: [{ column: "item_no", order: "DESC" }],
        pageSize: 2,
      });
      const found = await pages(store, selection);
      expect(found.map((page) => page.rows.map((row) => row.get("item_no")))).toEqual([[3, 2], [1]]);
    });

    it("goes across partitions when all fit one page", async () => {
      const { store } = await openStore(tables);
      await fill(
        store,
        "items",
        [1, 2, 3, 4].map((item_no) => ({ order_id: item_no % 2, item_no })),
      );
      const sorted = async (order: "ASC" | "DESC", limit: number): Promise<unknown[]> => {
        const orderBy = [{ column: "item_no", order }];
        const page = await store.select(select("items", [where("order_id", "in", [0, 1])], { orderBy, limit }));
        expect(page.pageState).toBeUndefined();
        return page.rows.map((row) => row.get("item_no"));
      };
      expect(await sorted("ASC", 1000)).toEqual([1, 2, 3, 4]);
      expect(await sorted("DESC", 3)).toEqual([4, 3, 2]);
    });

    it("across partitions keeps rows that its columns do not tell apart in the order of their partitions", async () => {
      const parts = table("parts", { k: "int", a: "int", b: "int", s: "int static" }, ["k"], { a: "DESC", b: "ASC" });
      const { store } = await openStore([parts]);
      const rows = [30, 10, 20].flatMap((k) => [1, 2].flatMap((a) => [1, 2].map((b) => ({ k, a, b }))));
      await fill(store, "parts", rows);
      await store.update({ ...shop, table: "parts", values: values({ k: 15, s: 1 }) });
      const sorted = async (columns: readonly string[], order: readonly ("ASC" | "DESC")[], limit = 100) => {
        const orderBy = columns.map((column, index) => ({ column, order: order[index] as "ASC" }));
        const list = where("k", "in", [20, 15, 30, 10]);
        const page = await store.select(select("parts", [list], { orderBy, limit, pageSize: limit }));
        return page.rows.map((row) => ["a", "k", "b"].map((column) => row.get(column) ?? "-").join(" ")).join(", ");
      };
      const byA =
        "- 15 -, 2 10 1, 2 10 2, 2 20 1, 2 20 2, 2 30 1, 2 30 2, 1 10 1, 1 10 2, 1 20 1, 1 20 2, 1 30 1, 1 30 2";
      expect(await sorted(["a"], ["DESC"])).toBe(byA);
      expect(await sorted(["a"], ["DESC"], 4)).toBe(byA.split(", ").slice(0, 4).join(", "));
      expect(await sorted(["a"], ["ASC"])).toBe(
        "1 10 2, 1 10 1, 1 20 2, 1 20 1, 1 30 2, 1 30 1, 2 10 2, 2 10 1, 2 20 2, 2 20 1, 2 30 2, 2 30 1, - 15 -",
      );
      expect(await sorted(["a", "b"], ["ASC", "DESC"], 6)).toBe("1 10 2, 1 20 2, 1 30 2, 1 10 1, 1 20 1, 1 30 1");
    });
  });

  describe("a filter", () => {
    test.each<[string, Filter[], number[]]>([
      ["all rows of a partition", [where("order_id", "eq", 1)], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
      ["one row", [where("order_id", "eq", 1), where("item_no", "eq", 3)], [3]],
      ["no row", [where("order_id", "eq", 1), where("item_no", "eq", 30)], []],
      ["a range", [where("order_id", "eq", 1), where("item_no", "gt", 3), where("item_no", "lte", 6)], [4, 5, 6]],
      ["an open range", [where("order_id", "eq", 1), where("item_no", "gte", 8)], [8, 9]],
      ["an empty range", [where("order_id", "eq", 1), where("item_no", "gt", 6), where("item_no", "lt", 3)], []],
      ["a list, each value once", [where("order_id", "eq", 1), where("item_no", "in", [7, 3, 3])], [3, 7]],
      ["an empty list", [where("order_id", "eq", 1), where("item_no", "in", [])], []],
      ["no partition", [where("order_id", "in", [])], []],
      ["partitions, each once", [where("order_id", "in", [1, 1]), where("item_no", "lt", 2)], [0, 1]],
    ])("gives %s", async (_, filters, expected) => {
      const { store } = await openStore(tables);
      await fill(
        store,
        "items",
        Array.from({ length: 10 }, (_, item_no) => ({ order_id: 1, item_no })),
      );
      const { rows } = await store.select(select("items", filters));
      expect(rows.map((row) => row.get("item_no"))).toEqual(expected);
    });

    it("gives what a walk over all rows would give, on pages of any size", async () => {
      const wide = table("wide", { k: "int", s: "int static", a: "int", b: "text", v: "int" }, ["k"], {
        a: "DESC",
        b: "ASC",
      });
      const { store } = await openStore([wide]);
      const rows: { k: number; a: number; b: string }[] = [];
      for (const k of [1, 2, 3]) for (const a of [-1, 0, 1]) for (const b of ["", "a", "ab"]) rows.push({ k, a, b });
      await fill(store, "wide", rows);
      await store.update({ ...shop, table: "wide", values: values({ k: 2, s: 5 }) });
      const scanned = (await store.select(select("wide", []))).rows.map((row) => row.get("k"));
      const tokenOrder = [...new Set(scanned)];
      const compare = (one: (typeof rows)[0], two: (typeof rows)[0]): number =>
        tokenOrder.indexOf(one.k) - tokenOrder.indexOf(two.k) || two.a - one.a || (one.b < two.b ? -1 : 1);

      const number = fc.integer({ min: -2, max: 3 });
      const word = fc.constantFrom("", "a", "aa", "ab", "b");
      const few = <Of>(one: fc.Arbitrary<Of>): fc.Arbitrary<Of[]> => fc.array(one, { maxLength: 4 });
      const range = <Of>(column: string, one: fc.Arbitrary<Of>): fc.Arbitrary<Filter[]> =>
        fc
          .record(
            {
              start: fc.record({ operator: fc.constantFrom("gt" as const, "gte" as const), value: one }),
              end: fc.record({ operator: fc.constantFrom("lt" as const, "lte" as const), value: one }),
            },
            { requiredKeys: [] },
          )
          .map((ends) => Object.values(ends).map((end) => ({ column, ...end }) as Filter));
      const exact = <Of>(column: string, one: fc.Arbitrary<Of>): fc.Arbitrary<Filter[]> =>
        fc.oneof(
          one.map((value) => [{ column, operator: "eq", value } as Filter]),
          few(one).map((value) => [{ column, operator: "in", value } as Filter]),
        );
      const together = (...parts: fc.Arbitrary<Filter[]>[]): fc.Arbitrary<Filter[]> =>
        fc.tuple(...parts).map((lists) => lists.flat());
      const filters = fc.oneof(
        fc.constant<Filter[]>([]),
        exact("k", number),
        together(exact("k", number), exact("a", number)),
        together(exact("k", number), range("a", number)),
        together(exact("k", number), exact("a", number), exact("b", word)),
        together(exact("k", number), exact("a", number), range("b", word)),
      );
      const holds = (row: Record<string, unknown>, { column, operator, value }: Filter): boolean => {
        const found = row[column] as number;
        const operand = value as number;
        const tests: Record<string, boolean> = {
          eq: found === operand,
          in: operator === "in" && (value as unknown[]).includes(found),
          gt: found > operand,
          gte: found >= operand,
          lt: found < operand,
          lte: found <= operand,
        };
        return tests[operator] ?? false;
      };
      await fc.assert(
        fc.asyncProperty(
          filters,
          fc.integer({ min: 1, max: 30 }),
          fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
          fc.boolean(),
          async (list, pageSize, limit, turned) => {
            const onePartition = list[0]?.operator === "eq";
            const reversed = turned && onePartition;
            const expected = rows.filter((row) => list.every((filter) => holds(row, filter))).sort(compare);
            if (reversed) expected.reverse();
            const found = await pages(store, {
              ...select("wide", list, { pageSize }),
              ...(limit !== undefined && { limit }),
              ...(reversed && { orderBy: [{ column: "a", order: "ASC" as const }] }),
            });
            const flat = found.flatMap((page) => page.rows);
            expect(flat.map((row) => ({ k: row.get("k"), a: row.get("a"), b: row.get("b") }))).toEqual(
              expected.slice(0, limit),
            );
            expect(flat.every((row) => row.get("s") === (row.get("k") === 2 ? 5 : null))).toBe(true);
            expect(found.slice(0, -1).every((page) => page.rows.length === pageSize)).toBe(true);
            expect(found.length).toBe(Math.ceil(flat.length / pageSize));
          },
        ),
        { numRuns: 200 },
      );
    });
  });

  describe("a partition with static values alone", () => {
    const statics = { ...shop, table: "readings", values: values({ sensor: "s", day: 1, owner: "me" }) };
    const row = { sensor: "s", day: 1, owner: "me" };

    it("is one row with null clustering columns, in a read of the whole partition and in a scan", async () => {
      const { store } = await openStore(tables);
      await store.update(statics);
      for (const filters of [[], inPartition]) {
        const { rows } = await store.select(select("readings", filters));
        expect(plain(rows)).toEqual([row]);
        expect(rows[0]?.get("at")).toBeNull();
      }
    });

    it("is no row where clustering columns are restricted, nor beside rows", async () => {
      const { store } = await openStore(tables);
      await store.update(statics);
      const restricted = [...inPartition, where("at", "gt", new Date(0))];
      expect((await store.select(select("readings", restricted))).rows).toEqual([]);
      await fill(store, "readings", [{ sensor: "s", day: 1, at: new Date(5), seq: 1 }]);
      expect((await store.select(select("readings", inPartition))).rows).toHaveLength(1);
      expect((await store.select(select("readings", restricted))).rows).toHaveLength(1);
    });

    it("is given once over all pages", async () => {
      const { store } = await openStore(tables);
      for (let day = 0; day < 7; day++) {
        await store.update({ ...shop, table: "readings", values: values({ sensor: "s", day, owner: "me" }) });
        if (day % 2 === 0)
          await fill(
            store,
            "readings",
            [1, 2].map((seq) => ({ sensor: "s", day, at: new Date(0), seq })),
          );
      }
      const days = where("day", "in", [0, 1, 2, 3, 4, 5, 6]);
      for (const filters of [[], [where("sensor", "eq", "s"), days]]) {
        const all = (await store.select(select("readings", filters))).rows;
        expect(all).toHaveLength(11);
        for (const pageSize of [1, 2, 3]) {
          const found = await pages(store, select("readings", filters, { pageSize }));
          expect(found.flatMap((page) => page.rows)).toEqual(all);
        }
      }
    });
  });

  describe("a page that ends with such a partition", () => {
    it("is followed by the next partition, even if this one has rows by now", async () => {
      for (const filters of [[], [where("sensor", "eq", "s"), where("day", "in", [1, 2])]]) {
        const { store } = await openStore(tables);
        for (const day of [1, 2]) {
          await store.update({ ...shop, table: "readings", values: values({ sensor: "s", day, owner: "me" }) });
        }
        const { rows, pageState = "" } = await store.select(select("readings", filters, { pageSize: 1 }));
        const [first] = plain(rows);
        const day = first?.["day"] ?? null;
        await fill(store, "readings", [{ sensor: "s", day, at: new Date(0), seq: 1 }]);
        const next = await store.select(select("readings", filters, { pageState }));
        expect(plain(next.rows)).toEqual([{ sensor: "s", day: day === 1 ? 2 : 1, owner: "me" }]);
      }
    });
  });

  describe("pages", () => {
    const partition = [where("order_id", "eq", 1)];
    async function openItems(): Promise<Store> {
      const { store } = await openStore(tables);
      await fill(
        store,
        "items",
        Array.from({ length: 25 }, (_, item_no) => ({ order_id: 1, item_no })),
      );
      return store;
    }

    it("can change their size on the way", async () => {
      const store = await openItems();
      const { pageState = "" } = await store.select(select("items", partition, { pageSize: 10 }));
      const second = await store.select(select("items", partition, { pageSize: 100, pageState }));
      expect(second.rows.map((row) => row.get("item_no"))).toEqual(
        Array.from({ length: 15 }, (_, index) => index + 10),
      );
    });

    it("go on behind a row that is deleted meanwhile, and show what is new", async () => {
      const store = await openItems();
      const { pageState = "" } = await store.select(select("items", partition, { pageSize: 10 }));
      for (const item_no of [9, 10]) {
        await store.delete({ ...shop, table: "items", key: values({ order_id: 1, item_no }) });
      }
      await fill(store, "items", [{ order_id: 1, item_no: 30 }]);
      const { rows } = await store.select(select("items", partition, { pageState }));
      expect(rows.map((row) => row.get("item_no"))).toEqual([
        ...Array.from({ length: 14 }, (_, index) => index + 11),
        30,
      ]);
    });

    it("are bound to their selection", async () => {
      const store = await openItems();
      const { pageState = "" } = await store.select(select("items", partition, { pageSize: 10, limit: 20 }));
      expect(pageState).toMatch(/^[A-Za-z0-9_-]+$/);
      const others: Selection[] = [
        select("items", [], { pageState, limit: 20 }),
        select("items", [where("order_id", "eq", 2)], { pageState, limit: 20 }),
        select("items", [...partition, where("item_no", "gt", 1)], { pageState, limit: 20 }),
        select("items", partition, { pageState, limit: 21 }),
        select("items", partition, { pageState }),
        select("items", partition, { pageState, limit: 20, orderBy: [{ column: "item_no", order: "DESC" }] }),
        select("products", [], { pageState, limit: 20 }),
      ];
      for (const selection of others) {
        expect(await refusalOf(store.select(selection))).toBe("page-state: Invalid value for the paging state");
      }
    });

    it("refuse every text that is no state", async () => {
      const store = await openItems();
      const { pageState = "" } = await store.select(select("items", partition, { pageSize: 10 }));
      const rubbish = fc.oneof(
        fc.string(),
        fc.base64String(),
        fc.nat(pageState.length - 1).map((index) => pageState.slice(0, index)),
        fc
          .tuple(fc.nat(pageState.length - 1), fc.constantFrom("A", "z", "0", "-", "=", " "))
          .map(([index, letter]) => pageState.slice(0, index) + letter + pageState.slice(index + 1))
          .filter((text) => text !== pageState),
      );
      await fc.assert(
        fc.asyncProperty(rubbish, async (text) => {
          expect(await refusalOf(store.select(select("items", partition, { pageState: text })))).toBe(
            "page-state: Invalid value for the paging state",
          );
        }),
      );
    });
  });

  describe("the database refuses", () => {
    const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
    const byItem = [{ column: "item_no", order: "ASC" as const }];
    const cases: [message: string, selection: Selection][] = [
      [needsFiltering, select("products", [where("name", "eq", "x")])],
      [needsFiltering, select("products", [where("name", "in", ["x"])])],
      [needsFiltering, select("products", [where("id", "gt", id)])],
      [needsFiltering, select("readings", [where("sensor", "eq", "s")])],
      [needsFiltering, select("readings", [where("sensor", "eq", "s"), where("day", "gt", 1)])],
      [needsFiltering, select("readings", [where("at", "eq", new Date(0))])],
      [needsFiltering, select("readings", [...inPartition, where("value", "eq", 1)])],
      [needsFiltering, select("readings", [...inPartition, where("owner", "eq", "me")])],
      [needsFiltering, select("hits", [where("views", "eq", 1n)])],
      [needsFiltering, select("hits", [where("page", "eq", "p"), where("views", "eq", 1n)])],
      ['Unsupported "!=" relation: id != ?', select("products", [where("id", "notEq", id)])],
      [
        "id cannot be restricted by more than one relation if it includes an Equal",
        select("products", [where("id", "eq", id), where("id", "eq", other)]),
      ],
      [
        "id cannot be restricted by more than one relation if it includes a IN",
        select("products", [where("id", "in", [id]), where("id", "eq", other)]),
      ],
      [
        "at cannot be restricted by more than one relation if it includes an Equal",
        select("readings", [...inPartition, where("at", "eq", new Date(0)), where("at", "gt", new Date(1))]),
      ],
      [
        'Column "at" cannot be restricted by both an equality and an inequality relation',
        select("readings", [...inPartition, where("at", "gt", new Date(0)), where("at", "eq", new Date(1))]),
      ],
      [
        "More than one restriction was found for the start bound on at",
        select("readings", [...inPartition, where("at", "gt", new Date(0)), where("at", "gte", new Date(1))]),
      ],
      [
        "More than one restriction was found for the end bound on at",
        select("readings", [...inPartition, where("at", "lt", new Date(0)), where("at", "lte", new Date(1))]),
      ],
      [
        'PRIMARY KEY column "seq" cannot be restricted as preceding column "at" is not restricted',
        select("readings", [...inPartition, where("seq", "eq", 1)]),
      ],
      [
        'Clustering column "seq" cannot be restricted (preceding column "at" is restricted by a non-EQ relation)',
        select("readings", [...inPartition, where("at", "gt", new Date(0)), where("seq", "eq", 1)]),
      ],
      ["Undefined column name nope in table shop.products", select("products", [where("nope", "eq", 1)])],
      ["Key may not be empty", select("hits", [where("page", "eq", "")])],
      ['Invalid value for "id" of type uuid: it is not a UUID as text', select("products", [where("id", "eq", "x")])],
      ["LIMIT must be strictly positive", select("products", [], { limit: 0 })],
      ["LIMIT must be strictly positive", select("products", [], { limit: -1 })],
      ["A page has at least one row", select("products", [], { pageSize: 0 })],
      [
        "Unsupported order by relation",
        select("readings", inPartition, {
          orderBy: [
            { column: "at", order: "ASC" },
            { column: "seq", order: "ASC" },
          ],
        }),
      ],
      [
        "Order by is currently only supported on the clustered columns of the PRIMARY KEY, got value",
        select("readings", inPartition, { orderBy: [{ column: "value", order: "ASC" }] }),
      ],
      [
        "Order by is currently only supported on the clustered columns of the PRIMARY KEY, got sensor",
        select("readings", inPartition, { orderBy: [{ column: "sensor", order: "ASC" }] }),
      ],
      [
        "Order by currently only supports the ordering of columns following their declared order in the PRIMARY KEY",
        select("readings", inPartition, { orderBy: [{ column: "seq", order: "ASC" }] }),
      ],
      [
        "ORDER BY is only supported when the partition key is restricted by an EQ or an IN.",
        select("items", [], { orderBy: byItem }),
      ],
      [
        "Cannot page queries with both ORDER BY and a IN restriction on the partition key; you must either remove the " +
          "ORDER BY or the IN and sort client side, or disable paging for this query",
        select("items", [where("order_id", "in", [1, 2])], { orderBy: byItem }),
      ],
      [
        "Cannot page queries with both ORDER BY and a IN restriction on the partition key; you must either remove the " +
          "ORDER BY or the IN and sort client side, or disable paging for this query",
        select("items", [where("order_id", "in", [1])], { orderBy: byItem }),
      ],
    ];

    test.each(cases)("%s", async (message, selection) => {
      const { store } = await openStore(tables);
      expect(await refusalOf(store.select(selection))).toBe(`invalid: ${message}`);
    });

    it("but not lists of 5000 combinations, where a value that is there twice counts once", async () => {
      const { store } = await openStore(tables);
      await fill(store, "items", [{ order_id: 4999, item_no: 1 }]);
      const ids = [...upTo(5000), ...upTo(5000)];
      expect((await store.select(select("items", [where("order_id", "in", ids)]))).rows).toHaveLength(1);
    });

    it("but not an order of one listed partition that fits a page, nor of a list of none", async () => {
      const { store } = await openStore(tables);
      for (const [ids, limit] of [
        [[1], { limit: 10, pageSize: 10 }],
        [[], {}],
      ] as const) {
        const read = store.select(select("items", [where("order_id", "in", ids)], { orderBy: byItem, ...limit }));
        expect((await read).rows).toEqual([]);
      }
    });

    it("but not an order that leaves out a column with one value, nor one that is turned round as a whole", async () => {
      const { store } = await openStore(tables);
      const oneTime = [...inPartition, where("at", "eq", new Date(0))];
      for (const [filters, orderBy] of [
        [oneTime, [{ column: "seq", order: "DESC" }]],
        [
          inPartition,
          [
            { column: "at", order: "ASC" },
            { column: "seq", order: "DESC" },
          ],
        ],
        [inPartition, [{ column: "at", order: "DESC" }]],
      ] as const) {
        expect((await store.select(select("readings", filters, { orderBy }))).rows).toEqual([]);
      }
    });
  });
}
