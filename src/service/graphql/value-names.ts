/**
 * Names the GraphQL types of the values of a keyspace: `StringIntMapEntry`, `IntStringTuple`, `AddressUdt`.
 *
 * Takes a keyspace and returns a name for each of its types. If two types of different shape would share a name, or one
 * would have that of a table's own types, each gets a hash of its shape, so that a name never changes its meaning.
 * @see service-facts 2.7, design 8
 */
import { nameHash, nameTables } from "@colonnade/runtime/protocol";
import { partsOf } from "../../model/index.ts";
import type { CqlType, Keyspace } from "../../model/index.ts";
import { scalarOf } from "./scalars.ts";
import { nameTablesOf } from "./table-api.ts";

/** What a type is in GraphQL: types of one shape share their GraphQL types. */
export interface ValueName {
  /** Of the object type: a map's entry, a tuple or a user type; that of the input has `Input` behind. */
  readonly object: string;
  readonly filter: string;
}

/** Names the types of all columns that are made of others, and what these are made of. */
export function nameValues(keyspace: Keyspace): (type: CqlType) => ValueName {
  const userTypes = nameTables(keyspace.userTypes.map((type) => type.name));
  const plain = (type: CqlType): string => {
    switch (type.kind) {
      case "native":
      case "custom":
        return scalarOf(type).name;
      case "list":
      case "set":
      case "vector":
        return `List${plain(type.item)}`;
      case "map":
        return `List${objectName(type, plain)}`;
      case "tuple":
      case "user":
        return objectName(type, plain);
    }
  };
  const objectName = (type: CqlType, nameOf: (type: CqlType) => string, hash = ""): string => {
    if (type.kind === "user") return `${userTypes.get(type.type.name)?.type ?? type.type.name}Udt`;
    return `${partsOf(type).map(nameOf).join("")}${hash}${type.kind === "map" ? "MapEntry" : "Tuple"}`;
  };

  const shapes = new Map<string, Set<string>>();
  const claim = (name: string, shape: string): void =>
    void shapes.set(name, (shapes.get(name) ?? new Set()).add(shape));
  for (const { type } of nameTablesOf(keyspace).values()) claim(`${type}FilterInput`, "table");
  const visit = (type: CqlType): void => {
    if (type.kind === "native" || type.kind === "custom") return;
    if (type.kind === "map" || type.kind === "tuple") claim(objectName(type, plain), shapeOf(type));
    claim(`${plain(type)}FilterInput`, shapeOf(type));
    // The fields of user types are visited once, below.
    if (type.kind !== "user") partsOf(type).forEach(visit);
  };
  for (const table of keyspace.tables) for (const column of table.columns) visit(column.type);
  for (const type of keyspace.userTypes) for (const field of type.fields) visit(field.type);

  const isShared = (name: string): boolean => (shapes.get(name)?.size ?? 0) > 1;
  return (type) => {
    const hash = `_${nameHash(shapeOf(type))}`;
    const object = objectName(type, plain);
    const filter = `${plain(type)}FilterInput`;
    return {
      object: isShared(object) ? objectName(type, plain, hash) : object,
      filter: isShared(filter) ? `${plain(type)}${hash}FilterInput` : filter,
    };
  };
}

/** Equal for types that GraphQL cannot tell apart, and for no others: brackets tell where each part ends. */
function shapeOf(type: CqlType): string {
  switch (type.kind) {
    case "native":
    case "custom":
      return scalarOf(type).name;
    case "list":
    case "set":
    case "vector":
      return `[${shapeOf(type.item)}]`;
    case "map":
      return `{${shapeOf(type.key)}:${shapeOf(type.value)}}`;
    case "tuple":
      return `(${type.items.map(shapeOf).join()})`;
    case "user":
      return JSON.stringify(type.type.name);
  }
}
