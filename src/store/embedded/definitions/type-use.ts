import { partsOf, printCqlType } from "../../../model/index.ts";
import type { CqlType, Table, UserType } from "../../../model/index.ts";
import { rejection } from "../rows/rejection.ts";

/**
 * Refuses types that name a user type which the keyspace does not have, or has with other fields.
 *
 * @throws {StoreError} `invalid`
 */
export function checkUserTypes(
  keyspace: string,
  known: ReadonlyMap<string, UserType>,
  types: readonly CqlType[],
): void {
  const seen = new Set<UserType>();
  const check = (type: CqlType): void => {
    if (type.kind === "user") {
      // A type may be within another in many ways.
      if (seen.has(type.type)) return;
      seen.add(type.type);
      const { name } = type.type;
      const found = known.get(name);
      if (!found) throw rejection(`Unknown type ${keyspace}.${name}`);
      if (shapeOf(found) !== shapeOf(type.type)) {
        throw rejection(`The type ${keyspace}.${name} has other fields than here: ${shapeOf(found)}`);
      }
    }
    partsOf(type).forEach(check);
  };
  types.forEach(check);
}

/** @throws {StoreError} `invalid` when a table or another type has a part of this type */
export function refuseUsedType(
  keyspace: string,
  { name }: UserType,
  { types, tables }: { readonly types: readonly UserType[]; readonly tables: readonly Table[] },
): void {
  const names = (type: CqlType): boolean =>
    type.kind === "user" ? type.type.name === name : partsOf(type).some(names);
  const users = (owners: readonly { readonly name: string }[]): string => owners.map((owner) => owner.name).join(", ");
  const still = `Cannot drop user type '${keyspace}.${name}' as it is still used by`;
  const ofTypes = types.filter(({ fields }) => fields.some(({ type }) => names(type)));
  if (ofTypes.length > 0) throw rejection(`${still} user types ${users(ofTypes)}`);
  const ofTables = tables.filter(({ columns }) => columns.some(({ type }) => names(type)));
  if (ofTables.length > 0) throw rejection(`${still} tables ${users(ofTables)}`);
}

/** The texts of types that nobody knows, each once; without those in the fields of user types, which have their own. */
export function customTypesOf(types: readonly CqlType[]): readonly string[] {
  const texts = (type: CqlType): readonly string[] => {
    if (type.kind === "custom") return [type.text];
    return type.kind === "user" ? [] : partsOf(type).flatMap(texts);
  };
  return [...new Set(types.flatMap(texts))];
}

function shapeOf({ fields }: UserType): string {
  return fields.map((field) => `${field.name} ${printCqlType(field.type)}`).join(", ");
}
