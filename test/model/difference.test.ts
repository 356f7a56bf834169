/** What changes between two states of a keyspace, in the words of definitions. */
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { breakageRules, findChanges } from "../../src/model/index.ts";
import { printStatementFor } from "../../src/model/print-cql.ts";
import type { Change, DroppedColumn, Keyspace, TableDefinition, UserTypeDefinition } from "../../src/model/index.ts";
import { keyspace as anyKeyspace, keyspaceOf } from "../support/keyspaces.ts";
import { runs } from "../support/long.ts";

const readings: TableDefinition = {
  name: "readings",
  columnDefinitions: [
    { name: "sensor", typeDefinition: "uuid" },
    { name: "at", typeDefinition: "timestamp" },
    { name: "id", typeDefinition: "int" },
    { name: "value", typeDefinition: "double" },
    { name: "place", typeDefinition: "frozen<spot>" },
  ],
  primaryKey: { partitionKey: ["sensor"], clusteringKey: ["at", "id"] },
  tableOptions: { defaultTimeToLive: 60 },
  indexes: [{ column: "value" }],
};
const spot: UserTypeDefinition = {
  name: "spot",
  fields: [
    { name: "room", typeDefinition: "text" },
    { name: "floor", typeDefinition: "int" },
  ],
};
const described: UserTypeDefinition = {
  ...spot,
  description: "A place.",
  fields: spot.fields.map((field) => (field.name === "floor" ? { ...field, description: "Ours." } : field)),
};
const before = keyspaceOf("lab", [readings], [spot]);

function withTable(change: Partial<TableDefinition>): Keyspace {
  return keyspaceOf("lab", [{ ...readings, ...change }], [spot]);
}

function withColumns(columns: Readonly<Record<string, string | undefined>>): Keyspace {
  const types = new Map(readings.columnDefinitions.map(({ name, typeDefinition }) => [name, typeDefinition]));
  for (const [name, type] of Object.entries(columns)) if (type) types.set(name, type);
  const kept = [...types].filter(([name]) => !(name in columns) || columns[name] !== undefined);
  const columnDefinitions = kept.map(([name, type]) => ({
    name,
    typeDefinition: type.replace(" static", ""),
    static: type.endsWith(" static"),
  }));
  return withTable({ columnDefinitions });
}

function withFields(...fields: readonly (readonly [name: string, typeDefinition: string])[]): Keyspace {
  const changed = { name: "spot", fields: fields.map(([name, typeDefinition]) => ({ name, typeDefinition })) };
  return keyspaceOf("lab", [readings], [changed]);
}

/** `column-type readings.value: double → int` */
function print({ kind, place, before: was = "", after: is = "" }: Change): string {
  const member = place.member === undefined ? "" : `.${place.member}`;
  return `${kind} ${place.of === "table" ? "" : "types/"}${place.name}${member}: ${was} → ${is}`;
}

function changesTo(after: Keyspace, from = before): string[] {
  return findChanges({ keyspace: from }, { keyspace: after }).map(print);
}

const other: TableDefinition = {
  name: "other",
  columnDefinitions: [{ name: "id", typeDefinition: "uuid" }],
  primaryKey: { partitionKey: ["id"] },
};

describe("a change", () => {
  test.each<readonly [string, Keyspace, readonly string[]]>([
    ["nothing", withTable({}), []],
    ["the order of columns", withTable({ columnDefinitions: [...readings.columnDefinitions].reverse() }), []],
    ["a table more", keyspaceOf("lab", [other, readings], [spot]), ["table-added other:  → "]],
    ["a table less", keyspaceOf("lab", [], [spot]), ["table-dropped readings:  → "]],
    ["a column more", withColumns({ note: "text" }), ["column-added readings.note:  → text"]],
    ["a static one more", withColumns({ note: "text static" }), ["column-added readings.note:  → text static"]],
    ["a column less", withColumns({ place: undefined }), ["column-dropped readings.place: frozen<spot> → "]],
    ["another type", withColumns({ place: "text" }), ["column-type readings.place: frozen<spot> → text"]],
    ["a type in a key", withColumns({ id: "bigint" }), ["column-type readings.id: int → bigint"]],
    [
      "one that is static now",
      withColumns({ value: "double static" }),
      ["column-static readings.value: regular → static"],
    ],
    [
      "the partition key",
      withTable({ primaryKey: { partitionKey: ["sensor", "at"], clusteringKey: ["id"] } }),
      ["partition-key readings: sensor → sensor, at", "clustering-key readings: at, id → id"],
    ],
    [
      "a column in the key",
      withTable({ primaryKey: { partitionKey: ["sensor"], clusteringKey: ["at", "id", "value"] }, indexes: [] }),
      ["clustering-key readings: at, id → at, id, value", "index-dropped readings.value: full → "],
    ],
    [
      "a column out of the key",
      withTable({ primaryKey: { partitionKey: ["sensor"], clusteringKey: ["at"] } }),
      ["clustering-key readings: at, id → at"],
    ],
    [
      "the order of rows",
      withTable({ tableOptions: { defaultTimeToLive: 60, clusteringExpression: [{ column: "at", order: "DESC" }] } }),
      ["clustering-order readings: at ASC, id ASC → at DESC, id ASC"],
    ],
    ["the time to live", withTable({ tableOptions: {} }), ["time-to-live readings: 60 → 0"]],
    ["a description", withTable({ description: "What is measured." }), ["description readings:  → What is measured."]],
    [
      "a description of a column",
      withTable({
        columnDefinitions: readings.columnDefinitions.map((column) =>
          column.name === "at" ? { ...column, description: "When." } : column,
        ),
      }),
      ["description readings.at:  → When."],
    ],
    [
      "a description of a user type and of a field of it",
      keyspaceOf("lab", [readings], [described]),
      ["description types/spot:  → A place.", "description types/spot.floor:  → Ours."],
    ],
    ["no index", withTable({ indexes: [] }), ["index-dropped readings.value: full → "]],
    [
      "an index more",
      withTable({ indexes: [{ column: "value" }, { column: "id" }] }),
      ["index-added readings.id:  → full"],
    ],
    [
      "another kind of index",
      withTable({ indexes: [{ column: "value", using: "sai" }] }),
      ["index-changed readings.value: full → full, sai"],
    ],
    [
      "other options of an index",
      withTable({ indexes: [{ column: "value", using: "sai", options: { normalize: "true" } }] }),
      ["index-changed readings.value: full → full, sai, normalize: true"],
    ],
    ["an index with a name", withTable({ indexes: [{ column: "value", name: "by_value" }] }), []],
    [
      "a field more",
      withFields(["room", "text"], ["floor", "int"], ["desk", "int"]),
      ["field-added types/spot.desk:  → int"],
    ],
    ["a field less", withFields(["room", "text"]), ["field-dropped types/spot.floor: int → "]],
    [
      "a field of another type",
      withFields(["room", "int"], ["floor", "int"]),
      ["field-type types/spot.room: text → int"],
    ],
    [
      "fields turned round",
      withFields(["floor", "int"], ["room", "text"]),
      ["field-order types/spot: room, floor → floor, room"],
    ],
    [
      "a user type more",
      keyspaceOf("lab", [readings], [spot, { ...spot, name: "area" }]),
      ["user-type-added types/area:  → "],
    ],
  ])("of %s", (_, after, changes) => {
    expect(changesTo(after)).toEqual(changes);
  });

  test("of an index's name, where both have one", () => {
    const named = (name: string): Keyspace => withTable({ indexes: [{ column: "value", name }] });
    expect(changesTo(named("two"), named("one"))).toEqual(["index-renamed readings.value: one → two"]);
    expect(changesTo(before, named("one"))).toEqual([]);
  });

  test("of a field before another: the database adds at the end", () => {
    const after = withFields(["desk", "int"], ["room", "text"], ["floor", "int"]);
    expect(changesTo(after)).toEqual([
      "field-order types/spot: room, floor → desk, room, floor",
      "field-added types/spot.desk:  → int",
    ]);
  });

  it("is none where a type only has another name", () => {
    expect(changesTo(withColumns({ note: "map<text, varchar>" }), withColumns({ note: "map<varchar, text>" }))).toEqual(
      [],
    );
  });
});

describe("a new name at the same place with the same type", () => {
  const keyed = (
    columns: readonly (readonly [name: string, type: string])[],
    [partition, clustering]: readonly [partition: number, clustering: number],
    more: Partial<TableDefinition> = {},
  ): Keyspace => {
    const names = columns.map(([name]) => name);
    const key = {
      partitionKey: names.slice(0, partition),
      clusteringKey: names.slice(partition, partition + clustering),
    };
    const columnDefinitions = columns.map(([name, typeDefinition]) => ({ name, typeDefinition }));
    return keyspaceOf("lab", [{ name: "t", columnDefinitions, primaryKey: key, ...more }]);
  };
  const int = (...names: string[]): (readonly [string, string])[] => names.map((name) => [name, "int"]);
  const descending = (...columns: string[]): Partial<TableDefinition> => ({
    tableOptions: { clusteringExpression: columns.map((column) => ({ column, order: "DESC" })) },
  });

  test.each<readonly [string, Keyspace, Keyspace, readonly string[]]>([
    ["in the partition key", keyed(int("a", "b"), [1, 0]), keyed(int("x", "b"), [1, 0]), ["column-renamed t.a: a → x"]],
    [
      "in the clustering key",
      keyed(int("a", "b", "v"), [1, 1], descending("b")),
      keyed(int("a", "y", "v"), [1, 1], descending("y")),
      ["column-renamed t.b: b → y"],
    ],
    [
      "several at once",
      keyed(int("a", "b", "c", "v"), [2, 1]),
      keyed(int("x", "y", "z", "v"), [2, 1]),
      ["column-renamed t.a: a → x", "column-renamed t.b: b → y", "column-renamed t.c: c → z"],
    ],
    [
      "of a type that only has another name",
      keyed([["a", "text"]], [1, 0]),
      keyed([["x", "varchar"]], [1, 0]),
      ["column-renamed t.a: a → x"],
    ],
    [
      "beside another type of another key column",
      keyed([...int("a"), ["b", "text"]], [1, 1]),
      keyed([...int("x"), ["b", "uuid"]], [1, 1]),
      ["column-renamed t.a: a → x", "column-type t.b: text → uuid"],
    ],
    [
      "with another order of rows",
      keyed(int("a", "b"), [1, 1]),
      keyed(int("a", "y"), [1, 1], descending("y")),
      ["column-renamed t.b: b → y", "clustering-order t: y ASC → y DESC"],
    ],
    [
      "with its index, which goes with it",
      keyed(int("a", "b"), [1, 1], { indexes: [{ column: "b", name: "by_b" }] }),
      keyed(int("a", "y"), [1, 1], { indexes: [{ column: "y", name: "by_b" }] }),
      ["column-renamed t.b: b → y"],
    ],
  ])("%s is a rename", (_, one, other, changes) => {
    expect(changesTo(other, one)).toEqual(changes);
  });

  test.each<readonly [string, Keyspace, Keyspace, readonly string[]]>([
    [
      "two names that change places",
      keyed(int("a", "b"), [2, 0]),
      keyed(int("b", "a"), [2, 0]),
      ["partition-key t: a, b → b, a"],
    ],
    [
      "a new name beside a column that leaves the key",
      keyed(int("a", "x", "y"), [1, 1]),
      keyed(int("b", "y", "x"), [1, 1]),
      ["partition-key t: a → b", "clustering-key t: x → y", "column-dropped t.a: int → ", "column-added t.b:  → int"],
    ],
    [
      "a new name with a new type",
      keyed(int("a", "v"), [1, 0]),
      keyed([["x", "bigint"], ...int("v")], [1, 0]),
      ["partition-key t: a → x", "column-dropped t.a: int → ", "column-added t.x:  → bigint"],
    ],
    [
      "a name that another column had",
      keyed(int("a", "b"), [1, 0]),
      keyed(int("b"), [1, 0]),
      ["partition-key t: a → b", "column-dropped t.a: int → "],
    ],
    [
      "a name that moves up and a new one behind it",
      keyed(int("a", "b"), [2, 0]),
      keyed(int("b", "c"), [2, 0]),
      ["partition-key t: a, b → b, c", "column-dropped t.a: int → ", "column-added t.c:  → int"],
    ],
    [
      "a new name in a longer key",
      keyed(int("a"), [1, 0]),
      keyed(int("x", "y"), [1, 1]),
      [
        "partition-key t: a → x",
        "clustering-key t:  → y",
        "column-dropped t.a: int → ",
        "column-added t.x:  → int",
        "column-added t.y:  → int",
      ],
    ],
    [
      "a new name outside the key",
      keyed(int("a", "v"), [1, 0]),
      keyed(int("a", "w"), [1, 0]),
      ["column-dropped t.v: int → ", "column-added t.w:  → int"],
    ],
  ])("but %s is not", (_, one, other, changes) => {
    expect(changesTo(other, one)).toEqual(changes);
  });

  test.each<readonly [string, Keyspace, readonly string[]]>([
    [
      "of a field is a rename",
      withFields(["hall", "text"], ["floor", "int"]),
      ["field-renamed types/spot.room: room → hall"],
    ],
    [
      "of all fields, with one more at the end",
      withFields(["hall", "text"], ["level", "int"], ["desk", "int"]),
      [
        "field-renamed types/spot.room: room → hall",
        "field-renamed types/spot.floor: floor → level",
        "field-added types/spot.desk:  → int",
      ],
    ],
    [
      "but a new type is not",
      withFields(["hall", "int"], ["floor", "int"]),
      [
        "field-order types/spot: room, floor → hall, floor",
        "field-added types/spot.hall:  → int",
        "field-dropped types/spot.room: text → ",
      ],
    ],
  ])("%s", (_, after, changes) => {
    expect(changesTo(after)).toEqual(changes);
  });

  it("outside the key names the columns that may be meant", () => {
    const one = keyed([...int("a", "v"), ["t", "text"]], [1, 0]);
    const other = keyed([...int("a", "y", "x"), ["u", "uuid"]], [1, 0]);
    const changes = findChanges({ keyspace: one }, { keyspace: other });
    expect(changes.filter(({ kind }) => kind === "column-dropped")).toEqual([
      { kind: "column-dropped", place: { of: "table", name: "t", member: "t" }, before: "text" },
      {
        kind: "column-dropped",
        place: { of: "table", name: "t", member: "v" },
        before: "int",
        possibleNewNames: ["x", "y"],
      },
    ]);
  });

  it("loses no values, and names the statement", () => {
    for (const kind of ["column-renamed", "field-renamed"] as const) {
      expect(breakageRules[kind].breaks).toEqual(["reads", "writes", "wire"]);
    }
    const place = { of: "table", name: "Odd", member: "a" } as const;
    expect(printStatementFor("lab", { kind: "column-renamed", place, before: "a", after: "order" })).toBe(
      'ALTER TABLE lab."Odd" RENAME a TO "order"',
    );
    const field = { of: "user type", name: "date", member: "a" } as const;
    expect(printStatementFor("lab", { kind: "field-renamed", place: field, before: "a", after: "b" })).toBe(
      'ALTER TYPE lab."date" RENAME a TO b',
    );
  });
});

test("changes come in the order of their places, and have no member for what was not", () => {
  const indexes = ["value", "id", "at"].map((column) => ({ column }));
  const changes = findChanges({ keyspace: withTable({ indexes: [] }) }, { keyspace: withTable({ indexes }) });
  expect(changes).toStrictEqual(
    ["at", "id", "value"].map((member) => ({
      kind: "index-added",
      place: { of: "table", name: "readings", member },
      after: "full",
    })),
  );
  const [described] = findChanges({ keyspace: before }, { keyspace: withTable({ description: "x" }) });
  expect(Object.keys(described ?? {})).toEqual(["kind", "place", "after"]);
});

test("an empty description is none", () => {
  const columnDefinitions = readings.columnDefinitions.map((column) => ({ ...column, description: "" }));
  const fields = spot.fields.map((field) => ({ ...field, description: "" }));
  const empty = keyspaceOf(
    "lab",
    [{ ...readings, description: "", columnDefinitions }],
    [{ ...spot, description: "", fields }],
  );
  expect(findChanges({ keyspace: before }, { keyspace: empty })).toEqual([]);
  const [cleared] = findChanges({ keyspace: withTable({ description: "x" }) }, { keyspace: empty });
  expect(cleared).toEqual({ kind: "description", place: { of: "table", name: "readings" }, before: "x" });
});

describe("a column of a name that was there before", () => {
  const changeOf = (type: string, dropped: Partial<DroppedColumn>): string[] => {
    const known = { table: "readings", column: "note", type: "int", static: false, ...dropped };
    return findChanges({ keyspace: before }, { keyspace: withColumns({ note: type }) }, [known]).map(print);
  };
  test.each([
    ["text", { type: "int" }, ["column-readded readings.note: int → text"]],
    ["int", { type: "int" }, ["column-added readings.note:  → int"]],
    ["text", { type: "varchar" }, ["column-added readings.note:  → text"]],
    ["int", { type: "int", static: true }, ["column-readded readings.note: int static → int"]],
    ["int", { table: "others", type: "text" }, ["column-added readings.note:  → int"]],
    ["list<int>", { type: "frozen<list<int>>" }, ["column-readded readings.note: frozen<list<int>> → list<int>"]],
    ["frozen<spot>", { type: "frozen<tuple<text, int>>" }, ["column-added readings.note:  → frozen<spot>"]],
    ["frozen<spot>", { type: "frozen<spot>" }, ["column-added readings.note:  → frozen<spot>"]],
    [
      "frozen<spot>",
      { type: "frozen<tuple<text, text>>" },
      ["column-readded readings.note: frozen<tuple<text, text>> → frozen<spot>"],
    ],
    ["int static", { type: "int", static: true }, ["column-added readings.note:  → int static"]],
    ["list<int>", { type: "list<int>" }, ["column-added readings.note:  → list<int>"]],
    ["frozen<list<int>>", { type: "frozen<list<int>>" }, ["column-added readings.note:  → frozen<list<int>>"]],
    ["frozen<list<int>>", { type: "list<int>" }, ["column-readded readings.note: list<int> → frozen<list<int>>"]],
    ["vector<float, 3>", { type: "vector<float, 3>" }, ["column-added readings.note:  → vector<float, 3>"]],
    [
      "vector<float, 3>",
      { type: "vector<float, 4>" },
      ["column-readded readings.note: vector<float, 4> → vector<float, 3>"],
    ],
  ])("%s after %o", (type, dropped, changes) => {
    expect(changeOf(type, dropped)).toEqual(changes);
  });

  test.each([
    ["list<frozen<spot>>", "list<frozen<spot>>"],
    ["list<frozen<spot>>", "list<frozen<tuple<text, int>>>"],
    ["map<text, frozen<list<int>>>", "map<text, frozen<list<int>>>"],
    ["frozen<map<text, list<int>>>", "frozen<map<varchar, frozen<list<int>>>>"],
    ["tuple<int, list<text>>", "frozen<tuple<int, frozen<list<text>>>>"],
  ])("%s after %s is the same column again: what is in a type is frozen anyway", (type, dropped) => {
    expect(changeOf(type, { type: dropped })).toEqual([expect.stringMatching(/^column-added /)]);
  });

  test.each([
    ["list<frozen<spot>>", "list<frozen<tuple<text>>>"],
    ["set<frozen<spot>>", "list<frozen<spot>>"],
    ["frozen<list<list<int>>>", "list<frozen<list<int>>>"],
    ["tuple<int, list<text>>", "frozen<tuple<int, frozen<set<text>>>>"],
  ])("%s after %s is another one", (type, dropped) => {
    expect(changeOf(type, { type: dropped })).toEqual([expect.stringMatching(/^column-readded /)]);
  });

  test("a user type with the name of a native type is not that type", () => {
    const date = { name: "date", fields: [{ name: "day", typeDefinition: "int" }] };
    const columnDefinitions = [...other.columnDefinitions, { name: "b", typeDefinition: 'frozen<"date">' }];
    const [old, now] = [
      keyspaceOf("lab", [other], [date]),
      keyspaceOf("lab", [{ ...other, columnDefinitions }], [date]),
    ];
    const kindAfter = (type: string): string | undefined =>
      findChanges({ keyspace: old }, { keyspace: now }, [{ table: "other", column: "b", type, static: false }])[0]
        ?.kind;
    expect([kindAfter('frozen<"date">'), kindAfter("date")]).toEqual(["column-added", "column-readded"]);
  });

  test("a counter never comes back", () => {
    const counts = (...names: string[]): Keyspace =>
      keyspaceOf("lab", [
        {
          ...other,
          columnDefinitions: [
            ...other.columnDefinitions,
            ...names.map((name) => ({ name, typeDefinition: "counter" })),
          ],
        },
      ]);
    const dropped = { table: "other", column: "b", type: "counter", static: false };
    const changes = findChanges({ keyspace: counts("a") }, { keyspace: counts("a", "b") }, [dropped]);
    expect(changes.map(print)).toEqual(["column-readded other.b: counter → counter"]);
  });
});

describe("what a side cannot tell", () => {
  const bare = keyspaceOf("lab", [{ ...readings, indexes: [], tableOptions: {} }], [spot]);
  const told = withTable({ description: "x" });

  it("is no difference, on either side", () => {
    const blind = { keyspace: bare, unknown: ["indexes", "defaultTimeToLive", "description"] as const };
    expect(findChanges(blind, { keyspace: told })).toEqual([]);
    expect(findChanges({ keyspace: told }, blind)).toEqual([]);
  });

  it("is one where it is told after all: a time to live above 0", () => {
    const { tables, ...rest } = bare;
    const keyspace = { ...rest, tables: tables.map((table) => ({ ...table, defaultTimeToLive: 5, indexes: [] })) };
    const changes = findChanges({ keyspace, unknown: ["indexes", "defaultTimeToLive"] }, { keyspace: before });
    expect(changes.map(print)).toEqual(["time-to-live readings: 5 → 60"]);
  });

  it("is no difference in what is said of columns, user types and fields", () => {
    const { tables } = withTable({
      columnDefinitions: readings.columnDefinitions.map((column) => ({ ...column, description: "Said." })),
    });
    const { userTypes } = keyspaceOf("lab", [readings], [described]);
    const unknown = ["memberDescriptions"] as const;
    expect(findChanges({ keyspace: before, unknown }, { keyspace: { ...before, tables, userTypes } })).toEqual([]);
  });

  it("leaves user types away", () => {
    const { tables } = before;
    expect(
      findChanges({ keyspace: { ...before, tables, userTypes: [] }, unknown: ["userTypes"] }, { keyspace: before }),
    ).toEqual([]);
  });
});

describe("for any two keyspaces", () => {
  const opposite: Readonly<Record<string, string>> = Object.fromEntries(
    ["table", "column", "index", "user-type", "field"].flatMap((what) => [
      [`${what}-added`, `${what}-dropped`],
      [`${what}-dropped`, `${what}-added`],
    ]),
  );

  it("the same one has no changes, and the way back has the opposite ones", () => {
    fc.assert(
      fc.property(anyKeyspace, anyKeyspace, (one, other) => {
        expect(changesTo(one, one)).toEqual([]);
        const there = findChanges({ keyspace: one }, { keyspace: other });
        const back = findChanges({ keyspace: other }, { keyspace: one });
        // A rename is at the name that it begins with.
        const placeBack = ({ kind, place, after }: Change): Change["place"] =>
          kind.endsWith("-renamed") && kind !== "index-renamed" ? { ...place, member: after ?? "" } : place;
        const turned = back.map(
          (change) => `${opposite[change.kind] ?? change.kind} ${JSON.stringify(placeBack(change))}`,
        );
        expect(there.map(({ kind, place }) => `${kind} ${JSON.stringify(place)}`).sort()).toEqual(turned.sort());
      }),
      runs(40, 2000),
    );
  });

  it("the order of tables and columns means nothing", () => {
    const turn = (keyspace: Keyspace): Keyspace => ({
      ...keyspace,
      tables: keyspace.tables.map((table) => ({ ...table, columns: [...table.columns].reverse() })).reverse(),
    });
    fc.assert(
      fc.property(anyKeyspace, anyKeyspace, (one, other) => {
        expect(changesTo(turn(other), turn(one))).toEqual(changesTo(other, one));
      }),
      runs(40, 2000),
    );
  });
});

describe("what is harmless of its kind", () => {
  test.each([
    ["time-to-live", "0", "60", false],
    ["time-to-live", "60", "30", false],
    ["time-to-live", "60", "90", true],
    ["time-to-live", "60", "0", true],
    ["index-changed", "full", "full, sai", true],
    ["index-changed", "full, sai", "full", false],
    ["index-changed", "full", "full, sai, case_sensitive: false", false],
    ["index-changed", "full, sai, case_sensitive: false", "full, sai", false],
  ] as const)("%s from %s to %s: %s", (kind, was, is, harmless) => {
    expect(breakageRules[kind].isHarmless?.({ before: was, after: is })).toBe(harmless);
  });
});
