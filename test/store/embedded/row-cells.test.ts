/** The cells of a row as `Row.cells` gives them, and its bytes. */
import { describe, expect, it } from "vitest";
import type { Cell, EmbeddedStore, Insert, Row, Update, Value } from "../../../src/store/index.ts";
import { userTypesOf } from "../../support/keyspaces.ts";
import { hits, openStore, table, values } from "./temporary-store.ts";
import type { OpenStore } from "./temporary-store.ts";

const userTypes = [
  ...userTypesOf([
    {
      name: "name",
      fields: [
        { name: "first", typeDefinition: "text" },
        { name: "last", typeDefinition: "text" },
      ],
    },
  ]).values(),
];
const cells = table(
  "cells",
  {
    p: "int",
    c: "int",
    st: "int static",
    v: "int",
    fl: "frozen<list<int>>",
    l: "list<int>",
    s: "set<int>",
    m: "map<int, text>",
    u: "name",
  },
  ["p"],
  { c: "ASC" },
  { userTypes },
);

async function open(): Promise<OpenStore> {
  const opened = await openStore([hits]);
  for (const type of userTypes) await opened.store.createUserType("shop", type);
  await opened.store.createTable("shop", cells);
  return opened;
}

const row = (
  columns: Readonly<Record<string, Value | null>>,
  more: Partial<Insert & Update> = {},
): Insert & Update => ({
  keyspace: "shop",
  table: "cells",
  values: values({ p: 1, c: 1, ...columns }),
  ...more,
});

async function read(store: EmbeddedStore, byKey = true): Promise<Row> {
  const filters = byKey ? [{ column: "p", operator: "eq" as const, value: 1 }] : [];
  const { rows } = await store.select({ keyspace: "shop", table: "cells", filters, pageSize: 10 });
  return rows[0] as Row;
}

const hex = (bytes: Uint8Array | undefined): string | undefined => bytes && Buffer.from(bytes).toString("hex");
const shown = (list: readonly Cell[] | undefined): unknown[] =>
  (list ?? []).map(({ path, bytes, writeTime, ttlSeconds }) => [hex(path), hex(bytes), writeTime, ttlSeconds]);

describe("the cells of a row", () => {
  it("have the bytes, the time and what is left of the life of a value", async () => {
    const { store, clock } = await open();
    await store.insert(row({ v: 7, st: 8, fl: [1] }, { timestamp: 5n, ttlSeconds: 100 }));
    await store.insert(row({ st: 8 }, { timestamp: 6n }));
    clock.now += 1500;
    const found = await read(store);
    expect(shown(found.cells?.("v"))).toEqual([[undefined, "00000007", 5n, 99]]);
    expect(shown(found.cells?.("st"))).toEqual([[undefined, "00000008", 6n, null]]);
    expect(shown(found.cells?.("fl"))).toEqual([[undefined, "000000010000000400000001", 5n, 99]]);
    expect(hex(found.bytes?.("fl") ?? undefined)).toBe("000000010000000400000001");
    expect(shown(found.cells?.("m"))).toEqual([]);
    expect(shown(found.cells?.("p"))).toEqual([]);
    expect(shown(found.cells?.("nothing"))).toEqual([]);
    clock.now += 98_500;
    expect(shown((await read(store)).cells?.("v"))).toEqual([]);
  });

  it("are the elements of collections that were written as a whole", async () => {
    const { store } = await open();
    const m = new Map([
      [2, "b"],
      [1, "a"],
    ]);
    await store.insert(row({ l: [5, 5], s: [2, 1], m, u: { first: null, last: "l" } }, { timestamp: 5n }));
    const found = await read(store, false);
    expect(shown(found.cells?.("s"))).toEqual([
      ["00000001", "", 5n, null],
      ["00000002", "", 5n, null],
    ]);
    expect(shown(found.cells?.("m"))).toEqual([
      ["00000001", "61", 5n, null],
      ["00000002", "62", 5n, null],
    ]);
    expect(shown(found.cells?.("u"))).toEqual([["0001", "6c", 5n, null]]);
    const list = found.cells?.("l") ?? [];
    expect(list.map(({ bytes }) => hex(bytes))).toEqual(["00000005", "00000005"]);
    expect(new Set(list.map(({ path }) => hex(path))).size).toBe(2);
  });

  it("have a time and a life of their own each", async () => {
    const { store, clock } = await open();
    await store.insert(
      row({ v: 1, s: [1, 2], m: new Map([[1, "a"]]), u: { first: "f", last: "l" } }, { timestamp: 5n }),
    );
    await store.update(row({}, { changes: [{ column: "s", kind: "add", value: [3] }], timestamp: 6n, ttlSeconds: 10 }));
    await store.update(row({}, { changes: [{ column: "s", kind: "remove", value: [1] }], timestamp: 7n }));
    await store.update(row({}, { changes: [{ column: "m", kind: "element", at: 2, value: "b" }], timestamp: 8n }));
    await store.update(
      row({}, { changes: [{ column: "u", kind: "field", field: "first", value: "g" }], timestamp: 9n }),
    );
    const found = await read(store);
    expect(shown(found.cells?.("s"))).toEqual([
      ["00000002", "", 5n, null],
      ["00000003", "", 6n, 10],
    ]);
    expect(shown(found.cells?.("m"))).toEqual([
      ["00000001", "61", 5n, null],
      ["00000002", "62", 8n, null],
    ]);
    expect(shown(found.cells?.("u"))).toEqual([
      ["0000", "67", 9n, null],
      ["0001", "6c", 5n, null],
    ]);
    expect(shown(found.cells?.("v"))).toEqual([[undefined, "00000001", 5n, null]]);
    // The row was joined, and something of it has ended.
    await store.update(row({ v: 2 }, { timestamp: 10n, ttlSeconds: 5 }));
    clock.now += 5000;
    expect(shown((await read(store)).cells?.("s"))).toHaveLength(2);
    expect(shown((await read(store)).cells?.("v"))).toEqual([]);
    clock.now += 5000;
    expect(shown((await read(store)).cells?.("s"))).toEqual([["00000002", "", 5n, null]]);
  });

  it("are there in what a condition shows of a row", async () => {
    const { store } = await open();
    await store.insert(row({ v: 1 }, { timestamp: 5n }));
    const outcome = await store.insert(row({ v: 2 }, { ifNotExists: true }));
    expect(outcome.applied || hex(outcome.current?.bytes?.("v") ?? undefined)).toBe("00000001");
    expect(outcome.applied || shown(outcome.current?.cells?.("v"))).toEqual([[undefined, "00000001", 5n, null]]);
  });
});
