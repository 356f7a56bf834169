/**
 * Bytes that sort as CQL sorts values: comparing two of them byte by byte is comparing the values.
 *
 * Takes a value's binary form and returns bytes of which no other value's bytes are a prefix, so that several can be
 * concatenated in a key. Not always reversible: 1.0 and 1.00 are equal, and have the same bytes here.
 */
import type { NativeName } from "@colonnade/runtime/protocol";
import type { CqlType } from "../../model/index.ts";
import { deserialize } from "./bytes.ts";
import { splitParts } from "./parts.ts";
import type { Parts } from "./parts.ts";

/**
 * The ordered bytes of a value of any type; those of a descending column sort in reverse.
 *
 * Parts are compared one after the other: a shorter list comes before the longer ones that begin with it, a null before
 * any value. What follows such bytes in a key is never compared with a part of them.
 */
export function encodeValueOrder(type: CqlType, bytes: Buffer, descending = false): Buffer {
  const ordered = orderOf(type, bytes);
  return descending ? inverted(ordered) : ordered;
}

/** `present` precedes an existing part; `absent` stands for a null part, or for the end. */
const present = Buffer.of(1);
const absent = Buffer.of(0);

function orderOf(type: CqlType, bytes: Buffer): Buffer {
  switch (type.kind) {
    case "native":
      return orders[type.name](bytes);
    case "custom":
      return encodeEnded(bytes);
    case "list":
    case "set":
      return ofAnyLength(splitParts(type, bytes), () => type.item);
    case "map":
      return ofAnyLength(splitParts(type, bytes), (index) => (index % 2 === 0 ? type.key : type.value));
    case "tuple":
      return ofKnownLength(splitParts(type, bytes), (index) => type.items[index]);
    case "user":
      return ofKnownLength(splitParts(type, bytes), (index) => type.type.fields[index]?.type);
    case "vector":
      return ofKnownLength(splitParts(type, bytes), () => type.item);
  }
}

/** Parts whose number is not known: the end has a sign of its own. */
function ofAnyLength(parts: Parts, typeOf: (index: number) => CqlType | undefined): Buffer {
  return Buffer.concat([ofKnownLength(parts, typeOf), absent]);
}

/** As many parts as the type says, so that nothing has to end them. */
function ofKnownLength(parts: Parts, typeOf: (index: number) => CqlType | undefined): Buffer {
  return Buffer.concat(
    parts.flatMap((part, index) => {
      const type = typeOf(index);
      return part && type ? [present, orderOf(type, part)] : [absent];
    }),
  );
}

/** Bytes of any length, ended so that a longer one does not begin with it: zero becomes `00 ff`, the end is `00 00`. */
function encodeEnded(bytes: Buffer): Buffer {
  const ended = Buffer.allocUnsafe(endedLength(bytes));
  writeEnded(ended, 0, bytes);
  return ended;
}

export function endedLength(bytes: Buffer): number {
  let zeros = 0;
  for (const byte of bytes) if (byte === 0) zeros++;
  return bytes.length + zeros + 2;
}

/** Writes what `encodeEnded` gives behind something else. */
export function writeEnded(target: Buffer, start: number, bytes: Buffer): void {
  let end = start;
  for (const byte of bytes) {
    target[end++] = byte;
    if (byte === 0) target[end++] = 0xff;
  }
  target[end++] = 0;
  target[end] = 0;
}

/** Stands for an empty value before every other one: no other value of these types begins like this. */
const lowest = Buffer.of(0, 0);
/** The ordered bytes of what is not a number, of which there are many forms. */
const noFloat = Buffer.from("ffc00000", "hex");
const noDouble = Buffer.from("fff8000000000000", "hex");

/**
 * Types without `lowest`, because it could be the beginning of another value: of a boolean it is false and what follows that in
 * the key. A duration cannot be in a key.
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

const asItIs = (bytes: Buffer): Buffer => bytes;

const orders: { readonly [Name in NativeName]: (bytes: Buffer) => Buffer } = {
  ascii: encodeEnded,
  text: encodeEnded,
  varchar: encodeEnded,
  blob: encodeEnded,
  inet: encodeEnded,
  boolean: asItIs,
  date: asItIs,
  time: asItIs,
  tinyint: signed,
  smallint: signed,
  int: signed,
  bigint: signed,
  counter: signed,
  timestamp: signed,
  float: (bytes) => floating(bytes, 4),
  double: (bytes) => floating(bytes, 8),
  varint: (bytes) => {
    if (bytes.length === 0) return lowest;
    const value = deserialize("varint", bytes) as bigint;
    const magnitude = Buffer.from(evenHex(value < 0n ? -value : value), "hex");
    const length = Buffer.alloc(4);
    length.writeUInt32BE(magnitude.length);
    return withSign(value, Buffer.concat([length, magnitude]));
  },
  decimal: (bytes) => {
    if (bytes.length < 4) return lowest;
    const unscaled = bytes.length === 4 ? 0n : (deserialize("varint", bytes.subarray(4)) as bigint);
    const digits = (unscaled < 0n ? -unscaled : unscaled).toString();
    // 0.d1d2d3… × 10^exponent: of two such numbers the exponent decides, then the digits one after the other.
    const exponent = Buffer.alloc(8);
    exponent.writeBigInt64BE(BigInt(digits.length - bytes.readInt32BE()));
    const significant = Buffer.from(digits.replace(/0+$/, "") + "\0", "latin1");
    return withSign(unscaled, Buffer.concat([signed(exponent), significant]));
  },
  /** By version; of version 1 by the time, of others by the bytes. */
  uuid: (bytes) => {
    const version = (bytes[6] ?? 0) >> 4;
    return Buffer.concat([Buffer.of(version), version === 1 ? timeFirst(bytes) : bytes]);
  },
  /** By the time, then the other eight bytes as signed ones: so Cassandra compares them, unlike those of a `uuid`. */
  timeuuid: (bytes) => {
    if (bytes.length === 0) return lowest;
    const ordered = timeFirst(bytes);
    for (let index = 8; index < 16; index++) ordered[index] = (ordered[index] ?? 0) ^ 0x80;
    return ordered;
  },
  /** Has no order and cannot be in a key; these bytes show only whether two values are equal. */
  duration: asItIs,
};

/** Whether the bytes of values sort as their ordered ones do. */
export function sortsByBytes(type: NativeName): boolean {
  return orders[type] === asItIs || orders[type] === encodeEnded;
}

/** Two's complement of fixed length: with the sign bit turned over, negative numbers come first. */
function signed(bytes: Buffer): Buffer {
  const ordered = Buffer.from(bytes);
  ordered[0] = (ordered[0] ?? 0) ^ 0x80;
  return ordered;
}

/**
 * IEEE 754 sorts as sign and magnitude, so all bits of a negative number are turned over. -0 comes before 0, and what is not
 * a number after all others, as one.
 */
function floating(bytes: Buffer, width: 4 | 8): Buffer {
  if (bytes.length < width) return lowest;
  if (Number.isNaN(width === 8 ? bytes.readDoubleBE() : bytes.readFloatBE())) return width === 8 ? noDouble : noFloat;
  return (bytes[0] ?? 0) >= 0x80 ? inverted(bytes) : signed(bytes);
}

/** The magnitude of a number after a byte for its sign; a negative one counts the other way. */
function withSign(value: bigint, magnitude: Buffer): Buffer {
  if (value === 0n) return Buffer.of(1);
  return value > 0n ? Buffer.concat([Buffer.of(2), magnitude]) : Buffer.concat([Buffer.of(0), inverted(magnitude)]);
}

/** High, middle and low part of the time of a version 1 UUID in this order, then the rest. */
function timeFirst(bytes: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(6, 8), bytes.subarray(4, 6), bytes.subarray(0, 4), bytes.subarray(8)]);
}

/** Every bit turned over: what sorted first sorts last. */
function inverted(bytes: Buffer): Buffer {
  return Buffer.from(bytes.map((byte) => byte ^ 0xff));
}

function evenHex(value: bigint): string {
  const hex = value.toString(16);
  return hex.length % 2 === 0 ? hex : `0${hex}`;
}
