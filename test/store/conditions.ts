import { beforeEach, describe, expect, it, test } from "vitest";
import { parseUserTypes } from "../../src/model/index.ts";
import type { Condition, WriteResult, Store, Update, Value } from "../../src/store/index.ts";
import { products, readings, refusalOf, scan, table, values } from "./embedded/temporary-store.ts";
import type { OpenTables } from "./open-tables.ts";
import type { Columns } from "./embedded/temporary-store.ts";

const shop = { keyspace: "shop" };
const id = "123e4567-e89b-42d3-a456-426614174000";
const missing = "00000000-0000-0000-0000-000000000001";
const at = new Date(1000);
const applied = { applied: true };
const blocked = (current?: Columns): WriteResult => ({ applied: false, current: current && values(current) });

/** The same on every engine. */
export function testConditions(openStore: OpenTables): void {
  let store: Store;
  beforeEach(async () => {
    ({ store } = await openStore([products, readings]));
    await store.insert({ ...shop, table: "products", values: values({ id, name: "robot", price: "10.50" }) });
  });

  const set = (columns: Columns, ...conditions: Condition[]): Promise<WriteResult> =>
    store.update({ ...shop, table: "products", values: values(columns), conditions });
  const when = (column: string, operator: Condition["operator"], value: Condition["value"]): Condition => ({
    column,
    operator,
    value,
  });

  describe("insert if not exists", () => {
    it("is applied when there is no row", async () => {
      const write = { ...shop, table: "products", values: values({ id: missing }), ifNotExists: true };
      expect(await store.insert(write)).toEqual(applied);
      expect(await store.insert(write)).toEqual(
        blocked({ id: missing, name: null, description: null, price: null, created: null }),
      );
    });

    it("answers with the whole row that is there, and changes nothing", async () => {
      const write = { ...shop, table: "products", values: values({ id, name: "other" }), ifNotExists: true };
      const row = { id, name: "robot", description: null, price: "10.50", created: null };
      expect(await store.insert(write)).toEqual(blocked(row));
      expect(await scan(store, "products")).toEqual([{ id, name: "robot", price: "10.50" }]);
    });

    it("lets one of many at once win", async () => {
      const writes = Array.from({ length: 20 }, (_, index) =>
        store.insert({
          ...shop,
          table: "products",
          values: values({ id: missing, name: `${index}` }),
          ifNotExists: true,
        }),
      );
      const outcomes = await Promise.all(writes);
      expect(outcomes.filter((outcome) => outcome.applied)).toHaveLength(1);
    });

    it("shows static values only when it sets some itself, as the database does", async () => {
      const key = { sensor: "s", day: 1, at, seq: 1 };
      const insert = (columns: Columns): Promise<WriteResult> =>
        store.insert({ ...shop, table: "readings", values: values({ ...key, ...columns }), ifNotExists: true });
      expect(await insert({ value: 1.5, owner: "me" })).toEqual(applied);
      const row = { ...key, owner: null, site: null, value: 1.5, note: null };
      expect(await insert({ value: 2.5 })).toEqual(blocked(row));
      expect(await insert({ owner: "you" })).toEqual(blocked({ ...row, owner: "me" }));
    });
  });

  describe("if exists", () => {
    it("is applied to a row that is there, and tells nothing of one that is not", async () => {
      const update = (key: string): Update => ({
        ...shop,
        table: "products",
        values: values({ id: key, name: "x" }),
        ifExists: true,
      });
      expect(await store.update(update(id))).toEqual(applied);
      expect(await store.update(update(missing))).toEqual(blocked());
      expect(await store.delete({ ...shop, table: "products", key: values({ id }), ifExists: true })).toEqual(applied);
      expect(await store.delete({ ...shop, table: "products", key: values({ id }), ifExists: true })).toEqual(
        blocked(),
      );
      expect(await scan(store, "products")).toEqual([]);
    });
  });

  describe("conditions", () => {
    test.each<[column: string, operator: Condition["operator"], value: Condition["value"], holds: boolean]>([
      ["price", "eq", "10.5", true],
      ["price", "eq", "11", false],
      ["price", "eq", null, false],
      ["price", "notEq", "13", true],
      ["price", "notEq", "10.5", false],
      ["price", "notEq", null, true],
      ["price", "gt", "9.99", true],
      ["price", "gt", "10.50", false],
      ["price", "gte", "10.50", true],
      ["price", "lt", "100", true],
      ["price", "lt", "10.50", false],
      ["price", "lte", "10.50", true],
      ["name", "in", ["a", "robot"], true],
      ["name", "in", ["a", "b"], false],
      ["name", "in", ["a", null], false],
      ["name", "in", [], false],
      ["created", "eq", null, true],
      ["created", "notEq", null, false],
      ["created", "eq", new Date(0), false],
      ["created", "notEq", new Date(0), true],
      ["created", "gt", new Date(0), false],
      ["created", "lte", new Date(0), false],
      ["created", "in", [new Date(0), null], true],
      ["created", "in", [new Date(0)], false],
    ])("%s %s %s: %s", async (column, operator, value, holds) => {
      const outcome = await set({ id, description: "x" }, when(column, operator, value));
      const found: Record<string, Value | null> = { price: "10.50", name: "robot", created: null };
      expect(outcome).toEqual(holds ? applied : blocked({ [column]: found[column] ?? null }));
      expect((await scan(store, "products"))[0]?.["description"]).toBe(holds ? "x" : undefined);
    });

    it("must all hold; the response has the columns of all of them", async () => {
      const both = [when("price", "eq", "10.50"), when("name", "eq", "robot")];
      expect(await set({ id, price: "11" }, ...both)).toEqual(applied);
      expect(await set({ id, price: "12" }, ...both)).toEqual(blocked({ price: "11", name: "robot" }));
    });

    test.each<[string, Condition, boolean]>([
      ["a value", when("price", "eq", "10.50"), false],
      ["null", when("name", "eq", null), true],
      ["other than a value", when("name", "notEq", "x"), true],
      ["other than null", when("name", "notEq", null), false],
      ["one of a list with null", when("name", "in", ["x", null]), true],
      ["less than a value", when("price", "lt", "1"), false],
    ])("on a missing row, that a column is %s", async (_, condition, holds) => {
      expect(await set({ id: missing, price: "12" }, condition)).toEqual(holds ? applied : blocked());
      expect(await scan(store, "products")).toHaveLength(holds ? 2 : 1);
    });

    it("guard a delete", async () => {
      const remove = (name: string): Promise<WriteResult> =>
        store.delete({ ...shop, table: "products", key: values({ id }), conditions: [when("name", "eq", name)] });
      expect(await remove("nobody")).toEqual(blocked({ name: "robot" }));
      expect(await remove("robot")).toEqual(applied);
      expect(await scan(store, "products")).toEqual([]);
    });

    describe("on static columns", () => {
      const own = (owner: string, condition: Condition): Promise<WriteResult> =>
        store.update({
          ...shop,
          table: "readings",
          values: values({ sensor: "s", day: 1, owner }),
          conditions: [condition],
        });

      it("need no row", async () => {
        expect(await own("me", when("owner", "eq", "you"))).toEqual(blocked());
        expect(await own("me", when("owner", "eq", null))).toEqual(applied);
        expect(await own("you", when("owner", "eq", "me"))).toEqual(applied);
        expect(await own("them", when("owner", "eq", "me"))).toEqual(blocked({ owner: "you" }));
      });

      it("answer with null when the partition has rows but no static value", async () => {
        const row = values({ sensor: "s", day: 1, at, seq: 1 });
        await store.insert({ ...shop, table: "readings", values: row });
        expect(await own("me", when("owner", "eq", "you"))).toEqual(blocked({ owner: null }));
      });

      const key = { sensor: "s", day: 1, at, seq: 1 };
      const nothing = { owner: null, site: null, value: null, note: null };

      it("show the key of the first row beside static columns that are there already", async () => {
        const insert = {
          ...shop,
          table: "readings",
          values: values({ sensor: "s", day: 1, owner: "you" }),
          ifNotExists: true,
        };
        const noRow = { ...nothing, sensor: "s", day: 1, at: null, seq: null };
        await own("me", when("owner", "eq", null));
        expect(await store.insert(insert)).toEqual(blocked({ ...noRow, owner: "me" }));
        for (const seq of [2, 1]) {
          await store.insert({ ...shop, table: "readings", values: values({ ...key, seq, value: 1 }) });
        }
        expect(await store.insert(insert)).toEqual(blocked({ ...nothing, ...key, owner: "me" }));
      });

      it("are shown without a row by a write that sets some and finds none", async () => {
        const update = { ...shop, table: "readings", values: values({ ...key, owner: "you", value: 1 }) };
        expect(await store.update({ ...update, ifExists: true })).toEqual(blocked());
        await own("me", when("owner", "eq", null));
        const current = { ...nothing, sensor: "s", day: 1, at: null, seq: null, owner: "me" };
        expect(await store.update({ ...update, ifExists: true })).toEqual(blocked(current));
        const conditions = [when("value", "eq", 1)];
        expect(await store.update({ ...update, conditions })).toEqual(blocked({ value: null }));
        const remove = { ...shop, table: "readings", key: values(key) };
        expect(await store.delete({ ...remove, conditions })).toEqual(blocked());
      });

      it("answer for a partition that has anything, when they alone guard a row", async () => {
        const remove = { ...shop, table: "readings", key: values(key), conditions: [when("owner", "eq", "me")] };
        expect(await store.delete(remove)).toEqual(blocked());
        await store.insert({ ...shop, table: "readings", values: values({ ...key, seq: 2 }) });
        expect(await store.delete(remove)).toEqual(blocked({ owner: null }));
      });

      it("do not see a row that an update made, since the database reads no regular column for them", async () => {
        await store.update({ ...shop, table: "readings", values: values({ ...key, value: 1 }) });
        expect(await own("me", when("owner", "eq", "you"))).toEqual(blocked());
      });

      it("guard a row of the partition", async () => {
        await own("me", when("owner", "eq", null));
        const write = values({ sensor: "s", day: 1, at, seq: 1, value: 1 });
        const guarded = (owner: string): Update => ({
          ...shop,
          table: "readings",
          values: write,
          conditions: [when("owner", "eq", owner)],
        });
        expect(await store.update(guarded("you"))).toEqual(blocked({ owner: "me" }));
        expect(await store.update(guarded("me"))).toEqual(applied);
      });
    });
  });

  test.each(["list<int>", "set<int>", "map<int, int>"])(
    "nothing of type %s is greater than an empty one",
    async (type) => {
      const { store } = await openStore([table("t", { k: "int", v: type }, ["k"])]);
      const value = type.startsWith("map") ? new Map() : [];
      const update = { ...shop, table: "t", values: values({ k: 1, v: null }), conditions: [when("v", "gt", value)] };
      const [kind] = type.split("<");
      expect(await refusalOf(store.update(update))).toBe(
        `invalid: Invalid comparison with an empty ${kind} for operator ">"`,
      );
    },
  );

  describe("a user type that is not frozen and has no value", () => {
    const fields = ["a", "b"].map((name) => ({ name, typeDefinition: "int" }));
    const userTypes = [...parseUserTypes([{ name: "pair", fields }]).userTypes.values()];
    const columns = { k: "int", c: "int", r: "pair", s: "pair static", v: "int" };
    const none = { a: null, b: null };
    const some = { a: 1, b: null };

    // Each as Cassandra 5.0.9 answers it.
    test.each<[Condition["operator"], Condition["value"], ofNull: boolean, ofSome: boolean]>([
      ["eq", null, true, false],
      ["eq", none, false, false],
      ["notEq", null, false, true],
      ["notEq", none, true, true],
      ["in", [null], true, false],
      ["in", [none], false, false],
      ["in", [none, null], true, false],
      ["in", [some, null], true, true],
      ["lt", none, false, false],
      ["gte", none, false, true],
      ["gt", { a: 0, b: null }, false, true],
    ])("is stored as null and yet equals none: %s %j", async (operator, value, ofNull, ofSome) => {
      const pairs = table("pairs", columns, ["k"], { c: "ASC" }, { userTypes });
      const { store } = await openStore();
      for (const type of userTypes) await store.createUserType("shop", type);
      await store.createTable("shop", pairs);
      const target = { ...shop, table: "pairs" };
      for (const [k, pair] of [null, none, some].entries()) {
        await store.insert({ ...target, values: values({ k, c: 1, r: pair, s: pair }) });
        for (const column of ["r", "s"]) {
          const write = { ...target, values: values({ k, c: 1, v: 1 }), conditions: [when(column, operator, value)] };
          const current = blocked({ [column]: pair === some ? some : null });
          expect(await store.update(write), column).toEqual((pair === some ? ofSome : ofNull) ? applied : current);
        }
      }
    });
  });
}
