/**
 * What a write may say: what a function of a table takes, by its types, the store executes; and what the store executes, a
 * function takes, but for the exceptions that are listed here and on the page on generated code.
 */
import { expect } from "vitest";
import { add, append } from "@colonnade/runtime/changes";
import { storeSession } from "../../src/index.ts";
import { planKeyspace } from "../../src/plan/index.ts";
import { StoreError } from "../../src/store/index.ts";
import type { Change, Condition, Filter, Store, Value, Write } from "../../src/store/index.ts";
import { compile } from "../support/compile.ts";
import { emitKeyspace } from "../support/emit-keyspace.ts";
import { tableOf } from "../support/keyspaces.ts";
import { importEmitted } from "./import-emitted.ts";

/** How a write names a column: not at all, with a value, or with a change of a part; a delete also with several or a range. */
type Way = "none" | "value" | "part" | "in" | "range";
type Options = Readonly<Record<string, string>>;
type Verb = "insert" | "update" | "delete" | "deleteWhere" | "increment";

interface Shape {
  readonly table: string;
  readonly verb: Verb;
  readonly ways: Readonly<Record<string, Way>>;
  readonly options: Options;
}

const definitions = [
  {
    name: "events",
    columnDefinitions: [
      ...["p", "c1", "c2", "v"].map((name) => ({ name, typeDefinition: "int" })),
      { name: "s", typeDefinition: "int", static: true },
      { name: "tags", typeDefinition: "set<int>" },
    ],
    primaryKey: { partitionKey: ["p"], clusteringKey: ["c1", "c2"] },
  },
  {
    name: "logs",
    columnDefinitions: [
      ...["a", "b", "v"].map((name) => ({ name, typeDefinition: "int" })),
      { name: "log", typeDefinition: "list<int>" },
    ],
    primaryKey: { partitionKey: ["a", "b"] },
  },
  {
    name: "hits",
    columnDefinitions: [
      ...["p", "c"].map((name) => ({ name, typeDefinition: "int" })),
      ...["n", "m"].map((name) => ({ name, typeDefinition: "counter" })),
    ],
    primaryKey: { partitionKey: ["p"], clusteringKey: ["c"] },
  },
] as const;
const tables = definitions.map((definition) => tableOf(definition as never));
const plan = planKeyspace({ name: "shop", tables, userTypes: [] }, { validators: false });

const onOff: readonly Way[] = ["none", "value"];
const changed: readonly Way[] = ["none", "value", "part"];
const restricted: readonly Way[] = ["none", "value", "in", "range"];
const inserting: readonly Options[] = [
  {},
  ...[{ ifNotExists: "true" }, { ttl: "5" }, { timestamp: "1n" }, { ttl: "5", timestamp: "1n" }],
  ...[{ ifNotExists: "true", ttl: "5" }, { ifNotExists: "true", timestamp: "1n" }, { ifExists: "true" }],
];
const guarding = (column: string): readonly Options[] => [
  {},
  ...[
    { if: `{ ${column}: 1 }` },
    { ifExists: "true" },
    { timestamp: "1n" },
    { if: `{ ${column}: 1 }`, timestamp: "1n" },
  ],
  ...[
    { if: `{ ${column}: 1 }`, ifExists: "true" },
    { ifExists: "true", timestamp: "1n" },
  ],
];
const timed: readonly Options[] = [{}, { timestamp: "1n" }, { ifExists: "true" }, { ttl: "5" }];

/** Every combination of ways and options. */
function* every(
  table: string,
  verb: Verb,
  columns: Readonly<Record<string, readonly Way[]>>,
  options: readonly Options[],
): Generator<Shape> {
  const names = Object.keys(columns);
  const combined = names.reduce<Record<string, Way>[]>(
    (before, name) => before.flatMap((ways) => columns[name]!.map((way) => ({ ...ways, [name]: way }))),
    [{}],
  );
  for (const ways of combined) for (const each of options) yield { table, verb, ways, options: each };
}

const everyShape: readonly Shape[] = [
  ...every("events", "insert", { p: onOff, c1: onOff, c2: onOff, s: onOff, v: onOff, tags: onOff }, inserting),
  ...every("events", "update", { p: onOff, c1: onOff, c2: onOff, s: onOff, v: onOff, tags: changed }, [
    ...guarding("v"),
    { if: "{ s: 1 }" },
    { ttl: "5" },
    { ifNotExists: "true" },
  ]),
  ...every("events", "delete", { p: onOff, c1: onOff, c2: onOff, v: onOff }, [
    ...guarding("v"),
    { if: "{ s: 1 }" },
    { ttl: "5" },
  ]),
  ...every("events", "deleteWhere", { p: restricted, c1: restricted, c2: restricted, v: onOff }, timed),
  ...every("logs", "insert", { a: onOff, b: onOff, v: onOff, log: onOff }, inserting),
  ...every("logs", "update", { a: onOff, b: onOff, v: onOff, log: changed }, [...guarding("v"), { ttl: "5" }]),
  ...every("logs", "delete", { a: onOff, b: onOff, v: onOff }, guarding("v")),
  ...every("hits", "increment", { p: onOff, c: onOff, n: onOff, m: onOff }, [
    {},
    { ttl: "5" },
    { timestamp: "1n" },
    { ifExists: "true" },
  ]),
  ...every("hits", "delete", { p: onOff, c: onOff }, [{}, { ifExists: "true" }]),
  ...every("hits", "deleteWhere", { p: restricted, c: restricted }, [{}]),
];

const isCollection = (column: string): boolean => column === "tags" || column === "log";
const isCounter = (column: string): boolean => column === "n" || column === "m";

/** A call of the function as its owner would write it. */
function callOf({ table, verb, ways, options }: Shape): string {
  const name = table[0]!.toUpperCase() + table.slice(1);
  const called = verb === "deleteWhere" ? `delete${name}Where` : `${verb}${name}`;
  const textOf = (columns: readonly string[]): string => {
    const members = columns.filter((column) => ways[column] !== "none");
    return `{ ${members.map((column) => `${column}: ${printed(column, ways[column] ?? "none")}`).join(", ")} }`;
  };
  const columns = Object.keys(ways);
  const given =
    verb === "increment"
      ? [columns.filter((column) => !isCounter(column)), columns.filter(isCounter)].map(textOf)
      : [textOf(columns)];
  const entries = Object.entries(options).map(([option, value]) => `${option}: ${value}`);
  const last = entries.length > 0 ? [`{ ${entries.join(", ")} }`] : [];
  return `db.${called}(${["session", ...given, ...last].join(", ")})`;
}

function printed(column: string, way: Way): string {
  switch (way) {
    case "none":
      return "";
    case "value":
      return isCollection(column) ? "[1]" : isCounter(column) ? "1n" : "1";
    case "part":
      return column === "tags" ? "add([1])" : "append([1])";
    case "in":
      return "{ in: [1, 2] }";
    case "range":
      return "{ gt: 1 }";
  }
}

/** The statement that says the same; undefined where the store has no word for it. */
function writeOf({ table, verb, ways, options }: Shape): Write | undefined {
  const place = { keyspace: "shop", table };
  const timestamp = options["timestamp"] === undefined ? undefined : 1n;
  const ttlSeconds = options["ttl"] === undefined ? undefined : 5;
  const ifExists = options["ifExists"] === undefined ? undefined : true;
  const ifNotExists = options["ifNotExists"] === undefined ? undefined : true;
  const test = /[vs](?=:)/.exec(options["if"] ?? "")?.[0];
  const conditions: Condition[] | undefined =
    test === undefined ? undefined : [{ column: test, operator: "eq", value: 1 }];
  const valueOf = (column: string): Value => (isCollection(column) ? [1] : isCounter(column) ? 1n : 1);
  const given = Object.entries(ways).filter(([, way]) => way !== "none");
  const values = new Map(
    given.filter(([, way]) => way === "value").map(([column]) => [column, valueOf(column)] as const),
  );
  const changes = given
    .filter(([, way]) => way === "part")
    .map(([column]): Change => ({ column, kind: column === "tags" ? "add" : "append", value: [1] }));
  if (verb === "insert") {
    return ifExists ? undefined : { kind: "insert", ...place, values, ttlSeconds, timestamp, ifNotExists };
  }
  if (verb === "update" || verb === "increment") {
    if (ifNotExists) return undefined;
    return { kind: "update", ...place, values, changes, ttlSeconds, timestamp, ifExists, conditions };
  }
  if (ttlSeconds !== undefined) return undefined;
  const filters = given
    .filter(([, way]) => way === "in" || way === "range")
    .map(([column, way]): Filter => ({
      column,
      ...(way === "in" ? { operator: "in", value: [1, 2] } : { operator: "gt", value: 1 }),
    }));
  return { kind: "delete", ...place, key: values, filters, timestamp, ifExists, conditions };
}

async function isExecuted(store: Store, shape: Shape): Promise<boolean> {
  const write = writeOf(shape);
  if (!write) return false;
  try {
    await (write.kind === "insert"
      ? store.insert(write)
      : write.kind === "update"
        ? store.update(write)
        : store.delete(write));
    return true;
  } catch (error) {
    if (error instanceof StoreError && error.code === "invalid") return false;
    throw error;
  }
}

const has = ({ ways }: Shape, ...columns: readonly string[]): boolean =>
  columns.some((column) => (ways[column] ?? "none") !== "none");

/** What the types take although the database refuses it: the runtime sees to it before it is sent. */
const checkedAtRunTime: Readonly<Record<string, (shape: Shape) => boolean>> = {
  "an update sets something": (shape) =>
    ["update", "increment"].includes(shape.verb) && !has(shape, "v", "s", "tags", "log", "n", "m"),
  "what sets static columns alone is sent without the row": (shape) =>
    shape.verb === "update" && has(shape, "s") && has(shape, "c1", "c2") && !has(shape, "v", "tags"),
};

/** What a function does not take although the database executes it: another one does. */
const exceptions: Readonly<Record<string, (shape: Shape) => boolean>> = {
  "static columns alone are set by update": (shape) => shape.verb === "insert" && !has(shape, "c1", "c2"),
  "several rows are deleted by delete…Where": ({ verb }) => verb === "delete",
  "a whole key with a condition is deleted by delete": ({ verb, options }) =>
    verb === "deleteWhere" && options["ifExists"] !== undefined,
};

/** Whether the runtime refuses the very call that the compiler took, or makes of it what the database executes. */
async function isSafe(store: Store, shape: Shape): Promise<boolean> {
  const db = importEmitted(plan)["index.ts"];
  const call = new Function("db", "session", "add", "append", `return ${callOf(shape)}`) as (
    ...given: unknown[]
  ) => unknown;
  try {
    await call(db, storeSession(store), add, append);
    return true;
  } catch (error) {
    return (error as { readonly code?: unknown }).code === "validation";
  }
}

/**
 * @param store with an empty keyspace called `shop`
 * @param step takes every shape, or every so many
 */
export async function testWriteShapes(store: Store, step = 1): Promise<void> {
  const shapes = everyShape.filter((_, place) => place % step === 0);
  for (const table of tables) await store.createTable("shop", table);
  const files = Object.fromEntries(emitKeyspace(plan).map(({ path, text }) => [path, text]));
  const head = [
    'import type { Session } from "@colonnade/runtime";',
    'import { add, append } from "@colonnade/runtime/changes";',
    'import * as db from "./index.js";',
    "export const all = (session: Session): readonly unknown[] => [add, append,",
  ];
  const errors = compile(
    { ...files, "proof.ts": [...head, ...shapes.map((shape) => `${callOf(shape)},`), "];"].join("\n") },
    { strict: true, exactOptionalPropertyTypes: true },
  );
  expect(errors.filter((error) => !error.startsWith("proof.ts:"))).toEqual([]);
  const failed = new Set(errors.map((error) => Number(/:(\d+)/.exec(error)?.[1]) - head.length - 1));
  const wrong: string[] = [];
  const refused: string[] = [];
  let taken = 0;
  for (const [place, shape] of shapes.entries()) {
    const isTaken = !failed.has(place);
    const isDone = await isExecuted(store, shape);
    if (isTaken) taken++;
    if (isTaken && !isDone) {
      const isChecked = isListed(checkedAtRunTime, shape) && (await isSafe(store, shape));
      if (!isChecked) wrong.push(callOf(shape));
    }
    if (!isTaken && isDone && !isListed(exceptions, shape)) refused.push(callOf(shape));
  }
  expect(wrong).toEqual([]);
  expect(refused).toEqual([]);
  expect(Math.min(taken, shapes.length - taken)).toBeGreaterThan(200 / step);
}

function isListed(list: Readonly<Record<string, (shape: Shape) => boolean>>, shape: Shape): boolean {
  return Object.values(list).some((isOne) => isOne(shape));
}
