/**
 * Compiles what UPDATE sets: whole columns, amounts of counters, and changes inside collections and user types.
 *
 * Assignments that are invalid for any values are refused when the statement is prepared, with the database's message.
 */
import {
  isCollection,
  columnIn,
  compileTerm,
  elementReceiver,
  fieldReceiver,
  indexReceiver,
  keyReceiver,
} from "../values/index.ts";
import type { CompileContext, Expression } from "../values/index.ts";
import { isMultiCell } from "../../model/index.ts";
import type { Column, CqlType } from "../../model/index.ts";
import { Encoded } from "../../store/index.ts";
import type { Change } from "../../store/index.ts";
import { CqlError, invalid } from "../cql-error.ts";
import { printTerm } from "../grammar/index.ts";
import type { Assignment, Term } from "../grammar/tree.ts";
import { unset } from "../protocol/message.ts";
import { evaluateOperand } from "./compiled-write.ts";
import type { WriteInput } from "./compiled-write.ts";
import { compileSet } from "./insert.ts";
import { checkIndexedSize } from "./operand.ts";

export interface CompiledAssignment {
  readonly column: Column;
  addTo(row: RowChanges, input: WriteInput): void;
}

/** The changes of a statement to each of its rows. */
export interface RowChanges {
  readonly values: Map<string, Encoded | null>;
  readonly changes: Change[];
}

/** The parser has refused a column that is set twice. @throws {CqlError} `invalid` */
export function compileAssignments(
  assignments: readonly Assignment[],
  context: CompileContext,
): readonly CompiledAssignment[] {
  return assignments.map((assignment) => {
    const column = columnIn(context.scope, assignment.column);
    if (column.kind === "partition" || column.kind === "clustering") {
      throw invalid(`PRIMARY KEY part ${column.name} found in SET part`);
    }
    return { column, addTo: compile(assignment, column, context) };
  });
}

type AddTo = CompiledAssignment["addTo"];

function compile(assignment: Assignment, column: Column, context: CompileContext): AddTo {
  const { value } = assignment;
  switch (assignment.kind) {
    case "set": {
      const term = compileSet(value, column, context);
      return ({ values }, input) => {
        const operand = evaluateOperand(term, input);
        if (operand === undefined) return;
        checkIndexedSize(context.scope, column, operand);
        values.set(column.name, operand);
      };
    }
    case "part": {
      const { part } = assignment;
      return "at" in part
        ? compileElement(part.at, value, column, context)
        : compileField(part.field, value, column, context);
    }
    case "prepend": {
      const operation = `${column.name} = ${shown(value)} - ${column.name}`;
      const term = compileTerm(value, column, context);
      if (column.type.kind !== "list") throw refused(operation, `non list column ${column.name}`);
      if (!isMultiCell(column.type)) throw refused(operation, `frozen list column ${column.name}`);
      return changing(column, "prepend", term);
    }
    case "add":
    case "subtract":
      return compileSum(assignment.kind, value, column, context);
  }
}

function compileElement(at: Term, value: Term, { name, type }: Column, context: CompileContext): AddTo {
  const operation = `${name}[${shown(at)}] = ${shown(value)}`;
  if (!isCollection(type)) {
    throw refused(operation, `non collection column ${name}`);
  }
  if (!isMultiCell(type)) throw refused(operation, `frozen collection column ${name}`);
  if (type.kind === "set") throw refused(operation, `set column ${name}`);
  const key = compileTerm(at, type.kind === "map" ? keyReceiver(name, type) : indexReceiver(name), context);
  const item = compileTerm(value, elementReceiver(name, type), context);
  const missing = missingKeys[type.kind];
  return ({ changes }, input) => {
    const found = evaluateOperand(key, input);
    if (!found) throw invalid(found === null ? missing.null : missing.unset);
    const operand = evaluateOperand(item, input);
    // The database looks up the place in a list even if there is nothing to set.
    if (operand !== undefined || type.kind === "list") {
      changes.push({ column: name, kind: "element", at: found, value: operand });
    }
  };
}

export const missingKeys = {
  list: { null: "Invalid null value for list index", unset: "Invalid unset value for list index" },
  map: { null: "Invalid null map key", unset: "Invalid unset map key" },
} as const;

function compileField(field: string, value: Term, { name, type }: Column, context: CompileContext): AddTo {
  const operation = `${name}.${field} = ${shown(value)}`;
  if (type.kind !== "user") throw refused(operation, `non-UDT column ${name}`);
  if (!isMultiCell(type)) throw refused(operation, `frozen UDT column ${name}`);
  const receiver = fieldReceiver(name, type, field);
  if (!receiver) throw invalid(`UDT column ${name} does not have a field named ${field}`);
  const item = compileTerm(value, receiver, context);
  return ({ changes }, input) => {
    const operand = evaluateOperand(item, input);
    if (operand !== undefined) changes.push({ column: name, kind: "field", field, value: operand });
  };
}

/** `c = c + x` and `c = c - x`. */
function compileSum(kind: "add" | "subtract", value: Term, column: Column, context: CompileContext): AddTo {
  const { name, type } = column;
  const operation = `${name} = ${name} ${kind === "add" ? "+" : "-"} ${shown(value)}`;
  if (type.kind === "native" && type.name === "counter") return compileCount(kind, value, column, context);
  if (!isCollection(type)) {
    const isTuple = kind === "add" && (type.kind === "tuple" || type.kind === "user");
    throw refused(operation, `${isTuple ? "tuple" : "non counter"} column ${name}`);
  }
  if (!isMultiCell(type)) throw refused(operation, `frozen collection column ${name}`);
  if (kind === "add") {
    const message = `Value for a map addition has to be a map, but was: '${shown(value)}'`;
    const term = compileOperand(value, column, context, message);
    return changing(column, type.kind === "list" ? "append" : "add", term);
  }
  const removed: CqlType = type.kind === "map" ? { kind: "set", item: type.key, frozen: false } : type;
  const message = `Value for a map substraction has to be a set, but was: '${shown(value)}'`;
  return changing(column, "remove", compileOperand(value, { ...column, type: removed }, context, message, type.kind));
}

/** Several amounts for one counter add up. */
function compileCount(kind: "add" | "subtract", value: Term, column: Column, context: CompileContext): AddTo {
  const { name, type } = column;
  const term = compileTerm(value, column, context);
  return ({ values }, input) => {
    const bytes = term.evaluate(input);
    if (bytes === null) throw invalid("Invalid null value for counter increment");
    if (bytes === unset) return;
    const amount = bytes.readBigInt64BE();
    if (kind === "subtract" && amount === -(2n ** 63n)) {
      throw invalid(`The negation of ${amount} overflows supported counter precision (signed 8 bytes integer)`);
    }
    const earlier = values.get(name)?.value as bigint | undefined;
    const sum = BigInt.asIntN(64, (earlier ?? 0n) + (kind === "add" ? amount : -amount));
    values.set(name, Encoded.of(type, sum));
  };
}

/** Null and unset values change nothing. */
function changing({ name }: Column, kind: "add" | "remove" | "append" | "prepend", term: Expression): AddTo {
  return ({ changes }, input) => {
    const operand = evaluateOperand(term, input);
    if (operand) changes.push({ column: name, kind, value: operand });
  };
}

/** @param ofMap all that the database says of a term that cannot be added to or removed from a map */
function compileOperand(
  value: Term,
  column: Column,
  context: CompileContext,
  ofMap: string,
  kind = column.type.kind,
): Expression {
  try {
    return compileTerm(value, column, context);
  } catch (error) {
    throw kind === "map" && error instanceof CqlError && error.code === "invalid" ? invalid(ofMap) : error;
  }
}

/** A term as the database's messages show it. */
function shown(term: Term): string {
  return term.kind === "null" ? "NULL" : printTerm(term);
}

function refused(operation: string, why: string): Error {
  return invalid(`Invalid operation (${operation}) for ${why}`);
}
