import { createHash, getHashes } from "node:crypto";
import { partsOf } from "../../../model/index.ts";
import type { CqlType, NativeType } from "../../../model/index.ts";
import { joinParts } from "../../../store/index.ts";
import { invalid } from "../../cql-error.ts";
import { nativeType } from "../types.ts";
import { readText } from "../read-text.ts";
import { minTimeUuid } from "./times.ts";
import type { Bytes, NativeFunction } from "./native-function.ts";

/** Functions that mask values. Those that accept nulls are not `scalar`. */
export function maskNull(type: CqlType): NativeFunction {
  return { name: "mask_null", arguments: [type], returns: type, run: () => null };
}

export function maskDefault(type: CqlType): NativeFunction {
  const masked = maskedValue(type);
  return { name: "mask_default", arguments: [type], returns: type, run: () => masked };
}

export function maskReplace(type: CqlType): NativeFunction {
  return { name: "mask_replace", arguments: [type, type], returns: type, run: ([, given = null]) => given };
}

export function maskHash(types: readonly CqlType[]): NativeFunction {
  const run = ([value = null, algorithm = null]: readonly Bytes[]): Bytes => {
    if (value === null) return null;
    const name = algorithm?.toString() ?? "SHA-256";
    const hash = name.toLowerCase().replace("-", "");
    if (!getHashes().includes(hash)) throw invalid(`Hash algorithm not found: ${name}`);
    return createHash(hash).update(value).digest();
  };
  return { name: "mask_hash", arguments: types, returns: nativeType("blob"), run };
}

/** Masks the inside or the outside of a text: all characters between its beginning and end of given lengths, or the others. */
export function maskPart(name: "mask_inner" | "mask_outer", types: readonly CqlType[]): NativeFunction {
  const run = ([value = null, begin = null, end = null, padding = null]: readonly Bytes[]): Bytes => {
    if (value === null) return null;
    const text = value.toString();
    const sign = padding?.toString() ?? "*";
    if (sign.length !== 1) {
      throw invalid(
        `The padding argument for function system.${name} should be single-character, but '${sign}' has ${sign.length} characters.`,
      );
    }
    const first = intOr(begin, 0);
    const last = text.length - 1 - intOr(end, 0);
    const masked = Array.from({ length: text.length }, (_, index) => {
      const isInside = index >= first && index <= last;
      return isInside === (name === "mask_inner") ? sign : text.charAt(index);
    });
    return Buffer.from(masked.join(""));
  };
  return { name, arguments: types, returns: types[0] ?? nativeType("text"), run };
}

function intOr(bytes: Bytes, otherwise: number): number {
  return bytes && bytes.length === 4 ? bytes.readInt32BE() : otherwise;
}

const maskedTexts: Partial<Record<NativeType, string>> = {
  ascii: "****",
  text: "****",
  varchar: "****",
  blob: "",
  boolean: "false",
  inet: "0.0.0.0",
  date: "1970-01-01",
  duration: "0s",
  uuid: "00000000-0000-0000-0000-000000000000",
};

/** The value that masks any other of a type: zeros, asterisks, empty collections. */
export function maskedValue(type: CqlType): Buffer {
  switch (type.kind) {
    case "native":
      if (type.name === "timeuuid") return minTimeUuid(0n);
      return readText(type.name, maskedTexts[type.name] ?? "0");
    case "list":
    case "set":
    case "map":
      return joinParts(type, []);
    case "tuple":
    case "user":
      return joinParts(type, partsOf(type).map(maskedValue));
    case "vector":
      return joinParts(type, new Array<Buffer>(type.dimensions).fill(maskedValue(type.item)));
    case "custom":
      return Buffer.alloc(0);
  }
}
