import type { CqlType, NativeType } from "../../../model/index.ts";
import { printFloat } from "../java-number.ts";
import { intOf, longOf, numberTypes, readNumber, writeNumber } from "../number-value.ts";
import type { NumberType, NumberValue } from "../number-value.ts";
import { printText } from "../print-text.ts";
import { readText } from "../read-text.ts";
import { typeText } from "../types.ts";
import { scalar } from "./native-function.ts";
import type { NativeFunction } from "./native-function.ts";
import { milliseconds, writeDate, writeLong } from "./times.ts";

/** The function that a cast to a type calls. */
export function castName(type: CqlType): string {
  return `cast_as_${typeText(type).toLowerCase()}`;
}

/** Types whose values can be cast to text and to ascii. */
const printable: readonly NativeType[] = [
  ...numberTypes,
  "inet",
  "boolean",
  "timeuuid",
  "timestamp",
  "date",
  "time",
  "uuid",
];

/** Nothing can be cast to a counter. */
const targets = numberTypes.filter((type) => type !== "counter");

export function castFunctions(): readonly NativeFunction[] {
  const ofNumbers = numberTypes.flatMap((from) =>
    targets
      .filter((to) => to !== from)
      .map((to) => cast(from, to, (bytes) => writeNumber(to, convert(readNumber(from, bytes), from, to)))),
  );
  const toText = printable.flatMap((from) =>
    (["ascii", "text"] as const).map((to) => cast(from, to, (bytes) => Buffer.from(printText(from, bytes)))),
  );
  return [
    ...ofNumbers,
    ...toText,
    cast("ascii", "text", (bytes) => bytes),
    cast("timeuuid", "date", (bytes) => writeDate(milliseconds.timeuuid(bytes))),
    cast("timeuuid", "timestamp", (bytes) => writeLong(milliseconds.timeuuid(bytes))),
    cast("timestamp", "date", (bytes) => writeDate(milliseconds.timestamp(bytes))),
    cast("date", "timestamp", (bytes) => writeLong(milliseconds.date(bytes))),
  ];
}

function cast(from: NativeType, to: NativeType, run: (bytes: Buffer) => Buffer): NativeFunction {
  return {
    ...scalar(`cast_as_${to}`, [from], to, ([value]) => run(value as Buffer)),
    title: ([name]) => `cast(${name} as ${to})`,
  };
}

/** As Java narrows numbers: doubles end at the limits of 64 or 32 bits, whole numbers lose their upper bits. */
function convert(value: NumberValue, from: NumberType, to: NumberType): NumberValue {
  switch (to) {
    case "tinyint":
    case "smallint":
    case "int":
      return intOf(value);
    case "bigint":
      return longOf(value);
    case "varint":
      return BigInt.asIntN(64, longOf(value));
    case "decimal":
      return from === "float" ? readNumber("decimal", readText("decimal", printFloat(value as number))) : value;
    default:
      return value;
  }
}
