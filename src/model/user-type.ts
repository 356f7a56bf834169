/** User types: named records that columns may hold, and their JSON form. */
import { printCqlType } from "./cql-type.ts";
import type { CqlType } from "./cql-type.ts";

export interface UserType {
  readonly name: string;
  readonly description?: string;
  /** As they were defined; any of them may be null in a value. */
  readonly fields: readonly Field[];
}

export interface Field {
  readonly name: string;
  readonly description?: string;
  readonly type: CqlType;
}

/** A user type as JSON; the files of a keyspace's `types/` folder hold it. */
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

/** The JSON form of a user type, as it is written to a file. */
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
