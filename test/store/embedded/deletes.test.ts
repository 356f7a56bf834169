/** Deletes beyond a row, as CQL's DELETE has them; the refusals are those of a real Cassandra 5.0. */
import { describe, expect, it, test } from "vitest";
import type { Delete, Filter, Operator, Value } from "../../../src/store/index.ts";
import { hits, openStore, plain, refusalOf, scan, table, values } from "./temporary-store.ts";
import type { Columns } from "./temporary-store.ts";

const wide = table(
  "wide",
  { p: "int", c: "int", d: "int", s: "int static", v: "int", tags: "set<int>" },
  ["p"],
  { c: "ASC", d: "DESC" },
  { indexes: [{ column: "v" }, { column: "d" }] },
);
const two = table("two", { a: "int", b: "int", c: "int", v: "int" }, ["a", "b"], { c: "ASC" });
const flat = table("flat", { p: "int", v: "int" }, ["p"]);
const tables = [wide, two, flat, hits];

const operators: Readonly<Record<string, Operator>> = {
  "=": "eq",
  "!=": "notEq",
  "<": "lt",
  "<=": "lte",
  ">": "gt",
  ">=": "gte",
  in: "in",
  contains: "contains",
};

/** `["c", ">", 1]` as a filter. */
type Relation = readonly [column: string, sign: string, value: Value | null | readonly (Value | null)[]];

function remove(name: string, key: Columns, relations: readonly Relation[] = [], more: Partial<Delete> = {}): Delete {
  const filters = relations.map(
    ([column, sign, value]) => ({ column, operator: operators[sign] as Operator, value }) as Filter,
  );
  return { keyspace: "shop", table: name, key: values(key), filters, ...more };
}

describe("a delete with filters", () => {
  const left: readonly (readonly [relations: readonly Relation[], rows: string])[] = [
    [[["c", ">", 1]], "11 12"],
    [[["c", ">=", 2]], "11 12"],
    [[["c", "<", 2]], "21 22 31 32"],
    [
      [
        ["c", ">", 1],
        ["c", "<=", 2],
      ],
      "11 12 31 32",
    ],
    [[["c", "in", [1, 3, 1]]], "21 22"],
    [[["c", "in", []]], "11 12 21 22 31 32"],
    [
      [
        ["c", "in", [1, 2]],
        ["d", ">", 1],
      ],
      "11 21 31 32",
    ],
    [
      [
        ["c", "in", [1, 2]],
        ["d", "in", [2, 9]],
      ],
      "11 21 31 32",
    ],
    [
      [
        ["c", "=", 1],
        ["d", "<=", 1],
      ],
      "12 21 22 31 32",
    ],
    [
      [
        ["c", ">", 2],
        ["c", "<", 1],
      ],
      "11 12 21 22 31 32",
    ],
  ];

  it.each(left)("%j leaves %s", async (relations, rows) => {
    const { store } = await openStore(tables);
    await store.insert({ keyspace: "shop", table: "wide", values: values({ p: 1, s: 7 }) });
    for (const p of [1, 2]) {
      for (const c of [1, 2, 3]) {
        for (const d of [1, 2]) {
          await store.insert({ keyspace: "shop", table: "wide", values: values({ p, c, d, v: p }) });
        }
      }
    }
    expect(await store.delete(remove("wide", { p: 1 }, relations))).toEqual({ applied: true });
    const shown = async (p: number): Promise<string> => {
      const filters: Filter[] = [{ column: "p", operator: "eq", value: p }];
      const { rows } = await store.select({ keyspace: "shop", table: "wide", filters, pageSize: 100 });
      return plain(rows)
        .map(({ c, d }) => `${String(c)}${String(d)}`)
        .toSorted()
        .join(" ");
    };
    expect(await shown(1)).toBe(rows);
    expect(await shown(2)).toBe("11 12 21 22 31 32");
    const filters: Filter[] = [{ column: "v", operator: "eq", value: 1 }];
    const { rows: found } = await store.select({ keyspace: "shop", table: "wide", filters, pageSize: 100 });
    expect(found).toHaveLength(rows.split(" ").length);
    expect(found.every((row) => row.get("s") === 7)).toBe(true);
  });

  it("takes several partitions with their static values", async () => {
    const { store } = await openStore(tables);
    for (const p of [1, 2, 3]) {
      await store.insert({ keyspace: "shop", table: "wide", values: values({ p, c: 1, d: 1, s: p }) });
      await store.insert({ keyspace: "shop", table: "flat", values: values({ p }) });
    }
    await store.delete(remove("wide", {}, [["p", "in", [1, 3]]]));
    await store.delete(remove("flat", {}, [["p", "in", [1, 3]]]));
    expect(await scan(store, "wide")).toEqual([{ p: 2, c: 1, d: 1, s: 2 }]);
    expect(await scan(store, "flat")).toEqual([{ p: 2 }]);
  });

  it("is one of a batch, whose moment it has", async () => {
    const { store } = await openStore(tables);
    const row = { keyspace: "shop", table: "two", values: values({ a: 1, b: 1, c: 5, v: 1 }) };
    await store.batch([
      { kind: "insert", ...row },
      {
        kind: "delete",
        ...remove("two", { a: 1 }, [
          ["b", "in", [1, 2]],
          ["c", ">", 4],
        ]),
      },
    ]);
    expect(await scan(store, "two")).toEqual([]);
  });
});

describe("what the database refuses of a delete is refused in its words:", () => {
  const exists = { ifExists: true } as const;
  const wholeKey =
    "DELETE statements must restrict all PRIMARY KEY columns with equality relations in order to delete non static columns";
  const ofPartition =
    "Only EQ and IN relation are supported on the partition key (unless you use the token() function) for DELETE statements";
  const refused: readonly (readonly [message: string, statement: Delete])[] = [
    ["Some partition key parts are missing: b", remove("two", { a: 1 }, [["c", ">", 1]])],
    ["Some partition key parts are missing: p", remove("wide", {}, [["c", ">", 1]])],
    [ofPartition, remove("wide", {}, [["p", ">", 1]])],
    [ofPartition, remove("two", { a: 1 }, [["b", ">", 1]])],
    [
      'PRIMARY KEY column "d" cannot be restricted as preceding column "c" is not restricted',
      remove("wide", { p: 1 }, [["d", ">", 1]]),
    ],
    [
      'Clustering column "d" cannot be restricted (preceding column "c" is restricted by a non-EQ relation)',
      remove("wide", { p: 1, d: 1 }, [["c", ">", 1]]),
    ],
    [
      "c cannot be restricted by more than one relation if it includes an Equal",
      remove("wide", { p: 1, c: 1 }, [["c", ">", 1]]),
    ],
    [
      "More than one restriction was found for the start bound on c",
      remove("wide", { p: 1 }, [
        ["c", ">", 1],
        ["c", ">=", 2],
      ]),
    ],
    ["Invalid null value in condition for column c", remove("wide", { p: 1 }, [["c", "in", [1, null]]])],
    ["Invalid null value in condition for column c", remove("wide", { p: 1 }, [["c", ">", null]])],
    ["Non PRIMARY KEY columns found in where clause: v ", remove("wide", { p: 1 }, [["v", ">", 1]])],
    ["Cannot use DELETE with CONTAINS", remove("wide", { p: 1 }, [["tags", "contains", 1]])],
    ["Non PRIMARY KEY columns found in where clause: v, tags ", remove("wide", { p: 1, v: 1 }, [["tags", "=", [1]]])],
    ["Undefined column name nope in table shop.wide", remove("wide", { p: 1 }, [["nope", ">", 1]])],
    ['Unsupported "!=" relation: c != ?', remove("wide", { p: 1 }, [["c", "!=", 1]])],
    [
      "IN on the partition key is not supported with conditional deletions",
      remove("flat", {}, [["p", "in", [1, 2]]], exists),
    ],
    [
      "IN on the clustering key columns is not supported with conditional deletions",
      remove("wide", { p: 1, c: 1 }, [["d", "in", [1, 2]]], exists),
    ],
    [wholeKey, remove("wide", { p: 1, c: 1 }, [["d", ">", 1]], exists)],
  ];

  test.each(refused)("%s", async (message, statement) => {
    const { store } = await openStore(tables);
    expect(await refusalOf(store.delete(statement))).toBe(`invalid: ${message}`);
  });

  it("a list of partitions in a batch with a condition", async () => {
    const { store } = await openStore(tables);
    const call = store.batch([
      { kind: "delete", ...remove("flat", {}, [["p", "in", [1, 2]]]) },
      { kind: "insert", keyspace: "shop", table: "flat", values: values({ p: 1 }), ifNotExists: true },
    ]);
    expect(await refusalOf(call)).toBe(
      "invalid: Batch with conditions cannot span multiple partitions (you cannot use IN on the partition key)",
    );
  });

  it("a list of clustering values in a batch with a condition, but not a range of them", async () => {
    const { store } = await openStore(tables);
    const beside = (relations: readonly Relation[]): Promise<unknown> =>
      store.batch([
        { kind: "delete", ...remove("wide", { p: 1 }, relations) },
        { kind: "insert", keyspace: "shop", table: "wide", values: values({ p: 1, c: 1, d: 1 }), ifNotExists: true },
      ]);
    expect(await refusalOf(beside([["c", "in", [7]]]))).toBe(
      "invalid: IN on the clustering key columns is not supported with conditional deletions",
    );
    await beside([["c", ">=", 1]]);
    expect(await scan(store, "wide")).toEqual([{ p: 1, c: 1, d: 1 }]);
  });

  it("and more combinations of keys than a selection may name", async () => {
    const { store } = await openStore(tables);
    const many = Array.from({ length: 5001 }, (_, item) => item);
    expect(await refusalOf(store.delete(remove("wide", { p: 1 }, [["c", "in", many]])))).toMatch(/at most 5000/);
  });
});
