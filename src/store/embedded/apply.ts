/**
 * Executes a plan in a draft.
 *
 * Takes a plan, a draft and the time, and returns the outcome; the draft then holds the changes to store. Reads only
 * through the draft, so each write of a group sees the earlier ones.
 */
import type { Outcome, Values } from "../store.ts";
import { meets } from "./condition.ts";
import type { Guard, PlannedCondition } from "./condition.ts";
import type { Draft } from "./draft.ts";
import { endOf, rowKey, splitKey, staticKey } from "./key.ts";
import { decodeValue, encodeValue } from "./layout.ts";
import type { Layout } from "./layout.ts";
import { refusal } from "./refusal.ts";
import { emptyRow, encodeRow, liveRow } from "./row.ts";
import type { Cell, Row, Stamp } from "./row.ts";
import { parseRow, rowValues } from "./row-values.ts";
import { seal } from "./seal.ts";
import type { DeletePlan, PlannedCell, WritePlan } from "./write-plan.ts";

/** The moment of a write. */
export interface Moment {
  readonly nowMs: number;
  /** Microseconds, and later than those of every earlier write. */
  readonly writtenAt: number;
}

const applied: Outcome = { applied: true };

/** Seconds since 1970 that the database can hold as the end of a cell. @see service-facts 5.3 */
const latestExpiry = 2 ** 31 - 2;

export async function applyWrite(draft: Draft, plan: WritePlan, { nowMs, writtenAt }: Moment): Promise<Outcome> {
  const { layout, partition, row: target, cells } = plan;
  const fixed = { key: staticKey(partition), row: undefined as Row | undefined };
  if (layout.hasStatics) fixed.row = load(draft, layout, fixed.key, nowMs);
  const row = target && load(draft, layout, target.key, nowMs);
  const writesStatics = cells.some(({ column }) => column.kind === "static");
  const blocked = await obstacle(plan.guard, {
    layout,
    partition,
    row: target ? row : undefined,
    statics: fixed.row,
    aboutRow: target !== undefined,
    showsStatics: writesStatics,
    firstRow: () => firstRow(draft, layout, partition, nowMs),
  });
  if (blocked) return blocked;
  const stamp: Stamp = { writtenAt, expiresAt: expiry(layout, plan.ttlSeconds, nowMs) };
  if (target) {
    const marker = plan.marks ? stamp : row?.marker;
    const written = { ...(row ?? { ...emptyRow, clustering: target.clustering }), marker };
    store(draft, target.key, changed(written, cells, "regular", stamp));
  }
  if (writesStatics) store(draft, fixed.key, changed(fixed.row ?? emptyRow, cells, "static", stamp));
  return applied;
}

export async function applyDelete(draft: Draft, plan: DeletePlan, { nowMs }: Moment): Promise<Outcome> {
  const { layout, partition, clustering } = plan;
  const key = rowKey(layout, partition, clustering);
  if (clustering.length < layout.clusteringKey.length) {
    const beginning = clustering.length === 0 ? partition : key;
    for await (const [found] of draft.range(beginning, endOf(beginning))) draft.delete(found);
    return applied;
  }
  if (plan.guard.kind !== "none") {
    const statics = layout.hasStatics ? load(draft, layout, staticKey(partition), nowMs) : undefined;
    const row = load(draft, layout, key, nowMs);
    const state = { layout, partition, row, statics, aboutRow: true, showsStatics: false };
    const blocked = await obstacle(plan.guard, { ...state, firstRow: () => firstRow(draft, layout, partition, nowMs) });
    if (blocked) return blocked;
  }
  draft.delete(key);
  return applied;
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

/** The outcome of a write whose guard does not hold, or undefined when it does. @see captures, cql-behaviour */
async function obstacle(guard: Guard, state: State): Promise<Outcome | undefined> {
  const there = state.aboutRow ? state.row : state.statics;
  switch (guard.kind) {
    case "none":
      return undefined;
    case "present":
      return there ? undefined : { applied: false, current: await readValues(state) };
    case "absent":
      return there && { applied: false, current: await readValues(state) };
    case "conditions": {
      const { conditions } = guard;
      if (conditions.every((condition) => meets(condition, cellOf(state, condition)?.bytes))) return undefined;
      const ofStatics = conditions.some(({ column }) => column.kind === "static");
      const ofRow = conditions.some(({ column }) => column.kind === "regular");
      const statics = ofStatics || state.showsStatics ? state.statics : undefined;
      const found = (ofRow ? state.row : undefined) ?? statics ?? (ofRow ? undefined : await state.firstRow());
      return { applied: false, current: found && conditionValues(state, conditions) };
    }
  }
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

function load(draft: Draft, layout: Layout, key: Buffer, nowMs: number): Row | undefined {
  return liveRow(parseRow(layout, key, draft.get(key)), nowMs);
}

/** A row without a marker and without cells is none. */
function store(draft: Draft, key: Buffer, row: Row): void {
  if (row.marker || row.cells.size > 0) draft.put(key, seal(key, encodeRow(row)));
  else draft.delete(key);
}

function changed(row: Row, changes: readonly PlannedCell[], kind: "regular" | "static", stamp: Stamp): Row {
  const cells = new Map(row.cells);
  for (const { column, bytes } of changes) {
    if (column.kind !== kind) continue;
    if (bytes === null) cells.delete(column.number);
    else if (!column.counts) cells.set(column.number, { ...stamp, bytes });
    else cells.set(column.number, { ...stamp, bytes: sum({ column, bytes }, cells.get(column.number)) });
  }
  return { ...row, cells };
}

function sum({ column, bytes }: { column: PlannedCell["column"]; bytes: Buffer }, cell: Cell | undefined): Buffer {
  const total = bytes.readBigInt64BE() + (cell?.bytes.readBigInt64BE() ?? 0n);
  if (total === BigInt.asIntN(64, total)) return encodeValue(column, total);
  throw refusal(`Counter column ${column.name} cannot hold more than 64 bits`);
}

function expiry(layout: Layout, ttlSeconds: number, nowMs: number): number {
  if (ttlSeconds === 0) return Infinity;
  if (Math.floor(nowMs / 1000) + ttlSeconds <= latestExpiry) return nowMs + ttlSeconds * 1000;
  throw refusal(
    `Request on table ${layout.keyspace}.${layout.table.name} with ttl of ${ttlSeconds} seconds exceeds maximum supported ` +
      "expiration date of 2038-01-19T03:14:06+00:00. In order to avoid this use a lower TTL, change the expiration date " +
      "overflow policy or upgrade to a version where this limitation is fixed. See CASSANDRA-14092 and CASSANDRA-14227 " +
      "for more details.",
  );
}
