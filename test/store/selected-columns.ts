import { describe, expect, it } from "vitest";
import type { Selection } from "../../src/store/index.ts";
import { products, readings, refusalOf, values } from "./embedded/temporary-store.ts";
import type { OpenTables } from "./open-tables.ts";

const at = (day: number): Date => new Date(Date.UTC(2020, 0, day));
const all: Selection = { keyspace: "shop", table: "readings", filters: [], pageSize: 10 };

/** The same on every engine. */
export function testSelectedColumns(openStore: OpenTables): void {
  async function openReadings() {
    const opened = await openStore([readings]);
    const { store } = opened;
    for (const [sensor, day] of [
      ["a", 1],
      ["a", 2],
      ["b", 3],
    ] as const) {
      const row = { sensor, day: 1, at: at(day), seq: 1, owner: `owner of ${sensor}`, value: day, note: "n" };
      await store.insert({ keyspace: "shop", table: "readings", values: values(row) });
    }
    return opened;
  }

  describe("the columns of a selection", () => {
    it("are the only ones of its rows, in its own order", async () => {
      const { store } = await openReadings();
      const { rows } = await store.select({ ...all, columns: ["value", "owner", "sensor"] });
      expect(rows.map((row) => [...row])).toContainEqual([
        ["value", 3],
        ["owner", "owner of b"],
        ["sensor", "b"],
      ]);
    });

    it("may be none: the rows are counted all the same", async () => {
      const { store } = await openReadings();
      expect((await store.select({ ...all, columns: [] })).rows).toEqual([new Map(), new Map(), new Map()]);
    });

    it("need not be those by which rows are sorted or found", async () => {
      const { store } = await openReadings();
      const filters = [
        { column: "sensor", operator: "in" as const, value: ["a", "b"] },
        { column: "day", operator: "eq" as const, value: 1 },
      ];
      const orderBy = [{ column: "at", order: "ASC" as const }];
      const { rows } = await store.select({ ...all, filters, orderBy, limit: 10, columns: ["value"] });
      expect(rows.map((row) => row.get("value"))).toEqual([1, 2, 3]);
    });

    it("do not bind a page state: the next page may have others", async () => {
      const { store } = await openReadings();
      const { pageState } = await store.select({ ...all, pageSize: 2, columns: ["value"] });
      const { rows } = await store.select({ ...all, pageSize: 2, columns: ["note"], ...(pageState && { pageState }) });
      expect(rows).toEqual([new Map([["note", "n"]])]);
    });

    it("must be columns of the table", async () => {
      const { store } = await openReadings();
      expect(await refusalOf(store.select({ ...all, columns: ["nothing"] }))).toBe(
        "invalid: Undefined column name nothing in table shop.readings",
      );
    });
  });

  describe("the signal of a selection", () => {
    it("ends a read that has not begun", async () => {
      const { store } = await openReadings();
      const reason = new Error("not any more");
      await expect(store.select({ ...all, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    });

    it("ends a read between two rows", async () => {
      const { store } = await openStore([products]);
      const writes: Promise<unknown>[] = [];
      for (let number = 0; number < 2000; number++) {
        const id = `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
        writes.push(store.insert({ keyspace: "shop", table: "products", values: values({ id }) }));
      }
      await Promise.all(writes);
      const controller = new AbortController();
      const reason = new Error("not any more");
      const page = { ...all, table: "products", pageSize: 5000 };
      const reading = store.select({ ...page, signal: controller.signal });
      setImmediate(() => controller.abort(reason));
      await expect(reading).rejects.toBe(reason);
    });
  });
}
