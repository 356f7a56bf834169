/**
 * Values between GraphQL and the store: reads the API's scalars in variables and documents, turns arguments into values of
 * columns, and prints scalars in results.
 */
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
import { allScalars, expectedOf } from "../../api/index.ts";
import type { ApiScalar, TableApi } from "../../api/index.ts";
import type { Column, CqlType, NativeType } from "../../model/index.ts";
import { Encoded, codecOf, fieldNamesOf } from "../../store/index.ts";
import type { Value } from "../../store/index.ts";
import { decodeNative } from "../json.ts";
import { invalid } from "./problem.ts";

/** Columns with checked values, in the form in which a store keeps them. */
export type EncodedValues = ReadonlyMap<string, Encoded | null>;

/** The argument `value`: encoded columns from a prepared document, or the members of its input type from graphql-js. */
export type RecordArgument = EncodedValues | Readonly<Record<string, unknown>>;

/** The columns of a record. A prepared document has encoded them already (`prepare-input.ts`). */
export function readRecord(api: TableApi, record: RecordArgument): EncodedValues {
  if (record instanceof Map) return record as EncodedValues;
  return new Map(
    Object.entries(record).map(([field, argument]) => {
      const { name, type } = columnOf(api, field);
      return [name, argument === null ? null : encodeArgument(type, field, argument)] as const;
    }),
  );
}

export function encodeArgument(type: CqlType, field: string, argument: unknown): Encoded {
  return Encoded.of(type, checkedValue(type, field, argument));
}

/**
 * The value of an argument.
 *
 * @throws {GraphQLError} for what GraphQL's own types accept but the database does not: a lone surrogate, `1e999`, a null in a list
 */
export function checkedValue(type: CqlType, field: string, argument: unknown): Value {
  const codec = codecOf(type);
  const value = fromGraphQLArgument(type, argument);
  if (!codec.check(value)) throw invalid(`The value of ${field} is not ${codec.expected}`);
  return value as Value;
}

export function columnOf(api: TableApi, field: string): Column {
  const column = api.columns.get(field);
  if (!column) throw invalid(`There is no column ${field}`);
  return column;
}

/** Converts an argument to the form of the store, without a check. Omitted parts of a tuple or a user type are null. */
export function fromGraphQLArgument(type: CqlType, argument: unknown): unknown {
  if (argument === null || argument === undefined) return null;
  switch (type.kind) {
    case "native":
    case "custom":
      return argument;
    case "list":
    case "set":
    case "vector":
      return (argument as readonly unknown[]).map((item) => fromGraphQLArgument(type.item, item));
    case "map":
      return new Map(
        (argument as readonly (Readonly<Record<string, unknown>> | null)[]).map((entry) => [
          fromGraphQLArgument(type.key, entry && memberOf(entry, "key")),
          fromGraphQLArgument(type.value, entry && memberOf(entry, "value")),
        ]),
      );
    case "tuple":
      return type.items.map((item, index) =>
        fromGraphQLArgument(item, memberOf(argument as Readonly<Record<string, unknown>>, `item${index}`)),
      );
    case "user": {
      const names = fieldNamesOf(type.type);
      return Object.fromEntries(
        type.type.fields.map(({ name, type: of }) => [
          name,
          fromGraphQLArgument(of, memberOf(argument as Readonly<Record<string, unknown>>, names.get(name) ?? name)),
        ]),
      );
    }
  }
}

/** A field may be called `constructor`, which any object seems to have. */
function memberOf(members: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

/** Reads a literal as the JSON that a variable would hold; undefined when it is of the wrong kind. */
type LiteralReader = (node: ValueNode) => Wire | undefined;

const text: LiteralReader = (node) => (node.kind === Kind.STRING ? node.value : undefined);
/** Adding zero makes `-0` a plain zero. */
const integer: LiteralReader = (node) => (node.kind === Kind.INT ? Number(node.value) + 0 : undefined);
const number: LiteralReader = (node) => (node.kind === Kind.FLOAT ? Number(node.value) : integer(node));
/** Numbers that may not fit JavaScript's: the digits are taken as they stand in the document. */
const integerText: LiteralReader = (node) => (node.kind === Kind.INT ? node.value : text(node));
const numberText: LiteralReader = (node) => (node.kind === Kind.FLOAT ? node.value : integerText(node));

/** All other types are written as text. */
const literalReaders: Readonly<Partial<Record<NativeType, LiteralReader>>> = {
  bigint: integerText,
  counter: integerText,
  decimal: numberText,
  float: number,
  smallint: integer,
  tinyint: integer,
  varint: integerText,
};

/** GraphQL's own, which no schema may replace. */
const builtIn: ReadonlyMap<string, GraphQLScalarType> = new Map(
  [GraphQLBoolean, GraphQLFloat, GraphQLInt, GraphQLString].map((scalar) => [scalar.name, scalar]),
);

function scalar({ name, description, specifiedByUrl: specifiedByURL, native }: ApiScalar): GraphQLScalarType {
  const found = builtIn.get(name);
  if (found) return found;
  if (native === undefined) return new GraphQLScalarType({ name, description, specifiedByURL, ...anyJson });
  const codec = natives[native] as Codec<Value>;
  const parse = (wire: Wire | undefined): Value => {
    const value = wire === undefined ? undefined : decodeNative(native, wire);
    if (value === undefined) throw new TypeError(`it is not ${expectedOf(native)}`);
    return value;
  };
  const readLiteral = literalReaders[native] ?? text;
  return new GraphQLScalarType({
    name,
    description,
    specifiedByURL,
    serialize: (value) => {
      // A part in wire form: collections, tuples and user types are encoded as a whole (`graphql-types.ts`).
      if (typeof value === "string") return value;
      // A stored one came by another way: JSON has none, so none can be written here.
      if (typeof value === "number" && !Number.isFinite(value)) {
        throw new GraphQLError(`JSON cannot express ${value}`);
      }
      return codec.encode(value as Value);
    },
    parseValue: (input) => parse(input as Wire),
    parseLiteral: (node) => {
      try {
        return parse(readLiteral(node));
      } catch (error) {
        throw isLong(node) ? wrongValue(name, node, error) : error;
      }
    },
  });
}

/** Characters of a value; graphql-js prints wrong ones as a whole, which takes as long as parsing them. */
const longest = 1000;
/** With the words around it, the message stays below the length from which `printProblem` shortens it. */
const longestShown = 880;

type LongNode = Extract<ValueNode, { readonly value: string }>;

function isLong(node: ValueNode): node is LongNode {
  return "value" in node && typeof node.value === "string" && node.value.length > longest;
}

/** As graphql-js says it, with the beginning of the value. */
function wrongValue(type: string, node: LongNode, error: unknown): GraphQLError {
  const found = `${JSON.stringify(node.value.slice(0, longestShown)).slice(0, longestShown)}…`;
  const reason = error instanceof Error ? error.message : String(error);
  return new GraphQLError(`Expected value of type "${type}", found ${found}; ${reason}`, { nodes: node });
}

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

const anyJson = {
  // Variables come without prototypes.
  parseValue: (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown,
  parseLiteral: json,
};

const scalars: ReadonlyMap<ApiScalar, GraphQLScalarType> = new Map(allScalars.map((one) => [one, scalar(one)]));

export function graphqlScalarOf(type: ApiScalar): GraphQLScalarType {
  const found = scalars.get(type);
  if (!found) throw new Error(`no scalar ${type.name}`);
  return found;
}
