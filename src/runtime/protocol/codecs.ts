/**
 * The table of CQL types: for each native type its value in TypeScript, the check, and the form on the wire.
 *
 * Client, service and stores use these same codecs, so they cannot disagree. Platform-free, no I/O.
 */
import { blobFromBase64, base64FromBlob } from "./base64.ts";
import type { Codec, Wire } from "./codec.ts";
import {
  canonicalDate,
  canonicalTime,
  parseTimestamp,
  printTimestamp,
  canonicalDecimal,
  decimalNumber,
  shortestFloat,
  canonicalDuration,
} from "./texts.ts";
import { canonicalInet } from "./inet.ts";

const asciiText = /^[\0-\x7f]*$/;
const loneSurrogate = /\p{Surrogate}/u;
const integerText = /^-?\d+$/;

/** A loop, since a regular expression takes three times as long for a text that was just concatenated. */
function isUuid(text: string): boolean {
  if (text.length !== 36) return false;
  for (let place = 0; place < 36; place++) {
    const code = text.charCodeAt(place);
    const isDash = place === 8 || place === 13 || place === 18 || place === 23;
    if (isDash ? code !== 45 : !isHexDigit(code)) return false;
  }
  return true;
}

function isHexDigit(code: number): boolean {
  const letter = code | 32;
  return (code >= 48 && code <= 57) || (letter >= 97 && letter <= 102);
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}

/** The error of a `decode`, without the value, which may be secret. */
export function notOnWire(cql: string): TypeError {
  return new TypeError(`the service's response does not hold a ${cql}`);
}

function textual(cql: string, expected: string, matches: (text: string) => boolean): Codec<string> {
  return {
    cql,
    expected,
    check: (value) => isString(value) && matches(value),
    encode: (value) => value,
    decode: (wire) => {
      if (isString(wire)) return wire;
      throw notOnWire(cql);
    },
  };
}

/**
 * Text that can be written in several ways, of which one is sent and read.
 * @param canonical gives that one, or undefined for text that is not of the type
 * @param empty what an empty text is read as
 */
function formatted(
  cql: string,
  expected: string,
  canonical: (text: string) => string | undefined,
  empty = "",
): Codec<string> {
  return {
    cql,
    expected,
    check: (value) => isString(value) && canonical(value) !== undefined,
    encode: (value) => canonical(value) ?? value,
    decode: (wire) => {
      const value = isString(wire) ? canonical(wire || empty) : undefined;
      if (value !== undefined) return value;
      throw notOnWire(cql);
    },
  };
}

function numeric(cql: string, expected: string, matches: (value: number) => boolean): Codec<number> {
  return {
    cql,
    expected,
    check: (value) => typeof value === "number" && matches(value),
    encode: (value) => value,
    decode: (wire) => {
      if (typeof wire === "number") return wire;
      throw notOnWire(cql);
    },
  };
}

function whole(cql: string, bits: number): Codec<number> {
  const limit = 2 ** (bits - 1);
  const expected = `a whole number from ${-limit} to ${limit - 1}`;
  const codec = numeric(cql, expected, (value) => Number.isInteger(value) && value >= -limit && value < limit);
  // Adding zero turns minus zero into zero: integers have no minus zero, and a document would hold the fraction `-0.0`.
  return { ...codec, encode: (value) => value + 0 };
}

/** Types with integers beyond 2^53 travel as text; a number is accepted when reading, since some servers send one. */
function big(cql: string, expected: string, matches: (value: bigint) => boolean): Codec<bigint> {
  return {
    cql,
    expected,
    check: (value) => typeof value === "bigint" && matches(value),
    encode: (value) => value.toString(),
    decode: (wire) => {
      if (isString(wire) && integerText.test(wire)) return BigInt(wire);
      if (typeof wire === "number" && Number.isSafeInteger(wire)) return BigInt(wire);
      throw notOnWire(cql);
    },
  };
}

const isLong = (value: bigint): boolean => value === BigInt.asIntN(64, value);
const longRange = "a bigint from -2^63 to 2^63 - 1";

/** Not every JavaScript string is text: a lone surrogate has no UTF-8 form. */
const wellFormed = (value: string): boolean => !loneSurrogate.test(value);

export const ascii: Codec<string> = /* @__PURE__ */ textual("ascii", "text of ASCII characters", (value) =>
  asciiText.test(value),
);
export const text: Codec<string> = /* @__PURE__ */ textual("text", "text without lone surrogates", wellFormed);
export const varchar: Codec<string> = /* @__PURE__ */ textual("varchar", "text without lone surrogates", wellFormed);
export const uuid: Codec<string> = /* @__PURE__ */ formatted("uuid", "a UUID as text", (text) =>
  isUuid(text) ? text.toLowerCase() : undefined,
);
export const timeuuid: Codec<string> = /* @__PURE__ */ formatted("timeuuid", "a version 1 UUID as text", (text) =>
  isUuid(text) && text[14] === "1" ? text.toLowerCase() : undefined,
);
export const inet: Codec<string> = /* @__PURE__ */ formatted("inet", "an IPv4 or IPv6 address as text", canonicalInet);
export const date: Codec<string> = /* @__PURE__ */ formatted(
  "date",
  'a date as text, such as "2020-07-31"',
  canonicalDate,
);
export const time: Codec<string> = /* @__PURE__ */ formatted(
  "time",
  'a time of day as text, such as "18:25:43.511"',
  canonicalTime,
);
export const duration: Codec<string> = /* @__PURE__ */ formatted(
  "duration",
  'a duration as text, such as "1y2mo3d4h5m6s"',
  canonicalDuration,
  // Cassandra prints nothing at all for a duration of zero.
  "0s",
);

export const tinyint: Codec<number> = /* @__PURE__ */ whole("tinyint", 8);
export const smallint: Codec<number> = /* @__PURE__ */ whole("smallint", 16);
export const int: Codec<number> = /* @__PURE__ */ whole("int", 32);
/** Read as the number of 32 bits that the database holds, however many digits of it the service prints. */
export const float: Codec<number> = {
  cql: "float",
  expected: "a finite number of 32 bits",
  check: (value) => typeof value === "number" && Number.isFinite(Math.fround(value)),
  encode: shortestFloat,
  decode: (wire) => {
    const value = typeof wire === "number" ? Math.fround(wire) : NaN;
    if (Number.isFinite(value)) return value;
    throw notOnWire("float");
  },
};
/** JSON has no NaN and no infinity, so neither can be written. */
export const double: Codec<number> = /* @__PURE__ */ numeric("double", "a finite number", (value) =>
  Number.isFinite(value),
);

export const bigint: Codec<bigint> = /* @__PURE__ */ big("bigint", longRange, isLong);
export const counter: Codec<bigint> = /* @__PURE__ */ big("counter", longRange, isLong);
export const varint: Codec<bigint> = /* @__PURE__ */ big("varint", "a bigint", () => true);

/** A number of more than 15 digits may have lost some when its JSON was parsed. */
const keepsDigits = (value: unknown): boolean => typeof value === "number" && Number(value.toPrecision(15)) === value;

/**
 * Lossless text, since a JavaScript number is not; a number of up to 15 digits is accepted when reading. Sent as it was
 * written: some servers know no exponents. In a clustering key `1.0` and `1.00` are one value.
 */
export const decimal: Codec<string> = {
  cql: "decimal",
  expected: 'a decimal number as text, such as "9.99"',
  check: (value) => isString(value) && canonicalDecimal(value) !== undefined,
  encode: (value) => value,
  decode: (wire) => {
    const value = isString(wire) || keepsDigits(wire) ? canonicalDecimal(String(wire)) : undefined;
    if (value !== undefined) return value;
    throw notOnWire("decimal");
  },
  key: (wire) => decimalNumber(String(wire)) ?? wire,
};

export const boolean: Codec<boolean> = {
  cql: "boolean",
  expected: "true or false",
  check: (value) => typeof value === "boolean",
  encode: (value) => value,
  decode: (wire) => {
    if (typeof wire === "boolean") return wire;
    throw notOnWire("boolean");
  },
};

/** Always sent in UTC with three digits of milliseconds: some servers misread fewer. */
export const timestamp: Codec<Date> = {
  cql: "timestamp",
  expected: "a valid Date",
  check: (value) => value instanceof Date && !Number.isNaN(value.getTime()),
  encode: printTimestamp,
  decode: (wire) => {
    const value = isString(wire) ? parseTimestamp(wire) : undefined;
    if (value) return value;
    throw notOnWire("timestamp");
  },
};

export const blob: Codec<Uint8Array> = {
  cql: "blob",
  expected: "a Uint8Array",
  check: (value) => value instanceof Uint8Array,
  encode: base64FromBlob,
  decode: (wire: Wire) => {
    const value = isString(wire) ? blobFromBase64(wire) : undefined;
    if (value) return value;
    throw notOnWire("blob");
  },
};

/** Every native type by its CQL name. */
export const natives = {
  ascii,
  bigint,
  blob,
  boolean,
  counter,
  date,
  decimal,
  double,
  duration,
  float,
  inet,
  int,
  smallint,
  text,
  time,
  timestamp,
  timeuuid,
  tinyint,
  uuid,
  varchar,
  varint,
} as const;

export type NativeName = keyof typeof natives;
/** The TypeScript value of a native type: `ValueOf<"timestamp">` is `Date`. */
export type ValueOf<Name extends NativeName> = (typeof natives)[Name] extends Codec<infer Value> ? Value : never;
/** A value of any native type. */
export type NativeValue = { [Name in NativeName]: ValueOf<Name> }[NativeName];
/** Any value that a column can hold, null aside; only within tuples and user types a part of it may be null. */
export type Value =
  NativeValue | readonly (Value | null)[] | ReadonlyMap<Value, Value> | { readonly [name: string]: Value | null };
