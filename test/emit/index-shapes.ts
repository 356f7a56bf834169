/**
 * Which columns may stand together in a query: what some function of a table takes, by its types, the store answers without
 * reading rows only to drop them; and what the store answers, a function takes, but for the exceptions that the page on
 * generated code lists.
 */
import { expect } from "vitest";
import { emitKeyspace } from "../support/emit-keyspace.ts";
import { planKeyspace } from "../../src/plan/index.ts";
import type { Filter, Store, Value } from "../../src/store/index.ts";
import { compile } from "../support/compile.ts";
import { tableOf } from "../support/keyspaces.ts";

type Way = "none" | "equal" | "in" | "range" | "contains";
type Query = readonly (readonly [column: string, way: Way])[];

/** How each column is asked for, and the key and the indexes of the table. */
interface Shape {
  readonly ways: Readonly<Record<string, readonly Way[]>>;
  readonly types?: Readonly<Record<string, string>>;
  readonly key: readonly [partition: readonly string[], clustering: readonly string[]];
  /** In the order of their definition; others than these are storage-attached. */
  readonly plain: readonly string[];
  readonly attached: readonly string[];
}

const all: readonly Way[] = ["none", "equal", "in", "range"];
const shapes: Readonly<Record<string, Shape>> = {
  docs: {
    ways: { tenant: all, id: all, title: ["none", "equal"], lang: ["none", "equal"], year: ["none", "equal", "range"] },
    key: [["tenant"], ["id"]],
    plain: ["title"],
    attached: ["lang", "year", "near"],
  },
  pairs: {
    ways: {
      a: ["none", "equal", "in"],
      b: ["none", "equal"],
      at: all,
      line: all,
      name: ["none", "equal"],
      labels: ["none", "contains"],
    },
    key: [
      ["a", "b"],
      ["at", "line"],
    ],
    plain: ["name", "line"],
    attached: ["labels", "near"],
  },
  flat: {
    ways: { id: all, lang: ["none", "equal"], year: ["none", "equal", "range", "in"], title: ["none", "equal"] },
    key: [["id"], []],
    plain: ["title"],
    attached: ["lang", "year", "near"],
  },
};
const typeOf = (column: string): string =>
  column === "near" ? "vector<float, 2>" : column === "labels" ? "set<int>" : "int";

const tables = Object.entries(shapes).map(
  ([
    name,
    {
      ways,
      key: [partitionKey, clusteringKey],
      plain,
      attached,
    },
  ]) =>
    tableOf({
      name,
      columnDefinitions: [...Object.keys(ways), "near"].map((column) => ({
        name: column,
        typeDefinition: typeOf(column),
      })),
      primaryKey: { partitionKey, clusteringKey },
      indexes: [
        ...plain.map((column) => ({ column })),
        ...attached.map((column) => ({ column, using: "sai" as const })),
      ],
    }),
);
const plan = planKeyspace({ name: "shop", tables, userTypes: [] }, { validators: false });

const everyQuery = ({ ways }: Shape): Query[] =>
  Object.entries(ways).reduce<Query[]>(
    (queries, [column, each]) =>
      queries.flatMap((query) => each.map((way) => (way === "none" ? query : [...query, [column, way] as const]))),
    [[]],
  );

const texts: Readonly<Record<Way, string>> = {
  none: "",
  equal: "1",
  in: "{ in: [1] }",
  range: "{ gt: 1 }",
  contains: "{ contains: 1 }",
};
const whereOf = (query: Query): string => `{ ${query.map(([column, way]) => `${column}: ${texts[way]}`).join(", ")} }`;

/** The functions of a table that a query could go to, each with the type of its where. */
function wheresOf(name: string, query: Query): string[] {
  const { names, indexes } = plan.tables.find(({ table }) => table.name === name) ?? expect.unreachable();
  const isAsked = (column: string): boolean => query.some(([asked]) => asked === column);
  const finders = indexes.filter(({ member }) => isAsked(member.name)).map(({ functionName }) => functionName);
  return [`db.${names.where}`, ...finders.map((finder) => `Parameters<typeof db.${finder}>[1]`)];
}

const operators = { equal: "eq", in: "in", range: "gt", contains: "contains", none: "eq" } as const;
const filtersOf = (query: Query): Filter[] =>
  query.map(([column, way]) => ({ column, operator: operators[way], value: way === "in" ? [1] : 1 }));

async function isAnswered(store: Store, table: string, query: Query, near: readonly number[] | undefined) {
  const nearest = near && { nearest: { column: "near", to: near as Value & readonly number[] }, limit: 1 };
  try {
    await store.select({ keyspace: "shop", table, filters: filtersOf(query), pageSize: 1, ...nearest });
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: "invalid" });
    return false;
  }
}

/** What no function takes although the store answers it, as the page on generated code says. */
const exceptions: Readonly<Record<string, (shape: Shape, query: Query) => boolean>> = {
  "a partition of one row needs no index": ({ key: [[id = ""], { length }] }, query) =>
    length === 0 && query.some(([column]) => column === id),
  "a prefix of the key beside an index of a key column": ({ key: [, clustering], plain }, query) =>
    query.some(([column]) => clustering.includes(column) && plain.includes(column)),
};

/**
 * @param store with an empty keyspace called `shop`
 * @param step takes every query, or every so many
 */
export async function testIndexShapes(store: Store, step = 1): Promise<void> {
  for (const table of tables) await store.createTable("shop", table);
  const lines: string[] = [];
  const asked: { name: string; query: Query; near: boolean; answered: boolean; lines: number[] }[] = [];
  for (const [name, shape] of Object.entries(shapes)) {
    const search = plan.tables.find(({ table }) => table.name === name)?.neighbors[0]?.functionName ?? "";
    for (const query of everyQuery(shape).filter((_, place) => place % step === 0)) {
      const add = (type: string): number =>
        lines.push(`export const w${lines.length}: ${type} = ${whereOf(query)};`) - 1;
      if (query.length > 0) {
        const answered = await isAnswered(store, name, query, undefined);
        asked.push({ name, query, near: false, answered, lines: wheresOf(name, query).map(add) });
      }
      const answered = await isAnswered(store, name, query, [1, 2]);
      const where = `NonNullable<Parameters<typeof db.${search}>[2]["where"]>`;
      asked.push({ name, query, near: true, answered, lines: [add(where)] });
    }
  }
  const files = Object.fromEntries(emitKeyspace(plan).map(({ path, text }) => [path, text]));
  const errors = compile(
    { ...files, "proof.ts": ['import type * as db from "./index.js";', ...lines].join("\n") },
    { strict: true, exactOptionalPropertyTypes: true },
  );
  expect(errors.filter((error) => !error.startsWith("proof.ts:"))).toEqual([]);
  const failed = new Set(errors.map((error) => Number(/:(\d+)/.exec(error)?.[1]) - 2));
  const shown = ({ name, query, near }: (typeof asked)[number]) =>
    `${near ? "nearest in " : ""}${name} ${whereOf(query)}`;
  const isTaken = (ask: (typeof asked)[number]): boolean => ask.lines.some((line) => !failed.has(line));

  expect(asked.filter((ask) => isTaken(ask) && !ask.answered).map(shown)).toEqual([]);
  const refused = asked.filter((ask) => !isTaken(ask) && ask.answered);
  const isListed = ({ name, query }: (typeof asked)[number]): boolean =>
    Object.values(exceptions).some((isOne) => isOne(shapes[name] ?? expect.unreachable(), query));
  expect(refused.filter((ask) => !isListed(ask)).map(shown)).toEqual([]);
  const taken = asked.filter(isTaken).length;
  expect(Math.min(taken, asked.length - taken)).toBeGreaterThan(50 / step);
  expect(refused.length).toBeGreaterThan(0);
}
