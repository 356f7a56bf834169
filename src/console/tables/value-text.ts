/** Values as text that people read and type: that of a single value, or JSON as REST has it. Checks text by the codecs. */
import type { Value, Wire } from "@colonnade/runtime/protocol";
import type { CqlType, NativeType } from "../../model/index.ts";
import { printJsonValue } from "../../service/json-value.ts";
import { printJson } from "../../service/json.ts";
import { codecOf, fieldNamesOf } from "../../store/values/codec.ts";

type Parsed = { readonly value: Value } | { readonly problem: string };

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

/** The rule that a text must keep: a phrase that follows "must be". */
export function expectedText(type: CqlType): string {
  if (type.kind === "native") return expected[type.name] ?? phraseOf(type);
  return `${phraseOf(type)}; as JSON`;
}

/** The codec's own phrase, which speaks of values in a program. */
function phraseOf(type: CqlType): string {
  return codecOf(type)
    .expected.replace(/ as text| without lone surrogates/g, "")
    .replaceAll("a Map,", "an object,");
}

/** Makes a value that people rarely type. */
interface Maker {
  readonly title: string;
  readonly make: () => string;
}

const makers: Readonly<Partial<Record<NativeType, Maker>>> = {
  uuid: { title: "New", make: () => crypto.randomUUID() },
  timestamp: { title: "Now", make: () => new Date().toISOString() },
};

export function makerOf(type: CqlType): Maker | undefined {
  // Browsers make UUIDs only for pages of this machine and of HTTPS.
  if (type.kind !== "native" || (type.name === "uuid" && !isSecureContext)) return undefined;
  return makers[type.name];
}

/** Whether a value may take several lines. */
export function isLong(type: CqlType): boolean {
  return type.kind !== "native";
}

export function isText(type: CqlType): boolean {
  return type.kind === "native" && textTypes.has(type.name);
}

export function isNumeric(type: CqlType): boolean {
  return type.kind === "native" && (numberTypes.has(type.name) || /^(bigint|counter|varint|decimal)$/.test(type.name));
}

export function printValue(type: CqlType, value: unknown): string {
  const shown = printJsonValue(type, value as Value);
  return typeof shown === "string" ? shown : printJson(shown);
}

interface CellText {
  /** The value as stored: what is shown and copied. Nothing for null. */
  readonly text: string;
  /** What stands for a value without any text. */
  readonly absent?: "null" | "empty";
}

export function cellText(type: CqlType, value: unknown): CellText {
  if (value === null || value === undefined) return { text: "", absent: "null" };
  const text = printValue(type, value);
  return text === "" ? { text, absent: "empty" } : { text };
}

export function parseText(type: CqlType, text: string): Parsed {
  const codec = codecOf(type);
  const problem = { problem: `Must be ${expectedText(type)}` };
  try {
    const value = codec.decode(wireOf(type, text));
    return codec.check(value) ? { value } : problem;
  } catch {
    return problem;
  }
}

/** @throws if the text has no wire form */
function wireOf(type: CqlType, text: string): Wire {
  if (type.kind !== "native") return wired(type, JSON.parse(text) as Wire);
  if (textTypes.has(type.name)) return text;
  const trimmed = text.trim();
  if (trimmed === "" && type.name !== "blob") throw new TypeError("the text is empty");
  if (type.name === "boolean") return trimmed === "true" || (trimmed === "false" ? false : trimmed);
  return numberTypes.has(type.name) ? Number(trimmed) : trimmed;
}

/** The wire form of JSON, as far as the codecs do not read it: fields by their CQL names. @throws if there is another member */
function wired(type: CqlType, json: Wire): Wire {
  if (json === null || typeof json !== "object") return json;
  const all = (of: CqlType): Wire => (Array.isArray(json) ? json.map((item: Wire) => wired(of, item)) : json);
  switch (type.kind) {
    case "list":
    case "set":
    case "vector":
      return all(type.item);
    case "tuple": {
      // The codec would drop what is too much.
      if (!Array.isArray(json) || json.length !== type.items.length) throw new TypeError("the tuple has other items");
      return type.items.map((item, index) => wired(item, (json[index] ?? null) as Wire));
    }
    case "map": {
      if (!Array.isArray(json) && type.key.kind === "native") {
        return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, wired(type.value, value as Wire)]));
      }
      const entries: readonly Wire[] = Array.isArray(json)
        ? json
        : Object.entries(json).map(([key, value]) => ({ key: JSON.parse(key) as Wire, value: value as Wire }));
      return entries.map((entry) => ({
        key: wired(type.key, memberOf(entry, "key")),
        value: wired(type.value, memberOf(entry, "value")),
      }));
    }
    case "user": {
      const names = fieldNamesOf(type.type);
      return Object.fromEntries(
        Object.entries(json).map(([name, value]) => {
          const field = type.type.fields.find((candidate) => candidate.name === name);
          if (!field) throw new TypeError("the user type has no such field");
          return [names.get(name) ?? name, wired(field.type, value as Wire)];
        }),
      );
    }
    default:
      return json;
  }
}

function memberOf(wire: Wire, name: string): Wire {
  return (wire as Readonly<Record<string, Wire>> | null)?.[name] ?? null;
}
