import { crc32 } from "node:zlib";
import { StoreError } from "../store-error.ts";

const length = 4;

/** What is stored under a key: a checksum of key and content, then the content. LevelDB itself verifies no reads. */
export function seal(key: Buffer, content: Uint8Array): Buffer {
  const sealed = Buffer.allocUnsafe(length + content.length);
  sealed.writeUInt32BE(crc32(content, crc32(key)));
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
  if (sealed.length >= length && sealed.readUInt32BE() === crc32(content, crc32(key))) return content;
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
