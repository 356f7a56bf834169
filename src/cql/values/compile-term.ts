/** Compiles the terms that a statement writes, compares or limits with, each for its receiver. */
import type { Term } from "../grammar/tree.ts";
import type { CqlType } from "../../model/index.ts";
import { invalid } from "../cql-error.ts";
import { isCallTerm } from "./call.ts";
import { compileCall } from "./compile-call.ts";
import { listOf, mapOf, recordOf, setOf, tupleOf, vectorOf } from "./composite.ts";
import { readConstant } from "./constant.ts";
import type { Expression, CompileContext } from "./expression.ts";
import { fieldTypes } from "./fit.ts";
import { fitTerm } from "./term-typing.ts";
import { namedType } from "./receiver.ts";
import type { Receiver } from "./receiver.ts";
import { termText } from "./term-text.ts";
import { typeText } from "./types.ts";

/** @throws {CqlError} `invalid` when the receiver cannot have such a value */
export function compileTerm(term: Term, receiver: Receiver, context: CompileContext): Expression {
  const { type } = receiver;
  switch (term.kind) {
    case "constant": {
      const bytes = readConstant(term, receiver);
      return { type, name: termText(term), isConstant: true, evaluate: () => bytes };
    }
    case "null":
      if (fitTerm(term, type, context) === "none") throw invalid("Invalid null value for counter increment/decrement");
      return { type, name: "NULL", isConstant: true, evaluate: () => null };
    case "marker":
      context.variables.add(term, receiver);
      return { type, name: "?", hasMarkers: true, evaluate: ({ bound }) => bound(term) };
    case "list":
      return compileArray(term.items, receiver, context);
    case "set":
      return compileSet(term.items, receiver, context);
    case "map":
      return term.entries.length === 0
        ? compileSet([], receiver, context)
        : compileMap(term.entries, receiver, context);
    case "tuple":
      return compileTuple(term.items, receiver, context);
    case "record":
      return compileRecord(term.fields, receiver, context);
    case "hint":
      return compileHint(term, receiver, context);
    default:
      if (isCallTerm(term)) return { ...compileCall(term, receiver, context, compileTerm), type };
      throw invalid(`Invalid term ${termText(term)} for "${receiver.name}" of type ${typeText(type)}`);
  }
}

function compileArray(items: readonly Term[], { name, type }: Receiver, context: CompileContext): Expression {
  if (type.kind !== "list" && type.kind !== "vector") {
    throw invalid(`Unexpected receiver type '${typeText(type)}'; only list and vector are expected`);
  }
  const { kind } = type;
  if (kind === "vector" && items.length !== type.dimensions) {
    throw invalid(
      `Invalid vector literal for ${name} of type ${typeText(type)}; expected ${type.dimensions} elements, but given ${items.length}`,
    );
  }
  const receiver: Receiver = { name: `value(${name})`, type: type.item };
  checkItems(kind, "value", items, receiver, name, context);
  const parts = items.map((item) => compileTerm(item, receiver, context));
  if (type.kind === "vector") return vectorOf(type, parts);
  checkMarkers(kind, parts, name);
  return listOf(type, parts);
}

function compileSet(items: readonly Term[], { name, type }: Receiver, context: CompileContext): Expression {
  if (type.kind === "map" && items.length === 0) return mapOf(type, []);
  if (type.kind !== "set") throw invalid(`Invalid set literal for ${name} of type ${typeText(type)}`);
  const receiver: Receiver = { name: `value(${name})`, type: type.item };
  checkItems("set", "value", items, receiver, name, context);
  const parts = items.map((item) => compileTerm(item, receiver, context));
  checkMarkers("set", parts, name);
  return setOf(type, parts);
}

function compileMap(
  entries: readonly (readonly [key: Term, value: Term])[],
  { name, type }: Receiver,
  context: CompileContext,
): Expression {
  if (type.kind !== "map") throw invalid(`Invalid map literal for ${name} of type ${typeText(type)}`);
  const [key, value]: [Receiver, Receiver] = [
    { name: `key(${name})`, type: type.key },
    { name: `value(${name})`, type: type.value },
  ];
  for (const [keyTerm, valueTerm] of entries) {
    checkItems("map", "key", [keyTerm], key, name, context);
    checkItems("map", "value", [valueTerm], value, name, context);
  }
  const parts = entries.map(([keyTerm, valueTerm]) => {
    return [compileTerm(keyTerm, key, context), compileTerm(valueTerm, value, context)] as const;
  });
  checkMarkers("map", parts.flat(), name);
  return mapOf(type, parts);
}

/** A single term in parentheses is a tuple only where one is wanted. */
function compileTuple(items: readonly Term[], receiver: Receiver, context: CompileContext): Expression {
  const { name, type } = receiver;
  const types = fieldTypes(type);
  const [first] = items;
  if (first && items.length === 1 && !types) return compileTerm(first, receiver, context);
  if (!types || (type.kind !== "tuple" && type.kind !== "user")) {
    throw invalid(`Invalid tuple type literal for ${name} of type ${typeText(type)}`);
  }
  const receivers = items.map((item, index) => {
    const field = types[index];
    if (!field) {
      throw invalid(
        `Invalid tuple literal for ${name}: too many elements. Type ${typeText(type)} expects ${types.length} but got ${items.length}`,
      );
    }
    if (fitTerm(item, field, context) === "none") {
      throw invalid(`Invalid tuple literal for ${name}: component ${index} is not of type ${typeText(field)}`);
    }
    return { name: `${name}[${index}]`, type: field };
  });
  return tupleOf(
    type,
    items.map((item, index) => compileTerm(item, receivers[index] as Receiver, context)),
  );
}

function compileRecord(
  given: readonly (readonly [name: string, value: Term])[],
  { name, type }: Receiver,
  context: CompileContext,
): Expression {
  if (type.kind !== "user") throw invalid(`Invalid user type literal for ${name} of type ${typeText(type)}`);
  const { fields } = type.type;
  const terms = new Map(given);
  for (const field of fields) {
    const term = terms.get(field.name);
    if (term && fitTerm(term, field.type, context) === "none") {
      throw invalid(
        `Invalid user type literal for ${name}: field ${field.name} is not of type ${typeText(field.type)}`,
      );
    }
  }
  const compiled = new Map<string, Expression>();
  for (const field of fields) {
    const term = terms.get(field.name);
    if (term) compiled.set(field.name, compileTerm(term, fieldReceiver(name, field), context));
  }
  const unknown = [...terms.keys()].find((field) => !compiled.has(field));
  if (unknown !== undefined) {
    throw invalid(`Unknown field '${unknown}' in value of user defined type ${type.type.name}`);
  }
  return recordOf(type, compiled);
}

function fieldReceiver(name: string, field: { readonly name: string; readonly type: CqlType }): Receiver {
  return { name: `${name}.${field.name}`, type: field.type };
}

function compileHint(term: Extract<Term, { kind: "hint" }>, receiver: Receiver, context: CompileContext): Expression {
  const named = namedType(term.type, context.scope);
  if (fitTerm(term.of, named, context) === "none") {
    throw invalid(`Cannot cast value ${termText(term.of)} to type ${term.type}`);
  }
  if (fitTerm(term, receiver.type, context) === "none") {
    throw invalid(`Cannot assign value ${termText(term)} to ${receiver.name} of type ${typeText(receiver.type)}`);
  }
  return compileTerm(term.of, receiver, context);
}

function checkItems(
  kind: string,
  part: "key" | "value",
  items: readonly Term[],
  receiver: Receiver,
  name: string,
  context: CompileContext,
): void {
  for (const item of items) {
    if (fitTerm(item, receiver.type, context) === "none") {
      throw invalid(
        `Invalid ${kind} literal for ${name}: ${part} ${termText(item)} is not of type ${typeText(receiver.type)}`,
      );
    }
  }
}

function checkMarkers(kind: string, parts: readonly Expression[], name: string): void {
  if (parts.some((part) => part.hasMarkers)) {
    throw invalid(`Invalid ${kind} literal for ${name}: bind variables are not supported inside collection literals`);
  }
}
