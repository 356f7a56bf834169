/**
 * Reads and writes the segments of v5, which contain envelopes: a header with its checksum, a payload with its checksum.
 * @see native protocol v5, section 2
 */
import { crc32 as zlibCrc32 } from "node:zlib";
import type { ByteQueue } from "./byte-queue.ts";
import { FrameError } from "./envelope.ts";
import type { Compression } from "./envelope.ts";
import { decompress, compress } from "./lz4.ts";

const version = 5;
const lengthBits = 17;
export const longestPayload = 2 ** lengthBits - 1;
const crc24Length = 3;
const crc32Length = 4;
/** Shorter payloads are not worth the time to compress them. */
const shortestCompressed = 128;

/** The bytes before the header's checksum: a length and a flag, with compression two lengths and a flag. */
function headerLength(compression: Compression | undefined): number {
  return compression ? 5 : 3;
}

const polynomial = 0x1974f0b;
const initial = 0x875060;

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 16;
  for (let bit = 0; bit < 8; bit++) {
    crc <<= 1;
    if (crc & 0x1000000) crc ^= polynomial;
  }
  return crc;
});

/** The checksum of a segment's header. */
export function crc24(bytes: Uint8Array, length: number): number {
  let crc = initial;
  for (let index = 0; index < length; index++) {
    const byte = (bytes[index] ?? 0) ^ (crc >>> 16);
    crc = ((crc << 8) & 0xffffff) ^ (table[byte] ?? 0);
  }
  return crc;
}

/** Every payload is checked as if these four bytes preceded it. */
const prefix = zlibCrc32(Buffer.of(0xfa, 0x2d, 0x55, 0xca));

export function crc32(payload: Uint8Array): number {
  return zlibCrc32(payload, prefix);
}

export class SegmentReader {
  readonly #bytes: ByteQueue;
  readonly #compression: Compression | undefined;

  constructor(bytes: ByteQueue, compression: Compression | undefined) {
    this.#bytes = bytes;
    this.#compression = compression;
  }

  /** The payload of the next segment, or undefined if it is not complete yet. */
  next(): Buffer | undefined {
    const bytes = this.#bytes;
    const length = headerLength(this.#compression);
    const begin = length + crc24Length;
    if (bytes.length < begin) return undefined;
    const header = bytes.view(0, begin);
    checkSum("header", header.readUIntLE(length, crc24Length), crc24(header, length));
    const fields = header.readUIntLE(0, length);
    const end = begin + (fields & longestPayload);
    if (bytes.length < end + crc32Length) return undefined;
    const payload = bytes.view(begin, end);
    checkSum("body", bytes.view(end, end + crc32Length).readUInt32LE(), crc32(payload));
    bytes.drop(end + crc32Length);
    const original = this.#compression ? Math.floor(fields / 2 ** lengthBits) & longestPayload : 0;
    // Zero: the sender did not compress this payload.
    if (original === 0) return payload;
    const decompressed = decompress(payload, original);
    if (!decompressed) throw new FrameError("protocol", "Compressed lengths mismatch", version, 0);
    return decompressed;
  }
}

function checkSum(part: "header" | "body", read: number, computed: number): void {
  if (read === computed) return;
  const message = `unrecoverable CRC mismatch detected in frame ${part}. Read ${read}, Computed ${computed}`;
  throw new FrameError("protocol", message, version, 0);
}

/** @param isWhole the parts are complete envelopes, not a part of a longer one */
export function writeSegment(
  parts: readonly Buffer[],
  length: number,
  isWhole: boolean,
  compression: Compression | undefined,
): Buffer {
  const block = compression && length >= shortestCompressed ? compress(Buffer.concat(parts, length)) : undefined;
  const sent = block?.length ?? length;
  const fieldsLength = headerLength(compression);
  const begin = fieldsLength + crc24Length;
  const segment = Buffer.allocUnsafe(begin + sent + crc32Length);
  // These numbers have more than 32 bits, so bit operators cannot be used.
  const lengths = compression ? sent + (block ? length : 0) * 2 ** lengthBits : sent;
  const flag = isWhole ? 2 ** (compression ? 2 * lengthBits : lengthBits) : 0;
  segment.writeUIntLE(lengths + flag, 0, fieldsLength);
  segment.writeUIntLE(crc24(segment, fieldsLength), fieldsLength, crc24Length);
  let at = begin;
  for (const part of block ? [block] : parts) at += part.copy(segment, at);
  segment.writeUInt32LE(crc32(segment.subarray(begin, at)), at);
  return segment;
}
