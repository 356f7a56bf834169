/**
 * Assembles the loop of CRC-32C as WebAssembly: at about 1.7 GB/s, it is more than twice as fast as the same loop in
 * JavaScript. Every start waits for the check of all tables.
 *
 * The memory begins with 16 tables of 256 numbers, for 16 bytes a step.
 */

/** Adds the bytes between two addresses of the memory to a checksum that is not inverted yet. */
export type Update = (crc: number, from: number, to: number) => number;

type Bytes = readonly number[];

const [i32, i64] = [0x7f, 0x7e];
/** Parameters, then local variables. */
const [crc, from, to, low, high] = [0, 1, 2, 3, 4] as const;

const [end, add, and, xor, shiftLeft, shiftRight] = [0x0b, 0x6a, 0x71, 0x73, 0x74, 0x76] as const;
const [isGreater, isGreaterOrEqual, extend, wrap] = [0x4b, 0x4f, 0xad, 0xa7] as const;
const [xor64, shiftLeft64, shiftRight64] = [0x85, 0x86, 0x88] as const;

const get = (local: number): Bytes => [0x20, local];
const set = (local: number): Bytes => [0x21, local];
const constant = (value: number): Bytes => [0x41, ...signed(value)];
const constant64 = (value: number): Bytes => [0x42, ...signed(value)];
const load = (offset: number): Bytes => [0x28, 2, ...unsigned(offset)];
const loadByte: Bytes = [0x2d, 0, 0];
const load64 = (offset: number): Bytes => [0x29, 0, ...unsigned(offset)];

export function assembleLoop(memory: WebAssembly.Memory): Update {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(assembleModule()), { env: { memory } });
  return exports["update"] as Update;
}

function assembleModule(): Uint8Array<ArrayBuffer> {
  const sixteenAtOnce = [
    ...[...get(from), ...load64(0), ...get(crc), extend, xor64, ...set(low)],
    ...[...get(from), ...load64(8), ...set(high)],
    ...[...constant(0), ...lookUp(low, 15), ...lookUp(high, 7), ...set(crc)],
  ];
  const one = [
    ...[...get(crc), ...get(from), ...loadByte, xor, ...constant(255), and, ...constant(2), shiftLeft, ...load(0)],
    ...[...get(crc), ...constant(8), shiftRight, xor, ...set(crc)],
  ];
  const code = [
    ...loop([...get(from), ...constant(16), add, ...get(to), isGreater], sixteenAtOnce, 16),
    ...loop([...get(from), ...get(to), isGreaterOrEqual], one, 1),
    ...[...get(crc), end],
  ];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [0x60, ...counted([[i32], [i32], [i32]]), ...counted([[i32]])]),
    ...section(2, [...name("env"), ...name("memory"), 2, 0, 1]),
    ...section(3, [0]),
    ...section(7, [...name("update"), 0, 0]),
    ...section(10, sized([...counted([[2, i64]]), ...code])),
  ]);
}

/** Does the steps, each for a number of bytes, until the condition holds. */
function loop(isOver: Bytes, step: Bytes, width: number): Bytes {
  const next = [...get(from), ...constant(width), add, ...set(from)];
  return [0x02, 0x40, 0x03, 0x40, ...isOver, 0x0d, 1, ...step, ...next, 0x0c, 0, end, end];
}

/** What the eight bytes of a variable do, of which the first one is looked up in that table. */
function lookUp(local: number, table: number): Bytes {
  return [0, 1, 2, 3, 4, 5, 6, 7].flatMap((place) => [
    ...get(local),
    // The address of a number is four times the byte.
    ...(place === 0 ? [...constant64(2), shiftLeft64] : [...constant64(8 * place - 2), shiftRight64]),
    ...[wrap, ...constant(255 * 4), and, ...load((table - place) * 1024), xor],
  ]);
}

/** A section with one item. */
function section(id: number, item: Bytes): Bytes {
  return [id, ...sized(counted([item]))];
}

function counted(items: readonly Bytes[]): Bytes {
  return [...unsigned(items.length), ...items.flat()];
}

function sized(bytes: Bytes): Bytes {
  return [...unsigned(bytes.length), ...bytes];
}

function name(text: string): Bytes {
  return sized([...Buffer.from(text)]);
}

/** Seven bits a byte, from the lowest on. */
function unsigned(value: number): Bytes {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}

/** The same for a number whose highest bit is its sign. */
function signed(value: number): Bytes {
  return value < 64 ? [value] : [(value & 127) | 128, ...signed(value >>> 7)];
}
