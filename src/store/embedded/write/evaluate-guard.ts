/**
 * Evaluates the guard of a write: whether it holds for the stored row, and the row's values if it does not.
 *
 * Takes a plan and a draft, and returns the finding. Reads only through the draft; changes nothing.
 */
import type { Row } from "../../store.ts";
import { FoundRow, Partition, readRow } from "../rows/found-row.ts";
import { endOf, splitKey, staticKey } from "../rows/key.ts";
import type { Layout, LayoutColumn } from "../rows/layout.ts";
import type { StoredRow } from "../rows/stored-row.ts";
import type { Draft } from "../storage/draft.ts";
import { meets } from "./condition.ts";
import type { Guard } from "./condition.ts";
import type { Plan } from "./plan.ts";

export interface Finding {
  readonly holds: boolean;
  /** The part of the row that the database shows if the write is not applied; undefined if there is no row. */
  readonly current: () => Promise<Row | undefined>;
}

const unguarded: Finding = { holds: true, current: async () => undefined };

/** @param batch all its writes: if one is about a row, the database reads the regular columns too */
export function evaluateGuard(draft: Draft, plan: Plan, batch: readonly Plan[], nowMs: number): Finding {
  if (plan.guard.kind === "none") return unguarded;
  const state = stateOf(draft, plan, batch, nowMs);
  return { holds: holds(plan.guard, state), current: () => current(plan.guard, state) };
}

interface State {
  readonly layout: Layout;
  readonly nowMs: number;
  readonly partition: Buffer;
  readonly row: StoredRow | undefined;
  readonly statics: StoredRow | undefined;
  /** The write is about a row, not only about the static columns of the partition. */
  readonly aboutRow: boolean;
  /** The write sets static columns. The database reads them in this case, and for conditions on them. */
  readonly showsStatics: boolean;
  /** The first row of the partition. */
  readonly firstRow: () => Promise<StoredRow | undefined>;
}

function stateOf(draft: Draft, plan: Plan, batch: readonly Plan[], nowMs: number): State {
  const { layout } = plan;
  const { partition, key } = guardedRow(plan);
  const read = (key: Buffer): StoredRow | undefined => readRow(layout, key, draft.get(key), nowMs);
  const readsRegulars = (): boolean => batch.some(isAboutRow);
  return {
    layout,
    nowMs,
    partition,
    row: key && read(key),
    statics: layout.hasStatics ? read(staticKey(partition)) : undefined,
    aboutRow: key !== undefined,
    showsStatics:
      plan.kind === "write" && [...plan.cells, ...plan.changes].some(({ column }) => column.kind === "static"),
    firstRow: () => firstRow(draft, layout, partition, readsRegulars(), nowMs),
  };
}

function isAboutRow(plan: Plan): boolean {
  return plan.kind === "write" ? plan.row !== undefined : plan.slices.some(({ point }) => point);
}

/** A guarded delete is about one row. */
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
  // Conditions on only static columns show the key of the partition's first row.
  const row = ofRow ? state.row : (await state.firstRow())?.withoutCells();
  return shown(state, new Map(conditions.map(({ column }) => [column.name, column])), row, state.statics);
}

/**
 * The columns that the database read to check whether the row exists: static columns for a write that sets some, with the
 * key of the first row for a write about static columns only. It shows the rest as null.
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
  return new FoundRow(columns, { partition: new Partition(layout, partition, nowMs), row, statics });
}

function cellOf({ row, statics }: State, { column }: { readonly column: LayoutColumn }): Buffer | undefined {
  return (column.kind === "static" ? statics : row)?.bytes(column);
}

/** The first row of a partition that the database finds. If it does not read regular columns, it finds only rows of an INSERT. */
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
    const row = readRow(layout, key, sealed, nowMs);
    if (row && (readsRegulars || row.isMarked)) first = { key, row };
  }
  return first?.row;
}
