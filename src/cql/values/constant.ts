import { nativeType, typeText } from "./types.ts";
import type { TupleType } from "./types.ts";
import { parseDecimal } from "@colonnade/runtime/protocol";
import type { ConstantType } from "../grammar/tree.ts";
import type { CqlType, NativeType } from "../../model/index.ts";
import { joinParts } from "../../store/index.ts";
import { CqlError, invalid } from "../cql-error.ts";
import { sameType } from "./fit.ts";
import type { Fit } from "./fit.ts";
import { parseDouble, printDouble } from "./java-number.ts";
import { readText } from "./read-text.ts";
import type { Receiver } from "./receiver.ts";

export interface Constant {
  readonly type: ConstantType;
  readonly text: string;
}

interface Kind {
  /** In messages. */
  readonly name: string;
  readonly receivers: readonly NativeType[];
}

const whole: readonly NativeType[] = ["tinyint", "smallint", "int", "bigint", "varint", "counter"];
const fractional: readonly NativeType[] = ["decimal", "double", "float"];

const kinds: Readonly<Record<ConstantType, Kind>> = {
  text: { name: "STRING", receivers: ["ascii", "text", "varchar", "inet", "date", "time", "timestamp"] },
  integer: { name: "INTEGER", receivers: [...whole, ...fractional, "date", "duration", "time", "timestamp"] },
  float: { name: "FLOAT", receivers: fractional },
  boolean: { name: "BOOLEAN", receivers: ["boolean"] },
  uuid: { name: "UUID", receivers: ["uuid", "timeuuid"] },
  blob: { name: "HEX", receivers: ["blob"] },
  duration: { name: "DURATION", receivers: ["duration"] },
};

/** The bytes of a constant for its receiver. */
export function readConstant(constant: Constant, receiver: Receiver): Buffer {
  const { name, type } = receiver;
  if (fitConstant(constant, type) === "none") {
    const kind = kinds[constant.type].name;
    throw invalid(`Invalid ${kind} constant (${constant.text}) for "${name}" of type ${typeText(type)}`);
  }
  if (type.kind === "tuple") return readTuple(type, constant.text);
  if (type.kind !== "native") return Buffer.from(constant.text);
  return readText(type.name, constant.type === "blob" ? constant.text.slice(2) : constant.text);
}

/** A tuple as one text: `1:a`, with `@` for null; backslashes stand before other colons and at signs. */
function readTuple(type: TupleType, text: string): Buffer {
  const parts = text === "" ? [] : text.split(/(?<!\\):/);
  if (parts.length > type.items.length) {
    const counts = `expects ${type.items.length} but got ${parts.length}`;
    throw invalid(`Invalid tuple literal: too many elements. Type ${typeText(type)} ${counts}`);
  }
  const items = parts.map((part, index) => {
    if (part === "@") return null;
    const item = type.items[index] as CqlType;
    const unescaped = part.replaceAll("\\:", ":").replaceAll("\\@", "@");
    if (item.kind === "tuple") return readTuple(item, unescaped);
    return readText(item.kind === "native" ? item.name : "blob", unescaped);
  });
  return joinParts(type, items);
}

export function fitConstant(constant: Constant, receiver: CqlType): Fit {
  if (receiver.kind === "custom" || (receiver.kind === "tuple" && constant.type !== "blob")) return "weak";
  if (receiver.kind !== "native") return "none";
  if (sameType(preferredType(constant), receiver)) return "exact";
  return kinds[constant.type].receivers.includes(receiver.name) ? "weak" : "none";
}

/** The type that a constant has where nothing else says one. */
export function preferredType({ type, text }: Constant): CqlType {
  return nativeType(preferences[type](text));
}

const preferences: Readonly<Record<ConstantType, (text: string) => NativeType>> = {
  text: (text) => (/^[\0-\x7f]*$/.test(text) ? "ascii" : "text"),
  integer: (text) => {
    if (text.length > 20) return "varint";
    const value = BigInt(text);
    if (value === BigInt.asIntN(32, value)) return "int";
    return value === BigInt.asIntN(64, value) ? "bigint" : "varint";
  },
  float: (text) => {
    const value = parseDouble(text) ?? NaN;
    if (Number.isNaN(value) || /Infinity/.test(text)) return "double";
    if (!Number.isFinite(value)) {
      throw new CqlError(
        "syntax",
        `Failed parsing statement: [${text}] reason: NumberFormatException Character I is neither a decimal digit number, decimal point, nor "e" notation exponential mark.`,
      );
    }
    return isEqual(text, printDouble(value)) ? "double" : "decimal";
  },
  boolean: () => "boolean",
  uuid: (text) => (text[14] === "1" ? "timeuuid" : "uuid"),
  // Since 5.0, by a mistake that a function of a blob has to live with.
  blob: () => "tinyint",
  duration: () => "duration",
};

/** Whether two texts are one number. */
function isEqual(one: string, other: string): boolean {
  const [first, second] = [parseDecimal(one), parseDecimal(other)];
  if (!first || !second) return false;
  const digits = ({ unscaled }: { unscaled: bigint }): string => unscaled.toString().replace(/0+$/, "");
  const exponent = (decimal: { unscaled: bigint; scale: number }): number =>
    decimal.unscaled.toString().length - decimal.scale;
  if (first.unscaled === 0n || second.unscaled === 0n) return first.unscaled === second.unscaled;
  return digits(first) === digits(second) && exponent(first) === exponent(second);
}
