/** The six questions, whatever the number of tables, and what is made of refusals. The cluster is a stub here. */
import { describe, expect, it, test } from "vitest";
import type { ExecuteOptions, ResultSet } from "../../../src/source/cql/driver.ts";
import { readSystemRows } from "../../../src/source/cql/introspect-cql.ts";
import type { SystemRow, SystemRows } from "../../../src/source/cql/system-rows.ts";

interface Asked {
  readonly query: string;
  readonly values: readonly unknown[];
  readonly options: ExecuteOptions;
}

/** What the driver throws when a server refuses. */
function refusal(code: number, message: string): Error {
  return Object.assign(new Error(message), { name: "ResponseError", code });
}

const unknownTable = refusal(0x2200, "table columns does not exist");
const host = { datacenter: "dc1", isUp: () => true };

/** Reads from a cluster whose tables of system_schema answer with these pages, or refuse. */
async function read(
  keyspace: string,
  answers: Readonly<Record<string, readonly SystemRow[][] | Error>>,
): Promise<{ readonly rows: SystemRows; readonly asked: readonly Asked[] }> {
  const asked: Asked[] = [];
  const client = {
    connect: async () => {},
    shutdown: async () => {},
    hosts: undefined,
    metadata: { checkSchemaAgreement: async () => true },
    getState: () => ({ getConnectedHosts: () => [host] }),
    execute: async (query: string, values: readonly unknown[], options: ExecuteOptions): Promise<ResultSet> => {
      asked.push({ query, values, options });
      const answer = answers[/system_schema\.(\w+)/.exec(query)?.[1] ?? ""] ?? [];
      if (answer instanceof Error) throw answer;
      const at = Number(options.pageState ?? 0);
      return { rows: answer[at] ?? [], pageState: at + 1 < answer.length ? String(at + 1) : null };
    },
  };
  return { rows: await readSystemRows({ client, host, timeoutMs: 1_234 }, keyspace), asked };
}

const keyspaces = [[{ keyspace_name: "shop" }, { keyspace_name: "system" }, { keyspace_name: "store" }]];

describe("system_schema", () => {
  const six = ["tables", "columns", "types", "indexes", "dropped_columns", "views"].map(
    (table) => `SELECT * FROM system_schema.${table} WHERE keyspace_name = ?`,
  );

  it("is asked six questions, each in its time and all of one node, for any number of tables", async () => {
    const tables = Array.from({ length: 1_000 }, (_, at) => ({ table_name: `t${at}` }));
    const { asked, rows } = await read("shop", { keyspaces, tables: [tables] });
    expect(rows.tables).toHaveLength(1_000);
    expect(asked.map(({ query }) => query)).toEqual(six);
    expect(asked.every(({ values }) => values.length === 1 && values[0] === "shop")).toBe(true);
    for (const { options } of asked) expect(options).toMatchObject({ host, readTimeout: 1_234 });
  });

  it("is asked for its keyspaces only where it tells nothing of the one", async () => {
    const names = async (answers: Parameters<typeof read>[1]): Promise<readonly string[]> =>
      (await read("shop", { keyspaces, ...answers })).asked.slice(six.length).map(({ query }) => query);
    expect(await names({})).toEqual(["SELECT keyspace_name FROM system_schema.keyspaces"]);
    expect(await names({ types: [[{ type_name: "address" }]] })).toEqual([]);
    expect(await names({ columns: [[{ table_name: "a_view" }]] })).toEqual([]);
    expect(await names({ dropped_columns: [[{ table_name: "t" }]] })).toEqual([]);
  });

  it("that answers in pages is read to the end", async () => {
    const columns = [[{ column_name: "a" }], [], [{ column_name: "b" }]];
    expect((await read("shop", { keyspaces, columns })).rows.columns).toEqual([
      { column_name: "a" },
      { column_name: "b" },
    ]);
  });

  it("may lack tables that tell of less than tables", async () => {
    const { rows } = await read("shop", {
      keyspaces,
      types: unknownTable,
      indexes: unknownTable,
      dropped_columns: unknownTable,
      views: unknownTable,
    });
    const unknown = { types: undefined, indexes: undefined, droppedColumns: undefined, views: undefined };
    expect(rows).toEqual({ tables: [], columns: [], ...unknown });
  });
});

describe("no rows", () => {
  test.each(["keyspaces", "tables", "columns"])("of a cluster that has no system_schema.%s", async (table) => {
    await expect(read("shop", { keyspaces, [table]: unknownTable })).rejects.toMatchObject({
      code: "cql-too-old",
      kind: "service",
      next: "use Apache Cassandra 3.0 or newer",
    });
  });

  test.each([
    ["shpo", 'did you mean "shop"?'],
    ["Shop", 'did you mean "shop"?'],
    ["anything", "existing: shop, store"],
    ["systen", "existing: shop, store"],
  ])("of the keyspace %s, which is not there", async (keyspace, next) => {
    await expect(read(keyspace, { keyspaces })).rejects.toMatchObject({
      code: "cql-no-keyspace",
      kind: "service",
      message: `the cluster has no keyspace ${JSON.stringify(keyspace)}`,
      next,
    });
  });

  it("of a keyspace where there are none but the database's own", async () => {
    await expect(read("shop", { keyspaces: [[{ keyspace_name: "system" }]] })).rejects.toMatchObject({
      next: "it has no user keyspaces",
    });
  });

  test.each([
    [
      refusal(0x2100, "User reader has no SELECT permission on <table system_schema.tables>"),
      "cql-forbidden",
      "the user may not read system_schema.tables",
    ],
    [
      Object.assign(new Error("The host 10.0.0.1 did not reply before timeout 20000 ms"), {
        name: "OperationTimedOutError",
      }),
      "cql-query",
      "system_schema.tables cannot be read: the request timed out",
    ],
    [
      Object.assign(new Error("All host(s) tried for query failed."), {
        name: "NoHostAvailableError",
        innerErrors: { "10.0.0.1:9042": new Error("Socket was closed.\n    at somewhere") },
      }),
      "cql-query",
      "system_schema.tables cannot be read: Socket was closed",
    ],
  ])("where the response is %s", async (tables, code, message) => {
    await expect(read("shop", { keyspaces, tables })).rejects.toMatchObject({ code, kind: "service", message });
  });
});
