import type { CqlType } from "../../model/index.ts";
import { printTypeName } from "../../model/index.ts";
import { printName } from "../../model/print-cql.ts";

/**
 * Prints a type as `system_schema` and DESCRIBE have it: a tuple says that it is frozen, `varchar` is `text`, and the names
 * of user types are quoted where a statement needs it.
 */
export function printSchemaType(type: CqlType): string {
  const text = printOpen(type);
  const isFrozen = type.kind === "tuple" || ("frozen" in type && type.frozen);
  return isFrozen ? `frozen<${text}>` : text;
}

function printOpen(type: CqlType): string {
  switch (type.kind) {
    case "native":
      return type.name === "varchar" ? "text" : type.name;
    case "list":
    case "set":
      return `${type.kind}<${printSchemaType(type.item)}>`;
    case "map":
      return `map<${printSchemaType(type.key)}, ${printSchemaType(type.value)}>`;
    case "tuple":
      return `tuple<${type.items.map(printSchemaType).join(", ")}>`;
    case "vector":
      return `vector<${printSchemaType(type.item)}, ${type.dimensions}>`;
    case "user":
      return printUserTypeName(type.type.name);
    case "custom":
      return type.text;
  }
}

/** In quotes if it is reserved, or the name of a native type. */
export function printUserTypeName(name: string): string {
  const asType = printTypeName(name);
  return asType.startsWith('"') ? asType : printName(name);
}
