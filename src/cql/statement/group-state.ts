/**
 * The page state of a grouped read.
 *
 *     version, 1 | remaining groups, a double | groups of the last partition, 4 | count, 1 | (length, 4 | key part) … | state of the store
 *
 * The store's state is bound to its selection and checked there; the fields before it can only change how many groups a
 * client gets.
 */
import type { GroupKey } from "./compile-groups.ts";
import { wrongPageState } from "./read-rows.ts";

/** Where a page of groups ended. */
export interface GroupPosition {
  /** The values of the partition key of the last group. */
  readonly partition: GroupKey;
  /** How many groups of the partition were shown. */
  readonly shown: number;
}

interface GroupState extends GroupPosition {
  /** The store's page state. */
  readonly store: string;
  /** Groups left by the limit. */
  readonly remaining: number;
}

/** Differs from the first byte of a store's state. */
const version = 0x67;
const headLength = 14;

export function encodeGroupState({ store, remaining, shown, partition }: GroupState): Buffer {
  const head = Buffer.alloc(headLength);
  head.writeUInt8(version);
  head.writeDoubleBE(remaining, 1);
  head.writeUInt32BE(shown, 9);
  head.writeUInt8(partition.length, 13);
  const parts = partition.flatMap((part) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(part?.length ?? 0);
    return [length, part ?? Buffer.alloc(0)];
  });
  return Buffer.concat([head, ...parts, Buffer.from(store, "base64url")]);
}

/** @throws {CqlError} `protocol` */
export function decodeGroupState(bytes: Buffer): GroupState {
  if (bytes.length < headLength || bytes[0] !== version) throw wrongPageState();
  const remaining = bytes.readDoubleBE(1);
  let offset = headLength;
  const partition = Array.from({ length: bytes.readUInt8(13) }, () => {
    if (offset + 4 > bytes.length) throw wrongPageState();
    const start = offset + 4;
    offset = start + bytes.readUInt32BE(offset);
    if (offset > bytes.length) throw wrongPageState();
    return bytes.subarray(start, offset);
  });
  if (!(remaining > 0)) throw wrongPageState();
  const store = bytes.subarray(offset).toString("base64url");
  return { store, remaining, shown: bytes.readUInt32BE(9), partition };
}
