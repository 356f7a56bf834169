/**
 * Values in JSON by CQL names, as REST sends them and the console shows them: arrays for lists, sets, tuples and vectors, an object by
 * keys for a map, an object by fields for a user type.
 *
 * Lossless: rejects a number that may have lost digits, and writes a map key that is not text as JSON.
 */
import { natives, wireOfText } from "@colonnade/runtime/protocol";
import type { Codec, Wire } from "@colonnade/runtime/protocol";
import type { CqlType, NativeType } from "../model/index.ts";
// The console has this file without the rest of a store.
import { codecOf } from "../store/values/codec.ts";
import type { Value } from "../store/index.ts";
import { parseLiteral } from "./cql-literal.ts";
import { decodeNative, isJsonObject, parseJson, printJson } from "./json.ts";

/** Parses a value in JSON, or the text of one: `"12"` is the `int` 12. Undefined if it is not a value of the type. */
export function parseJsonValue(type: CqlType, json: unknown): Value | undefined {
  try {
    const value = readValue(type, json);
    return codecOf(type).check(value) ? value : undefined;
  } catch {
    // Text that should be JSON, or is nested without end.
    return undefined;
  }
}

/** @throws {RangeError} if it contains a number that JSON cannot express */
export function printJsonValue(type: CqlType, value: Value): Wire {
  switch (type.kind) {
    case "native":
      if (typeof value === "number" && !Number.isFinite(value)) {
        throw new RangeError(`${value}, which JSON cannot express`);
      }
      return (natives[type.name] as Codec<Value>).encode(value);
    case "custom":
      return codecOf(type).encode(value);
    case "list":
    case "set":
    case "vector":
      return (value as readonly Value[]).map((item) => printJsonValue(type.item, item));
    case "map":
      // Not a literal to assign to: a key may be `__proto__`.
      return Object.fromEntries(
        Array.from(value as ReadonlyMap<Value, Value>, ([key, item]) => {
          const wire = printJsonValue(type.key, key);
          return [typeof wire === "string" ? wire : printJson(wire), printJsonValue(type.value, item)];
        }),
      );
    case "tuple": {
      const items = value as readonly (Value | null)[];
      return type.items.map((item, index) => printNullable(item, items[index]));
    }
    case "user": {
      const members = value as Readonly<Record<string, Value | null>>;
      return Object.fromEntries(type.type.fields.map(({ name, type: of }) => [name, printNullable(of, members[name])]));
    }
  }
}

function printNullable(type: CqlType, value: Value | null | undefined): Wire {
  return value === null || value === undefined ? null : printJsonValue(type, value);
}

/** Types that read a number or a boolean as its text, as real servers do. */
const textual: ReadonlySet<NativeType> = new Set(["ascii", "text", "varchar"]);

/** Converts JSON to a value, which the codec then checks. */
function readValue(type: CqlType, json: unknown): Value {
  if (type.kind === "native") return readNative(type.name, json);
  if (type.kind === "custom") return json as Value;
  const form: unknown = typeof json === "string" ? readForm(json) : json;
  switch (type.kind) {
    case "list":
    case "set":
    case "vector":
      return listOf(form).map((item) => readValue(type.item, item));
    case "map":
      return new Map(
        entriesOf(form).map(([key, item]) => [readValue(type.key, key), readValue(type.value, item)] as const),
      );
    case "tuple":
      return listOf(form).map((item, index) => {
        const itemType = type.items[index];
        return itemType ? readNullable(itemType, item) : null;
      });
    case "user": {
      const members = new Map(entriesOf(form));
      return Object.fromEntries([
        ...Array.from(members.keys(), (name): [string, null] => [String(name), null]),
        ...type.type.fields.map(({ name, type: of }): [string, Value | null] => [
          name,
          readNullable(of, members.get(name)),
        ]),
      ]);
    }
  }
}

/** Tries CQL first: JSON would read `1.50` as a number, and drop the zero. */
function readForm(text: string): unknown {
  try {
    return parseLiteral(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return parseJson(text);
  }
}

function readNative(type: NativeType, json: unknown): Value {
  const scalar = typeof json === "number" || typeof json === "boolean";
  const wire = typeof json === "string" ? wireOfText(type, json) : scalar && textual.has(type) ? String(json) : json;
  const value = decodeNative(type, wire as Wire);
  if (value === undefined) throw new TypeError(`no ${type}`);
  return value;
}

function readNullable(type: CqlType, json: unknown): Value | null {
  return json === null || json === undefined ? null : readValue(type, json);
}

function listOf(json: unknown): readonly unknown[] {
  if (Array.isArray(json)) return json;
  throw new TypeError("no list");
}

/** Both forms of a map: an object, and the list of `{ key, value }` that GraphQL and the text of CQL have. */
function entriesOf(json: unknown): readonly (readonly [key: unknown, value: unknown])[] {
  if (isJsonObject(json)) return Object.entries(json);
  return listOf(json).map((entry) => {
    if (isJsonObject(entry)) return [entry["key"], entry["value"]] as const;
    throw new TypeError("no entry");
  });
}
