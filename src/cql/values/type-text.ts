import { printCqlType, printTypeName } from "../../model/index.ts";
import type { CqlType } from "../../model/index.ts";

/** A type as the database names it in its messages: `varchar` is `text`, and a tuple is frozen. */
export function typeText(type: CqlType): string {
  switch (type.kind) {
    case "native":
      return type.name === "varchar" ? "text" : type.name;
    case "list":
    case "set":
      return frozen(type.frozen, `${type.kind}<${typeText(type.item)}>`);
    case "map":
      return frozen(type.frozen, `map<${typeText(type.key)}, ${typeText(type.value)}>`);
    case "tuple":
      return `frozen<tuple<${type.items.map(typeText).join(", ")}>>`;
    case "vector":
      return `vector<${typeText(type.item)}, ${type.dimensions}>`;
    case "user":
      return frozen(type.frozen, printTypeName(type.type.name));
    case "custom":
      return printCqlType(type);
  }
}

function frozen(isFrozen: boolean, text: string): string {
  return isFrozen ? `frozen<${text}>` : text;
}
