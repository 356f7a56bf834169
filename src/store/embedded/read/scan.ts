/**
 * Reads the rows of a plan, in order.
 *
 * Takes a scan, and gives its rows to a sink. Handles expired cells, static values without rows, and the limit of a
 * partition. Knows nothing of pages: the sink reports when it needs no more rows.
 */
import { FoundRow, Partition } from "../rows/found-row.ts";
import { endOf, isKeyOf, splitKey } from "../rows/key.ts";
import { RowCheck, isStaticRow } from "../rows/row-key.ts";
import { checked } from "../rows/seal.ts";
import { StoredRow } from "../rows/stored-row.ts";
import { wholePartitions } from "./locate.ts";
import { passes } from "./row-test.ts";
import { findPieces, weigh } from "./scan-entries.ts";
import type { Entries, PieceRange, Scan } from "./scan-entries.ts";

/** Takes the rows of a scan, in order. */
export interface RowSink {
  add(row: FoundRow): void;
  /** Whether it needs no more rows. */
  readonly isFull: boolean;
}

/** The partition whose rows are being read. */
interface Current {
  readonly partition: Partition;
  statics: StoredRow | undefined;
  hasRows: boolean;
  /** Its rows that were given, on earlier pages too. */
  given: number;
}

/** The most entries read at once: handling them takes some milliseconds. */
const mostAtOnce = 500;
const mostBytesAtOnce = 1024 * 1024;

/**
 * Passes the rows to a sink until it needs no more.
 *
 * @param wanted how many rows it wants, or Infinity; they are read in steps of about as many entries
 */
export async function readRows(scan: Scan, sink: RowSink, wanted: number): Promise<void> {
  const collector = new RowCollector(scan, sink);
  for await (const piece of await findPieces(scan, (partition) => collector.isDone(partition))) {
    // Most pieces of a selection that names many keys are single rows, and awaiting costs about as much as one.
    const adding = "from" in piece ? readRange(scan, piece, wanted, collector) : collector.add(piece);
    if (adding) await adding;
    if (sink.isFull) return;
  }
  collector.leave();
}

/** Reads the entries of a range in batches: to wait for each alone would cost more than to read it. */
async function readRange(scan: Scan, range: PieceRange, wanted: number, collector: RowCollector): Promise<void> {
  const { keyValues, snapshot, plan } = scan;
  const highWaterMarkBytes = Math.min(mostBytesAtOnce, scan.mostBytes);
  // The static values of a partition are an entry before its rows.
  const most = Math.min(wanted + Number(plan.layout.hasStatics), mostAtOnce);
  const fewest = Math.min(plan.perPartition + 1, most);
  const { partition } = range;
  const check = partition && new RowCheck(plan.layout, partition, range, plan.reversed);
  let gte = range.from;
  for (;;) {
    const span = { gte, lt: range.to, reverse: plan.reversed, highWaterMarkBytes, snapshot };
    const iterator = check ? keyValues.withoutKeys(span) : keyValues.iterator(span);
    let next: Buffer | undefined;
    try {
      for (let size = fewest; !next; size = Math.min(2 * size, most)) {
        const entries = await iterator.nextv(size);
        if (entries.length === 0) return;
        await collector.add(entries, check);
        if (collector.isFull) return;
        next = collector.nextPartition(entries);
      }
    } finally {
      await iterator.close();
    }
    // Behind a slice of a named partition is no other.
    if (plan.partitions) return;
    gte = next;
  }
}

/** Makes rows of entries. The static cells of a partition come first among its keys, so each row is shown with them. */
class RowCollector {
  readonly #scan: Scan;
  readonly #sink: RowSink;
  /** Whether a partition without rows is shown by its static values. */
  readonly #showsStatics: boolean;
  #current: Current | undefined;

  constructor(scan: Scan, sink: RowSink) {
    this.#scan = scan;
    this.#sink = sink;
    this.#showsStatics = wholePartitions(scan.plan);
  }

  get isFull(): boolean {
    return this.#sink.isFull;
  }

  /** Whether as many rows of a partition were given as the plan wants. */
  isDone(partition: Buffer): boolean {
    const current = this.#current;
    const given = current?.partition.beginning.equals(partition) ? current.given : this.#givenBefore(partition);
    return given >= this.#scan.plan.perPartition;
  }

  /** Where the next partition begins, if the entries all belong to one that needs no more rows. */
  nextPartition(entries: Entries): Buffer | undefined {
    if (this.#scan.plan.perPartition === Infinity) return undefined;
    const partition = this.#current?.partition.beginning;
    if (!partition || !this.isDone(partition)) return undefined;
    const first = entries[0]?.[0];
    return !first || isKeyOf(partition, first) ? endOf(partition) : undefined;
  }

  /**
   * Adds the rows of the next entries: before it returns, or once the promise resolves, if other work is due first.
   *
   * @param check only for entries without keys
   */
  add(entries: Entries, check?: RowCheck): Promise<void> | undefined {
    const pause = this.#scan.reads.timeSlice.yieldIfOver();
    if (pause) return pause.then(() => this.#addRows(entries, check));
    this.#addRows(entries, check);
    return undefined;
  }

  #addRows(entries: Entries, check?: RowCheck): void {
    const { reads, signal, plan } = this.#scan;
    signal?.throwIfAborted();
    let weight = 0;
    // Vectors are long, and comparing one costs no more than examining any row.
    for (const [, sealed] of entries) weight += plan.nearest ? 1 : weigh(sealed);
    reads.spend("entries", weight);
    const only = check && this.#enter(check.partition);
    for (const [key, sealed] of entries) {
      const current = key ? this.#enterByKey(key) : only;
      if (!current || current.given >= plan.perPartition) continue;
      const content = key ? checked(key, sealed, plan.layout.title) : check?.checked(sealed);
      if (content) this.#addRow(current, content);
    }
  }

  #addRow(current: Current, content: Buffer): void {
    const { plan, nowMs } = this.#scan;
    const row = StoredRow.read(content, plan.layout.numbers.dropped, nowMs);
    if (isStaticRow(plan.layout, content)) current.statics = row;
    else if (row) {
      current.hasRows = true;
      this.#show(current, row);
    }
  }

  /** The partition of a key, which may be the next one. */
  #enterByKey(key: Buffer): Current | undefined {
    if (this.#current && isKeyOf(this.#current.partition.beginning, key)) return this.#current;
    const beginning = splitKey(key)?.partition;
    return beginning && this.#enter(beginning);
  }

  #enter(beginning: Buffer): Current {
    if (this.#current?.partition.beginning.equals(beginning)) return this.#current;
    this.leave();
    const { after, plan, nowMs } = this.#scan;
    const hasRows = after !== undefined && isKeyOf(beginning, after);
    const partition = new Partition(plan.layout, beginning, nowMs);
    this.#current = { partition, statics: undefined, hasRows, given: this.#givenBefore(beginning) };
    return this.#current;
  }

  #givenBefore(partition: Buffer): number {
    const { after, given } = this.#scan;
    return after && isKeyOf(partition, after) ? given : 0;
  }

  /** Ends a partition. Without rows it is one row, with null for the clustering columns, if it has static values. */
  leave(): void {
    const current = this.#current;
    if (!this.#showsStatics || !current?.statics || current.hasRows) return;
    this.#show(current, undefined);
  }

  #show(current: Current, row: StoredRow | undefined): void {
    const { columns, tests } = this.#scan.plan;
    const { partition, statics } = current;
    const found = new FoundRow(columns, { partition, row, statics, given: current.given + 1 });
    if (!tests.every((test) => passes(test, found))) return;
    current.given++;
    this.#sink.add(found);
  }
}
