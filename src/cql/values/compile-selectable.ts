/** Compiles the selectors of a query, where most terms have a type of their own. */
import { bufferOf } from "./expression.ts";
import type { Expression, CompileContext } from "./expression.ts";
import type { Term } from "../grammar/tree.ts";
import { printName } from "../../model/index.ts";
import type { CqlType } from "../../model/index.ts";
import { splitParts } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import { unset } from "../protocol/message.ts";
import { callName, callOf, isCallTerm, isCellTimes } from "./call.ts";
import type { Call, CallTerm } from "./call.ts";
import { compileCellTimes } from "./cell-times.ts";
import { callExpression, evaluateArguments, titleOf } from "./compile-call.ts";
import { compileTerm } from "./compile-term.ts";
import { compileElement, compileSlice } from "./compile-element.ts";
import { listOf, mapOf, recordOf, setOf, tupleOf, vectorOf } from "./composite.ts";
import { sameType, fieldTypes } from "./fit.ts";
import { columnIn } from "./receiver.ts";
import type { NativeFunction } from "./functions/native-function.ts";
import type { Operator } from "./functions/operations.ts";
import { termText } from "./term-text.ts";
import { exactType, findFunction, fitTerm } from "./term-typing.ts";
import { typeText } from "./types.ts";
import type { RecordType } from "./types.ts";

/**
 * @param expected the type of the parameter or hint that it is for
 * @throws {CqlError} `invalid` for columns and functions that do not exist, and constants of which nothing says the type
 */
export function compileSelectable(term: Term, expected: CqlType | undefined, context: CompileContext): Expression {
  switch (term.kind) {
    case "column":
      return compileColumn(term.name, context);
    case "element":
      return compileElement(term, compileSelectable(term.of, undefined, context), context);
    case "slice":
      return compileSlice(term, compileSelectable(term.of, expected, context), context);
    case "field":
      return compileField(term, context);
    case "hint":
      return compileHint(term, context);
    case "constant":
    case "null":
    case "marker": {
      const type = typeOf(term, expected, context);
      return compileTerm(term, { name: "[selection]", type }, { ...context, selection: undefined });
    }
    case "list":
    case "set":
    case "map":
    case "tuple":
    case "record":
      return compileLiteral(term, expected, context);
    default:
      if (isCallTerm(term)) return compileSelectedCall(term, context);
      throw invalid(`Invalid selection ${termText(term)}`);
  }
}

function typeOf(term: Term, expected: CqlType | undefined, context: CompileContext): CqlType {
  const type = exactType(term, context) ?? expected;
  if (type) return type;
  throw invalid(`Cannot infer type for term ${termText(term)} in selection clause (try using a cast to force a type)`);
}

function compileColumn(name: string, { scope, selection }: CompileContext): Expression {
  const { type } = columnIn(scope, name);
  selection?.columns.add(name);
  return { type, name, evaluate: ({ row }) => bufferOf(row?.bytes(name) ?? null) };
}

function compileField(term: Extract<Term, { kind: "field" }>, context: CompileContext): Expression {
  const { of, field } = term;
  const [inner] = of.kind === "tuple" ? of.items : [];
  const selected = compileSelectable(of, inner && exactType(inner, context), context);
  const { type } = selected;
  if (type.kind !== "user") {
    throw invalid(`Invalid field selection: ${termText(of)} of type ${typeText(type)} is not a user type`);
  }
  const index = type.type.fields.findIndex((one) => one.name === field);
  const found = type.type.fields[index];
  if (!found) throw invalid(`${termText(of)} of type ${typeText(type)} has no field ${field}`);
  return {
    type: found.type,
    name: `${selected.name}.${field}`,
    evaluate: (inputs) => {
      const bytes = selected.evaluate(inputs);
      return bytes === null || bytes === unset ? null : (splitParts(type, bytes)[index] ?? null);
    },
  };
}

function compileHint(term: Extract<Term, { kind: "hint" }>, context: CompileContext): Expression {
  const type = typeOf(term, undefined, context);
  if (fitTerm(term.of, type, context) === "none") {
    const text = termText(term);
    throw invalid(`Cannot assign value ${text} to ${text} of type ${typeText(type)}`);
  }
  const selected = compileSelectable(term.of, type, context);
  return { ...selected, type, name: `(${hintText(term.type, type, context)})${selected.name}` };
}

/** A user type is named with its keyspace. */
function hintText(text: string, type: CqlType, { scope }: CompileContext): string {
  return type.kind === "user" ? `${scope.keyspace}.${printName(type.type.name)}` : text;
}

type Literal = Extract<Term, { readonly kind: "list" | "set" | "map" | "tuple" | "record" }>;

function compileLiteral(term: Literal, expected: CqlType | undefined, context: CompileContext): Expression {
  const type = term.kind === "list" && expected?.kind === "vector" ? expected : typeOf(term, expected, context);
  const part = (item: Term, itemType: CqlType): Expression => compileSelectable(item, itemType, context);
  const parts = (items: readonly Term[], itemType: CqlType): Expression[] => items.map((item) => part(item, itemType));
  switch (term.kind) {
    case "list":
      if (type.kind === "list") return listOf(type, parts(term.items, type.item));
      if (type.kind !== "vector") break;
      if (type.dimensions === term.items.length) return vectorOf(type, parts(term.items, type.item));
      throw invalid(`Unable to create a vector selector of type ${typeText(type)} from ${term.items.length} elements`);
    case "set":
      if (type.kind === "map" && term.items.length === 0) return mapOf(type, []);
      if (type.kind === "set") return setOf(type, parts(term.items, type.item));
      break;
    case "map": {
      if (type.kind === "set" && term.entries.length === 0) return setOf(type, []);
      if (type.kind !== "map") break;
      const entries = term.entries.map(([key, value]) => [part(key, type.key), part(value, type.value)] as const);
      return mapOf(type, entries);
    }
    case "record":
      if (type.kind === "user") return recordOf(type, compileFields(term.fields, type, part));
      break;
    case "tuple": {
      const [first] = term.items;
      if (first && term.items.length === 1 && type.kind !== "tuple") {
        const selected = compileSelectable(first, expected, context);
        return { ...selected, name: `(${selected.name})` };
      }
      if (type.kind !== "tuple" && type.kind !== "user") break;
      const types = fieldTypes(type) ?? [];
      const items = term.items.map((item, index) => part(item, types[index] ?? type));
      return tupleOf(type, items);
    }
  }
  throw invalid(`Cannot assign value ${termText(term)} to [selection] of type ${typeText(type)}`);
}

function compileFields(
  given: readonly (readonly [name: string, value: Term])[],
  type: RecordType,
  part: (item: Term, type: CqlType) => Expression,
): ReadonlyMap<string, Expression> {
  return new Map(
    given.map(([name, value]) => {
      const field = type.type.fields.find((one) => one.name === name);
      if (!field) throw invalid(`Unknown field '${name}' in value of user defined type ${type.type.name}`);
      return [name, part(value, field.type)];
    }),
  );
}

function compileSelectedCall(term: CallTerm, context: CompileContext): Expression {
  const call = callOf(term, context);
  if (isCellTimes(call)) return compileCellTimes(call, context, compileSelectable);
  if (call.cast) {
    const selected = compileSelectable(call.arguments[0] as Term, undefined, context);
    if (sameType(selected.type, call.cast)) return selected;
  }
  const found = knownFunction(call, context);
  const values = found.arguments.map((type, index) => {
    const argument = call.arguments[index] as Term;
    const value = compileSelectable(argument, type, context);
    return needsParentheses(term, argument, index) ? { ...value, name: `(${value.name})` } : value;
  });
  return found.begin ? aggregate(found, values, context) : callExpression(found, values);
}

/** The tree has no parentheses around inner operations, but names of results have them. */
function needsParentheses(outer: CallTerm, inner: Term, index: number): boolean {
  if (inner.kind !== "operation") return false;
  if (outer.kind !== "operation") return outer.kind === "negation";
  const [outerRank, innerRank] = [rankOf(outer.operator), rankOf(inner.operator)];
  return innerRank < outerRank || (innerRank === outerRank && index === 1);
}

function rankOf(operator: Operator): number {
  return operator === "+" || operator === "-" ? 1 : 2;
}

function knownFunction(call: Call, context: CompileContext): NativeFunction {
  const found = findFunction(call, undefined, context);
  if (found) return found;
  if (call.cast) {
    throw invalid(`${[...(context.selection?.columns ?? [])].at(0) ?? ""} cannot be cast to ${typeText(call.cast)}`);
  }
  throw invalid(`Unknown function '${callName(call)}'`);
}

/** Its place among the aggregates of the selector is where its total is found. */
function aggregate(found: NativeFunction, values: readonly Expression[], { selection }: CompileContext): Expression {
  const { begin } = found;
  if (!selection || !begin) throw invalid("Aggregation function are not supported in the where clause");
  if (values.some((value) => value.isAggregate)) {
    throw invalid("aggregate functions cannot be used as arguments of aggregate functions");
  }
  const place = selection.aggregates.length;
  selection.aggregates.push(() => {
    const total = begin();
    return {
      add: (inputs) => total.add(evaluateArguments(found, values, inputs)),
      result: () => total.result(),
    };
  });
  return {
    type: found.returns,
    name: titleOf(found, values),
    isAggregate: true,
    evaluate: ({ totals }) => totals?.[place] ?? null,
  };
}
