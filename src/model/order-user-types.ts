import { partsOf } from "./cql-type.ts";
import type { CqlType, UserType } from "./cql-type.ts";

/** Sorts user types in the order in which they can be created: the parts of a type come before it. */
export function orderUserTypes(types: readonly UserType[]): readonly UserType[] {
  const byName = new Map(types.map((type) => [type.name, type]));
  const ordered = new Set<UserType>();
  const add = (type: UserType): void => {
    if (ordered.has(type)) return;
    for (const field of type.fields) {
      for (const { name } of userTypesIn(field.type)) {
        const part = byName.get(name);
        if (part) add(part);
      }
    }
    ordered.add(type);
  };
  types.forEach(add);
  return [...ordered];
}

/** The user types directly within a type. */
export function userTypesIn(type: CqlType): readonly UserType[] {
  return type.kind === "user" ? [type.type] : partsOf(type).flatMap(userTypesIn);
}
