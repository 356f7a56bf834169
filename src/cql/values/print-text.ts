/** Prints values as texts: as casts print them, and as literals. */
import { bufferOf } from "./expression.ts";
import { dateFromDays } from "@colonnade/runtime/protocol";
import type { NativeType, CqlType } from "../../model/index.ts";
import { deserializeValue, splitParts } from "../../store/index.ts";
import { printName } from "../../model/index.ts";
import { printText as printQuoted } from "../../model/print-cql.ts";
import { printDurationValue, readDuration } from "./duration-value.ts";
import { printDouble, printFloat } from "./java-number.ts";
import { nativeType } from "./types.ts";
import { printTimestamp } from "./timestamp-text.ts";

/** The text of a value that is not empty, as the database casts it. */
export function printText(type: NativeType, bytes: Buffer): string {
  switch (type) {
    case "blob":
      return `0x${bytes.toString("hex")}`;
    case "date":
      return dateFromDays(bytes.readUInt32BE() - 2 ** 31);
    case "double":
      return printDouble(bytes.readDoubleBE());
    case "duration":
      return printDurationValue(readDuration(bytes));
    case "float":
      return printFloat(bytes.readFloatBE());
    case "inet":
      return bytes.length === 4 ? bytes.join(".") : groups(bytes).join(":");
    case "time":
      return printTimeOfDay(bytes.readBigInt64BE());
    case "timestamp":
      return printTimestamp(bytes.readBigInt64BE(), "T");
    default:
      return String(deserializeValue(nativeType(type), bytes));
  }
}

/** All eight, none shortened. */
function groups(bytes: Buffer): readonly string[] {
  return Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16));
}

/** With nine digits of fraction: `10:00:00.500000000`. */
function printTimeOfDay(nanoseconds: bigint): string {
  const seconds = Number(nanoseconds / 1_000_000_000n);
  const clock = [seconds / 3600, (seconds / 60) % 60, seconds % 60];
  const fraction = String(nanoseconds % 1_000_000_000n).padStart(9, "0");
  return `${clock.map((value) => String(Math.floor(value)).padStart(2, "0")).join(":")}.${fraction}`;
}

/**
 * A value as people read it and write it in a statement: `{'a': 1}`, `0xff`, `2026-01-31T12:00:00.000Z`. A text that is not
 * within a collection has no quotes, and neither has a time.
 */
export function printPlain(type: CqlType, bytes: Uint8Array): string {
  const buffer = bufferOf(bytes);
  return type.kind === "native" ? printNative(type.name, buffer) : printLiteral(type, buffer);
}

function printLiteral(type: CqlType, bytes: Buffer | null): string {
  if (bytes === null) return "null";
  switch (type.kind) {
    case "native":
      return quotedTypes.has(type.name) ? printQuoted(printNative(type.name, bytes)) : printNative(type.name, bytes);
    case "custom":
      return `0x${bytes.toString("hex")}`;
    case "list":
    case "vector":
      return `[${printParts(type.item, splitParts(type, bytes))}]`;
    case "set":
      return `{${printParts(type.item, splitParts(type, bytes))}}`;
    case "tuple": {
      const parts = splitParts(type, bytes);
      return `(${type.items.map((item, index) => printLiteral(item, parts[index] ?? null)).join(", ")})`;
    }
    case "user": {
      const parts = splitParts(type, bytes);
      const fields = type.type.fields.map(
        (field, index) => `${printName(field.name)}: ${printLiteral(field.type, parts[index] ?? null)}`,
      );
      return `{${fields.join(", ")}}`;
    }
    case "map": {
      const parts = splitParts(type, bytes);
      const entries = Array.from({ length: parts.length / 2 }, (_, index) => {
        const [key, value] = [parts[2 * index] ?? null, parts[2 * index + 1] ?? null];
        return `${printLiteral(type.key, key)}: ${printLiteral(type.value, value)}`;
      });
      return `{${entries.join(", ")}}`;
    }
  }
}

function printParts(type: CqlType, parts: readonly (Buffer | null)[]): string {
  return parts.map((part) => printLiteral(type, part)).join(", ");
}

/** The natives whose literals have quotes. */
const quotedTypes: ReadonlySet<NativeType> = new Set([
  ...(["ascii", "text", "varchar", "date", "inet", "time", "timestamp"] as const),
]);

/** Values of other types than texts and blobs may have no bytes, too. */
function printNative(type: NativeType, bytes: Buffer): string {
  return bytes.length === 0 && type !== "blob" ? "" : printText(type, bytes);
}
