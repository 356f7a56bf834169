/** What a codec is, with the functions that concern the codec of any type: its key, its selection, its empty value. */

/** The form of a value in JSON, in requests and responses. */
export type Wire = string | number | boolean | null | readonly Wire[] | { readonly [name: string]: Wire };

/**
 * Checks, encodes and decodes the values of one CQL type. Never gets null.
 *
 * `decode(encode(value))` is the value in its one form: `"::1"` for `"0:0:0:0:0:0:0:1"`. What was read once stays as it
 * is when it is written and read again. `encode` never fails for a value that `check` accepts. The members are arrow
 * properties, not methods: TypeScript then refuses a codec whose value is merely similar.
 */
export interface Codec<Value> {
  /** The CQL type, as in `typeDefinition`. */
  readonly cql: string;
  /** A phrase that follows "is not": "a UUID as text". */
  readonly expected: string;
  readonly check: (value: unknown) => boolean;
  readonly encode: (value: Value) => Wire;
  /** @throws {TypeError} if the wire value cannot be read as this type; the message never contains the value */
  readonly decode: (wire: Wire) => Value;
  /**
   * The wire form within a row's key: equal for any two values that may name the same row. Never sent. It may also be
   * equal for others, whose writes then wait for each other without need. @default the wire form
   */
  readonly key?: ((wire: Wire) => Wire) | undefined;
  /** The members of an object on the wire, or of each object of an array; absent if the wire form has no object. */
  readonly fields?: readonly Field[] | undefined;
  /** The value of a missing cell, if the database cannot distinguish it from null: the empty collection. */
  readonly empty?: (() => Value) | undefined;
  /** Codecs of its items, for `contains` queries and for changes inside it; of a user type those of its fields. */
  readonly parts?:
    | {
        readonly value?: Part;
        readonly key?: Part;
        readonly entry?: Part;
        /** By the names of the members, each with its API name. */
        readonly fields?: ReadonlyMap<string, readonly [apiName: string, codec: Part]>;
      }
    | undefined;
}

/** A part of an object on the wire: the field of a user type, `key` and `value` of a map, `item0` of a tuple. */
export interface Field {
  readonly apiName: string;
  readonly cqlName: string;
  /** The parts of its value. */
  readonly fields?: readonly Field[] | undefined;
}

/** The selection of a value in a document: `home { street zip }`. */
export function selectionOf({ apiName, fields }: Pick<Field, "apiName" | "fields">): string {
  return fields ? `${apiName} { ${fields.map(selectionOf).join(" ")} }` : apiName;
}

/** A codec of any type, for values that have been checked. */
export type Part = Pick<Codec<never>, "expected" | "check"> & { readonly encode: (value: never) => Wire };

/** The form of a value in a row's key. @see Codec.key */
export function keyOf({ key }: Pick<Codec<never>, "key">, wire: Wire): Wire {
  return wire === null || !key ? wire : key(wire);
}

/** The same for each item. */
export function keysOf(item: Pick<Codec<never>, "key">, wire: Wire): readonly Wire[] {
  return (wire as readonly Wire[]).map((part) => keyOf(item, part));
}

/** The key of items without an order, each of which is stored once: the same whatever their order. */
export function distinct(keys: readonly Wire[]): Wire {
  return [...new Set(keys.map((key) => JSON.stringify(key)))].sort();
}

/** Whether a CQL type has a value of no bytes, which no database accepts as the whole partition key. */
export function hasEmptyValue(cql: string): boolean {
  return /^(?:ascii|text|varchar|blob)$/.test(cql);
}

/** The codec without the empty text or blob; that of a type without such a value stays as it is. */
export function withoutEmpty<Value>(codec: Codec<Value>, reason: string): Codec<Value> {
  if (!hasEmptyValue(codec.cql)) return codec;
  return {
    ...codec,
    expected: `${codec.expected}, at least one byte long: ${reason}`,
    check: (value) => codec.check(value) && !isEmpty(codec, value as Value),
  };
}

function isEmpty<Value>(codec: Codec<Value>, value: Value): boolean {
  try {
    return codec.encode(value) === "";
  } catch {
    // A user's codec failed: the caller that encodes the value reports it.
    return false;
  }
}

/** The same for the only column of a partition key. */
export function withoutEmptyKey<Value>(codec: Codec<Value>): Codec<Value> {
  return withoutEmpty(codec, "the database takes no empty partition key");
}
