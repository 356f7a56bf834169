import type { CqlType } from "../../model/index.ts";
import { fitType } from "./fit.ts";

/** The types of literals by those of their parts; undefined where one is not known that is needed. */
export function listType(kind: "list" | "set", item: CqlType | undefined): CqlType | undefined {
  return item && { kind, item, frozen: true };
}

export function mapType(key: CqlType | undefined, value: CqlType | undefined): CqlType | undefined {
  return key && value && { kind: "map", key, value, frozen: true };
}

export function tupleType(items: readonly (CqlType | undefined)[]): CqlType | undefined {
  return items.every((item) => item !== undefined) ? { kind: "tuple", items } : undefined;
}

/** The types of a tuple, or of the fields of a user type, which a tuple can be written for as well. */
export function fieldTypes(type: CqlType): readonly CqlType[] | undefined {
  if (type.kind === "tuple") return type.items;
  return type.kind === "user" ? type.type.fields.map((field) => field.type) : undefined;
}

/** The type that a selection of a part has: an element of a map or set, a slice, a field. */
export function elementType(type: CqlType | undefined): CqlType | undefined {
  return type?.kind === "map" ? type.value : type?.kind === "set" ? type.item : undefined;
}

export function sliceType(type: CqlType | undefined): CqlType | undefined {
  return type?.kind === "map" || type?.kind === "set" ? type : undefined;
}

export function fieldType(type: CqlType | undefined, name: string): CqlType | undefined {
  return type?.kind === "user" ? type.type.fields.find((field) => field.name === name)?.type : undefined;
}

export function firstType(types: readonly (CqlType | undefined)[]): CqlType | undefined {
  return types.find((type) => type !== undefined);
}

/** The first type that the values of all others fit. */
export function commonType(types: readonly (CqlType | undefined)[]): CqlType | undefined {
  const known = types.filter((type) => type !== undefined);
  return known.find((type) => known.every((one) => fitType(one, type) !== "none"));
}
