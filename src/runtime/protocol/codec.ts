/** How a value looks in JSON, in requests and answers alike. */
export type Wire = string | number | boolean | null | readonly Wire[] | { readonly [name: string]: Wire };

/**
 * How the values of one CQL type are checked, sent and read. Never sees null.
 *
 * `decode(encode(value))` is the value in its one form: `"::1"` for `"0:0:0:0:0:0:0:1"`. What was read once stays as it is when
 * it is written and read again. `encode` never fails for a value that `check` accepts. The members are arrow properties, not
 * methods: TypeScript then refuses a codec whose value is merely similar.
 */
export interface Codec<Value> {
  /** The CQL type as `typeDefinition` holds it. */
  readonly cql: string;
  /** What a value must be, to follow "is not": "a UUID as text". */
  readonly expected: string;
  readonly check: (value: unknown) => boolean;
  readonly encode: (value: Value) => Wire;
  /** @throws {TypeError} when the wire holds nothing of this type; the message never holds the value */
  readonly decode: (wire: Wire) => Value;
  /**
   * What stands for the wire form in a row's key: the same for any two that may name one row. Never sent, so it may be the same
   * for others too, whose writes then wait for each other without need. @default the wire form
   */
  readonly key?: ((wire: Wire) => Wire) | undefined;
  /** What an object on the wire is made of, or each object of an array; absent where the wire form has no object. */
  readonly fields?: readonly Field[] | undefined;
  /** What a missing cell reads as, where the database cannot tell it from null: the empty collection. */
  readonly empty?: (() => Value) | undefined;
  /** Codecs of what it holds, for questions whether it contains something. */
  readonly parts?: { readonly value?: Part; readonly key?: Part; readonly entry?: Part } | undefined;
}

/** A part of an object on the wire: the field of a user type, `key` and `value` of a map, `item0` of a tuple. */
export interface Field {
  readonly apiName: string;
  readonly cqlName: string;
  /** What its value is made of. */
  readonly fields?: readonly Field[] | undefined;
}

/** What a document selects of a value: `home { street zip }`. */
export function selectionOf({ apiName, fields }: Pick<Field, "apiName" | "fields">): string {
  return fields ? `${apiName} { ${fields.map(selectionOf).join(" ")} }` : apiName;
}

/** A codec of whatever type, for values that were checked before. */
type Part = Pick<Codec<never>, "expected" | "check"> & { readonly encode: (value: never) => Wire };
