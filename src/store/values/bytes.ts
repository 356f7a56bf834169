/**
 * The database's own binary form of each native type.
 *
 * Takes a value that its codec's `check` accepted, and returns the bytes that Cassandra would store; reading them back
 * gives the canonical form of the value. Does not check values.
 * @see CQL binary protocol v5, section 6; service-facts 5.10 for the ranges
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
import type { NativeName, ValueOf } from "@colonnade/runtime/protocol";
import type { Value } from "../store.ts";
import { decodeVint, encodeVint } from "./vint.ts";

interface BinaryForm<Value> {
  readonly serialize: (value: Value) => Buffer;
  readonly deserialize: (bytes: Buffer) => Value;
}

/** The bytes of a value: `serialize("int", 1)` is `00 00 00 01`. */
export function serialize(type: NativeName, value: Value): Buffer {
  return (forms[type] as BinaryForm<Value>).serialize(value);
}

/** The value of bytes that `serialize` made; nothing of it shares memory with them. */
export function deserialize(type: NativeName, bytes: Buffer): Value {
  return forms[type].deserialize(bytes);
}

const utf8: BinaryForm<string> = {
  serialize: (value) => Buffer.from(value, "utf8"),
  deserialize: (bytes) => bytes.toString("utf8"),
};

const uuid: BinaryForm<string> = {
  serialize: (value) => Buffer.from(value.replaceAll("-", ""), "hex"),
  // A quarter of what a regular expression costs, and many columns are of this type.
  deserialize: (bytes) => {
    const hex = bytes.toString("hex");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  },
};

/** A form of fixed length, by a pair of Buffer's methods. */
function fixed<Value>(
  length: number,
  write: (bytes: Buffer, value: Value) => unknown,
  read: (bytes: Buffer) => Value,
): BinaryForm<Value> {
  return {
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
  (bytes) => bytes.readBigInt64BE(),
);

const forms: { readonly [Name in NativeName]: BinaryForm<ValueOf<Name>> } = {
  ascii: utf8,
  text: utf8,
  varchar: utf8,
  uuid,
  timeuuid: uuid,
  bigint: long,
  counter: long,
  blob: { serialize: (value) => Buffer.from(value), deserialize: (bytes) => new Uint8Array(bytes) },
  boolean: { serialize: (value) => Buffer.of(value ? 1 : 0), deserialize: (bytes) => bytes[0] !== 0 },
  tinyint: fixed<number>(
    1,
    (bytes, value) => bytes.writeInt8(value),
    (bytes) => bytes.readInt8(),
  ),
  smallint: fixed<number>(
    2,
    (bytes, value) => bytes.writeInt16BE(value),
    (bytes) => bytes.readInt16BE(),
  ),
  int: fixed<number>(
    4,
    (bytes, value) => bytes.writeInt32BE(value),
    (bytes) => bytes.readInt32BE(),
  ),
  float: fixed<number>(
    4,
    (bytes, value) => bytes.writeFloatBE(value),
    (bytes) => bytes.readFloatBE(),
  ),
  double: fixed<number>(
    8,
    (bytes, value) => bytes.writeDoubleBE(value),
    (bytes) => bytes.readDoubleBE(),
  ),
  varint: { serialize: twosComplement, deserialize: fromTwosComplement },
  decimal: {
    serialize: (value) => {
      const { unscaled, scale } = known(parseDecimal(value));
      const head = Buffer.alloc(4);
      head.writeInt32BE(scale);
      return Buffer.concat([head, twosComplement(unscaled)]);
    },
    deserialize: (bytes) =>
      printDecimal({ scale: bytes.readInt32BE(), unscaled: fromTwosComplement(bytes.subarray(4)) }),
  },
  date: fixed<string>(
    4,
    (bytes, value) => bytes.writeUInt32BE(known(daysFromDate(value)) + 2 ** 31),
    (bytes) => dateFromDays(bytes.readUInt32BE() - 2 ** 31),
  ),
  time: fixed<string>(
    8,
    (bytes, value) => bytes.writeBigInt64BE(known(parseTime(value))),
    (bytes) => printTime(bytes.readBigInt64BE()),
  ),
  timestamp: fixed<Date>(
    8,
    (bytes, value) => bytes.writeBigInt64BE(BigInt(value.getTime())),
    (bytes) => new Date(Number(bytes.readBigInt64BE())),
  ),
  duration: {
    serialize: (value) => {
      const { negative, months, days, nanoseconds } = known(parseDuration(value));
      const sign = negative ? -1n : 1n;
      return Buffer.concat([months, days, nanoseconds].map((count) => encodeVint(count * sign)));
    },
    deserialize: (bytes) => {
      const months = decodeVint(bytes, 0);
      const days = decodeVint(bytes, months.end);
      const nanoseconds = decodeVint(bytes, days.end);
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
  inet: { serialize: (value) => Buffer.from(known(parseInet(value))), deserialize: printInet },
};

function known<Parsed>(parsed: Parsed | undefined): Parsed {
  if (parsed === undefined) throw new TypeError("a value that its codec refuses reached the store");
  return parsed;
}

/** The fewest bytes that hold the number and its sign: 127 is `7f`, 128 is `00 80`, -1 is `ff`. */
function twosComplement(value: bigint): Buffer {
  const magnitude = (value < 0n ? ~value : value).toString(16);
  const bits = (magnitude.length - 1) * 4 + (32 - Math.clz32(parseInt(magnitude.slice(0, 1), 16)));
  const length = Math.floor(bits / 8) + 1;
  const hex = BigInt.asUintN(length * 8, value).toString(16);
  return Buffer.from(hex.padStart(length * 2, "0"), "hex");
}

function fromTwosComplement(bytes: Buffer): bigint {
  return bytes.length === 0 ? 0n : BigInt.asIntN(bytes.length * 8, BigInt(`0x${bytes.toString("hex")}`));
}
