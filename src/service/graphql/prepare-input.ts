/**
 * Prepares the coercion of arguments and variables: types once, values with each request.
 *
 * Returns what GraphQL's own coercion returns, with the same order of members; but the columns of a record go at once to the form
 * in which a store keeps them. Never says what is wrong with a value: it throws `Misfit`, and the caller has the request run by
 * graphql-js, whose messages clients know.
 */
import { GraphQLInputObjectType, GraphQLList, GraphQLNonNull, Kind, isLeafType } from "graphql";
import type {
  ConstValueNode,
  GraphQLArgument,
  GraphQLInputField,
  GraphQLInputType,
  GraphQLLeafType,
  NameNode,
  ValueNode,
} from "graphql";
import type { Column } from "../../model/index.ts";
import type { Encoded } from "../../store/index.ts";
import { encode } from "./values.ts";
import type { EncodedValues } from "./values.ts";

/** A value that GraphQL would refuse, or one that this room leaves to graphql-js. */
export class Misfit extends Error {}

/** What a request brings to a prepared document. */
export interface RequestValues {
  /** The values in its text. @see DocumentShape */
  readonly literals: readonly string[];
  /** Coerced variables; one without a value is absent. */
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Undefined when the value is absent: a variable without one. */
type InputReader = (request: RequestValues) => unknown;

/** The number of the literal at a place of the text that was prepared. */
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
  if (type instanceof GraphQLInputObjectType) return prepareObject(type, node, slots);
  return prepareLeaf(type as GraphQLLeafType, node, slots);
}

function prepareObject(type: GraphQLInputObjectType, node: ValueNode, slots: Slots): InputReader {
  if (node.kind !== Kind.OBJECT) throw new Misfit();
  const fields = Object.values(type.getFields());
  const columns = columnsOf(fields);
  if (!columns) return prepareMembers(fields, node.fields, slots);
  const values = new Map(node.fields.map(({ name, value }) => [name.value, value]));
  const members = columns.flatMap(({ field: { name, type: of }, column }) => {
    const value = values.get(name);
    return value ? [{ name, column, read: prepareLiteral(of, value, slots) }] : [];
  });
  return (request) => encodeColumns(members, request);
}

interface FieldOfColumn {
  readonly field: GraphQLInputField;
  readonly column: Column;
}

/** The columns that the fields of an input are values of; undefined if it is not a record of a table. */
function columnsOf(fields: readonly GraphQLInputField[]): readonly FieldOfColumn[] | undefined {
  const columns = fields.flatMap((field) => {
    const { column } = field.extensions as { readonly column?: Column };
    return column ? [{ field, column }] : [];
  });
  return columns.length > 0 ? columns : undefined;
}

/** A member of an object, in the text or in a variable. */
interface Member<Source> {
  readonly name: string;
  /** Undefined when it is absent. */
  readonly read: (source: Source) => unknown;
}

function encodeColumns<Source>(
  members: readonly (Member<Source> & { readonly column: Column })[],
  source: Source,
): EncodedValues {
  const record = new Map<string, Encoded | null>();
  for (const { name, column, read } of members) {
    const value = read(source);
    if (value !== undefined) record.set(column.name, encodeColumn(column, name, value));
  }
  return record;
}

function readMembers<Source>(
  members: readonly (Member<Source> & { readonly preset: unknown; readonly required?: boolean })[],
  source: Source,
): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const { name, read, preset, required } of members) {
    const value = read(source);
    if (value !== undefined) object[name] = value;
    else if (preset !== undefined) object[name] = preset;
    else if (required) throw new Misfit();
  }
  return object;
}

function encodeColumn({ type }: Column, field: string, value: unknown): Encoded | null {
  if (value === null) return null;
  try {
    return encode(type, field, value);
  } catch {
    throw new Misfit();
  }
}

/** The members of an object, or the arguments of a field, in the order of their type. */
export function prepareMembers(
  members: readonly Pick<GraphQLArgument, "name" | "type" | "defaultValue">[],
  nodes: readonly { readonly name: NameNode; readonly value: ValueNode }[],
  slots: Slots,
): (request: RequestValues) => Record<string, unknown> {
  const values = new Map(nodes.map(({ name, value }) => [name.value, value]));
  const prepared = members.flatMap(({ name, type, defaultValue: preset }) => {
    const value = values.get(name);
    if (value) return [{ name, preset, read: prepareLiteral(type, value, slots) }];
    if (preset !== undefined) return [{ name, preset, read: () => undefined }];
    if (type instanceof GraphQLNonNull) throw new Misfit();
    return [];
  });
  return (request) => readMembers(prepared, request);
}

function prepareLeaf(type: GraphQLLeafType, node: ValueNode, slots: Slots): InputReader {
  const slot = slots.get(node.loc?.start ?? -1);
  if (slot === undefined) {
    // A scalar of JSON may be a list or an object, whose literals change from request to request.
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

/** The value of a variable. */
type VariableReader = (json: unknown) => unknown;

export function prepareVariable(type: GraphQLInputType): VariableReader {
  return once(type, () => {
    if (type instanceof GraphQLNonNull) {
      const read = prepareVariable(type.ofType as GraphQLInputType);
      return (json) => {
        if (json === null || json === undefined) throw new Misfit();
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

type Json = Readonly<Record<string, unknown>>;

function prepareObjectVariable(type: GraphQLInputObjectType): VariableReader {
  // Types may contain themselves, so their members are prepared when the first value comes.
  let prepared: { readonly names: ReadonlySet<string>; readonly read: (json: Json) => unknown } | undefined;
  return (json) => {
    if (json === null) return null;
    if (typeof json !== "object" || Array.isArray(json)) throw new Misfit();
    const { names, read } = (prepared ??= prepareFields(Object.values(type.getFields())));
    for (const name of Object.keys(json)) if (!names.has(name)) throw new Misfit();
    return read(json as Json);
  };
}

function prepareFields(fields: readonly GraphQLInputField[]) {
  const names = new Set(fields.map(({ name }) => name));
  const columns = columnsOf(fields);
  if (columns) {
    const members = columns.map(({ field, column }) => ({ ...memberOf(field), column }));
    return { names, read: (json: Json): unknown => encodeColumns(members, json) };
  }
  const members = fields.map((field) => {
    return { ...memberOf(field), preset: field.defaultValue, required: field.type instanceof GraphQLNonNull };
  });
  return { names, read: (json: Json): unknown => readMembers(members, json) };
}

function memberOf({ name, type }: GraphQLInputField): Member<Json> {
  const read = prepareVariable(type);
  // A column may be called `constructor`.
  return { name, read: (json) => (Object.hasOwn(json, name) ? read(json[name]) : undefined) };
}

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
