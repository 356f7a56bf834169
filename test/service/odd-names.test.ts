/**
 * Tables and columns of any name that the database allows: words of GraphQL, names that meet in the API, names that
 * JavaScript's objects have, letters that no identifier has. A row of such a table is written, read, paged and deleted over
 * GraphQL and REST.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { apiOf } from "../../src/api/index.ts";
import type { TableApi } from "../../src/api/index.ts";
import type { TableDefinition } from "../../src/model/index.ts";
import { openMemoryStore } from "../../src/store/index.ts";
import type { Store } from "../../src/store/index.ts";
import { keyspaceOf } from "../support/keyspaces.ts";
import { runs } from "../support/long.ts";
import { openFixture } from "./service-fixture.ts";
import type { Fixture, Reply } from "./service-fixture.ts";

let store: Store;
let fixture: Fixture;
beforeAll(async () => {
  store = await openMemoryStore();
  fixture = await openFixture([], { store });
});
afterAll(async () => {
  await fixture.close();
  await store.close();
});

const words = [
  ...["query", "mutation", "subscription", "fragment", "on", "type", "true", "false", "null", "schema", "extend"],
  ...["Query", "Mutation", "String", "Int", "Boolean", "Uuid", "Timestamp", "ID", "Map", "Table", "Column"],
  ...[
    "value",
    "values",
    "pageState",
    "filter",
    "options",
    "applied",
    "accepted",
    "orderBy",
    "rows",
    "columns",
    "count",
  ],
  ...["constructor", "__proto__", "prototype", "toString", "hasOwnProperty", "valueOf", "length", "then", "toJSON"],
  ...["select", "from", "where", "token", "ttl", "index", "primary", "insert_products", "delete", "products"],
  ...["__typename", "__schema", "_", "__", "_1", "x_", "_x", "x41_y", "a_b", "aB", "a__b", "A_b", "AB", "ab", "Ab"],
  ...["insert", "insertA", "a_input", "AInput", "a_filter_input", "a_result", "AMutationResult", "order_items"],
];
const tableName = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...words) },
  { weight: 2, arbitrary: fc.stringMatching(/^[A-Za-z0-9_]{1,12}$/) },
  { weight: 1, arbitrary: fc.stringMatching(/^[a-zA-Z][a-z_]{150,220}$/) },
);
const columnName = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...words) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("größe", "日本", "🐎", "a b", "a-b", "a/b", "a;b", "%41", "..", "?", "#", "é", "é"),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('"', "'", "\\", "\n", "\u0000", "{", "}", "$a", "@a", "…", "\ufeff", "\u2028"),
  },
  { weight: 2, arbitrary: fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }) },
  { weight: 1, arbitrary: fc.stringMatching(/^[a-z_]{60,200}$/) },
);

/** Each with a partition key, perhaps a clustering key, and other columns, all of text. */
const tables = fc
  .uniqueArray(
    fc.record({
      name: tableName,
      columns: fc.uniqueArray(columnName, { minLength: 3, maxLength: 7 }),
      isClustered: fc.boolean(),
    }),
    { minLength: 1, maxLength: 5, selector: ({ name }) => name },
  )
  .map((list) =>
    list.map(({ name, columns, isClustered }): TableDefinition => {
      const [partition = "", clustering = ""] = columns;
      return {
        name,
        columnDefinitions: columns.map((column) => ({ name: column, typeDefinition: "text" })),
        primaryKey: { partitionKey: [partition], clusteringKey: isClustered ? [clustering] : [] },
      };
    }),
  );

/** What the row has in a column: text that shows which one it is. */
const valueOf = (column: string, row: number): string => `${row} ${column}`;

let next = 0;

async function check(definitions: readonly TableDefinition[]): Promise<void> {
  const name = `odd_${next++}`;
  const keyspace = keyspaceOf(name, definitions);
  await store.createKeyspace(name);
  for (const table of keyspace.tables) await store.createTable(name, table);
  const served = await store.keyspace(name);
  const apis = keyspace.tables.map((table) => apiOf(served ?? keyspace).tableApi(table));
  for (const of of ["query", "type"] as const) expect(new Set(apis.map((api) => api[of])).size).toBe(apis.length);
  for (const api of apis) await checkTable(api);
  await store.dropKeyspace(name);
  expect(fixture.reported).toEqual([]);
}

async function checkTable(api: TableApi): Promise<void> {
  const { table, keyspace, columns } = api;
  expect(columns.size).toBe(table.columns.length);
  const rest = `/api/rest/v1/keyspaces/${keyspace}/tables/${encodeURIComponent(table.name)}`;
  const ask = async (document: string): Promise<unknown> => {
    const { data, errors } = await fixture.graphql(document, {}, `/api/graphql/${keyspace}`);
    expect([document, errors]).toEqual([document, undefined]);
    return data?.["r"];
  };
  const object = (names: Iterable<readonly [string, { readonly name: string }]>, row: number): string =>
    `{ ${Array.from(names, ([field, { name }]) => `${field}: ${JSON.stringify(valueOf(name, row))}`).join(", ")} }`;
  const inKey = [...columns].filter(([, { kind }]) => kind === "partition" || kind === "clustering");
  const selection = [...columns.keys()].join(" ");
  const found = (row: number): object =>
    Object.fromEntries(Array.from(columns, ([field, { name }]) => [field, valueOf(name, row)]));
  const rowOf = (row: number): object =>
    Object.fromEntries(table.columns.map((column) => [column.name, valueOf(column.name, row)]));
  const pathOf = (row: number): string => {
    const key = [...table.partitionKey, ...table.clusteringKey.map((one) => one.name)];
    return `${rest}/rows/${key.map((column) => encodeURIComponent(valueOf(column, row))).join(";")}`;
  };
  const rowsOf = ({ json }: Reply): unknown => (json as { rows?: unknown }).rows;

  // One row over GraphQL, one over REST; each API finds both.
  await ask(`mutation { r: insert${api.type}(value: ${object(columns, 1)}) { applied value { ${selection} } } }`);
  const posted = Object.entries(rowOf(2)).map(([column, value]) => ({ name: column, value }));
  expect(await fixture.send("POST", `${rest}/rows`, { columns: posted })).toMatchObject({ status: 201 });
  for (const row of [1, 2]) {
    const one = `{ r: ${api.query}(value: ${object(inKey, row)}) { values { ${selection} } } }`;
    expect(await ask(one)).toEqual({ values: [found(row)] });
    const reply = await fixture.send("GET", pathOf(row));
    expect([reply.status, rowsOf(reply)]).toEqual([200, [rowOf(row)]]);
    const filters = Object.entries(rowOf(row))
      .filter(([column]) => table.partitionKey.includes(column))
      .map(([columnName, value]) => ({ columnName, operator: "eq", value: [value] }));
    expect(rowsOf(await fixture.send("POST", `${rest}/rows/query`, { filters }))).toEqual([rowOf(row)]);
  }

  // All of them, page by page.
  const all: object[] = [];
  for (let state: string | null = ""; state !== null;) {
    const options = `{ pageSize: 1, pageState: ${JSON.stringify(state)} }`;
    const page = (await ask(`{ r: ${api.query}(options: ${options}) { pageState values { ${selection} } } }`)) as {
      readonly pageState: string | null;
      readonly values: readonly object[];
    };
    all.push(...page.values);
    state = page.pageState;
  }
  expect(all).toHaveLength(2);
  expect(all).toEqual(expect.arrayContaining([found(1), found(2)]));

  // A value is changed, and each API deletes the row of the other one.
  const changed = table.columns.find(({ kind }) => kind === "regular")?.name ?? "";
  const changeset = [{ column: changed, value: "changed" }];
  expect(await fixture.send("PUT", pathOf(1), { changeset })).toMatchObject({ status: 200 });
  expect(rowsOf(await fixture.send("GET", pathOf(1)))).toEqual([{ ...rowOf(1), [changed]: "changed" }]);
  expect(await fixture.send("DELETE", pathOf(1))).toMatchObject({ status: 204 });
  await ask(`mutation { r: delete${api.type}(value: ${object(inKey, 2)}) { applied } }`);
  expect(await ask(`{ r: ${api.query} { values { ${selection} } } }`)).toEqual({ values: [] });
}

it("serves tables and columns of any name, over GraphQL and REST", { timeout: 600_000 }, async () => {
  await fc.assert(fc.asyncProperty(tables, check), runs(10, 1500));
});
