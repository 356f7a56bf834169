/** A definition file after its table has changed: what somebody wrote of it and around it is still there. */
import fc from "fast-check";
import { parse } from "jsonc-parser";
import type { ParseError } from "jsonc-parser";
import { describe, expect, it, test } from "vitest";
import { printTableDefinition } from "../../src/model/index.ts";
import type { IndexDefinition, TableDefinition } from "../../src/model/index.ts";
import { changedDefinition } from "../../src/source/plan-definitions.ts";
import { editJson } from "../../src/source/edit-json.ts";
import { parseDefinitionFile, printDefinitionFile } from "../../src/source/definition-file.ts";
import { isWithin } from "../support/is-within.ts";
import { table as anyTable, tableOf } from "../support/keyspaces.ts";
import { runs } from "../support/long.ts";

const text = `// Reviewed in May.
{
  "$schema": "../../table.schema.json",
  "primaryKey": { "partitionKey": ["id"] }, // Do not touch.
  "name": "products",
  "description": "What the shop sells.",
  "columnDefinitions": [
    /* Given by the warehouse. */
    { "typeDefinition": "uuid", "name": "id" },
    { "name": "name", "typeDefinition": "text" }, // As printed on the box.
    { "name": "tags", "typeDefinition": "map<text,int>", "static": false }, // Old.
    // In euros.
    { "name": "price", "typeDefinition": "decimal", "description": "With cents." } // Net.
  ],
  "indexes": [{ "column": "name" }]
}
`;

/** The text after the definition has changed so. */
function after(change: (definition: TableDefinition) => TableDefinition, from = text): string {
  const { table: file, problems } = parseDefinitionFile(from, "f.json");
  if (!file) throw new Error(problems[0]?.message);
  const definition = change(printTableDefinition(file));
  const changed = changedDefinition(tableOf(definition), file);
  if (!changed) throw new Error("nothing has changed");
  const edited = editJson(from, printTableDefinition(file), printTableDefinition(changed));
  expect(parseDefinitionFile(edited, "f.json").problems).toEqual([]);
  const parsed = parseDefinitionFile(edited, "f.json").table;
  expect(parsed && changedDefinition(tableOf(definition), parsed)).toBeUndefined();
  return edited;
}

/** The lines that went and came, as a diff has them. */
function difference(before: string, now: string): string[] {
  const [old, fresh] = [before.split("\n"), now.split("\n")];
  return [
    ...old.filter((line) => !fresh.includes(line)).map((line) => `- ${line.trim()}`),
    ...fresh.filter((line) => !old.includes(line)).map((line) => `+ ${line.trim()}`),
  ];
}

const columns =
  (change: (columns: TableDefinition["columnDefinitions"]) => TableDefinition["columnDefinitions"]) =>
  (definition: TableDefinition): TableDefinition => ({
    ...definition,
    columnDefinitions: change(definition.columnDefinitions),
  });
const added = { name: "stock", typeDefinition: "int", static: false };

describe("a change of a table", () => {
  test.each<[what: string, change: (definition: TableDefinition) => TableDefinition, lines: readonly string[]]>([
    [
      "a type",
      columns((all) => all.map((one) => (one.name === "price" ? { ...one, typeDefinition: "varint" } : one))),
      [
        '- { "name": "price", "typeDefinition": "decimal", "description": "With cents." } // Net.',
        '+ { "name": "price", "typeDefinition": "varint", "description": "With cents." } // Net.',
      ],
    ],
    [
      "a column more",
      columns((all) => [...all, added]),
      [
        '- { "name": "price", "typeDefinition": "decimal", "description": "With cents." } // Net.',
        '+ { "name": "price", "typeDefinition": "decimal", "description": "With cents." }, // Net.',
        '+ { "name": "stock", "typeDefinition": "int", "static": false }',
      ],
    ],
    [
      "a column less",
      columns((all) => all.filter(({ name }) => name !== "tags")),
      ['- { "name": "tags", "typeDefinition": "map<text,int>", "static": false }, // Old.'],
    ],
    [
      "the last column less",
      columns((all) => all.filter(({ name }) => name !== "price")),
      [
        '- { "name": "tags", "typeDefinition": "map<text,int>", "static": false }, // Old.',
        '- { "name": "price", "typeDefinition": "decimal", "description": "With cents." } // Net.',
        '+ { "name": "tags", "typeDefinition": "map<text,int>", "static": false } // Old.',
      ],
    ],
    [
      "a time to live",
      (definition) => ({ ...definition, tableOptions: { defaultTimeToLive: 60 } }),
      [
        '- "indexes": [{ "column": "name" }]',
        '+ "indexes": [{ "column": "name" }],',
        '+ "tableOptions": { "defaultTimeToLive": 60 }',
      ],
    ],
    [
      "an index more",
      (definition) => ({ ...definition, indexes: [...(definition.indexes ?? []), { column: "price", kind: "full" }] }),
      [
        '- "indexes": [{ "column": "name" }]',
        '+ "indexes": [{ "column": "name" }, { "column": "price", "kind": "full" }]',
      ],
    ],
    [
      "no index",
      ({ indexes: _, ...definition }) => definition,
      ['- "indexes": [{ "column": "name" }]', '+ "indexes": []'],
    ],
    [
      "a name for an index that was given none",
      (definition) => ({
        ...definition,
        indexes: [{ name: "made_up", column: "name", kind: "full" }],
        tableOptions: { defaultTimeToLive: 5 },
      }),
      [
        '- "indexes": [{ "column": "name" }]',
        '+ "indexes": [{ "column": "name" }],',
        '+ "tableOptions": { "defaultTimeToLive": 5 }',
      ],
    ],
    [
      "a clustering key",
      (definition) => ({
        ...definition,
        primaryKey: { partitionKey: ["id"], clusteringKey: ["name"] },
        tableOptions: { clusteringExpression: [{ column: "name", order: "DESC" }] },
        indexes: [],
      }),
      [
        '- "primaryKey": { "partitionKey": ["id"] }, // Do not touch.',
        '- "indexes": [{ "column": "name" }]',
        '+ "primaryKey": { "partitionKey": ["id"], "clusteringKey": ["name"] }, // Do not touch.',
        '+ "tableOptions": { "defaultTimeToLive": 0, "clusteringExpression": [{ "column": "name", "order": "DESC" }] }',
      ],
    ],
  ])("is %s, and the rest of the file stays", (what, change, lines) => {
    const edited = after(change);
    expect(difference(text, edited)).toEqual(expect.arrayContaining(lines.slice(0, 1)));
    if (what !== "a clustering key" && what !== "no index") expect(difference(text, edited)).toEqual(lines);
    for (const comment of ["// Reviewed in May.", "/* Given by the warehouse. */", "// In euros.", "$schema"]) {
      expect(edited).toContain(comment);
    }
  });

  it("keeps what a file says of itself: its byte order mark and its line ends", () => {
    const windows = `\ufeff${text.replaceAll("\n", "\r\n")}`;
    const edited = after(
      columns((all) => [...all, added]),
      windows,
    );
    expect(edited).toBe(`\ufeff${after(columns((all) => [...all, added])).replaceAll("\n", "\r\n")}`);
  });

  it("keeps the line ends of Windows also within a line that grows long", () => {
    const windows = `// Mine.\r\n${JSON.stringify(JSON.parse(text.replaceAll(/\/\*.*?\*\/|\/\/ .*$/gm, "")))}\r\n`;
    const edited = after(
      (definition) => ({
        ...columns((all) => [
          ...all,
          { ...added, description: "How many of them are there, counted every night. ".repeat(3) },
        ])(definition),
        primaryKey: { partitionKey: ["id"], clusteringKey: ["name"] },
        tableOptions: { clusteringExpression: [{ column: "name", order: "DESC" }] },
        indexes: [],
      }),
      windows,
    );
    expect(edited).toContain("// Mine.");
    expect(edited.replaceAll("\r\n", "")).not.toContain("\n");
  });

  it("is of the index that is meant, where a column has several and the file does not tell the kind of one", () => {
    const indexes = '[{ "column": "tags", "kind": "keys" }, /* Mine. */ { "column": "tags", "name": "old" }]';
    const edited = after(
      (definition) => ({
        ...definition,
        indexes: [
          { column: "tags", kind: "keys" },
          { name: "new", column: "tags", kind: "values" },
        ],
      }),
      text.replace('[{ "column": "name" }]', indexes),
    );
    expect(edited).toBe(text.replace('[{ "column": "name" }]', indexes.replace('"old"', '"new"')));
  });

  it("keeps what is said where nothing stands", () => {
    const indexed = (definition: TableDefinition): TableDefinition => ({
      ...definition,
      indexes: [{ column: "price", kind: "full" }],
    });
    for (const remark of ["/* None yet. */", "\n    // None yet.\n  "]) {
      const edited = after(indexed, text.replace('[{ "column": "name" }]', `[${remark}]`));
      expect(edited).toContain(`[${remark}{ "column": "price", "kind": "full" }]`);
    }
  });

  it("of a file on one line is on one line", () => {
    const line = JSON.stringify(
      JSON.parse(printDefinitionFile(tableOf(printTableDefinition(parseDefinitionFile(text, "").table as never)))),
    );
    expect(
      after(
        columns((all) => [...all, added]),
        line,
      ).split("\n"),
    ).toHaveLength(1);
  });
});

describe("a list on one line", () => {
  const three = '[{ "column": "name" }, { "column": "tags", "name": "x" }, { "column": "price", "name": "y" }]';
  const listed = text.replace('[{ "column": "name" }]', three);
  const indexes = [
    { column: "name", kind: "full" },
    { column: "tags", kind: "values", name: "x" },
    { column: "price", kind: "full", name: "y" },
  ] as const;
  const indexedBy =
    (...all: readonly IndexDefinition[]) =>
    (definition: TableDefinition): TableDefinition => ({ ...definition, indexes: all });

  test.each<[what: string, all: readonly IndexDefinition[], list: string]>([
    ["the first", indexes.slice(1), '[{ "column": "tags", "name": "x" }, { "column": "price", "name": "y" }]'],
    ["the second", [indexes[0], indexes[2]], '[{ "column": "name" }, { "column": "price", "name": "y" }]'],
    ["the last", indexes.slice(0, 2), '[{ "column": "name" }, { "column": "tags", "name": "x" }]'],
  ])("loses %s of its items with a comma and a blank", (_, all, list) => {
    expect(after(indexedBy(...all), listed)).toBe(listed.replace(three, list));
  });

  it("has the one item changed that is meant, whatever else it leaves out", () => {
    const edited = after(indexedBy(indexes[0], indexes[1], { ...indexes[2], name: "z" }), listed);
    expect(edited).toBe(listed.replace('"y"', '"z"'));
  });

  it("gets an item among the others", () => {
    const fields = (...names: string[]): object => ({ name: "t", fields: names.map((name) => ({ name })) });
    const line = '{ "name": "t", "fields": [{ "name": "a" }, { "name": "c" }] }';
    const edited = editJson(line, fields("a", "c"), fields("a", "b", "c"));
    expect(edited).toBe(line.replace('{ "name": "c" }', '{ "name": "b" }, { "name": "c" }'));
    const first = editJson(line, fields("a", "c"), fields("b", "a", "c"));
    expect(JSON.parse(first)).toEqual(fields("b", "a", "c"));
  });
});

function parseJsonc(text: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  expect(errors).toEqual([]);
  return value;
}

describe("a new member", () => {
  const withB = (text: string): string => editJson(text, { a: 1 }, { a: 1, b: 2 });

  test.each([
    ["follows the others on their line", '{ "a": 1 }', '{ "a": 1, "b": 2 }'],
    ["follows an existing comma", '{ "a": 1, }', '{ "a": 1, "b": 2, }'],
    ["gets a line where they have lines", '{\n  "a": 1\n}\n', '{\n  "a": 1,\n  "b": 2\n}\n'],
    ["ends as they do", '{\n  "a": 1,\n}', '{\n  "a": 1,\n  "b": 2,\n}'],
    ["is indented as they are", '{\n\t"a": 1\n}', '{\n\t"a": 1,\n\t"b": 2\n}'],
    ["has their line ends", '{\r\n  "a": 1\r\n}', '{\r\n  "a": 1,\r\n  "b": 2\r\n}'],
    ["leaves a comment on its line", '{\n  "a": 1 // one\n}', '{\n  "a": 1, // one\n  "b": 2\n}'],
    ["leaves a comment after a comma", '{\n  "a": 1, // one\n}', '{\n  "a": 1, // one\n  "b": 2,\n}'],
    ["leaves a comment before a comma", '{ "a": 1 /* one */, }', '{ "a": 1 /* one */, "b": 2, }'],
    ["leaves the comments below", '{\n  "a": 1\n  // last\n}', '{\n  "a": 1,\n  "b": 2\n  // last\n}'],
    ["stands before a bracket on the same line", '{\n  "a": 1 }', '{\n  "a": 1,\n  "b": 2 }'],
  ])("%s", (_, text, expected) => {
    expect(withB(text)).toBe(expected);
  });

  test.each([
    ["{}", '{ "b": 2 }'],
    ["{ /* none */ }", '{ /* none */ "b": 2}'],
    ["{ // none\n}", '{ // none\n"b": 2}'],
  ])("is the first in %j", (text, expected) => {
    expect(editJson(text, {}, { b: 2 })).toBe(expected);
  });

  it("is added to any layout, and no byte is lost", () => {
    const blanks = fc.constantFrom("", " ", "\n", "\r\n\t", " /* { */ ", " // }\n");
    const member = fc.tuple(blanks, fc.constantFrom('"x":1', '"y" : { "z": [] }', '"//": "}"'), blanks);
    const object = fc
      .tuple(fc.uniqueArray(member, { maxLength: 3, selector: ([, text]) => text }), blanks, fc.constantFrom("", ","))
      .map(([members, inner, comma]) =>
        members.length === 0 ? `{${inner}}` : `{${members.map((parts) => parts.join("")).join(",")}${comma}${inner}}`,
      );
    fc.assert(
      fc.property(object, blanks, (text, before) => {
        const whole = before + text;
        const value = parseJsonc(whole) as object;
        const edited = editJson(whole, value, { ...value, b: 2 });
        expect(parseJsonc(edited)).toEqual({ ...value, b: 2 });
        expect(isWithin(whole.replace(/\{\s*\}$/, "{}"), edited)).toBe(true);
      }),
      runs(300, 5_000),
    );
  });

  it("keeps a byte order mark", () => {
    expect(withB('\uFEFF{ "a": 1 }')).toBe('\uFEFF{ "a": 1, "b": 2 }');
  });
});

describe("what a file should hold", () => {
  const file = tableOf({
    name: "products",
    columnDefinitions: ["note", "id", "amount"].map((name) => ({ name, typeDefinition: "int" })),
    primaryKey: { partitionKey: ["id"] },
    indexes: [{ column: "note" }, { column: "amount", name: "mine" }],
  });

  it("is nothing else where only the order of columns and indexes is another", () => {
    const told = { ...file, columns: [...file.columns].reverse(), indexes: [...file.indexes].reverse() };
    expect(changedDefinition(told, file)).toBeUndefined();
  });

  it("has the columns and indexes of the file in its order, then the others", () => {
    const added = { name: "a", kind: "regular", type: { kind: "native", name: "int" } } as const;
    const index = { column: "a", kind: "full", name: "new" } as const;
    const told = {
      ...file,
      columns: [added, ...[...file.columns].reverse()],
      indexes: [index, ...file.indexes.map((one) => ({ name: "made_up", ...one })).reverse()],
    };
    const changed = changedDefinition(told, file);
    expect(changed?.columns.map(({ name }) => name)).toEqual(["note", "id", "amount", "a"]);
    expect(changed?.indexes).toEqual([...file.indexes, index]);
  });

  it("knows an index by its column, its kind and its make", () => {
    const map = tableOf({
      name: "products",
      columnDefinitions: [
        { name: "id", typeDefinition: "int" },
        { name: "tags", typeDefinition: "map<text, int>" },
      ],
      primaryKey: { partitionKey: ["id"] },
      indexes: [{ column: "tags", kind: "values" }],
    });
    const keys = { name: "by_key", column: "tags", kind: "keys" } as const;
    const sai = { name: "by_sai", column: "tags", kind: "values", using: "sai" } as const;
    expect(changedDefinition({ ...map, indexes: [keys] }, map)?.indexes).toEqual([keys]);
    expect(changedDefinition({ ...map, indexes: [sai] }, map)?.indexes).toEqual([sai]);
  });

  it("takes the options of an index, and keeps an index without a name so", () => {
    const told = { name: "products_tags_idx", column: "tags", kind: "values", using: "sai" } as const;
    const map = tableOf({
      name: "products",
      columnDefinitions: [
        { name: "id", typeDefinition: "int" },
        { name: "tags", typeDefinition: "map<text, text>" },
      ],
      primaryKey: { partitionKey: ["id"] },
      indexes: [{ column: "tags", kind: "values", using: "sai" }],
    });
    const options = { case_sensitive: "false" };
    expect(changedDefinition({ ...map, indexes: [told] }, map)).toBe(undefined);
    expect(changedDefinition({ ...map, indexes: [{ ...told, options }] }, map)?.indexes).toEqual([
      { column: "tags", kind: "values", using: "sai", options },
    ]);
  });
});

describe("any file", () => {
  it("of any table becomes any other, with its first comment", () => {
    fc.assert(
      fc.property(anyTable, anyTable, fc.constantFrom("\n", "\r\n", ""), (one, other, lineEnd) => {
        const printed = printDefinitionFile(one);
        const text =
          lineEnd === "" ? JSON.stringify(JSON.parse(printed)) : `// Mine.\n${printed}`.replaceAll("\n", lineEnd);
        const told = { ...other, name: one.name };
        const wanted = changedDefinition(told, one);
        if (!wanted) return;
        const edited = editJson(text, printTableDefinition(one), printTableDefinition(wanted));
        const { table: parsed, problems } = parseDefinitionFile(edited, "f.json");
        expect(problems).toEqual([]);
        expect(parsed && changedDefinition(told, parsed)).toBeUndefined();
        if (lineEnd !== "") expect(edited.startsWith("// Mine.")).toBe(true);
      }),
      runs(100, 3_000),
    );
  });
});
