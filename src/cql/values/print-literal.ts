import type { CqlType, NativeType } from "../../model/index.ts";
import { printName } from "../../model/print-cql.ts";
import { splitParts } from "../../store/index.ts";
import { printText } from "./print-text.ts";

/**
 * A value as people read it and write it in a statement: `{'a': 1}`, `0xff`, `2026-01-31T12:00:00.000Z`. A text that is not
 * within a collection has no quotes, and neither has a time.
 */
export function printPlain(type: CqlType, bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return type.kind === "native" ? printNative(type.name, buffer) : printLiteral(type, buffer);
}

function printLiteral(type: CqlType, bytes: Buffer | null): string {
  if (bytes === null) return "null";
  switch (type.kind) {
    case "native":
      return quotedTypes.has(type.name) ? quoted(printNative(type.name, bytes)) : printNative(type.name, bytes);
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

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Values of other types than texts and blobs may have no bytes, too. */
function printNative(type: NativeType, bytes: Buffer): string {
  return bytes.length === 0 && type !== "blob" ? "" : printText(type, bytes);
}
