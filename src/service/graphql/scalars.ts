/** Reads and prints the values of the API's scalars: in variables, as literals of a document, and in results. */
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
import type { ApiScalar } from "../../api/index.ts";
import type { NativeType } from "../../model/index.ts";
import type { Value } from "../../store/index.ts";
import { decodeNative } from "../json.ts";

/** Reads a literal as the JSON that a variable would hold; undefined when it is of the wrong kind. */
type LiteralReader = (node: ValueNode) => Wire | undefined;

const text: LiteralReader = (node) => (node.kind === Kind.STRING ? node.value : undefined);
/** Adding zero makes `-0` a plain zero. */
const integer: LiteralReader = (node) => (node.kind === Kind.INT ? Number(node.value) + 0 : undefined);
const number: LiteralReader = (node) => (node.kind === Kind.FLOAT ? Number(node.value) : integer(node));
/** Numbers that may not fit JavaScript's: the digits are taken as they stand in the document. */
const integerText: LiteralReader = (node) => (node.kind === Kind.INT ? node.value : text(node));
const numberText: LiteralReader = (node) => (node.kind === Kind.FLOAT ? node.value : integerText(node));

/** All others are written as text. */
const literals: Readonly<Partial<Record<NativeType, LiteralReader>>> = {
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
  const readLiteral = literals[native] ?? text;
  return new GraphQLScalarType({
    name,
    description,
    specifiedByURL,
    serialize: (value) => {
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
const shown = 880;

type LongNode = Extract<ValueNode, { readonly value: string }>;

function isLong(node: ValueNode): node is LongNode {
  return "value" in node && typeof node.value === "string" && node.value.length > longest;
}

/** As graphql-js says it, with the beginning of the value. */
function wrongValue(type: string, node: LongNode, error: unknown): GraphQLError {
  const found = `${JSON.stringify(node.value.slice(0, shown)).slice(0, -1)}…`;
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
