/** How a value looks in JSON, in requests and answers alike. */
export type Wire = string | number | boolean | null | readonly Wire[] | { readonly [name: string]: Wire };

/**
 * How the values of one CQL type are checked, sent and read. Never sees null.
 *
 * `decode(encode(value))` is the value again, and `encode` never fails for a value that `check` accepts. The members are
 * arrow properties, not methods: TypeScript then refuses a codec whose value is merely similar.
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
  /** What a document selects of it: `key value`, `street zip`. Absent where the wire form is no object. */
  readonly selection?: string | undefined;
  /** What a missing cell reads as, where the database cannot tell it from null: the empty collection. */
  readonly empty?: (() => Value) | undefined;
  /** Codecs of what it holds, for questions whether it contains something. */
  readonly parts?: { readonly value?: Part; readonly key?: Part; readonly entry?: Part } | undefined;
}

/** A codec of whatever type, for values that were checked before. */
type Part = Pick<Codec<never>, "expected" | "check"> & { readonly encode: (value: never) => Wire };
