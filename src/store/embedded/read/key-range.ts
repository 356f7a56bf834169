/**
 * Ranges of keys within a partition, or below a prefix of clustering values: what one range of a column is, or the slices of
 * tuples, in the order of the keys.
 *
 * Works on ordered bytes, of which no value's are the beginning of another's.
 */
import type { Selection } from "../../store.ts";
import { endOf, tableKey, tokenKey } from "../rows/key.ts";
import type { KeyRange } from "../rows/key.ts";
import { orderedBytes } from "../rows/layout.ts";
import type { Layout, LayoutColumn } from "../rows/layout.ts";
import { rejection } from "../rows/rejection.ts";
import type { Restriction, TupleBound } from "./restriction.ts";

/** Open where an edge is missing. */
export interface EdgeRange {
  readonly from?: Edge;
  readonly to?: Edge;
}

/** An end of a range: before every key that has these ordered bytes at its place, or after all of them. */
export interface Edge {
  readonly bytes: Buffer;
  readonly after: boolean;
}

/** All keys. */
export const everything: readonly EdgeRange[] = [{}];

/** The ranges of a restriction that is neither of values nor of tuples; none if no key can be within. */
export function rangesOf(column: LayoutColumn, restriction: Restriction): readonly EdgeRange[] {
  switch (restriction.kind) {
    case "range": {
      const { start, end } = restriction;
      const tuple = (bound: typeof start): TupleBound | undefined =>
        bound && { values: [bound.value], inclusive: bound.inclusive };
      return within([column], tuple(start), tuple(end));
    }
    case "slice":
      return within(restriction.columns, restriction.start, restriction.end);
    default:
      return everything;
  }
}

function within(
  columns: readonly LayoutColumn[],
  start: TupleBound | undefined,
  end: TupleBound | undefined,
): readonly EdgeRange[] {
  const [above, below] = [beyond(columns, start, "above"), beyond(columns, end, "below")];
  const common = above.flatMap((one) => below.map((other) => intersection(one, other)));
  return joined(common.filter((range) => !isEmpty(range)));
}

/**
 * Where the tuples above or below one are. Of columns with different directions they are not side by side: those that are
 * equal in the first columns and differ in the next one are a range for each column.
 */
function beyond(
  columns: readonly LayoutColumn[],
  bound: TupleBound | undefined,
  side: "above" | "below",
): readonly EdgeRange[] {
  if (!bound) return everything;
  const { values } = bound;
  const ranges: EdgeRange[] = [];
  let equal: Buffer | undefined;
  values.forEach((value, place) => {
    const column = columns[place] as LayoutColumn;
    const inclusive = bound.inclusive && place === values.length - 1;
    const ordered = orderedBytes(column, value);
    const bytes = equal ? Buffer.concat([equal, ordered]) : ordered;
    const isLater = (side === "above") !== column.descending;
    ranges.push(
      isLater
        ? { from: { bytes, after: !inclusive }, ...(equal && { to: { bytes: equal, after: true } }) }
        : { ...(equal && { from: { bytes: equal, after: false } }), to: { bytes, after: inclusive } },
    );
    equal = bytes;
  });
  return ranges;
}

function intersection(one: EdgeRange, other: EdgeRange): EdgeRange {
  const from = later(one.from, other.from, 1);
  const to = later(one.to, other.to, -1);
  return { ...(from && { from }), ...(to && { to }) };
}

function later(one: Edge | undefined, other: Edge | undefined, sign: 1 | -1): Edge | undefined {
  if (!one || !other) return one ?? other;
  return compareEdges(one, other) * sign > 0 ? one : other;
}

function isEmpty({ from, to }: EdgeRange): boolean {
  return from !== undefined && to !== undefined && compareEdges(from, to) >= 0;
}

/** In the order of the keys; those side by side as one. */
function joined(ranges: readonly EdgeRange[]): readonly EdgeRange[] {
  const result: EdgeRange[] = [];
  const sorted = ranges.toSorted((one, other) => {
    if (!one.from || !other.from) return one.from ? 1 : other.from ? -1 : 0;
    return compareEdges(one.from, other.from);
  });
  for (const range of sorted) {
    const last = result.at(-1);
    const touches = last?.to && range.from && compareEdges(last.to, range.from) === 0;
    if (!last || !touches) result.push(range);
    else result[result.length - 1] = { ...(last.from && { from: last.from }), ...(range.to && { to: range.to }) };
  }
  return result;
}

function compareEdges(one: Edge, other: Edge): number {
  const length = Math.min(one.bytes.length, other.bytes.length);
  const order = one.bytes.compare(other.bytes, 0, length, 0, length);
  if (order !== 0) return order;
  if (one.bytes.length === other.bytes.length) return Number(one.after) - Number(other.after);
  // The longer one is of a key that begins with the bytes of the shorter.
  if (one.bytes.length === length) return one.after ? 1 : -1;
  return other.after ? -1 : 1;
}

const least = -(2n ** 63n);
const greatest = 2n ** 63n - 1n;

/**
 * Where the keys of the tokens are among those of the table: its rows are in the order of their tokens, so a part of them is
 * read without a look at the others.
 */
export function spanOf({ id }: Layout, { after, upTo }: NonNullable<Selection["tokens"]> = {}): KeyRange {
  const beginning = tableKey(id);
  const end = endOf(beginning);
  /** Where the keys after those of a token begin. */
  const behind = (token: bigint): Buffer => (checked(token) === greatest ? end : tokenKey(id, token + 1n));
  return {
    from: after === undefined ? beginning : behind(after),
    // As in the database, nothing ends at the least token, which no partition has.
    to: upTo === undefined || upTo === least ? end : behind(upTo),
  };
}

function checked(token: bigint): bigint {
  if (token === BigInt.asIntN(64, token)) return token;
  throw rejection(`${token} is not a whole number of 64 bits`);
}
