/**
 * Executes plans in a draft.
 *
 * Takes the plans of a batch, a draft and the time, and returns the outcomes; the draft then holds the changes to store,
 * or none if a guard does not hold. Reads only through the draft, so each write sees the earlier ones.
 */
import type { Outcome } from "../store.ts";
import type { Draft } from "./draft.ts";
import { examine, loadRow } from "./guarded.ts";
import { endOf, rowKey, staticKey } from "./key.ts";
import { encodeValue } from "./layout.ts";
import type { Layout, LayoutColumn } from "./layout.ts";
import { refusal } from "./refusal.ts";
import { resolveBatch } from "./resolve-batch.ts";
import { emptyRow, encodeRow } from "./row.ts";
import type { Cell, Row, Stamp } from "./row.ts";
import { seal } from "./seal.ts";
import type { DeletePlan, Plan, PlannedCell, WritePlan } from "./write-plan.ts";

/** The moment of a batch. */
export interface Moment {
  readonly nowMs: number;
  /** Microseconds, and later than those of every earlier batch. */
  readonly writtenAt: number;
}

const applied: Outcome = { applied: true };

/** Seconds since 1970 that the database can hold as the end of a cell. @see service-facts 5.3 */
const latestExpiry = 2 ** 31 - 2;

/** Every guard is evaluated before any write is executed, as in the database. Waits for nothing if all of them hold. */
export function applyBatch(
  draft: Draft,
  plans: readonly Plan[],
  moment: Moment,
): readonly Outcome[] | Promise<readonly Outcome[]> {
  const findings = plans.map((plan) => examine(draft, plan, moment.nowMs));
  if (!findings.every(({ holds }) => holds)) {
    return Promise.all(
      findings.map(async ({ current }): Promise<Outcome> => ({ applied: false, current: await current() })),
    );
  }
  for (const plan of resolveBatch(plans)) if (plan.kind === "write") applyWrite(draft, plan, moment);
  // Of writes and deletions of one moment, the deletions win.
  for (const plan of plans) if (plan.kind === "delete") applyDelete(draft, plan);
  return plans.map(() => applied);
}

function applyWrite(draft: Draft, plan: WritePlan, { nowMs, writtenAt }: Moment): void {
  const { layout, partition, row: target, cells } = plan;
  const stamp: Stamp = { writtenAt, expiresAt: expiry(layout, plan.ttlSeconds, nowMs) };
  if (stamp.expiresAt !== Infinity) draft.expires = true;
  if (target) {
    const row = plan.replaces ? undefined : loadRow(draft, layout, target.key, nowMs);
    const marker = plan.marks ? stamp : row?.marker;
    const { clustering } = row ?? target;
    store(draft, target.key, { marker, clustering, cells: changed(row, cells, "regular", stamp) });
  }
  if (cells.some(({ column }) => column.kind === "static")) {
    const key = staticKey(partition);
    const row = loadRow(draft, layout, key, nowMs) ?? emptyRow;
    store(draft, key, { ...row, cells: changed(row, cells, "static", stamp) });
  }
}

function applyDelete(draft: Draft, { layout, partition, clustering }: DeletePlan): void {
  const key = rowKey(layout, partition, clustering);
  if (clustering.length === layout.clusteringKey.length) return draft.delete(key);
  const beginning = clustering.length === 0 ? partition : key;
  draft.deleteRange({ from: beginning, to: endOf(beginning) });
}

/** A row without a marker and without cells is none. */
function store(draft: Draft, key: Buffer, row: Row): void {
  if (row.marker || row.cells.size > 0) draft.put(key, seal(key, encodeRow(row)));
  else draft.delete(key);
}

function changed(
  row: Row | undefined,
  changes: readonly PlannedCell[],
  kind: "regular" | "static",
  { writtenAt, expiresAt }: Stamp,
): Row["cells"] {
  const cells = new Map(row?.cells);
  for (const { column, bytes } of changes) {
    if (column.kind !== kind) continue;
    if (bytes === null) cells.delete(column.number);
    else {
      const value = column.counts ? sum(column, bytes, cells.get(column.number)) : bytes;
      cells.set(column.number, { writtenAt, expiresAt, bytes: value });
    }
  }
  return cells;
}

function sum(column: LayoutColumn, bytes: Buffer, cell: Cell | undefined): Buffer {
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
