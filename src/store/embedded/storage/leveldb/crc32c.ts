import { crcTables } from "../crc-tables.ts";
import { assembleLoop } from "./crc32c-loop.ts";

const tablesLength = 16 * 256;
const memory = new WebAssembly.Memory({ initial: 2 });
const update = assembleLoop(memory);
const tables = new Int32Array(memory.buffer, 0, tablesLength);
tables.set(crcTables(0x82f63b78, 16));

/** Bytes are copied here, after the tables, which costs a tenth of the time. */
const window = new Uint8Array(memory.buffer, tablesLength * 4);

/** CRC-32C, the checksum of LevelDB's files; Node has only the other CRC-32. */
export function crc32c(bytes: Uint8Array, from: number, to: number): number {
  let crc = -1;
  for (let offset = from; offset < to; offset += window.length) {
    const part = bytes.subarray(offset, Math.min(to, offset + window.length));
    window.set(part);
    crc = update(crc, window.byteOffset, window.byteOffset + part.length);
  }
  return ~crc >>> 0;
}

/** As LevelDB stores it: rotated and moved, because a checksum of bytes that hold their own checksum says little. */
export function maskedCrc32c(bytes: Uint8Array, from: number, to: number): number {
  return mask(crc32c(bytes, from, to));
}

/** The first place after `from` with the masked checksum of all bytes between; undefined if there is none. */
export function findChecksum(bytes: Buffer, from: number): number | undefined {
  let crc = -1;
  for (let place = from; place + 5 <= bytes.length; place += 1) {
    crc = (tables[(crc ^ (bytes[place] as number)) & 255] as number) ^ (crc >>> 8);
    if (mask(~crc >>> 0) === bytes.readUInt32LE(place + 1)) return place + 1;
  }
  return undefined;
}

function mask(crc: number): number {
  return (((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0;
}
