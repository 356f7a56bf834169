import { createHash } from "node:crypto";
import { openPageState, sealPageState, wrongPageState } from "../../page-state.ts";
import { splitKey, tableKey, tableLength } from "../rows/key.ts";
import type { EdgeRange } from "./key-range.ts";
import type { ReadPlan } from "./read-plan.ts";

/** Where a page ended. */
export interface PagePosition {
  /** The key of its last row, which may have been deleted meanwhile. */
  readonly after: Buffer;
  /** Rows that the selection may still give; Infinity without a limit. */
  readonly remaining: number;
  /** How many rows of the last partition were given; 0 where the selection does not limit them. */
  readonly given: number;
}

const rowsLength = 8;
const givenLength = 4;

/**
 * The position as text: the rows that remain, a double; where the rows of a partition are limited, how many of it were
 * given; and the key without its table.
 */
export function encodePageState(plan: ReadPlan, { after, remaining, given }: PagePosition): string {
  const head = Buffer.alloc(headLength(plan));
  head.writeDoubleBE(remaining);
  if (head.length > rowsLength) head.writeUInt32BE(given, rowsLength);
  return sealPageState(hashOf(plan), head, after.subarray(tableLength));
}

/** @throws {StoreError} `page-state` when it is the state of another selection, or none at all */
export function decodePageState(plan: ReadPlan, text: string): PagePosition {
  const position = openPageState(hashOf(plan), text);
  const head = headLength(plan);
  if (position.length < head) throw wrongPageState();
  const after = Buffer.concat([tableKey(plan.layout.id), position.subarray(head)]);
  const remaining = position.readDoubleBE(0);
  if (!splitKey(after) || !(remaining >= 1)) throw wrongPageState();
  return { after, remaining, given: head > rowsLength ? position.readUInt32BE(rowsLength) : 0 };
}

function headLength({ perPartition }: ReadPlan): number {
  return perPartition === Infinity ? rowsLength : rowsLength + givenLength;
}

/** A hash of everything that decides which rows the selection gives, and in which order. */
function hashOf(plan: ReadPlan): Buffer {
  const { layout, partitions, prefixes, ranges, tests, reversed, limit, span, perPartition, distinct } = plan;
  // Parts of known length and number, so that two selections never have the same text.
  let text = `${layout.id} ${reversed} ${limit} ${prefixes.length};`;
  const add = (bytes: Buffer | undefined): void => {
    text += `${bytes?.length ?? "none"}:${bytes?.toString("latin1") ?? ""}`;
  };
  const addAll = (list: readonly Buffer[] | undefined): void => {
    text += `${list?.length ?? "all"};`;
    for (const bytes of list ?? []) add(bytes);
  };
  addAll(partitions);
  for (const list of prefixes) addAll(list);
  const addRange = ({ from, to }: EdgeRange): void => {
    for (const edge of [from, to]) {
      text += `${edge?.after};`;
      add(edge?.bytes);
    }
  };
  const [range = {}, ...otherRanges] = ranges;
  addRange(range);
  for (const { column, start, end, among, holdings } of tests) {
    text += `${column.number} ${start?.inclusive} ${end?.inclusive} ${holdings.map((held) => held.in).join()};`;
    add(start?.value);
    add(end?.value);
    if (among) addAll(among);
    for (const { key, value } of holdings) {
      add(key);
      add(value);
    }
  }
  // Earlier versions had none of these; their states stay valid.
  for (const other of otherRanges) addRange(other);
  for (const { columns } of tests) if (columns) text += `${columns.length} columns;`;
  if (perPartition < Infinity) text += `${perPartition} ${distinct};`;
  if (!span.from.equals(tableKey(layout.id)) || span.to.length > tableLength) addAll([span.from, span.to]);
  return createHash("sha256").update(text, "latin1").digest();
}
