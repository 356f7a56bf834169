/** CRC-32C, the checksum of LevelDB's files; Node has only the other CRC-32. Takes 8 bytes a step, at some 1.5 GB/s. */
export function crc32c(bytes: Uint8Array, from: number, to: number): number {
  let crc = -1;
  let offset = from;
  for (; offset + 8 <= to; offset += 8) {
    crc ^=
      (bytes[offset] as number) |
      ((bytes[offset + 1] as number) << 8) |
      ((bytes[offset + 2] as number) << 16) |
      ((bytes[offset + 3] as number) << 24);
    crc =
      (tables[0x700 + (crc & 255)] as number) ^
      (tables[0x600 + ((crc >>> 8) & 255)] as number) ^
      (tables[0x500 + ((crc >>> 16) & 255)] as number) ^
      (tables[0x400 + (crc >>> 24)] as number) ^
      (tables[0x300 + (bytes[offset + 4] as number)] as number) ^
      (tables[0x200 + (bytes[offset + 5] as number)] as number) ^
      (tables[0x100 + (bytes[offset + 6] as number)] as number) ^
      (tables[bytes[offset + 7] as number] as number);
  }
  for (; offset < to; offset += 1) crc = (tables[(crc ^ (bytes[offset] as number)) & 255] as number) ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** As LevelDB stores it: rotated and moved, because a checksum of bytes that hold their own checksum says little. */
export function maskedCrc32c(bytes: Uint8Array, from: number, to: number): number {
  const crc = crc32c(bytes, from, to);
  return (((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0;
}

/** Eight tables of 256: the nth says what a byte does that is n bytes before the last one of a step. */
const tables = createTables();

function createTables(): Int32Array {
  const made = new Int32Array(8 * 256);
  for (let byte = 0; byte < 256; byte += 1) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
    made[byte] = crc;
  }
  for (let index = 256; index < made.length; index += 1) {
    const before = made[index - 256] as number;
    made[index] = (before >>> 8) ^ (made[before & 255] as number);
  }
  return made;
}
