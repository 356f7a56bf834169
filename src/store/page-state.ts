import { crc32 } from "node:zlib";
import { StoreError } from "./store-error.ts";

const version = 1;
const hashLength = 12;
const headLength = 1 + hashLength;
const checkLength = 4;

/**
 * Where a page ended, as text that is safe in a URL, bound to the selection by a hash of what it reads.
 *
 *     version, 1 | hash, 12 | position | crc32
 *
 * @param position in parts
 */
export function sealPageState(hash: Buffer, ...position: readonly Buffer[]): string {
  const parts = [Buffer.of(version), hash.subarray(0, hashLength), ...position];
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  // A new pool of Node's small buffers makes malloc clear up after all freed ones, which takes as long as half a page.
  const bytes = Buffer.alloc(length + checkLength);
  let end = 0;
  for (const part of parts) end += part.copy(bytes, end);
  bytes.writeUInt32BE(crc32(bytes.subarray(0, end)), end);
  return bytes.toString("base64url");
}

/**
 * The position of what `sealPageState` made.
 *
 * @throws {StoreError} `page-state` when it is the state of another selection, or none at all
 */
export function openPageState(hash: Buffer, text: string): Buffer {
  const bytes = Buffer.from(text, "base64url");
  const content = bytes.subarray(0, -checkLength);
  if (bytes.toString("base64url") !== text || content.length < headLength) throw wrongPageState();
  if (bytes.readUInt32BE(content.length) !== crc32(content) || content[0] !== version) throw wrongPageState();
  if (!content.subarray(1, headLength).equals(hash.subarray(0, hashLength))) throw wrongPageState();
  return content.subarray(headLength);
}

export function wrongPageState(): StoreError {
  return new StoreError("page-state", "Invalid value for the paging state");
}
