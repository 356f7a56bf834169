/**
 * What is stored under a key: a checksum of key and content, then the content. LevelDB itself verifies no reads.
 *
 * Rows are written and read with their checksum in place, so that none is copied for it.
 */
import { crc32 } from "node:zlib";
import { StoreError } from "../../store-error.ts";
import { crcTables } from "../storage/crc-tables.ts";

/** The bytes before the content. */
export const sealLength = 4;

export function seal(key: Buffer, content: Uint8Array): Buffer {
  const sealed = Buffer.allocUnsafe(sealLength + content.length);
  sealed.set(content, sealLength);
  return writeSeal(key, sealed);
}

/** Writes the checksum before a content that has room for it. */
export function writeSeal(key: Buffer, sealed: Buffer): Buffer {
  sealed.writeUInt32BE(checksum(key, sealed));
  return sealed;
}

/** The content again. @throws {StoreError} `damaged` */
export function unseal(key: Buffer, sealed: Buffer, what: string): Buffer {
  return checked(key, sealed, what).subarray(sealLength);
}

/**
 * The same bytes, if they are intact.
 *
 * @param what is damaged if the checksum is wrong: "the table shop.products"
 * @throws {StoreError} `damaged` when a bit of the key or the content has changed
 */
export function checked(key: Buffer, sealed: Buffer, what: string): Buffer {
  if (sealed.length >= sealLength && sealed.readUInt32BE() === checksum(key, sealed)) return sealed;
  throw damaged(what);
}

export function damaged(what: string): StoreError {
  return new StoreError("damaged", `the data of ${what} is damaged on disk: a checksum does not match`);
}

/** For callers that keep data in order: they skip what is damaged, and its readers get the error. */
export function undamaged(key: Buffer, sealed: Buffer | undefined, what: string): Buffer | undefined {
  try {
    return sealed && checked(key, sealed, what);
  } catch (error) {
    if (error instanceof StoreError && error.code === "damaged") return undefined;
    throw error;
  }
}

function checksum(key: Buffer, sealed: Buffer): number {
  return continueChecksum(continueChecksum(0, key, 0, key.length), sealed, sealLength, sealed.length);
}

const tables = crcTables(0xedb88320, 8);
/** A page has hundreds of short keys and contents: for these, a call of Node's function costs more than its work. */
const fewBytes = 300;

/** The checksum of the bytes from `start` to before `end`, and of those before them. */
export function continueChecksum(checksumBefore: number, bytes: Buffer, start: number, end: number): number {
  if (end - start > fewBytes) return crc32(bytes.subarray(start, end), checksumBefore);
  let [crc, at] = [~checksumBefore, start];
  const byteAt = (index: number): number => bytes[index] as number;
  const effectOf = (byte: number, bytesAfter: number): number => tables[(bytesAfter << 8) | byte] as number;
  for (; at + 8 <= end; at += 8) {
    crc ^= byteAt(at) | (byteAt(at + 1) << 8) | (byteAt(at + 2) << 16) | (byteAt(at + 3) << 24);
    crc =
      effectOf(crc & 255, 7) ^
      effectOf((crc >>> 8) & 255, 6) ^
      effectOf((crc >>> 16) & 255, 5) ^
      effectOf(crc >>> 24, 4) ^
      effectOf(byteAt(at + 4), 3) ^
      effectOf(byteAt(at + 5), 2) ^
      effectOf(byteAt(at + 6), 1) ^
      effectOf(byteAt(at + 7), 0);
  }
  for (; at < end; at++) crc = effectOf((crc ^ byteAt(at)) & 255, 0) ^ (crc >>> 8);
  return ~crc >>> 0;
}
