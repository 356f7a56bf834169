import { bufferOf } from "./expression.ts";
import type { CqlType, NativeType } from "../../model/index.ts";
import { splitParts } from "../../store/index.ts";
import { printText } from "./print-text.ts";
import type { MapType } from "./types.ts";

/** The JSON text of a value, as `toJson` and `SELECT JSON` print it; `null` for null. */
export function toJson(type: CqlType, bytes: Uint8Array | null): string {
  return bytes === null ? "null" : printValue(type, bufferOf(bytes));
}

/** The name of a column in JSON: with quotes within it, if it would be another name without them. */
export function jsonName(name: string): string {
  return quoted(name === name.toLowerCase() ? name : `"${name}"`);
}

function printValue(type: CqlType, bytes: Buffer): string {
  switch (type.kind) {
    case "native":
      return printNative(type.name, bytes);
    case "custom":
      return quoted(bytes.toString());
    case "list":
    case "set":
    case "vector":
      return `[${splitParts(type, bytes)
        .map((part) => toJson(type.item, part))
        .join(", ")}]`;
    case "tuple": {
      const parts = splitParts(type, bytes);
      return `[${type.items.map((item, index) => toJson(item, parts[index] ?? null)).join(", ")}]`;
    }
    case "user": {
      const parts = splitParts(type, bytes);
      const fields = type.type.fields.map((field, index) => {
        return `${jsonName(field.name)}: ${toJson(field.type, parts[index] ?? null)}`;
      });
      return `{${fields.join(", ")}}`;
    }
    case "map":
      return printMap(type, bytes);
  }
}

/** A key that is not a text in JSON becomes one: `{"1": "a"}`, `{"[1, 2]": "b"}`. */
function printMap(type: MapType, bytes: Buffer): string {
  const parts = splitParts(type, bytes);
  const entries: string[] = [];
  for (let index = 0; index + 1 < parts.length; index += 2) {
    const key = toJson(type.key, parts[index] ?? null);
    entries.push(`${key.startsWith('"') ? key : quoted(key)}: ${toJson(type.value, parts[index + 1] ?? null)}`);
  }
  return `{${entries.join(", ")}}`;
}

/** Types that are numbers or words in JSON. */
const plain: ReadonlySet<NativeType> = new Set([
  "bigint",
  "boolean",
  "counter",
  "decimal",
  "int",
  "smallint",
  "tinyint",
  "varint",
]);

function printNative(type: NativeType, bytes: Buffer): string {
  if (type === "text" || type === "varchar" || type === "ascii") return quoted(bytes.toString());
  if (bytes.length === 0 && type !== "blob") return '""';
  if (type === "float" || type === "double") {
    const text = printText(type, bytes);
    return /[NI]/.test(text) ? "null" : text;
  }
  if (plain.has(type)) return printText(type, bytes);
  const text = printText(type, bytes);
  return `"${type === "timestamp" ? text.replace("T", " ") : text}"`;
}

/** The database writes hexadecimal digits in upper case. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(/\\(?:u([0-9a-f]{4})|.)/g, (escape, hex: string | undefined) =>
    hex === undefined ? escape : `\\u${hex.toUpperCase()}`,
  );
}
