/**
 * Prepares the result of a field: which members it has and how each is printed, once for a selection. What comes out is the text
 * of the response, so that no object of a row or of the result is ever made.
 *
 * Follows the algorithm of graphql-js: a value that fails is null and an error, and null where null is not allowed makes the
 * field around it null. Knows no `__typename`, fragments, directives or abstract types: documents with those are left
 * to graphql-js.
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
import { printJson } from "../json.ts";
import type { Execution, Place } from "./execution.ts";
import { Misfit } from "./prepare-input.ts";

/**
 * Prints what a resolver returned as JSON. Objects and lists make a `Place` of the last two arguments; a value without parts does
 * so only if it fails, because a page has thousands.
 *
 * @throws what the field around it has to report
 */
type Printer = (value: unknown, execution: Execution, above: Place | undefined, key: Place["key"]) => string;

const nullText = "null";

/** @param name of the field, for messages: `Products.id` */
function preparePrinter(type: GraphQLOutputType, node: FieldNode, name: string): Printer {
  if (type instanceof GraphQLNonNull) {
    const print = preparePrinter(type.ofType as GraphQLOutputType, node, name);
    return (value, execution, above, key) => {
      const printed = print(value, execution, above, key);
      if (printed === nullText) throw new Error(`Cannot return null for non-nullable field ${name}.`);
      return printed;
    };
  }
  const print = prepareValuePrinter(type, node, name);
  return (value, execution, above, key) =>
    value === null || value === undefined ? nullText : print(value, execution, above, key);
}

function prepareValuePrinter(type: GraphQLOutputType, node: FieldNode, name: string): Printer {
  if (type instanceof GraphQLList) {
    const item = type.ofType as GraphQLOutputType;
    const print = failing(item, preparePrinter(item, node, name));
    return (value, execution, above, key) => {
      const place: Place = { key, above };
      let text = "";
      let index = 0;
      for (const one of value as Iterable<unknown>)
        text += (index > 0 ? "," : "") + print(one, execution, place, index++);
      return `[${text}]`;
    };
  }
  if (type instanceof GraphQLObjectType) return prepareObjectPrinter(type, node.selectionSet);
  if (!isLeafType(type)) throw new Misfit();
  return (value) => printJson(type.serialize(value));
}

/** Errors end at the first place that may be null. */
function failing(type: GraphQLOutputType, print: Printer): Printer {
  if (type instanceof GraphQLNonNull) return print;
  return (value, execution, above, key) => {
    try {
      return print(value, execution, above, key);
    } catch (error) {
      return nullFor(error, { key, above }, execution);
    }
  };
}

function nullFor(error: unknown, place: Place, { failures }: Execution): string {
  failures.push({ error, place });
  return nullText;
}

const noArguments: Readonly<Record<string, never>> = {};

function prepareObjectPrinter(type: GraphQLObjectType, selections: SelectionSetNode | undefined): Printer {
  const members = prepareMemberPrinters(type, fieldsOf(type, selections), preparePrinter);
  return (source, execution, above, ownKey) => {
    const place: Place = { key: ownKey, above };
    let text = "{";
    for (const { key, start, resolve, print, isNullable } of members) {
      try {
        text += start + print(resolve(source, execution), execution, place, key);
      } catch (error) {
        if (!isNullable) throw error;
        text += start + nullFor(error, { key, above: place }, execution);
      }
    }
    return `${text}}`;
  };
}

/** @param prepare makes the printer of a member's value */
function prepareMemberPrinters<Print>(
  type: GraphQLObjectType,
  fields: readonly SelectedField[],
  prepare: (type: GraphQLOutputType, node: FieldNode, name: string) => Print,
) {
  return fields.map(({ key, node, field }, index) => ({
    key,
    start: startOf(key, index),
    resolve: resolverOf(field),
    print: prepare(field.type, node, `${type.name}.${field.name}`),
    isNullable: !(field.type instanceof GraphQLNonNull),
  }));
}

/** The text before the value of a member: `,"name":`. */
export function startOf(key: string, index: number): string {
  return `${index > 0 ? "," : ""}${JSON.stringify(key)}:`;
}

function resolverOf({ args, name, resolve = defaultFieldResolver }: SelectedField["field"]) {
  if (args.length > 0) throw new Misfit();
  // The only member that the resolvers of a row and of a result read.
  const info = { fieldName: name } as GraphQLResolveInfo;
  return (source: unknown, execution: Execution): unknown => resolve(source, noArguments, execution, info);
}

/** Prints what the resolver of an outermost field returned. */
type ResultPrinter = (value: unknown, execution: Execution, resultKey: string) => string | Promise<string>;

/** @param name of the field, for messages: `Query.products` */
export function prepareResult(type: GraphQLOutputType, node: FieldNode, name: string): ResultPrinter {
  const fields = type instanceof GraphQLObjectType ? fieldsOf(type, node.selectionSet) : [];
  if (!(type instanceof GraphQLObjectType) || !fields.some(({ field }) => rowsIn(field.type))) {
    const print = preparePrinter(type, node, name);
    return (value, execution, resultKey) => print(value, execution, undefined, resultKey);
  }
  const members = prepareMemberPrinters(type, fields, prepareRows);
  return async (value, execution, resultKey) => {
    if (value === null || value === undefined) return nullText;
    const place: Place = { key: resultKey, above: undefined };
    let text = "{";
    for (const { key, start, resolve, print, isNullable } of members) {
      try {
        const printed = print(resolve(value, execution), execution, place, key);
        text += start + (typeof printed === "string" ? printed : await printed);
      } catch (error) {
        if (!isNullable) throw error;
        text += start + nullFor(error, { key, above: place }, execution);
      }
    }
    return `${text}}`;
  };
}

type RowsPrinter = (...args: Parameters<Printer>) => string | Promise<string>;

/** The type of a row in a list of rows; undefined for any other type. */
function rowsIn(type: GraphQLOutputType): GraphQLOutputType | undefined {
  const item = type instanceof GraphQLList ? (type.ofType as GraphQLOutputType) : undefined;
  return item && !isLeafType(getNullableType(item)) ? item : undefined;
}

/** Rows are decoded when they are printed, and a page has many: others have a turn between them. */
function prepareRows(type: GraphQLOutputType, node: FieldNode, name: string): RowsPrinter {
  const item = rowsIn(type);
  if (!item) return preparePrinter(type, node, name);
  const print = failing(item, preparePrinter(item, node, name));
  return async (rows, execution, above, key) => {
    if (rows === null || rows === undefined) return nullText;
    const place: Place = { key, above };
    let text = "";
    let index = 0;
    for (const row of rows as Iterable<unknown>) {
      const pause = index > 0 && execution.reads.timeSlice.yieldIfOver();
      if (pause) await pause;
      text += (index > 0 ? "," : "") + print(row, execution, place, index++);
    }
    return `[${text}]`;
  };
}

interface SelectedField {
  /** Its name in the result. */
  readonly key: string;
  readonly node: FieldNode;
  readonly field: GraphQLField<unknown, Execution>;
}

/** The selected fields of a type, each once. @throws {Misfit} for anything but plain fields of it */
export function fieldsOf(type: GraphQLObjectType, selections: SelectionSetNode | undefined): readonly SelectedField[] {
  const fields = type.getFields();
  // Not a member like others where an object is made of the result.
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
