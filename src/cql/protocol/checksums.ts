/** The checksums of segments. @see native protocol v5, section 2.1 */
import { crc32 as zlibCrc32 } from "node:zlib";

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

/** The checksum of a segment's payload. */
export function crc32(payload: Uint8Array): number {
  return zlibCrc32(payload, prefix);
}
