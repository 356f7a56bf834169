/** Compiles the operand of a relation of several clustering columns: `(1, 2)`, `?`, `((1, 2), ?)`. */
import type { Column, CqlType } from "../../model/index.ts";
import { Encoded, splitParts } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import { printTerm } from "../grammar/index.ts";
import type { Relation, Term } from "../grammar/tree.ts";
import { inReceiver } from "../values/index.ts";
import type { Bound, TableScope, Variables } from "../values/index.ts";
import { noKeyValue, noValueFor } from "./no-value.ts";
import type { NoValue } from "./no-value.ts";
import { compileBytes, compileOperand, isTerms } from "./operand.ts";

type Tuple = readonly Encoded[];
type Evaluate<Result> = (bound: Bound, nowMs: number) => Result;

/** Columns that are compared together, as one tuple. */
interface TuplePlace {
  readonly columns: readonly Column[];
  readonly type: Extract<CqlType, { kind: "tuple" }>;
  /** Without spaces, as markers are named. */
  readonly shown: string;
  /** The messages for each item that is null. */
  readonly noItems: readonly NoValue[];
  readonly scope: TableScope;
  readonly variables: Variables;
}

/** @param operator of the relation: `in` wants several tuples */
export function compileTuples(
  value: Relation["value"],
  operator: string,
  columns: readonly Column[],
  scope: TableScope,
  variables: Variables,
): Evaluate<Tuple | readonly Tuple[]> {
  // The database's messages for an equality differ from those for a slice or a list of tuples.
  const isEquality = operator === "eq" || (operator === "in" && !isTerms(value));
  const place: TuplePlace = {
    columns,
    type: { kind: "tuple", items: columns.map(({ type }) => type) },
    shown: `(${columns.map(({ name }) => name).join(",")})`,
    noItems: columns.map(({ name }, index) => ({
      null: (isEquality ? noValueFor(`column ${name}`) : noKeyValue(name)).null,
      unset: noValueFor(`tuple field number ${index}`).unset,
    })),
    scope,
    variables,
  };
  if (operator !== "in") return compileTuple(value as Term, place);
  if (!isTerms(value)) return compileList(value as Term, place);
  const tuples = value.map((term) => compileTuple(term, place));
  return (bound, nowMs) => tuples.map((tuple) => tuple(bound, nowMs));
}

function compileList(term: Term, place: TuplePlace): Evaluate<readonly Tuple[]> {
  const { type, shown, scope, variables } = place;
  const list = inReceiver(shown, type);
  const noTuple = noValueFor("IN restriction");
  const noList: NoValue = { null: noTuple.null, unset: noValueFor(list.name).unset };
  const evaluate = compileBytes(term, list, noList, scope, variables);
  return (bound, nowMs) =>
    splitParts(list.type, evaluate(bound, nowMs)).map((tuple) => {
      if (tuple) return splitTuple(tuple, place);
      throw noTuple.null();
    });
}

function compileTuple(term: Term, place: TuplePlace): Evaluate<Tuple> {
  const { columns, type, shown, noItems, scope, variables } = place;
  if (term.kind !== "tuple") {
    const evaluate = compileBytes(term, { name: shown, type }, noValueFor(`tuple ${shown}`), scope, variables);
    return (bound, nowMs) => splitTuple(evaluate(bound, nowMs), place);
  }
  const { items } = term;
  if (items.length !== columns.length) {
    throw invalid(
      `Expected ${columns.length} elements in value tuple, but got ${items.length}: (${items.map(printTerm).join(", ")})`,
    );
  }
  const operands = columns.map((column, index) =>
    compileOperand(items[index] as Term, column, noItems[index] as NoValue, scope, variables),
  );
  return (bound, nowMs) => operands.map((operand) => operand(bound, nowMs));
}

function splitTuple(bytes: Buffer, { columns, type, noItems }: TuplePlace): Tuple {
  const parts = splitParts(type, bytes);
  return columns.map((column, index) => {
    const part = parts[index];
    if (part) return Encoded.ofBytes(column.type, part);
    throw (noItems[index] as NoValue).null();
  });
}
