/**
 * Values as text that people read and type: what the wire has, with maps as objects and tuples as arrays. Checks text by the
 * codecs of the runtime, which every client has.
 */
import type { Value, Wire } from "@colonnade/runtime/protocol";
import type { CqlType, NativeType } from "../../model/index.ts";
import { codecOf } from "../../store/values/codec.ts";

export type Parsed = { readonly value: Value } | { readonly problem: string };

const textTypes: ReadonlySet<string> = new Set(["ascii", "text", "varchar"]);
const numberTypes: ReadonlySet<string> = new Set(["tinyint", "smallint", "int", "float", "double"]);

/** What to type, for types whose check speaks of values in a program. */
const expected: Readonly<Partial<Record<NativeType, string>>> = {
  timestamp: "a time, such as 2026-11-23T12:30:00.000Z",
  blob: "bytes in base64, such as AAEC",
  bigint: "a whole number of 64 bits",
  counter: "a whole number of 64 bits",
  varint: "a whole number",
};

/** A phrase that follows "is not". */
export function expectedText(type: CqlType): string {
  if (type.kind === "native") return expected[type.name] ?? codecOf(type).expected;
  return `${codecOf(type).expected.replace(/^a Map,/, "an object,")}, as JSON`;
}

/** Whether a value may take several lines. */
export function isLong(type: CqlType): boolean {
  return type.kind !== "native";
}

export function isNumeric(type: CqlType): boolean {
  return type.kind === "native" && (numberTypes.has(type.name) || /^(bigint|counter|varint|decimal)$/.test(type.name));
}

export function printValue(type: CqlType, value: unknown): string {
  const shown = plain(type, codecOf(type).encode(value as Value));
  return typeof shown === "string" ? shown : JSON.stringify(shown);
}

export function parseText(type: CqlType, text: string): Parsed {
  const codec = codecOf(type);
  const problem = { problem: `is not ${expectedText(type)}` };
  try {
    const value = codec.decode(wireOf(type, text));
    return codec.check(value) ? { value } : problem;
  } catch {
    return problem;
  }
}

/** @throws if the text has no wire form */
function wireOf(type: CqlType, text: string): Wire {
  if (type.kind !== "native") return JSON.parse(text) as Wire;
  if (textTypes.has(type.name)) return text;
  const trimmed = text.trim();
  if (trimmed === "") throw new TypeError("there is no text");
  if (type.name === "boolean") return trimmed === "true" || (trimmed === "false" ? false : trimmed);
  return numberTypes.has(type.name) ? Number(trimmed) : trimmed;
}

/** Maps with keys that are texts become objects, tuples become arrays; the codecs read both forms. */
function plain(type: CqlType, wire: Wire): Wire {
  if (wire === null) return null;
  switch (type.kind) {
    case "list":
    case "set":
    case "vector":
      return (wire as readonly Wire[]).map((item) => plain(type.item, item));
    case "tuple":
      return type.items.map((item, index) => plain(item, memberOf(wire, `item${index}`)));
    case "map": {
      const entries = wire as readonly Wire[];
      if (type.key.kind !== "native") return entries;
      return Object.fromEntries(
        entries.map((entry) => [String(memberOf(entry, "key")), plain(type.value, memberOf(entry, "value"))]),
      );
    }
    default:
      return wire;
  }
}

function memberOf(wire: Wire, name: string): Wire {
  return (wire as Readonly<Record<string, Wire>>)[name] ?? null;
}
