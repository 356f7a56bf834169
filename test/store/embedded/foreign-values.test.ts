/** Values that only the query language can write: no bytes, numbers without end, timestamps beyond dates. */
import { describe, expect, it } from "vitest";
import { parseCqlType } from "../../../src/model/index.ts";
import type { CqlType } from "../../../src/model/index.ts";
import { Encoded } from "../../../src/store/index.ts";
import type { EmbeddedStore, Filter, Operand, Row, Selection } from "../../../src/store/index.ts";
import { openStore, refusalOf, table } from "./temporary-store.ts";

const things = table(
  "things",
  {
    p: "int",
    c: "double",
    v: "int",
    at: "timestamp",
    d: "double",
    s: "set<double>",
    vs: "set<varint>",
    l: "list<int>",
    m: "map<int, int>",
    fs: "frozen<set<int>>",
    t: "text",
  },
  ["p"],
  { c: "ASC" },
);
const inKey = table("in_key", { p: "int", q: "int", c: "int", d: "varint" }, ["p", "q"], { c: "ASC", d: "DESC" });

const of = (type: string, hex: string): Encoded =>
  Encoded.ofBytes((parseCqlType(type) as { readonly type: CqlType }).type, Buffer.from(hex, "hex"));
const int = (value: number): Encoded => of("int", value.toString(16).padStart(8, "0"));
const nan = "7ff8000000000000";
const infinity = "7ff0000000000000";

const insert = (store: EmbeddedStore, columns: Readonly<Record<string, Operand | null>>, name = "things") =>
  store.insert({ keyspace: "shop", table: name, values: new Map(Object.entries(columns)) });
async function read(store: EmbeddedStore, more: Partial<Selection> = {}): Promise<readonly Row[]> {
  const { rows } = await store.select({ keyspace: "shop", table: "things", filters: [], pageSize: 100, ...more });
  return rows;
}
const hexOf = (row: Row | undefined, column: string): string | null => {
  const bytes = row?.bytes?.(column) ?? null;
  return bytes && Buffer.from(bytes).toString("hex");
};
const where = (column: string, operator: Filter["operator"], value: Operand): Filter => ({ column, operator, value });

describe("values that have no form in JavaScript", () => {
  it("keep their bytes", async () => {
    const { store } = await openStore([things]);
    await insert(store, {
      p: int(1),
      c: of("double", infinity),
      v: of("int", ""),
      at: of("timestamp", "7fffffffffffffff"),
      d: of("double", nan),
      s: of("set<double>", `00000002 00000008${nan} 00000008${infinity}`.replaceAll(" ", "")),
      t: of("text", ""),
    });
    const [row] = await read(store);
    expect(hexOf(row, "v")).toBe("");
    expect(row?.get("v")).toBeNull();
    expect(hexOf(row, "at")).toBe("7fffffffffffffff");
    expect(() => row?.get("at")).toThrow("A timestamp is beyond the dates that JavaScript has");
    expect(row?.get("d")).toBeNaN();
    expect(row?.get("s")).toEqual([Infinity, NaN]);
    expect(row?.get("t")).toBe("");
    expect(row?.get("c")).toBe(Infinity);
    const found = await read(store, { filters: [where("v", "eq", of("int", ""))], filtering: true });
    expect(found).toHaveLength(1);
    expect(await read(store, { filters: [where("v", "lt", int(0))], filtering: true })).toHaveLength(1);
    const guarded = {
      keyspace: "shop",
      table: "things",
      values: new Map<string, Operand>([
        ["p", int(1)],
        ["c", of("double", infinity)],
        ["t", "x"],
      ]),
    };
    const condition = { column: "v", operator: "eq" as const, value: of("int", "") };
    expect(await store.update({ ...guarded, conditions: [condition] })).toEqual({ applied: true });
    expect(await store.update({ ...guarded, conditions: [{ ...condition, value: null }] })).toMatchObject({
      applied: false,
    });
  });

  it("sort as in the database: no bytes first, what is not a number last", async () => {
    const { store } = await openStore([things]);
    const keys = [nan, infinity, "", "fff0000000000000", "0000000000000000", "8000000000000000"];
    for (const key of keys) await insert(store, { p: int(1), c: of("double", key) });
    const sorted = ["", "fff0000000000000", "8000000000000000", "0000000000000000", infinity, nan];
    const inPartition = where("p", "eq", int(1));
    expect((await read(store, { filters: [inPartition] })).map((row) => hexOf(row, "c"))).toEqual(sorted);
    const above = await read(store, { filters: [inPartition, where("c", "gt", of("double", infinity))] });
    expect(above.map((row) => hexOf(row, "c"))).toEqual([nan]);
    const first = await read(store, { filters: [inPartition, where("c", "eq", of("double", ""))] });
    expect(first.map((row) => hexOf(row, "c"))).toEqual([""]);
    // All that are not numbers are one key.
    await insert(store, { p: int(1), c: of("double", "fff8000000000000"), v: int(5) });
    const last = (await read(store, { filters: [inPartition] })).at(-1);
    expect([hexOf(last, "c"), last?.get("v")]).toEqual([nan, 5]);
  });

  it("are one item of a set in any of their forms", async () => {
    const { store } = await openStore([things]);
    const change = (kind: "add" | "remove", column: string, type: string, item: string) => {
      const value = of(type, `00000001${(item.length / 2).toString(16).padStart(8, "0")}${item}`);
      const key = new Map<string, Operand>([
        ["p", int(1)],
        ["c", of("double", infinity)],
      ]);
      return store.update({ keyspace: "shop", table: "things", values: key, changes: [{ column, kind, value }] });
    };
    for (const item of ["05", "01", "0001", "03", "000001"]) await change("add", "vs", "set<varint>", item);
    expect((await read(store))[0]?.get("vs")).toEqual([1n, 3n, 5n]);
    await change("remove", "vs", "set<varint>", "01");
    expect((await read(store))[0]?.get("vs")).toEqual([3n, 5n]);
    for (const item of [nan, infinity, "fff8000000000000"]) await change("add", "s", "set<double>", item);
    expect((await read(store))[0]?.get("s")).toEqual([Infinity, NaN]);
  });

  it("are parts of keys where there is room for them", async () => {
    const { store } = await openStore([inKey]);
    await insert(store, { p: of("int", ""), q: int(1), c: int(1), d: of("varint", "") }, "in_key");
    await insert(store, { p: of("int", ""), q: int(1), c: int(1), d: of("varint", "80") }, "in_key");
    const found = await read(store, {
      table: "in_key",
      filters: [where("p", "eq", of("int", "")), where("q", "eq", int(1))],
    });
    expect(found.map((row) => hexOf(row, "d"))).toEqual(["80", ""]);
    expect(found[0]?.get("p")).toBeNull();
    const sentence = "invalid: The embedded store has no empty values of type int in a key, as for c";
    const row = { p: int(1), q: int(1), c: of("int", ""), d: of("varint", "") };
    expect(await refusalOf(insert(store, row, "in_key"))).toBe(sentence);
    const filters = [where("p", "eq", int(1)), where("q", "eq", int(1)), where("c", "gt", of("int", ""))];
    expect(await refusalOf(read(store, { table: "in_key", filters }))).toBe(sentence);
  });
});

describe("collections in the database's form", () => {
  it("are written as a whole, sorted; empty ones are null unless they are frozen", async () => {
    const { store } = await openStore([things]);
    const c = of("double", infinity);
    await insert(store, {
      p: int(1),
      c,
      l: of("list<int>", "00000002" + "0000000400000002" + "0000000400000001"),
      m: of(
        "map<int, int>",
        "00000002" + "0000000400000002" + "0000000400000005" + "0000000400000001" + "0000000400000006",
      ),
      fs: of("set<int>", "00000002" + "0000000400000002" + "0000000400000001"),
    });
    const [row] = await read(store);
    expect(row?.get("l")).toEqual([2, 1]);
    expect([...(row?.get("m") as ReadonlyMap<number, number>)]).toEqual([
      [1, 6],
      [2, 5],
    ]);
    expect(row?.get("fs")).toEqual([1, 2]);
    expect(row?.cells?.("m").map(({ bytes }) => Buffer.from(bytes).toString("hex"))).toEqual(["00000006", "00000005"]);
    await insert(store, {
      p: int(1),
      c,
      l: of("list<int>", "00000000"),
      m: of("map<int, int>", ""),
      fs: of("set<int>", "00000000"),
    });
    const [emptied] = await read(store);
    expect([hexOf(emptied, "l"), hexOf(emptied, "m"), hexOf(emptied, "fs")]).toEqual([null, null, "00000000"]);
    const put = (key: number) => ({
      keyspace: "shop",
      table: "things",
      values: new Map<string, Operand>([
        ["p", int(key)],
        ["c", c],
      ]),
    });
    await store.update({
      ...put(1),
      changes: [
        { column: "m", kind: "add", value: of("map<int, int>", "00000001" + "0000000400000007" + "0000000400000008") },
      ],
    });
    await store.update({
      ...put(1),
      changes: [{ column: "l", kind: "append", value: of("list<int>", "00000001" + "0000000400000007") }],
    });
    await store.update({
      ...put(1),
      changes: [{ column: "s", kind: "add", value: of("set<double>", `0000000100000008${nan}`) }],
    });
    const [changed] = await read(store);
    expect([...(changed?.get("m") as ReadonlyMap<number, number>)]).toEqual([[7, 8]]);
    expect(changed?.get("l")).toEqual([7]);
    expect(changed?.get("s")).toEqual([NaN]);
    const at = of("int", "");
    const change = { column: "l", kind: "element", at, value: int(1) } as const;
    expect(await refusalOf(store.update({ ...put(1), changes: [change] }))).toBe(
      "invalid: Invalid null value for list index",
    );
  });

  it("have no nulls", () => {
    expect(() => of("list<int>", "00000001ffffffff")).toThrow("null is not supported inside collections");
    expect(() => of("map<int, int>", "00000001" + "0000000400000001" + "ffffffff")).toThrow(
      "null is not supported inside collections",
    );
  });
});
