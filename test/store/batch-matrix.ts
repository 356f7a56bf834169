/**
 * Batches of two writes, for every mix of deletes and writes, with conditions and without, in both orders.
 *
 * Each case runs on a partition of its own that begins with the same rows. Its answer is one line of text: what the batch was
 * answered, and what the partition holds then. `test/fixtures/store/batches.json` has the lines of a real Cassandra.
 */
import { StoreError } from "../../src/store/index.ts";
import type { Condition, Row, Store, Values, Write } from "../../src/store/index.ts";
import { table, values } from "./embedded/temporary-store.ts";
import type { Columns } from "./embedded/temporary-store.ts";

const wide = table("wide", { p: "int", c: "int", d: "int", s: "int static", v: "int", w: "int" }, ["p"], {
  c: "ASC",
  d: "ASC",
});
const narrow = table("narrow", { p: "int", v: "int", w: "int" }, ["p"]);
export const matrixTables = [wide, narrow] as const;

interface Case {
  readonly name: string;
  readonly table: string;
  readonly writes: readonly Part[];
}

/** A write without its table and its partition. */
interface Part {
  readonly name: string;
  readonly kind: Write["kind"];
  readonly columns: Columns;
  readonly guard: Guard;
}

interface Guard {
  readonly ifNotExists?: true;
  readonly ifExists?: true;
  readonly conditions?: readonly Condition[];
}

const when = (column: string, value: number): Guard => ({ conditions: [{ column, operator: "eq", value }] });
const guards = {
  "": {},
  "if not exists": { ifNotExists: true },
  "if exists": { ifExists: true },
  "if v = 1": when("v", 1),
  "if v = 5": when("v", 5),
  "if s = 1": when("s", 1),
  "if s = 5": when("s", 5),
} satisfies Record<string, Guard>;
type GuardName = keyof typeof guards;

/** Row 1/1 exists and is what most writes are about; 1/2 shares its prefix; 5/5 does not exist. */
const before: Readonly<Record<string, readonly Columns[]>> = {
  wide: [
    { c: 1, d: 1, s: 1, v: 1, w: 1 },
    { c: 1, d: 2, v: 1 },
    { c: 2, d: 1, v: 1 },
  ],
  narrow: [{ v: 1, w: 1 }],
};

const ofRow: readonly GuardName[] = ["", "if exists", "if v = 1", "if v = 5", "if s = 1", "if s = 5"];
const row = { c: 1, d: 1 };
const missing = { c: 5, d: 5 };
const wideParts = [
  ...parts("delete", "row 1/1", row, ofRow),
  ...parts("delete", "row 5/5", missing, ["", "if exists"]),
  ...parts("delete", "rows 1", { c: 1 }, ["", "if exists"]),
  ...parts("delete", "partition", {}, ["", "if exists"]),
  ...parts("update", "static to null", { s: null }, ["", "if exists", "if s = 1"]),
  ...parts("update", "1/1 v to null", { ...row, v: null }, ["", "if v = 1"]),
  ...parts("insert", "1/1", { ...row, v: 2 }, ["", "if not exists"]),
  ...parts("insert", "1/1 v null", { ...row, v: null, w: 2 }, [""]),
  ...parts("insert", "1/1 with static", { ...row, s: 2 }, ["", "if not exists"]),
  ...parts("insert", "1/2", { c: 1, d: 2, v: 2 }, [""]),
  ...parts("insert", "5/5", { ...missing, v: 2 }, ["", "if not exists"]),
  ...parts("insert", "static", { s: 2 }, ["", "if not exists"]),
  ...parts("update", "1/1 v", { ...row, v: 2 }, ofRow),
  ...parts("update", "1/1 with static", { ...row, w: 2, s: 2 }, ["", "if exists", "if v = 1", "if s = 5"]),
  ...parts("update", "5/5", { ...missing, v: 2 }, ["", "if exists", "if s = 1"]),
  ...parts("update", "static", { s: 3 }, ["", "if exists", "if s = 1", "if s = 5"]),
];
const narrowGuards: readonly GuardName[] = ["", "if exists", "if v = 1", "if v = 5"];
const narrowParts = [
  ...parts("delete", "", {}, narrowGuards),
  ...parts("update", "v to null", { v: null }, ["", "if v = 1"]),
  ...parts("insert", "v", { v: 2 }, ["", "if not exists"]),
  ...parts("insert", "w", { w: 2 }, [""]),
  ...parts("update", "v", { v: 3 }, narrowGuards),
];

function parts(kind: Write["kind"], what: string, columns: Columns, names: readonly GuardName[]): Part[] {
  return names.map((name) => ({
    name: [kind, what, name].filter(Boolean).join(" "),
    kind,
    columns,
    guard: guards[name],
  }));
}

/** A write that makes a batch conditional, and has nothing to do with the others. */
const [elsewhere] = parts("insert", "9/9", { c: 9, d: 9 }, ["if not exists"]) as [Part];

const matrixCases: readonly Case[] = [
  ...pairs("wide", wideParts),
  ...pairs("wide", wideParts.filter(isPlain), [elsewhere]),
  ...pairs("narrow", narrowParts),
];

function isPlain({ guard }: Part): boolean {
  return guard === guards[""];
}

function pairs(name: string, all: readonly Part[], more: readonly Part[] = []): Case[] {
  return all.flatMap((one) =>
    all.map((other): Case => {
      const writes = [one, other, ...more];
      return { name: `${name}: ${writes.map((part) => part.name).join(" + ")}`, table: name, writes };
    }),
  );
}

type MatrixStore = Pick<Store, "batch" | "select">;

/** What a store that has the tables in its keyspace `shop` answers. */
async function fillCase(store: MatrixStore, { table }: Case, p: number): Promise<void> {
  const rows = (before[table] ?? []).map((columns) => values({ p, ...columns }));
  await store.batch(rows.map((row) => ({ kind: "insert", keyspace: "shop", table, values: row }) as const));
}

async function answerCase(store: MatrixStore, { table, writes }: Case, partition: number): Promise<string> {
  const target = { keyspace: "shop", table };
  const located = (columns: Columns): Values => values({ p: partition, ...columns });
  const batch = writes.map(({ kind, columns, guard }): Write => {
    const given = located(columns);
    return kind === "delete" ? { kind, ...target, key: given, ...guard } : { kind, ...target, values: given, ...guard };
  });
  let answer: string;
  try {
    const outcomes = await store.batch(batch);
    // Nothing of a batch is applied without the rest.
    answer = [...new Set(outcomes.map(({ applied }) => (applied ? "applied" : "not applied")))].join();
  } catch (error) {
    if (!(error instanceof StoreError && error.code === "invalid")) throw error;
    return `refused: ${error.message}`;
  }
  const filters = [{ column: "p", operator: "eq", value: partition }] as const;
  const { rows } = await store.select({ ...target, filters, pageSize: 100 });
  return `${answer}: ${rows.map(printRow).join(", ")}`;
}

/** `1/2 v 1 w null`: the key without the partition, whose number differs, then the other columns. */
function printRow(row: Row): string {
  const [key, others] = [
    ["c", "d"],
    ["s", "v", "w"],
  ].map((names) => names.filter((name) => row.get(name) !== undefined)) as [string[], string[]];
  const columns = others.map((name) => `${name} ${row.get(name)}`);
  return [key.map((name) => String(row.get(name))).join("/"), ...columns].filter(Boolean).join(" ");
}

/** The answers of a store to all cases, by their names, several at a time. */
export async function answerAll(store: MatrixStore): Promise<Readonly<Record<string, string>>> {
  const answers: string[] = [];
  // All rows first: a node dates a condition by milliseconds, and a write of the same one may count as the later one.
  await inTurns(async (place, one) => fillCase(store, one, place));
  await inTurns(async (place, one) => {
    answers[place] = await answerCase(store, one, place);
  });
  return Object.fromEntries(matrixCases.map(({ name }, place) => [name, answers[place] ?? ""]));
}

async function inTurns(work: (place: number, one: Case) => Promise<void>): Promise<void> {
  const waiting = matrixCases.entries();
  const worker = async (): Promise<void> => {
    for (const [place, one] of waiting) await work(place, one);
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}
