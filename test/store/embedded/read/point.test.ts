import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openMemoryStore, StoreError } from "../../../../src/store/index.ts";
import type { Filter, Row, Selection, Value } from "../../../../src/store/index.ts";
import { table } from "../temporary-store.ts";

const rooms = table(
  "rooms",
  { site: "text", room: "int", level: "decimal", open: "boolean", note: "text", tags: "set<int>" },
  ["site", "room"],
  { level: "DESC", open: "ASC" },
);
const target = { keyspace: "shop", table: "rooms" };

type Key = Readonly<Record<"site" | "room" | "level" | "open", Value>>;

/** Few values, so that some rows are there: decimals that are equal are one row. */
const key: fc.Arbitrary<Key> = fc.record({
  site: fc.constantFrom("a", "b"),
  room: fc.constantFrom(-1, 0),
  level: fc.constantFrom("1", "1.0", "-0.5"),
  open: fc.boolean(),
});
const row = fc.record({
  key,
  note: fc.option(fc.string()),
  tags: fc.uniqueArray(fc.integer({ min: 0, max: 9 })),
  ttlSeconds: fc.constantFrom(undefined, 1),
});
const wrong = fc.constantFrom<readonly [string, Value]>(["room", "x"], ["site", ""], ["level", "one"], ["open", 1]);
const noColumn = ["note", "nope"];
const asked = fc.record({
  key,
  wrong: fc.option(wrong, { freq: 4 }),
  columns: fc.oneof(
    { weight: 9, arbitrary: fc.option(fc.subarray(["note", "site", "level", "tags"]), { nil: undefined }) },
    { weight: 1, arbitrary: fc.constant(noColumn) },
  ),
});

/** What the store answers, or how it refuses. */
async function answer(read: Promise<{ readonly rows: readonly Row[] }>): Promise<unknown> {
  try {
    return (await read).rows;
  } catch (error) {
    if (error instanceof StoreError) return error.message;
    throw error;
  }
}

describe("a row that is named by its whole key", () => {
  it("is what a plan for the same key finds, whatever is there and asked for", async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 5, maxLength: 30 }),
        fc.array(asked, { minLength: 5 }),
        async (rows, questions) => {
          const clock = { now: 1_000_000 };
          const store = await openMemoryStore({ now: () => clock.now });
          await store.createKeyspace("shop");
          await store.createTable("shop", rooms);
          for (const { key, note, tags, ttlSeconds } of rows) {
            await store.insert({ ...target, values: new Map(Object.entries({ ...key, note, tags })), ttlSeconds });
          }
          clock.now += 2000;
          for (const { key, wrong, columns } of questions) {
            const parts = Object.entries({ ...key, ...(wrong && { [wrong[0]]: wrong[1] }) });
            const selection = (operator: "eq" | "in"): Selection => ({
              ...target,
              columns,
              // The plan has a list of the values of a column; with one value it means the same.
              filters: parts.map(([column, value], place): Filter => {
                return place === 0 && operator === "in"
                  ? { column, operator, value: [value] }
                  : { column, operator: "eq", value };
              }),
              pageSize: 10,
            });
            const rows = await answer(store.select(selection("eq")));
            expect(rows).toEqual(await answer(store.select(selection("in"))));
            if (Array.isArray(rows)) found += rows.length;
          }
          await store.close();
        },
      ),
    );
    expect(found).toBeGreaterThan(20);
  });
});
