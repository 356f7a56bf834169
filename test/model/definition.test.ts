import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  isCounterTable,
  isKeyspaceName,
  maximumTimeToLive,
  nativeTypes,
  parseTableDefinition,
  primaryKey,
  printTableDefinition,
} from "../../src/model/index.ts";
import { table, tableOf } from "../support/keyspaces.ts";
import { runs } from "../support/long.ts";

/** A definition with everything in it; each test spoils one thing. */
const readings = {
  name: "readings",
  description: "What sensors say.",
  ifNotExists: true,
  columnDefinitions: [
    { name: "sensor", typeDefinition: "uuid", static: false },
    { name: "day", typeDefinition: "date" },
    { name: "at", typeDefinition: "timestamp" },
    { name: "id", typeDefinition: "timeuuid" },
    { name: "value", description: "In degrees.", typeDefinition: "double" },
    { name: "place", typeDefinition: "text", static: true },
  ],
  primaryKey: { partitionKey: ["sensor", "day"], clusteringKey: ["at", "id"] },
  tableOptions: { defaultTimeToLive: 86_400, clusteringExpression: [{ column: "at", order: "DESC" }] },
};
type Readings = typeof readings;
type Columns = Readings["columnDefinitions"];

/** `readings` with other members; `undefined` takes one away. */
const withMembers = (members: Record<string, unknown>): unknown => ({ ...readings, ...members });
const withColumns = (change: (columns: Columns) => unknown): unknown =>
  withMembers({ columnDefinitions: change(structuredClone(readings.columnDefinitions)) });
const withColumn = (index: number, members: Record<string, unknown>): unknown =>
  withColumns((columns) => columns.map((column, place) => (place === index ? { ...column, ...members } : column)));
const withKey = (members: Record<string, unknown>): unknown =>
  withMembers({ primaryKey: { ...readings.primaryKey, ...members }, tableOptions: undefined });
const withOptions = (members: Record<string, unknown>): unknown =>
  withMembers({ tableOptions: { ...readings.tableOptions, ...members } });
const counters = (members: Record<string, unknown> = {}): unknown => ({
  name: "hits",
  columnDefinitions: [
    { name: "page", typeDefinition: "text" },
    { name: "hits", typeDefinition: "counter" },
  ],
  primaryKey: { partitionKey: ["page"] },
  ...members,
});

/** Each problem as `code at path`. */
function problemsOf(json: unknown, unknownMembers: "refuse" | "ignore" = "refuse"): string[] {
  return parseTableDefinition(json, { unknownMembers }).problems.map(
    ({ code, path }) => `${code} at ${path.join(".")}`,
  );
}

describe("a table definition", () => {
  it("is parsed into a table", () => {
    expect(parseTableDefinition(readings)).toEqual({
      table: {
        name: "readings",
        description: "What sensors say.",
        columns: [
          { name: "sensor", type: { kind: "native", name: "uuid" }, kind: "partition" },
          { name: "day", type: { kind: "native", name: "date" }, kind: "partition" },
          { name: "at", type: { kind: "native", name: "timestamp" }, kind: "clustering" },
          { name: "id", type: { kind: "native", name: "timeuuid" }, kind: "clustering" },
          { name: "value", description: "In degrees.", type: { kind: "native", name: "double" }, kind: "regular" },
          { name: "place", type: { kind: "native", name: "text" }, kind: "static" },
        ],
        partitionKey: ["sensor", "day"],
        clusteringKey: [
          { name: "at", order: "DESC" },
          { name: "id", order: "ASC" },
        ],
        defaultTimeToLive: 86_400,
        indexes: [],
      },
      problems: [],
    });
  });

  it("may say which table it is a view of", () => {
    const { table } = parseTableDefinition({ ...readings, viewOf: "sensors" });
    expect(table?.viewOf).toBe("sensors");
    expect(table && printTableDefinition(table)).toMatchObject({ viewOf: "sensors" });
    expect(parseTableDefinition({ ...readings, viewOf: 1 }).problems).toMatchObject([{ path: ["viewOf"] }]);
  });

  it("needs a name, columns and a partition key; the rest has defaults", () => {
    const definition = {
      name: "products",
      columnDefinitions: [{ name: "id", typeDefinition: "uuid" }],
      primaryKey: { partitionKey: ["id"] },
    };
    const { table } = parseTableDefinition(definition);
    expect(table).toMatchObject({ clusteringKey: [], defaultTimeToLive: 0, indexes: [] });
    expect(table).not.toHaveProperty("description");
    expect(parseTableDefinition({ ...definition, tableOptions: null }).table).toEqual(table);
    expect(parseTableDefinition({ ...definition, ifNotExists: false, $schema: "x", keyspace: "y" }).table).toEqual(
      table,
    );
  });

  it("takes the order of a composite key from the key, not from the columns", () => {
    const { table } = parseTableDefinition(withKey({ partitionKey: ["day", "sensor"], clusteringKey: ["id", "at"] }));
    expect(table && primaryKey(table)).toEqual(["day", "sensor", "id", "at"]);
  });

  test.each([
    "frozen<list<int>>",
    "frozen<set<int>>",
    "frozen<map<int, text>>",
    "tuple<int, text>",
    "vector<float, 3>",
  ])("may have a %s in its key", (typeDefinition) => {
    expect(problemsOf(withColumn(0, { typeDefinition }))).toEqual([]);
    expect(problemsOf(withColumn(2, { typeDefinition }))).toEqual([]);
  });

  it("takes an order in any letter case, and its column under either name that servers know", () => {
    const expression = [
      { name: "at", order: "desc" },
      { column: "id", order: "Desc" },
    ];
    const { table } = parseTableDefinition(withOptions({ clusteringExpression: expression }));
    expect(table?.clusteringKey.map(({ order }) => order)).toEqual(["DESC", "DESC"]);
  });
});

const longName = "x".repeat(222);

describe("is refused", () => {
  test.each<[what: string, definition: unknown, problems: readonly string[]]>([
    ["when it is no object", [readings], ["wrong-json at "]],
    ["when it is null", null, ["wrong-json at "]],
    ["when it is missing", undefined, ["missing-member at "]],
    ["without a name", withMembers({ name: undefined }), ["missing-member at name"]],
    ["with a number as name", withMembers({ name: 7 }), ["wrong-json at name"]],
    ["with an empty name", withMembers({ name: "" }), ["bad-name at name"]],
    ["with a blank in the name", withMembers({ name: "my table" }), ["bad-name at name"]],
    ["with a path as name", withMembers({ name: "../table" }), ["bad-name at name"]],
    ["with a name that is too long", withMembers({ name: `${longName}x` }), ["bad-name at name"]],
    ["with text for a flag", withMembers({ ifNotExists: "yes" }), ["wrong-json at ifNotExists"]],
    ["with a description of other kind", withMembers({ description: 1 }), ["wrong-json at description"]],
    [
      "without columns",
      withMembers({ columnDefinitions: undefined, primaryKey: undefined }),
      ["missing-member at columnDefinitions", "missing-member at primaryKey"],
    ],
    [
      "with an object of columns",
      withMembers({ columnDefinitions: {}, primaryKey: 1 }),
      ["wrong-json at columnDefinitions", "wrong-json at primaryKey"],
    ],
    [
      "with no column at all",
      withMembers({ columnDefinitions: [], primaryKey: { partitionKey: [] }, tableOptions: {} }),
      ["no-columns at columnDefinitions", "no-partition-key at primaryKey.partitionKey"],
    ],
    ["with a column as text", withColumns((columns) => [...columns, "x"]), ["wrong-json at columnDefinitions.6"]],
    [
      "with a column without name and type",
      withColumns((columns) => [...columns, {}]),
      ["missing-member at columnDefinitions.6.name", "missing-member at columnDefinitions.6.typeDefinition"],
    ],
    ["with a column of an empty name", withColumn(4, { name: "" }), ["bad-name at columnDefinitions.4.name"]],
    ["with a column twice", withColumn(5, { name: "value" }), ["duplicate-column at columnDefinitions.5.name"]],
    [
      "with an unknown type",
      withColumn(4, { typeDefinition: "dubble" }),
      ["unknown-type at columnDefinitions.4.typeDefinition"],
    ],
    [
      "with a collection that is not closed",
      withColumn(4, { typeDefinition: "list<int" }),
      ["bad-type at columnDefinitions.4.typeDefinition"],
    ],
    [
      "with a type that is no text",
      withColumn(4, { typeDefinition: ["int"] }),
      ["wrong-json at columnDefinitions.4.typeDefinition"],
    ],
    ["with text for static", withColumn(5, { static: "true" }), ["wrong-json at columnDefinitions.5.static"]],
    [
      "with a number for a column's description",
      withColumn(4, { description: 1 }),
      ["wrong-json at columnDefinitions.4.description"],
    ],
    ["without a primary key", withMembers({ primaryKey: undefined }), ["missing-member at primaryKey"]],
    ["without a partition key", withKey({ partitionKey: undefined }), ["missing-member at primaryKey.partitionKey"]],
    ["with an empty partition key", withKey({ partitionKey: [] }), ["no-partition-key at primaryKey.partitionKey"]],
    ["with a partition key as text", withKey({ partitionKey: "sensor" }), ["wrong-json at primaryKey.partitionKey"]],
    ["with a clustering key as text", withKey({ clusteringKey: "at" }), ["wrong-json at primaryKey.clusteringKey"]],
    ["with a number in a key", withKey({ clusteringKey: ["at", 1] }), ["wrong-json at primaryKey.clusteringKey.1"]],
    [
      "with a key column that is none",
      withKey({ partitionKey: ["sensr"] }),
      ["unknown-column at primaryKey.partitionKey.0"],
    ],
    [
      "with a clustering column that is none",
      withKey({ clusteringKey: ["att"] }),
      ["unknown-column at primaryKey.clusteringKey.0"],
    ],
    [
      "with a column in one key twice",
      withKey({ partitionKey: ["sensor", "sensor"] }),
      ["duplicate-key-column at primaryKey.partitionKey.1"],
    ],
    [
      "with a column in both keys",
      withKey({ clusteringKey: ["at", "sensor"] }),
      ["duplicate-key-column at primaryKey.clusteringKey.1"],
    ],
    [
      "with a duration in the key",
      withColumn(2, { typeDefinition: "duration" }),
      ["bad-key-type at primaryKey.clusteringKey.0"],
    ],
    [
      "with a counter in the key",
      withColumn(0, { typeDefinition: "counter" }),
      ["bad-key-type at primaryKey.partitionKey.0"],
    ],
    ...["list<int>", "set<int>", "map<int, int>"].map((type): [string, unknown, string[]] => [
      `with a ${type} in the key`,
      withColumn(0, { typeDefinition: type }),
      ["bad-key-type at primaryKey.partitionKey.0"],
    ]),
    ...["frozen<list<duration>>", "tuple<int, duration>", "frozen<map<text, duration>>"].map(
      (type): [string, unknown, string[]] => [
        `with a duration within a ${type} in the key`,
        withColumn(3, { typeDefinition: type }),
        ["bad-key-type at primaryKey.clusteringKey.1"],
      ],
    ),
    ["with a static column in the key", withColumn(3, { static: true }), ["static-key at primaryKey.clusteringKey.1"]],
    [
      "with a static column where a partition has one row",
      withKey({ clusteringKey: [] }),
      ["static-without-clustering at columnDefinitions.5.static"],
    ],
    ["with options as a list", withMembers({ tableOptions: [] }), ["wrong-json at tableOptions"]],
    [
      "with a negative time to live",
      withOptions({ defaultTimeToLive: -1 }),
      ["bad-time-to-live at tableOptions.defaultTimeToLive"],
    ],
    [
      "with half a second to live",
      withOptions({ defaultTimeToLive: 0.5 }),
      ["bad-time-to-live at tableOptions.defaultTimeToLive"],
    ],
    [
      "with a time to live as text",
      withOptions({ defaultTimeToLive: "60" }),
      ["bad-time-to-live at tableOptions.defaultTimeToLive"],
    ],
    [
      "with more than twenty years to live",
      withOptions({ defaultTimeToLive: maximumTimeToLive + 1 }),
      ["bad-time-to-live at tableOptions.defaultTimeToLive"],
    ],
    [
      "with an order as an object",
      withOptions({ clusteringExpression: { at: "DESC" } }),
      ["wrong-json at tableOptions.clusteringExpression"],
    ],
    [
      "with an order of no column",
      withOptions({ clusteringExpression: [{ order: "ASC" }, "at"] }),
      [
        "missing-member at tableOptions.clusteringExpression.0.column",
        "wrong-json at tableOptions.clusteringExpression.1",
      ],
    ],
    [
      "with an order of a column outside the clustering key",
      withOptions({ clusteringExpression: [{ column: "sensor", order: "ASC" }] }),
      ["unknown-column at tableOptions.clusteringExpression.0.column"],
    ],
    [
      "with an order of such a column under its other name",
      withOptions({ clusteringExpression: [{ name: "sensor", order: "ASC" }] }),
      ["unknown-column at tableOptions.clusteringExpression.0.name"],
    ],
    [
      "with two orders of one column",
      withOptions({
        clusteringExpression: [
          { column: "at", order: "ASC" },
          { column: "at", order: "DESC" },
        ],
      }),
      ["duplicate-order at tableOptions.clusteringExpression.1.column"],
    ],
    [
      "with an order that is none",
      withOptions({ clusteringExpression: [{ column: "at", order: "down" }] }),
      ["bad-order at tableOptions.clusteringExpression.0.order"],
    ],
    [
      "with a counter beside other columns",
      withColumn(4, { typeDefinition: "counter" }),
      [
        "mixed-counters at columnDefinitions.5.typeDefinition",
        "counter-time-to-live at tableOptions.defaultTimeToLive",
      ],
    ],
    [
      "with a counter beside other columns, after one that is there twice",
      withMembers({
        columnDefinitions: [
          { name: "id", typeDefinition: "uuid" },
          { name: "id", typeDefinition: "uuid" },
          { name: "hits", typeDefinition: "counter" },
          { name: "note", typeDefinition: "text" },
        ],
        primaryKey: { partitionKey: ["id"] },
        tableOptions: {},
        indexes: [],
      }),
      ["duplicate-column at columnDefinitions.1.name", "mixed-counters at columnDefinitions.3.typeDefinition"],
    ],
    [
      "with counters that are to vanish",
      counters({ tableOptions: { defaultTimeToLive: 60 } }),
      ["counter-time-to-live at tableOptions.defaultTimeToLive"],
    ],
    ["with an unknown member", withMembers({ nmae: 1 }), ["unknown-member at nmae"]],
    [
      "with an unknown member of a column",
      withColumn(4, { type: "int" }),
      ["unknown-member at columnDefinitions.4.type"],
    ],
    [
      "with an unknown member of the key",
      withKey({ partitionKeys: [] }),
      ["unknown-member at primaryKey.partitionKeys"],
    ],
    ["with an unknown option", withOptions({ ttl: 1 }), ["unknown-member at tableOptions.ttl"]],
    [
      "with an unknown member of an order",
      withOptions({ clusteringExpression: [{ column: "at", order: "ASC", by: 1 }] }),
      ["unknown-member at tableOptions.clusteringExpression.0.by"],
    ],
  ])("%s", (_, definition, problems) => {
    expect(problemsOf(definition)).toEqual(problems);
    expect(parseTableDefinition(definition)).not.toHaveProperty("table");
  });

  it("for every mistake that it has, at once", () => {
    const definition = {
      name: "no good",
      columnDefinitions: [
        { name: "id", typeDefinition: "uiid" },
        { name: "id", typeDefinition: "text" },
      ],
      primaryKey: { partitionKey: ["idd"] },
      tableOptions: { defaultTimeToLive: -1 },
      extra: true,
    };
    expect(problemsOf(definition)).toEqual([
      "unknown-member at extra",
      "bad-name at name",
      "unknown-type at columnDefinitions.0.typeDefinition",
      "duplicate-column at columnDefinitions.1.name",
      "unknown-column at primaryKey.partitionKey.0",
      "bad-time-to-live at tableOptions.defaultTimeToLive",
    ]);
  });

  it("for the mistake itself, not for what would follow from it", () => {
    expect(problemsOf(counters({ primaryKey: { partitionKey: ["pages"] } }))).toEqual([
      "unknown-column at primaryKey.partitionKey.0",
    ]);
    expect(problemsOf(withMembers({ primaryKey: { partitionKey: ["sensor"], clusteringKey: ["att"] } }))).toEqual([
      "unknown-column at primaryKey.clusteringKey.0",
    ]);
  });

  it("with the words that could have stood there, for a suggestion", () => {
    const [type] = parseTableDefinition(withColumn(4, { typeDefinition: "dubble" })).problems;
    expect(type).toMatchObject({
      found: "dubble",
      expected: [...nativeTypes, "list", "set", "map", "tuple", "vector", "frozen"],
      message: '"dubble" is not a CQL type',
    });
    const [key] = parseTableDefinition(withKey({ clusteringKey: ["att"] })).problems;
    expect(key).toMatchObject({ found: "att", expected: ["sensor", "day", "at", "id", "value", "place"] });
    const [member] = parseTableDefinition(withMembers({ primarykey: {} })).problems;
    expect(member).toMatchObject({
      found: "primarykey",
      expected: expect.arrayContaining(["primaryKey"]),
      atName: true,
    });
  });

  it("without its long texts in the message", () => {
    const huge = "!".repeat(1_000_000);
    for (const json of [
      withMembers({ name: huge }),
      withColumn(4, { typeDefinition: huge }),
      withKey({ clusteringKey: [huge] }),
    ]) {
      for (const { message } of parseTableDefinition(json).problems) expect(message.length).toBeLessThan(200);
    }
  });

  it("for a hundred mistakes at the most", () => {
    const columns = Array.from({ length: 1000 }, (_, index) => ({ name: `c${index}`, typeDefinition: "txet" }));
    expect(problemsOf(withMembers({ columnDefinitions: columns }))).toHaveLength(100);
  });

  it("and never thrown at, whatever it is", () => {
    const json = fc.oneof(fc.jsonValue(), fc.record({ name: fc.jsonValue(), columnDefinitions: fc.jsonValue() }));
    const spoiled = fc
      .tuple(fc.constantFrom(...Object.keys(readings)), json)
      .map(([member, value]) => withMembers({ [member]: value }));
    fc.assert(
      fc.property(fc.oneof(json, spoiled), (json) => {
        const { table, problems } = parseTableDefinition(json);
        expect(table === undefined).toBe(problems.length > 0);
      }),
      runs(500, 20_000),
    );
  });
});

describe("in a request", () => {
  it("has members that are somebody else's business", () => {
    const request = { ...readings, extra: 1, primaryKey: { ...readings.primaryKey, extra: 1 } };
    expect(problemsOf(request, "ignore")).toEqual([]);
    expect(parseTableDefinition(request, { unknownMembers: "ignore" }).table).toEqual(tableOf(readings as never));
    expect(problemsOf(request)).toEqual(["unknown-member at extra", "unknown-member at primaryKey.extra"]);
  });
});

describe("printing", () => {
  it("has key columns first, in key order, and the others as they were", () => {
    const printed = printTableDefinition(
      tableOf({
        name: "t",
        columnDefinitions: ["v2", "c1", "p2", "v1", "c2", "p1"].map((name) => ({ name, typeDefinition: "int" })),
        primaryKey: { partitionKey: ["p1", "p2"], clusteringKey: ["c2", "c1"] },
      }),
    );
    expect(printed.columnDefinitions.map(({ name }) => name)).toEqual(["p1", "p2", "c2", "c1", "v2", "v1"]);
    expect(printed.primaryKey).toEqual({ partitionKey: ["p1", "p2"], clusteringKey: ["c2", "c1"] });
  });

  it("has what the API document has, and nothing empty", () => {
    expect(printTableDefinition(tableOf(counters() as never))).toEqual({
      name: "hits",
      ifNotExists: true,
      columnDefinitions: [
        { name: "page", typeDefinition: "text", static: false },
        { name: "hits", typeDefinition: "counter", static: false },
      ],
      primaryKey: { partitionKey: ["page"] },
      tableOptions: { defaultTimeToLive: 0 },
    });
  });

  it("gives what parses to the same table, and prints the same again", () => {
    fc.assert(
      fc.property(table, (table) => {
        const printed = printTableDefinition(table);
        const parsed = tableOf(JSON.parse(JSON.stringify(printed)) as typeof printed);
        const byName = (one: { name: string }, other: { name: string }): number => (one.name < other.name ? -1 : 1);
        expect({ ...parsed, columns: [...parsed.columns].sort(byName) }).toEqual({
          ...table,
          columns: [...table.columns].sort(byName),
        });
        expect(printTableDefinition(parsed)).toEqual(printed);
        const keys = primaryKey(table);
        expect(printed.columnDefinitions.slice(0, keys.length).map(({ name }) => name)).toEqual(keys);
      }),
      runs(200, 10_000),
    );
  });
});

describe("names and kinds", () => {
  test.each([
    ["shop", true],
    ["Shop_2", true],
    ["x".repeat(48), true],
    ["x".repeat(49), false],
    ["", false],
    ["my-shop", false],
    ["größe", false],
    ["a.b", false],
    ["shop\n", false],
  ])("%j names a keyspace: %s", (name, legal) => {
    expect(isKeyspaceName(name)).toBe(legal);
  });

  it("of a table have at most 222 characters", () => {
    expect(problemsOf(withMembers({ name: longName }))).toEqual([]);
  });

  it("tell a table that counts", () => {
    expect(isCounterTable(tableOf(counters() as never))).toBe(true);
    expect(isCounterTable(tableOf(readings as never))).toBe(false);
  });
});
