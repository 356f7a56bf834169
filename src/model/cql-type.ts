import { quote } from "./quote.ts";

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

/** The type of a column. A union with a `kind`: collections and user types will stand beside the natives. */
export type CqlType = { readonly kind: "native"; readonly name: NativeType };

const native = new Map<string, CqlType>(nativeTypes.map((name) => [name, { kind: "native", name }]));

/** Names that CQL gives to types which Colonnade cannot read yet. */
const parametrised = /^(?:list|set|map|tuple|frozen|vector)\s*</i;

/** What people of other databases and languages write, and the type that they mean. */
const foreignTypes = new Map<string, NativeType>(
  Object.entries({
    string: "text",
    char: "text",
    json: "text",
    integer: "int",
    number: "int",
    short: "smallint",
    byte: "tinyint",
    long: "bigint",
    bool: "boolean",
    real: "float",
    numeric: "decimal",
    money: "decimal",
    datetime: "timestamp",
    timestamptz: "timestamp",
    interval: "duration",
    bytes: "blob",
    binary: "blob",
    ip: "inet",
    guid: "uuid",
  } as const),
);

export type ParsedType =
  | { readonly type: CqlType }
  | { readonly code: "unknown-type" | "unsupported-type"; readonly message: string; readonly meant?: NativeType };

/**
 * Parses a CQL type as `typeDefinition` holds it; letter case and outer blanks do not matter.
 *
 * `"UUID"` gives `{ type: { kind: "native", name: "uuid" } }`. Text that is no type gives a code and a message instead.
 */
export function parseCqlType(text: string): ParsedType {
  const type = native.get(text.trim().toLowerCase());
  if (type) return { type };
  if (parametrised.test(text.trim())) {
    return {
      code: "unsupported-type",
      message: `the type ${quote(text.trim())} is not supported yet: only native types are`,
    };
  }
  const meant = foreignTypes.get(
    text
      .trim()
      .toLowerCase()
      .replace(/\(.*\)$/, ""),
  );
  return { code: "unknown-type", message: `${quote(text)} is not a CQL type`, ...(meant && { meant }) };
}

/** The text of a type as `typeDefinition` holds it. */
export function printCqlType(type: CqlType): string {
  return type.name;
}
