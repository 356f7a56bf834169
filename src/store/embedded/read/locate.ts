/**
 * Locates rows among the keys by the restrictions of the key: partitions, and the slices of each.
 *
 * Takes restrictions, and returns keys in read order. Reads nothing.
 */
import { endOf, keyAfter, partitionKey, rowKeyOf } from "../rows/key.ts";
import type { KeyRange } from "../rows/key.ts";
import { orderedBytes } from "../rows/layout.ts";
import type { Layout, LayoutColumn } from "../rows/layout.ts";
import { rejection } from "../rows/rejection.ts";
import { everything, rangesOf } from "./key-range.ts";
import type { Edge, EdgeRange } from "./key-range.ts";
import type { Restriction, Restrictions } from "./restriction.ts";

/** A point holds one key, `from`. */
export interface Slice extends KeyRange {
  readonly point: boolean;
}

/** What of each partition is read. */
export interface KeySlices {
  /** For each clustering column restricted to values, or each tuple of columns, their ordered bytes, sorted. */
  readonly prefixes: readonly (readonly Buffer[])[];
  /** Whether the prefixes cover all clustering columns. */
  readonly isFull: boolean;
  /** The ranges of the columns after them, in key order. */
  readonly ranges: readonly EdgeRange[];
}

/**
 * How many combinations of values a selection may name with a list per key column. The database has no such limit. Each
 * combination blocks the event loop for about 10 µs, even if no row has it.
 */
const mostCombinations = 5_000;

/** Where the rows selected by restrictions of the key are located. */
export interface KeyPlace extends KeySlices {
  /** The values of each partition column; empty for all partitions. */
  readonly lists: readonly (readonly Buffer[])[];
  /** How many combinations of values the lists name. */
  readonly combined: number;
}

/** @throws {StoreError} `invalid` if the lists name too many combinations */
export function locate(layout: Layout, keyed: Restrictions): KeyPlace {
  const lists = partitionLists(layout, keyed);
  const prefixes = prefixLists(layout, keyed);
  const combined = countCombinations([...lists, ...prefixes]);
  const ranged = layout.clusteringKey.find((column) => isOfRange(keyed.get(column)));
  const restriction = ranged && keyed.get(ranged);
  const ranges = restriction ? rangesOf(ranged, restriction) : everything;
  const isFull = !ranged && layout.clusteringKey.every((column) => keyed.has(column));
  return { lists, prefixes, isFull, ranges, combined };
}

/** Where the keys of each partition begin, in the order of the lists. */
export function partitionsOf(layout: Layout, lists: KeyPlace["lists"]): readonly Buffer[] {
  return combinations(lists, false).map((values) => partitionKey(layout, values));
}

function isOfValues(restriction: Restriction): restriction is Extract<Restriction, { kind: "eq" | "in" }> {
  return restriction.kind === "eq" || restriction.kind === "in";
}

function isOfRange(restriction: Restriction | undefined): boolean {
  return restriction?.kind === "range" || restriction?.kind === "slice";
}

/** The slices of a partition that the plan reads, one after the other. A whole partition includes its static values. */
export function* slicesOf(plan: KeySlices & { readonly reversed: boolean }, partition: Buffer): Generator<Slice> {
  const { isFull: point } = plan;
  if (!point && wholePartitions(plan)) return yield { from: partition, to: endOf(partition), point };
  const ranges = plan.reversed ? plan.ranges.toReversed() : plan.ranges;
  for (const prefix of combinations(plan.prefixes, plan.reversed)) {
    // Only a whole key has a key after it: there is none after the bytes of a column's greatest value.
    const keyAt = ({ bytes, after }: Edge): Buffer => {
      const key = rowKeyOf(partition, [...prefix, bytes]);
      return after ? endOf(key) : key;
    };
    const beginning = rowKeyOf(partition, prefix);
    for (const { from, to } of ranges) {
      if (point) yield { from: beginning, to: keyAfter(beginning), point };
      else yield { from: from ? keyAt(from) : beginning, to: to ? keyAt(to) : endOf(beginning), point };
    }
  }
}

/** The values of each partition column; empty if the selection is about all partitions. */
function partitionLists(layout: Layout, restrictions: Restrictions): readonly (readonly Buffer[])[] {
  return layout.partitionKey.flatMap((column) => {
    const restriction = restrictions.get(column);
    return restriction && isOfValues(restriction) ? [distinct(restriction.values, byValue(column))] : [];
  });
}

/** The ordered bytes of each clustering column that is restricted to values. */
function prefixLists(layout: Layout, restrictions: Restrictions): readonly (readonly Buffer[])[] {
  return layout.clusteringKey.flatMap((column) => {
    const restriction = restrictions.get(column);
    if (restriction?.kind === "tuples") {
      const { columns, tuples } = restriction;
      const orderedTuple = (tuple: readonly Buffer[]): Buffer =>
        Buffer.concat(tuple.map((value, place) => orderedBytes(columns[place] as LayoutColumn, value)));
      return [distinct(tuples.map(orderedTuple))];
    }
    if (!restriction || !isOfValues(restriction)) return [];
    const ordered = restriction.values.map((value) => orderedBytes(column, value));
    return [distinct(ordered)];
  });
}

/** @throws {StoreError} `invalid` if they are too many for one selection */
function countCombinations(lists: readonly (readonly Buffer[])[]): number {
  const count = lists.reduce((product, list) => product * list.length, 1);
  if (count <= mostCombinations) return count;
  throw rejection(
    `The lists of a selection may name at most ${mostCombinations} combinations of key values, these name ${count}; ` +
      "give shorter lists and read in several steps",
  );
}

/** All combinations of one item of each list; in order if the lists are. */
function combinations(lists: readonly (readonly Buffer[])[], reversed: boolean): readonly (readonly Buffer[])[] {
  let found: readonly (readonly Buffer[])[] = [[]];
  for (const list of lists) {
    const items = reversed ? list.toReversed() : list;
    found = found.flatMap((one) => items.map((item) => [...one, item]));
  }
  return found;
}

/** Sorted, each once. */
export function distinct(items: readonly Buffer[], compare: Compare = Buffer.compare): readonly Buffer[] {
  return items
    .toSorted(compare)
    .filter((item, index, sorted) => index === 0 || !item.equals(sorted[index - 1] as Buffer));
}

type Compare = (one: Buffer, other: Buffer) => number;

/** Compares binary forms by their values. Equal decimals of different scale are two partitions. */
function byValue(column: LayoutColumn): Compare {
  return (one, other) =>
    Buffer.compare(orderedBytes(column, one), orderedBytes(column, other)) || Buffer.compare(one, other);
}

/** Whether the selection reads whole partitions: then a partition without rows is shown by its static columns. */
export function wholePartitions({ prefixes, ranges }: KeySlices): boolean {
  return prefixes.length === 0 && ranges === everything;
}
