/** Which records a table has, what they are called, and how each column stands in them. */
import { describe, expect, it, test } from "vitest";
import type { TableDefinition } from "../../src/model/index.ts";
import { exportsOf, hasRecord, planKeyspace, recordsOf } from "../../src/plan/index.ts";
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
  members.map(({ member, presence }) => `${member.name} ${presence}`).join(", ");

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
  ]);
});

describe("the records of a table", () => {
  test.each<[what: string, definition: TableDefinition, expected: readonly string[]]>([
    [
      "with a key of one column: an update is an insert",
      define({ name: "text", id: "uuid", tags: "set<text>" }),
      [
        "ThingsRow: name nullable, id value, tags value",
        "ThingsKey: id value",
        "ThingsWhere: id match",
        "ThingsInsert: name optional, id value, tags optional",
        "ThingsUpdate = ThingsInsert",
        "ThingsIf: name condition, tags condition",
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
        "ThingsUpdate = ThingsInsert",
        "ThingsIf: tags condition, scores condition, lines condition, name condition",
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
        ...["getThings", "findThings", "scanThings", "incrementThings", "deleteThings"],
      ],
      validators: ["thingsRowSchema", "thingsIncrementSchema"],
    });
  });
});
