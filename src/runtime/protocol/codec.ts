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
}
