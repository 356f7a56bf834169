/** Good definition files, spoiled in one way each: always a mistake with a place in the file, never anything thrown. */
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { Problem } from "../../src/errors.ts";
import { parseDefinitionFile, printDefinitionFile } from "../../src/source/definition-file.ts";
import { table, tableOf } from "../support/keyspaces.ts";
import { runs } from "../support/long.ts";

const good = printDefinitionFile(
  tableOf({
    name: "readings",
    description: "What sensors say.",
    columnDefinitions: [
      { name: "sensor", typeDefinition: "uuid" },
      { name: "at", typeDefinition: "timestamp" },
      { name: "id", typeDefinition: "timeuuid" },
      { name: "value", typeDefinition: "double" },
      { name: "place", typeDefinition: "text", static: true },
    ],
    primaryKey: { partitionKey: ["sensor"], clusteringKey: ["at", "id"] },
    tableOptions: { clusteringExpression: [{ column: "at", order: "DESC" }] },
  }),
);

/** Fails unless every problem has a place that is within the text, and words for it. */
function expectPlaces(problems: readonly Problem[], text: string): void {
  const lines = text.split(/\r?\n/);
  for (const { code, message, file, line = 0, column = 0, frame = "" } of problems) {
    expect(code).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
    expect(message).toMatch(/[^.]$/);
    expect(file).toBe("f.json");
    expect(line).toBeGreaterThanOrEqual(1);
    expect(line).toBeLessThanOrEqual(lines.length);
    expect(column).toBeGreaterThanOrEqual(1);
    expect(column).toBeLessThanOrEqual((lines[line - 1] ?? "").length + 1);
    expect(frame).toMatch(new RegExp(`^> +${line} \\|`, "m"));
  }
}

type Edit = readonly [from: string, to: string];

/** Each replaces the first of something. */
const edits: readonly Edit[] = [
  ...['"uuidd"', '"UU ID"', '"string"', '""', '" "', "null", "7", "true", "{}", "[]", '["uuid"]', '"list<uuid>"'].map(
    (type): Edit => ['"uuid"', type],
  ),
  ...['"map<text, int>"', '"counter"', '"duration"', '"uuid, text"', '"\\u0000"', '"constructor"', '"__proto__"'].map(
    (type): Edit => ['"uuid"', type],
  ),
  ...["null", "1", '""', '"a b"', '"../../x"', '"größe"', `"${"x".repeat(300)}"`, "[]", '"a\\nb"'].map((name): Edit => [
    '"readings"',
    name,
  ]),
  ...[
    '["sensr"]',
    "[]",
    '"sensor"',
    "null",
    "{}",
    '["sensor", "sensor"]',
    '["place"]',
    "[7]",
    '["at"]',
    '["Sensor"]',
  ].map((key): Edit => ['["sensor"]', key]),
  ...['["att", "id"]', '["at", "at"]', '["at", "sensor"]', '["at", null]', '"at"', "{}", '["place", "at"]', "7"].map(
    (key): Edit => ['["at", "id"]', key],
  ),
  ...['"down"', '""', "null", "1", "true", '"DESC NULLS LAST"'].map((order): Edit => ['"DESC"', order]),
  ...["-1", "0.5", "630720001", "1e400", '"0"', "[]", "true"].map((seconds): Edit => [
    '"defaultTimeToLive": 0',
    `"defaultTimeToLive": ${seconds}`,
  ]),
  ...['"columns"', '"primarykey"', '"TableOptions"', '"__proto__"', '"constructor"', '""'].map((member): Edit => [
    '"columnDefinitions"',
    member,
  ]),
  ...["typ", "staticc", "kind", "toString"].map((member): Edit => ['"static": false', `"${member}": false`]),
  ...['"false"', "null", "0", "[]"].map((flag): Edit => ['"static": false', `"static": ${flag}`]),
  ['"name": "value"', '"name": "at"'],
  ['"name": "value"', '"name": ""'],
  ['"name": "value"', '"name": null'],
  ['"name": "value", ', ""],
  ['"double"', '"counter"'],
  ['"primaryKey"', '"primaryKeys"'],
  ['"partitionKey"', '"partitionkey"'],
  ['"ifNotExists": true', '"ifNotExists": "true"'],
  ['"What sensors say."', "42"],
  [good.slice(good.indexOf("[", good.indexOf("columnDefinitions")), good.indexOf("]") + 1), "{}"],
  ["{", "[{"],
  ["}", ""],
  [",", ""],
  [",", ",,"],
  [":", ""],
  [":", "="],
  ['"name"', "name"],
  ['"', "'"],
  [good, ""],
  [good, "null"],
  [good, "[]"],
  [good, '"readings"'],
  [good, "{}"],
  [good, "CREATE TABLE readings (id uuid PRIMARY KEY);"],
  [good, `${good}${good}`],
  [good, good.slice(0, good.length / 2)],
  [good, "[".repeat(50_000)],
  [good, '{"name":'.repeat(50_000)],
  [good, `{"a":${"[".repeat(50_000)}${"]".repeat(50_000)}}`],
  [good, good.replace('"double"', `"${"x".repeat(200_000)}"`)],
  [good, good.replace('"at", "id"', Array(500).fill('"nowhere"').join(","))],
  ["true", `true${" ".repeat(100_000)}x`],
];

describe("a definition file that is spoiled", () => {
  it("was good before, and can be in more than a hundred ways", () => {
    expect(parseDefinitionFile(good, "f.json").problems).toEqual([]);
    expect(edits.length).toBeGreaterThan(100);
  });

  const shown = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

  test.each(edits.map(([from, to]) => [shown(from), shown(to), from, to]))(
    "by %s → %s has a mistake",
    (_, __, from, to) => {
      expect(good).toContain(from);
      const text = good.replace(from, () => to);
      const { table, problems } = parseDefinitionFile(text, "f.json");
      expect(table).toBeUndefined();
      expect(problems.length).toBeGreaterThan(0);
      expectPlaces(problems, text);
    },
  );

  it("by any change of a few characters is a table or has a place for its mistake", () => {
    const piece = fc.oneof(
      fc.constantFrom("", '"', "{", "}", "[", "]", ",", ":", "//", "/*", "\n", "\\", "é", "0"),
      fc.string(),
    );
    const change = fc.record({ at: fc.nat(good.length), length: fc.nat(30), piece });
    fc.assert(
      fc.property(table, fc.array(change, { minLength: 1, maxLength: 3 }), (table, changes) => {
        let text = printDefinitionFile(table);
        for (const { at, length, piece } of changes) text = text.slice(0, at) + piece + text.slice(at + length);
        const parsed = parseDefinitionFile(text, "f.json");
        expect(parsed.table === undefined).toBe(parsed.problems.length > 0);
        expectPlaces(parsed.problems, text);
      }),
      runs(300, 20_000),
    );
  });

  it("by another value somewhere is a table or has a place for its mistake", () => {
    const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom("id", "text", "counter", "ASC", -1));
    fc.assert(
      fc.property(table, value, fc.nat(), (table, value, place) => {
        const json: unknown = JSON.parse(printDefinitionFile(table));
        const text = JSON.stringify(replaceNode(json, place % countNodes(json), value), null, 2);
        const parsed = parseDefinitionFile(text, "f.json");
        expect(parsed.table === undefined).toBe(parsed.problems.length > 0);
        expectPlaces(parsed.problems, text);
      }),
      runs(300, 20_000),
    );
  });
});

/** The values of JSON in the order in which they are printed, the whole first. */
function countNodes(json: unknown): number {
  if (typeof json !== "object" || json === null) return 1;
  return Object.values(json).reduce((count: number, value) => count + countNodes(value), 1);
}

function replaceNode(json: unknown, place: number, by: unknown): unknown {
  if (place === 0) return by;
  if (typeof json !== "object" || json === null) return json;
  let left = place - 1;
  const entries = Object.entries(json).map(([name, value]: [string, unknown]): [string, unknown] => {
    const count = countNodes(value);
    const replaced = left >= 0 && left < count ? replaceNode(value, left, by) : value;
    left -= count;
    return [name, replaced];
  });
  return Array.isArray(json) ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}
