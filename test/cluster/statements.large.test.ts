/** The embedded store against the engine on a live Cassandra: random tables, random statements, the same answers. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect, isDeepStrictEqual } from "node:util";
import { setTimeout } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { planPush } from "../../src/cli/database/plan-push.ts";
import { printStep } from "../../src/cli/database/step.ts";
import { contains, isCounterTable, maximumTimeToLive, printCqlType } from "../../src/model/index.ts";
import type { Column, CqlType, Table } from "../../src/model/index.ts";
import { loadDriver } from "../../src/source/cql/driver.ts";
import type { Client, ClientOptions } from "../../src/source/cql/driver.ts";
import { cassandraRows, openEmbeddedStore, StoreError } from "../../src/store/index.ts";
import type {
  CassandraRowsOptions,
  Condition,
  Filter,
  WriteResult,
  Page,
  Rows,
  Row,
  Selection,
  Store,
  Value,
} from "../../src/store/index.ts";
import { compareValues } from "../support/compare-values.ts";
import { tableOf } from "../support/keyspaces.ts";
import { long, runs } from "../support/long.ts";
import { keyspaceName as keyspace, report, scenarios, userTypes, write } from "../store/random-statements.ts";
import type { Call, Scenario, Write } from "../store/random-statements.ts";
import { describeOnCluster } from "./describe-on-cluster.ts";

interface Difference {
  readonly reason: string;
  readonly concerns: (call: Call, table: Table) => boolean;
}

/** Where the store and the database differ and must: such statements are left out. */
const differences: readonly Difference[] = [
  {
    reason: "what a counter is after it was deleted and incremented again is undefined in the database",
    concerns: ({ kind }, table) => kind === "delete" && isCounterTable(table),
  },
  {
    reason: "the two do not read their clocks at one time, so nothing may end while they are compared",
    concerns: (call) => call.kind !== "select" && call.kind !== "delete" && call.write.ttlSeconds === 1,
  },
  {
    reason: "the store refuses a wrong time to live even where a condition keeps the write from being applied",
    concerns: (call) => {
      if (call.kind !== "insert" && call.kind !== "update") return false;
      const { ttlSeconds = 0 } = call.write;
      return (ttlSeconds < 0 || ttlSeconds > maximumTimeToLive) && isGuarded(call);
    },
  },
  {
    reason:
      "the store refuses to compare by order with null even where another condition keeps the database from looking",
    concerns: (call) => {
      const conditions = conditionsOf(call);
      return (
        conditions.length > 1 &&
        conditions.some(
          ({ operator, value }) =>
            ["gt", "gte", "lt", "lte"].includes(operator) && (value === null || hasNoItem(value)),
        )
      );
    },
  },
  {
    reason: "the server itself can fail when it searches a storage-attached index of these types by a range",
    concerns: (call, table) =>
      filtersOf(call).some(({ column, operator }) => {
        const isAttached = table.indexes.some((index) => index.column === column && index.using === "sai");
        return isAttached && operator !== "eq" && ["inet", "timeuuid"].includes(printCqlType(typeOf(table, column)));
      }),
  },
  {
    reason:
      "an index that is not storage-attached finds a decimal by its bytes, the store by its value: 1.0 is also 1.00",
    concerns: (call, table) =>
      filtersOf(call).some(({ column }) => {
        const isIndexed = table.indexes.some((index) => index.column === column && index.using === undefined);
        return isIndexed && contains(typeOf(table, column), "decimal");
      }),
  },
  {
    reason: "a storage-attached index does not find an empty text in a clustering column that is in descending order",
    concerns: (call, table) =>
      filtersOf(call).some(({ column, value }) => {
        const descends = table.clusteringKey.some(({ name, order }) => name === column && order === "DESC");
        return descends && value === "" && table.indexes.some((index) => index.column === column);
      }),
  },
  {
    reason: "the store refuses an order that names a column twice, of which the database takes one",
    concerns: (call) => {
      const columns = call.kind === "select" ? (call.selection.orderBy ?? []).map(({ column }) => column) : [];
      return new Set(columns).size < columns.length;
    },
  },
  {
    reason: "the store refuses a null in a list, even where another list is empty and the database looks no further",
    concerns: (call) =>
      filtersOf(call).some(({ value }) => Array.isArray(value) && value.includes(null)) &&
      filtersOf(call).some(({ operator, value }) => operator === "in" && Array.isArray(value) && value.length === 0),
  },
  {
    reason: "of partitions with equal decimals of different scale the database reads one alone, the store each",
    concerns: (call, table) =>
      filtersOf(call).some(({ column, operator, value }) => {
        if (operator !== "in" || !table.partitionKey.includes(column)) return false;
        const type = typeOf(table, column);
        const list = (value as readonly (Value | null)[]).filter((one) => one !== null);
        return list.some((one) =>
          list.some((other) => compareValues(type, one, other) === 0 && !isDeepStrictEqual(one, other)),
        );
      }),
  },
];

/**
 * Where conditions on static columns do not hold, the database shows nulls or nothing by which columns it happened to read.
 * The two are taken for the same.
 */
function testsStatics(call: Call, table: Table): boolean {
  return conditionsOf(call).some(({ column }) =>
    table.columns.some(({ name, kind }) => name === column && kind === "static"),
  );
}

function conditionsOf(call: Call): readonly Condition[] {
  return call.kind === "update" || call.kind === "delete" ? (call.write.conditions ?? []) : [];
}

/** A collection that the database cannot tell from null. */
function hasNoItem(value: Condition["value"]): boolean {
  return value instanceof Map ? value.size === 0 : Array.isArray(value) && value.length === 0;
}

function hasOnlyNulls(current: Row | undefined): boolean {
  return current !== undefined && [...current].every(([, value]) => value === null);
}

function typeOf(table: Table, name: string): CqlType {
  return (table.columns.find((column) => column.name === name) as Column).type;
}

function filtersOf(call: Call): readonly Filter[] {
  return call.kind === "select" ? call.selection.filters : [];
}

/** Whether a storage-attached index finds the rows. */
function searchesAttached(call: Call, table: Table): boolean {
  return filtersOf(call).some(({ column }) =>
    table.indexes.some((index) => index.column === column && index.using === "sai"),
  );
}

function isGuarded(call: Write): boolean {
  if (call.kind === "insert") return call.write.ifNotExists === true;
  return call.write.ifExists === true || (call.write.conditions ?? []).length > 0;
}

/** A table under its name in the cluster, and the rows of that table alone. */
interface Place {
  readonly table: Table;
  readonly rows: Rows;
}

type Answer = WriteResult | { readonly refused: true } | { readonly rows: readonly Row[] };

async function answerOf(
  call: Promise<WriteResult | { readonly rows: readonly Row[] }>,
): Promise<Answer & { why?: string }> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof StoreError && error.code === "invalid") return { refused: true, why: error.message };
    throw error;
  }
}

/** All pages of a selection. */
async function readAll(
  selection: Selection,
  read: (selection: Selection) => Promise<Page>,
): Promise<{ readonly rows: readonly Row[] }> {
  const rows: Row[] = [];
  let pageState: string | undefined;
  do {
    const page = await read({ ...selection, ...(pageState !== undefined && { pageState }) });
    rows.push(...page.rows);
    pageState = page.pageState;
  } while (pageState !== undefined);
  return { rows };
}

await describeOnCluster("a statement", (cluster) => {
  let client: Client;
  let store: Store;
  let directory: string;
  let tables = 0;

  beforeAll(async () => {
    const { Client, policies } = loadDriver();
    const options: ClientOptions & { policies: { timestampGeneration: null }; encoding: object } = {
      ...cluster(),
      encoding: { map: Map },
      isMetadataSyncEnabled: false,
      // Times of writes come from the database alone, as those of conditional writes do.
      policies: { loadBalancing: new policies.loadBalancing.RoundRobinPolicy(), timestampGeneration: null },
      pooling: { warmup: false, heartBeatInterval: 0 },
      socketOptions: { connectTimeout: 10_000, readTimeout: 30_000 },
    };
    client = new Client(options);
    await client.connect();
    directory = await mkdtemp(join(tmpdir(), "colonnade-statements-"));
    store = await openEmbeddedStore({ directory });
    await store.createKeyspace(keyspace);
    for (const type of userTypes.values()) await store.createUserType(keyspace, type);
  }, 300_000);

  afterAll(async () => {
    await store.close();
    await client.shutdown();
    await rm(directory, { recursive: true });
  });

  async function create(table: Table): Promise<Place> {
    await store.createTable(keyspace, table);
    const named = { ...table, name: `t${tables++}` };
    const { steps } = planPush({ name: keyspace, tables: [named], userTypes: [...userTypes.values()] }, undefined);
    for (const step of steps) await client.execute(printStep(step, { datacenter1: 1 }), [], {});
    const found = { table: () => named, find: async () => named };
    return { table: named, rows: cassandraRows({ client: client as CassandraRowsOptions["client"], tables: found }) };
  }

  async function drop({ table: { name } }: Place, table: Table): Promise<void> {
    // A few may stay: to drop a table takes the cluster longer than to create one.
    if (long) await client.execute(`DROP TABLE ${keyspace}.${name}`, [], {});
    await store.dropTable(keyspace, table.name);
  }

  async function compare(place: Place, call: Call): Promise<void> {
    const { table } = place;
    const ours = await answerOf(
      call.kind === "select" ? readAll(call.selection, (selection) => store.select(selection)) : write(store, call),
    );
    const theirs = await answerOf(
      call.kind === "select"
        ? readAll(call.selection, (selection) => place.rows.select(selection))
        : write(place.rows, call),
    ).catch((error: unknown) => {
      // Now and then the server fails when it searches such an index, whatever the type.
      if (error instanceof StoreError && error.code === "unavailable" && searchesAttached(call, table))
        return undefined;
      throw error;
    });
    if (!theirs) return;
    const said = [ours.why && `the store: ${ours.why}`, theirs.why && `the database: ${theirs.why}`];
    const told = [inspect(call, { depth: 6 }), ...said].filter(Boolean).join("\n");
    const plain = ({ why: _, ...answer }: typeof ours): unknown =>
      testsStatics(call, table) && "current" in answer && hasOnlyNulls(answer.current)
        ? { ...answer, current: undefined }
        : answer;
    expect(plain(ours), told).toEqual(plain(theirs));
  }

  it("is answered as the database answers it", { timeout: long ? 7_200_000 : 120_000 }, async () => {
    async function run({ table, statements }: Scenario): Promise<void> {
      const place = await create(table);
      try {
        for (const statement of statements) {
          if (statement.kind === "wait" || statement.kind === "rebuild") continue;
          if (differences.some(({ concerns }) => concerns(statement, table))) continue;
          await compare(place, statement);
        }
        await compareAll(place, table);
      } finally {
        await drop(place, table);
      }
    }
    // Each try of something shorter would make a table of the cluster.
    const options = { ...runs(5, 360), endOnFailure: true, reporter: report };
    await fc.assert(
      fc.asyncProperty(scenarios({ minLength: 50, maxLength: 50 }, { changesParts: true }), run),
      options,
    );
  });

  it("leaves nothing once its time has come", { timeout: 30_000 }, async () => {
    const table = tableOf({
      name: "brief",
      columnDefinitions: [
        { name: "k", typeDefinition: "int" },
        { name: "c", typeDefinition: "int" },
        { name: "s", typeDefinition: "int", static: true },
        { name: "v", typeDefinition: "set<int>" },
        { name: "w", typeDefinition: "int" },
      ],
      primaryKey: { partitionKey: ["k"], clusteringKey: ["c"] },
      tableOptions: { defaultTimeToLive: 1 },
    });
    const place = await create(table);
    const target = { keyspace, table: table.name };
    const put = (kind: "insert" | "update", columns: Record<string, Value>, ttlSeconds?: number): Promise<void> => {
      const values = new Map(Object.entries(columns));
      return compare(place, { kind, write: { ...target, values, ...(ttlSeconds !== undefined && { ttlSeconds }) } });
    };
    for (const [k, ttlSeconds] of [undefined, 0, 1, 100].entries()) {
      await put("insert", { k, c: 1, v: [1], w: 1 }, ttlSeconds);
      await put("update", { k, c: 2, w: 2 }, ttlSeconds);
      await put("update", { k, c: 1, w: 3 }, 100);
      await put("insert", { k, c: 3 }, ttlSeconds);
      await put("update", { k, s: 1 }, ttlSeconds);
    }
    await setTimeout(1_100);
    await compareAll(place, table);
    await drop(place, table);
  });

  function compareAll(place: Place, { name }: Table): Promise<void> {
    return compare(place, { kind: "select", selection: { keyspace, table: name, filters: [], pageSize: 1000 } });
  }
});
