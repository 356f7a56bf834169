/** Prints values as CQL writes them. */
import type { Wire } from "@colonnade/runtime/protocol";
import { printIdentifier } from "../../model/index.ts";
import type { CqlType, Field, NativeType } from "../../model/index.ts";
import { wireValue } from "./value-text.ts";

const quoted: ReadonlySet<NativeType> = new Set([
  ...(["ascii", "text", "varchar", "inet", "date", "time", "timestamp"] as const),
]);

/** `'Mill Lane'`, `12`, `{'a': 1}`, `0x0001`. */
export function printCqlLiteral(type: CqlType, value: unknown): string {
  return literal(type, wireValue(type, value));
}

/** @param wire as `wireValue` has it: maps as objects, tuples as arrays, fields by CQL names */
function literal(type: CqlType, wire: Wire): string {
  if (wire === null) return "null";
  const list = (of: (index: number) => CqlType): string =>
    (wire as readonly Wire[]).map((item, index) => literal(of(index), item)).join(", ");
  switch (type.kind) {
    case "native":
      return native(type.name, wire);
    case "list":
    case "vector":
      return `[${list(() => type.item)}]`;
    case "set":
      return `{${list(() => type.item)}}`;
    case "tuple":
      return `(${list((index) => type.items[index] ?? type)})`;
    case "map": {
      const entries = Array.isArray(wire)
        ? (wire as readonly { key: Wire; value: Wire }[]).map(({ key, value }) => [key, value] as const)
        : Object.entries(wire as Readonly<Record<string, Wire>>);
      return `{${entries.map(([key, value]) => `${literal(type.key, key)}: ${literal(type.value, value)}`).join(", ")}}`;
    }
    case "user": {
      const fields = wire as Readonly<Record<string, Wire>>;
      const print = ({ name, type: of }: Field): string =>
        `${printIdentifier(name)}: ${literal(of, fields[name] ?? null)}`;
      return `{${type.type.fields.map(print).join(", ")}}`;
    }
    case "custom":
      return String(wire);
  }
}

function native(name: NativeType, wire: Wire): string {
  const text = String(wire);
  if (quoted.has(name)) return `'${text.replaceAll("'", "''")}'`;
  if (name !== "blob") return text;
  const hex = Array.from(atob(text), (byte) => byte.charCodeAt(0).toString(16).padStart(2, "0"));
  return `0x${hex.join("")}`;
}
