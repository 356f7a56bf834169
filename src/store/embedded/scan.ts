/**
 * Reads the rows of a plan, in order.
 *
 * Takes a scan, and returns rows with their keys. Handles expired cells, and static values without rows. Does not know
 * pages: callers say how many rows they want.
 */
import { breathe } from "./breathe.ts";
import { isKeyOf, isStaticKey, splitKey } from "./key.ts";
import { wholePartitions } from "./read-plan.ts";
import { liveRow } from "./row.ts";
import type { Row } from "./row.ts";
import { passes } from "./row-test.ts";
import { cellOf, parseRow } from "./row-values.ts";
import { countPoints, mostAtOnce, pointEntries, scanEntries } from "./scan-entries.ts";
import type { Entries, Scan } from "./scan-entries.ts";

/** A row that is not decoded yet: callers may drop it, or need some of its columns only. */
export interface FoundRow {
  readonly key: Buffer;
  readonly partition: Buffer;
  /** Undefined for a partition with static values alone. */
  readonly row: Row | undefined;
  readonly statics: Row | undefined;
}

interface Partition {
  readonly beginning: Buffer;
  readonly key: Buffer;
  statics: Row | undefined;
  hasRows: boolean;
}

/** The rows of a plan that names every key: reads them at once, and waits for nothing. */
function readPoints(scan: Scan, count: number): readonly FoundRow[] {
  const collector = new RowCollector(scan);
  collector.add(pointEntries(scan));
  return collector.end().slice(0, count);
}

/** The first rows, so many at most. */
export async function readRows(scan: Scan, count: number): Promise<readonly FoundRow[]> {
  if (countPoints(scan.plan) <= mostAtOnce) return readPoints(scan, count);
  const collector = new RowCollector(scan);
  const breath = breathe();
  for await (const entries of scanEntries(scan, count)) {
    const pause = breath();
    if (pause) await pause;
    scan.signal?.throwIfAborted();
    collector.add(entries);
    if (collector.rows.length >= count) return collector.rows.slice(0, count);
  }
  return collector.end().slice(0, count);
}

/** Makes rows of entries. The static cells of a partition come first among its keys, so each row is shown with them. */
class RowCollector {
  readonly rows: FoundRow[] = [];
  private readonly scan: Scan;
  /** Whether a partition without rows is shown by its static values. */
  private readonly showsStatics: boolean;
  private partition: Partition | undefined;

  constructor(scan: Scan) {
    this.scan = scan;
    this.showsStatics = wholePartitions(scan.plan);
  }

  add(entries: Entries): void {
    const { plan, nowMs } = this.scan;
    for (const [key, sealed] of entries) {
      const partition = this.enter(key);
      if (!partition) continue;
      const row = liveRow(parseRow(plan.layout, key, sealed), nowMs);
      if (isStaticKey(key, partition.beginning)) {
        partition.statics = row;
      } else if (row) {
        partition.hasRows = true;
        this.show(key, partition, row);
      }
    }
  }

  /** All rows, after the last entry. */
  end(): readonly FoundRow[] {
    this.leave();
    return this.rows;
  }

  /** The partition of a key, which may be the next one. */
  private enter(key: Buffer): Partition | undefined {
    if (this.partition && isKeyOf(this.partition.beginning, key)) return this.partition;
    const beginning = splitKey(key)?.partition;
    if (!beginning) return undefined;
    this.leave();
    const { after } = this.scan;
    const hasRows = after !== undefined && isKeyOf(beginning, after);
    this.partition = { beginning, key, statics: undefined, hasRows };
    return this.partition;
  }

  /** A partition without rows is one row, with null for the clustering columns, if it has static values. */
  private leave(): void {
    const { partition } = this;
    if (!this.showsStatics || !partition?.statics || partition.hasRows) return;
    this.show(partition.key, partition, undefined);
  }

  private show(key: Buffer, { beginning, statics }: Partition, row: Row | undefined): void {
    const { layout, tests } = this.scan.plan;
    const isWanted = tests.every((test) => passes(test, cellOf(layout, test.column, beginning, row, statics)));
    if (isWanted) this.rows.push({ key, partition: beginning, row, statics });
  }
}
