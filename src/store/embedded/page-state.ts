import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { splitKey, tableKey } from "./key.ts";
import type { ReadPlan } from "./read-plan.ts";
import { refusal } from "./refusal.ts";

/** Where a page ended. */
export interface PagePosition {
  /** The key of its last row, which may be gone by now. */
  readonly after: Buffer;
  /** Rows that the selection may still give; Infinity without a limit. */
  readonly remaining: number;
}

const version = 1;
const marksLength = 13;
const headLength = marksLength + 8;
const tailLength = 4;
const tableLength = tableKey(0).length;

/**
 * The position as text that is safe in a URL, bound to the selection by a hash of what it reads.
 *
 *     version, 1 | hash, 12 | remaining, double | key without its table | crc32
 */
export function encodePageState(plan: ReadPlan, { after, remaining }: PagePosition): string {
  const rows = Buffer.alloc(8);
  rows.writeDoubleBE(remaining);
  const content = Buffer.concat([marks(plan), rows, after.subarray(tableLength)]);
  const check = Buffer.alloc(tailLength);
  check.writeUInt32BE(crc32(content));
  return Buffer.concat([content, check]).toString("base64url");
}

/** @throws {StoreError} `invalid` when it is the state of another selection, or none at all */
export function decodePageState(plan: ReadPlan, text: string): PagePosition {
  const wrong = refusal("Invalid value for the paging state");
  const bytes = Buffer.from(text, "base64url");
  const content = bytes.subarray(0, -tailLength);
  if (bytes.toString("base64url") !== text || content.length < headLength) throw wrong;
  if (bytes.readUInt32BE(content.length) !== crc32(content)) throw wrong;
  if (!content.subarray(0, marksLength).equals(marks(plan))) throw wrong;
  const after = Buffer.concat([tableKey(plan.layout.id), content.subarray(headLength)]);
  const remaining = content.readDoubleBE(marksLength);
  if (!splitKey(after) || !(remaining >= 1)) throw wrong;
  return { after, remaining };
}

/** The version and a hash of everything that decides which rows the selection gives, and in which order. */
function marks({ layout, partitions, prefixes, range, tests, reversed, limit }: ReadPlan): Buffer {
  const hash = createHash("sha256");
  // Parts of known length and number, so that two selections never hash the same bytes.
  const add = (bytes: Buffer | undefined): void => {
    hash.update(`${bytes?.length ?? "none"}:`).update(bytes ?? "");
  };
  const addAll = (list: readonly Buffer[] | undefined): void => {
    hash.update(`${list?.length ?? "all"};`);
    for (const bytes of list ?? []) add(bytes);
  };
  hash.update(`${layout.id} ${reversed} ${limit} ${prefixes.length};`);
  addAll(partitions);
  for (const list of prefixes) addAll(list);
  for (const edge of [range?.from, range?.to]) {
    hash.update(`${edge?.after};`);
    add(edge?.bytes);
  }
  for (const { column, start, end, holdings } of tests) {
    hash.update(`${column.number} ${start?.inclusive} ${end?.inclusive} ${holdings.map((held) => held.in).join()};`);
    add(start?.value);
    add(end?.value);
    for (const { key, value } of holdings) {
      add(key);
      add(value);
    }
  }
  return Buffer.concat([Buffer.of(version), hash.digest().subarray(0, marksLength - 1)]);
}
