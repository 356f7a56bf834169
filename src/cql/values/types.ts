/** Types: of collections and the like, of natives by their names, and as the database prints them. */
import { partsOf, printTypeName } from "../../model/index.ts";
import type { CqlType, NativeType } from "../../model/index.ts";

export type ItemsType = Extract<CqlType, { readonly kind: "list" | "set" }>;
export type MapType = Extract<CqlType, { readonly kind: "map" }>;
export type TupleType = Extract<CqlType, { readonly kind: "tuple" }>;
export type RecordType = Extract<CqlType, { readonly kind: "user" }>;
export type CollectionType = ItemsType | MapType;
export type VectorType = Extract<CqlType, { readonly kind: "vector" }>;

/** A native type, always the same object for the same name. */
export function nativeType(name: NativeType): CqlType {
  const type = natives.get(name) ?? { kind: "native", name };
  natives.set(name, type);
  return type;
}

export function isCollection(type: CqlType): type is CollectionType {
  return type.kind === "list" || type.kind === "set" || type.kind === "map";
}

const natives = new Map<NativeType, CqlType>();

/**
 * A type as messages, `system_schema` and DESCRIBE have it: `varchar` is `text`, a tuple is frozen, and the name of a user
 * type is quoted where a statement needs it.
 */
export function typeText(type: CqlType): string {
  const text = typeTextWithin(type, typeText);
  const isFrozen = type.kind === "tuple" || ("frozen" in type && type.frozen);
  return isFrozen ? `frozen<${text}>` : text;
}

/** The text of a type without the word `frozen`. @param print prints its parts */
export function typeTextWithin(type: CqlType, print: (part: CqlType) => string): string {
  switch (type.kind) {
    case "native":
      return type.name === "varchar" ? "text" : type.name;
    case "user":
      return printTypeName(type.type.name);
    case "custom":
      return type.text;
    default: {
      const parts = [...partsOf(type).map(print), ...(type.kind === "vector" ? [type.dimensions] : [])];
      return `${type.kind}<${parts.join(", ")}>`;
    }
  }
}
