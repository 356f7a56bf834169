/**
 * Two hundred keyspaces with one mistake each, through the whole of `generate`: an error at the line of the mistake, never a
 * stack, and nothing written or changed.
 */
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { isColonnadeError } from "../../src/errors.ts";
import type { Problem } from "../../src/errors.ts";
import { generate } from "../../src/generate.ts";
import { long, runs } from "../support/long.ts";

const readings = `{
  "name": "readings",
  "description": "What sensors say.",
  "ifNotExists": true,
  "columnDefinitions": [
    { "name": "sensor", "typeDefinition": "uuid", "static": false },
    { "name": "day", "typeDefinition": "date" },
    { "name": "at", "typeDefinition": "timestamp" },
    { "name": "spot", "typeDefinition": "frozen<spot>" },
    { "name": "value", "typeDefinition": "double", "description": "In degrees." },
    { "name": "tags", "typeDefinition": "map<text, frozen<set<int>>>" },
    { "name": "photo", "typeDefinition": "blob" },
    { "name": "place", "typeDefinition": "text", "static": true }
  ],
  "primaryKey": {
    "partitionKey": ["sensor", "day"],
    "clusteringKey": ["at", "spot"]
  },
  "tableOptions": {
    "defaultTimeToLive": 60,
    "clusteringExpression": [
      { "column": "at", "order": "DESC" }
    ]
  },
  "indexes": [
    { "column": "value", "using": "sai" },
    { "column": "tags", "kind": "keys" }
  ]
}
`;

const hits = `{
  "name": "hits",
  "columnDefinitions": [
    { "name": "page", "typeDefinition": "text" },
    { "name": "views", "typeDefinition": "counter" }
  ],
  "primaryKey": {
    "partitionKey": ["page"]
  },
  "tableOptions": {
    "defaultTimeToLive": 0
  }
}
`;

const spot = `{
  "name": "spot",
  "description": "Where.",
  "fields": [
    { "name": "x", "typeDefinition": "int" },
    { "name": "near", "typeDefinition": "list<text>" },
    { "name": "of", "typeDefinition": "frozen<owner>" }
  ]
}
`;

const owner = `{
  "name": "owner",
  "fields": [
    { "name": "called", "typeDefinition": "text" }
  ]
}
`;

const good = { "readings.json": readings, "hits.json": hits, "types/spot.json": spot, "types/owner.json": owner };
type File = keyof typeof good;

/** What is replaced by what; the mistake is on the line that has `at` then, or what replaces when nothing is said. */
type Mistake = readonly [file: File, from: string, to: string, at?: string];

const each = (file: File, from: string, tos: readonly string[], at?: string): Mistake[] =>
  tos.map((to): Mistake => (at === undefined ? [file, from, to] : [file, from, to, at]));

const mistakes: readonly Mistake[] = [
  // Types that are none.
  ...each("readings.json", '"double"', [
    ...[
      '"dubble"',
      '"DOUBLE PRECISION"',
      '"string"',
      '""',
      '" "',
      '"list"',
      '"list<>"',
      '"list<int"',
      '"list<int>>"',
      '"list<int,int>"',
    ],
    ...[
      '"map<int>"',
      '"map<text, int, int>"',
      '"set<duration>"',
      '"map<duration, int>"',
      '"tuple<>"',
      '"tuple<int,>"',
      '"vector<float>"',
    ],
    ...[
      '"vector<float, 0>"',
      '"vector<float, -1>"',
      '"vector<float, 1.5>"',
      '"vector<3, float>"',
      '"frozen<int>"',
      '"frozen<>"',
      '"int<text>"',
    ],
    ...[
      '"varchar(10)"',
      '"numeric(10, 2)"',
      '"text[]"',
      '"spott"',
      '"frozen<spott>"',
      '"Spot<int>"',
      '"\\"spot"',
      "\"'org.example.Shape'\"",
    ],
    ...[
      '"list<counter>"',
      '"tuple<int, counter>"',
      '"constructor"',
      '"__proto__"',
      '"\\u0000"',
      '"i\\u200bnt"',
      '"ﬂoat"',
      '"<"',
      '">"',
      '","',
    ],
    ...["null", "7", "true", "{}", "[]", '["double"]'],
    `"${"list<".repeat(40)}int${">".repeat(40)}"`,
    `"${"x".repeat(100_000)}"`,
  ]),
  // Names.
  ...each(
    "readings.json",
    '"name": "readings"',
    ['""', '"my table"', '"../up"', '"größe"', '"a.b"', `"${"x".repeat(223)}"`, "null", "5", "[]", '"a\\nb"'].map(
      (name) => `"name": ${name}`,
    ),
  ),
  ...each(
    "readings.json",
    '"name": "value"',
    ['""', "null", "5", "{}", '"at"', '"sensor"'].map((name) => `"name": ${name}`),
  ),
  ["readings.json", '"name": "value", ', "", '"double"'],
  // Members.
  ...each("readings.json", '"static": true', [
    '"static": "true"',
    '"static": 1',
    '"static": null',
    '"statik": true',
    '"kind": "static"',
  ]),
  ...each("readings.json", '"description": "In degrees."', [
    '"description": 5',
    '"description": null',
    '"descripton": "In degrees."',
    '"index": true',
  ]),
  ...each("readings.json", '"description": "What sensors say."', [
    '"description": []',
    '"comment": "What sensors say."',
  ]),
  ...each("readings.json", '"ifNotExists": true', [
    '"ifNotExists": "true"',
    '"ifNotExists": null',
    '"ifNotExist": true',
    '"IfNotExists": true',
  ]),
  ["readings.json", '"columnDefinitions": [', '"columns": [', '"columns"'],
  ["readings.json", '{ "name": "photo", "typeDefinition": "blob" }', '"photo"'],
  ["readings.json", '{ "name": "photo", "typeDefinition": "blob" }', "null", "    null"],
  ["readings.json", '{ "name": "photo", "typeDefinition": "blob" }', '{ "name": "photo" }'],
  [
    "readings.json",
    '{ "name": "photo", "typeDefinition": "blob" }',
    '{ "name": "photo", "typeDefinition": "blob" }, { "name": "photo", "typeDefinition": "int" }',
  ],
  // Keys.
  ...each("readings.json", '"partitionKey": ["sensor", "day"]', [
    ...[
      '["sensr", "day"]',
      '["Sensor", "day"]',
      '["sensor", "sensor"]',
      '["place"]',
      '["tags"]',
      "[]",
      "null",
      '"sensor"',
      "{}",
    ].map((key) => `"partitionKey": ${key}`),
    ...["[5]", "[null]", '[["sensor"]]', '["sensor", ""]'].map((key) => `"partitionKey": ${key}`),
    '"partitionkey": ["sensor", "day"]',
  ]),
  ...each("readings.json", '"clusteringKey": ["at", "spot"]', [
    ...[
      '["at", "spots"]',
      '["at", "at"]',
      '["at", "day"]',
      '["at", "place"]',
      '["at", "tags"]',
      '"at"',
      "5",
      '["at", 5]',
    ].map((key) => `"clusteringKey": ${key}`),
    '"clusteringkey": ["at", "spot"]',
  ]),
  ["readings.json", '"partitionKey": ["sensor", "day"]', '"partitionKey": ["sensor", "at"]', '"clusteringKey"'],
  // Types that cannot be in a key; the mistake is where the key names the column.
  ...each(
    "readings.json",
    '"timestamp"',
    [
      '"duration"',
      '"list<int>"',
      '"set<int>"',
      '"map<int, int>"',
      '"spot"',
      '"counter"',
      '"tuple<duration>"',
      '"frozen<list<duration>>"',
    ],
    '"clusteringKey"',
  ),
  ...each(
    "readings.json",
    '"uuid"',
    ['"duration"', '"list<int>"', '"owner"', '"tuple<vector<int, 2>, duration>"'],
    '"partitionKey"',
  ),
  ["readings.json", '"uuid", "static": false', '"uuid", "static": true', '"partitionKey"'],
  ["readings.json", '"clusteringKey": ["at", "spot"]', '"clusteringKey": []', '"column": "at"'],
  // Options.
  ...each(
    "readings.json",
    '"defaultTimeToLive": 60',
    ["-1", "0.5", "630720001", "1e400", '"60"', "true", "[]"].map((seconds) => `"defaultTimeToLive": ${seconds}`),
  ),
  ...each("readings.json", '"defaultTimeToLive": 60', ['"defaultTimetoLive": 60', '"ttl": 60']),
  ...each(
    "readings.json",
    '"order": "DESC"',
    ['"down"', '""', "null", "1", '"DESC "'].map((order) => `"order": ${order}`),
  ),
  ...each("readings.json", '"column": "at"', [
    '"column": "att"',
    '"column": "day"',
    '"column": null',
    '"columns": "at"',
  ]),
  [
    "readings.json",
    '{ "column": "at", "order": "DESC" }',
    '{ "column": "at", "order": "DESC" }, { "column": "at", "order": "ASC" }',
  ],
  ["readings.json", '{ "column": "at", "order": "DESC" }', '"at DESC"'],
  // Indexes.
  ...each("readings.json", '{ "column": "value", "using": "sai" }', [
    ...[
      '{ "column": "valeu" }',
      '{ "column": "value", "using": "lucene" }',
      '{ "column": "value", "kind": "values" }',
      '{ "column": "value", "kind": 5 }',
    ],
    ...[
      '{ "column": "photo", "using": "sai" }',
      '{ "column": 5 }',
      "{}",
      '"value"',
      "null",
      '{ "column": "value", "on": "x" }',
      '{ "column": "tags", "kind": "full" }',
    ],
    ...['{ "column": "value", "name": 5 }', '{ "column": "value" }, { "column": "value" }'],
  ]),
  // Counters.
  ["hits.json", '"text"', '"counter"', '"partitionKey"'],
  ["hits.json", '"defaultTimeToLive": 0', '"defaultTimeToLive": 60'],
  ["hits.json", '"counter" }', '"counter" }, { "name": "title", "typeDefinition": "text" }'],
  ["hits.json", '"counter" }', '"counter", "static": true }'],
  ["hits.json", '"counter"', '"frozen<counter>"'],
  // User types.
  ...each("types/spot.json", '"int"', [
    ...[
      '"integer"',
      '"counter"',
      '"list<int"',
      '"frozen<int>"',
      '"spot"',
      '"list<frozen<spot>>"',
      '"tuple<int, spot>"',
      '"ownr"',
      '"list<counter>"',
      "null",
      "5",
      "{}",
      '""',
    ],
  ]),
  ...each("types/spot.json", '"name": "x"', ['"name": ""', '"name": null', '"nmae": "x"']),
  ["types/spot.json", '"name": "near"', '"name": "x"'],
  ...each("types/spot.json", '"name": "spot"', ['"name": ""', '"name": null', '"name": 5']),
  ...each("types/spot.json", '"description": "Where."', ['"description": 5', '"about": "Where."']),
  ["types/spot.json", '"fields": [', '"columns": [', '"columns"'],
  ["types/spot.json", '{ "name": "x", "typeDefinition": "int" }', '"x"'],
  [
    "types/spot.json",
    '{ "name": "x", "typeDefinition": "int" }',
    '{ "name": "x", "typeDefinition": "int", "static": true }',
  ],
  ["types/owner.json", '"text"', '"txet"'],
  // JSON that is none; the mistake is where reading cannot go on.
  ["readings.json", '"ifNotExists": true,', '"ifNotExists": true', '"columnDefinitions"'],
  ["readings.json", '"ifNotExists": true,', '"ifNotExists": true,,'],
  ["readings.json", '"ifNotExists": true,', '"ifNotExists" true,'],
  ["readings.json", '"ifNotExists": true,', '"ifNotExists": yes,'],
  ["readings.json", '"ifNotExists": true,', "ifNotExists: true,"],
  ["readings.json", '"ifNotExists": true,', "'ifNotExists': true,"],
  ["readings.json", '"ifNotExists": true,', '"ifNotExists: true,'],
  ["readings.json", '"ifNotExists": true,', '"ifNotExists": tru\u0000e,'],
  ["readings.json", '"static": true }', '"static": true', "  ],"],
  ["readings.json", '"static": true }', '"static": true },', "  ],"],
  ["types/spot.json", '"int" },', '"int" }', '"near"'],
  ["types/spot.json", '"description"', `${"[".repeat(100_000)}"description"`],
  ["readings.json", '"description"', `"a": ${'{"a":'.repeat(10_000)}1, "description"`, '"a": {'],
];

/** Files that are wrong as a whole: what they hold, and the line of the mistake, if any of it has lines. */
const wholes: readonly (readonly [what: string, file: File, content: string | Uint8Array, line: number | undefined])[] =
  [
    ["empty", "readings.json", "", 1],
    ["blank", "readings.json", "\n\n", undefined],
    ["null", "readings.json", "null", 1],
    ["a list", "readings.json", `[${readings}]`, 1],
    ["a text", "readings.json", '"readings"', 1],
    ["CQL", "readings.json", "CREATE TABLE readings (id uuid PRIMARY KEY);", 1],
    ["two of them", "readings.json", readings + readings, readings.split("\n").length],
    ["a half", "readings.json", readings.slice(0, 400), undefined],
    ["another table's name", "readings.json", hits, undefined],
    ["in UTF-16", "readings.json", Buffer.from(`\ufeff${readings}`, "utf16le"), undefined],
    ["in Latin-1", "readings.json", Buffer.from(readings.replace("say", "s\u00e4gen"), "latin1"), undefined],
    ["bytes", "readings.json", Uint8Array.from({ length: 1000 }, (_, index) => (index * 37) % 256), undefined],
    ["a huge name", "readings.json", readings.replace('"readings"', `"${"x".repeat(2_000_000)}"`), 2],
    [
      "twenty thousand columns of no type",
      "hits.json",
      hits.replace(
        '"counter" }',
        `"counter" }${Array.from({ length: 20_000 }, (_, index) => `,\n{ "name": "c${index}" }`).join("")}`,
      ),
      6,
    ],
    ["a byte order mark and a mistake", "readings.json", `\ufeff${readings.replace('"double"', '"dubble"')}`, 10],
    [
      "comments and a mistake",
      "readings.json",
      readings.replace('"ifNotExists"', '// é\n /* "x" */ "ifNotExists"').replace('"double"', '"dubble"'),
      11,
    ],
    [
      "lines that end as on Windows and a mistake",
      "readings.json",
      readings.replaceAll("\n", "\r\n").replace('"double"', '"dubble"'),
      10,
    ],
    ["an empty user type", "types/spot.json", "{}", 1],
    ["a user type that is a list", "types/spot.json", "[]", 1],
    ["a user type in UTF-16", "types/spot.json", Buffer.from(`\ufeff${spot}`, "utf16le"), undefined],
    ["a table as a user type", "types/spot.json", hits, 3],
    // These are told where the other type stands.
    ["a user type of its own parts", "types/owner.json", owner.replace('"text"', '"frozen<spot>"'), undefined],
    ["another user type's name", "types/owner.json", owner.replace('"name": "owner"', '"name": "spot"'), undefined],
    ["a user type as a table", "readings.json", owner, undefined],
  ];

let root: string;
let definitions: string;
let standing: string;
let before: ReadonlyMap<string, string>;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "colonnade-broken-"));
  definitions = join(root, "shop");
  standing = join(root, "standing");
  await mkdir(join(definitions, "types"), { recursive: true });
  for (const [file, text] of Object.entries(good)) await writeFile(join(definitions, file), text);
  await generate({ keyspace: "shop", definitions, output: standing });
  before = await contents(standing);
});
afterAll(() => rm(root, { recursive: true }));

async function contents(folder: string): Promise<Map<string, string>> {
  const names = (await readdir(folder)).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  return new Map(names.map((name, index) => [name, texts[index] ?? ""]));
}

/** The problems of the keyspace with that file; fails when anything else is thrown, or anything was written. */
async function problemsWith(file: File, content: string | Uint8Array): Promise<readonly Problem[]> {
  const fresh = join(root, "fresh");
  await writeFile(join(definitions, file), content);
  try {
    // One of the two is there before, the other is not.
    const faults: unknown[] = [];
    for (const output of [fresh, standing]) {
      await generate({ keyspace: "shop", definitions, output }).catch((error: unknown) => faults.push(error));
    }
    const [fault] = faults;
    if (!isColonnadeError(fault)) throw fault ?? new Error("there was no error");
    expect(faults).toHaveLength(2);
    expect(fault).toMatchObject({ code: "bad-definitions", kind: "input" });
    expect(existsSync(fresh)).toBe(false);
    expect(await contents(standing)).toEqual(before);
    expect(fault.problems.length).toBeGreaterThan(0);
    for (const problem of fault.problems) {
      expect(problem.message).not.toMatch(/TypeError|RangeError|undefined|\[object|\bat .*:\d+:\d+/);
      expect(problem.message.length).toBeLessThan(400);
    }
    return fault.problems;
  } finally {
    await writeFile(join(definitions, file), good[file]);
  }
}

const shown = (text: string): string => (text.length > 50 ? `${text.slice(0, 50)}… (${text.length})` : text);

describe("a keyspace with a mistake", () => {
  it("is good without it, and there are more than two hundred", () => {
    expect([...before.keys()]).toContain("readings.ts");
    expect(mistakes.length + wholes.length).toBeGreaterThan(200);
  });

  test.each(mistakes.map((mistake) => ({ mistake, shown: shown(mistake[2]), file: mistake[0], from: mistake[1] })))(
    "in $file, $shown for $from, is told at its line",
    async ({ mistake: [file, from, to, at = to] }) => {
      expect(good[file]).toContain(from);
      const text = good[file].replace(from, () => to);
      const [first] = (await problemsWith(file, text)).filter((problem) => problem.file?.endsWith(file));
      const place = at === to ? good[file].indexOf(from) : text.indexOf(at);
      const line = text.slice(0, place).split("\n").length;
      expect([first?.message, first?.line]).toEqual([first?.message, line]);
      expect(first?.frame).toMatch(new RegExp(`^> +${line} \\|`, "m"));
    },
  );

  test.each(wholes)("that is %s in %s is told", async (_, file, content, line) => {
    const problems = await problemsWith(file, content);
    const [first] = problems.filter((problem) => problem.file?.endsWith(file));
    if (line !== undefined) expect([first?.message, first?.line]).toEqual([first?.message, line]);
  });

  it("of two files, or of two lines, is told of both", async () => {
    const problems = await problemsWith(
      "readings.json",
      readings.replace('"double"', '"dubble"').replace('"blob"', '"blobb"'),
    );
    expect(problems.map(({ line }) => line)).toEqual([10, 12]);
    await writeFile(join(definitions, "types/owner.json"), owner.replace('"text"', '"txet"'));
    const both = await problemsWith("readings.json", readings.replace('"double"', '"dubble"'));
    await writeFile(join(definitions, "types/owner.json"), owner);
    expect(both.map(({ file }) => file?.replace(/.*shop\//, ""))).toEqual(["types/owner.json", "readings.json"]);
  });

  it("of any kind is a good keyspace or told, with a line", { timeout: long ? 600_000 : 20_000 }, async () => {
    const files = Object.keys(good) as File[];
    const change = fc.record({
      at: fc.nat(),
      length: fc.nat(40),
      piece: fc.constantFrom("", '"', "{", "}", "]", ",", "int", "\n", "null", "spot"),
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...files), change, async (file, { at, length, piece }) => {
        const text = good[file];
        const start = at % text.length;
        const spoiled = text.slice(0, start) + piece + text.slice(start + length);
        const output = join(root, "random");
        await writeFile(join(definitions, file), spoiled);
        try {
          await generate({ keyspace: "shop", definitions, output });
          expect(existsSync(output)).toBe(true);
        } catch (error) {
          if (!isColonnadeError(error)) throw error;
          expect(error.code).toBe("bad-definitions");
          for (const problem of error.problems) expect(problem.line).toBeGreaterThan(0);
          expect(existsSync(output)).toBe(false);
        } finally {
          await rm(output, { recursive: true, force: true });
          await writeFile(join(definitions, file), text);
        }
      }),
      runs(60, 5000),
    );
  });
});
