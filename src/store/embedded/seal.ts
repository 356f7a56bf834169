import { crc32 } from "node:zlib";
import { StoreError } from "../store-error.ts";
import { crcTables } from "./crc-tables.ts";

const length = 4;

/** What is stored under a key: a checksum of key and content, then the content. LevelDB itself verifies no reads. */
export function seal(key: Buffer, content: Uint8Array): Buffer {
  const sealed = Buffer.allocUnsafe(length + content.length);
  sealed.writeUInt32BE(checksum(content, checksum(key, 0)));
  sealed.set(content, length);
  return sealed;
}

/**
 * The content again.
 *
 * @param what is damaged if the checksum is wrong: "the table shop.products"
 * @throws {StoreError} `damaged` when a bit of the key or the content has changed
 */
export function unseal(key: Buffer, sealed: Buffer, what: string): Buffer {
  const content = sealed.subarray(length);
  if (sealed.length >= length && sealed.readUInt32BE() === checksum(content, checksum(key, 0))) return content;
  throw new StoreError("damaged", `the data of ${what} is damaged on disk: a checksum does not match`);
}

/** The content for callers that keep data in order: they skip what is damaged, and its readers get the error. */
export function undamaged(key: Buffer, sealed: Buffer | undefined, what: string): Buffer | undefined {
  try {
    return sealed && unseal(key, sealed, what);
  } catch (error) {
    if (error instanceof StoreError && error.code === "damaged") return undefined;
    throw error;
  }
}

const [last, second, third, fourth] = crcTables(0xedb88320, 4) as [Int32Array, Int32Array, Int32Array, Int32Array];
/** A page has hundreds of short keys and contents: for these, a call of Node's function costs more than its work. */
const fewBytes = 300;

function checksum(bytes: Uint8Array, before: number): number {
  if (bytes.length > fewBytes) return crc32(bytes, before);
  let [crc, at] = [~before, 0];
  const byteAt = (index: number): number => bytes[index] as number;
  for (; at + 4 <= bytes.length; at += 4) {
    crc ^= byteAt(at) | (byteAt(at + 1) << 8) | (byteAt(at + 2) << 16) | (byteAt(at + 3) << 24);
    crc =
      (fourth[crc & 255] as number) ^
      (third[(crc >>> 8) & 255] as number) ^
      (second[(crc >>> 16) & 255] as number) ^
      (last[crc >>> 24] as number);
  }
  for (; at < bytes.length; at++) crc = (last[(crc ^ byteAt(at)) & 255] as number) ^ (crc >>> 8);
  return ~crc >>> 0;
}
