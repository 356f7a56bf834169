import { describe, expect, it, test } from "vitest";
import { printFilter, readFilter } from "../../../src/console/tables/filter.ts";
import type { Comparisons } from "../../../src/console/tables/filter.ts";
import { lookUpsOf } from "../../../src/console/tables/query.ts";
import { tableOf } from "../../support/keyspaces.ts";

const table = tableOf({
  name: "visits",
  columnDefinitions: [
    { name: "city", typeDefinition: "text" },
    { name: "day", typeDefinition: "int" },
    { name: "hour", typeDefinition: "int" },
    { name: "count", typeDefinition: "int" },
    { name: "tags", typeDefinition: "set<text>" },
    { name: "Notes", typeDefinition: "map<text, text>" },
  ],
  primaryKey: { partitionKey: ["city"], clusteringKey: ["day", "hour"] },
  indexes: [
    { column: "count", using: "sai" },
    { column: "tags", kind: "values" },
    { column: "Notes", kind: "keys" },
    { column: "Notes", kind: "entries" },
  ],
});
const lookUps = lookUpsOf(table);

function typed(title: string, texts: Record<string, string>, comparisons: Comparisons = {}) {
  const lookUp = lookUps.find((each) => each.title === title)!;
  const drafts = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, { text, isNull: false }]));
  const all = { drafts, comparisons };
  return { read: readFilter(lookUp, all), cql: printFilter(lookUp, all, "shop", "visits") };
}

test.each<[string, Record<string, string>, Comparisons, string, object]>([
  ["All rows", {}, {}, "", {}],
  ["Key", { city: "Graz" }, {}, "city = 'Graz'", { city: { eq: "Graz" } }],
  [
    "Key",
    { city: "Graz", day: "2" },
    { day: ">=" },
    "city = 'Graz' AND day >= 2",
    { city: { eq: "Graz" }, day: { gte: 2 } },
  ],
  ["Index on count", { count: "5" }, { count: "<" }, "count < 5", { count: { lt: 5 } }],
  ["Index on values of tags", { tags: "a" }, {}, "tags CONTAINS 'a'", { tags: { contains: "a" } }],
  ["Index on keys of Notes", { Notes: "a" }, {}, "\"Notes\" CONTAINS KEY 'a'", { Notes: { containsKey: "a" } }],
  [
    "Index on entries of Notes",
    { "Notes key": "a", "Notes value": "b" },
    {},
    "\"Notes\"['a'] = 'b'",
    { Notes: { containsEntry: ["a", "b"] } },
  ],
])("%s with %j %j means %s", (title, texts, comparisons, where, asked) => {
  const { read, cql } = typed(title, texts, comparisons);
  expect(cql).toBe(`SELECT * FROM shop.visits${where && ` WHERE ${where}`}`);
  expect(read).toMatchObject({ query: { where: asked } });
});

describe("a filter", () => {
  it("has a ? for a value that is missing or wrong", () => {
    expect(typed("Key", {}).cql).toBe("SELECT * FROM shop.visits WHERE city = ?");
    expect(typed("Key", { city: "Graz", day: "x" }).cql).toBe(
      "SELECT * FROM shop.visits WHERE city = 'Graz' AND day = ?",
    );
  });

  it("has reserved words in quotes", () => {
    const all = { drafts: {}, comparisons: {} };
    expect(printFilter(lookUps[0]!, all, "shop", "order")).toBe('SELECT * FROM shop."order"');
  });

  it("is refused with a gap in the key, or a value after a range", () => {
    expect(typed("Key", { city: "Graz", hour: "3" }).read.refused).toMatchObject({
      day: { problem: expect.stringContaining("whole number") as string },
    });
    expect(typed("Key", { city: "Graz", day: "2", hour: "3" }, { day: ">" }).read.refused).toMatchObject({
      hour: { problem: "Must be empty, since day has a range" },
    });
  });
});
