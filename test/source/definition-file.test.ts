import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { printTableDefinition } from "../../src/model/index.ts";
import { parseDefinitionFile, printDefinitionFile } from "../../src/source/definition-file.ts";
import { table, tableOf } from "../support/keyspaces.ts";
import { runs } from "../support/long.ts";

const good = `{
  "name": "products",
  "columnDefinitions": [
    { "name": "id", "typeDefinition": "uuid", "static": false },
    { "name": "price", "typeDefinition": "decimal", "static": false }
  ],
  "primaryKey": { "partitionKey": ["id"] }
}
`;
const products = tableOf(JSON.parse(good) as Parameters<typeof tableOf>[0]);

/** The place of the first problem, as an editor takes it, and the problem's code. */
function placeOf(text: string): string {
  const [problem] = parseDefinitionFile(text, "f.json").problems;
  return problem ? `${problem.line}:${problem.column} ${problem.code}` : "no problem";
}

describe("a definition file", () => {
  it("is a table", () => {
    expect(parseDefinitionFile(good, "f.json")).toEqual({ table: products, problems: [] });
  });

  test.each([
    ["comments", good.replace('"columnDefinitions"', '// A comment.\n/* And\nanother. */ "columnDefinitions"')],
    ["a byte order mark", `\ufeff${good}`],
    ["both", `\ufeff// A comment with a { in it.\n${good}// And at its end.`],
    ["line ends of Windows", good.replaceAll("\n", "\r\n")],
    ["all on one line", good.replaceAll(/\s+/g, "")],
  ])("may have %s", (_, text) => {
    expect(parseDefinitionFile(text, "f.json")).toEqual({ table: products, problems: [] });
  });

  it("has a line for each column, and no more lines than it needs", () => {
    const text = printDefinitionFile(products);
    expect(text).toMatchInlineSnapshot(`
      "{
        "name": "products",
        "ifNotExists": true,
        "columnDefinitions": [
          { "name": "id", "typeDefinition": "uuid", "static": false },
          { "name": "price", "typeDefinition": "decimal", "static": false }
        ],
        "primaryKey": { "partitionKey": ["id"] },
        "tableOptions": { "defaultTimeToLive": 0 }
      }
      "
    `);
  });

  it.each([
    [120, true],
    [121, false],
  ])("has a column of %i characters on one line: %s", (width, isOne) => {
    const line = (name: string): string => `    { "name": "${name}", "typeDefinition": "int", "static": false }`;
    const name = "n".repeat(width - line("").length);
    const columnDefinitions = [{ name, typeDefinition: "int" }];
    const wide = tableOf({ name: "wide", columnDefinitions, primaryKey: { partitionKey: [name] } });
    expect(printDefinitionFile(wide).includes(line(name))).toBe(isOne);
  });

  it("says nothing of a time to live that is not known, and all else", () => {
    expect(printDefinitionFile(products, false)).not.toContain("tableOptions");
    const definition = JSON.parse(good) as Parameters<typeof tableOf>[0];
    const clusteringExpression = [{ column: "price", order: "DESC" as const }];
    const sorted = tableOf({
      ...definition,
      primaryKey: { partitionKey: ["id"], clusteringKey: ["price"] },
      tableOptions: { clusteringExpression },
    });
    expect(JSON.parse(printDefinitionFile(sorted, false))).toMatchObject({ tableOptions: { clusteringExpression } });
    expect(printDefinitionFile(sorted, false)).not.toContain("defaultTimeToLive");
  });

  it("is printed as it is parsed", () => {
    fc.assert(
      fc.property(table, (table) => {
        const text = printDefinitionFile(table);
        expect(JSON.parse(text)).toEqual(printTableDefinition(table));
        const parsed = parseDefinitionFile(text, "f.json").table;
        expect(parsed && printDefinitionFile(parsed)).toBe(text);
      }),
      runs(100, 10_000),
    );
  });
});

describe("a mistake", () => {
  it("is shown with its lines, what was expected, and what was probably meant", () => {
    const { problems } = parseDefinitionFile(good.replace('"uuid"', '"uiid"'), "shop/products.json");
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({
      code: "unknown-type",
      message: '"uiid" is not a CQL type',
      file: "shop/products.json",
      line: 4,
      column: 39,
      next: 'did you mean "uuid"?',
    });
    expect(`\n${problems[0]?.frame}\n`).toMatchInlineSnapshot(`
      "
        3 |   "columnDefinitions": [
      > 4 |     { "name": "id", "typeDefinition": "uiid", "static": false },
          |                                       ^^^^^^
        5 |     { "name": "price", "typeDefinition": "decimal", "static": false }
      "
    `);
  });

  it("comes with all others of the file, each at its own place", () => {
    const text = good
      .replace('"uuid"', '"uiid"')
      .replace('"static": false }\n', '"static": 0 }\n')
      .replace('["id"]', '["it"]')
      .replace('"primaryKey"', '"primarykey": 1,\n  "primaryKey"');
    expect(
      parseDefinitionFile(text, "f.json").problems.map(({ code, line, column, next }) => [code, line, column, next]),
    ).toEqual([
      ["unknown-member", 7, 3, 'did you mean "primaryKey"?'],
      ["unknown-type", 4, 39, 'did you mean "uuid"?'],
      ["wrong-json", 5, 63, undefined],
      ["unknown-column", 8, 36, 'did you mean "id"?'],
    ]);
  });

  it("of a missing member is shown at the brace of what misses it", () => {
    expect(placeOf(good.replace('"name": "price", ', ""))).toBe("5:5 missing-member");
    expect(placeOf(good.replace('"name": "products",', ""))).toBe("1:1 missing-member");
    const [problem] = parseDefinitionFile(good.replace('"name": "price", ', ""), "f.json").problems;
    expect(problem?.frame).toMatch(/\n    \|     \^\n/);
    expect(
      placeOf(good.replace(', "static": false }\n  ],\n  "primaryKey": { "partitionKey": ["id"] }', " }\n  ]")),
    ).toBe("1:1 missing-member");
  });

  it("has its place also behind a byte order mark, comments and line ends of Windows", () => {
    const wrong = good.replace('"uuid"', '"uiid"');
    expect(placeOf(`\ufeff${wrong}`)).toBe("4:39 unknown-type");
    expect(placeOf(`// One.\n/* Two\nthree. */${wrong}`)).toBe("6:39 unknown-type");
    expect(placeOf(wrong.replaceAll("\n", "\r\n"))).toBe("4:39 unknown-type");
  });

  it("lists what can stand there when nothing is near", () => {
    const [problem] = parseDefinitionFile(good.replace('"uuid"', '"identifier"'), "f.json").problems;
    expect(problem?.next).toMatch(
      /^allowed here: ascii, bigint, .*, varint, list, set, map, tuple, vector, frozen; define a user type .*"unknown" }$/,
    );
  });

  it.each([
    ["string", "text"],
    ["integer", "int"],
    ["datetime", "timestamp"],
    ["numeric(10, 2)", "decimal"],
    ["bool", "boolean"],
  ])("knows that %s of other databases is %s", (foreign, meant) => {
    const [problem] = parseDefinitionFile(good.replace('"uuid"', JSON.stringify(foreign)), "f.json").problems;
    expect(problem?.next).toBe(`did you mean "${meant}"?`);
  });
});

describe("text that is no JSON", () => {
  test.each([
    ["nothing", "", "1:1", "a value is expected here"],
    ["a comment alone", "// hi", "1:6", "a value is expected here"],
    ["no end", good.slice(0, good.lastIndexOf("}")), "8:1", "a closing brace is expected here"],
    ["two ends", `${good}}`, "9:1", "the file should end here"],
    ["a comma too many", good.replace("false }\n", "false },\n"), "6:3", "a value is expected here"],
    ["a comma too few", good.replace('"products",', '"products"'), "3:3", "a comma is expected here"],
    [
      "a member after a last comma",
      good.replace('["id"] }\n', '["id"] },\n'),
      "8:1",
      "a member's name in double quotes is expected here",
    ],
    ["no colon", good.replace('"name":', '"name"'), "2:10", "a colon is expected here"],
    ["single quotes", good.replace('"products"', "'products'"), "2:11", "JSON has no single quotes"],
    [
      "a conflict of a merge",
      good.replace('  "name"', '<<<<<<< HEAD\n  "name"'),
      "2:1",
      "this is a conflict marker of git",
    ],
    ["a name without quotes", good.replace('"name"', "name"), "2:3", "this is not valid JSON"],
    ["an open string", good.replace('"products"', '"products'), "2:11", "a closing quote is expected here"],
    ["an open comment", `${good}/* and so on`, "9:1", "this is not valid JSON"],
    ["an unknown word", good.replace("false", "False"), "4:57", "this is not valid JSON"],
    ["a wrong escape", good.replace("products", "\\products"), "2:11", "this is not valid JSON"],
    ["a number with a zero in front", good.replace("false", "01"), "4:58", "a comma is expected here"],
    ["something else", "name: products\n", "1:1", "this is not valid JSON"],
  ])("with %s is shown at its first mistake", (_, text, place, message) => {
    const { problems } = parseDefinitionFile(text, "f.json");
    expect(problems).toHaveLength(1);
    expect(placeOf(text)).toBe(`${place} bad-json`);
    expect(problems[0]?.message).toBe(message);
  });

  it("is any file that JSON.parse refuses, comments aside, and no other", () => {
    const character = fc.constantFrom(...'{}[]":,\\/*01-.eE\n\r\t \u0001\u00a0\u2028\ufeffanull');
    fc.assert(
      fc.property(fc.string({ unit: character, maxLength: 12 }), (text) => {
        const { problems } = parseDefinitionFile(text, "f.json");
        expect(problems.length).toBeGreaterThan(0);
        expect(problems[0]?.message).not.toBe("a table definition is missing");
        for (const { line, column } of problems) {
          expect([line, column]).toEqual([expect.any(Number), expect.any(Number)]);
        }
        if (problems[0]?.code === "bad-json") expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
      }),
      runs(1000, 100_000),
    );
  });

  it("or too deep to be a definition, is one mistake, not a full stack", () => {
    for (const depth of [65, 100_000]) {
      const lists = "[".repeat(depth);
      for (const text of [
        lists,
        lists + "]".repeat(depth),
        `// c\n${good.replace('"uuid"', lists + "]".repeat(depth))}`,
        good.replace('"name"', `"$schema": ${lists + "]".repeat(depth)}, "name"`),
      ]) {
        const [problem, ...others] = parseDefinitionFile(text, "f.json").problems;
        expect(problem?.message).toBe("lists and objects are nested more than 64 deep here");
        expect(others).toEqual([]);
      }
    }
    expect(placeOf("[".repeat(64) + "]".repeat(64))).toBe("1:1 wrong-json");
  });

  it("is a member that an object has twice, with or without comments", () => {
    const twice = good.replace('"typeDefinition": "uuid"', '"typeDefinition": "text", "typeDefinition": "uuid"');
    expect(placeOf(twice)).toBe("4:47 duplicate-member");
    expect(placeOf(`// One "comment": with a colon.\n${twice}`)).toBe("5:47 duplicate-member");
    expect(placeOf(good.replace('"name": "products"', '"name": "products", "n\\u0061me": "orders"'))).toBe(
      "2:23 duplicate-member",
    );
    // As many items as names.
    expect(placeOf('{ "name": [1, 2], "name": [1, 2] }')).toBe("1:19 duplicate-member");
    const { table, problems } = parseDefinitionFile(twice, "f.json");
    expect(table).toBeUndefined();
    expect(problems[0]).toMatchObject({ message: 'the member "typeDefinition" appears twice in one object' });
  });

  it("is not a text that looks like a member", () => {
    const described = good.replace('"name": "products"', '"name": "products", "description": "a \\"name\\": b // c"');
    expect(parseDefinitionFile(described, "f.json").problems).toEqual([]);
    expect(parseDefinitionFile(`/* "a": 1 */${described}`, "f.json").problems).toEqual([]);
  });

  it("does not get members by a prototype that it names", () => {
    const { problems } = parseDefinitionFile(
      `// c\n${good.replace('"name": "products"', '"__proto__": { "name": "products" }')}`,
      "f.json",
    );
    expect(problems.map(({ code }) => code)).toEqual(["unknown-member", "missing-member"]);
  });
});
