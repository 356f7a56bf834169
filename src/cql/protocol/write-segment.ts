/** Writes a segment of v5 around parts of envelopes. */
import { crc24, crc32 } from "./checksums.ts";
import type { Compression } from "./envelope.ts";
import { compress } from "./lz4.ts";
import { crc24Length, crc32Length, lengthBits, segmentHeaderLength } from "./segment-reader.ts";

/** Shorter payloads are not worth the time. */
const shortestCompressed = 128;

/** `isWhole`: the parts are complete envelopes, not a part of a longer one. */
export function writeSegment(
  parts: readonly Buffer[],
  length: number,
  isWhole: boolean,
  compression: Compression | undefined,
): Buffer {
  const block = compression && length >= shortestCompressed ? compress(Buffer.concat(parts, length)) : undefined;
  const sent = block?.length ?? length;
  const fieldsLength = segmentHeaderLength(compression);
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
