/**
 * Prepares the coercion of arguments and variables: types once, values with each request.
 *
 * Returns what GraphQL's own coercion returns, with the same order of members; but the columns of a record go at once to the form
 * in which a store keeps them. Never says what is wrong with a value: it throws `Misfit`, and the caller has the request run by
 * graphql-js, whose messages clients know.
 */
import { GraphQLInputObjectType, GraphQLList, GraphQLNonNull, Kind, isLeafType } from "graphql";
import type {
  ArgumentNode,
  ConstValueNode,
  GraphQLArgument,
  GraphQLInputField,
  GraphQLInputType,
  GraphQLLeafType,
  ObjectFieldNode,
  ValueNode,
} from "graphql";
import type { Column } from "../../model/index.ts";
import type { Encoded } from "../../store/index.ts";
import type { JsonObject } from "../json.ts";
import { columnOfInput } from "./graphql-types.ts";
import { encodeArgument } from "./values.ts";
import type { EncodedValues } from "./values.ts";

/** Thrown for a value that GraphQL would refuse, and for one that is left to graphql-js. */
export class Misfit extends Error {}

/** The values of a request for a prepared document. */
export interface RequestValues {
  /** The values in its text. @see DocumentShape */
  readonly literals: readonly string[];
  /** Coerced variables; one without a value is absent. */
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Makes a value for a request; undefined if it is absent, as a variable may be. */
type InputReader = (request: RequestValues) => unknown;

/** The place of a literal in the prepared text → its number. */
export type Slots = ReadonlyMap<number, number>;

/** A value in the text of a document. */
export function prepareLiteral(type: GraphQLInputType, node: ValueNode, slots: Slots): InputReader {
  if (node.kind === Kind.VARIABLE) {
    const name = node.name.value;
    const required = type instanceof GraphQLNonNull;
    return ({ variables }) => {
      const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
      if (required && (value === undefined || value === null)) throw new Misfit();
      return value;
    };
  }
  if (type instanceof GraphQLNonNull) return prepareLiteral(type.ofType as GraphQLInputType, node, slots);
  if (node.kind === Kind.NULL) return () => null;
  if (type instanceof GraphQLList) {
    const item = type.ofType as GraphQLInputType;
    const items = (node.kind === Kind.LIST ? node.values : [node]).map((value) => prepareLiteral(item, value, slots));
    return (request) => items.map((read) => read(request) ?? null);
  }
  if (type instanceof GraphQLInputObjectType) {
    if (node.kind !== Kind.OBJECT) throw new Misfit();
    return prepareNodes(Object.values(type.getFields()), node.fields, slots);
  }
  return prepareLeaf(type as GraphQLLeafType, node, slots);
}

type Input = GraphQLArgument | GraphQLInputField;

/** Reads a member of an object; undefined if it is absent. */
type MemberReader<Source> = (source: Source) => unknown;

/**
 * The members of an object in the order of their type; those of a record of a table as the columns that they are values of.
 *
 * @param readerOf returns undefined for a member that is always absent
 */
function prepareMembers<Source>(
  inputs: readonly Input[],
  readerOf: (input: Input) => MemberReader<Source> | undefined,
): (source: Source) => unknown {
  const members = inputs.map((input) => {
    const { name, type, defaultValue: preset } = input;
    const column = columnOfInput(input);
    return { name, column, preset, required: type instanceof GraphQLNonNull, read: readerOf(input) };
  });
  const columns = members.flatMap(({ name, column, read }) => (column && read ? [{ name, column, read }] : []));
  // No member of a record is required or has a default.
  if (columns.length > 0) return (source) => encodeMembers(columns, source);
  const others = members.filter(({ read, preset, required }) => read || preset !== undefined || required);
  return (source) => {
    const object: Record<string, unknown> = {};
    for (const { name, read, preset, required } of others) {
      const value = read?.(source);
      if (value !== undefined) object[name] = value;
      else if (preset !== undefined) object[name] = preset;
      else if (required) throw new Misfit();
    }
    return object;
  };
}

function encodeMembers<Source>(
  members: readonly { readonly name: string; readonly column: Column; readonly read: MemberReader<Source> }[],
  source: Source,
): EncodedValues {
  const record = new Map<string, Encoded | null>();
  for (const { name, column, read } of members) {
    const value = read(source);
    if (value !== undefined) record.set(column.name, encodeMember(column, name, value));
  }
  return record;
}

function encodeMember({ type }: Column, field: string, value: unknown): Encoded | null {
  if (value === null) return null;
  try {
    return encodeArgument(type, field, value);
  } catch {
    throw new Misfit();
  }
}

/** The arguments of a field, or the members of an object in the text. */
export function prepareNodes(
  inputs: readonly Input[],
  nodes: readonly (ArgumentNode | ObjectFieldNode)[],
  slots: Slots,
): InputReader {
  const values = new Map(nodes.map(({ name, value }) => [name.value, value]));
  return prepareMembers(inputs, ({ name, type }) => {
    const value = values.get(name);
    return value && prepareLiteral(type, value, slots);
  });
}

function prepareLeaf(type: GraphQLLeafType, node: ValueNode, slots: Slots): InputReader {
  const slot = slots.get(node.loc?.start ?? -1);
  if (slot === undefined) {
    // Only numbers and strings have one. A scalar of JSON may be a list or an object, whose literals change from request to request.
    if (node.kind !== Kind.BOOLEAN && node.kind !== Kind.ENUM) throw new Misfit();
    const value = parseLiteral(type, node);
    return () => value;
  }
  const { kind } = node;
  return ({ literals }) => parseLiteral(type, { kind, value: literals[slot] } as ConstValueNode);
}

function parseLiteral(type: GraphQLLeafType, node: ValueNode): unknown {
  return orMisfit(() => type.parseLiteral(node, undefined));
}

/** Coerces the JSON of a variable, or of a part of one. */
type VariableReader = (json: unknown) => unknown;

export function prepareVariable(type: GraphQLInputType): VariableReader {
  return once(type, () => {
    if (type instanceof GraphQLNonNull) {
      const read = prepareVariable(type.ofType as GraphQLInputType);
      return (json) => {
        if (json === null) throw new Misfit();
        return read(json);
      };
    }
    if (type instanceof GraphQLList) {
      const read = prepareVariable(type.ofType as GraphQLInputType);
      return (json) => (json === null ? null : Array.isArray(json) ? json.map((item) => read(item)) : [read(json)]);
    }
    if (type instanceof GraphQLInputObjectType) return prepareObjectVariable(type);
    if (!isLeafType(type)) throw new Misfit();
    return (json) => (json === null ? null : orMisfit(() => type.parseValue(json)));
  });
}

function prepareObjectVariable(type: GraphQLInputObjectType): VariableReader {
  // Types may contain themselves, so their members are prepared when the first value comes.
  let read: ((json: JsonObject) => unknown) | undefined;
  return (json) => {
    if (json === null) return null;
    if (typeof json !== "object" || Array.isArray(json)) throw new Misfit();
    const fields = type.getFields();
    for (const name of Object.keys(json)) if (!Object.hasOwn(fields, name)) throw new Misfit();
    read ??= prepareMembers(Object.values(fields), memberReader);
    return read(json as JsonObject);
  };
}

function memberReader({ name, type }: Input): MemberReader<JsonObject> {
  const read = prepareVariable(type);
  // A column may be called `constructor`.
  return (json) => (Object.hasOwn(json, name) ? read(json[name]) : undefined);
}

/** Each type is prepared once: many variables have the same. */
const readers = new WeakMap<GraphQLInputType, VariableReader>();

function once(type: GraphQLInputType, make: () => VariableReader): VariableReader {
  const found = readers.get(type) ?? make();
  readers.set(type, found);
  return found;
}

function orMisfit(parse: () => unknown): unknown {
  let value: unknown;
  try {
    value = parse();
  } catch {
    throw new Misfit();
  }
  if (value === undefined) throw new Misfit();
  return value;
}
