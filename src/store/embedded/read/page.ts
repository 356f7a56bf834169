import { wrongPageState } from "../../page-state.ts";
import { createReads } from "../../reads.ts";
import type { Page, Selection } from "../../store.ts";
import { chooseIndex } from "../entries/hits.ts";
import type { FoundRow } from "../rows/found-row.ts";
import { orderedBytes } from "../rows/layout.ts";
import type { LayoutColumn, LayoutIndex } from "../rows/layout.ts";
import type { KeyValueStore } from "../storage/key-value-store.ts";
import { NearestRows } from "./nearest.ts";
import type { NearestPlan } from "./nearest.ts";
import { decodePageState, encodePageState } from "./page-state.ts";
import type { ReadPlan } from "./read-plan.ts";
import type { Scan } from "./scan-entries.ts";
import { readRows } from "./scan.ts";
import type { RowSink } from "./scan.ts";

/**
 * Reads one page, and one row more to know whether another page follows.
 *
 * @param indexes those of the table in which all rows have entries
 */
export async function readPage(
  keyValues: KeyValueStore,
  plan: ReadPlan,
  indexes: readonly LayoutIndex[],
  nowMs: number,
  selection: Selection,
): Promise<Page> {
  const { pageBytes = Infinity, pageState, signal, reads = createReads() } = selection;
  const position = pageState === undefined ? undefined : decodePageState(plan, pageState);
  const index = plan.tests.length > 0 ? chooseIndex(plan, indexes) : undefined;
  const { after, given = 0 } = position ?? {};
  // Rows that are sorted together fit one page, and rows that are only counted are not kept.
  const mostBytes = plan.nearest || plan.mergedBy || selection.countsOnly ? Infinity : pageBytes;
  const snapshot = keyValues.snapshot();
  try {
    const scan: Scan = { keyValues, snapshot, plan, nowMs, signal, reads, index, mostBytes, after, given };
    return await read(scan, selection, position?.remaining ?? plan.limit);
  } finally {
    await snapshot.close();
  }
}

function read(scan: Scan, selection: Selection, remaining: number): Promise<Page> {
  if (scan.plan.nearest) return readNearest(scan, scan.plan.nearest, selection);
  return selection.countsOnly ? countPage(scan, selection, remaining) : readRowsOfPage(scan, selection, remaining);
}

async function readRowsOfPage(scan: Scan, selection: Selection, remaining: number): Promise<Page> {
  const { plan } = scan;
  const { pageSize } = selection;
  const count = Math.min(pageSize + 1, remaining);
  const found = await (plan.mergedBy ? readMerged(scan, plan.mergedBy) : readFirst(scan, count));
  const rows = found.slice(0, Math.min(pageSize, countWithin(found, scan.mostBytes)));
  spendBytes(selection, rows);
  const stateAfter = (count: number): string | undefined => stateBehind(plan, rows[count - 1], remaining - count);
  const pageState = rows.length === found.length ? undefined : stateAfter(rows.length);
  return selection.statesWithin ? { rows, pageState, stateAfter } : { rows, pageState };
}

async function countPage(scan: Scan, { pageSize }: Selection, remaining: number): Promise<Page> {
  const found = new RowCount(pageSize, remaining);
  await readRows(scan, found, pageSize + 1);
  const count = Math.min(found.count, pageSize);
  const pageState = count === found.count ? undefined : stateBehind(scan.plan, found.last, remaining - count);
  return { rows: [], count, pageState };
}

/** All in one page: what is nearest is known only when every row was compared. */
async function readNearest(scan: Scan, nearest: NearestPlan, selection: Selection): Promise<Page> {
  if (scan.after) throw wrongPageState();
  const found = new NearestRows(nearest, scan.plan.limit);
  await readRows(scan, found, Infinity);
  const { rows, similarities } = found;
  if (selection.countsOnly) return { rows: [], count: rows.length };
  spendBytes(selection, rows);
  return { rows, similarities };
}

/** Nobody asks for sizes where nothing is limited. */
function spendBytes({ reads, copies = 1 }: Selection, rows: readonly FoundRow[]): void {
  if (reads) for (const row of rows) reads.spend("bytes", row.size * copies);
}

/** The state of the page after this row. @param remaining how many rows the selection may still give */
function stateBehind(plan: ReadPlan, row: FoundRow | undefined, remaining: number): string | undefined {
  if (!row || remaining <= 0) return undefined;
  return encodePageState(plan, { after: row.key, given: plan.perPartition === Infinity ? 0 : row.given, remaining });
}

/** How many of the first rows have these bytes at most; one row is never too long. */
function countWithin(rows: readonly FoundRow[], mostBytes: number): number {
  let bytes = 0;
  const beyond = rows.findIndex((row, index) => (bytes += row.storedLength) > mostBytes && index > 0);
  return beyond < 0 ? rows.length : beyond;
}

async function readFirst(scan: Scan, count: number): Promise<readonly FoundRow[]> {
  const found = new FirstRows(count, scan.mostBytes);
  await readRows(scan, found, count);
  return found.rows;
}

/** A limit applies to each partition too, and to all rows read: at most twice as many are ever in memory. */
async function readMerged(scan: Scan, columns: readonly LayoutColumn[]): Promise<readonly FoundRow[]> {
  const { plan } = scan;
  if (scan.after) throw wrongPageState();
  const first = (rows: readonly FoundRow[]): readonly FoundRow[] => sorted(rows, plan, columns).slice(0, plan.limit);
  let found: FoundRow[] = [];
  for (const partition of plan.partitions ?? []) {
    const pause = scan.reads.timeSlice.yieldIfOver();
    if (pause) await pause;
    const one = { ...scan, plan: { ...plan, partitions: [partition] } };
    found.push(...(await readFirst(one, plan.limit)));
    if (found.length >= 2 * plan.limit) found = [...first(found)];
  }
  return first(found);
}

/** Rows that these columns do not distinguish stay in the order of their partitions. A partition without rows comes first. */
function sorted(
  rows: readonly FoundRow[],
  { reversed }: ReadPlan,
  columns: readonly LayoutColumn[],
): readonly FoundRow[] {
  const placeOf = (row: FoundRow): Buffer =>
    Buffer.concat(
      columns.flatMap((column) => {
        const bytes = row.stored(column);
        return bytes ? [orderedBytes(column, bytes)] : [];
      }),
    );
  return rows
    .map((row) => ({ row, place: placeOf(row) }))
    .sort((one, other) => Buffer.compare(one.place, other.place) * (reversed ? -1 : 1))
    .map(({ row }) => row);
}

/** Keeps the first rows, up to a number of them, or of bytes: then the last row begins where the others have used them up. */
class FirstRows implements RowSink {
  readonly rows: FoundRow[] = [];
  readonly #most: number;
  readonly #mostBytes: number;
  #length = 0;

  constructor(most: number, mostBytes: number) {
    this.#most = most;
    this.#mostBytes = mostBytes;
  }

  get isFull(): boolean {
    return this.rows.length >= this.#most || (this.rows.length > 1 && this.#length > this.#mostBytes);
  }

  add(row: FoundRow): void {
    if (this.rows.length >= this.#most) return;
    this.#length += row.storedLength;
    this.rows.push(row);
  }
}

/** Counts the first rows, of which one more is read than the page has, and keeps only the last one of the page. */
class RowCount implements RowSink {
  count = 0;
  last: FoundRow | undefined;
  readonly #pageSize: number;
  readonly #remaining: number;

  constructor(pageSize: number, remaining: number) {
    this.#pageSize = pageSize;
    this.#remaining = remaining;
  }

  get isFull(): boolean {
    return this.count > this.#pageSize || this.count >= this.#remaining;
  }

  add(row: FoundRow): void {
    if (this.isFull) return;
    if (this.count < this.#pageSize) this.last = row;
    this.count++;
  }
}
