/** Updates with `changes`: which changes of parts the store gets, in which order, and what is refused. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import type { TableDefinition, UserTypeDefinition } from "../../../src/model/index.ts";
import { writeOrder } from "../../../src/service/graphql/write.ts";
import { openRecorded } from "./recorded-fixture.ts";
import type { RecordedFixture } from "./recorded-fixture.ts";

const address: UserTypeDefinition = {
  name: "address",
  fields: [
    { name: "city", typeDefinition: "text" },
    { name: "zip_code", typeDefinition: "int" },
  ],
};
const rooms: TableDefinition = {
  name: "rooms",
  columnDefinitions: [
    { name: "name", typeDefinition: "text" },
    { name: "topic", typeDefinition: "text" },
    { name: "moderators", typeDefinition: "set<text>" },
    { name: "log", typeDefinition: "list<text>" },
    { name: "settings", typeDefinition: "map<text, int>" },
    { name: "home", typeDefinition: "address" },
    { name: "at", typeDefinition: "frozen<list<int>>" },
    { name: "sizes", typeDefinition: "map<int, frozen<list<bigint>>>" },
    { name: "stable", typeDefinition: "frozen<address>" },
  ],
  primaryKey: { partitionKey: ["name"] },
};
const plain: TableDefinition = {
  name: "plain",
  columnDefinitions: [
    { name: "id", typeDefinition: "int" },
    { name: "place", typeDefinition: "tuple<int, int>" },
    { name: "words", typeDefinition: "frozen<set<text>>" },
  ],
  primaryKey: { partitionKey: ["id"] },
};

let recorded: RecordedFixture;
beforeAll(async () => {
  recorded = await openRecorded([rooms, plain], [address]);
});
afterAll(() => recorded.close());
beforeEach(() => {
  recorded.outcome = { applied: true };
});

const update = (rest: string): string => `mutation { updateRooms(value: {name: "a"}, ${rest}) { applied } }`;
const values = new Map([["name", "a"]]);

describe("an update with changes", () => {
  test.each<[changes: string, expected: readonly object[]]>([
    [
      `moderators: {add: ["x", "y"], remove: "z"}`,
      [
        { column: "moderators", kind: "add", value: ["x", "y"] },
        { column: "moderators", kind: "remove", value: ["z"] },
      ],
    ],
    [
      `log: {removeAt: 2, remove: ["b"], prepend: ["c", "d"], append: ["a"]}`,
      [
        { column: "log", kind: "element", at: 2, value: null },
        { column: "log", kind: "remove", value: ["b"] },
        { column: "log", kind: "append", value: ["a"] },
        { column: "log", kind: "prepend", value: ["c", "d"] },
      ],
    ],
    [
      `log: {setAt: [{index: 0, value: "x"}, {index: 1, value: null}]}`,
      [
        { column: "log", kind: "element", at: 0, value: "x" },
        { column: "log", kind: "element", at: 1, value: null },
      ],
    ],
    [
      `settings: {put: [{key: "a", value: 1}, {key: "b", value: 2}], removeKeys: ["c"]}`,
      [
        {
          column: "settings",
          kind: "add",
          value: new Map([
            ["a", 1],
            ["b", 2],
          ]),
        },
        { column: "settings", kind: "remove", value: ["c"] },
      ],
    ],
    [`sizes: {put: {key: 1, value: ["7", 8]}}`, [{ column: "sizes", kind: "add", value: new Map([[1, [7n, 8n]]]) }]],
    [
      `home: {setFields: {zipCode: 3000, city: null}}`,
      [
        { column: "home", kind: "field", field: "city", value: null },
        { column: "home", kind: "field", field: "zip_code", value: 3000 },
      ],
    ],
    [
      `log: {append: "a"}, moderators: {add: "b"}`,
      [
        { column: "moderators", kind: "add", value: ["b"] },
        { column: "log", kind: "append", value: ["a"] },
      ],
    ],
  ])("hands in %s", async (changes, expected) => {
    const statements = await recorded.statements(update(`changes: {${changes}}`));
    expect(statements).toEqual([{ kind: "update", values, changes: expected }]);
  });

  it("takes them as variables, beside values, conditions and options", async () => {
    const query = `mutation ($v: RoomsInput!, $c: RoomsChangesInput, $items: [String!]) {
      a: updateRooms(value: $v, changes: $c, ifExists: true, options: {ttl: 5, timestamp: "9"}) { applied value { topic } }
      b: updateRooms(value: {name: "b"}, changes: {moderators: {add: $items}}) { applied }
    }`;
    const given = { v: { name: "a", topic: "t" }, c: { settings: { put: [{ key: "k", value: 1 }] } }, items: ["x"] };
    expect(await recorded.statements(query, given)).toEqual([
      {
        kind: "update",
        values: new Map([...values, ["topic", "t"]]),
        changes: [{ column: "settings", kind: "add", value: new Map([["k", 1]]) }],
        ifExists: true,
        ttlSeconds: 5,
        timestamp: 9n,
        consistency: "LOCAL_QUORUM",
        serialConsistency: "SERIAL",
      },
      {
        kind: "update",
        values: new Map([["name", "b"]]),
        changes: [{ column: "moderators", kind: "add", value: ["x"] }],
      },
    ]);
    const { data } = await recorded.graphql(query, given);
    expect(data).toMatchObject({ a: { applied: true, value: { topic: "t" } } });
  });

  test.each(["", "changes: null", "changes: {}"])("has none with: %s", async (rest) => {
    const [{ changes = [], ...statement } = {}] = await recorded.statements(update(rest));
    expect([statement, changes]).toEqual([{ kind: "update", values }, []]);
  });

  test.each<[rest: string, message: string]>([
    [`changes: {log: {}}`, "The changes of log are empty"],
    [`changes: {log: null}`, "The changes of log are empty"],
    [`changes: {log: {append: null}}`, "append of log is null: leave it out"],
    [`changes: {log: {setAt: [{index: 0}]}}`, "An item of setAt of log has no value"],
    [`changes: {settings: {put: [{key: "a", value: null}]}}`, "The value of settings is not"],
    [`changes: {home: {setFields: {}}}`, "The changes of home are empty"],
    [`changes: {home: {setFields: null}}`, "setFields of home is null"],
  ])("is refused: %s", async (rest, message) => {
    expect(await recorded.refusal(update(rest))).toContain(message);
  });

  it("has a column in value or in changes, not in both", async () => {
    const query = `mutation { updateRooms(value: {name: "a", log: []}, changes: {log: {append: ["x"]}}) { applied } }`;
    expect(await recorded.refusal(query)).toBe("log is in both value and changes");
  });

  test.each<[changes: string, message: string]>([
    [`log: {append: [null]}`, "found null"],
    [`log: {add: ["a"]}`, 'Field "add" is not defined by type "StringListChangesInput"'],
    [`at: {append: [1]}`, 'Field "at" is not defined by type "RoomsChangesInput"'],
    [`stable: {setFields: {city: "x"}}`, 'Field "stable" is not defined'],
    [`log: {setAt: [{value: "x"}]}`, 'Field "StringListItemInput.index" of required type "Int!" was not provided'],
  ])("is refused by its types: %s", async (changes, message) => {
    expect(await recorded.refusal(update(`changes: {${changes}}`))).toContain(message);
  });

  it("is refused without the value of a variable within", async () => {
    const query = `mutation ($a: [String!]) { updateRooms(value: {name: "a"}, changes: {log: {append: $a}}) { applied } }`;
    expect(await recorded.refusal(query)).toBe(
      "The variable $a has no value, and changes means something else without it",
    );
  });

  it("names at most 1,000 items by their index", async () => {
    const query = `mutation ($i: [Int!]) { updateRooms(value: {name: "a"}, changes: {log: {removeAt: $i}}) { applied } }`;
    const indexes = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
    expect((await recorded.statements(query, { i: indexes(1000) }))[0]?.changes).toHaveLength(1000);
    expect(await recorded.refusal(query, { i: indexes(1001) })).toContain('The list "removeAt" of log has 1001 items');
  });

  it("is not offered by a table whose columns are all written whole", async () => {
    const { errors } = await recorded.graphql(`mutation { updatePlain(value: {id: 1}, changes: {}) { applied } }`);
    expect(errors?.[0]?.message).toContain('Unknown argument "changes"');
  });
});

test.each<[changes: object, mayOverlap: boolean]>([
  [{ log: { append: ["a"], prepend: ["b"] }, moderators: { add: ["x"] }, settings: { put: [], removeKeys: [] } }, true],
  [{ home: { setFields: { city: "x" } } }, true],
  [{ log: { setAt: [{ index: 0, value: "x" }] } }, false],
  [{ log: { removeAt: [0] } }, false],
  [{ moderators: { add: ["x"] }, log: { remove: ["x"] } }, false],
])("writes beside an update with %j may be under way: %s", (changes, mayOverlap) => {
  expect(writeOrder.mayOverlap?.({ value: {}, changes })).toBe(mayOverlap);
  expect(writeOrder.mayOverlap?.({ value: {}, changes, ifExists: true })).toBe(false);
});

describe("a condition on a part", () => {
  test.each<[condition: string, expected: readonly object[]]>([
    [
      `log: {at: [{index: 0, is: {eq: "x"}}, {index: 1, is: {notEq: null, in: ["a", null]}}]}`,
      [
        { column: "log", part: { at: 0 }, operator: "eq", value: "x" },
        { column: "log", part: { at: 1 }, operator: "notEq", value: null },
        { column: "log", part: { at: 1 }, operator: "in", value: ["a", null] },
      ],
    ],
    [
      `settings: {at: {key: "a", is: {gt: 1, lte: 5}}}`,
      [
        { column: "settings", part: { at: "a" }, operator: "gt", value: 1 },
        { column: "settings", part: { at: "a" }, operator: "lte", value: 5 },
      ],
    ],
    [`sizes: {at: {key: 1, is: {eq: [5]}}}`, [{ column: "sizes", part: { at: 1 }, operator: "eq", value: [5n] }]],
    [
      `home: {fields: {zipCode: {lt: 9}, city: {eq: "Bern"}}, eq: null}`,
      [
        { column: "home", operator: "eq", value: null },
        { column: "home", part: { field: "city" }, operator: "eq", value: "Bern" },
        { column: "home", part: { field: "zip_code" }, operator: "lt", value: 9 },
      ],
    ],
    [`at: {eq: [1]}`, [{ column: "at", operator: "eq", value: [1] }]],
  ])("is handed in: %s", async (condition, conditions) => {
    for (const [query, kind] of [
      [update(`ifCondition: {${condition}}`), "update"],
      [`mutation { deleteRooms(value: {name: "a"}, ifCondition: {${condition}}) { applied } }`, "delete"],
    ] as const) {
      expect((await recorded.statements(query))[0]).toMatchObject({ kind, conditions });
    }
  });

  test.each<[condition: string, message: string]>([
    [`log: {at: []}`, 'The list "at" of log is empty'],
    [`log: {at: null}`, 'The list "at" of log is empty'],
    [`log: {at: [{index: 0, is: {}}]}`, "The filter on log is empty"],
    [`home: {fields: {}}`, 'The tests "fields" of home are empty'],
    [`home: {fields: {city: null}}`, "The filter on home.city is empty"],
    [`at: {at: [{index: 0, is: {eq: 1}}]}`, "at is frozen or has no such parts"],
    [`moderators: {at: [{index: 0, is: {eq: "x"}}]}`, "moderators is frozen or has no such parts"],
    [`stable: {fields: {city: {eq: "x"}}}`, "stable is frozen or has no such parts"],
    [`sizes: {at: {key: 1, is: {at: [{index: 0, is: {eq: 1}}]}}}`, "sizes: its parts are frozen; test the whole"],
    [`sizes: {at: {key: 1, is: {contains: 1}}}`, "a condition cannot say what a collection contains"],
  ])("is refused: %s", async (condition, message) => {
    expect(await recorded.refusal(update(`ifCondition: {${condition}}`))).toContain(message);
  });

  it("is refused in a filter of a read", async () => {
    const filter = (test: string): string => `{ rooms(filter: {name: {eq: "a"}, ${test}}) { values { name } } }`;
    expect(await recorded.refusal(filter(`log: {at: [{index: 0, is: {eq: "x"}}]}`))).toBe(
      "log: only a condition can test parts of a value, with at",
    );
    expect(await recorded.refusal(filter(`home: {fields: {city: {eq: "x"}}}`))).toContain("with fields");
  });

  it("tests at most 1,000 items", async () => {
    const query = `mutation ($c: RoomsFilterInput) { updateRooms(value: {name: "a"}, ifCondition: $c) { applied } }`;
    const at = Array.from({ length: 1001 }, (_, index) => ({ index, is: { eq: "x" } }));
    expect(await recorded.refusal(query, { c: { log: { at } } })).toContain('The list "at" of log has 1001 items');
  });
});
