/** Compiles what a column is compared with: each execution gets values for the store, and no null. */
import type { Column } from "../../model/index.ts";
import { Encoded, splitParts } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import type { Relation, Term } from "../grammar/tree.ts";
import { unset } from "../protocol/message.ts";
import { compileTerm } from "../values/index.ts";
import type { Bound, Receiver, TableScope, Variables } from "../values/index.ts";

export type Operand = (bound: Bound, nowMs: number) => Encoded;
export type OperandList = (bound: Bound, nowMs: number) => readonly Encoded[];

/** @param column as messages name what is restricted */
export function compileOperand(
  term: Term,
  receiver: Receiver,
  column: string,
  scope: TableScope,
  variables: Variables,
): Operand {
  const { type, evaluate } = compileTerm(term, receiver, scope, variables);
  return (bound, nowMs) => {
    const bytes = evaluate(bound, nowMs);
    if (bytes === null) throw nullInCondition(column);
    if (bytes === unset) throw unsetInCondition(column);
    return Encoded.ofBytes(type, bytes);
  };
}

/** What follows IN: terms, or one marker for the list of them. */
export function compileOperandList(
  value: Relation["value"],
  { name, type }: Column,
  scope: TableScope,
  variables: Variables,
): OperandList {
  if (isTerms(value)) {
    const operands = value.map((term) => compileOperand(term, { name, type }, name, scope, variables));
    return (bound, nowMs) => operands.map((operand) => operand(bound, nowMs));
  }
  const list = { kind: "list", item: type, frozen: true } as const;
  const { evaluate } = compileTerm(value as Term, { name: `in(${name})`, type: list }, scope, variables);
  return (bound, nowMs) => {
    const bytes = evaluate(bound, nowMs);
    if (bytes === null) throw nullInCondition(name);
    if (bytes === unset) throw unsetInCondition(name);
    return splitParts(list, bytes).map((item) => {
      if (item === null) throw nullInCondition(name);
      return Encoded.ofBytes(type, item);
    });
  };
}

export function isTerms(value: Relation["value"]): value is readonly Term[] {
  return Array.isArray(value);
}

export function nullInCondition(column: string): Error {
  return invalid(`Invalid null value in condition for column ${column}`);
}

export function unsetInCondition(column: string): Error {
  return invalid(`Invalid unset value for column ${column}`);
}
