/**
 * The database's own binary form of each native type.
 *
 * Takes a value that its codec's `check` accepted, and returns the bytes that Cassandra would store; reading them back
 * gives the canonical form of the value. Does not check values; bytes may come from anywhere.
 * @see native protocol v5, section 6
 */
import {
  dateFromDays,
  daysFromDate,
  parseDecimal,
  parseDuration,
  parseInet,
  parseTime,
  printDecimal,
  printDuration,
  printInet,
  printTime,
} from "@colonnade/runtime/protocol";
import type { NativeName, ValueOf, Value } from "@colonnade/runtime/protocol";
import { StoreError } from "../store-error.ts";
import { decodeVint, encodeVint } from "./vint.ts";

interface BinaryForm<Value> {
  /** The length of every value, if all have the same. */
  readonly length?: number;
  readonly serialize: (value: Value) => Buffer;
  /** Reads the bytes from `start` to before `end`. */
  readonly deserialize: (bytes: Buffer, start: number, end: number) => Value;
}

/** The bytes of a value: `serialize("int", 1)` is `00 00 00 01`. */
export function serialize(type: NativeName, value: Value): Buffer {
  return (forms[type] as BinaryForm<Value>).serialize(value);
}

/**
 * The value of bytes in the database's form; it shares no memory with them.
 *
 * @throws {StoreError} `invalid` when they are not the bytes of a value, or of one that JavaScript cannot represent
 */
export function deserialize(type: NativeName, bytes: Buffer, start = 0, end: number = bytes.length): Value {
  const { length, deserialize: read } = forms[type];
  if (length !== undefined && end - start !== length) throw notA(type);
  return read(bytes, start, end);
}

function notA(type: NativeName): StoreError {
  return new StoreError("invalid", `The bytes are not those of a value of type ${type}`);
}

const utf8: BinaryForm<string> = {
  serialize: (value) => Buffer.from(value, "utf8"),
  deserialize: (bytes, start, end) => bytes.toString("utf8", start, end),
};

const uuid: BinaryForm<string> = { length: 16, serialize: bytesOfUuid, deserialize: textOfUuid };

/** A form of fixed length, by a pair of Buffer's methods. */
function fixed<Value>(
  length: number,
  write: (bytes: Buffer, value: Value) => unknown,
  read: (bytes: Buffer, start: number) => Value,
): BinaryForm<Value> {
  return {
    length,
    serialize: (value) => {
      const bytes = Buffer.allocUnsafe(length);
      write(bytes, value);
      return bytes;
    },
    deserialize: read,
  };
}

const long = fixed<bigint>(
  8,
  (bytes, value) => bytes.writeBigInt64BE(value),
  (bytes, start) => bytes.readBigInt64BE(start),
);

/** The number of values of 32 bits. */
const wordSize = 2 ** 32;
const lastDateMs = 8.64e15;
const nanosecondsOfDay = 86_400_000_000_000n;

const forms: { readonly [Name in NativeName]: BinaryForm<ValueOf<Name>> } = {
  ascii: utf8,
  text: utf8,
  varchar: utf8,
  uuid,
  timeuuid: uuid,
  bigint: long,
  counter: long,
  blob: {
    serialize: (value) => Buffer.from(value),
    deserialize: (bytes, start, end) => new Uint8Array(bytes.subarray(start, end)),
  },
  boolean: {
    length: 1,
    serialize: (value) => Buffer.of(value ? 1 : 0),
    deserialize: (bytes, start) => bytes[start] !== 0,
  },
  tinyint: fixed<number>(
    1,
    (bytes, value) => bytes.writeInt8(value),
    (bytes, start) => bytes.readInt8(start),
  ),
  smallint: fixed<number>(
    2,
    (bytes, value) => bytes.writeInt16BE(value),
    (bytes, start) => bytes.readInt16BE(start),
  ),
  int: fixed<number>(
    4,
    (bytes, value) => bytes.writeInt32BE(value),
    (bytes, start) => bytes.readInt32BE(start),
  ),
  float: fixed<number>(
    4,
    (bytes, value) => bytes.writeFloatBE(value),
    (bytes, start) => bytes.readFloatBE(start),
  ),
  double: fixed<number>(
    8,
    (bytes, value) => bytes.writeDoubleBE(value),
    (bytes, start) => bytes.readDoubleBE(start),
  ),
  varint: {
    serialize: (value) => twosComplement(value),
    deserialize: (bytes, start, end) => {
      if (start === end) throw notA("varint");
      return fromTwosComplement(bytes, start, end);
    },
  },
  decimal: {
    serialize: (value) => {
      const { unscaled, scale } = accepted(parseDecimal(value));
      const bytes = twosComplement(unscaled, 4);
      bytes.writeInt32BE(scale);
      return bytes;
    },
    deserialize: (bytes, start, end) => {
      if (end - start < 4) throw notA("decimal");
      return printDecimal({ scale: bytes.readInt32BE(start), unscaled: fromTwosComplement(bytes, start + 4, end) });
    },
  },
  date: fixed<string>(
    4,
    (bytes, value) => bytes.writeUInt32BE(accepted(daysFromDate(value)) + 2 ** 31),
    (bytes, start) => dateFromDays(bytes.readUInt32BE(start) - 2 ** 31),
  ),
  time: fixed<string>(
    8,
    (bytes, value) => bytes.writeBigInt64BE(accepted(parseTime(value))),
    (bytes, start) => {
      const nanoseconds = bytes.readBigInt64BE(start);
      if (nanoseconds < 0n || nanoseconds >= nanosecondsOfDay) throw notA("time");
      return printTime(nanoseconds);
    },
  ),
  timestamp: fixed<Date>(
    8,
    (bytes, value) => {
      const ms = value.getTime();
      bytes.writeInt32BE(Math.floor(ms / wordSize));
      bytes.writeUInt32BE(((ms % wordSize) + wordSize) % wordSize, 4);
    },
    // Exact over the range of dates, and avoids creating a bigint for each value.
    (bytes, start) => {
      const ms = bytes.readInt32BE(start) * wordSize + bytes.readUInt32BE(start + 4);
      if (Math.abs(ms) <= lastDateMs) return new Date(ms);
      throw new StoreError("invalid", "A timestamp is beyond the dates that JavaScript has");
    },
  ),
  duration: {
    serialize: (value) => {
      const { negative, months, days, nanoseconds } = accepted(parseDuration(value));
      const sign = negative ? -1n : 1n;
      return Buffer.concat([months, days, nanoseconds].map((count) => encodeVint(count * sign)));
    },
    deserialize: (bytes, start, end) => {
      const months = decodeVint(bytes, start);
      const days = decodeVint(bytes, months.end);
      const nanoseconds = decodeVint(bytes, days.end);
      if (nanoseconds.end !== end) throw notA("duration");
      const negative = months.value < 0n || days.value < 0n || nanoseconds.value < 0n;
      const sign = negative ? -1n : 1n;
      return printDuration({
        negative,
        months: months.value * sign,
        days: days.value * sign,
        nanoseconds: nanoseconds.value * sign,
      });
    },
  },
  inet: {
    serialize: (value) => Buffer.from(accepted(parseInet(value))),
    deserialize: (bytes, start, end) => {
      const length = end - start;
      if (length !== 4 && length !== 16) throw notA("inet");
      return printInet(bytes.subarray(start, end));
    },
  },
};

function accepted<Parsed>(parsed: Parsed | undefined): Parsed {
  if (parsed === undefined) throw new TypeError("a value that its codec refuses reached the store");
  return parsed;
}

/**
 * The shortest bytes for the number and its sign: 127 is `7f`, 128 is `00 80`, -1 is `ff`.
 *
 * @param start how many bytes to leave before them, for the caller to fill
 */
function twosComplement(value: bigint, start = 0): Buffer {
  if (value === BigInt.asIntN(shortBits, value)) return shortComplement(Number(value), start);
  const magnitude = (value < 0n ? ~value : value).toString(16);
  const bits = (magnitude.length - 1) * 4 + (32 - Math.clz32(parseInt(magnitude.slice(0, 1), 16)));
  const length = Math.floor(bits / 8) + 1;
  const hex = BigInt.asUintN(length * 8, value).toString(16);
  return Buffer.from(hex.padStart((start + length) * 2, "0"), "hex");
}

/** Most amounts fit into as many bits as Buffer reads and writes as one number. */
const shortBits = 48;

function shortComplement(value: number, start: number): Buffer {
  let length = 1;
  for (let limit = 128; value >= limit || value < -limit; limit *= 256) length++;
  const bytes = Buffer.allocUnsafe(start + length);
  bytes.writeIntBE(value, start, length);
  return bytes;
}

function fromTwosComplement(bytes: Buffer, start: number, end: number): bigint {
  const length = end - start;
  if (length === 0) return 0n;
  if (length * 8 <= shortBits) return BigInt(bytes.readIntBE(start, length));
  return BigInt.asIntN(length * 8, BigInt(`0x${bytes.toString("hex", start, end)}`));
}

// Many columns are UUIDs: each of these functions is the fastest of several that were tried.

const dash = 45;
const digits = Uint8Array.from("0123456789abcdef", (digit) => digit.charCodeAt(0));

/** @param text one that the codec accepts */
function bytesOfUuid(text: string): Buffer {
  const bytes = Buffer.allocUnsafe(16);
  let place = 0;
  for (let index = 0; index < 16; index++) {
    if (text.charCodeAt(place) === dash) place++;
    bytes[index] = (digitOf(text, place) << 4) | digitOf(text, place + 1);
    place += 2;
  }
  return bytes;
}

/** The value of a hex digit in either case; the lower four bits of a letter count from 1. */
function digitOf(text: string, place: number): number {
  const code = text.charCodeAt(place);
  return code < 65 ? code & 15 : (code & 15) + 9;
}

/** All characters in one call: a loop that collects them takes twice the time. */
function textOfUuid(bytes: Uint8Array, start: number): string {
  const high = (index: number): number => digits[(bytes[start + index] as number) >> 4] as number;
  const low = (index: number): number => digits[(bytes[start + index] as number) & 15] as number;
  // prettier-ignore
  return String.fromCharCode(
    high(0), low(0), high(1), low(1), high(2), low(2), high(3), low(3), dash,
    high(4), low(4), high(5), low(5), dash,
    high(6), low(6), high(7), low(7), dash,
    high(8), low(8), high(9), low(9), dash,
    high(10), low(10), high(11), low(11), high(12), low(12), high(13), low(13), high(14), low(14), high(15), low(15),
  );
}
