import { partsOf, printCqlType } from "../../model/index.ts";
import type { CqlType, UserType } from "../../model/index.ts";
import { refusal } from "./refusal.ts";

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
      if (!found) throw refusal(`Unknown type ${keyspace}.${name}`);
      if (shapeOf(found) !== shapeOf(type.type)) {
        throw refusal(`The type ${keyspace}.${name} has other fields than here: ${shapeOf(found)}`);
      }
    }
    partsOf(type).forEach(check);
  };
  types.forEach(check);
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
