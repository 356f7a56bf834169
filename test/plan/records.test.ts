/** Which records a table has, what they are called, and how each column stands in them. */
import { describe, expect, it, test } from "vitest";
import type { TableDefinition } from "../../src/model/index.ts";
import { canChangeParts, exportsOf, hasRecord, planKeyspace, recordsOf, timedColumns } from "../../src/plan/index.ts";
import type { RecordMember, RecordPlan, TablePlan } from "../../src/plan/index.ts";
import { tableOf } from "../support/keyspaces.ts";

function planOf(definition: TableDefinition): TablePlan {
  const [table] = planKeyspace({ name: "shop", tables: [tableOf(definition)], userTypes: [] }).tables;
  return table ?? expect.unreachable();
}

/** `id uuid`, `shared text static`, in the order of the table. */
function define(
  columns: Readonly<Record<string, string>>,
  clusteringKey: readonly string[] = [],
  indexes: TableDefinition["indexes"] = [],
): TableDefinition {
  const columnDefinitions = Object.entries(columns).map(([name, type]) => {
    return { name, typeDefinition: type.replace(" static", ""), static: type.endsWith(" static") };
  });
  return { name: "things", columnDefinitions, primaryKey: { partitionKey: ["id"], clusteringKey }, indexes };
}

const printMembers = (members: readonly RecordMember[]): string =>
  members.map(({ member, presence, optional }) => `${member.name}${optional ? "?" : ""} ${presence}`).join(", ");

/** `ThingsUpdate = ThingsInsert` */
function print(record: RecordPlan): string {
  switch (record.kind) {
    case "same":
      return `${record.name} = ${record.as.name}`;
    case "either":
      return `${record.name} = ${record.of.map(({ name }) => name).join(" | ")}`;
    case "both":
      return `${record.name} = ${record.of.map(({ name }) => name).join(" & ")}`;
    case "prefix":
      return `${record.name}: ${record.prefixes.map(printMembers).join(" | ")}`;
    default:
      return `${record.name}: ${printMembers(record.members)}`;
  }
}

it("of a materialized view are those of its reads", () => {
  const view = tableOf({ ...define({ id: "uuid", at: "int", name: "text" }, ["at"]), viewOf: "others" });
  const [table] = planKeyspace({ name: "shop", tables: [view], userTypes: [] }).tables.map((one) => one.whole());
  expect(recordsOf(table!).map(({ role }) => role)).toEqual(["row", "key", "where"]);
  expect(exportsOf(table!).bindings.filter((name) => /^[a-z]/.test(name))).toEqual([
    "thingsTable",
    "getThings",
    "findThings",
    "scanThings",
    "partitionsOfThings",
    "countThings",
    "countAllThings",
  ]);
});

describe("the records of a table", () => {
  test.each<[what: string, definition: TableDefinition, expected: readonly string[]]>([
    [
      "with a key of one column: an update is an insert",
      define({ name: "text", id: "uuid", tags: "frozen<set<text>>" }),
      [
        "ThingsRow: name nullable, id value, tags nullable",
        "ThingsKey: id value",
        "ThingsWhere: id match",
        "ThingsInsert: name optional, id value, tags optional",
        "ThingsUpdate = ThingsInsert",
        "ThingsIf: name condition, tags condition",
      ],
    ],
    [
      "with a collection that is not frozen: an update changes a part of it",
      define({ id: "uuid", tags: "set<text>", lines: "list<frozen<list<text>>>", pair: "tuple<int, int>" }),
      [
        "ThingsRow: id value, tags value, lines value, pair nullable",
        "ThingsKey: id value",
        "ThingsWhere: id match",
        "ThingsInsert: id value, tags optional, lines optional, pair optional",
        "ThingsUpdate: id value, tags changeable, lines changeable, pair optional",
        "ThingsIf: tags condition, lines condition, pair condition",
      ],
    ],
    [
      "with a collection among the static columns",
      define({ id: "uuid", at: "int", marks: "map<text, int> static", name: "text" }, ["at"]),
      [
        "ThingsRow: id value, at value, marks value, name nullable",
        "ThingsKey: id value, at value",
        "ThingsWhere: id match, at bound",
        "ThingsInsert: id value, at value, marks optional, name optional",
        "ThingsRowUpdate: id value, at value, marks changeable, name optional",
        "ThingsStaticUpdate: id value, at absent, marks changeable, name absent",
        "ThingsUpdate = ThingsRowUpdate | ThingsStaticUpdate",
        "ThingsIf: marks condition, name condition",
      ],
    ],
    [
      "with a clustering column: its range is part of the where",
      define({ id: "uuid", at: "int", name: "text" }, ["at"]),
      [
        "ThingsRow: id value, at value, name nullable",
        "ThingsKey: id value, at value",
        "ThingsWhere: id match, at bound",
        "ThingsInsert: id value, at value, name optional",
        "ThingsUpdate = ThingsInsert",
        "ThingsIf: name condition",
      ],
    ],
    [
      "with two clustering columns and a static one: an update is of a row or of a partition",
      define({ id: "uuid", line: "int", at: "int", shared: "text static", name: "text" }, ["at", "line"]),
      [
        "ThingsRow: id value, line value, at value, shared nullable, name nullable",
        "ThingsKey: id value, line value, at value",
        "ThingsPartition: id match",
        "ThingsClustering: at match, line bound | at bound, line never",
        "ThingsWhere = ThingsPartition & ThingsClustering",
        "ThingsInsert: id value, line value, at value, shared optional, name optional",
        "ThingsRowUpdate = ThingsInsert",
        "ThingsStaticUpdate: id value, line absent, at absent, shared optional, name absent",
        "ThingsUpdate = ThingsRowUpdate | ThingsStaticUpdate",
        "ThingsIf: shared condition, name condition",
      ],
    ],
    [
      "of one counter, which an increment must give; no condition asks of it",
      define({ id: "uuid", views: "counter" }),
      [
        "ThingsRow: id value, views nullable",
        "ThingsKey: id value",
        "ThingsWhere: id match",
        "ThingsIncrement: views value",
      ],
    ],
    [
      "of several counters, of which any may be left out",
      define({ id: "uuid", up: "counter", down: "counter" }),
      [
        "ThingsRow: id value, up nullable, down nullable",
        "ThingsKey: id value",
        "ThingsWhere: id match",
        "ThingsIncrement: up amount, down amount",
      ],
    ],
    [
      "of a text key alone, which is never empty; nothing is left for a condition",
      define({ id: "text" }),
      [
        "ThingsRow: id notEmpty",
        "ThingsKey: id notEmpty",
        "ThingsWhere: id match",
        "ThingsInsert: id notEmpty",
        "ThingsUpdate = ThingsInsert",
      ],
    ],
    [
      "of two text keys, either of which may be empty",
      {
        ...define({ id: "text", kind: "text" }),
        primaryKey: { partitionKey: ["id", "kind"] },
      },
      [
        "ThingsRow: id value, kind value",
        "ThingsKey: id value, kind value",
        "ThingsWhere: id match, kind match",
        "ThingsInsert: id value, kind value",
        "ThingsUpdate = ThingsInsert",
      ],
    ],
    [
      "with indexes: one for each finder",
      define(
        { id: "uuid", tags: "set<text>", scores: "map<text, int>", lines: "frozen<list<text>>", name: "text" },
        [],
        [
          { column: "tags", kind: "values" },
          { column: "scores", kind: "keys" },
          { column: "scores", kind: "entries" },
          { column: "lines", kind: "full" },
          { column: "name", using: "sai" },
        ],
      ),
      [
        "ThingsRow: id value, tags value, scores value, lines nullable, name nullable",
        "ThingsKey: id value",
        "ThingsWhere: id match",
        "ThingsWithTags: tags contains",
        "ThingsWithScoresKey: scores containsKey",
        "ThingsWithScoresEntry: scores containsEntry",
        "ThingsWithLines: lines equal",
        "ThingsWithName: name equal",
        "ThingsInsert: id value, tags optional, scores optional, lines optional, name optional",
        "ThingsUpdate: id value, tags changeable, scores changeable, lines optional, name optional",
        "ThingsIf: tags condition, scores condition, lines condition, name condition",
      ],
    ],
    [
      "with indexes and a clustering key: a finder takes the whole partition key, with a prefix, or nothing of it",
      define(
        { id: "uuid", at: "int", line: "int", name: "text", age: "int", tags: "set<text>" },
        ["at", "line"],
        [
          { column: "name", using: "sai" },
          { column: "age", using: "sai" },
          { column: "tags", using: "sai", kind: "values" },
          { column: "line" },
        ],
      ),
      [
        "ThingsRow: id value, at value, line value, name nullable, age nullable, tags value",
        "ThingsKey: id value, at value, line value",
        "ThingsPartition: id match",
        "ThingsClustering: at match, line bound | at bound, line never",
        "ThingsWhere = ThingsPartition & ThingsClustering",
        "ThingsWithName: name equal",
        "ThingsWithAge: age indexed",
        "ThingsWithTags: tags contains",
        "ThingsWithLine: line equal, id? equal",
        "ThingsWithin: id equal, at match, line bound | id equal, at bound, line never | id never, at never, line never",
        "ThingsIndexed: name? equal, age? indexed, tags? contains",
        "ThingsInsert: id value, at value, line value, name optional, age optional, tags optional",
        "ThingsUpdate: id value, at value, line value, name optional, age optional, tags changeable",
        "ThingsIf: name condition, age condition, tags condition",
      ],
    ],
    [
      "with several indexes on a column: no finder takes them besides its own",
      define(
        { id: "uuid", name: "text", age: "int", scores: "map<text, int>" },
        [],
        [
          { column: "name", using: "sai" },
          { column: "age", using: "sai" },
          { column: "scores", using: "sai", kind: "keys" },
          { column: "scores", using: "sai", kind: "values" },
        ],
      ),
      [
        "ThingsRow: id value, name nullable, age nullable, scores value",
        "ThingsKey: id value",
        "ThingsWhere: id match",
        "ThingsWithName: name equal",
        "ThingsWithAge: age indexed",
        "ThingsWithScoresKey: scores containsKey",
        "ThingsWithScores: scores contains",
        "ThingsIndexed: name? equal, age? indexed",
        "ThingsInsert: id value, name optional, age optional, scores optional",
        "ThingsUpdate: id value, name optional, age optional, scores changeable",
        "ThingsIf: name condition, age condition, scores condition",
      ],
    ],
    [
      "with vectors: neighbors are searched among what finders take besides their own column",
      define(
        { id: "uuid", at: "int", near: "vector<float, 2>", lang: "text" },
        ["at"],
        [
          { column: "near", using: "sai" },
          { column: "lang", using: "sai" },
        ],
      ),
      [
        "ThingsRow: id value, at value, near nullable, lang nullable",
        "ThingsKey: id value, at value",
        "ThingsWhere: id match, at bound",
        "ThingsWithLang: lang equal",
        "ThingsWithin: id equal, at bound | id never, at never",
        "ThingsIndexed: lang? equal",
        "ThingsInsert: id value, at value, near optional, lang optional",
        "ThingsUpdate = ThingsInsert",
        "ThingsIf: near condition, lang condition",
      ],
    ],
    [
      "with vectors, and a partition key of two columns",
      {
        ...define(
          { id: "uuid", kind: "text", at: "int", near: "vector<float, 2>" },
          ["at"],
          [{ column: "near", using: "sai" }],
        ),
        primaryKey: { partitionKey: ["id", "kind"], clusteringKey: ["at"] },
      },
      [
        "ThingsRow: id value, kind value, at value, near nullable",
        "ThingsKey: id value, kind value, at value",
        "ThingsWhere: id match, kind match, at bound",
        "ThingsWithin: id equal, kind equal, at bound | id never, kind never, at never",
        "ThingsInsert: id value, kind value, at value, near optional",
        "ThingsUpdate = ThingsInsert",
        "ThingsIf: near condition",
      ],
    ],
  ])("%s", (_, definition, expected) => {
    expect(recordsOf(planOf(definition)).map(print)).toEqual(expected);
  });

  it("are what its modules export, and those of values have validators", () => {
    const plan = planOf(define({ id: "uuid", at: "int", shared: "text static" }, ["at"]));
    const { bindings, validators } = exportsOf(plan);
    expect(bindings.filter((name) => name.startsWith("Things"))).toEqual([
      ...recordsOf(plan).map(({ name }) => name),
      "ThingsTypes",
    ]);
    expect(validators).toEqual([
      "thingsRowSchema",
      "thingsInsertSchema",
      "thingsRowUpdateSchema",
      "thingsStaticUpdateSchema",
      "thingsUpdateSchema",
    ]);
    expect(hasRecord(plan, "if")).toBe(true);
    expect(hasRecord(plan, "increment")).toBe(false);
    expect(exportsOf(planOf(define({ id: "uuid", views: "counter" })))).toEqual({
      bindings: [
        ...["ThingsRow", "ThingsKey", "ThingsWhere", "ThingsIncrement", "ThingsTypes", "thingsTable"],
        ...["getThings", "findThings", "scanThings", "countAllThings", "incrementThings", "deleteThings"],
      ],
      validators: ["thingsRowSchema", "thingsIncrementSchema"],
    });
  });
});

describe("the functions of a table", () => {
  const functionsOf = (definition: TableDefinition) =>
    exportsOf(planOf(definition)).bindings.filter((name) => /^[a-z]/.test(name) && name !== "thingsTable");
  const ofEvery = ["getThings", "findThings", "scanThings", "countAllThings"];
  const writes = ["insertThings", "updateThings", "deleteThings"];

  it("of one row in each partition are those of rows", () => {
    expect(functionsOf(define({ id: "uuid", name: "text" }))).toEqual([...ofEvery, ...writes]);
  });

  it("of several rows in a partition are also those of partitions", () => {
    expect(new Set(functionsOf(define({ id: "uuid", at: "int", all: "text static" }, ["at"])))).toEqual(
      new Set([
        ...ofEvery,
        ...writes,
        ...["getThingsStatic", "partitionsOfThings", "countThings", "deleteThingsWhere"],
      ]),
    );
    expect(functionsOf(define({ id: "uuid", at: "int", n: "counter" }, ["at"]))).toContain("deleteThingsWhere");
  });

  it("search for neighbors by vectors with a storage-attached index, by no others", () => {
    const near = { id: "uuid", near: "vector<float, 2>", other: "vector<float, 2>", by_id: "vector<float, 2>" };
    const indexes = ["near", "by_id"].map((column) => ({ column, using: "sai" as const }));
    const found = functionsOf(define(near, [], [...indexes, { column: "other" }]));
    expect(found.filter((name) => name.startsWith("nearest"))).toEqual([
      "nearestThingsByNear",
      // `things_by` would have this name for a column `id`.
      expect.stringMatching(/^nearestThingsByById_[0-9a-f]{4}$/),
    ]);
  });

  it("change parts of what is not frozen", () => {
    const parts = (type: string) => canChangeParts(planOf(define({ id: "uuid", value: type })));
    expect(["set<int>", "list<int>", "map<int, int>"].map(parts)).toEqual([true, true, true]);
    expect(["frozen<set<int>>", "tuple<int>", "vector<float, 2>", "int", "counter"].map(parts)).not.toContain(true);
  });

  it("give the times of writing of single cells", () => {
    const timed = (columns: Readonly<Record<string, string>>) => {
      const found = timedColumns(planOf(define(columns)));
      return typeof found === "string" ? found : found.map(({ name }) => name);
    };
    expect(timed({ id: "uuid", name: "text" })).toBe("conditional");
    expect(timed({ id: "uuid", name: "text", tags: "set<text>" })).toEqual(["name"]);
    expect(timed({ id: "uuid", tags: "set<text>" })).toBe("none");
    expect(timed({ id: "uuid", views: "counter" })).toBe("none");
    expect(timed({ id: "uuid" })).toBe("none");
  });
});
