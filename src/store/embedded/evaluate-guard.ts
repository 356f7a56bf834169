/**
 * Evaluates the guard of a write: what must hold of the stored row, and what the row has if it does not hold.
 *
 * Takes a plan and a draft, and returns the finding. Reads only through the draft; changes nothing.
 */
import type { Row } from "../store.ts";
import { meets } from "./condition.ts";
import type { Guard } from "./condition.ts";
import type { Draft } from "./draft.ts";
import { FoundRow, Partition, parseRow } from "./found-row.ts";
import { endOf, splitKey, staticKey } from "./key.ts";
import type { Layout, LayoutColumn } from "./layout.ts";
import type { StoredRow } from "./stored-row.ts";
import type { Plan } from "./write-plan.ts";

export interface Finding {
  readonly holds: boolean;
  /** What the database shows of the row if the write is not applied; undefined when there is no row. */
  readonly current: () => Promise<Row | undefined>;
}

const unguarded: Finding = { holds: true, current: async () => undefined };

/** @param batch all of its writes: of one about a row the database reads the regular columns too */
export function evaluateGuard(draft: Draft, plan: Plan, batch: readonly Plan[], nowMs: number): Finding {
  if (plan.guard.kind === "none") return unguarded;
  const state = stateOf(draft, plan, batch, nowMs);
  return { holds: holds(plan.guard, state), current: () => current(plan.guard, state) };
}

/** The row under a key, without what has ended. */
export function loadRow(draft: Draft, layout: Layout, key: Buffer, nowMs: number): StoredRow | undefined {
  return parseRow(layout, key, draft.get(key))?.live(nowMs);
}

interface State {
  readonly layout: Layout;
  readonly nowMs: number;
  readonly partition: Buffer;
  readonly row: StoredRow | undefined;
  readonly statics: StoredRow | undefined;
  /** The write is about a row, and not only about the static columns of the partition. */
  readonly aboutRow: boolean;
  /** The write sets static columns: then, and for conditions on them, the database reads them. */
  readonly showsStatics: boolean;
  /** Of the partition. */
  readonly firstRow: () => Promise<StoredRow | undefined>;
}

function stateOf(draft: Draft, plan: Plan, batch: readonly Plan[], nowMs: number): State {
  const { layout } = plan;
  const { partition, key } = guardedRow(plan);
  const readsRegulars = (): boolean => batch.some(isAboutRow);
  return {
    layout,
    nowMs,
    partition,
    row: key && loadRow(draft, layout, key, nowMs),
    statics: layout.hasStatics ? loadRow(draft, layout, staticKey(partition), nowMs) : undefined,
    aboutRow: key !== undefined,
    showsStatics:
      plan.kind === "write" && [...plan.cells, ...plan.changes].some(({ column }) => column.kind === "static"),
    firstRow: () => firstRow(draft, layout, partition, readsRegulars(), nowMs),
  };
}

function isAboutRow(plan: Plan): boolean {
  return plan.kind === "write" ? plan.row !== undefined : plan.slices.some(({ point }) => point);
}

/** A delete with a guard is of one row. */
function guardedRow(plan: Plan): { readonly partition: Buffer; readonly key: Buffer | undefined } {
  if (plan.kind === "write") return { partition: plan.partition, key: plan.row?.key };
  const [slice] = plan.slices;
  if (!slice) throw new TypeError("a delete with a guard has a row");
  return { partition: slice.partition, key: slice.from };
}

function holds(guard: Guard, state: State): boolean {
  const exists = (state.aboutRow ? state.row : state.statics) !== undefined;
  switch (guard.kind) {
    case "none":
      return true;
    case "present":
      return exists;
    case "absent":
      return !exists;
    case "conditions":
      return guard.conditions.every((condition) => meets(condition, cellOf(state, condition)));
  }
}

async function current(guard: Guard, state: State): Promise<Row | undefined> {
  if (guard.kind !== "conditions") return readValues(state);
  const { conditions } = guard;
  const ofStatics = conditions.some(({ column }) => column.kind === "static");
  const ofRow = conditions.some(({ column }) => column.kind === "regular");
  const statics = ofStatics || state.showsStatics ? state.statics : undefined;
  const found = (ofRow ? state.row : undefined) ?? statics ?? (ofRow ? undefined : await state.firstRow());
  if (!found) return undefined;
  // Conditions on static columns alone show the key of the first row of the partition.
  const row = ofRow ? state.row : (await state.firstRow())?.withoutCells();
  return shown(state, new Map(conditions.map(({ column }) => [column.name, column])), row, state.statics);
}

/**
 * What the database read to see whether the row is there: static columns for a write that sets some, with the key of the
 * first row for one that is about them alone. The rest it shows as null.
 */
async function readValues(state: State): Promise<Row | undefined> {
  const { layout, aboutRow } = state;
  const statics = state.showsStatics ? state.statics : undefined;
  const first = aboutRow ? undefined : await state.firstRow();
  const row = aboutRow ? state.row : first?.withoutCells();
  return row || statics ? shown(state, layout.columns, row, statics) : undefined;
}

function shown(
  { layout, partition, nowMs }: State,
  columns: Layout["columns"],
  row: StoredRow | undefined,
  statics: StoredRow | undefined,
): Row {
  return new FoundRow(columns, { key: partition, partition: new Partition(layout, partition, nowMs), row, statics });
}

function cellOf({ row, statics }: State, { column }: { readonly column: LayoutColumn }): Buffer | undefined {
  return (column.kind === "static" ? statics : row)?.bytes(column);
}

/** The first row of a partition that the database sees. Without its regular columns it sees none but what an INSERT made. */
async function firstRow(
  draft: Draft,
  layout: Layout,
  partition: Buffer,
  readsRegulars: boolean,
  nowMs: number,
): Promise<StoredRow | undefined> {
  let first: { readonly key: Buffer; readonly row: StoredRow } | undefined;
  for await (const [key, sealed] of draft.range(partition, endOf(partition))) {
    if (splitKey(key)?.isStatic || (first && Buffer.compare(first.key, key) < 0)) continue;
    const row = parseRow(layout, key, sealed)?.live(nowMs);
    if (row && (readsRegulars || row.isMarked)) first = { key, row };
  }
  return first?.row;
}
