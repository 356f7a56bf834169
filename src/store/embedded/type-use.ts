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
  for (const type of types.flatMap(allWithin)) {
    if (type.kind !== "user") continue;
    const { name } = type.type;
    const found = known.get(name);
    if (!found) throw refusal(`Unknown type ${keyspace}.${name}`);
    if (shapeOf(found) === shapeOf(type.type)) continue;
    throw refusal(`The type ${keyspace}.${name} has other fields than here: ${shapeOf(found)}`);
  }
}

/** The texts of types that nobody knows, each once. */
export function customTypesOf(types: readonly CqlType[]): readonly string[] {
  return [...new Set(types.flatMap(allWithin).flatMap((type) => (type.kind === "custom" ? [type.text] : [])))];
}

function allWithin(type: CqlType): readonly CqlType[] {
  return [type, ...partsOf(type).flatMap(allWithin)];
}

function shapeOf({ fields }: UserType): string {
  return fields.map((field) => `${field.name} ${printCqlType(field.type)}`).join(", ");
}
