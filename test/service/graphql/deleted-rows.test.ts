/** Deletes by `filter`: which statement the store gets, and what is refused before it gets one. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { openRecorded } from "./recorded-fixture.ts";
import type { RecordedFixture } from "./recorded-fixture.ts";

const messages = {
  name: "messages",
  columnDefinitions: [
    { name: "room", typeDefinition: "text" },
    { name: "sent_at", typeDefinition: "int" },
    { name: "author", typeDefinition: "text" },
    { name: "body", typeDefinition: "text" },
  ],
  primaryKey: { partitionKey: ["room"], clusteringKey: ["sent_at", "author"] },
};

let recorded: RecordedFixture;
beforeAll(async () => {
  recorded = await openRecorded([messages]);
});
afterAll(() => recorded.close());
beforeEach(() => {
  recorded.outcome = { applied: true };
});

const remove = (args: string): string =>
  `mutation { deleteMessages(${args}) { applied value { room sentAt author } } }`;
const key = (...entries: readonly [string, unknown][]): Map<string, unknown> => new Map(entries);

describe("a delete with a filter", () => {
  test.each<[args: string, expected: object]>([
    [`filter: {room: {eq: "a"}}`, { key: key(["room", "a"]), filters: [] }],
    [`filter: {room: {eq: "a"}, sentAt: {eq: 1}}`, { key: key(["room", "a"], ["sent_at", 1]), filters: [] }],
    [
      `filter: {sentAt: {gt: 1, lte: 5}, room: {eq: "a"}}`,
      {
        key: key(["room", "a"]),
        filters: [
          { column: "sent_at", operator: "gt", value: 1 },
          { column: "sent_at", operator: "lte", value: 5 },
        ],
      },
    ],
    [
      `filter: {room: {in: ["a", "b"]}, sentAt: {lt: 5}}`,
      {
        key: key(),
        filters: [
          { column: "room", operator: "in", value: ["a", "b"] },
          { column: "sent_at", operator: "lt", value: 5 },
        ],
      },
    ],
    [
      `filter: {room: {eq: "a"}, sentAt: {in: [1, 2]}, author: {eq: "x"}}`,
      {
        key: key(["room", "a"]),
        filters: [
          { column: "sent_at", operator: "in", value: [1, 2] },
          { column: "author", operator: "eq", value: "x" },
        ],
      },
    ],
    [
      `filter: {room: {eq: "a"}, sentAt: {eq: 1, gt: 0}}`,
      {
        key: key(["room", "a"]),
        filters: [
          { column: "sent_at", operator: "eq", value: 1 },
          { column: "sent_at", operator: "gt", value: 0 },
        ],
      },
    ],
    [
      `filter: {room: {eq: "a"}, sentAt: {lt: 5}}, options: {timestamp: 7, consistency: ALL}`,
      {
        key: key(["room", "a"]),
        filters: [{ column: "sent_at", operator: "lt", value: 5 }],
        timestamp: 7n,
        consistency: "ALL",
        serialConsistency: "SERIAL",
      },
    ],
  ])("is one statement: %s", async (args, expected) => {
    expect(await recorded.statements(remove(args))).toEqual([{ kind: "delete", ...expected }]);
  });

  it("is one statement by variables too, and shows the values that it tests for", async () => {
    const query = `mutation ($f: MessagesFilterInput!) { deleteMessages(filter: $f) { applied value { room sentAt } } }`;
    for (const f of [
      { room: { eq: "a" }, sentAt: { gte: 3 } },
      { room: { eq: "b" }, sentAt: { gte: 4 } },
    ]) {
      expect(await recorded.graphql(query, { f })).toEqual({
        data: { deleteMessages: { applied: true, value: { room: f.room.eq, sentAt: null } } },
      });
    }
  });

  test.each<[args: string, message: string]>([
    [`filter: {}`, "filter is empty: name the rows to delete"],
    [`filter: null`, "filter is null: name the rows to delete"],
    [`value: null`, "value is null: name the rows to delete"],
    [`ifExists: true`, "value or filter is missing: name the rows to delete"],
    [`value: {room: "a"}, filter: {room: {eq: "a"}}`, "value and filter exclude each other"],
    [`filter: {room: {eq: "a"}}, ifExists: true`, "filter and conditions exclude each other"],
    [`filter: {room: {eq: "a"}}, ifCondition: {body: {eq: "x"}}`, "filter and conditions exclude each other"],
    [`filter: {room: {}}`, "The filter on room is empty"],
    [`filter: {room: null}`, "The filter on room is empty"],
    [`filter: {room: {eq: null}}`, "Invalid null value in condition for column room"],
    [`filter: {room: {eq: "a"}, sentAt: {gt: null}}`, "Invalid null value in condition for column sent_at"],
  ])("is refused: %s", async (args, message) => {
    expect(await recorded.refusal(remove(args))).toBe(message);
  });

  test.each<[head: string, args: string, message: string]>([
    ["($f: MessagesFilterInput)", "filter: $f", "value or filter is missing"],
    ["($i: Int)", `filter: {room: {eq: "a"}, sentAt: {gt: $i}}`, "The variable $i has no value"],
    ["($r: String)", `filter: {room: {eq: $r}}`, "The variable $r has no value"],
  ])("is refused without the variable of %s", async (head, args, message) => {
    expect(await recorded.refusal(`mutation ${head} { deleteMessages(${args}) { applied } }`)).toContain(message);
  });

  it("has lists of limited length, which count with all lists of the request", async () => {
    const query = `mutation ($n: [Int]) { deleteMessages(filter: {room: {eq: "a"}, sentAt: {in: $n}}) { applied } }`;
    const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
    expect(await recorded.statements(query, { n: numbers(1000) })).toHaveLength(1);
    expect(await recorded.refusal(query, { n: numbers(1001) })).toContain('The list "in" of sentAt has 1001 items');
    const many = `mutation ($n: [Int], $a: [String]) {
      deleteMessages(filter: {room: {eq: "a"}, sentAt: {in: $n}, author: {in: $a}}) { applied }
    }`;
    const authors = (count: number): string[] => numbers(count).map(String);
    expect(await recorded.statements(many, { n: numbers(100), a: authors(100) })).toHaveLength(1);
    expect(await recorded.refusal(many, { n: numbers(101), a: authors(100) })).toContain("combinations of key values");
  });

  it("counts the lists of a batch before it is sent, and once", async () => {
    const query = `mutation ($n: [Int], $a: [String]) @atomic {
      a: deleteMessages(filter: {room: {eq: "a"}, sentAt: {in: $n}, author: {in: $a}}) { applied }
      b: deleteMessages(filter: {room: {eq: "b"}, sentAt: {in: $n}, author: {in: $a}}) { applied }
    }`;
    const numbers = Array.from({ length: 50 }, (_, n) => n);
    expect(await recorded.statements(query, { n: numbers, a: [...numbers, ...numbers].map(String) })).toHaveLength(2);
    expect(await recorded.refusal(query, { n: [...numbers, 50], a: [...numbers, ...numbers].map(String) })).toContain(
      "combinations of key values",
    );
  });

  it("is in an atomic batch beside other writes, each with its own time", async () => {
    const query = `mutation @atomic {
      a: deleteMessages(filter: {room: {eq: "a"}, sentAt: {lt: 3}}, options: {timestamp: "1"}) { applied }
      b: insertMessages(value: {room: "a", sentAt: 9, author: "x"}, options: {timestamp: "2"}) { applied }
    }`;
    expect(await recorded.statements(query)).toEqual([
      {
        kind: "batch delete",
        key: key(["room", "a"]),
        filters: [{ column: "sent_at", operator: "lt", value: 3 }],
        timestamp: 1n,
      },
      { kind: "batch insert", values: key(["room", "a"], ["sent_at", 9], ["author", "x"]), timestamp: 2n },
    ]);
  });
});
