import type { Page, Selection } from "../store.ts";
import type { Level } from "./draft.ts";
import { decodePageState, encodePageState } from "./page-state.ts";
import type { ReadPlan } from "./read-plan.ts";
import { refusal } from "./refusal.ts";
import { scanRows, sortByClustering } from "./scan.ts";
import type { FoundRow, Scan } from "./scan.ts";

export interface Reading {
  readonly level: Level;
  readonly plan: ReadPlan;
  readonly nowMs: number;
}

/** Reads one page, and one row more to know whether another page follows. */
export async function readPage(reading: Reading, { pageSize, pageState }: Selection): Promise<Page> {
  const { level, plan, nowMs } = reading;
  const position = pageState === undefined ? undefined : decodePageState(plan, pageState);
  const snapshot = level.snapshot();
  try {
    const scan: Scan = { level, snapshot, plan, nowMs, ...(position && { after: position.after }) };
    if (plan.merged) return { rows: await readMerged(scan) };
    const remaining = position?.remaining ?? plan.limit;
    const rows = await take(scan, Math.min(pageSize + 1, remaining));
    const page = rows.slice(0, pageSize);
    const last = page.at(-1);
    const values = page.map((row) => row.values);
    if (!last || rows.length === page.length) return { rows: values };
    return { rows: values, pageState: encodePageState(plan, { after: last.key, remaining: remaining - page.length }) };
  } finally {
    await snapshot.close();
  }
}

/** A limit holds for each partition too, so no more than that is ever in memory of each. */
async function readMerged(scan: Scan): Promise<Page["rows"]> {
  const { plan } = scan;
  if (scan.after) throw refusal("Invalid value for the paging state");
  const found: FoundRow[] = [];
  for (const partition of plan.partitions ?? []) {
    found.push(...(await take({ ...scan, plan: { ...plan, partitions: [partition] } }, plan.limit)));
  }
  return sortByClustering(found, plan.reversed)
    .slice(0, plan.limit)
    .map((row) => row.values);
}

async function take(scan: Scan, count: number): Promise<FoundRow[]> {
  const rows: FoundRow[] = [];
  for await (const row of scanRows(scan)) {
    rows.push(row);
    if (rows.length === count) break;
  }
  return rows;
}
