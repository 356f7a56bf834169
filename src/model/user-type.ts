/** The JSON form of a user type. */
import { partsOf, printCqlType } from "./cql-type.ts";
import type { CqlType, UserType } from "./cql-type.ts";

/** A user type as JSON, as in the files of a keyspace's `types/` folder. */
export interface UserTypeDefinition {
  readonly name: string;
  readonly description?: string;
  readonly fields: readonly FieldDefinition[];
}

interface FieldDefinition {
  readonly name: string;
  readonly description?: string;
  readonly typeDefinition: string;
}

/** Returns the JSON form of a user type, as it is written to a file. */
export function printUserTypeDefinition({ name, description, fields }: UserType): UserTypeDefinition {
  return {
    name,
    ...(description !== undefined && { description }),
    fields: fields.map((field) => ({
      name: field.name,
      ...(field.description !== undefined && { description: field.description }),
      typeDefinition: printCqlType(field.type),
    })),
  };
}

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
