import { describe, expect, it, test } from "vitest";
import { parseTableDefinition, printTableDefinition } from "../../src/model/index.ts";
import type { Index } from "../../src/model/index.ts";
import { userTypesOf } from "../support/keyspaces.ts";

const userTypes = userTypesOf([{ name: "address", fields: [{ name: "street", typeDefinition: "text" }] }]);
const columns = {
  id: "uuid",
  at: "timestamp",
  email: "text",
  photo: "blob",
  tags: "set<text>",
  scores: "map<text, int>",
  kept: "frozen<list<int>>",
  home: "address",
  work: "frozen<address>",
  took: "duration",
  place: "vector<float, 3>",
  words: "vector<text, 3>",
};

const withIndexes = (indexes: unknown, primaryKey: object = { partitionKey: ["id"], clusteringKey: ["at"] }) =>
  parseTableDefinition(
    {
      name: "people",
      columnDefinitions: Object.entries(columns).map(([name, typeDefinition]) => ({ name, typeDefinition })),
      primaryKey,
      indexes,
    },
    { userTypes },
  );

describe("an index", () => {
  test.each<[unknown, Index]>([
    [{ column: "email" }, { column: "email", kind: "full" }],
    [
      { column: "email", name: "by_email", using: "sai", kind: "full" },
      { column: "email", name: "by_email", using: "sai", kind: "full" },
    ],
    [{ column: "at" }, { column: "at", kind: "full" }],
    [{ column: "photo" }, { column: "photo", kind: "full" }],
    [{ column: "tags" }, { column: "tags", kind: "values" }],
    [{ column: "scores" }, { column: "scores", kind: "values" }],
    [
      { column: "scores", kind: "keys" },
      { column: "scores", kind: "keys" },
    ],
    [
      { column: "scores", kind: "entries", using: "sai" },
      { column: "scores", kind: "entries", using: "sai" },
    ],
    [{ column: "kept" }, { column: "kept", kind: "full" }],
    [{ column: "work" }, { column: "work", kind: "full" }],
    [
      { column: "place", using: "sai" },
      { column: "place", kind: "full", using: "sai" },
    ],
    [
      { column: "email", using: "sai", options: { normalize: "true", case_sensitive: "false" } },
      { column: "email", kind: "full", using: "sai", options: { case_sensitive: "false", normalize: "true" } },
    ],
    [
      { column: "email", using: "sai", options: {} },
      { column: "email", kind: "full", using: "sai" },
    ],
  ])("%j is one", (definition, index) => {
    const { table, problems } = withIndexes([definition]);
    expect(problems).toEqual([]);
    expect(table?.indexes).toEqual([index]);
    expect(table && printTableDefinition(table).indexes).toEqual([index]);
  });

  it("may stand beside others of its column that are of another kind", () => {
    const kinds = ["values", "keys", "entries"].map((kind) => ({ column: "scores", kind }));
    expect(withIndexes(kinds).problems).toEqual([]);
  });

  it("may be on one of several partition columns", () => {
    expect(withIndexes([{ column: "id" }], { partitionKey: ["id", "at"] }).problems).toEqual([]);
  });

  test.each<[unknown, path: string, code: string, message: string]>([
    [{}, "indexes", "wrong-json", "indexes is a list of indexes, not an object"],
    [["email"], "indexes.0", "wrong-json", 'an index must be an object, not the string "email"'],
    [[{}], "indexes.0.column", "missing-member", '"column" is missing'],
    [[{ column: 1 }], "indexes.0.column", "wrong-json", "column must be a string, not the number 1"],
    [[{ column: "emial" }], "indexes.0.column", "unknown-column", 'the table has no column "emial"'],
    [[{ column: "email", columns: [] }], "indexes.0.columns", "unknown-member", 'unknown member "columns"'],
    [[{ column: "email", name: 1 }], "indexes.0.name", "wrong-json", "name must be a string, not the number 1"],
    [
      [{ column: "email", using: "lucene" }],
      "indexes.0.using",
      "bad-index",
      '`using` must be "sai" or omitted, not "lucene"',
    ],
    [
      [{ column: "email", options: { normalize: "true" } }],
      "indexes.0.options",
      "bad-index",
      'only an index with `"using": "sai"` has options',
    ],
    [
      [{ column: "email", using: "sai", options: ["normalize"] }],
      "indexes.0.options",
      "wrong-json",
      "the options of an index must be an object, not a list",
    ],
    [
      [{ column: "email", using: "sai", options: { case_sensitive: false } }],
      "indexes.0.options.case_sensitive",
      "wrong-json",
      'the option case_sensitive must be text: "false", not the boolean false',
    ],
    [
      [{ column: "email", using: "sai", options: { normalize: null } }],
      "indexes.0.options.normalize",
      "wrong-json",
      "the option normalize must be text, not null",
    ],
    [
      [{ column: "email", using: "sai", options: { target: "id" } }],
      "indexes.0.options.target",
      "bad-index",
      "target is not an option: `column`, `kind` and `using` say it",
    ],
    [[{ column: "email", kind: "values" }], "indexes.0.kind", "bad-index", 'an index of a text has the kind "full"'],
    [
      [{ column: "tags", kind: "keys" }],
      "indexes.0.kind",
      "bad-index",
      'an index of a set<text> has the kind "values"',
    ],
    [
      [{ column: "scores", kind: "full" }],
      "indexes.0.kind",
      "bad-index",
      'an index of a map<text, int> has the kind "values", "keys", "entries"',
    ],
    [
      [{ column: "kept", kind: "values" }],
      "indexes.0.kind",
      "bad-index",
      'an index of a frozen<list<int>> has the kind "full"',
    ],
    [
      [{ column: "home" }],
      "indexes.0.column",
      "bad-index",
      "the column home cannot have an index: address cannot be indexed",
    ],
    [
      [{ column: "took" }],
      "indexes.0.column",
      "bad-index",
      "the column took cannot have an index: duration cannot be indexed",
    ],
    [
      [{ column: "photo", using: "sai" }],
      "indexes.0.column",
      "bad-index",
      'the column photo cannot have an index: an index with "sai" does not support blobs',
    ],
    [
      [{ column: "words", using: "sai" }],
      "indexes.0.column",
      "bad-index",
      'the column words cannot have an index: an index with "sai" supports vectors of float only, not vector<text, 3>',
    ],
    [
      [{ column: "id" }],
      "indexes.0.column",
      "bad-index",
      "the column id cannot have an index: it is the whole partition key, which needs no index",
    ],
    [
      [{ column: "tags" }, { column: "tags", kind: "values", name: "x" }],
      "indexes.1.column",
      "duplicate-index",
      "the column tags already has such an index",
    ],
    [
      [
        { column: "tags", name: "x" },
        { column: "email", name: "x" },
      ],
      "indexes.1.name",
      "duplicate-index",
      'the table already has an index with the name "x"',
    ],
    [[{ column: "tags", name: "" }], "indexes.0.name", "bad-name", "an index's name cannot be empty"],
  ])("%j is refused", (indexes, path, code, message) => {
    const { table, problems } = withIndexes(indexes);
    expect(table).toBeUndefined();
    expect(problems.map((problem) => [problem.path.join("."), problem.code, problem.message])).toEqual([
      [path, code, message],
    ]);
  });

  it("is not judged by a key that was not understood", () => {
    const { problems } = withIndexes([{ column: "id" }], { partitionKey: ["id"], clusteringKey: ["att"] });
    expect(problems.map(({ code }) => code)).toEqual(["unknown-column"]);
  });
});

test("a counter cannot have an index", () => {
  const { problems } = parseTableDefinition({
    name: "hits",
    columnDefinitions: [
      { name: "page", typeDefinition: "text" },
      { name: "views", typeDefinition: "counter" },
    ],
    primaryKey: { partitionKey: ["page"] },
    indexes: [{ column: "views" }],
  });
  expect(problems.map(({ message }) => message)).toEqual([
    "the column views cannot have an index: counter cannot be indexed",
  ]);
});

test.each([{}, { kind: "full" }, { kind: "values" }])("an index %j that was accepted once stays", (index) => {
  const definition = {
    name: "people",
    columnDefinitions: Object.entries(columns).map(([name, typeDefinition]) => ({ name, typeDefinition })),
    primaryKey: { partitionKey: ["id"] },
    indexes: [{ column: "took", ...index }],
  };
  const { table, problems } = parseTableDefinition(definition, { userTypes, wasAccepted: true });
  expect(problems).toEqual([]);
  expect(table?.indexes).toEqual([{ column: "took", kind: "full", ...index }]);
});
