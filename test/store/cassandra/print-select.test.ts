/** Selections as the texts that the engine sends, and what it makes of the rows. A cluster: `test/cluster/reads.large.test.ts`. */
import { describe, expect, it, test } from "vitest";
import { bindTable, columnsOf } from "../../../src/store/cassandra/bound-table.ts";
import type { CqlClient, DriverRow, StatementOptions } from "../../../src/store/cassandra/client.ts";
import { cassandraRows } from "../../../src/store/index.ts";
import type { Page, Selection } from "../../../src/store/index.ts";
import { printSelect } from "../../../src/store/cassandra/print-select.ts";
import { tableOf } from "../../support/keyspaces.ts";

const docs = tableOf({
  name: "docs",
  columnDefinitions: [
    { name: "Tenant", typeDefinition: "text" },
    { name: "day", typeDefinition: "int" },
    { name: "seq", typeDefinition: "int" },
    { name: "owner", typeDefinition: "text", static: true },
    { name: "title", typeDefinition: "text" },
    { name: "tags", typeDefinition: "set<text>" },
    { name: "vector", typeDefinition: "vector<float, 2>" },
    { name: "other", typeDefinition: "vector<float, 2>" },
  ],
  primaryKey: { partitionKey: ["Tenant", "day"], clusteringKey: ["seq"] },
  indexes: [
    { column: "vector", using: "sai", options: { similarity_function: "DOT_PRODUCT" } },
    { column: "other", using: "sai" },
  ],
});
const table = bindTable("shop", docs);
const base: Selection = { keyspace: "shop", table: "docs", filters: [], columns: ["title"], pageSize: 10 };
const print = (more: Partial<Selection>): string => {
  const selection = { ...base, ...more };
  return printSelect(table, columnsOf(table, selection.columns).text, selection).cql;
};

describe("a selection", () => {
  const tenant = [
    { column: "Tenant", operator: "eq", value: "t" },
    { column: "day", operator: "eq", value: 1 },
  ] as const;
  test.each<[string, Partial<Selection>]>([
    ["SELECT title FROM shop.docs PER PARTITION LIMIT ? LIMIT ?", { perPartitionLimit: 1, limit: 5 }],
    [
      'SELECT title FROM shop.docs WHERE token("Tenant", day) > (bigint)? AND token("Tenant", day) <= (bigint)?',
      { tokens: { after: -(2n ** 63n), upTo: 2n ** 63n - 1n } },
    ],
    ['SELECT title FROM shop.docs WHERE token("Tenant", day) <= (bigint)?', { tokens: { upTo: 0n } }],
    ["SELECT title FROM shop.docs", { tokens: {} }],
    [
      "SELECT title FROM shop.docs WHERE title > (text)? ALLOW FILTERING",
      { filters: [{ column: "title", operator: "gt", value: "a" }], filtering: true },
    ],
    [
      'SELECT title FROM shop.docs WHERE "Tenant" = (text)? AND day = (int)? AND (seq) >= ((int)?) AND (seq) IN (((int)?), ((int)?))',
      {
        filters: tenant,
        tuples: [
          { columns: ["seq"], operator: "gte", value: [1] },
          { columns: ["seq"], operator: "in", value: [[1], [2]] },
        ],
      },
    ],
    [
      'SELECT title, similarity_dot_product(vector, (vector<float, 2>)?) AS "similarity of the nearest" FROM shop.docs ' +
        'WHERE "Tenant" = (text)? AND day = (int)? ORDER BY vector ANN OF (vector<float, 2>)? LIMIT ?',
      { filters: tenant, nearest: { column: "vector", to: [1, 2] }, limit: 3 },
    ],
    [
      'SELECT title, similarity_cosine(other, (vector<float, 2>)?) AS "similarity of the nearest" FROM shop.docs ' +
        "ORDER BY other ANN OF (vector<float, 2>)? LIMIT ?",
      { nearest: { column: "other", to: [1, 2] }, limit: 3 },
    ],
    [
      'SELECT title, WRITETIME(title) AS "write time of title", WRITETIME(owner) AS "write time of owner" FROM shop.docs',
      { writeTimes: ["title", "owner"] },
    ],
  ])("%s", (cql, more) => {
    expect(print(more)).toBe(cql);
  });

  test.each<[string, Partial<Selection>]>([
    ["Cannot use selection function writeTime on non-frozen column tags", { writeTimes: ["tags"] }],
    ["Undefined column name nope in table shop.docs", { writeTimes: ["nope"] }],
    ["Undefined column name nope in table shop.docs", { nearest: { column: "nope", to: [1] }, limit: 1 }],
    ['Invalid value for "vector" of type vector<float, 2>', { nearest: { column: "vector", to: [1] }, limit: 1 }],
  ])("is refused: %s", (message, more) => {
    expect(() => print(more)).toThrow(message);
  });
});

describe("a page", () => {
  interface Read {
    readonly page: Page;
    readonly cql: string;
    readonly options: StatementOptions;
  }

  async function read(
    more: Partial<Selection>,
    rows: readonly DriverRow[],
    pageState: string | null = null,
  ): Promise<Read> {
    let sent: Omit<Read, "page"> | undefined;
    const client: Partial<CqlClient> = {
      hosts: undefined,
      execute: async (cql, _parameters, options) => {
        sent = { cql, options };
        return { rows, pageState };
      },
    };
    const tables = { table: () => docs, find: async () => docs };
    const page = await cassandraRows({ client: client as CqlClient, tables }).select({ ...base, ...more });
    return { page, ...sent! };
  }

  it("that is counted selects one column of the key, and holds no rows", async () => {
    const { page, cql, options } = await read({ countsOnly: true }, [{}, {}, {}], "00ff");
    expect(cql).toBe('SELECT "Tenant" FROM shop.docs');
    expect(page).toMatchObject({ rows: [], count: 3, pageState: expect.any(String) });
    expect(options.fetchSize).toBe(10);
  });

  it("of static columns alone selects a restricted column too, which CQL asks for", async () => {
    const filters = [
      { column: "Tenant", operator: "eq", value: "t" },
      { column: "day", operator: "eq", value: 1 },
      { column: "seq", operator: "gt", value: 1 },
    ] as const;
    const { page, cql } = await read({ filters, columns: ["owner"] }, [{ owner: "me", seq: 2 }]);
    expect(cql).toMatch(/^SELECT owner, seq FROM shop\.docs WHERE/);
    expect([...page.rows[0]!]).toEqual([["owner", "me"]]);
    expect((await read({ filters: filters.slice(0, 2), columns: ["owner"] }, [])).cql).toMatch(/^SELECT owner FROM/);
  });

  it("of distinct partitions selects their whole keys, and shows what was selected", async () => {
    const { page, cql } = await read({ distinct: true, columns: ["owner", "day"] }, [
      { Tenant: "t", day: 1, owner: "me" },
    ]);
    expect(cql).toBe('SELECT DISTINCT "Tenant", day, owner FROM shop.docs');
    expect([...page.rows[0]!]).toEqual([
      ["owner", "me"],
      ["day", 1],
    ]);
  });

  it("of nearest rows is one page with their similarities", async () => {
    const rows = [
      { title: "a", "similarity of the nearest": 0.9 },
      { title: "b", "similarity of the nearest": 0.5 },
    ];
    const { page, options } = await read({ nearest: { column: "vector", to: [1, 2] }, limit: 2 }, rows);
    expect(options.fetchSize).toBe(0);
    expect(page.similarities).toEqual([0.9, 0.5]);
    expect(page.rows.map((row) => row.get("title"))).toEqual(["a", "b"]);
  });

  it("has the times at which values were written", async () => {
    const { page } = await read({ writeTimes: ["title", "owner"] }, [
      { title: "a", "write time of title": 5n, "write time of owner": null },
    ]);
    expect(page.rows[0]?.writeTime?.("title")).toBe(5n);
    expect(page.rows[0]?.writeTime?.("owner")).toBeNull();
  });

  it("goes on only for a selection of the same partitions", async () => {
    const { page } = await read({ columns: ["day", "Tenant"] }, [{}], "00ff");
    const { pageState } = page;
    for (const more of [
      { distinct: true },
      { perPartitionLimit: 1 },
      { tokens: { after: 1n } },
      { tokens: { upTo: 1n } },
    ]) {
      await expect(read({ columns: ["day", "Tenant"], pageState, ...more }, [])).rejects.toThrow(/paging state/);
    }
    expect((await read({ columns: ["day"], pageState }, [])).options.pageState).toEqual(Buffer.from("00ff", "hex"));
  });
});
