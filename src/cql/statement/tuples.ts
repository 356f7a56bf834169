/** Compiles relations of several clustering columns. */
import { inReceiver } from "../values/index.ts";
import type { Inputs, CompileContext, TableScope } from "../values/index.ts";
import type { Column, CqlType } from "../../model/index.ts";
import { Encoded, splitParts } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import { printRelation, printTerm } from "../grammar/index.ts";
import type { Relation, Term } from "../grammar/tree.ts";
import { isOrdering } from "./compiled-relation.ts";
import type { CompiledRelation, RelationPlace } from "./compiled-relation.ts";
import { noKeyValue, noValueFor, compileBytes, compileOperand, isTerms } from "./operand.ts";
import type { NoValue } from "./operand.ts";

/** `(a, b) > (1, 2)` */
export function compileTuple({ relation, columns, operator, context }: RelationPlace): CompiledRelation {
  checkTupleColumns(relation, columns, context.scope);
  if (!isOrdering(operator) && operator !== "in") {
    throw invalid(`${relation.operator} cannot be used for multi-column relations`);
  }
  const value = compileOperands(relation.value, operator, columns, context);
  const names = columns.map(({ name }) => name);
  return {
    kind: "tuple",
    columns,
    operator,
    addTo: ({ tuples }, inputs) => tuples.push({ columns: names, operator, value: value(inputs) }),
  };
}

function checkTupleColumns(relation: Relation, columns: readonly Column[], { table }: TableScope): void {
  const shown = printRelation(relation);
  let previous = -1;
  const seen = new Set<string>();
  for (const { name, kind } of columns) {
    if (kind !== "clustering") {
      throw invalid(`Multi-column relations can only be applied to clustering columns but was applied to: ${name}`);
    }
    if (seen.has(name)) throw invalid(`Column "${name}" appeared twice in a relation: ${shown}`);
    seen.add(name);
    const place = table.clusteringKey.findIndex((one) => one.name === name);
    if (previous !== -1 && place !== previous + 1) {
      throw invalid(`Clustering columns must appear in the PRIMARY KEY order in multi-column relations: ${shown}`);
    }
    previous = place;
  }
}

type Tuple = readonly Encoded[];
type Evaluate<Result> = (inputs: Inputs) => Result;

/** Columns that are compared together, as one tuple. */
interface TuplePlace {
  readonly columns: readonly Column[];
  readonly type: Extract<CqlType, { kind: "tuple" }>;
  /** Without spaces, as markers are named. */
  readonly shown: string;
  /** The messages for each item that is null. */
  readonly noItems: readonly NoValue[];
  readonly context: CompileContext;
}

/** @param operator of the relation: `in` wants several tuples */
function compileOperands(
  value: Relation["value"],
  operator: string,
  columns: readonly Column[],
  context: CompileContext,
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
    context,
  };
  if (operator !== "in") return compileOne(value as Term, place);
  if (!isTerms(value)) return compileList(value as Term, place);
  const tuples = value.map((term) => compileOne(term, place));
  return (inputs) => tuples.map((tuple) => tuple(inputs));
}

function compileList(term: Term, place: TuplePlace): Evaluate<readonly Tuple[]> {
  const { type, shown, context } = place;
  const list = inReceiver(shown, type);
  const noTuple = noValueFor("IN restriction");
  const noList: NoValue = { null: noTuple.null, unset: noValueFor(list.name).unset };
  const evaluate = compileBytes(term, list, noList, context);
  return (inputs) =>
    splitParts(list.type, evaluate(inputs)).map((tuple) => {
      if (tuple) return splitTuple(tuple, place);
      throw noTuple.null();
    });
}

function compileOne(term: Term, place: TuplePlace): Evaluate<Tuple> {
  const { columns, type, shown, noItems, context } = place;
  if (term.kind !== "tuple") {
    const evaluate = compileBytes(term, { name: shown, type }, noValueFor(`tuple ${shown}`), context);
    return (inputs) => splitTuple(evaluate(inputs), place);
  }
  const { items } = term;
  if (items.length !== columns.length) {
    throw invalid(
      `Expected ${columns.length} elements in value tuple, but got ${items.length}: (${items.map(printTerm).join(", ")})`,
    );
  }
  const operands = columns.map((column, index) =>
    compileOperand(items[index] as Term, column, noItems[index] as NoValue, context),
  );
  return (inputs) => operands.map((operand) => operand(inputs));
}

function splitTuple(bytes: Buffer, { columns, type, noItems }: TuplePlace): Tuple {
  const parts = splitParts(type, bytes);
  return columns.map((column, index) => {
    const part = parts[index];
    if (part) return Encoded.ofBytes(column.type, part);
    throw (noItems[index] as NoValue).null();
  });
}
