/**
 * Chooses an index for a plan, and finds what its entries lead to, in the order in which a scan of the table comes by it.
 *
 * Takes a plan with the indexes in which all rows have entries, then a start position, and returns keys of rows or beginnings
 * of partitions. A hit is to be tested: an entry outlives its cell for some time after the cell has expired.
 */
import { knowsEquality, knowsRanges } from "../../../model/index.ts";
import type { Reads } from "../../reads.ts";
import { foldingOf } from "../definitions/index-rules.ts";
import { distinct, slicesOf } from "../read/locate.ts";
import type { ReadPlan } from "../read/read-plan.ts";
import type { RowTest } from "../read/row-test.ts";
import { endOf, isWithin, keyAfter, splitKey, tableLength } from "../rows/key.ts";
import type { KeyRange } from "../rows/key.ts";
import type { Layout, LayoutIndex } from "../rows/layout.ts";
import type { KeyValueStore, Snapshot } from "../storage/key-value-store.ts";
import { entriesOfRange, entriesOfValue, parseIndexEntry, valueLength } from "./entry-key.ts";

export interface IndexAccess {
  readonly id: number;
  /** What a hit leads to: a row; or a partition, of which rows anywhere in it are shown with the value. */
  readonly finds: "rows" | "partitions";
  /** In ordered form. */
  readonly wanted: Wanted;
}

export type Wanted =
  | { readonly kind: "value"; readonly value: Buffer }
  | { readonly kind: "range"; readonly from: Buffer | undefined; readonly to: Buffer | undefined };

/** The index to follow; undefined if the rows themselves are to be read. */
export function chooseIndex(plan: ReadPlan, indexes: readonly LayoutIndex[]): IndexAccess | undefined {
  const found = plan.tests.flatMap((test) => indexes.flatMap((index) => accessBy(index, test) ?? []));
  // Within one partition, a range, or a value that all its rows have, finds no more than reading the partition.
  const useful = plan.partitions
    ? found.filter(({ finds, wanted }) => finds === "rows" && wanted.kind === "value")
    : found;
  return useful.find(({ wanted }) => wanted.kind === "value") ?? useful[0];
}

function accessBy({ id, index, column }: LayoutIndex, test: RowTest): IndexAccess | undefined {
  if (test.columns || test.column.number !== column.number) return undefined;
  const wanted = wantedOf(index, test);
  const finds = column.kind === "static" || column.kind === "partition" ? "partitions" : "rows";
  return wanted && { id, finds, wanted };
}

function wantedOf(
  index: LayoutIndex["index"],
  { column, start, end, among, holdings, fold }: RowTest,
): Wanted | undefined {
  const holding = holdings.find((one) => one.in === index.kind);
  if (holding) {
    const { key, value } = holding;
    return { kind: "value", value: Buffer.concat([key ?? Buffer.of(), value ?? Buffer.of()]) };
  }
  // An index that folds values has no others.
  if (holdings.length > 0 || among || (foldingOf(index) && !fold)) return undefined;
  if (start && end && start.value.equals(end.value)) {
    return knowsEquality(index, column.type) ? { kind: "value", value: start.value } : undefined;
  }
  return knowsRanges(index, column.type) ? { kind: "range", from: start?.value, to: end?.value } : undefined;
}

interface IndexReading {
  readonly keyValues: KeyValueStore;
  readonly snapshot: Snapshot;
  readonly plan: ReadPlan;
  readonly reads: Reads;
  /** The key of the last row that was given already. */
  readonly after: Buffer | undefined;
}

/** The rows of a range are sorted in memory. Among more than these, a scan finds a page without reading many others. */
const mostOfRange = 10_000;

/** @returns undefined for a range that a scan answers sooner */
export async function findHits(
  reading: IndexReading,
  { id, finds, wanted }: IndexAccess,
): Promise<AsyncIterable<Buffer> | Iterable<Buffer> | undefined> {
  if (wanted.kind === "value") {
    return finds === "rows" ? rowsOf(reading, id, wanted.value) : partitionsOf(reading, id, wanted.value);
  }
  const { keyValues, snapshot, plan, reads, after } = reading;
  const bounds = entriesOfRange(id, wanted.from, wanted.to);
  const entries = await keyValues.iterator({ ...bounds, snapshot, limit: mostOfRange + 1 }).all();
  reads.spend("entries", entries.length);
  if (entries.length > mostOfRange) return undefined;
  await reads.timeSlice.yieldIfOver();
  const keys = entries.map(([key, value]) => parse(plan.layout, key, value).rowKey);
  const within = keys.filter((key) => isWithin(plan.span, key));
  if (finds === "rows") return distinct(within.filter((key) => !after || Buffer.compare(key, after) > 0));
  const partitions = within.flatMap((key) => splitKey(key)?.partition ?? []);
  const first = after && splitKey(after)?.partition;
  return distinct(partitions.filter((partition) => !first || Buffer.compare(partition, first) >= 0));
}

async function* rowsOf(
  { keyValues, snapshot, plan, reads, after }: IndexReading,
  id: number,
  value: Buffer,
): AsyncGenerator<Buffer> {
  const length = valueLength(value);
  for (const { from, to } of slices(plan)) {
    const begun = after && Buffer.compare(after, from) >= 0 ? after : undefined;
    if (begun && Buffer.compare(begun, to) >= 0) continue;
    const start = begun ? { gt: entriesOfValue(id, value, begun) } : { gte: entriesOfValue(id, value, from) };
    for await (const [key, sealed] of keyValues.iterator({ ...start, lt: entriesUpTo(id, value, to), snapshot })) {
      reads.spend("entries", 1);
      const entry = parse(plan.layout, key, sealed);
      if (entry.length === length) yield entry.rowKey;
    }
  }
}

/** A partition may have an entry for each of its rows: of each one only the first is read. */
async function* partitionsOf(
  { keyValues, snapshot, plan, reads, after }: IndexReading,
  id: number,
  value: Buffer,
): AsyncGenerator<Buffer> {
  const length = valueLength(value);
  const lt = entriesUpTo(id, value, plan.span.to);
  let gte = entriesOfValue(id, value, (after && splitKey(after)?.partition) ?? plan.span.from);
  for (;;) {
    const [first] = await keyValues.iterator({ gte, lt, snapshot, limit: 1 }).all();
    if (!first) return;
    reads.spend("entries", 1);
    const [key, sealed] = first;
    const entry = parse(plan.layout, key, sealed);
    const partition = entry.length === length ? splitKey(entry.rowKey)?.partition : undefined;
    if (partition) yield partition;
    gte = partition ? entriesOfValue(id, value, endOf(partition)) : keyAfter(key);
  }
}

function slices(plan: ReadPlan): Iterable<KeyRange> {
  const { span, partitions } = plan;
  if (!partitions) return [span];
  return partitions.flatMap((partition) => [...slicesOf(plan, partition)]);
}

/** The end of a table is that of the value's entries, which do not have the table in their keys. */
function entriesUpTo(id: number, value: Buffer, to: Buffer): Buffer {
  return to.length > tableLength ? entriesOfValue(id, value, to) : endOf(entriesOfValue(id, value));
}

function parse({ keyspace, table, id }: Layout, key: Buffer, value: Buffer): ReturnType<typeof parseIndexEntry> {
  return parseIndexEntry({ key, value }, id, `the table ${keyspace}.${table.name}`);
}
