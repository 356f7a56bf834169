/** Understands terms by what they are for: what a statement writes, compares or limits with. */
import type { Term } from "../grammar/tree.ts";
import type { CqlType } from "../../model/index.ts";
import { invalid } from "../cql-error.ts";
import { isCallTerm } from "./call.ts";
import { compileCall } from "./compile-call.ts";
import { listOf, mapOf, recordOf, setOf, tupleOf, vectorOf } from "./composite.ts";
import { readConstant } from "./constant.ts";
import type { Expression, Setting } from "./expression.ts";
import { fieldTypes } from "./literal-types.ts";
import { fitTerm } from "./term-typing.ts";
import { namedType } from "./named-type.ts";
import type { Receiver } from "./receiver.ts";
import { termText } from "./term-text.ts";
import { typeText } from "./type-text.ts";

/** @throws {CqlError} `invalid` when the receiver cannot have such a value */
export function compileExpression(term: Term, receiver: Receiver, setting: Setting): Expression {
  const { type } = receiver;
  switch (term.kind) {
    case "constant": {
      const bytes = readConstant(term, receiver);
      return { type, name: termText(term), isConstant: true, evaluate: () => bytes };
    }
    case "null":
      if (fitTerm(term, type, setting) === "none") throw invalid("Invalid null value for counter increment/decrement");
      return { type, name: "NULL", isConstant: true, evaluate: () => null };
    case "marker":
      setting.variables.add(term, receiver);
      return { type, name: "?", hasMarkers: true, evaluate: ({ bound }) => bound(term) };
    case "list":
      return compileArray(term.items, receiver, setting);
    case "set":
      return compileSet(term.items, receiver, setting);
    case "map":
      return term.entries.length === 0
        ? compileSet([], receiver, setting)
        : compileMap(term.entries, receiver, setting);
    case "tuple":
      return compileTuple(term.items, receiver, setting);
    case "record":
      return compileRecord(term.fields, receiver, setting);
    case "hint":
      return compileHint(term, receiver, setting);
    default:
      if (isCallTerm(term)) return compileCall(term, receiver, setting, compileExpression);
      throw invalid(`Invalid term ${termText(term)} for "${receiver.name}" of type ${typeText(type)}`);
  }
}

function compileArray(items: readonly Term[], { name, type }: Receiver, setting: Setting): Expression {
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
  checkItems(kind, "value", items, receiver, name, setting);
  const parts = items.map((item) => compileExpression(item, receiver, setting));
  if (type.kind === "vector") return vectorOf(type, parts);
  checkMarkers(kind, parts, name);
  return listOf(type, parts);
}

function compileSet(items: readonly Term[], { name, type }: Receiver, setting: Setting): Expression {
  if (type.kind === "map" && items.length === 0) return mapOf(type, []);
  if (type.kind !== "set") throw invalid(`Invalid set literal for ${name} of type ${typeText(type)}`);
  const receiver: Receiver = { name: `value(${name})`, type: type.item };
  checkItems("set", "value", items, receiver, name, setting);
  const parts = items.map((item) => compileExpression(item, receiver, setting));
  checkMarkers("set", parts, name);
  return setOf(type, parts);
}

function compileMap(
  entries: readonly (readonly [key: Term, value: Term])[],
  { name, type }: Receiver,
  setting: Setting,
): Expression {
  if (type.kind !== "map") throw invalid(`Invalid map literal for ${name} of type ${typeText(type)}`);
  const [key, value]: [Receiver, Receiver] = [
    { name: `key(${name})`, type: type.key },
    { name: `value(${name})`, type: type.value },
  ];
  for (const [keyTerm, valueTerm] of entries) {
    checkItems("map", "key", [keyTerm], key, name, setting);
    checkItems("map", "value", [valueTerm], value, name, setting);
  }
  const parts = entries.map(([keyTerm, valueTerm]) => {
    return [compileExpression(keyTerm, key, setting), compileExpression(valueTerm, value, setting)] as const;
  });
  checkMarkers("map", parts.flat(), name);
  return mapOf(type, parts);
}

/** A single term in parentheses is a tuple only where one is wanted. */
function compileTuple(items: readonly Term[], receiver: Receiver, setting: Setting): Expression {
  const { name, type } = receiver;
  const types = fieldTypes(type);
  const [first] = items;
  if (first && items.length === 1 && !types) return compileExpression(first, receiver, setting);
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
    if (fitTerm(item, field, setting) === "none") {
      throw invalid(`Invalid tuple literal for ${name}: component ${index} is not of type ${typeText(field)}`);
    }
    return { name: `${name}[${index}]`, type: field };
  });
  return tupleOf(
    type,
    items.map((item, index) => compileExpression(item, receivers[index] as Receiver, setting)),
  );
}

function compileRecord(
  given: readonly (readonly [name: string, value: Term])[],
  { name, type }: Receiver,
  setting: Setting,
): Expression {
  if (type.kind !== "user") throw invalid(`Invalid user type literal for ${name} of type ${typeText(type)}`);
  const { fields } = type.type;
  const terms = new Map(given);
  for (const field of fields) {
    const term = terms.get(field.name);
    if (term && fitTerm(term, field.type, setting) === "none") {
      throw invalid(
        `Invalid user type literal for ${name}: field ${field.name} is not of type ${typeText(field.type)}`,
      );
    }
  }
  const compiled = new Map<string, Expression>();
  for (const field of fields) {
    const term = terms.get(field.name);
    if (term) compiled.set(field.name, compileExpression(term, fieldReceiver(name, field), setting));
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

function compileHint(term: Extract<Term, { kind: "hint" }>, receiver: Receiver, setting: Setting): Expression {
  const named = namedType(term.type, setting.scope);
  if (fitTerm(term.of, named, setting) === "none") {
    throw invalid(`Cannot cast value ${termText(term.of)} to type ${term.type}`);
  }
  if (fitTerm(term, receiver.type, setting) === "none") {
    throw invalid(`Cannot assign value ${termText(term)} to ${receiver.name} of type ${typeText(receiver.type)}`);
  }
  return compileExpression(term.of, receiver, setting);
}

function checkItems(
  kind: string,
  part: "key" | "value",
  items: readonly Term[],
  receiver: Receiver,
  name: string,
  setting: Setting,
): void {
  for (const item of items) {
    if (fitTerm(item, receiver.type, setting) === "none") {
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
