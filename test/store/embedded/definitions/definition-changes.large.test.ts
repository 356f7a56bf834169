/** Random changes of a table and random writes, against a model of plain objects, with the store opened anew in between. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { openEmbeddedStore, StoreError } from "../../../../src/store/index.ts";
import type { Store, TableChange, Value } from "../../../../src/store/index.ts";
import { long, runs } from "../../../support/long.ts";
import { plain, table, temporaryDirectory, values } from "../temporary-store.ts";

const names = ["a", "b", "c"] as const;
const types = { int: (seed: number): Value => seed, text: (seed: number): Value => String(seed) };
type TypeName = keyof typeof types;

const name = fc.constantFrom(...names);
const step = fc.oneof(
  fc.record({
    do: fc.constant("add" as const),
    name,
    type: fc.constantFrom<TypeName>("int", "text"),
    isStatic: fc.boolean(),
  }),
  fc.record({ do: fc.constant("drop" as const), name }),
  fc.record({ do: fc.constant("rename" as const), to: fc.constantFrom("k1", "k2", "k3") }),
  fc.record({ do: fc.constantFrom("index" as const, "unindex" as const), name }),
  fc.record({
    do: fc.constantFrom("insert" as const, "update" as const),
    partition: fc.integer({ min: 0, max: 1 }),
    key: fc.integer({ min: 0, max: 2 }),
    set: fc.array(fc.tuple(name, fc.option(fc.integer({ min: 0, max: 9 }))), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    do: fc.constant("delete" as const),
    partition: fc.integer({ min: 0, max: 1 }),
    key: fc.integer({ min: 0, max: 2 }),
  }),
  fc.constant({ do: "reopen" as const }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

interface ModelColumn {
  readonly type: TypeName;
  readonly isStatic: boolean;
}

interface ModelRow {
  isInserted: boolean;
  readonly cells: Map<string, Value>;
}

/** What the table is, and what is in it. */
class Model {
  keyName = "k1";
  readonly columns = new Map<string, ModelColumn>();
  readonly dropped = new Map<string, ModelColumn>();
  readonly indexes = new Set<string>();
  readonly rows = new Map<string, ModelRow>();
  readonly statics = new Map<number, Map<string, Value>>();

  /** Every row as an object, sorted as text. */
  shown(): string[] {
    const found: object[] = [];
    for (const partition of [0, 1]) {
      const statics = Object.fromEntries(this.statics.get(partition) ?? []);
      const rows = [0, 1, 2].flatMap((key) => {
        const row = this.rows.get(`${partition}/${key}`);
        if (!row || (!row.isInserted && row.cells.size === 0)) return [];
        return [{ id: partition, [this.keyName]: key, ...statics, ...Object.fromEntries(row.cells) }];
      });
      const alone = Object.keys(statics).length > 0 ? [{ id: partition, ...statics }] : [];
      found.push(...(rows.length > 0 ? rows : alone));
    }
    return sorted(found);
  }
}

function sorted(rows: readonly object[]): string[] {
  return rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
}

const target = { keyspace: "shop", table: "t" };

/** What the step asks of the store, and what it does to the model; undefined where the database refuses it. */
function plan(
  model: Model,
  one: Exclude<Step, { do: "reopen" }>,
): { ask: (store: Store) => Promise<unknown>; then: (() => void) | undefined } {
  const alter = (change: TableChange) => (store: Store) => store.alterTable("shop", "t", change);
  switch (one.do) {
    case "add": {
      const { name, type, isStatic } = one;
      const kind = isStatic ? "static" : "regular";
      const before = model.dropped.get(name);
      const isRefused = model.columns.has(name) || (before && (before.type !== type || before.isStatic !== isStatic));
      return {
        ask: alter({ kind: "add-column", column: { name, type: { kind: "native", name: type }, kind } }),
        then: isRefused ? undefined : () => model.columns.set(name, { type, isStatic }),
      };
    }
    case "drop": {
      const column = model.columns.get(one.name);
      const then = (): void => {
        if (column) model.dropped.set(one.name, column);
        model.columns.delete(one.name);
        for (const { cells } of model.rows.values()) cells.delete(one.name);
        for (const cells of model.statics.values()) cells.delete(one.name);
      };
      return {
        ask: alter({ kind: "drop-column", column: one.name }),
        then: column && !model.indexes.has(one.name) ? then : undefined,
      };
    }
    case "rename":
      return {
        ask: alter({ kind: "rename-column", column: model.keyName, to: one.to }),
        then: one.to === model.keyName ? undefined : () => (model.keyName = one.to),
      };
    case "index":
      return {
        ask: alter({ kind: "create-index", index: { column: one.name, kind: "full" } }),
        then:
          model.columns.has(one.name) && !model.indexes.has(one.name) ? () => model.indexes.add(one.name) : undefined,
      };
    case "unindex":
      return {
        ask: alter({ kind: "drop-index", index: `t_${one.name}_idx` }),
        then: model.indexes.has(one.name) ? () => model.indexes.delete(one.name) : undefined,
      };
    case "delete":
      return {
        ask: (store) => store.delete({ ...target, key: values({ id: one.partition, [model.keyName]: one.key }) }),
        then: () => model.rows.delete(`${one.partition}/${one.key}`),
      };
    default:
      return planWrite(model, one);
  }
}

function planWrite(model: Model, one: Extract<Step, { set: unknown }>): ReturnType<typeof plan> {
  const set = new Map<string, Value | null>();
  for (const [column, seed] of one.set) {
    const known = model.columns.get(column);
    set.set(column, seed === null ? null : types[known?.type ?? "int"](seed));
  }
  const isKnown = [...set.keys()].every((column) => model.columns.has(column));
  const isStatic = [...set.keys()].every((column) => model.columns.get(column)?.isStatic);
  const key = one.do === "update" && isKnown && isStatic ? {} : { [model.keyName]: one.key };
  const write = { ...target, values: new Map([...values({ id: one.partition, ...key }), ...set]) };
  const place = `${one.partition}/${one.key}`;
  const then = (): void => {
    const row = model.rows.get(place) ?? { isInserted: false, cells: new Map<string, Value>() };
    const statics = model.statics.get(one.partition) ?? new Map<string, Value>();
    if (one.do === "insert") row.isInserted = true;
    for (const [column, value] of set) {
      const cells = model.columns.get(column)?.isStatic ? statics : row.cells;
      if (value === null) cells.delete(column);
      else cells.set(column, value);
    }
    model.rows.set(place, row);
    model.statics.set(one.partition, statics);
  };
  return { ask: (store) => store[one.do](write), then: isKnown ? then : undefined };
}

it(
  "a table and its rows are what its changes and writes made of them",
  { timeout: long ? 3_600_000 : 60_000 },
  async () => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const directory = await temporaryDirectory();
      const model = new Model();
      let store = await openEmbeddedStore({ directory });
      await store.createKeyspace("shop");
      await store.createTable("shop", table("t", { id: "int", k1: "int" }, ["id"], { k1: "ASC" }));
      try {
        for (const one of steps) {
          if (one.do === "reopen") {
            await store.close();
            store = await openEmbeddedStore({ directory });
          } else {
            const { ask, then } = plan(model, one);
            const refused = await ask(store).then(
              () => false,
              (error: unknown) => error instanceof StoreError && error.code === "invalid",
            );
            expect(refused, JSON.stringify(one)).toBe(then === undefined);
            then?.();
          }
          const { rows } = await store.select({ ...target, filters: [], pageSize: 100 });
          expect(sorted(plain(rows))).toEqual(model.shown());
        }
      } finally {
        await store.close();
      }
    });
    await fc.assert(property, runs(100, 5_000));
  },
);
