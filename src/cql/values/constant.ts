import type { Value } from "@colonnade/runtime/protocol";
import type { ConstantType } from "../grammar/tree.ts";
import { printCqlType } from "../../model/index.ts";
import { codecOf, serializeValue } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import type { Receiver } from "./receiver.ts";

/** The bytes of a constant for its receiver. */
export function readConstant(constant: ConstantType, text: string, { name, type }: Receiver): Buffer {
  if (constant === "blob") return Buffer.from(text.slice(2), "hex");
  const codec = codecOf(type);
  const value: Value =
    type.kind === "native" && ["int", "smallint", "tinyint", "float", "double"].includes(type.name)
      ? Number(text)
      : type.kind === "native" && ["bigint", "counter", "varint"].includes(type.name)
        ? BigInt(text)
        : type.kind === "native" && type.name === "boolean"
          ? /true/i.test(text)
          : type.kind === "native" && type.name === "timestamp"
            ? new Date(/^-?\d+$/.test(text) ? Number(text) : text)
            : text;
  if (!codec.check(value))
    throw invalid(`Invalid ${constant} constant (${text}) for "${name}" of type ${printCqlType(type)}`);
  return serializeValue(type, value);
}
