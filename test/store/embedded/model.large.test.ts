/** The store against a plain model: random tables, random statements of all kinds, the same answers. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { indexNames } from "../../../src/model/index.ts";
import type { Table } from "../../../src/model/index.ts";
import { openEmbeddedStore, openMemoryStore, StoreError } from "../../../src/store/index.ts";
import type { EmbeddedStore, WriteResult, Row, Selection, Store, Value } from "../../../src/store/index.ts";
import { partitionKey } from "../../../src/store/embedded/rows/key.ts";
import { createLayout, encodeValue } from "../../../src/store/embedded/rows/layout.ts";
import { long, runs } from "../../support/long.ts";
import { ModelStore } from "../model-store.ts";
import { aheadFrom, keyspaceName, report, scenarios, userTypes, write } from "../random-statements.ts";
import type { Scenario, Statement, Write } from "../random-statements.ts";
import { temporaryDirectory } from "./temporary-store.ts";

/** Partitions as the keys of the store have them, whose hash has a test of its own. */
function partitionOrder(table: Table): (one: readonly Value[], other: readonly Value[]) => number {
  const layout = createLayout(keyspaceName, table, 0, { id: "", options: new Map() });
  const keyOf = (values: readonly Value[]): Buffer =>
    partitionKey(
      layout,
      layout.partitionKey.map((column, index) => encodeValue(column, values[index])),
    );
  return (one, other) => Buffer.compare(keyOf(one), keyOf(other));
}

/** Undefined where the write is refused by what is stored. */
function writeModel(model: ModelStore, call: Write): WriteResult | undefined {
  if (call.kind === "insert") return model.insert(call.write);
  return call.kind === "update" ? model.update(call.write) : model.delete(call.write);
}

/** Whether what is stored may refuse a write that is legal. */
function namesItem(call: Write): boolean {
  return call.kind === "update" && (call.write.changes ?? []).some(({ kind }) => kind === "element");
}

/** A time in microseconds from now stands for one that the clock has not reached. */
function dated(call: Write, nowMs: number): Write {
  const { timestamp } = call.write;
  if (timestamp === undefined || timestamp < aheadFrom) return call;
  return { ...call, write: { ...call.write, timestamp: BigInt(nowMs) * 1000n + timestamp } } as Write;
}

/** Both stores do the same, and answer alike. A refused write does nothing. */
class Pair {
  private readonly store: Store;
  private readonly model: ModelStore;

  constructor(store: Store, model: ModelStore) {
    this.store = store;
    this.model = model;
  }

  async write(call: Write): Promise<void> {
    let outcome: WriteResult | undefined;
    try {
      outcome = await write(this.store, call);
    } catch (error) {
      if (!namesItem(call)) throw error;
    }
    expect(outcome).toEqual(writeModel(this.model, call));
  }

  async read(selection: Selection, meanwhile?: Write): Promise<void> {
    const { pageSize } = selection;
    let page = await this.store.select(selection);
    let expected: readonly Row[] = this.model.select(selection);
    expect(page.rows).toEqual(expected.slice(0, pageSize));
    if (page.pageState !== undefined && meanwhile) {
      await this.write(meanwhile);
      expected = [...page.rows, ...this.model.select(selection, page.rows.at(-1), page.rows.length)];
    }
    let given = page.rows.length;
    while (page.pageState !== undefined) {
      page = await this.store.select({ ...selection, pageState: page.pageState });
      expect(page.rows).toEqual(expected.slice(given, given + pageSize));
      given += page.rows.length;
    }
    expect(given).toBe(expected.length);
  }

  /** Everything that is stored. */
  async readAll(target: Pick<Selection, "keyspace" | "table">): Promise<void> {
    await this.read({ ...target, filters: [], pageSize: 1000 });
  }
}

/** A refusal is a response too, for a statement that may be refused. */
async function unlessRefused(call: Promise<unknown>): Promise<void> {
  await call.catch((error: unknown) => {
    if (!(error instanceof StoreError && error.code === "invalid")) throw error;
  });
}

const stores: readonly [string, (now: () => number) => Promise<EmbeddedStore>][] = [
  ["on disk", async (now) => openEmbeddedStore({ directory: await temporaryDirectory(), now })],
  ["in memory", (now) => openMemoryStore({ now })],
];

it.each(stores)("the store %s answers as the model does", { timeout: long ? 3_600_000 : 60_000 }, async (_, open) => {
  const clock = { now: Date.UTC(2020, 6, 31) };
  const store = await open(() => clock.now);
  await store.createKeyspace(keyspaceName);
  for (const type of userTypes.values()) await store.createUserType(keyspaceName, type);

  async function run({ table, statements }: Scenario): Promise<void> {
    await store.createTable(keyspaceName, table);
    const pair = new Pair(store, new ModelStore(table, partitionOrder(table), () => clock.now));
    try {
      for (const statement of statements) await step(pair, statement);
      await pair.readAll({ keyspace: keyspaceName, table: table.name });
    } finally {
      await store.dropTable(keyspaceName, table.name);
    }
  }

  async function step(pair: Pair, statement: Statement): Promise<void> {
    if (statement.kind === "wait") {
      clock.now += statement.ms;
      return;
    }
    if (statement.kind === "rebuild") return rebuild(statement);
    const at = (call: Write): Write => dated(call, clock.now);
    const call =
      statement.kind === "select"
        ? pair.read(statement.selection, statement.meanwhile && at(statement.meanwhile))
        : pair.write(at(statement));
    if (statement.legal) await call;
    else await unlessRefused(call);
  }

  async function rebuild({ place, settles }: Extract<Statement, { kind: "rebuild" }>): Promise<void> {
    const { tables = [] } = (await store.keyspace(keyspaceName)) ?? {};
    const [table] = tables;
    const [name, index] = [table && indexNames(table)[place], table?.indexes[place]];
    if (name === undefined || !index) throw new Error("the table has no such index");
    await store.alterTable(keyspaceName, "t", { kind: "drop-index", index: name });
    await store.alterTable(keyspaceName, "t", { kind: "create-index", index });
    if (settles) await store.settled();
  }

  try {
    await fc.assert(fc.asyncProperty(scenarios({ maxLength: 40 }, { changesParts: true }), run), {
      ...runs(150, 10_000),
      reporter: report,
    });
  } finally {
    await store.close();
  }
});
