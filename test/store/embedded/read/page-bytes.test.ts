/** Pages that end at a size: all of them together have the rows of one page, whatever the sizes of rows and pages. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { openMemoryStore } from "../../../../src/store/index.ts";
import type { Filter, Row, Selection } from "../../../../src/store/index.ts";
import { runs } from "../../../support/long.ts";
import { table, values } from "../temporary-store.ts";

const notes = table("notes", { p: "int", c: "int", s: "text static", v: "text" }, ["p"], { c: "ASC" });
const row = fc.record({ p: fc.nat({ max: 2 }), c: fc.nat({ max: 8 }), size: fc.constantFrom(0, 1, 50, 400) });
const filters: Readonly<Record<string, readonly Filter[]>> = {
  "the table": [],
  "a partition": [{ column: "p", operator: "eq", value: 1 }],
  "named rows": [
    { column: "p", operator: "in", value: [0, 1, 2] },
    { column: "c", operator: "in", value: [0, 1, 2, 5, 7] },
  ],
};

it("end at a number of bytes and lose no row", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 30 }),
      fc.subarray([0, 1, 2]),
      fc.record({
        of: fc.constantFrom(...Object.keys(filters)),
        pageBytes: fc.constantFrom(1, 100, 500, 1500),
        pageSize: fc.constantFrom(1, 3, 100),
        limit: fc.constantFrom(undefined, 4),
      }),
      async (rows, withStatics, { of, pageBytes, pageSize, limit }) => {
        const store = await openMemoryStore();
        try {
          await store.createKeyspace("shop");
          await store.createTable("shop", notes);
          const target = { keyspace: "shop", table: "notes" } as const;
          for (const { p, c, size } of rows) {
            await store.insert({ ...target, values: values({ p, c, v: "v".repeat(size) }) });
          }
          for (const p of withStatics) await store.insert({ ...target, values: values({ p, s: "s".repeat(300) }) });
          const selection: Selection = { ...target, filters: filters[of] ?? [], pageSize: 1000, limit };
          const { rows: all } = await store.select(selection);
          const found: Row[] = [];
          let pageState: string | undefined;
          do {
            const page = await store.select({ ...selection, pageSize, pageBytes, ...(pageState && { pageState }) });
            const length = page.rows.reduce((sum, one) => sum + `${one.get("v")}${one.get("s")}`.length, 0);
            expect(page.rows.length <= 1 || length <= pageBytes).toBe(true);
            expect(page.rows.length > 0 || page.pageState === undefined).toBe(true);
            found.push(...page.rows);
            ({ pageState } = page);
          } while (pageState !== undefined);
          expect(found).toEqual(all);
        } finally {
          await store.close();
        }
      },
    ),
    runs(150, 3000),
  );
});
