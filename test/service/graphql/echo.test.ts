/** What a write returns is what a read returns of it: values as they are stored, not as they were sent. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openFixture } from "../service-fixture.ts";
import type { Fixture } from "../service-fixture.ts";

/** By type: the sent literal, and the value as it is stored. */
const cases: readonly (readonly [type: string, sent: string, stored: unknown])[] = [
  ["list<int>", "[2, 1, 2]", [2, 1, 2]],
  ["list<int>", "[]", null],
  ["set<int>", "[2, 1, 2]", [1, 2]],
  ["set<int>", "[]", null],
  ["frozen<set<int>>", "[]", []],
  ["list<frozen<set<int>>>", "[[3, 1, 3]]", [[1, 3]]],
  ["frozen<map<int, text>>", '[{key: 2, value: "b"}, {key: 1, value: "a"}, {key: 2, value: "c"}]', "1 a, 2 c"],
  ["map<frozen<set<int>>, text>", '[{key: [2, 1], value: "a"}, {key: [1, 2], value: "b"}]', "1,2 b"],
  ["map<int, text>", "[]", null],
  ["tuple<int, frozen<set<int>>>", "{item1: [3, 1, 3]}", { item0: null, item1: [1, 3] }],
  ["float", "16777217", 16777216],
  ["inet", '"0:0:0:0:0:0:0:1"', "::1"],
  ["timestamp", '"2020-07-31T18:25:43.5+02:00"', "2020-07-31T16:25:43.500Z"],
  ["duration", '"90m"', "1h30m"],
  ["decimal", '"00.50"', "0.50"],
];
const types = [...new Set(cases.map(([type]) => type))];
const fieldOf = (type: string): string => `c${types.indexOf(type)}`;
const selectionOf = (type: string): string =>
  fieldOf(type) +
  (/^(?:frozen<)?map/.test(type) ? " { key value }" : type.startsWith("tuple") ? " { item0 item1 }" : "");

let fixture: Fixture;
beforeAll(async () => {
  const columns = types.map((typeDefinition) => ({ name: fieldOf(typeDefinition), typeDefinition }));
  fixture = await openFixture([
    {
      name: "t",
      columnDefinitions: [{ name: "id", typeDefinition: "int" }, ...columns],
      primaryKey: { partitionKey: ["id"] },
    },
  ]);
});
afterAll(() => fixture.close());

/** Entries as text, anything else as it is. */
const shown = (value: unknown): unknown =>
  Array.isArray(value) && (value[0] as { key?: unknown } | undefined)?.key !== undefined
    ? value.map(({ key, value: held }: { key: unknown; value: unknown }) => `${String(key)} ${String(held)}`).join(", ")
    : value;

describe("the echo of a write", () => {
  test.each(cases)("of a %s, %s, is what is stored", async (type, sent, stored) => {
    const field = fieldOf(type);
    for (const [id, verb] of ["insertT", "updateT"].entries()) {
      const write = `mutation { w: ${verb}(value: {id: ${id}, ${field}: ${sent}}) { applied value { ${selectionOf(type)} } } }`;
      const { data } = await fixture.graphql(write);
      const echo = (data?.["w"] as { value: Record<string, unknown> }).value[field];
      expect(shown(echo)).toEqual(stored);
      const found = await fixture.graphql(`{ t(value: {id: ${id}}) { values { ${selectionOf(type)} } } }`);
      // An update of nothing but nulls makes no row.
      const [row = { [field]: null }] = (found.data?.["t"] as { values: Record<string, unknown>[] }).values;
      expect(echo).toEqual(row[field]);
    }
  });
});
