/** Writes as the texts that the engine sends. What a cluster makes of them: `test/cluster/statements.large.test.ts`. */
import { describe, expect, it, test } from "vitest";
import { bindTable } from "../../../src/store/cassandra/bound-table.ts";
import { printDelete, printInsert, printUpdate } from "../../../src/store/cassandra/print-write.ts";
import type { Statement } from "../../../src/store/cassandra/print-write.ts";
import type { Change, Condition, Delete, Update, Value } from "../../../src/store/index.ts";
import { tableOf, userTypesOf } from "../../support/keyspaces.ts";

const rooms = bindTable(
  "shop",
  tableOf(
    {
      name: "rooms",
      columnDefinitions: [
        { name: "house", typeDefinition: "text" },
        { name: "Floor", typeDefinition: "int" },
        { name: "seq", typeDefinition: "int" },
        { name: "tags", typeDefinition: "set<text>" },
        { name: "log", typeDefinition: "list<int>" },
        { name: "Settings", typeDefinition: "map<text, int>" },
        { name: "place", typeDefinition: "place" },
        { name: "size", typeDefinition: "int" },
        { name: "seal", typeDefinition: "frozen<set<text>>" },
      ],
      primaryKey: { partitionKey: ["house"], clusteringKey: ["Floor", "seq"] },
    },
    {
      userTypes: userTypesOf([
        {
          name: "place",
          fields: [
            { name: "Street", typeDefinition: "text" },
            { name: "zip", typeDefinition: "int" },
          ],
        },
      ]),
    },
  ),
);
const target = { keyspace: "shop", table: "rooms" };
const key = new Map<string, Value>([
  ["house", "h"],
  ["Floor", 1],
  ["seq", 2],
]);
const where = ' WHERE house = (text)? AND "Floor" = (int)? AND seq = (int)?';
const int = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const keyBytes = [Buffer.from("h"), int(1), int(2)];
const update = (more: Partial<Update>): Statement => printUpdate(rooms, { ...target, values: key, ...more });
const remove = (more: Partial<Delete>): Statement => printDelete(rooms, { ...target, key, ...more });

describe("a change inside a column", () => {
  const sized = (bytes: Buffer): Buffer => Buffer.concat([int(bytes.length), bytes]);
  const texts = (...items: string[]): Buffer =>
    Buffer.concat([int(items.length), ...items.map((item) => sized(Buffer.from(item)))]);
  const ints = (...items: number[]): Buffer =>
    Buffer.concat([int(items.length), ...items.map((item) => sized(int(item)))]);

  test.each<[set: string, isRepeatable: boolean, Change, parameters: (Buffer | null)[]]>([
    ["tags = tags + (set<text>)?", true, { column: "tags", kind: "add", value: ["a"] }, [texts("a")]],
    ["tags = tags - (set<text>)?", true, { column: "tags", kind: "remove", value: ["a"] }, [texts("a")]],
    ["log = log + (list<int>)?", false, { column: "log", kind: "append", value: [1, 2] }, [ints(1, 2)]],
    ["log = (list<int>)? + log", false, { column: "log", kind: "prepend", value: [1] }, [ints(1)]],
    ["log = log - (list<int>)?", true, { column: "log", kind: "remove", value: [1] }, [ints(1)]],
    ["log[(int)?] = (int)?", false, { column: "log", kind: "element", at: 3, value: 4 }, [int(3), int(4)]],
    ["log[(int)?] = (int)?", false, { column: "log", kind: "element", at: 3, value: null }, [int(3), null]],
    [
      '"Settings" = "Settings" + (map<text, int>)?',
      true,
      { column: "Settings", kind: "add", value: new Map([["a", 1]]) },
      [Buffer.concat([int(1), sized(Buffer.from("a")), sized(int(1))])],
    ],
    [
      '"Settings" = "Settings" - (frozen<set<text>>)?',
      true,
      { column: "Settings", kind: "remove", value: ["a", "b"] },
      [texts("a", "b")],
    ],
    [
      '"Settings"[(text)?] = (int)?',
      true,
      { column: "Settings", kind: "element", at: "a", value: 1 },
      [Buffer.from("a"), int(1)],
    ],
    ['place."Street" = (text)?', true, { column: "place", kind: "field", field: "Street", value: null }, [null]],
    ["place.zip = (int)?", true, { column: "place", kind: "field", field: "zip", value: 5 }, [int(5)]],
    ["seal = seal + (frozen<set<text>>)?", true, { column: "seal", kind: "add", value: ["a"] }, [texts("a")]],
  ])("%s, which may be repeated: %s", (set, isRepeatable, change, parameters) => {
    const statement = update({ changes: [change] });
    expect(statement.cql).toBe(`UPDATE shop.rooms SET ${set}${where}`);
    expect(statement.parameters).toEqual([...parameters, ...keyBytes]);
    expect(statement.isIdempotent).toBe(isRepeatable);
  });

  it("stands beside others, and beside values", () => {
    const changes: Change[] = [
      { column: "tags", kind: "add", value: ["a"] },
      { column: "tags", kind: "remove", value: ["b"] },
    ];
    const { cql } = update({ values: new Map([...key, ["size", 1]]), changes, ttlSeconds: 600 });
    expect(cql).toBe(
      `UPDATE shop.rooms USING TTL ? SET size = (int)?, tags = tags + (set<text>)?, tags = tags - (set<text>)?${where}`,
    );
  });

  test.each<[string, Change]>([
    ["Invalid operation (add) for column size of type int", { column: "size", kind: "add", value: 1 }],
    ["Invalid operation (add) for column log of type list<int>", { column: "log", kind: "add", value: [1] }],
    ["Invalid operation (append) for column tags of type set<text>", { column: "tags", kind: "append", value: ["a"] }],
    ["Column place does not have a field named city", { column: "place", kind: "field", field: "city", value: "" }],
    ["Column tags does not have a field named a", { column: "tags", kind: "field", field: "a", value: "" }],
    [
      "Column tags does not have elements that a key or an index names",
      { column: "tags", kind: "element", at: "a", value: 1 },
    ],
    ["Undefined column name nope in table shop.rooms", { column: "nope", kind: "add", value: [] }],
  ])("is refused: %s", (message, change) => {
    expect(() => update({ changes: [change] })).toThrow(message);
  });

  it("is refused with a value that is not of the column's type", () => {
    expect(() => update({ changes: [{ column: "tags", kind: "add", value: [1] }] })).toThrow(
      /Invalid value for "tags"/,
    );
    expect(() => update({ changes: [{ column: "log", kind: "element", at: "a", value: 1 }] })).toThrow(
      'Invalid value for "log" of type int',
    );
  });
});

describe("a condition on a part of a column", () => {
  test.each<[string, Condition]>([
    ['"Settings"[(text)?] = (int)?', { column: "Settings", part: { at: "a" }, operator: "eq", value: null }],
    ["log[(int)?] > (int)?", { column: "log", part: { at: 1 }, operator: "gt", value: 5 }],
    [
      'place."Street" IN ((text)?, (text)?)',
      { column: "place", part: { field: "Street" }, operator: "in", value: ["a", null] },
    ],
  ])("%s", (text, condition) => {
    const changes: Change[] = [{ column: "tags", kind: "add", value: ["a"] }];
    const { cql, isIdempotent } = update({ changes, conditions: [condition] });
    expect(cql).toBe(`UPDATE shop.rooms SET tags = tags + (set<text>)?${where} IF ${text}`);
    expect(isIdempotent).toBe(false);
    expect(remove({ conditions: [condition] }).cql).toBe(`DELETE FROM shop.rooms${where} IF ${text}`);
  });
});

describe("a delete", () => {
  it("of a range of rows is one statement, which may be repeated", () => {
    const { cql, parameters, isIdempotent } = remove({
      key: new Map([["house", "h"]]),
      filters: [
        { column: "Floor", operator: "in", value: [1, 2] },
        { column: "seq", operator: "gt", value: 3 },
        { column: "seq", operator: "lte", value: 5 },
      ],
    });
    expect(cql).toBe(
      'DELETE FROM shop.rooms WHERE house = (text)? AND "Floor" IN ? AND seq > (int)? AND seq <= (int)?',
    );
    expect(parameters.slice(2)).toEqual([int(3), int(5)]);
    expect(isIdempotent).toBe(true);
  });
});

describe("a delete by tuples", () => {
  it("has a marker for each of their values", () => {
    const { cql, parameters } = remove({
      key: new Map([["house", "h"]]),
      tuples: [{ columns: ["Floor", "seq"], operator: "gt", value: [1, 2] }],
    });
    expect(cql).toBe('DELETE FROM shop.rooms WHERE house = (text)? AND ("Floor", seq) > ((int)?, (int)?)');
    expect(parameters.slice(1)).toEqual([int(1), int(2)]);
  });
});

describe("a time of writing", () => {
  const micros = Buffer.from([0, 6, 0, 0, 0, 0, 0, 1]);
  const timestamp = 0x6000000000001n;

  it("stands before the time to live", () => {
    const insert = printInsert(rooms, { ...target, values: key, timestamp });
    expect(insert.cql).toBe(
      'INSERT INTO shop.rooms (house, "Floor", seq) VALUES ((text)?, (int)?, (int)?) USING TIMESTAMP ? AND TTL ?',
    );
    expect(insert.parameters).toEqual([...keyBytes, micros, undefined]);
    const values = new Map([...key, ["size", 1]]);
    expect(update({ values, timestamp, ttlSeconds: 600 })).toMatchObject({
      cql: `UPDATE shop.rooms USING TIMESTAMP ? AND TTL ? SET size = (int)?${where}`,
      parameters: [micros, int(600), int(1), ...keyBytes],
      isIdempotent: true,
    });
    expect(update({ values, timestamp }).cql).toBe(`UPDATE shop.rooms USING TIMESTAMP ? SET size = (int)?${where}`);
    expect(remove({ timestamp }).cql).toBe(`DELETE FROM shop.rooms USING TIMESTAMP ?${where}`);
  });

  it("has 64 bits", () => {
    expect(() => remove({ timestamp: 2n ** 63n })).toThrow("9223372036854775808 is not a whole number of 64 bits");
  });
});
