/** Reads the segments of v5, which contain envelopes: a header with its checksum, a payload with its checksum. */
import type { ByteQueue } from "./byte-queue.ts";
import { crc24, crc32 } from "./checksums.ts";
import { type Compression, FrameError } from "./envelope.ts";
import { decompress } from "./lz4.ts";

export const longestPayload = 0x1ffff;
export const lengthBits = 17;
export const crc24Length = 3;
export const crc32Length = 4;

/** The bytes before the header's checksum: a length and a flag, with compression two lengths and a flag. */
export function segmentHeaderLength(compression: Compression | undefined): number {
  return compression ? 5 : 3;
}

const version = 5;

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
    const length = segmentHeaderLength(this.#compression);
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
