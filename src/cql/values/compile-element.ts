import { isCollection, typeText } from "./types.ts";
import type { CollectionType } from "./types.ts";
import type { Term } from "../grammar/tree.ts";
import type { CqlType } from "../../model/index.ts";
import { joinParts, splitParts } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import { unset } from "../protocol/message.ts";
import { compileTerm } from "./compile-term.ts";
import type { Expression, Inputs, CompileContext } from "./expression.ts";
import { orderOf } from "./value-order.ts";
import { termText } from "./term-text.ts";

export type ElementTerm = Extract<Term, { readonly kind: "element" }>;
export type SliceTerm = Extract<Term, { readonly kind: "slice" }>;

/** `m['a']`: the value of a key of a map, or an item of a set if it is in there. */
export function compileElement(term: ElementTerm, selected: Expression, context: CompileContext): Expression {
  const collection = keyed(selected.type, term.of, "Element");
  const at = compileAt(term, selected, collection, context);
  return {
    type: collection.kind === "map" ? collection.value : collection.item,
    name: termText(term),
    isAggregate: selected.isAggregate,
    evaluate: (inputs) => {
      const key = at(inputs);
      const found = entriesOf(collection, selected.evaluate(inputs)).find(({ order }) => order.equals(key));
      return found?.parts.at(-1) ?? null;
    },
  };
}

/** `m['a'..'c']`; each end may be missing. */
export function compileSlice(term: SliceTerm, selected: Expression, context: CompileContext): Expression {
  const collection = keyed(selected.type, term.of, "Slice");
  const isWithin = compileRange(term, selected, collection, context);
  return {
    type: collection,
    name: termText(term),
    isAggregate: selected.isAggregate,
    evaluate: (inputs) => {
      const within = isWithin(inputs);
      const bytes = selected.evaluate(inputs);
      if (bytes === null || bytes === unset) return null;
      const parts = entriesOf(collection, bytes).flatMap((entry) => (within(entry.order) ? entry.parts : []));
      return parts.length === 0 && !collection.frozen ? null : joinParts(collection, parts);
    },
  };
}

/** @throws {CqlError} `invalid` for a type other than a set or a map */
function keyed(type: CqlType, of: Term, what: "Element" | "Slice"): CollectionType {
  if (!isCollection(type)) {
    const found = `${what === "Element" ? "is of type" : "of type"} ${typeText(type)} is not a collection`;
    throw invalid(`Invalid ${what.toLowerCase()} selection: ${termText(of)} ${found}`);
  }
  if (type.kind !== "list") return type;
  throw invalid(`${what} selection is only allowed on sets and maps, but ${termText(of)} is a list`);
}

export function keyType(collection: CollectionType): CqlType {
  return collection.kind === "map" ? collection.key : collection.item;
}

/** The ordered bytes of the key that is selected. */
export function compileAt(
  term: ElementTerm,
  selected: Expression,
  collection: CollectionType,
  context: CompileContext,
): (inputs: Inputs) => Buffer {
  const compiled = compileKey(term.at, selected, collection, context);
  return (inputs) => {
    const key = compiled.evaluate(inputs);
    if (key === null) throw invalid(`Invalid null value for element selection on ${selected.name}`);
    if (key === unset) throw invalid(`Invalid unset value for element selection on ${selected.name}`);
    return orderOf(keyType(collection), key);
  };
}

/** Whether the ordered bytes of a key are in the slice. */
export function compileRange(
  term: SliceTerm,
  selected: Expression,
  collection: CollectionType,
  context: CompileContext,
): (inputs: Inputs) => (order: Buffer) => boolean {
  const [from, to] = [term.from, term.to].map((end) => end && compileKey(end, selected, collection, context));
  const orderOfEnd = (end: Expression | undefined, inputs: Inputs): Buffer | undefined => {
    const key = end?.evaluate(inputs);
    if (key === null) throw invalid(`Invalid null value for slice selection on ${selected.name}`);
    return key === undefined || key === unset ? undefined : orderOf(keyType(collection), key);
  };
  return (inputs) => {
    const [low, high] = [orderOfEnd(from, inputs), orderOfEnd(to, inputs)];
    return (order) => (!low || Buffer.compare(order, low) >= 0) && (!high || Buffer.compare(order, high) <= 0);
  };
}

function compileKey(term: Term, selected: Expression, collection: CollectionType, context: CompileContext): Expression {
  const name = `${collection.kind === "map" ? "key" : "value"}(${selected.name})`;
  return compileTerm(term, { name, type: keyType(collection) }, { ...context, selection: undefined });
}

interface Entry {
  readonly order: Buffer;
  /** The item of a set, or key and value of a map. */
  readonly parts: readonly Buffer[];
}

function entriesOf(collection: CollectionType, bytes: ReturnType<Expression["evaluate"]>): readonly Entry[] {
  if (bytes === null || bytes === unset) return [];
  const parts = splitParts(collection, bytes).filter((part) => part !== null);
  const width = collection.kind === "map" ? 2 : 1;
  return Array.from({ length: Math.floor(parts.length / width) }, (_, index) => {
    const entry = parts.slice(index * width, (index + 1) * width);
    return { order: orderOf(keyType(collection), entry[0] as Buffer), parts: entry };
  });
}
