/** Prints values as CQL writes them. */
import type { Wire } from "@colonnade/runtime/protocol";
import { printName } from "../../model/index.ts";
import type { CqlType, NativeType } from "../../model/index.ts";
import { codecOf } from "../../store/values/codec.ts";
import type { Value } from "../../store/index.ts";

const quoted: ReadonlySet<NativeType> = new Set([
  ...(["ascii", "text", "varchar", "inet", "date", "time", "timestamp"] as const),
]);

/** `'Mill Lane'`, `12`, `{'a': 1}`, `0x0001`. */
export function printCqlLiteral(type: CqlType, value: unknown): string {
  if (value === null || value === undefined) return "null";
  const list = (of: (index: number) => CqlType): string =>
    (value as readonly unknown[]).map((item, index) => printCqlLiteral(of(index), item)).join(", ");
  switch (type.kind) {
    case "native":
      return native(type.name, codecOf(type).encode(value as Value));
    case "list":
    case "vector":
      return `[${list(() => type.item)}]`;
    case "set":
      return `{${list(() => type.item)}}`;
    case "tuple":
      return `(${list((index) => type.items[index] ?? type)})`;
    case "map": {
      const entries = Array.from(value as ReadonlyMap<unknown, unknown>, ([key, held]) => {
        return `${printCqlLiteral(type.key, key)}: ${printCqlLiteral(type.value, held)}`;
      });
      return `{${entries.join(", ")}}`;
    }
    case "user": {
      const members = value as Readonly<Record<string, unknown>>;
      const fields = type.type.fields.map(
        ({ name, type: of }) => `${printName(name)}: ${printCqlLiteral(of, members[name])}`,
      );
      return `{${fields.join(", ")}}`;
    }
    case "custom":
      return String(codecOf(type).encode(value as Value));
  }
}

function native(name: NativeType, wire: Wire): string {
  const text = String(wire);
  if (quoted.has(name)) return `'${text.replaceAll("'", "''")}'`;
  if (name !== "blob") return text;
  const hex = Array.from(atob(text), (byte) => byte.charCodeAt(0).toString(16).padStart(2, "0"));
  return `0x${hex.join("")}`;
}
