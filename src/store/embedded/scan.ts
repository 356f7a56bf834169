/**
 * Reads the rows of a plan, in order.
 *
 * Takes a scan, and returns rows with their keys. Handles expired cells, and static values without rows. Does not know
 * pages: callers say how many rows they want.
 */
import { FoundRow, Partition, parseRow } from "./found-row.ts";
import { isKeyOf, isStaticKey, splitKey } from "./key.ts";
import { wholePartitions } from "./read-plan.ts";
import type { StoredRow } from "./stored-row.ts";
import { passes } from "./row-test.ts";
import { countPoints, mostAtOnce, pointEntries, scanEntries } from "./scan-entries.ts";
import type { Entries, Scan } from "./scan-entries.ts";
import { weigh } from "./weigh.ts";

/** The partition whose rows are being read. */
interface Current {
  readonly partition: Partition;
  /** The first of its keys. */
  readonly key: Buffer;
  statics: StoredRow | undefined;
  hasRows: boolean;
}

/** The rows of a plan that names every key: reads them at once, and waits for nothing. */
function readPoints(scan: Scan, count: number): readonly FoundRow[] {
  const collector = new RowCollector(scan);
  for (const entries of pointEntries(scan)) {
    scan.reads.spend("entries", weighAll(entries));
    collector.add(entries);
    if (collector.has(count)) return collector.rows.slice(0, count);
  }
  return collector.end().slice(0, count);
}

/** The first rows, up to a limit of rows, or of bytes: then the last row begins where the others have used them up. */
export async function readRows(scan: Scan, count: number): Promise<readonly FoundRow[]> {
  if (countPoints(scan.plan) <= mostAtOnce) return readPoints(scan, count);
  const collector = new RowCollector(scan);
  const { reads, signal } = scan;
  for await (const entries of scanEntries(scan, count)) {
    const pause = reads.turns.next();
    if (pause) await pause;
    signal?.throwIfAborted();
    reads.spend("entries", weighAll(entries));
    collector.add(entries);
    if (collector.has(count)) return collector.rows.slice(0, count);
  }
  return collector.end().slice(0, count);
}

function weighAll(entries: Entries): number {
  let weight = 0;
  for (const [, sealed] of entries) weight += weigh(sealed);
  return weight;
}

/** Makes rows of entries. The static cells of a partition come first among its keys, so each row is shown with them. */
class RowCollector {
  readonly rows: FoundRow[] = [];
  private readonly scan: Scan;
  /** Whether a partition without rows is shown by its static values. */
  private readonly showsStatics: boolean;
  private current: Current | undefined;
  private length = 0;

  constructor(scan: Scan) {
    this.scan = scan;
    this.showsStatics = wholePartitions(scan.plan);
  }

  /** Whether there are enough rows for a page, and one beyond it. */
  has(count: number): boolean {
    return this.rows.length >= count || (this.rows.length > 1 && this.length > this.scan.mostBytes);
  }

  add(entries: Entries): void {
    const { plan, nowMs } = this.scan;
    for (const [key, sealed] of entries) {
      const current = this.enter(key);
      if (!current) continue;
      const row = parseRow(plan.layout, key, sealed)?.live(nowMs);
      if (isStaticKey(key, current.partition.beginning)) {
        current.statics = row;
      } else if (row) {
        current.hasRows = true;
        this.show(key, current, row);
      }
    }
  }

  /** All rows, after the last entry. */
  end(): readonly FoundRow[] {
    this.leave();
    return this.rows;
  }

  /** The partition of a key, which may be the next one. */
  private enter(key: Buffer): Current | undefined {
    if (this.current && isKeyOf(this.current.partition.beginning, key)) return this.current;
    const beginning = splitKey(key)?.partition;
    if (!beginning) return undefined;
    this.leave();
    const { after, plan } = this.scan;
    const hasRows = after !== undefined && isKeyOf(beginning, after);
    const partition = new Partition(plan.layout, beginning);
    this.current = { partition, key, statics: undefined, hasRows };
    return this.current;
  }

  /** A partition without rows is one row, with null for the clustering columns, if it has static values. */
  private leave(): void {
    const { current } = this;
    if (!this.showsStatics || !current?.statics || current.hasRows) return;
    this.show(current.key, current, undefined);
  }

  private show(key: Buffer, current: Current, row: StoredRow | undefined): void {
    const { columns, tests } = this.scan.plan;
    const { partition, statics } = current;
    const found = new FoundRow(columns, { key, partition, row, statics });
    if (!tests.every((test) => passes(test, found.bytes(test.column)))) return;
    this.length += found.storedLength;
    this.rows.push(found);
  }
}
