import { wrongPageState } from "../page-state.ts";
import { createReads } from "../reads.ts";
import type { Page, Selection } from "../store.ts";
import type { Level } from "./draft.ts";
import { chooseIndex } from "./entries/index-access.ts";
import type { FoundRow } from "./found-row.ts";
import { orderedBytes } from "./layout.ts";
import type { LayoutColumn, LayoutIndex } from "./layout.ts";
import { decodePageState, encodePageState } from "./page-state.ts";
import type { ReadPlan } from "./read-plan.ts";
import type { Scan } from "./scan-entries.ts";
import { readRows } from "./scan.ts";

export interface Reading {
  readonly level: Level;
  readonly plan: ReadPlan;
  readonly nowMs: number;
  /** Those of the table in which all rows have entries. */
  readonly indexes: readonly LayoutIndex[];
}

/** Reads one page, and one row more to know whether another page follows. */
export async function readPage(reading: Reading, selection: Selection): Promise<Page> {
  const { level, plan, nowMs, indexes } = reading;
  const { pageSize, pageBytes = Infinity, pageState, signal, reads = createReads(), copies = 1 } = selection;
  const position = pageState === undefined ? undefined : decodePageState(plan, pageState);
  const index = plan.tests.length > 0 ? chooseIndex(plan, indexes) : undefined;
  // Rows that are sorted together fit one page.
  const mostBytes = plan.mergedBy ? Infinity : pageBytes;
  const scan = { level, plan, nowMs, signal, reads, index, mostBytes, ...(position && { after: position.after }) };
  const remaining = position?.remaining ?? plan.limit;
  const found = await readSnapshot(scan, Math.min(pageSize + 1, remaining));
  const rows = found.slice(0, Math.min(pageSize, countWithin(found, mostBytes)));
  for (const row of rows) reads.spend("bytes", row.size * copies);
  const last = rows.at(-1);
  if (!last || rows.length === found.length) return { rows };
  return { rows, pageState: encodePageState(plan, { after: last.key, remaining: remaining - rows.length }) };
}

/** How many of the first rows have these bytes at most; one row is never too long. */
function countWithin(rows: readonly FoundRow[], mostBytes: number): number {
  let bytes = 0;
  const beyond = rows.findIndex((row, index) => (bytes += row.storedLength) > mostBytes && index > 0);
  return beyond < 0 ? rows.length : beyond;
}

async function readSnapshot(scan: Omit<Scan, "snapshot">, count: number): Promise<readonly FoundRow[]> {
  const { level, plan } = scan;
  const snapshot = level.snapshot();
  try {
    const reading = { ...scan, snapshot };
    return await (plan.mergedBy ? readMerged(reading, plan.mergedBy) : readRows(reading, count));
  } finally {
    await snapshot.close();
  }
}

/** A limit holds for each partition too, and for all that were read: no more than twice that is ever in memory. */
async function readMerged(scan: Scan, columns: readonly LayoutColumn[]): Promise<readonly FoundRow[]> {
  const { plan } = scan;
  if (scan.after) throw wrongPageState();
  const first = (rows: readonly FoundRow[]): readonly FoundRow[] => sorted(rows, plan, columns).slice(0, plan.limit);
  let found: FoundRow[] = [];
  for (const partition of plan.partitions ?? []) {
    const pause = scan.reads.turns.next();
    if (pause) await pause;
    found.push(...(await readRows({ ...scan, plan: { ...plan, partitions: [partition] } }, plan.limit)));
    if (found.length >= 2 * plan.limit) found = [...first(found)];
  }
  return first(found);
}

/** Rows that these columns do not tell apart stay in the order of their partitions. One without a row comes first. */
function sorted(
  rows: readonly FoundRow[],
  { reversed }: ReadPlan,
  columns: readonly LayoutColumn[],
): readonly FoundRow[] {
  const placeOf = (row: FoundRow): Buffer =>
    Buffer.concat(
      columns.flatMap((column) => {
        const bytes = row.bytes(column);
        return bytes ? [orderedBytes(column, bytes)] : [];
      }),
    );
  return rows
    .map((row) => ({ row, place: placeOf(row) }))
    .sort((one, other) => Buffer.compare(one.place, other.place) * (reversed ? -1 : 1))
    .map(({ row }) => row);
}
