/**
 * Names the GraphQL types of the values of a keyspace: `StringIntMapEntry`, `IntStringTuple`, `AddressUdt`.
 *
 * Takes a keyspace and returns a name for each of its types. If two types of different shape would share a name, or one
 * would have that of a table's own types, each gets a hash of its shape, so that a name never changes its meaning.
 */
import { nameHash, nameTables } from "@colonnade/runtime/protocol";
import type { TableApiNames } from "@colonnade/runtime/protocol";
import { partsOf } from "../model/index.ts";
import type { CqlType, Keyspace, Table, UserType } from "../model/index.ts";
import { scalarOf } from "./scalars.ts";

/** The names of a type's GraphQL types. Types of one shape share them. */
export interface ValueName {
  /** The object type: a map's entry, a tuple or a user type. The input type's name ends in `Input`. */
  readonly object: string;
  readonly filter: string;
  /** The input that tests a part: an item of a list, an entry of a map, the fields of a user type. */
  readonly part: string;
  /** The input that changes parts: `StringSetChangesInput`. */
  readonly changes: string;
  /** The input for an item of a list with its index. */
  readonly item: string;
}

/** User types by their CQL names. */
type UserTypeNames = ReadonlyMap<string, TableApiNames>;

/** A name, and the shape of a type that would have it. */
type Claim = readonly [name: string, shape: string];

/**
 * Names the types of all columns that are made of others, and what these are made of.
 *
 * @param isTaken whether a table of the keyspace has a type of this name
 */
export function nameValues(keyspace: Keyspace, isTaken: (name: string) => boolean): (type: CqlType) => ValueName {
  const userTypes = nameUserTypes(keyspace.userTypes);
  const shapes = new Map<string, Set<string>>();
  const claim = ([name, shape]: Claim): void => {
    const existing = shapes.get(name);
    if (existing) existing.add(shape);
    else shapes.set(name, new Set([shape]));
  };
  for (const table of keyspace.tables) claimsOf(table, userTypes).forEach(claim);
  for (const { fields } of keyspace.userTypes) for (const { type } of fields) claimsIn(type, userTypes).forEach(claim);

  const isShared = (name: string): boolean => (shapes.get(name)?.size ?? 0) > 1;
  const nameOf = (type: CqlType): ValueName => {
    const hash = `_${nameHash(shapeOf(type))}`;
    const plain = plainName(type, userTypes);
    const object = objectName(type, userTypes);
    // This decides for changes and items too. In one kind, both names come from those of the parts (`ListString`, `StringSet`),
    // so two types share both or neither; and stems of different kinds end differently.
    const isAmbiguous = isShared(plain + filterEnding);
    const free = (stem: string, ending: string): string => {
      const name = stem + ending;
      return isAmbiguous || isTaken(name) ? stem + hash + ending : name;
    };
    const stem = stemOf(type, userTypes);
    return {
      object: isShared(object) ? objectName(type, userTypes, hash) : object,
      filter: free(plain, filterEnding),
      part: free(plain + (type.kind === "user" ? "Fields" : "Item"), filterEnding),
      changes: free(stem, "ChangesInput"),
      item: free(stem, "ItemInput"),
    };
  };
  const named = new WeakMap<CqlType, ValueName>();
  return (type) => {
    const name = named.get(type) ?? nameOf(type);
    named.set(type, name);
    return name;
  };
}

const filterEnding = "FilterInput";

/** `StringSet`, `StringIntMap`, `AddressUdt`: begins the names of what changes a value. */
function stemOf(type: CqlType, userTypes: UserTypeNames): string {
  if (type.kind === "list" || type.kind === "set") return plainName(type.item, userTypes) + upperKind[type.kind];
  if (type.kind !== "map") return plainName(type, userTypes);
  return `${plainName(type.key, userTypes)}${plainName(type.value, userTypes)}Map`;
}

const upperKind = { list: "List", set: "Set" } as const;

function plainName(type: CqlType, userTypes: UserTypeNames): string {
  switch (type.kind) {
    case "native":
    case "custom":
      return scalarOf(type).name;
    case "list":
    case "set":
    case "vector":
      return `List${plainName(type.item, userTypes)}`;
    case "map":
      return `List${objectName(type, userTypes)}`;
    case "tuple":
    case "user":
      return objectName(type, userTypes);
  }
}

function objectName(type: CqlType, userTypes: UserTypeNames, hash = ""): string {
  if (type.kind === "user") return `${userTypes.get(type.type.name)?.type ?? type.type.name}Udt`;
  const parts = partsOf(type).map((part) => plainName(part, userTypes));
  return `${parts.join("")}${hash}${type.kind === "map" ? "MapEntry" : "Tuple"}`;
}

/** The names are the same object as long as the types are. */
const knownNames = new WeakMap<UserType, { readonly types: readonly UserType[]; readonly names: UserTypeNames }>();
const noNames: UserTypeNames = new Map();

function nameUserTypes(types: readonly UserType[]): UserTypeNames {
  const [first] = types;
  if (!first) return noNames;
  const existing = knownNames.get(first);
  if (existing?.types.length === types.length && existing.types.every((type, place) => type === types[place])) {
    return existing.names;
  }
  const names = nameTables(types.map((type) => type.name));
  knownNames.set(first, { types, names });
  return names;
}

/** By table, since most tables are those of the previous definitions. */
const knownClaims = new WeakMap<Table, { readonly userTypes: UserTypeNames; readonly claims: readonly Claim[] }>();

function claimsOf(table: Table, userTypes: UserTypeNames): readonly Claim[] {
  const existing = knownClaims.get(table);
  if (existing?.userTypes === userTypes) return existing.claims;
  const claims = table.columns.flatMap(({ type }) => claimsIn(type, userTypes));
  knownClaims.set(table, { userTypes, claims });
  return claims;
}

/** The fields of user types are claimed once, with the user types of the keyspace. */
function claimsIn(type: CqlType, userTypes: UserTypeNames): readonly Claim[] {
  if (type.kind === "native" || type.kind === "custom") return [];
  const shape = shapeOf(type);
  return [
    ...(type.kind === "map" || type.kind === "tuple" ? [[objectName(type, userTypes), shape] as const] : []),
    [plainName(type, userTypes) + filterEnding, shape],
    ...(type.kind === "user" ? [] : partsOf(type).flatMap((part) => claimsIn(part, userTypes))),
  ];
}

/** Equal only for types that GraphQL cannot distinguish. Brackets mark the end of each part. */
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
