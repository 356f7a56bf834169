/**
 * How values of one type fit a receiver of another: exactly, by having bytes that are valid there too, or not at all.
 */
import { partsOf } from "../../model/index.ts";
import type { CqlType, NativeType } from "../../model/index.ts";
import { typeTextWithin } from "./types.ts";

export type Fit = "exact" | "weak" | "none";

/** Whether the types are the same. Types within others are always frozen. */
export function sameType(one: CqlType, other: CqlType): boolean {
  return isFrozen(one) === isFrozen(other) && shape(one) === shape(other);
}

function shape(type: CqlType): string {
  return typeTextWithin(type, shape);
}

/** How a value of a type fits a receiver. */
export function fitType(given: CqlType, receiver: CqlType): Fit {
  const target = isFrozen(given) ? freeze(receiver) : receiver;
  if (sameType(given, target)) return "exact";
  return accepts(target, given) ? "weak" : "none";
}

/** How the result of a function fits a receiver: one that is frozen does not fit a column in several cells. */
export function fitResult(returns: CqlType, receiver: CqlType): Fit {
  const given = isFrozen(receiver) ? freeze(returns) : returns;
  if (sameType(given, receiver)) return "exact";
  return accepts(receiver, given) ? "weak" : "none";
}

export function freeze(type: CqlType): CqlType {
  return "frozen" in type && !type.frozen ? { ...type, frozen: true } : type;
}

function isFrozen(type: CqlType): boolean {
  return "frozen" in type && type.frozen;
}

/** The types whose bytes are valid for a type as well; a blob takes any. */
const others: Partial<Record<NativeType, readonly NativeType[]>> = {
  text: ["ascii", "varchar"],
  varchar: ["ascii", "text"],
  varint: ["int", "bigint", "timestamp"],
  bigint: ["timestamp"],
  timestamp: ["bigint"],
  date: ["int"],
  time: ["bigint"],
  uuid: ["timeuuid"],
};

/** Whether all bytes of one type are valid for the receiver. */
export function accepts(receiver: CqlType, given: CqlType): boolean {
  if (receiver.kind === "native" && receiver.name === "blob") return true;
  if (sameType(receiver, given)) return true;
  switch (receiver.kind) {
    case "native":
      return given.kind === "native" && (others[receiver.name]?.includes(given.name) ?? false);
    case "list":
    case "set":
      return given.kind === receiver.kind && isFrozen(given) === receiver.frozen && accepts(receiver.item, given.item);
    case "map":
      if (given.kind !== "map" || given.frozen !== receiver.frozen) return false;
      return accepts(receiver.key, given.key) && accepts(receiver.value, given.value);
    case "tuple":
      if (given.kind !== "tuple" || given.items.length > receiver.items.length) return false;
      return given.items.every((item, index) => accepts(receiver.items[index] as CqlType, item));
    case "user":
      return given.kind === "user" && given.type.name === receiver.type.name && given.frozen === receiver.frozen;
    case "vector":
    case "custom":
      return false;
  }
}

/** The fit of several values together: none as soon as one does not fit. */
export function joinFits(fits: Iterable<Fit>): Fit {
  let joined: Fit = "exact";
  for (const fit of fits) {
    if (fit === "none") return "none";
    if (fit === "weak") joined = "weak";
  }
  return joined;
}

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
  return type.kind === "tuple" || type.kind === "user" ? partsOf(type) : undefined;
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

/** The first type that the values of all others fit. */
export function commonType(types: readonly CqlType[]): CqlType | undefined {
  return types.find((type) => types.every((one) => fitType(one, type) !== "none"));
}
