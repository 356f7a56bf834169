/**
 * Prepares the result of a field: which members it has and how each is printed, once for a selection.
 *
 * Follows the algorithm of graphql-js: a value that fails is null and an error, and null where none may be makes the
 * field around it null. Knows no fragments, directives or abstract types: documents with those are left to graphql-js.
 */
import {
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  Kind,
  defaultFieldResolver,
  getNullableType,
  isLeafType,
} from "graphql";
import type { FieldNode, GraphQLField, GraphQLOutputType, GraphQLResolveInfo, SelectionSetNode } from "graphql";
import type { Execution } from "./execution.ts";
import { Misfit } from "./prepare-input.ts";

/** Where a value stands in the result: the last step, and those before it. */
export interface Place {
  readonly key: string | number;
  readonly above: Place | undefined;
}

export interface Failure {
  readonly error: unknown;
  readonly place: Place;
}

/** What the fields of one execution share. */
export interface Run {
  readonly context: Execution;
  readonly failures: Failure[];
}

/**
 * Prints what a resolver returned. Its place is made of the last two arguments only when it is needed: a page has thousands.
 *
 * @throws what the field around it has to report
 */
export type Printer = (value: unknown, run: Run, above: Place | undefined, key: Place["key"]) => unknown;

/** @param name of the field, for messages: `Products.id` */
export function preparePrinter(type: GraphQLOutputType, node: FieldNode, name: string): Printer {
  if (type instanceof GraphQLNonNull) {
    const print = preparePrinter(type.ofType as GraphQLOutputType, node, name);
    return (value, run, above, key) => {
      const printed = print(value, run, above, key);
      if (printed === null) throw new Error(`Cannot return null for non-nullable field ${name}.`);
      return printed;
    };
  }
  const print = prepareValue(type, node, name);
  return (value, run, above, key) => (value === null || value === undefined ? null : print(value, run, above, key));
}

function prepareValue(type: GraphQLOutputType, node: FieldNode, name: string): Printer {
  if (type instanceof GraphQLList) {
    const item = type.ofType as GraphQLOutputType;
    const print = failing(item, preparePrinter(item, node, name));
    return (value, run, above, key) => {
      const items: readonly unknown[] = Array.isArray(value) ? value : [...(value as Iterable<unknown>)];
      const place: Place = { key, above };
      return items.map((one, index) => print(one, run, place, index));
    };
  }
  if (type instanceof GraphQLObjectType) return prepareObject(type, node.selectionSet);
  if (!isLeafType(type)) throw new Misfit();
  return (value) => type.serialize(value);
}

/** Errors end at the first place that may be null. */
function failing(type: GraphQLOutputType, print: Printer): Printer {
  if (type instanceof GraphQLNonNull) return print;
  return (value, run, above, key) => {
    try {
      return print(value, run, above, key);
    } catch (error) {
      run.failures.push({ error, place: { key, above } });
      return null;
    }
  };
}

const noArguments: Readonly<Record<string, never>> = {};

function prepareObject(type: GraphQLObjectType, selections: SelectionSetNode | undefined): Printer {
  const members = fieldsOf(type, selections).map(({ key, node, field }) => {
    const print = preparePrinter(field.type, node, `${type.name}.${field.name}`);
    const resolve = resolverOf(field);
    const read: Printer = (source, run, above, name) => print(resolve(source, run), run, above, name);
    return [key, failing(field.type, read)] as const;
  });
  return (source, run, above, key) => {
    const object: Record<string, unknown> = {};
    const place: Place = { key, above };
    for (const [name, read] of members) object[name] = read(source, run, place, name);
    return object;
  };
}

function resolverOf({ args, name, resolve = defaultFieldResolver }: SelectedField["field"]) {
  if (args.length > 0) throw new Misfit();
  const info = { fieldName: name } as GraphQLResolveInfo;
  return (source: unknown, { context }: Run): unknown => resolve(source, noArguments, context, info);
}

/** Prints what the resolver of an outermost field returned. */
export type ResultPrinter = (value: unknown, run: Run, key: string) => Promise<unknown>;

/** @param name of the field, for messages: `Query.products` */
export function prepareResult(type: GraphQLOutputType, node: FieldNode, name: string): ResultPrinter {
  if (!(type instanceof GraphQLObjectType)) {
    const print = preparePrinter(type, node, name);
    return async (value, run, key) => print(value, run, undefined, key);
  }
  const members = fieldsOf(type, node.selectionSet).map(({ key, node: member, field }) => {
    const print = prepareRows(field.type, member, `${type.name}.${field.name}`);
    return { key, resolve: resolverOf(field), print, isNullable: !(field.type instanceof GraphQLNonNull) };
  });
  return async (value, run, key) => {
    if (value === null || value === undefined) return null;
    const object: Record<string, unknown> = {};
    const place: Place = { key, above: undefined };
    for (const { key: name, resolve, print, isNullable } of members) {
      object[name] = null;
      try {
        object[name] = await print(resolve(value, run), run, place, name);
      } catch (error) {
        if (!isNullable) throw error;
        run.failures.push({ error, place: { key: name, above: place } });
      }
    }
    return object;
  };
}

/** Rows are decoded when they are printed, and a page has many: others have a turn between them. */
function prepareRows(type: GraphQLOutputType, node: FieldNode, name: string): Printer {
  const item = type instanceof GraphQLList ? (type.ofType as GraphQLOutputType) : undefined;
  if (!item || isLeafType(getNullableType(item))) return preparePrinter(type, node, name);
  const print = failing(item, preparePrinter(item, node, name));
  return async (rows, run, above, key) => {
    if (rows === null || rows === undefined) return null;
    const place: Place = { key, above };
    const printed: unknown[] = [];
    for (const row of rows as Iterable<unknown>) {
      printed.push(print(row, run, place, printed.length));
      const pause = run.context.reads.turns.next();
      if (pause) await pause;
    }
    return printed;
  };
}

export interface SelectedField {
  /** Its name in the result. */
  readonly key: string;
  readonly node: FieldNode;
  readonly field: GraphQLField<unknown, Execution>;
}

/** The selected fields of a type, each once. @throws {Misfit} for anything but plain fields of it */
export function fieldsOf(type: GraphQLObjectType, selections: SelectionSetNode | undefined): readonly SelectedField[] {
  const fields = type.getFields();
  const keys = new Set<string>(["__proto__"]);
  return (selections?.selections ?? []).map((node) => {
    if (node.kind !== Kind.FIELD || (node.directives ?? []).length > 0) throw new Misfit();
    const key = (node.alias ?? node.name).value;
    const field = Object.hasOwn(fields, node.name.value) ? fields[node.name.value] : undefined;
    if (!field || keys.has(key)) throw new Misfit();
    keys.add(key);
    return { key, node, field };
  });
}
