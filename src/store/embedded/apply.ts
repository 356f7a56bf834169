/**
 * Executes plans in a draft.
 *
 * Takes the plans of a batch, a draft and the time, and returns the outcomes; the draft then holds the changes to store,
 * or none if a guard does not hold. Reads only through the draft, so each write sees the earlier ones.
 */
import type { Outcome } from "../store.ts";
import { isConditional } from "./batch-plan.ts";
import type { Draft } from "./draft.ts";
import { evaluateGuard, loadRow } from "./evaluate-guard.ts";
import { staticKey } from "./key.ts";
import { encodeValue } from "./layout.ts";
import type { Layout, LayoutColumn } from "./layout.ts";
import { refusal } from "./refusal.ts";
import { resolveBatch } from "./resolve-batch.ts";
import { encodeRow } from "./stored-row.ts";
import type { Cell, RowParts, Stamp } from "./stored-row.ts";
import { seal } from "./seal.ts";
import type { DeletePlan } from "./delete-plan.ts";
import type { PlannedCell } from "./encoded-columns.ts";
import type { Plan, WritePlan } from "./write-plan.ts";

/** The moment of a batch. */
export interface Moment {
  readonly nowMs: number;
  /** Microseconds, and later than those of every earlier batch. */
  readonly writtenAt: number;
}

const applied: Outcome = { applied: true };

/** Seconds since 1970 that the database can hold as the end of a cell. */
const latestExpiry = 2 ** 31 - 2;

/** Every guard is evaluated before any write is executed, as in the database. Waits for nothing if all of them hold. */
export function applyBatch(
  draft: Draft,
  plans: readonly Plan[],
  moment: Moment,
): readonly Outcome[] | Promise<readonly Outcome[]> {
  const findings = plans.map((plan) => evaluateGuard(draft, plan, moment.nowMs));
  if (!findings.every(({ holds }) => holds)) {
    return Promise.all(
      findings.map(async ({ current }): Promise<Outcome> => ({ applied: false, current: await current() })),
    );
  }
  const deletes = plans.filter((plan) => plan.kind === "delete");
  // The database dates the deletions of a conditional batch just before its writes, except the deletion of a single row.
  // `DELETE … WHERE pk = 1` is therefore applied before `INSERT (pk, ck) VALUES (1, 2)`, whose row stays; `DELETE … WHERE
  // pk = 1 AND ck = 2` has the moment of that insert, is applied after it, and removes the row.
  const isEarlier = (plan: DeletePlan): boolean => isConditional(plans) && !isOfRow(plan);
  for (const plan of deletes) if (isEarlier(plan)) applyDelete(draft, plan);
  for (const plan of resolveBatch(plans)) if (plan.kind === "write") applyWrite(draft, plan, moment);
  // Of writes and deletions of one moment, the deletions win.
  for (const plan of deletes) if (!isEarlier(plan)) applyDelete(draft, plan);
  return plans.map(() => applied);
}

/** Without clustering columns a row is a partition, and its deletion one of a partition. */
function isOfRow({ layout, slices }: DeletePlan): boolean {
  return layout.clusteringKey.length > 0 && slices.every(({ point }) => point);
}

function applyWrite(draft: Draft, plan: WritePlan, { nowMs, writtenAt }: Moment): void {
  const { layout, partition, row: target, cells } = plan;
  const stamp: Stamp = { writtenAt, expiresAt: expiry(layout, plan.ttlSeconds, nowMs) };
  if (stamp.expiresAt !== Infinity) draft.expires = true;
  if (target) {
    const row = plan.replacesWholeRow ? undefined : loadRow(draft, layout, target.key, nowMs)?.parts();
    const marker = plan.writesMarker ? stamp : row?.marker;
    // The clustering bytes of an existing row stay: equal keys can have different bytes, as the decimals 1.0 and 1.00, and the
    // database keeps those of the first write.
    const { clustering } = row ?? target;
    putRow(draft, target.key, { marker, clustering, cells: applyCells(row?.cells, cells, "regular", stamp) });
  }
  if (cells.some(({ column }) => column.kind === "static")) {
    const key = staticKey(partition);
    const row = loadRow(draft, layout, key, nowMs)?.parts();
    putRow(draft, key, { marker: undefined, clustering: [], cells: applyCells(row?.cells, cells, "static", stamp) });
  }
}

function applyDelete(draft: Draft, { slices }: DeletePlan): void {
  for (const { from, to, point } of slices) {
    if (point) draft.delete(from);
    else if (Buffer.compare(from, to) < 0) draft.deleteRange({ from, to });
  }
}

/** A row without a marker and without cells does not exist, and is deleted. */
function putRow(draft: Draft, key: Buffer, row: RowParts): void {
  if (row.marker || row.cells.size > 0) draft.put(key, seal(key, encodeRow(row)));
  else draft.delete(key);
}

/** @param cells the stored ones, which it changes */
function applyCells(
  cells = new Map<number, Cell>(),
  changes: readonly PlannedCell[],
  kind: "regular" | "static",
  { writtenAt, expiresAt }: Stamp,
): RowParts["cells"] {
  for (const { column, bytes } of changes) {
    if (column.kind !== kind) continue;
    if (bytes === null) cells.delete(column.number);
    else {
      const value = column.isCounter ? sum(column, bytes, cells.get(column.number)) : bytes;
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

/** In whole milliseconds, as its entry in the order of expiry is: a row that nobody reads any more is deleted by it too. */
function expiry(layout: Layout, ttlSeconds: number, nowMs: number): number {
  if (ttlSeconds === 0) return Infinity;
  if (Math.floor(nowMs / 1000) + ttlSeconds <= latestExpiry) return Math.floor(nowMs) + ttlSeconds * 1000;
  throw refusal(
    `Request on table ${layout.keyspace}.${layout.table.name} with ttl of ${ttlSeconds} seconds exceeds maximum supported ` +
      "expiration date of 2038-01-19T03:14:06+00:00. In order to avoid this use a lower TTL, change the expiration date " +
      "overflow policy or upgrade to a version where this limitation is fixed. See CASSANDRA-14092 and CASSANDRA-14227 " +
      "for more details.",
  );
}
