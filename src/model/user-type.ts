/** The JSON form of a user type. */
import { printCqlType } from "./cql-type.ts";
import type { UserType } from "./cql-type.ts";

/** A user type as JSON, as in the files of a keyspace's `types/` folder. */
export interface UserTypeDefinition {
  readonly name: string;
  readonly description?: string;
  readonly fields: readonly FieldDefinition[];
}

export interface FieldDefinition {
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
