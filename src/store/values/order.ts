/**
 * Bytes that sort as CQL sorts values: comparing two of them byte by byte is comparing the values.
 *
 * Takes a value's binary form and returns bytes of which no other value's bytes are a prefix, so that several can be
 * concatenated in a key. Only an empty value of some types is an exception, which `ordersEmpty` names and keys refuse. Not
 * always reversible: 1.0 and 1.00 are equal, and have the same bytes here.
 */
import type { NativeName } from "@colonnade/runtime/protocol";
import { partsOf } from "../../model/index.ts";
import type { CqlType } from "../../model/index.ts";
import { ByteWriter } from "./byte-writer.ts";
import { deserialize } from "./bytes.ts";
import { splitParts } from "./parts.ts";
import type { Composite } from "./parts.ts";

/**
 * The ordered bytes of a value of any type; those of a descending column sort in reverse.
 *
 * Parts are compared one after the other: a shorter list comes before the longer ones that begin with it, a null before
 * any value. What follows such bytes in a key is never compared with a part of them.
 */
export function encodeValueOrder(type: CqlType, bytes: Buffer, descending = false): Buffer {
  const to = new ByteWriter(2 * bytes.length + 2);
  orderWriter(type, descending)(to, bytes, 0, bytes.length);
  return to.written;
}

/** Writes the ordered bytes of the value that is at `start` to before `end`. */
export type OrderWriter = (to: ByteWriter, bytes: Buffer, start: number, end: number) => void;

export function orderWriter(type: CqlType, descending = false): OrderWriter {
  const write = ascendingWriter(type);
  if (!descending) return write;
  return (to, bytes, start, end) => {
    const before = to.length;
    write(to, bytes, start, end);
    to.invert(before);
  };
}

function ascendingWriter(type: CqlType): OrderWriter {
  if (type.kind === "native") return orders[type.name];
  if (type.kind === "custom") return writeEnded;
  return (to, bytes, start, end) => writeParts(to, type, bytes.subarray(start, end));
}

/** Precedes an existing part. */
const present = 1;
/** Stands for a null part, or for the end of parts whose number is not known. */
const absent = 0;

function writeParts(to: ByteWriter, type: Composite, bytes: Buffer): void {
  const types = partsOf(type);
  splitParts(type, bytes).forEach((part, index) => {
    to.writeByte(part ? present : absent);
    if (part) ascendingWriter(types[index % types.length] as CqlType)(to, part, 0, part.length);
  });
  if (type.kind === "list" || type.kind === "set" || type.kind === "map") to.writeByte(absent);
}

/** Bytes of any length, ended so that a longer one does not begin with it: zero becomes `00 ff`, the end is `00 00`. */
export function writeEnded(to: ByteWriter, bytes: Buffer, start: number, end: number): void {
  const target = to.room(2 * (end - start) + 2);
  let at = to.length;
  for (let from = start; from < end; from++) {
    const byte = bytes[from] as number;
    target[at++] = byte;
    if (byte === 0) target[at++] = 0xff;
  }
  target[at++] = 0;
  target[at++] = 0;
  to.length = at;
}

/** Stands for an empty value before every other one: no other value of these types begins like this. */
const lowest = Buffer.of(0, 0);

/**
 * Types without `lowest`, because other values could begin with it: as a boolean, `00 00` is false, followed by another value
 * of the key. A duration cannot be in a key.
 */
const withoutLowest: ReadonlySet<string> = new Set([
  "bigint",
  "boolean",
  "counter",
  "date",
  "duration",
  "int",
  "smallint",
  "time",
  "timestamp",
  "tinyint",
  "uuid",
]);

/** Whether the ordered bytes of a value of no bytes can stand in a key. */
export function ordersEmpty(type: NativeName): boolean {
  return !withoutLowest.has(type);
}

const signBit = 0x80;

const asItIs: OrderWriter = (to, bytes, start, end) => to.write(bytes, start, end);

const orders: { readonly [Name in NativeName]: OrderWriter } = {
  ascii: writeEnded,
  text: writeEnded,
  varchar: writeEnded,
  blob: writeEnded,
  inet: writeEnded,
  boolean: asItIs,
  date: asItIs,
  time: asItIs,
  tinyint: writeSigned,
  smallint: writeSigned,
  int: writeSigned,
  bigint: writeSigned,
  counter: writeSigned,
  timestamp: writeSigned,
  float: (to, bytes, start, end) => writeFloat(to, bytes, start, end, 4),
  double: (to, bytes, start, end) => writeFloat(to, bytes, start, end, 8),
  varint: (to, bytes, start, end) => {
    if (start === end) return to.write(lowest);
    const value = deserialize("varint", bytes, start, end) as bigint;
    const magnitude = Buffer.from(evenHex(value < 0n ? -value : value), "hex");
    const length = Buffer.alloc(4);
    length.writeUInt32BE(magnitude.length);
    writeWithSign(to, value, length, magnitude);
  },
  decimal: (to, bytes, start, end) => {
    if (end - start < 4) return to.write(lowest);
    const unscaled = end - start === 4 ? 0n : (deserialize("varint", bytes, start + 4, end) as bigint);
    const digits = (unscaled < 0n ? -unscaled : unscaled).toString();
    // 0.d1d2d3… × 10^exponent: of two such numbers the exponent decides, then the digits one after the other.
    const exponent = Buffer.alloc(8);
    exponent.writeBigUInt64BE(2n ** 63n + BigInt(digits.length - bytes.readInt32BE(start)));
    writeWithSign(to, unscaled, exponent, Buffer.from(digits.replace(/0+$/, "") + "\0", "latin1"));
  },
  /** By version; of version 1 by the time, of others by the bytes. */
  uuid: (to, bytes, start, end) => {
    const version = end - start > 6 ? (bytes[start + 6] as number) >> 4 : 0;
    to.writeByte(version);
    if (version === 1) writeTimeFirst(to, bytes, start, end);
    else to.write(bytes, start, end);
  },
  /** By the time, then the other eight bytes as signed ones: so Cassandra compares them, unlike those of a `uuid`. */
  timeuuid: (to, bytes, start, end) => {
    if (start === end) return to.write(lowest);
    writeTimeFirst(to, bytes, start, end);
    to.invert(to.length - 8, to.length, signBit);
  },
  /** Has no order and cannot be in a key; these bytes show only whether two values are equal. */
  duration: asItIs,
};

/** Whether the bytes of values sort as their ordered ones do. */
export function sortsByBytes(type: NativeName): boolean {
  return orders[type] === asItIs || orders[type] === writeEnded;
}

/** Two's complement of fixed length: with the sign bit turned over, negative numbers come first. */
function writeSigned(to: ByteWriter, bytes: Buffer, start: number, end: number): void {
  const before = to.length;
  to.write(bytes, start, end);
  if (start < end) to.invert(before, before + 1, signBit);
}

/** The ordered bytes of what is not a number, of which there are many forms. */
const notANumber = { 4: Buffer.from("ffc00000", "hex"), 8: Buffer.from("fff8000000000000", "hex") } as const;

/**
 * IEEE 754 sorts as sign and magnitude, so all bits of a negative number are turned over. -0 comes before 0, and what is not
 * a number after all others, as one.
 */
function writeFloat(to: ByteWriter, bytes: Buffer, start: number, end: number, width: 4 | 8): void {
  if (end - start < width) return to.write(lowest);
  if (Number.isNaN(width === 8 ? bytes.readDoubleBE(start) : bytes.readFloatBE(start)))
    return to.write(notANumber[width]);
  if ((bytes[start] as number) < 0x80) return writeSigned(to, bytes, start, end);
  to.write(bytes, start, end);
  to.invert(to.length - (end - start));
}

/** The parts of the magnitude of a number after a byte for its sign; a negative one counts the other way. */
function writeWithSign(to: ByteWriter, value: bigint, ...magnitude: readonly Buffer[]): void {
  if (value === 0n) return to.writeByte(1);
  to.writeByte(value > 0n ? 2 : 0);
  const start = to.length;
  for (const part of magnitude) to.write(part);
  if (value < 0n) to.invert(start);
}

/** High, middle and low part of the time of a version 1 UUID in this order, then the rest. */
function writeTimeFirst(to: ByteWriter, bytes: Buffer, start: number, end: number): void {
  to.write(bytes, start + 6, start + 8);
  to.write(bytes, start + 4, start + 6);
  to.write(bytes, start, start + 4);
  to.write(bytes, start + 8, end);
}

function evenHex(value: bigint): string {
  const hex = value.toString(16);
  return hex.length % 2 === 0 ? hex : `0${hex}`;
}
