import { printDecimal } from "@colonnade/runtime/protocol";
import type { Decimal } from "@colonnade/runtime/protocol";
import type { CqlType } from "../../model/index.ts";
import { deserializeValue, serializeValue } from "../../store/index.ts";
import { decimalOfDouble, longOfDecimal } from "./decimal-math.ts";
import { nativeType } from "./types.ts";

/** A double or a decimal for types with a decimal point, a bigint for all others. */
export type NumberValue = bigint | number | Decimal;

/** The types in the order in which the database tries them. */
export const numberTypes = [
  "tinyint",
  "smallint",
  "int",
  "bigint",
  "float",
  "double",
  "decimal",
  "varint",
  "counter",
] as const;

export type NumberType = (typeof numberTypes)[number];

export function isNumberType(type: CqlType): type is { readonly kind: "native"; readonly name: NumberType } {
  return type.kind === "native" && numberTypes.some((name) => name === type.name);
}

/** The sizes of numbers in bytes; varints and decimals have any size. */
export const numberSizes: Readonly<Record<NumberType, number>> = {
  ...{ tinyint: 1, smallint: 2, int: 4, float: 4, bigint: 8, counter: 8, double: 8 },
  ...{ decimal: Infinity, varint: Infinity },
};

export function readNumber(type: NumberType, bytes: Buffer): NumberValue {
  switch (type) {
    case "float":
      return bytes.readFloatBE();
    case "double":
      return bytes.readDoubleBE();
    case "decimal":
      return { scale: bytes.readInt32BE(), unscaled: deserializeValue(varint, bytes, 4) as bigint };
    default:
      return deserializeValue(varint, bytes) as bigint;
  }
}

const varint = nativeType("varint");

/** Converts a number to the type: whole numbers keep their lower bits, and one without a fraction gets one as in Java. */
export function writeNumber(type: NumberType, value: NumberValue): Buffer {
  switch (type) {
    case "float": {
      const bytes = Buffer.alloc(4);
      bytes.writeFloatBE(doubleOf(value));
      if (Number.isNaN(bytes.readFloatBE())) bytes.writeUInt32BE(0x7fc0_0000);
      return bytes;
    }
    case "double": {
      const bytes = Buffer.alloc(8);
      bytes.writeDoubleBE(doubleOf(value));
      // Any other bytes of NaN would sort differently.
      if (Number.isNaN(bytes.readDoubleBE())) bytes.writeBigUInt64BE(0x7ff8_0000_0000_0000n);
      return bytes;
    }
    case "decimal": {
      const { unscaled, scale } = decimalOf(value);
      const head = Buffer.alloc(4);
      head.writeInt32BE(scale);
      return Buffer.concat([head, serializeValue(varint, unscaled)]);
    }
    case "varint":
      return serializeValue(varint, longOf(value));
    default: {
      const bytes = Buffer.alloc(8);
      bytes.writeBigInt64BE(BigInt.asIntN(64, longOf(value)));
      return bytes.subarray(8 - numberSizes[type]);
    }
  }
}

export function doubleOf(value: NumberValue): number {
  if (typeof value === "number") return value;
  return typeof value === "bigint" ? Number(value) : Number(printDecimal(value));
}

export function decimalOf(value: NumberValue): Decimal {
  if (typeof value === "number") return decimalOfDouble(value);
  return typeof value === "bigint" ? { unscaled: value, scale: 0 } : value;
}

const longest = 2n ** 63n;

/** The whole part of a value; a double's is limited to 64 bits, and NaN gives zero. */
export function longOf(value: NumberValue): bigint {
  if (typeof value === "bigint") return value;
  if (typeof value !== "number") return longOfDecimal(value);
  if (Number.isNaN(value)) return 0n;
  if (value >= 2 ** 63) return longest - 1n;
  if (value <= -(2 ** 63)) return -longest;
  return BigInt(Math.trunc(value));
}

/** The same with 32 bits, to which Java converts a double for a shorter type. */
export function intOf(value: NumberValue): bigint {
  const long = longOf(value);
  if (typeof value !== "number") return BigInt.asIntN(32, long);
  const limit = 2n ** 31n;
  return long >= limit ? limit - 1n : long < -limit ? -limit : long;
}
