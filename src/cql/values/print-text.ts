import { dateFromDays } from "@colonnade/runtime/protocol";
import type { NativeType } from "../../model/index.ts";
import { deserializeValue } from "../../store/index.ts";
import { printDurationValue, readDuration } from "./duration-value.ts";
import { printDouble, printFloat } from "./java-number.ts";
import { nativeType } from "./receiver.ts";
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
