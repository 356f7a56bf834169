/**
 * Compiles one relation of WHERE: checks what the database checks when it prepares a statement, and adds filters to a
 * `Located` for the values of each execution.
 */
import {
  operandReceiver,
  storeOperators,
  checkSearchedSize,
  noTestedValue,
  noValueOf,
  compileOperand,
  compileOperandList,
  isSlice,
  isTerms,
} from "./operand.ts";
import type { NoValue } from "./operand.ts";
import { elementReceiver, keyReceiver, compileTerm, typeText, columnIn } from "../values/index.ts";
import type { CompileContext, Receiver } from "../values/index.ts";
import { contains, isMultiCell } from "../../model/index.ts";
import type { Column } from "../../model/index.ts";
import { durationsOf, Encoded } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import { printRelation } from "../grammar/index.ts";
import type { Relation, RelationOperator, Term } from "../grammar/tree.ts";
import { unset } from "../protocol/message.ts";
import { compileTokens } from "./tokens.ts";
import { compileTuple } from "./tuples.ts";
import type { CompiledRelation, Purpose, RelationPlace } from "./compiled-relation.ts";

type Comparing = Exclude<RelationOperator, "LIKE" | "IS NOT NULL" | "!=">;

/**
 * @param purpose of the statement
 * @throws {CqlError} `invalid`
 */
export function compileRelation(relation: Relation, purpose: Purpose, context: CompileContext): CompiledRelation {
  const columns = relation.columns.map((name) => columnIn(context.scope, name));
  const operator = storeOperators[comparingOperator(relation)];
  if (purpose !== "select" && (operator === "contains" || operator === "containsKey")) {
    throw invalid(`Cannot use ${purpose.toUpperCase()} with ${relation.operator}`);
  }
  const place = asEquality({ relation, columns, operator, context, purpose });
  switch (relation.kind) {
    case "token":
      return compileTokens(place);
    case "tuple":
      return compileTuple(place);
    case "column":
      return relation.part ? compileEntry(place, relation.part) : compileColumn(place);
  }
}

/** To the database a list of one term is that term. */
function asEquality(place: RelationPlace): RelationPlace {
  const { value } = place.relation;
  if (place.operator !== "in" || !isTerms(value) || value.length !== 1) return place;
  return { ...place, operator: "eq", relation: { ...place.relation, value: value[0] } };
}

/** @throws {CqlError} `invalid` for operators that WHERE does not have */
function comparingOperator(relation: Relation): Comparing {
  const { operator } = relation;
  if (operator === "IS NOT NULL") throw invalid(`Unsupported restriction: ${printRelation(relation)}`);
  if (operator === "!=") throw invalid(`Unsupported "!=" relation: ${printRelation(relation)}`);
  if (operator !== "LIKE") return operator;
  throw invalid(
    `LIKE restriction is only supported on properly indexed columns. ${printRelation(relation)} is not valid.`,
  );
}

function compileColumn(place: RelationPlace): CompiledRelation {
  const { relation, columns, operator } = place;
  const [column] = columns as readonly [Column];
  const receiver = operandReceiver(column, relation.operator);
  if (receiver === column) checkSingleCell(column, relation.operator);
  const addTo = operator === "in" ? compileList(place, column) : compileSingle(place, column, receiver);
  return {
    kind: "column",
    columns,
    operator,
    marker: operator === "in" && !isTerms(relation.value) ? undefined : lastMarker(relation),
    addTo,
  };
}

type AddTo = CompiledRelation["addTo"];

function compileList({ relation, operator, context }: RelationPlace, column: Column): AddTo {
  const evaluate = compileOperandList(relation.value, column, context);
  return ({ filters }, inputs, isTested) =>
    filters.push({ column: column.name, operator, value: evaluate(inputs, isTested) });
}

function compileSingle(
  { relation, operator, context, purpose }: RelationPlace,
  column: Column,
  receiver: Receiver,
): AddTo {
  const { name, kind } = column;
  const mayBeNull = purpose === "select" && kind === "clustering" && operator !== "eq";
  const { evaluate } = compileTerm(relation.value as Term, receiver, context);
  const noValue = noValueOf(column, operator !== "eq");
  return ({ filters, beyondNull }, inputs, isTested) => {
    const bytes = evaluate(inputs);
    const noBytes = isTested ? noTestedValue(`value for column ${name}`) : noValue;
    if (bytes === unset) throw noBytes.unset();
    if (bytes === null) {
      if (!mayBeNull || isTested) throw noBytes.null();
      beyondNull.push({ column: name, operator });
      return;
    }
    const value = Encoded.ofBytes(receiver.type, bytes);
    checkSearchedSize(context.scope, column, value);
    filters.push({ column: name, operator, value });
  };
}

function lastMarker({ value }: Relation): number | undefined {
  const terms = isTerms(value) ? value : [value as Term];
  return terms.flatMap((term) => (term.kind === "marker" ? term.index : [])).at(-1);
}

/** @throws {CqlError} `invalid` for a column in several cells, which only CONTAINS can restrict */
function checkSingleCell({ name, type }: Column, operator: RelationOperator): void {
  if (!isMultiCell(type)) return;
  if (isSlice(operator) && contains(type, "duration")) {
    throw invalid(`Slice restrictions are not supported on ${durationsOf(type)}`);
  }
  if (type.kind === "user") {
    throw invalid(`Non-frozen UDT column '${name}' (${typeText(type)}) cannot be restricted by any relation`);
  }
  throw invalid(`Collection column '${name}' (${typeText(type)}) cannot be restricted by a '${operator}' relation`);
}

/** `m['key'] = value` */
function compileEntry(place: RelationPlace, part: NonNullable<Relation["part"]>): CompiledRelation {
  const { relation, columns, context } = place;
  const [{ name, type }] = columns as readonly [Column];
  if (!("at" in part)) throw invalid(`Unsupported restriction: ${printRelation(relation)}`);
  if (type.kind === "list") {
    throw invalid(`Indexes on list entries (${name}[index] = value) are not currently supported.`);
  }
  if (type.kind !== "map") throw invalid(`Column ${name} cannot be used as a map`);
  if (type.frozen) throw invalid(`Map-entry equality predicates on frozen map column ${name} are not supported`);
  if (relation.operator !== "=") throw invalid("Only EQ relations are supported on map entries");
  const of = (part: string): NoValue => noTestedValue(`map ${part} for column ${name}`);
  const at = compileOperand(part.at, keyReceiver(name, type), of("key"), context);
  const evaluate = compileOperand(relation.value as Term, elementReceiver(name, type), of("value"), context);
  return {
    kind: "column",
    columns,
    operator: "containsEntry",
    addTo: ({ filters }, inputs) => {
      const entry = { key: at(inputs), value: evaluate(inputs) };
      // The store's filter of an entry is an object of two operands, which the type of one operand cannot say.
      filters.push({ column: name, operator: "containsEntry", value: entry as unknown as Encoded });
    },
  };
}
