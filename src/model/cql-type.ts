/** The native types of CQL, in the order of Cassandra's documentation. */
export const nativeTypes = [
  "ascii",
  "bigint",
  "blob",
  "boolean",
  "counter",
  "date",
  "decimal",
  "double",
  "duration",
  "float",
  "inet",
  "int",
  "smallint",
  "text",
  "time",
  "timestamp",
  "timeuuid",
  "tinyint",
  "uuid",
  "varchar",
  "varint",
] as const;

export type NativeType = (typeof nativeTypes)[number];

const typeWords: ReadonlySet<string> = new Set([...nativeTypes, "list", "set", "map", "tuple", "vector", "frozen"]);

/**
 * The type of a column, as plain data. What stands within a collection, a tuple or a vector is stored as one piece with it,
 * so it is frozen whether the definition says so or not.
 */
export type CqlType =
  | { readonly kind: "native"; readonly name: NativeType }
  | { readonly kind: "list" | "set"; readonly item: CqlType; readonly frozen: boolean }
  | { readonly kind: "map"; readonly key: CqlType; readonly value: CqlType; readonly frozen: boolean }
  /** Always frozen. */
  | { readonly kind: "tuple"; readonly items: readonly CqlType[] }
  /** Always frozen. */
  | { readonly kind: "vector"; readonly item: CqlType; readonly dimensions: number }
  | { readonly kind: "user"; readonly type: UserType; readonly frozen: boolean }
  /** A type that Colonnade knows nothing of, allowed by name; its text is what the definition says. */
  | { readonly kind: "custom"; readonly text: string };

/** A named record that columns may hold. */
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

/**
 * The text of a type as `typeDefinition` holds it: `map<text, frozen<list<int>>>`.
 *
 * One text for one type: tuples and vectors are frozen anyway and do not say so, collections and user types within others
 * do, since the database asks for it.
 */
export function printCqlType(type: CqlType): string {
  switch (type.kind) {
    case "native":
      return type.name;
    case "list":
    case "set":
      return frozen(type.frozen, `${type.kind}<${printCqlType(type.item)}>`);
    case "map":
      return frozen(type.frozen, `map<${printCqlType(type.key)}, ${printCqlType(type.value)}>`);
    case "tuple":
      return `tuple<${type.items.map(printCqlType).join(", ")}>`;
    case "vector":
      return `vector<${printCqlType(type.item)}, ${type.dimensions}>`;
    case "user":
      return frozen(type.frozen, printTypeName(type.type.name));
    case "custom":
      return type.text;
  }
}

function frozen(isFrozen: boolean, text: string): string {
  return isFrozen ? `frozen<${text}>` : text;
}

/** The name of a user type; one that is called as a type of the database's own is meant in quotes alone. */
function printTypeName(name: string): string {
  return typeWords.has(name) ? `"${name}"` : printIdentifier(name);
}

/** A name as CQL has it: in quotes when it would be read as another without them. */
export function printIdentifier(name: string): string {
  return /^[a-z][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

/**
 * Whether the value is stored in several cells, one for each item or field: a collection or user type that is not frozen.
 * Of such a collection the database cannot tell empty from null, and it cannot be in a key.
 */
export function isMultiCell(type: CqlType): boolean {
  return "frozen" in type && !type.frozen;
}

/** Whether a type or something within it is of that native type. */
export function contains(type: CqlType, name: NativeType): boolean {
  return nativesOf(type).has(name);
}

/** Of user types, which may stand within one another so often that walking them each time would never end. */
const nativesOfUserTypes = new WeakMap<UserType, ReadonlySet<NativeType>>();

function nativesOf(type: CqlType): ReadonlySet<NativeType> {
  if (type.kind === "native") return new Set([type.name]);
  const known = type.kind === "user" ? nativesOfUserTypes.get(type.type) : undefined;
  if (known) return known;
  const natives = new Set(partsOf(type).flatMap((part) => [...nativesOf(part)]));
  if (type.kind === "user") nativesOfUserTypes.set(type.type, natives);
  return natives;
}

const withDurations = new WeakMap<UserType, boolean>();

/**
 * Whether the type is made of durations, as the database sees it: such a type cannot be in a key or have an index. The database
 * does not look into a set, a vector or the key of a map.
 */
export function refersToDuration(type: CqlType): boolean {
  switch (type.kind) {
    case "native":
      return type.name === "duration";
    case "map":
      return refersToDuration(type.value);
    case "set":
    case "vector":
    case "custom":
      return false;
    case "list":
    case "tuple":
      return partsOf(type).some(refersToDuration);
    case "user": {
      const refers = withDurations.get(type.type) ?? partsOf(type).some(refersToDuration);
      withDurations.set(type.type, refers);
      return refers;
    }
  }
}

/** The types that a type is made of, in the order of its text; fields of a user type in their order. */
export function partsOf(type: CqlType): readonly CqlType[] {
  switch (type.kind) {
    case "native":
    case "custom":
      return [];
    case "list":
    case "set":
    case "vector":
      return [type.item];
    case "map":
      return [type.key, type.value];
    case "tuple":
      return type.items;
    case "user":
      return type.type.fields.map((field) => field.type);
  }
}
