/**
 * Finds the types of terms, and the receivers that they fit, before any receiver is known. Both decide between functions of
 * one name, and the type of a constant in a selector.
 */
import type { Term } from "../grammar/tree.ts";
import type { CqlType } from "../../model/index.ts";
import { CqlError, invalid } from "../cql-error.ts";
import { callOf, isCallTerm, cellTimesType, isCellTimes } from "./call.ts";
import type { Call, CallTerm } from "./call.ts";
import { fitConstant, preferredType } from "./constant.ts";
import type { CompileContext } from "./expression.ts";
import {
  accepts,
  fitType,
  freeze,
  joinFits,
  sameType,
  commonType,
  elementType,
  fieldType,
  fieldTypes,
  listType,
  mapType,
  sliceType,
  tupleType,
} from "./fit.ts";
import type { Fit } from "./fit.ts";
import type { NativeFunction } from "./functions/native-function.ts";
import { isFactory } from "./functions/factories.ts";
import { columnIn, namedType } from "./receiver.ts";
import { resolveFunction } from "./resolve-function.ts";
import { termText } from "./term-text.ts";
import { typeText } from "./types.ts";

/** The type of a term for any receiver; undefined for constants, and for literals of them. */
export function exactType(term: Term, context: CompileContext): CqlType | undefined {
  return typeOf(term, context, false);
}

/** The type that a term has if it may choose: of a constant, the least that it fits. */
function compatibleType(term: Term, context: CompileContext): CqlType | undefined {
  return typeOf(term, context, true);
}

function typeOf(term: Term, context: CompileContext, mayChoose: boolean): CqlType | undefined {
  const { scope, selection } = context;
  const exact = (item: Term): CqlType | undefined => typeOf(item, context, false);
  const part = (item: Term): CqlType | undefined => typeOf(item, context, mayChoose);
  /** The type of several items. */
  const common = (items: readonly Term[]): CqlType | undefined => {
    const types = items.map(part).filter((type) => type !== undefined);
    return mayChoose ? commonType(types) : types[0];
  };
  switch (term.kind) {
    case "constant":
      return mayChoose ? preferredType(term) : undefined;
    case "list":
      return selection && listType("list", common(term.items));
    case "set":
      return listType("set", common(term.items));
    case "map":
      if (selection) return undefined;
      return mapType(common(term.entries.map(([key]) => key)), common(term.entries.map(([, value]) => value)));
    case "tuple":
      if (!selection) return tupleType(term.items.map(exact));
      return term.items.length === 1 ? undefined : tupleType(term.items.map(part));
    case "hint":
      return selection ? freeze(namedType(term.type, scope)) : namedType(term.type, scope);
    case "column":
      return selection && columnIn(scope, term.name).type;
    case "element":
      return elementType(exact(term.of));
    case "slice":
      return sliceType(exact(term.of));
    case "field":
      return fieldType(exact(term.of), term.field);
    default:
      return isCallTerm(term) ? callType(term, context) : undefined;
  }
}

function callType(term: CallTerm, context: CompileContext): CqlType | undefined {
  const call = callOf(term, context);
  if (context.selection && isCellTimes(call)) {
    const [of] = call.arguments;
    return cellTimesType(call.name, of && exactType(columnOf(of), context));
  }
  if (call.cast && context.selection) return call.cast;
  try {
    return findFunction(call, undefined, context)?.returns;
  } catch (error) {
    // Functions in selectors must be known; for other terms the receiver decides later.
    if (context.selection || !(error instanceof CqlError)) throw error;
    return undefined;
  }
}

/** The column that a part is of: its type decides what the database expects of the times of any part. */
function columnOf(term: Term): Term {
  return term.kind === "element" || term.kind === "slice" || term.kind === "field" ? columnOf(term.of) : term;
}

/** How a term fits a receiver: what decides between functions of one name, and whether a literal can be of a type. */
export function fitTerm(term: Term, type: CqlType, context: CompileContext): Fit {
  const fitAll = (items: readonly Term[], item: CqlType): Fit => {
    return joinFits(items.map((one) => fitTerm(one, item, context)));
  };
  switch (term.kind) {
    case "constant":
      return fitConstant(term, type);
    case "null":
      return type.kind === "native" && type.name === "counter" ? "none" : "weak";
    case "marker":
      return "weak";
    case "list":
      if (type.kind === "vector") return term.items.length === type.dimensions ? fitAll(term.items, type.item) : "none";
      if (type.kind !== "list") {
        if (context.selection) return "none";
        throw invalid(`Unexpected receiver type '${typeText(type)}'; only list and vector are expected`);
      }
      return term.items.length === 0 ? "weak" : fitAll(term.items, type.item);
    case "set":
      if (term.items.length === 0) return type.kind === "set" || type.kind === "map" ? "weak" : "none";
      return type.kind === "set" ? fitAll(term.items, type.item) : "none";
    case "map": {
      if (term.entries.length === 0) return type.kind === "set" || type.kind === "map" ? "weak" : "none";
      if (type.kind !== "map") return "none";
      const [keys, values] = [term.entries.map(([key]) => key), term.entries.map(([, value]) => value)];
      return joinFits([fitAll(keys, type.key), fitAll(values, type.value)]);
    }
    case "tuple": {
      const [first] = term.items;
      if (first && term.items.length === 1 && !fieldTypes(type)) return fitTerm(first, type, context);
      return fitFields(term.items, fieldTypes(type), context);
    }
    case "record": {
      if (type.kind !== "user") return "none";
      const types = new Map(type.type.fields.map((field) => [field.name, field.type]));
      const fits = term.fields.map(([name, value]) => {
        const field = types.get(name);
        return field ? fitTerm(value, field, context) : "weak";
      });
      return joinFits([...fits, "weak"]);
    }
    case "hint": {
      const named = namedType(term.type, context.scope);
      if (sameType(named, type)) return "exact";
      return accepts(type, named) || fitType(named, type) !== "none" ? "weak" : "none";
    }
    default: {
      if (isCallTerm(term) && !context.selection) return fitCall(term, type, context);
      const exact = exactType(term, context);
      return exact ? fitType(exact, type) : "none";
    }
  }
}

function fitFields(items: readonly Term[], types: readonly CqlType[] | undefined, context: CompileContext): Fit {
  if (!types || items.length > types.length) return "none";
  const fits = items.map((item, index) => fitTerm(item, types[index] as CqlType, context));
  return joinFits([...fits, "weak"]);
}

/** An invalid call fits: compiling it reports the error. */
function fitCall(term: CallTerm, type: CqlType, context: CompileContext): Fit {
  try {
    const call = callOf(term, context);
    const found = findFunction(call, type, context);
    if (!found || isFactory(call.name)) return "weak";
    return fitType(found.returns, type);
  } catch (error) {
    if (error instanceof CqlError) return "weak";
    throw error;
  }
}

/** The function that a call means, where the result is for a receiver or for anything. */
export function findFunction(
  call: Call,
  receiver: CqlType | undefined,
  context: CompileContext,
): NativeFunction | undefined {
  const given = call.arguments.map((term) => ({
    text: termText(term),
    kind: term.kind,
    type: () => compatibleType(term, context),
    fit: (type: CqlType) => fitTerm(term, type, context),
    arraySize: term.kind === "list" && context.selection ? term.items.length : undefined,
  }));
  return resolveFunction(call, given, receiver, context.scope.table);
}
