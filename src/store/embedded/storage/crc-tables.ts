/**
 * The tables of a CRC of 32 bits, 256 numbers each: the nth one says what a byte does that is n bytes before the last one of a
 * step.
 *
 * @param polynomial its bits in reverse order
 */
export function crcTables(polynomial: number, count: number): Int32Array {
  const tables = new Int32Array(count * 256);
  for (let byte = 0; byte < 256; byte += 1) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ polynomial : crc >>> 1;
    tables[byte] = crc;
  }
  for (let index = 256; index < tables.length; index += 1) {
    const before = tables[index - 256] as number;
    tables[index] = (before >>> 8) ^ (tables[before & 255] as number);
  }
  return tables;
}
