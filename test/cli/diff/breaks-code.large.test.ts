/**
 * The class `code` is what the compiler says: for random keyspaces and random edits, a program that uses everything of the
 * bindings of before compiles with those of after exactly when no change is classed so.
 */
import fc from "fast-check";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { findClassifiedChanges } from "../../../src/cli/diff/classify.ts";
import type { ClassifiedChange } from "../../../src/cli/diff/keyspace-diff.ts";
import { emitKeyspace } from "../../support/emit-keyspace.ts";
import { isColonnadeError } from "../../../src/errors.ts";
import type { IndexDefinition, Keyspace } from "../../../src/model/index.ts";
import { planKeyspace } from "../../../src/plan/index.ts";
import type { Plan, PlanSettings, TablePlan } from "../../../src/plan/index.ts";
import { compile, strictFlags } from "../../support/compile.ts";
import { keyspace as anyKeyspace, keyspaceOf } from "../../support/keyspaces.ts";
import { long } from "../../support/long.ts";
import { chooseBy, editKeyspace, edits } from "./edits.ts";
import { printProgram } from "./use-everything.ts";

/** Has what an edit needs, so that none is possible nowhere. */
const everyday: Keyspace = keyspaceOf(
  "shop",
  [
    {
      name: "readings",
      columnDefinitions: [
        { name: "sensor", typeDefinition: "uuid" },
        { name: "day", typeDefinition: "date" },
        { name: "at", typeDefinition: "timestamp" },
        { name: "id", typeDefinition: "int" },
        { name: "owner", typeDefinition: "text", static: true },
        { name: "value", typeDefinition: "double" },
        { name: "created_at", typeDefinition: "timestamp" },
        { name: "tags", typeDefinition: "set<text>" },
        { name: "home", typeDefinition: "frozen<address>" },
        { name: "features", typeDefinition: "frozen<list<text>>" },
      ],
      primaryKey: { partitionKey: ["sensor", "day"], clusteringKey: ["at", "id"] },
      indexes: [{ column: "value", using: "sai" }, { column: "tags" }],
    },
  ],
  [
    {
      name: "address",
      fields: [
        { name: "street", typeDefinition: "text" },
        { name: "zip", typeDefinition: "int" },
      ],
    },
    { name: "unused", fields: [{ name: "x", typeDefinition: "int" }] },
  ],
);

/** Counts, with a column of each kind. */
const counting: Keyspace = keyspaceOf("shop", [
  {
    name: "visits",
    columnDefinitions: [
      { name: "page", typeDefinition: "text" },
      { name: "day", typeDefinition: "date" },
      { name: "all", typeDefinition: "counter", static: true },
      { name: "unique", typeDefinition: "counter", static: true },
      { name: "first", typeDefinition: "counter" },
      { name: "again", typeDefinition: "counter" },
    ],
    primaryKey: { partitionKey: ["page"], clusteringKey: ["day"] },
  },
]);

interface Case {
  readonly name: string;
  readonly edit: string;
  readonly settings: PlanSettings;
  readonly before: Keyspace;
  readonly after: Keyspace;
  readonly plans: readonly [before: Plan, after: Plan];
}

const someSettings: readonly PlanSettings[] = [{}, { naming: "verbatim" }, { brandedIds: true }];

/** Some edits do one thing or another, by what they meet; of the others a case is enough. */
function mostOf(edit: string): number {
  return ["make an index otherwise", "give a column another type", "add an index"].includes(edit) ? 2 : 1;
}

/** Cases of each edit for each keyspace, where it is possible and both sides have bindings. */
function* drawCases(keyspaces: readonly Keyspace[], firstSeed: number, most = mostOf): Generator<Case> {
  for (const [at, before] of keyspaces.entries()) {
    const settings = someSettings[at % someSettings.length] ?? {};
    const was = planUnlessNamesMeet(before, settings);
    for (const edit of was ? Object.keys(edits) : []) {
      const drawn = Array.from({ length: 12 }, (_, attempt) =>
        editKeyspace(before, edit, chooseBy(firstSeed + 977 * at + attempt)),
      );
      const different = new Map(drawn.map((after) => [JSON.stringify(after), after]));
      for (const after of [...different.values()].filter((found) => found !== undefined).slice(0, most(edit))) {
        const is = planUnlessNamesMeet(after, settings);
        if (was && is) yield { name: `${edit} in ${at}`, edit, settings, before, after, plans: [was, is] };
      }
    }
  }
}

function planUnlessNamesMeet(keyspace: Keyspace, settings: PlanSettings): Plan | undefined {
  try {
    return planKeyspace(keyspace, settings);
  } catch (error) {
    if (isColonnadeError(error)) return undefined;
    throw error;
  }
}

interface Verdict {
  readonly name: string;
  readonly changes: readonly ClassifiedChange[];
  readonly isClassed: boolean;
  readonly compiles: boolean;
  readonly errors: readonly string[];
}

type Files = ReadonlyMap<string, string>;

function bindingsOf(plan: Plan): Files {
  return new Map(emitKeyspace(plan).map(({ path, text }) => [path, text]));
}

/** Files that are the same on both sides, down to all that they import: what uses them compiles with both or with none. */
function findSame(before: Files, after: Files): ReadonlySet<string> {
  const same = new Set([...before.keys()].filter((path) => before.get(path) === after.get(path)));
  const needsOther = (path: string): boolean =>
    [...(before.get(path) ?? "").matchAll(/from "\.\/([^"]+)\.js"/g)].some(([, name]) => !same.has(`${name}.ts`));
  for (let size = -1; size !== same.size;) {
    size = same.size;
    for (const path of same) if (needsOther(path)) same.delete(path);
  }
  return same;
}

/**
 * All cases in one program. Bindings are no roots of it, since that they compile is proven elsewhere: they end in `.tsx`, which
 * imports of `.js` lead to as well. What stays as it is, the compiler looks at once: the files of before stand for those of
 * after, and of tables without a change, which the program of before uses, those of after use nothing.
 */
function judge(cases: readonly Case[]): readonly Verdict[] {
  const files: Record<string, string> = {};
  const add = (folder: string, bindings: Files): void => {
    for (const [path, text] of bindings) files[`${folder}/${path.replace(/ts$/, "tsx")}`] = text;
  };
  const known = new Map<Keyspace, { readonly folder: string; readonly bindings: Files }>();
  for (const [index, { before, plans }] of cases.entries()) {
    const was = known.get(before) ?? { folder: `before${index}`, bindings: bindingsOf(plans[0]) };
    if (!known.has(before)) {
      known.set(before, was);
      add(was.folder, was.bindings);
      files[`${was.folder}.ts`] = printProgram(plans[0], `./${was.folder}`);
    }
    const is = bindingsOf(plans[1]);
    const same = findSame(was.bindings, is);
    const lead = (path: string): string => `export * from "../${was.folder}/${path.replace(/ts$/, "js")}";\n`;
    add(`after${index}`, new Map([...is].map(([path, text]) => [path, same.has(path) ? lead(path) : text])));
    const isChanged = ({ fileName }: TablePlan): boolean =>
      ![`${fileName}.ts`, `${fileName}.zod.ts`].every((path) => same.has(path));
    files[`after${index}.ts`] = printProgram(plans[0], `./after${index}`, isChanged);
  }
  const { isolatedDeclarations: _, declaration: __, ...flags } = strictFlags;
  const errors = compile(files, { ...flags, noUnusedLocals: false, jsx: ts.JsxEmit.Preserve });
  // The same program compiles with the bindings that it was written for.
  expect(errors.filter((error) => !error.startsWith("after"))).toEqual([]);
  return cases.map(({ name, before, after, settings }, index) => {
    const found = errors.filter((error) => error.startsWith(`after${index}.ts`));
    const changes = findClassifiedChanges({
      before: { keyspace: before },
      after: { keyspace: after },
      settings: [settings],
    });
    const isClassed = changes.some(({ breaks }) => breaks.includes("code"));
    return { name, changes, isClassed, compiles: found.length === 0, errors: found.slice(0, 3) };
  });
}

/** What is wrongly said, readable as it is. */
function wrongOf(verdicts: readonly Verdict[]): readonly Verdict[] {
  return verdicts.filter(({ isClassed, compiles }) => isClassed === compiles);
}

/** The short form is one program, since most of the time goes into the libraries that all of them import. */
const everydayCases = [...drawCases([everyday], 5)];
const randomCases = [...drawCases(fc.sample(anyKeyspace, { numRuns: 1, seed: 21 }), 21)].filter(
  (_, at) => at % 4 === 0,
);

const counterCases = [...drawCases([counting], 3, () => 4)].filter(({ edit }) =>
  edit.startsWith("make a column static"),
);

/** Changes of a type that random keyspaces seldom have. */
function caseOf(name: string, [before, after]: readonly [Keyspace, Keyspace], settings: PlanSettings = {}): Case {
  const plans = [planKeyspace(before, settings), planKeyspace(after, settings)] as const;
  return { name, edit: "", settings, before, after, plans };
}

function withField(typeDefinition: string): Keyspace {
  const columnDefinitions = [
    { name: "id", typeDefinition: "uuid" },
    { name: "stops", typeDefinition: "frozen<stops>" },
  ];
  const routes = { name: "routes", columnDefinitions, primaryKey: { partitionKey: ["id"] } };
  return keyspaceOf("shop", [routes], [{ name: "stops", fields: [{ name: "ids", typeDefinition }] }]);
}

function withKey(name: string, typeDefinition = "uuid"): Keyspace {
  const columnDefinitions = [{ name, typeDefinition }];
  return keyspaceOf("shop", [{ name: "pages", columnDefinitions, primaryKey: { partitionKey: [name] } }]);
}

function withColumn(typeDefinition: string): Keyspace {
  const columnDefinitions = [
    { name: "id", typeDefinition: "uuid" },
    { name: "seen", typeDefinition },
  ];
  return keyspaceOf("shop", [{ name: "pages", columnDefinitions, primaryKey: { partitionKey: ["id"] } }]);
}

function searchingBy(...indexes: readonly IndexDefinition[]): Keyspace {
  const columnDefinitions = [
    { name: "id", typeDefinition: "uuid" },
    { name: "at", typeDefinition: "timestamp" },
    { name: "title", typeDefinition: "text" },
    { name: "size", typeDefinition: "int" },
    { name: "tag", typeDefinition: "map<text, int>" },
    { name: "tag_key", typeDefinition: "text" },
    { name: "embedding", typeDefinition: "vector<float, 3>" },
  ];
  const primaryKey = { partitionKey: ["id"], clusteringKey: ["at"] };
  return keyspaceOf("shop", [{ name: "docs", columnDefinitions, primaryKey, indexes }]);
}

function authoredBy(typeDefinition: string): Keyspace {
  const columnDefinitions = [
    { name: "id", typeDefinition: "uuid" },
    { name: "author", typeDefinition },
  ];
  const docs = { name: "docs", columnDefinitions, primaryKey: { partitionKey: ["id"] } };
  return keyspaceOf("shop", [docs], [{ name: "person", fields: [{ name: "name", typeDefinition: "text" }] }]);
}

const bySize = { column: "size", using: "sai" } as const;
const byTitle = { column: "title", using: "sai" } as const;
const byVector = { column: "embedding", using: "sai" } as const;
const byTagKey = { column: "tag_key" };
const tagValues = { column: "tag", kind: "values", using: "sai" } as const;
const tagKeys = { column: "tag", kind: "keys", using: "sai" } as const;

const seldomCases = [
  caseOf("an ID with another value", [withKey("id"), withKey("id", "int")], { brandedIds: true }),
  caseOf("an ID with a value that looks as before", [withKey("id"), withKey("id", "text")], { brandedIds: true }),
  caseOf("the only index of vectors is dropped", [searchingBy(byVector), searchingBy()]),
  caseOf("a search for neighbors asks of a column no more", [
    searchingBy(byTitle, byVector),
    searchingBy({ column: "title" }, byVector),
  ]),
  caseOf("an index no longer works with another", [
    searchingBy(byTitle, bySize),
    searchingBy({ column: "title" }, bySize),
  ]),
  caseOf("an index works with another from now on", [
    searchingBy({ column: "title" }, bySize),
    searchingBy(byTitle, bySize),
  ]),
  caseOf("a finder gets the name of another", [searchingBy(byTagKey), searchingBy(byTagKey, tagKeys)]),
  caseOf("a finder no longer shares its name", [searchingBy(byTagKey, tagKeys), searchingBy(byTagKey)]),
  caseOf("a column gets a second index", [
    searchingBy(bySize, byTitle, tagValues),
    searchingBy(bySize, byTitle, tagValues, tagKeys),
  ]),
  caseOf("a column loses its second index", [
    searchingBy(bySize, byTitle, tagValues, tagKeys),
    searchingBy(bySize, byTitle, tagValues),
  ]),
  caseOf("a user type is frozen", [authoredBy("person"), authoredBy("frozen<person>")]),
  caseOf("a user type is thawed", [authoredBy("frozen<person>"), authoredBy("person")]),
  // Any field may be null, also of a type whose values as a column are empty in place of null.
  caseOf("a field that looks as before", [withField("vector<uuid, 1>"), withField("list<text>")]),
  caseOf("a table that counts no more", [withColumn("counter"), withColumn("varint")]),
  caseOf("a renamed column whose member is called as before", [withKey("page_id"), withKey("pageId")]),
  caseOf("a column that looks as before", [withColumn("bigint"), withColumn("varint")]),
];

describe("a change is classed `code` exactly when code stops compiling", () => {
  it("for every edit of an everyday keyspace, and for some of random keyspaces", { timeout: 60_000 }, () => {
    expect(new Set(everydayCases.map(({ edit }) => edit))).toEqual(new Set(Object.keys(edits)));
    expect(counterCases).toHaveLength(4);
    expect(randomCases.length).toBeGreaterThan(3);
    const verdicts = judge([...everydayCases, ...counterCases, ...seldomCases, ...randomCases]);
    expect(wrongOf(verdicts)).toEqual([]);
    // Both answers are given often, or neither would be proven.
    expect(verdicts.filter(({ compiles }) => compiles).length).toBeGreaterThan(8);
    expect(verdicts.filter(({ compiles }) => !compiles).length).toBeGreaterThan(8);
  });

  it.runIf(long)("for random keyspaces, ever others", { timeout: 3_600_000 }, () => {
    for (let round = 0; round < 60; round++) {
      const seed = (Date.now() + round) % 1_000_000;
      const cases = [...drawCases(fc.sample(anyKeyspace, { numRuns: 6, seed }), seed, () => 2)];
      expect({ seed, wrong: wrongOf(judge(cases)) }).toEqual({ seed, wrong: [] });
    }
  });

  it("never for an excluded table, even if the new bindings cannot be planned", () => {
    const key = { columnDefinitions: [{ name: "id", typeDefinition: "uuid" }], primaryKey: { partitionKey: ["id"] } };
    const [before, after] = [["bound", "excluded"], []].map((names) => ({
      keyspace: keyspaceOf(
        "shop",
        names.map((name) => ({ ...key, name })),
      ),
    }));
    const changes = before && after && findClassifiedChanges({ before, after, settings: [{ include: ["bound"] }] });
    expect(changes?.map(({ place, breaks }) => [place.name, breaks.includes("code")])).toEqual([
      ["bound", true],
      ["excluded", false],
    ]);
  });
});
