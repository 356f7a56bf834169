import {
  GraphQLBoolean,
  GraphQLError,
  GraphQLFloat,
  GraphQLInt,
  GraphQLScalarType,
  GraphQLString,
  Kind,
} from "graphql";
import type { ValueNode } from "graphql";
import { natives } from "@colonnade/runtime/protocol";
import type { Codec, Wire } from "@colonnade/runtime/protocol";
import type { CqlType, NativeType } from "../../model/index.ts";
import type { Value } from "../../store/index.ts";
import { decodeNative } from "../json-value.ts";

/** Reads a literal as the JSON that a variable would hold; undefined when it is of the wrong kind. */
type LiteralReader = (node: ValueNode) => Wire | undefined;

const text: LiteralReader = (node) => (node.kind === Kind.STRING ? node.value : undefined);
/** Adding zero makes `-0` a plain zero. */
const integer: LiteralReader = (node) => (node.kind === Kind.INT ? Number(node.value) + 0 : undefined);
const number: LiteralReader = (node) => (node.kind === Kind.FLOAT ? Number(node.value) : integer(node));
/** Numbers that may not fit JavaScript's: the digits are taken as they stand in the document. */
const integerText: LiteralReader = (node) => (node.kind === Kind.INT ? node.value : text(node));
const numberText: LiteralReader = (node) => (node.kind === Kind.FLOAT ? node.value : integerText(node));

/** Where a public page specifies the text of a value; that of CQL for all others. */
const pages: Readonly<Partial<Record<NativeType, string>>> = {
  ascii: "https://www.rfc-editor.org/rfc/rfc20",
  blob: "https://www.rfc-editor.org/rfc/rfc4648#section-4",
  timestamp: "https://www.rfc-editor.org/rfc/rfc3339#section-5.6",
  timeuuid: "https://www.rfc-editor.org/rfc/rfc9562#section-5.1",
  uuid: "https://www.rfc-editor.org/rfc/rfc9562#section-4",
};
const cqlTypes = "https://cassandra.apache.org/doc/latest/cassandra/developing/cql/types.html";

function scalar(name: string, type: NativeType, readLiteral: LiteralReader, expected?: string): GraphQLScalarType {
  const codec = natives[type] as Codec<Value>;
  const parse = (wire: Wire | undefined): Value => {
    const value = wire === undefined ? undefined : decodeNative(type, wire);
    if (value === undefined) throw new TypeError(`it is not ${expected ?? codec.expected}`);
    return value;
  };
  return new GraphQLScalarType({
    name,
    description: `CQL \`${type}\`: ${expected ?? codec.expected}.`,
    specifiedByURL: pages[type] ?? cqlTypes,
    serialize: (value) => {
      // A stored one came by another way: JSON has none, so none can be written here.
      if (typeof value === "number" && !Number.isFinite(value)) {
        throw new GraphQLError(`JSON cannot express ${value}`);
      }
      return codec.encode(value as Value);
    },
    parseValue: (input) => parse(input as Wire),
    parseLiteral: (node) => parse(readLiteral(node)),
  });
}

const long = "a whole number from -2^63 to 2^63 - 1, as text or as it is";

/** JSON in a document: objects, lists and what they hold. */
const json = (node: ValueNode): Wire => {
  switch (node.kind) {
    case Kind.OBJECT:
      return Object.fromEntries(node.fields.map((field) => [field.name.value, json(field.value)]));
    case Kind.LIST:
      return node.values.map(json);
    case Kind.INT:
    case Kind.FLOAT:
      return Number(node.value);
    case Kind.STRING:
    case Kind.BOOLEAN:
      return node.value;
    case Kind.NULL:
      return null;
    default:
      throw new GraphQLError("it holds what JSON cannot express");
  }
};

/** The values of unknown types. No table's type begins with a lower-case letter, so none can have this name. */
const unknown = new GraphQLScalarType({
  name: "json",
  description: "JSON: the value of a CQL type that is known by its name alone.",
  specifiedByURL: "https://www.rfc-editor.org/rfc/rfc8259",
  // Variables come without prototypes.
  parseValue: (value) => JSON.parse(JSON.stringify(value)) as unknown,
  parseLiteral: json,
});

/** The scalar of a type that is not made of others. */
export function scalarOf(type: Extract<CqlType, { kind: "native" | "custom" }>): GraphQLScalarType {
  return type.kind === "native" ? scalars[type.name] : unknown;
}

/** The scalar of each native type, the names being those of the whole family of servers. @see service-facts 2.7 */
const scalars: Readonly<Record<NativeType, GraphQLScalarType>> = {
  ascii: scalar("Ascii", "ascii", text),
  bigint: scalar("BigInt", "bigint", integerText, long),
  blob: scalar("Blob", "blob", text, "base64 text with padding"),
  boolean: GraphQLBoolean,
  counter: scalar("Counter", "counter", integerText, long),
  date: scalar("Date", "date", text),
  decimal: scalar("Decimal", "decimal", numberText),
  double: GraphQLFloat,
  duration: scalar("Duration", "duration", text),
  float: scalar("Float32", "float", number),
  inet: scalar("Inet", "inet", text),
  int: GraphQLInt,
  smallint: scalar("SmallInt", "smallint", integer),
  text: GraphQLString,
  time: scalar("Time", "time", text),
  timestamp: scalar("Timestamp", "timestamp", text, 'a moment as RFC 3339 text, "2020-07-31T18:25:43.511Z"'),
  timeuuid: scalar("TimeUuid", "timeuuid", text),
  tinyint: scalar("TinyInt", "tinyint", integer),
  uuid: scalar("Uuid", "uuid", text),
  varchar: GraphQLString,
  varint: scalar("Varint", "varint", integerText, "a whole number, as text or as it is"),
};

/** Every scalar that a column may have, each once. */
export const allScalars: readonly GraphQLScalarType[] = [...new Set([...Object.values(scalars), unknown])];
