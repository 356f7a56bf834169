/** Compiles what a column is compared with: each execution gets values for the store, and no null. */
import type { Column } from "../../model/index.ts";
import { Encoded, splitParts } from "../../store/index.ts";
import type { Relation, Term } from "../grammar/tree.ts";
import { unset } from "../protocol/message.ts";
import { compileTerm, inReceiver } from "../values/index.ts";
import type { Bound, Receiver, TableScope, Variables } from "../values/index.ts";
import { noKeyValue, noValueFor } from "./no-value.ts";
import type { NoValue } from "./no-value.ts";

export type Operand = (bound: Bound, nowMs: number) => Encoded;
/** Where rows are tested by a list, the database looks at nothing behind a null, and takes what is left out for empty. */
export type OperandList = (bound: Bound, nowMs: number, isTested?: boolean) => readonly Encoded[];

export function compileOperand(
  term: Term,
  receiver: Receiver,
  noValue: NoValue,
  scope: TableScope,
  variables: Variables,
): Operand {
  const { type } = receiver;
  const evaluate = compileBytes(term, receiver, noValue, scope, variables);
  return (bound, nowMs) => Encoded.ofBytes(type, evaluate(bound, nowMs));
}

/** The bytes of a value that is not itself compared with a column. */
export function compileBytes(
  term: Term,
  receiver: Receiver,
  noValue: NoValue,
  scope: TableScope,
  variables: Variables,
): (bound: Bound, nowMs: number) => Buffer {
  const { evaluate } = compileTerm(term, receiver, scope, variables);
  return (bound, nowMs) => {
    const bytes = evaluate(bound, nowMs);
    if (bytes === null) throw noValue.null();
    if (bytes === unset) throw noValue.unset();
    return bytes;
  };
}

/** What follows IN: terms, or one marker for the list of them. */
export function compileOperandList(
  value: Relation["value"],
  { name, type, kind }: Column,
  scope: TableScope,
  variables: Variables,
): OperandList {
  const noItem = noKeyValue(name);
  if (isTerms(value)) {
    const terms = value.map((term) => compileTerm(term, { name, type }, scope, variables));
    return (bound, nowMs, isTested) => {
      const values = terms.map((term) => term.evaluate(bound, nowMs));
      const end = isTested ? values.indexOf(null) : -1;
      return (end < 0 ? values : values.slice(0, end)).map((bytes) => {
        if (bytes === null) throw noItem.null();
        if (bytes === unset && !isTested) throw noItem.unset();
        return Encoded.ofBytes(type, bytes === unset ? Buffer.alloc(0) : bytes);
      });
    };
  }
  const list = inReceiver(`(${name})`, type);
  const evaluate = compileBytes(value as Term, list, noValueFor(`column ${name}`), scope, variables);
  const isKey = kind === "partition" || kind === "clustering";
  return (bound, nowMs) =>
    splitParts(list.type, evaluate(bound, nowMs)).flatMap((item) => {
      if (item) return Encoded.ofBytes(type, item);
      // No value outside the key equals null.
      if (isKey) throw noItem.null();
      return [];
    });
}

/** Whether it compares by order. */
export function isSlice(operator: Relation["operator"]): boolean {
  return ["<", "<=", ">", ">="].includes(operator);
}

export function isTerms(value: Relation["value"]): value is readonly Term[] {
  return Array.isArray(value);
}
