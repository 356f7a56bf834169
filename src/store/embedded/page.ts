import type { Page, Selection, Values } from "../store.ts";
import type { Level } from "./draft.ts";
import { breathe } from "./breathe.ts";
import { chooseIndex } from "./entries/index-access.ts";
import { orderedBytes } from "./layout.ts";
import type { LayoutColumn, LayoutIndex } from "./layout.ts";
import { decodePageState, encodePageState } from "./page-state.ts";
import type { ReadPlan } from "./read-plan.ts";
import { refusal } from "./refusal.ts";
import { rowValues } from "./row-values.ts";
import type { Scan } from "./scan-entries.ts";
import { readRows } from "./scan.ts";
import type { FoundRow } from "./scan.ts";

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
  const { pageSize, pageState, signal } = selection;
  const position = pageState === undefined ? undefined : decodePageState(plan, pageState);
  const index = plan.tests.length > 0 ? chooseIndex(plan, indexes) : undefined;
  const scan = { level, plan, nowMs, signal, index, ...(position && { after: position.after }) };
  const remaining = position?.remaining ?? plan.limit;
  const rows = await readSnapshot(scan, Math.min(pageSize + 1, remaining));
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  const breath = breathe();
  const values: Values[] = [];
  for (const row of page) {
    values.push(valuesOf(plan, row));
    const pause = breath();
    if (pause) await pause;
  }
  if (!last || rows.length === page.length) return { rows: values };
  return { rows: values, pageState: encodePageState(plan, { after: last.key, remaining: remaining - page.length }) };
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

/** A limit holds for each partition too, so no more than that is ever in memory of each. */
async function readMerged(scan: Scan, columns: readonly LayoutColumn[]): Promise<readonly FoundRow[]> {
  const { plan } = scan;
  if (scan.after) throw refusal("Invalid value for the paging state");
  const found: FoundRow[] = [];
  for (const partition of plan.partitions ?? []) {
    found.push(...(await readRows({ ...scan, plan: { ...plan, partitions: [partition] } }, plan.limit)));
  }
  return sorted(found, plan, columns).slice(0, plan.limit);
}

function valuesOf({ layout, columns }: ReadPlan, { partition, row, statics }: FoundRow): Values {
  return rowValues(layout, columns, partition, row, statics);
}

/** Rows that these columns do not tell apart stay in the order of their partitions. One without a row comes first. */
function sorted(
  rows: readonly FoundRow[],
  { layout, reversed }: ReadPlan,
  columns: readonly LayoutColumn[],
): readonly FoundRow[] {
  const places = columns.map((column) => layout.clusteringKey.indexOf(column));
  const placeOf = ({ row }: FoundRow): Buffer =>
    Buffer.concat(
      columns.flatMap((column, index) => {
        const bytes = row?.clustering[places[index] ?? -1];
        return bytes ? [orderedBytes(column, bytes)] : [];
      }),
    );
  return rows
    .map((row) => ({ row, place: placeOf(row) }))
    .sort((one, other) => Buffer.compare(one.place, other.place) * (reversed ? -1 : 1))
    .map(({ row }) => row);
}
