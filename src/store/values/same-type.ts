import type { CqlType, UserType } from "../../model/index.ts";

/**
 * Whether two types have the same values with the same bytes: whether they are frozen makes no difference. Mostly they are
 * one object.
 */
export function isSameType(one: CqlType, other: CqlType): boolean {
  if (one === other) return true;
  switch (one.kind) {
    case "native":
      return other.kind === "native" && one.name === other.name;
    case "list":
    case "set":
      return other.kind === one.kind && isSameType(one.item, other.item);
    case "map":
      return other.kind === "map" && isSameType(one.key, other.key) && isSameType(one.value, other.value);
    case "tuple":
      return other.kind === "tuple" && areSame(one.items, other.items);
    case "vector":
      return other.kind === "vector" && one.dimensions === other.dimensions && isSameType(one.item, other.item);
    case "user":
      return other.kind === "user" && isSameUserType(one.type, other.type);
    case "custom":
      return other.kind === "custom" && one.text === other.text;
  }
}

function areSame(some: readonly CqlType[], others: readonly CqlType[]): boolean {
  return some.length === others.length && some.every((type, place) => isSameType(type, others[place] as CqlType));
}

function isSameUserType(one: UserType, other: UserType): boolean {
  if (one === other) return true;
  const types = ({ fields }: UserType): readonly CqlType[] => fields.map(({ type }) => type);
  return (
    one.name === other.name &&
    one.fields.every(({ name }, place) => other.fields[place]?.name === name) &&
    areSame(types(one), types(other))
  );
}
