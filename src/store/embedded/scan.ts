/**
 * Reads the rows of a plan, in order.
 *
 * Takes a scan, and gives its rows to a sink. Handles expired cells, static values without rows, and the limit of a
 * partition. Knows nothing of pages: the sink reports when it needs no more rows.
 */
import { FoundRow, Partition, readRow, weigh } from "./found-row.ts";
import type { RowSink } from "./found-row.ts";
import { isKeyOf, isStaticKey, splitKey } from "./key.ts";
import { wholePartitions } from "./locate.ts";
import type { StoredRow } from "./stored-row.ts";
import { passes } from "./row-test.ts";
import { countPoints, mostAtOnce, pointEntries, scanEntries } from "./scan-entries.ts";
import type { Entries, Scan } from "./scan-entries.ts";

/** The partition whose rows are being read. */
interface Current {
  readonly partition: Partition;
  /** The first of its keys. */
  readonly key: Buffer;
  statics: StoredRow | undefined;
  hasRows: boolean;
  /** Its rows that were given, on earlier pages too. */
  given: number;
}

/**
 * Passes the rows to a sink until it needs no more.
 *
 * @param wanted how many rows it wants, or Infinity; they are read in steps of about as many entries
 */
export async function readRows(scan: Scan, sink: RowSink, wanted: number): Promise<void> {
  const collector = new RowCollector(scan, sink);
  if (countPoints(scan.plan) <= mostAtOnce) return readPoints(scan, sink, collector);
  const { reads, signal } = scan;
  for await (const entries of scanEntries(scan, wanted, (partition) => collector.isDone(partition))) {
    const pause = reads.turns.next();
    if (pause) await pause;
    signal?.throwIfAborted();
    // Vectors are long, and comparing one costs no more than examining any row.
    reads.spend("entries", scan.plan.nearest ? entries.length : weighAll(entries));
    collector.add(entries);
    if (sink.isFull) return;
  }
  collector.end();
}

/** The rows of a plan that names every key: reads them at once, and waits for nothing. */
function readPoints(scan: Scan, sink: RowSink, collector: RowCollector): void {
  for (const entries of pointEntries(scan)) {
    scan.reads.spend("entries", weighAll(entries));
    collector.add(entries);
    if (sink.isFull) return;
  }
  collector.end();
}

function weighAll(entries: Entries): number {
  let weight = 0;
  for (const [, sealed] of entries) weight += weigh(sealed);
  return weight;
}

/** Makes rows of entries. The static cells of a partition come first among its keys, so each row is shown with them. */
class RowCollector {
  private readonly scan: Scan;
  private readonly sink: RowSink;
  /** Whether a partition without rows is shown by its static values. */
  private readonly showsStatics: boolean;
  private current: Current | undefined;

  constructor(scan: Scan, sink: RowSink) {
    this.scan = scan;
    this.sink = sink;
    this.showsStatics = wholePartitions(scan.plan);
  }

  /** Whether as many rows of a partition were given as the plan wants. */
  isDone(partition: Buffer): boolean {
    const { current } = this;
    const given = current?.partition.beginning.equals(partition) ? current.given : this.givenBefore(partition);
    return given >= this.scan.plan.perPartition;
  }

  add(entries: Entries): void {
    const { plan, nowMs } = this.scan;
    for (const [key, sealed] of entries) {
      const current = this.enter(key);
      if (!current || current.given >= plan.perPartition) continue;
      const row = readRow(plan.layout, key, sealed, nowMs);
      if (isStaticKey(key, current.partition.beginning)) {
        current.statics = row;
      } else if (row) {
        current.hasRows = true;
        this.show(key, current, row);
      }
    }
  }

  /** To be called after the last entry. */
  end(): void {
    this.leave();
  }

  /** The partition of a key, which may be the next one. */
  private enter(key: Buffer): Current | undefined {
    if (this.current && isKeyOf(this.current.partition.beginning, key)) return this.current;
    const beginning = splitKey(key)?.partition;
    if (!beginning) return undefined;
    this.leave();
    const { after, plan, nowMs } = this.scan;
    const hasRows = after !== undefined && isKeyOf(beginning, after);
    const partition = new Partition(plan.layout, beginning, nowMs);
    this.current = { partition, key, statics: undefined, hasRows, given: this.givenBefore(beginning) };
    return this.current;
  }

  private givenBefore(partition: Buffer): number {
    const { after, given } = this.scan;
    return after && isKeyOf(partition, after) ? given : 0;
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
    if (!tests.every((test) => passes(test, found))) return;
    current.given++;
    this.sink.add(found);
  }
}
