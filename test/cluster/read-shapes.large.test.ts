/**
 * Random selections, asked of the embedded store and of a live Cassandra: what one refuses the other must refuse, and
 * what both answer must be equal.
 */
import { inspect } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Table } from "../../src/model/index.ts";
import { openCassandraStore } from "../../src/store/cassandra/cassandra-store.ts";
import { openMemoryStore, StoreError } from "../../src/store/index.ts";
import type { Filter, Row, Selection, Store } from "../../src/store/index.ts";
import { rowsOf, selectionOf } from "../store/random-selections.ts";
import { tablesOfEveryKind } from "../store/tables-of-every-kind.ts";
import { long, runs } from "../support/long.ts";
import { wantedVersion } from "./cassandra-version.ts";
import { describeOnCluster } from "./describe-on-cluster.ts";

const keyspace = "shapes";

interface Difference {
  readonly reason: string;
  readonly concerns: (selection: Selection, table: Table) => boolean;
}

/** Where the two differ and must: such selections are left out. */
const differences: readonly Difference[] = [
  {
    reason: "an index of a static column finds nothing in the database where clustering columns are restricted too",
    concerns: ({ filters }, table) => {
      const kinds = filters.map(({ column }) => table.columns.find(({ name }) => name === column)?.kind);
      return kinds.includes("static") && kinds.includes("clustering");
    },
  },
  {
    reason: "an index of a static column finds no row in the database beside one that finds rows",
    concerns: ({ filters, nearest }, table) => {
      const kinds = filters.map(({ column }) => table.columns.find(({ name }) => name === column)?.kind);
      return kinds.includes("static") && (nearest !== undefined || kinds.includes("regular"));
    },
  },
  {
    reason: "an index of a static column gives no page but the first in the database where the partition is named",
    concerns: ({ filters }, table) => {
      const names = filters.flatMap(({ column, operator }) => (operator === "eq" ? column : []));
      const isStatic = (name: string): boolean =>
        table.columns.some((one) => one.name === name && one.kind === "static");
      return names.some(isStatic) && table.partitionKey.every((name) => names.includes(name));
    },
  },
];

interface Answer {
  /** Why it was refused. */
  readonly why?: string;
  readonly rows: readonly string[];
}

async function answerOf(store: Store, selection: Selection): Promise<Answer> {
  const rows: string[] = [];
  let counted = 0;
  let pageState: string | undefined;
  try {
    do {
      const page = await store.select({ ...selection, pageState });
      rows.push(...page.rows.map((row, place) => print(row, selection, page.similarities?.[place])));
      counted += page.count ?? 0;
      pageState = page.pageState;
    } while (pageState !== undefined);
  } catch (error) {
    if (error instanceof StoreError && error.code === "invalid") return { why: error.message, rows: [] };
    throw error;
  }
  return { rows: selection.countsOnly ? [`${counted}`] : selection.nearest ? inOrder(rows) : rows };
}

function print(row: Row, { writeTimes = [] }: Selection, similarity: number | undefined): string {
  // The two do not write at one time.
  const written = writeTimes.map((column) => (row.writeTime?.(column) === null ? "never" : "once"));
  const near = similarity === undefined ? "" : `${similarity.toFixed(4)} `;
  return `${near}${inspect([...row, ...written], { depth: 4, breakLength: Infinity })}`;
}

/** Equally near rows have no order, and the last ones may be any of several. */
function inOrder(rows: readonly string[]): readonly string[] {
  const last = rows.at(-1)?.split(" ")[0] ?? "";
  return rows.map((row) => (row.startsWith(`${last} `) ? last : row)).sort();
}

await describeOnCluster("a random selection", (cluster) => {
  const tables = tablesOfEveryKind(wantedVersion().hasVectors);
  let theirs: Store;
  let ours: Store;

  beforeAll(async () => {
    theirs = await openCassandraStore({ ...cluster(), replication: 1 });
    ours = await openMemoryStore();
    for (const store of [theirs, ours]) {
      await store.createKeyspace(keyspace);
      for (const table of tables) await store.createTable(keyspace, table);
    }
    for (const [index, table] of tables.entries()) {
      const [rows = []] = fc.sample(rowsOf(table), { numRuns: 1, seed: index });
      for (const values of rows) {
        for (const store of [theirs, ours]) await store.insert({ keyspace, table: table.name, values });
      }
    }
  }, 120_000);

  afterAll(async () => {
    await theirs.close();
    await ours.close();
  });

  it.each(tables)(
    "of the table $name is answered as the database answers it",
    { timeout: long ? 1_200_000 : 120_000 },
    async (table) => {
      const selections = fc.sample(selectionOf(keyspace, table), runs(150, 2_000));
      const wrong: string[] = [];
      let answered = 0;
      for (const selection of selections) {
        if (differences.some(({ concerns }) => concerns(selection, table))) continue;
        const [mine, expected] = await Promise.all([answerOf(ours, selection), theirAnswer(selection)]);
        if (!expected) continue;
        if (!expected.why) answered++;
        const isEqual = !mine.why === !expected.why && mine.rows.join("\n") === expected.rows.join("\n");
        if (!isEqual)
          wrong.push(inspect({ selection: told(selection), mine, expected }, { depth: 6, breakLength: 160 }));
      }
      expect(wrong.slice(0, 5).join("\n\n"), `${wrong.length} of ${selections.length}`).toBe("");
      expect(answered).toBeGreaterThan(selections.length / 4);
    },
  );

  async function theirAnswer(selection: Selection): Promise<Answer | undefined> {
    try {
      return await answerOf(theirs, selection);
    } catch (error) {
      // Now and then the server fails when it searches an index.
      if (error instanceof StoreError && error.code === "unavailable") return undefined;
      throw error;
    }
  }
});

function told({ filters, keyspace: _, ...rest }: Selection): unknown {
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return {
    where: filters.map(({ column, operator, value }: Filter) => `${column} ${operator} ${inspect(value)}`),
    ...given,
  };
}
