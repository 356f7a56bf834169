/**
 * The bytes of values of native types as texts: what constants, JSON and casts have in common. Words of errors are those of
 * the database, which says `byte` for `tinyint`, `short` and `long`.
 */
import { daysFromDate, parseDecimal, parseInet } from "@colonnade/runtime/protocol";
import type { NativeType } from "../../model/index.ts";
import { serializeValue } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import { parseDurationText, writeDuration } from "./duration-value.ts";
import { parseDouble } from "./java-number.ts";
import { numberSizes, writeNumber } from "./number-value.ts";
import type { NumberType } from "./number-value.ts";
import { nativeType } from "./types.ts";
import { parseTimestampText } from "./timestamp-text.ts";

/** @throws {CqlError} `invalid` for a text that is not a value of the type */
export function readText(type: NativeType, text: string): Buffer {
  if (text === "" && emptyTexts.has(type)) return Buffer.alloc(0);
  return readers[type](text);
}

/** Types for which an empty text is a value without bytes. For date and time it is an error. */
const emptyTexts: ReadonlySet<NativeType> = new Set([
  "bigint",
  "counter",
  "decimal",
  "double",
  "duration",
  "float",
  "inet",
  "int",
  "smallint",
  "timestamp",
  "timeuuid",
  "tinyint",
  "uuid",
  "varint",
]);

const readers: Readonly<Record<NativeType, (text: string) => Buffer>> = {
  ascii: (text) => {
    if (/[^\0-\x7f]/.test(text)) {
      throw invalid(
        "Invalid ASCII character in string literal: java.nio.charset.UnmappableCharacterException: Input length = 1",
      );
    }
    return Buffer.from(text, "latin1");
  },
  bigint: whole("long", "bigint"),
  blob: (text) => {
    if (!/^(?:[0-9a-f]{2})*$/i.test(text)) throw invalid(`cannot parse '${text}' as hex bytes`);
    return Buffer.from(text, "hex");
  },
  boolean: (text) => {
    const lower = text.toLowerCase();
    if (lower !== "true" && lower !== "false" && lower !== "") throw invalid(`Unable to make boolean from '${text}'`);
    return Buffer.of(lower === "true" ? 1 : 0);
  },
  counter: whole("long", "bigint"),
  date: readDate,
  decimal: (text) => {
    if (!parseDecimal(text)) throw invalid(`unable to make BigDecimal from '${text}'`);
    return serializeValue(nativeType("decimal"), text);
  },
  double: (text) => writeNumber("double", number("double", text)),
  duration: (text) => writeDuration(parseDurationText(text)),
  float: (text) => writeNumber("float", number("float", text)),
  inet: (text) => {
    const bytes = parseInet(text) ?? parseShortInet(text);
    if (!bytes) throw invalid(`Unable to make inet address from '${text}'`);
    return Buffer.from(bytes);
  },
  int: whole("int", "int"),
  smallint: whole("short", "smallint"),
  text: (text) => Buffer.from(text),
  time: readTime,
  timestamp: (text) => writeNumber("bigint", milliseconds(text)),
  timeuuid: (text) => {
    if (!uuid.test(text)) throw invalid(`Unknown timeuuid representation: ${text}`);
    if (text[14] !== "1") throw invalid("TimeUUID supports only version 1 UUIDs");
    return Buffer.from(text.replaceAll("-", ""), "hex");
  },
  tinyint: whole("byte", "tinyint"),
  uuid: (text) => {
    if (!uuid.test(text)) throw invalid(`Unable to make UUID from '${text}'`);
    return Buffer.from(text.replaceAll("-", ""), "hex");
  },
  varchar: (text) => Buffer.from(text),
  varint: (text) => {
    if (!digits.test(text)) throw invalid(`unable to make int from '${text}'`);
    return serializeValue(nativeType("varint"), BigInt(text.replace("+", "")));
  },
};

/** `1`, `1.2` and `1.2.3`: the last number fills the bytes that are left. */
function parseShortInet(text: string): Buffer | undefined {
  if (!/^\d{1,10}(?:\.\d{1,10}){0,2}$/.test(text)) return undefined;
  const numbers = text.split(".").map(Number);
  const last = numbers.pop() ?? 0;
  if (last >= 256 ** (4 - numbers.length) || numbers.some((number) => number > 255)) return undefined;
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(last);
  numbers.forEach((number, index) => bytes.writeUInt8(number, index));
  return bytes;
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const digits = /^[+-]?\d+$/;
/** A number that Java looks for before it looks for a date or time. */
const rawNumber = /^-?\d+$/;

function whole(name: string, type: NumberType): (text: string) => Buffer {
  return (text) => {
    const value = digits.test(text) && text.length < 30 ? BigInt(text.replace("+", "")) : undefined;
    if (value === undefined || value !== BigInt.asIntN(numberSizes[type] * 8, value)) {
      throw invalid(`Unable to make ${name} from '${text}'`);
    }
    return writeNumber(type, value);
  };
}

function number(name: string, text: string): number {
  const value = parseDouble(text);
  if (value === undefined) throw invalid(`Unable to make ${name} from '${text}'`);
  return value;
}

/** The number of 1970-01-01, in the middle of all days. */
const epoch = 2 ** 31;
const maximumDays = 2n ** 32n - 1n;

function readDate(text: string): Buffer {
  if (rawNumber.test(text)) {
    const days = BigInt(text);
    if (days < 0n || days > maximumDays) throw invalid(`Unable to make unsigned int (for date) from: '${text}'`);
    return writeNumber("int", days);
  }
  const [, sign, year = ""] = /^([+-]?)(\d{4,10})-\d{2}-\d{2}$/.exec(text) ?? [];
  const isIso = sign === "+" ? year.length > 4 : sign === "-" || year.length === 4;
  const days = isIso ? daysFromDate(text) : undefined;
  if (isIso && days === undefined && /-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|30)$/.test(text) && year.length > 4) {
    const limit =
      sign === "-" ? "less than min supported date -5877641-06-23" : "greater than max supported date +5881580-07-11";
    throw invalid(`Input date ${text} is ${limit}T00:00Z`);
  }
  if (days === undefined) throw invalid(`Unable to coerce '${text}' to a formatted date (long)`);
  return writeNumber("int", BigInt(days + epoch));
}

const dayNanoseconds = 86_400_000_000_000n;

function readTime(text: string): Buffer {
  if (rawNumber.test(text)) {
    const value = BigInt(text);
    if (value < 0n || value >= dayNanoseconds) throw invalid(`Unable to make long (for time) from: '${text}'`);
    return writeNumber("bigint", value);
  }
  const [, hours = "", minutes = "", seconds = "", fraction = ""] =
    /^(\d{1,9}):(\d{1,9}):(\d{1,9})(?:\.(\d{1,9}))?$/.exec(text.trim()) ?? [];
  if (hours === "" || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) {
    throw invalid(`(TimeType) Unable to coerce '${text}' to a formatted time (long)`);
  }
  const total = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return writeNumber("bigint", BigInt(total) * 1_000_000_000n + BigInt(fraction.padEnd(9, "0")));
}

function milliseconds(text: string): bigint {
  if (text.toLowerCase() === "now") return BigInt(Date.now());
  const value = rawNumber.test(text) ? BigInt(text) : parseTimestampText(text);
  if (value !== undefined && value === BigInt.asIntN(64, value)) return value;
  if (rawNumber.test(text)) throw invalid(`Unable to make long (for date) from: '${text}'`);
  throw invalid(`Unable to parse a date/time from '${text}'`);
}
