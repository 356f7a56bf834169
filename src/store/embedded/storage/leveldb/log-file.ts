/**
 * Reads a log of LevelDB's, which a MANIFEST is too: records in blocks of 32 KiB, each fragment behind a header of 7 bytes.
 *
 *     masked CRC-32C of type and payload (4 bytes) · length (2 bytes) · type (1 byte) · payload
 *
 * LevelDB itself skips what it cannot read and deletes the file afterwards. Here a record that cannot be read is an error;
 * only the end of a file may be missing, where a process can have been killed while it wrote.
 */
import { maskedCrc32c } from "./crc32c.ts";
import { damaged } from "./damage.ts";
import type { DataFile } from "./damage.ts";

const blockSize = 32_768;
const headerSize = 7;

const types = { full: 1, first: 2, middle: 3, last: 4 } as const;

/** How a log may end. Every write is synced before the next one begins, so at most the last record is unfinished. */
export type LogEnd = "whole" | "perhaps unfinished";

/**
 * The records of a log, in order.
 *
 * @throws {StoreError} `damaged`, with the place
 */
export function readLog({ path, bytes }: DataFile, end: LogEnd): Buffer[] {
  const records: Buffer[] = [];
  let fragments: Buffer[] = [];
  let offset = 0;
  while (offset < bytes.length) {
    const inBlock = offset % blockSize;
    // No header fits there: LevelDB fills the block up.
    if (inBlock > blockSize - headerSize) {
      offset += blockSize - inBlock;
      continue;
    }
    const fragment = readFragment(bytes, offset);
    if (!fragment) {
      if (end === "perhaps unfinished" && isUnfinished(bytes, offset)) return records;
      throw damaged(path, "a record does not match its checksum", offset);
    }
    const { type, payload } = fragment;
    if ((type === types.full || type === types.first) !== (fragments.length === 0)) {
      throw damaged(path, "a part of a record is missing", offset);
    }
    fragments.push(payload);
    if (type === types.full || type === types.last) records.push(Buffer.concat(fragments.splice(0)));
    offset += headerSize + payload.length;
  }
  if (fragments.length > 0 && end === "whole") throw damaged(path, "the last record is cut off", bytes.length);
  return records;
}

/** The intact records of a damaged log, including those after the damage. */
export function salvageLog({ bytes }: DataFile): Buffer[] {
  const records: Buffer[] = [];
  let fragments: Buffer[] = [];
  for (let offset = 0; offset < bytes.length;) {
    const fragment = readFragment(bytes, offset);
    if (!fragment) {
      fragments = [];
      offset += 1;
      continue;
    }
    const { type, payload } = fragment;
    const begins = type === types.full || type === types.first;
    if (begins) fragments = [payload];
    else if (fragments.length > 0) fragments.push(payload);
    if ((type === types.full || type === types.last) && fragments.length > 0) {
      records.push(Buffer.concat(fragments.splice(0)));
    }
    offset += headerSize + payload.length;
  }
  return records;
}

/** A log of these records. */
export function writeLog(records: readonly Buffer[]): Buffer {
  const parts: Buffer[] = [];
  let offset = 0;
  const append = (part: Buffer): void => {
    parts.push(part);
    offset += part.length;
  };
  for (const record of records) {
    for (let begun = 0, ended = false; !ended;) {
      if (endOfBlock(offset) - offset < headerSize) append(Buffer.alloc(endOfBlock(offset) - offset));
      const payload = record.subarray(begun, begun + endOfBlock(offset) - offset - headerSize);
      ended = begun + payload.length === record.length;
      append(
        printFragment(begun === 0 ? (ended ? types.full : types.first) : ended ? types.last : types.middle, payload),
      );
      begun += payload.length;
    }
  }
  return Buffer.concat(parts);
}

function printFragment(type: number, payload: Buffer): Buffer {
  const bytes = Buffer.alloc(headerSize + payload.length);
  bytes.writeUInt16LE(payload.length, 4);
  bytes.writeUInt8(type, 6);
  payload.copy(bytes, headerSize);
  bytes.writeUInt32LE(maskedCrc32c(bytes, 6, bytes.length), 0);
  return bytes;
}

interface Fragment {
  readonly type: number;
  readonly payload: Buffer;
}

/** The fragment at an offset, or undefined if it is not intact; `length` overrides the one in its header. */
function readFragment(bytes: Buffer, offset: number, length?: number): Fragment | undefined {
  if (offset + headerSize > bytes.length) return undefined;
  const beginning = offset + headerSize;
  const end = beginning + (length ?? bytes.readUInt16LE(offset + 4));
  const type = bytes.readUInt8(offset + 6);
  if (end > Math.min(endOfBlock(offset), bytes.length) || type < types.full || type > types.last) return undefined;
  if (maskedCrc32c(bytes, beginning - 1, end) !== bytes.readUInt32LE(offset)) return undefined;
  return { type, payload: bytes.subarray(beginning, end) };
}

function endOfBlock(offset: number): number {
  return offset - (offset % blockSize) + blockSize;
}

/**
 * Whether a write just stops here: the file ends before the record does, and that is not only what a damaged length makes
 * of it. Zeros or garbage in a file that is long enough are damage: a record that was acknowledged could look like that.
 */
function isUnfinished(bytes: Buffer, offset: number): boolean {
  const left = bytes.length - offset;
  if (left < headerSize) return true;
  const length = bytes.readUInt16LE(offset + 4);
  const type = bytes.readUInt8(offset + 6);
  const stops = left < headerSize + length && offset + headerSize + length <= endOfBlock(offset);
  if (!stops || type < types.full || type > types.last) return false;
  // With another length it would be whole.
  if (readFragment(bytes, offset, left - headerSize)) return false;
  // A whole record follows.
  for (let later = offset + 1; later < bytes.length; later += 1) if (readFragment(bytes, later)) return false;
  return true;
}
