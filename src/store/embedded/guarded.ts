/**
 * Evaluates the guard of a write: what must hold of the stored row, and what the row has if it does not hold.
 *
 * Takes a plan and a draft, and returns the finding. Reads only through the draft; changes nothing.
 * @see service-facts 5.8; captures, cql-behaviour
 */
import type { Values } from "../store.ts";
import { meets } from "./condition.ts";
import type { Guard, PlannedCondition } from "./condition.ts";
import type { Draft } from "./draft.ts";
import { endOf, rowKey, splitKey, staticKey } from "./key.ts";
import { decodeValue } from "./layout.ts";
import type { Layout } from "./layout.ts";
import { emptyRow, liveRow } from "./row.ts";
import type { Cell, Row } from "./row.ts";
import { parseRow, rowValues } from "./row-values.ts";
import type { Plan } from "./write-plan.ts";

export interface Finding {
  readonly holds: boolean;
  /** What the database shows of the row if the write is not applied; undefined when there is no row. */
  readonly current: () => Promise<Values | undefined>;
}

const unguarded: Finding = { holds: true, current: async () => undefined };

export function examine(draft: Draft, plan: Plan, nowMs: number): Finding {
  if (plan.guard.kind === "none") return unguarded;
  const state = stateOf(draft, plan, nowMs);
  return { holds: holds(plan.guard, state), current: () => current(plan.guard, state) };
}

/** The row under a key, without what has ended. */
export function loadRow(draft: Draft, layout: Layout, key: Buffer, nowMs: number): Row | undefined {
  return liveRow(parseRow(layout, key, draft.get(key)), nowMs);
}

interface State {
  readonly layout: Layout;
  readonly partition: Buffer;
  readonly row: Row | undefined;
  readonly statics: Row | undefined;
  /** The write is about a row, and not only about the static columns of the partition. */
  readonly aboutRow: boolean;
  /** The write sets static columns: then, and for conditions on them, the database reads them. */
  readonly showsStatics: boolean;
  /** Of the partition. */
  readonly firstRow: () => Promise<Row | undefined>;
}

function stateOf(draft: Draft, plan: Plan, nowMs: number): State {
  const { layout, partition } = plan;
  const key = plan.kind === "write" ? plan.row?.key : rowKey(layout, partition, plan.clustering);
  return {
    layout,
    partition,
    row: key && loadRow(draft, layout, key, nowMs),
    statics: layout.hasStatics ? loadRow(draft, layout, staticKey(partition), nowMs) : undefined,
    aboutRow: key !== undefined,
    showsStatics: plan.kind === "write" && plan.cells.some(({ column }) => column.kind === "static"),
    firstRow: () => firstRow(draft, layout, partition, nowMs),
  };
}

function holds(guard: Guard, state: State): boolean {
  const there = (state.aboutRow ? state.row : state.statics) !== undefined;
  switch (guard.kind) {
    case "none":
      return true;
    case "present":
      return there;
    case "absent":
      return !there;
    case "conditions":
      return guard.conditions.every((condition) => meets(condition, cellOf(state, condition)?.bytes));
  }
}

async function current(guard: Guard, state: State): Promise<Values | undefined> {
  if (guard.kind !== "conditions") return readValues(state);
  const { conditions } = guard;
  const ofStatics = conditions.some(({ column }) => column.kind === "static");
  const ofRow = conditions.some(({ column }) => column.kind === "regular");
  const statics = ofStatics || state.showsStatics ? state.statics : undefined;
  const found = (ofRow ? state.row : undefined) ?? statics ?? (ofRow ? undefined : await state.firstRow());
  return found && conditionValues(state, conditions);
}

/**
 * What the database read to see whether the row is there: static columns for a write that sets some, with the key of the
 * first row for one that is about them alone. The rest it shows as null.
 */
async function readValues(state: State): Promise<Values | undefined> {
  const { layout, partition, aboutRow } = state;
  const statics = state.showsStatics ? state.statics : undefined;
  const first = aboutRow ? undefined : await state.firstRow();
  const row = aboutRow ? state.row : first && { ...first, cells: emptyRow.cells };
  return row || statics ? rowValues(layout, layout.columns.values(), partition, row, statics) : undefined;
}

function conditionValues(state: State, conditions: readonly PlannedCondition[]): Values {
  return new Map(
    conditions.map((condition) => {
      const cell = cellOf(state, condition);
      return [condition.column.name, cell ? decodeValue(condition.column, cell.bytes) : null];
    }),
  );
}

function cellOf({ row, statics }: State, { column }: PlannedCondition): Cell | undefined {
  return (column.kind === "static" ? statics : row)?.cells.get(column.number);
}

/** The first row of a partition that the database sees without reading a regular column: one that an INSERT made. */
async function firstRow(draft: Draft, layout: Layout, partition: Buffer, nowMs: number): Promise<Row | undefined> {
  let first: { readonly key: Buffer; readonly row: Row } | undefined;
  for await (const [key, sealed] of draft.range(partition, endOf(partition))) {
    if (splitKey(key)?.isStatic || (first && Buffer.compare(first.key, key) < 0)) continue;
    const row = liveRow(parseRow(layout, key, sealed), nowMs);
    if (row?.marker) first = { key, row };
  }
  return first?.row;
}
