/** Compiles what several clustering columns are compared with: `(1, 2)`, `?`, `((1, 2), ?)`. */
import type { Column, CqlType } from "../../model/index.ts";
import { Encoded, splitParts } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import type { Relation, Term } from "../grammar/tree.ts";
import { unset } from "../protocol/message.ts";
import { compileTerm } from "../values/index.ts";
import type { Bound, TableScope, Variables } from "../values/index.ts";
import { compileOperand, isTerms, nullInCondition, unsetInCondition } from "./operand.ts";

type Tuple = readonly Encoded[];
type Evaluate<Result> = (bound: Bound, nowMs: number) => Result;

/** @param isList whether the tuples of IN are wanted; else one tuple */
export function compileTuples(
  value: Relation["value"],
  isList: boolean,
  columns: readonly Column[],
  scope: TableScope,
  variables: Variables,
): Evaluate<Tuple | readonly Tuple[]> {
  const one = (term: Term): Evaluate<Tuple> => compileTuple(term, columns, scope, variables);
  if (!isList) return one(value as Term);
  if (isTerms(value)) {
    const tuples = value.map(one);
    return (bound, nowMs) => tuples.map((tuple) => tuple(bound, nowMs));
  }
  const item = tupleType(columns);
  const list = { kind: "list", item, frozen: true } as const;
  const shown = nameOf(columns);
  const { evaluate } = compileTerm(value as Term, { name: `in${shown}`, type: list }, scope, variables);
  return (bound, nowMs) => {
    const bytes = evaluate(bound, nowMs);
    if (bytes === null) throw nullInCondition(shown);
    if (bytes === unset) throw unsetInCondition(shown);
    return splitParts(list, bytes).map((tuple) => {
      if (tuple === null) throw nullInCondition(shown);
      return splitTuple(columns, item, tuple);
    });
  };
}

function compileTuple(
  term: Term,
  columns: readonly Column[],
  scope: TableScope,
  variables: Variables,
): Evaluate<Tuple> {
  if (term.kind === "tuple") {
    const { items } = term;
    if (items.length !== columns.length) {
      throw invalid(`Expected ${columns.length} elements in value tuple, but got ${items.length}`);
    }
    const operands = columns.map((column, place) =>
      compileOperand(items[place] as Term, column, column.name, scope, variables),
    );
    return (bound, nowMs) => operands.map((operand) => operand(bound, nowMs));
  }
  const type = tupleType(columns);
  const shown = nameOf(columns);
  const { evaluate } = compileTerm(term, { name: shown, type }, scope, variables);
  return (bound, nowMs) => {
    const bytes = evaluate(bound, nowMs);
    if (bytes === null) throw nullInCondition(shown);
    if (bytes === unset) throw unsetInCondition(shown);
    return splitTuple(columns, type, bytes);
  };
}

function splitTuple(columns: readonly Column[], type: Extract<CqlType, { kind: "tuple" }>, bytes: Buffer): Tuple {
  const parts = splitParts(type, bytes);
  return columns.map(({ name, type }, place) => {
    const part = parts[place] ?? null;
    if (part === null) throw nullInCondition(name);
    return Encoded.ofBytes(type, part);
  });
}

function tupleType(columns: readonly Column[]): Extract<CqlType, { kind: "tuple" }> {
  return { kind: "tuple", items: columns.map(({ type }) => type) };
}

function nameOf(columns: readonly Column[]): string {
  return `(${columns.map(({ name }) => name).join(",")})`;
}
