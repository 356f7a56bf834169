/** The types of CQL as data, their text in CQL, and the properties on which the database's rules depend. */

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

/**
 * The type of a column, as plain data. A type within a collection, a tuple or a vector is stored as one value with it,
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
  /** An unknown type that the config accepts by name; its text is that of the definition. */
  | { readonly kind: "custom"; readonly text: string };

/** A named record type for columns. */
export interface UserType {
  readonly name: string;
  readonly description?: string;
  /** In the order of the definition; any of them may be null in a value. */
  readonly fields: readonly Field[];
}

export interface Field {
  readonly name: string;
  readonly description?: string;
  readonly type: CqlType;
}

/**
 * Prints a type as in `typeDefinition`: `map<text, frozen<list<int>>>`.
 *
 * Each type has one text: tuples and vectors are always frozen and omit the word; collections and user types within
 * others include it, since the database requires it.
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

/** Words that must be quoted as names, in Cassandra 3 to 5. */
const reserved: ReadonlySet<string> = new Set(
  (
    "add allow alter and apply asc authorize batch begin by columnfamily create default delete desc describe drop entries " +
    "execute false from full grant if in index infinity insert into is keyspace limit materialized mbean mbeans modify nan " +
    "norecursive not null of on or order primary rename replace revoke schema select set table to token true truncate " +
    "unlogged unset update use using view where with"
  ).split(" "),
);

/** Words that are valid names of columns and tables, but not of user types. */
const typeWords: ReadonlySet<string> = new Set([
  ...nativeTypes,
  ..."cast count distinct frozen json list map maxwritetime set ttl tuple vector writetime".split(" "),
]);

/** Prints a name of a keyspace, table, column, field or index in CQL, in quotes where a statement needs them. */
export function printName(name: string): string {
  return /^[a-z][a-z0-9_]*$/.test(name) && !reserved.has(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

/** Prints the name of a user type, which needs quotes for more words: `list` is read as a type of the database. */
export function printTypeName(name: string): string {
  return typeWords.has(name) ? `"${name}"` : printName(name);
}

/**
 * Whether the value is stored in several cells, one for each item or field: a collection or user type that is not
 * frozen. For such a collection the database cannot distinguish empty from null, and it cannot be in a key.
 */
export function isMultiCell(type: CqlType): boolean {
  return "frozen" in type && !type.frozen;
}

/** Whether a type is or contains this native type. */
export function contains(type: CqlType, name: NativeType): boolean {
  return type.kind === "native" ? type.name === name : nativesOf(type).has(name);
}

/** Results for user types: with deep nesting, walking them each time would take exponential time. */
const nativesOfUserTypes = new WeakMap<UserType, ReadonlySet<NativeType>>();

function nativesOf(type: CqlType): ReadonlySet<NativeType> {
  if (type.kind === "native") return new Set([type.name]);
  const cached = type.kind === "user" ? nativesOfUserTypes.get(type.type) : undefined;
  if (cached) return cached;
  const natives = new Set(partsOf(type).flatMap((part) => [...nativesOf(part)]));
  if (type.kind === "user") nativesOfUserTypes.set(type.type, natives);
  return natives;
}

/** Results for user types, as above. */
const withDurations = new WeakMap<UserType, boolean>();

/**
 * Whether the type contains durations, as the database sees it: such a type cannot be in a key or have an index. The
 * database does not look into a set, a vector or the key of a map.
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

/** The types within a type, in the order of its text or of its fields. */
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

/** Sorts user types in the order in which they can be created: the parts of a type come before it. None contains itself. */
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

/** What fits on a line of a terminal beside the rest of a message. */
const longest = 60;

/**
 * Quotes foreign text for a message, and shortens it if it is long: `quote("uiid")` is `"uiid"` with its quotation
 * marks.
 */
export function quote(text: string): string {
  return JSON.stringify(text.length > longest ? `${text.slice(0, longest)}…` : text);
}
