/**
 * What a finder may be asked: the rules of the database, the compiler's verdict on emitted types, and the runtime's check say
 * the same, for every way to restrict the columns of a key.
 */
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { Table as RuntimeTable, TableTypes } from "@colonnade/runtime";
import { emitKeyspace } from "../support/emit-keyspace.ts";
import type { CqlType, Index, Keyspace, Table } from "../../src/model/index.ts";
import { planKeyspace } from "../../src/plan/index.ts";
import { filterOf } from "../../src/runtime/graphql/document.ts";
import { bindTable } from "../../src/runtime/table/bound-table.ts";
import type { BoundTable } from "../../src/runtime/table/bound-table.ts";
import { encodeIndexed, encodeWhere } from "../../src/runtime/operation/where.ts";
import { compile } from "../support/compile.ts";
import { tableOf, userTypesOf } from "../support/keyspaces.ts";
import { long } from "../support/long.ts";
import { importEmitted } from "./import-emitted.ts";
import type { Exports } from "./import-emitted.ts";
import { printValue, valuesOf } from "./type-values.ts";

const userTypes = userTypesOf([
  {
    name: "spot",
    fields: [
      { name: "gt", typeDefinition: "int" },
      { name: "in", typeDefinition: "text" },
      { name: "eq", typeDefinition: "text" },
    ],
  },
]);
const nameOf = (_: string, field: string): string => field;

/** How a column may be restricted: by nothing, a value, several, a bound, or two on both sides; or by two on one side. */
type Way = "none" | "equal" | "in" | "range" | "between" | "twice";
const ways: readonly Way[] = ["none", "equal", "in", "range", "between", "twice"];

const keyTypes = [
  ...["text", "int", "bigint", "timestamp", "blob", "boolean", "uuid", "decimal", "double", "inet"],
  ...["frozen<list<int>>", "frozen<set<text>>", "frozen<map<int, text>>", "tuple<int, text>", "frozen<spot>"],
  ...["vector<float, 2>", "frozen<list<frozen<spot>>>", "tuple<frozen<spot>>"],
];

/** A table with so many partition and clustering columns, of random types, some descending. */
const keyLayout = (partition: number, clustering: number, name: string): fc.Arbitrary<Table> =>
  fc
    .array(fc.tuple(fc.constantFrom(...keyTypes), fc.constantFrom("ASC", "DESC")), {
      minLength: partition + clustering,
      maxLength: partition + clustering,
    })
    .map((columns) => {
      const named = columns.map(([typeDefinition, order], index) => ({
        name: index < partition ? `p${index}` : `c${index - partition}`,
        typeDefinition,
        order,
      }));
      const clusteringKey = named.slice(partition);
      return tableOf(
        {
          name,
          columnDefinitions: [
            ...named.map(({ name, typeDefinition }) => ({ name, typeDefinition })),
            { name: "value", typeDefinition: "text" },
          ],
          primaryKey: {
            partitionKey: named.slice(0, partition).map((column) => column.name),
            clusteringKey: clusteringKey.map((column) => column.name),
          },
          tableOptions: {
            clusteringExpression: clusteringKey.map(({ name, order }) => ({
              column: name,
              order: order as "ASC" | "DESC",
            })),
          },
        },
        { userTypes },
      );
    });

const sizes = [1, 2, 3].flatMap((partition) => [0, 1, 2, 3, 4].map((clustering) => [partition, clustering] as const));
const tables = sizes.map(([partition, clustering], index) => {
  const [table] = fc.sample(keyLayout(partition, clustering, `t${index}`), { numRuns: 1, seed: 20 + index });
  return table ?? expect.unreachable();
});

/**
 * The table of the rules, line by line, for a query that names a partition: a full scan goes by another function.
 * @returns what the database holds against it, or undefined
 */
function refusalOf(table: Table, query: ReadonlyMap<string, Way>): string | undefined {
  const of = (column: string): Way => query.get(column) ?? "none";
  const isRange = (column: string): boolean => ["range", "between"].includes(of(column));
  const clustering = table.clusteringKey.map(({ name }) => name);
  if ([...query.values()].includes("twice")) return "more than one restriction for a bound";
  if (table.partitionKey.some((column) => of(column) === "none")) return "not all of the partition columns";
  if (table.partitionKey.some(isRange)) return "range on a partition column";
  if (of("value") !== "none") return "regular column without index";
  const restricted = clustering.filter((column) => of(column) !== "none");
  const before = (column: string): string[] => clustering.slice(0, clustering.indexOf(column));
  if (restricted.some((column) => before(column).some((one) => of(one) === "none")))
    return "gap in the clustering prefix";
  if (restricted.some((column) => before(column).some(isRange))) return "restriction after a range";
  return undefined;
}

type Query = ReadonlyMap<string, Way>;

/** Every way to restrict the columns of a table. */
function everyQuery(table: Table): Query[] {
  return table.columns
    .reduce<[string, Way][][]>(
      (queries, { name }) => queries.flatMap((query) => ways.map((way) => [...query, [name, way] as [string, Way]])),
      [[]],
    )
    .map((query) => new Map(query));
}

/** The legal queries of a table, each with one column restricted in another way: what is just not allowed, and what just is. */
function nearQueries(table: Table): Query[] {
  const clustering = table.clusteringKey.map(({ name }) => name);
  const legal: Query[] = [];
  for (const last of [...clustering.keys(), clustering.length]) {
    for (const [turn, way] of ways.slice(0, 5).entries()) {
      const kinds: readonly Way[] = ["equal", "in"];
      legal.push(
        new Map([
          ...table.partitionKey.map((name, index) => [name, kinds[(turn + index) % 2] ?? "equal"] as const),
          ...clustering.slice(0, last).map((name, index) => [name, kinds[(turn + index + 1) % 2] ?? "equal"] as const),
          ...clustering.slice(last, last + 1).map((name) => [name, way] as const),
        ]),
      );
    }
  }
  const near = legal.flatMap((query) =>
    table.columns.flatMap(({ name }) => ways.map((way): Query => new Map([...query, [name, way]]))),
  );
  const distinct = new Map([...legal, ...near].map((query) => [shown(query), query]));
  return [...distinct.values()];
}

const shown = (query: Query): string =>
  [...query]
    .filter(([, way]) => way !== "none")
    .map(([name, way]) => `${name} ${way}`)
    .sort()
    .join(", ");

const bounds = [["gt"], ["gte"], ["lt"], ["lte"]];
const pairs = [
  ["gt", "lt"],
  ["gte", "lte"],
  ["gt", "lte"],
  ["gte", "lt"],
];
const twice = [
  ["gt", "gte"],
  ["lt", "lte"],
];

/** The where of a query; values that are objects themselves stand behind `eq`. */
function whereOf(table: Table, query: Query, samples: ReadonlyMap<string, unknown>, turn: number): object {
  const entries = [...query].flatMap(([name, way]): [string, unknown][] => {
    const value = samples.get(name);
    const type = table.columns.find((column) => column.name === name)?.type;
    const by = (operators: readonly (readonly string[])[]): [string, unknown][] => {
      const chosen = operators[turn % operators.length] ?? [];
      return [[name, Object.fromEntries(chosen.map((operator) => [operator, value]))]];
    };
    if (way === "none") return [];
    if (way === "equal") return [[name, type?.kind === "user" ? { eq: value } : value]];
    if (way === "in") return [[name, { in: turn % 2 === 0 ? [value] : [value, value] }]];
    return by(way === "range" ? bounds : way === "between" ? pairs : twice);
  });
  // The order of members is the caller's business.
  return Object.fromEntries(turn % 3 === 0 ? entries.reverse() : entries);
}

const samplesOf = (table: Table): ReadonlyMap<string, unknown> =>
  new Map(table.columns.map(({ name, type }) => [name, sampleOf(type)]));
const sampleOf = (type: CqlType): unknown => fc.sample(valuesOf(type, nameOf), { numRuns: 3, seed: 9 }).at(-1);

const indexed = tableOf(
  {
    name: "indexed",
    columnDefinitions: [
      { name: "id", typeDefinition: "uuid" },
      { name: "a_text", typeDefinition: "text" },
      { name: "an_int", typeDefinition: "int" },
      { name: "sai_text", typeDefinition: "text" },
      { name: "sai_uuid", typeDefinition: "uuid" },
      { name: "sai_int", typeDefinition: "int" },
      { name: "sai_at", typeDefinition: "timestamp" },
      { name: "sai_tuple", typeDefinition: "tuple<int, text>" },
      { name: "tags", typeDefinition: "set<text>" },
      { name: "lines", typeDefinition: "list<frozen<spot>>" },
      { name: "scores", typeDefinition: "map<text, int>" },
      { name: "kept", typeDefinition: "frozen<set<int>>" },
      { name: "spot", typeDefinition: "frozen<spot>" },
      { name: "near", typeDefinition: "vector<float, 2>" },
    ],
    primaryKey: { partitionKey: ["id"] },
    indexes: [
      { column: "a_text" },
      { column: "an_int" },
      ...["sai_text", "sai_uuid", "sai_int", "sai_at", "sai_tuple", "near"].map((column) => ({
        column,
        using: "sai" as const,
      })),
      { column: "tags" },
      { column: "lines" },
      { column: "scores", kind: "values" },
      { column: "scores", kind: "keys" },
      { column: "scores", kind: "entries" },
      { column: "kept" },
      { column: "spot" },
    ],
  },
  { userTypes },
);

const keyspace: Keyspace = { name: "shop", tables: [...tables, indexed], userTypes: [...userTypes.values()] };
const plan = planKeyspace(keyspace, { validators: false });

let emitted: Exports;
const layoutFor = (name: string): BoundTable => bindTable(emitted[`${name}Table`] as RuntimeTable<TableTypes>);
beforeAll(() => {
  emitted = importEmitted(plan)["index.ts"] ?? {};
});

describe.each(
  tables.map((table) => ({ table, shape: `${table.partitionKey.length} and ${table.clusteringKey.length}` })),
)("a key of $shape columns", ({ table }) => {
  it("takes at run time what the database answers, in every way to ask", () => {
    const samples = samplesOf(table);
    const all = table.columns.length <= (long ? 7 : 4) ? everyQuery(table) : nearQueries(table);
    const layout = layoutFor(table.name);
    const allowed = all.filter((query, turn) => {
      const reason = refusalOf(table, query);
      const where = whereOf(table, query, samples, turn);
      const taken = (): boolean => {
        try {
          return (
            Object.keys(filterOf(encodeWhere(layout, where, { operation: "find" }))).length ===
            Object.keys(where).length
          );
        } catch (error) {
          expect(error).toMatchObject({ code: "validation" });
          return false;
        }
      };
      expect([shown(query), reason, taken()]).toEqual([shown(query), reason, reason === undefined]);
      return reason === undefined;
    });
    expect(allowed.length).toBeGreaterThan(1);
  });
});

/** How an index may be asked. */
const asks = ["equal", "in", "range", "between", "contains", "containsKey", "containsEntry"] as const;
type Ask = (typeof asks)[number];

/** Types of which a storage-attached index has no order. */
const unordered = ["text", "uuid"];

/** The rules for indexes: equality or containment by the kind of the index, ranges where the index knows them, never `in`. */
function answers({ kind, using }: Index, type: CqlType, ask: Ask): boolean {
  if (ask === "equal") return kind === "full";
  if (ask === "range" || ask === "between") {
    return kind === "full" && using === "sai" && type.kind === "native" && !unordered.includes(type.name);
  }
  return { contains: "values", containsKey: "keys", containsEntry: "entries", in: "never" }[ask] === kind;
}

function askedFor(type: CqlType, ask: Ask): unknown {
  const value = sampleOf(type);
  const part = type.kind === "map" ? type.value : "item" in type ? type.item : type;
  const key = type.kind === "map" ? type.key : part;
  switch (ask) {
    case "equal":
      return type.kind === "user" ? { eq: value } : value;
    case "in":
      return { in: [value] };
    case "range":
      return { gt: value };
    case "between":
      return { gte: value, lt: value };
    case "contains":
      return { contains: sampleOf(part) };
    case "containsKey":
      return { containsKey: sampleOf(key) };
    case "containsEntry":
      return { containsEntry: [sampleOf(key), sampleOf(part)] };
  }
}

describe("an index", () => {
  it("of vectors has no finder: it knows neighbors alone", () => {
    expect(emitted).toHaveProperty("findIndexedWithSaiInt");
    expect(emitted).not.toHaveProperty("findIndexedWithNear");
  });

  it("is asked at run time for what it may answer", () => {
    for (const index of indexed.indexes) {
      const column = indexed.columns.find(({ name }) => name === index.column) ?? expect.unreachable();
      const member = memberOf(index.column);
      for (const ask of asks) {
        if (!answers(index, column.type, ask)) continue;
        const where = { [member]: askedFor(column.type, ask) };
        expect(Object.keys(filterOf(encodeIndexed(layoutFor("indexed"), where, { operation: "find" })))).toEqual([
          member,
        ]);
      }
    }
  });

  it.each([
    [{ aText: { in: ["a"] } }, "cannot have several values"],
    [{ aText: { contains: "a" } }, "has no value to search"],
    [{ tags: { containsKey: "a" } }, "has no key to search"],
    [{ tags: { contains: 1 } }, "cannot contain that"],
    [{ scores: { containsEntry: ["a"] } }, "cannot contain that"],
    [{ scores: { contains: 1, containsKey: "a" } }, "takes only `contains`"],
    [{ aText: { constructor: 1 } }, "takes gt, gte, lt, lte or in, not constructor"],
    [{}, "an index query takes a column"],
    [{ a_text: "a" }, "a_text is not a column of shop.indexed, did you mean aText?"],
    [{ anInt: undefined }, "anInt is not a whole number"],
    [{ anInt: {} }, "anInt"],
    [null, "the where is missing"],
  ])("is not asked for %j", (where, reason) => {
    expect(() => encodeIndexed(layoutFor("indexed"), where as never, { operation: "find" })).toThrow(reason);
  });
});

const memberOf = (column: string): string => column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

describe("the compiler", () => {
  it("takes what the database answers, and nothing else", { timeout: 60_000 }, () => {
    const lines: { text: string; legal: boolean }[] = [];
    const imported: string[] = [];
    for (const table of tables) {
      const type = `${table.name.toUpperCase()}Where`;
      imported.push(type);
      const samples = samplesOf(table);
      const all = table.columns.length <= 3 ? everyQuery(table) : nearQueries(table);
      // All of the small keys; of the others every so many, so that each column is in its turn.
      const step = long ? 1 : Math.ceil(all.length / 32);
      for (const [turn, query] of all.entries()) {
        if (turn % step !== 0) continue;
        const where = whereOf(table, query, samples, turn);
        lines.push({
          text: `export const w${lines.length}: ${type} = ${printValue(where)};`,
          legal: refusalOf(table, query) === undefined,
        });
      }
    }
    for (const { member, where, kind } of plan.tables.find(({ table }) => table === indexed)?.indexes ?? []) {
      imported.push(where);
      const index = indexed.indexes.find((one) => one.column === member.column.name && one.kind === kind);
      for (const ask of asks) {
        const { type } = member.column;
        const asked = askedFor(type, ask);
        // To ask a tuple or collection for a part that it has not is another value of the wrong shape.
        lines.push({
          text: `export const w${lines.length}: ${where} = ${printValue({ [member.name]: asked })};`,
          legal: index !== undefined && answers(index, type, ask),
        });
      }
      lines.push({ text: `export const w${lines.length}: ${where} = {};`, legal: false });
      lines.push({
        text: `export const w${lines.length}: ${where} = ${printValue({ [member.name]: askedFor(member.column.type, "equal"), id: "" })};`,
        legal: false,
      });
    }
    const head = `import type { ${imported.join(", ")} } from "./index.js";`;
    const files = Object.fromEntries(emitKeyspace(plan).map(({ path, text }) => [path, text]));
    const errors = compile(
      { ...files, "proof.ts": [head, ...lines.map(({ text }) => text)].join("\n") },
      { strict: true, exactOptionalPropertyTypes: true },
    );
    expect(errors.filter((error) => !error.startsWith("proof.ts:"))).toEqual([]);
    const failed = new Map(errors.map((error) => [Number(/:(\d+)/.exec(error)?.[1]) - 2, error]));
    const wrong = lines.flatMap(({ text, legal }, index) => {
      const error = failed.get(index);
      if (legal === (error === undefined)) return [];
      return [legal ? `${text} should compile: ${error}` : `${text} should not compile`];
    });
    expect(wrong).toEqual([]);
    const legal = lines.filter((line) => line.legal).length;
    expect(Math.min(legal, lines.length - legal)).toBeGreaterThan(80);
  });
});
