/**
 * Compiles what UPDATE sets: whole columns, amounts of counters, and changes inside collections and user types.
 *
 * What is invalid whatever the values is refused when the statement is prepared, with the database's message.
 */
import { isMultiCell } from "../../model/index.ts";
import type { Column, CqlType } from "../../model/index.ts";
import { Encoded } from "../../store/index.ts";
import type { Change } from "../../store/index.ts";
import { CqlError, invalid } from "../cql-error.ts";
import type { Assignment, Term } from "../grammar/tree.ts";
import { printTerm } from "../grammar/index.ts";
import { unset } from "../protocol/message.ts";
import { compileTerm } from "../values/index.ts";
import type { CompiledTerm, TableScope, Variables } from "../values/index.ts";
import { columnIn } from "./scope.ts";
import { operandOf } from "./compiled-write.ts";
import type { WriteInput } from "./compiled-write.ts";
import { checkIndexedSize } from "./indexed-size.ts";
import { compileSet } from "./insert.ts";
import { elementReceiver, fieldReceiver, indexReceiver, keyReceiver } from "./parts.ts";

export interface CompiledAssignment {
  readonly column: Column;
  addTo(setting: Setting, input: WriteInput): void;
}

/** What a statement sets in each of its rows. */
export interface Setting {
  readonly values: Map<string, Encoded | null>;
  readonly changes: Change[];
}

/** @throws {CqlError} `invalid`, or `syntax` for a column that is set twice */
export function compileAssignments(
  assignments: readonly Assignment[],
  scope: TableScope,
  variables: Variables,
): readonly CompiledAssignment[] {
  checkTwice(assignments);
  return assignments.map((assignment) => {
    const column = columnIn(scope, assignment.column);
    if (column.kind === "partition" || column.kind === "clustering") {
      throw invalid(`PRIMARY KEY part ${column.name} found in SET part`);
    }
    return { column, addTo: compile({ assignment, column, scope, variables }) };
  });
}

interface Place {
  readonly assignment: Assignment;
  readonly column: Column;
  readonly scope: TableScope;
  readonly variables: Variables;
}

type AddTo = CompiledAssignment["addTo"];

function compile(place: Place): AddTo {
  const { assignment, column, scope, variables } = place;
  const { value } = assignment;
  switch (assignment.kind) {
    case "set": {
      const term = compileSet(value, column, scope, variables);
      return ({ values }, { bound, nowMs }) => {
        const operand = operandOf(column, term.evaluate(bound, nowMs));
        if (operand === undefined) return;
        checkIndexedSize(scope, column, operand);
        values.set(column.name, operand);
      };
    }
    case "part":
      return "at" in assignment.part
        ? compileElement(place, assignment.part.at)
        : compileField(place, assignment.part.field);
    case "prepend": {
      const operation = `${column.name} = ${shown(value)} - ${column.name}`;
      const term = compileTerm(value, column, scope, variables);
      if (column.type.kind !== "list") throw refused(operation, `non list column ${column.name}`);
      if (!isMultiCell(column.type)) throw refused(operation, `frozen list column ${column.name}`);
      return changing(column, "prepend", term);
    }
    case "add":
    case "subtract":
      return compileSum(place, assignment.kind);
  }
}

function compileElement({ assignment: { value }, column, scope, variables }: Place, at: Term): AddTo {
  const { name, type } = column;
  const operation = `${name}[${shown(at)}] = ${shown(value)}`;
  if (type.kind !== "list" && type.kind !== "set" && type.kind !== "map") {
    throw refused(operation, `non collection column ${name}`);
  }
  if (!isMultiCell(type)) throw refused(operation, `frozen collection column ${name}`);
  if (type.kind === "set") throw refused(operation, `set column ${name}`);
  const key = compileTerm(at, type.kind === "map" ? keyReceiver(name, type) : indexReceiver(name), scope, variables);
  const item = compileTerm(value, elementReceiver(name, type), scope, variables);
  const missing = missingKeys[type.kind];
  return ({ changes }, { bound, nowMs }) => {
    const found = operandOf(key, key.evaluate(bound, nowMs));
    if (!found) throw invalid(found === null ? missing.null : missing.unset);
    const operand = operandOf(item, item.evaluate(bound, nowMs));
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

function compileField({ assignment: { value }, column, scope, variables }: Place, field: string): AddTo {
  const { name, type } = column;
  const operation = `${name}.${field} = ${shown(value)}`;
  if (type.kind !== "user") throw refused(operation, `non-UDT column ${name}`);
  if (!isMultiCell(type)) throw refused(operation, `frozen UDT column ${name}`);
  const receiver = fieldReceiver(name, type, field);
  if (!receiver) throw invalid(`UDT column ${name} does not have a field named ${field}`);
  const item = compileTerm(value, receiver, scope, variables);
  return ({ changes }, { bound, nowMs }) => {
    const operand = operandOf(item, item.evaluate(bound, nowMs));
    if (operand !== undefined) changes.push({ column: name, kind: "field", field, value: operand });
  };
}

/** `c = c + x` and `c = c - x`. */
function compileSum(place: Place, kind: "add" | "subtract"): AddTo {
  const { assignment, column, scope, variables } = place;
  const { name, type } = column;
  const { value } = assignment;
  const operation = `${name} = ${name} ${kind === "add" ? "+" : "-"} ${shown(value)}`;
  if (type.kind === "native" && type.name === "counter") return compileCount(place, kind);
  if (type.kind !== "list" && type.kind !== "set" && type.kind !== "map") {
    const isTuple = kind === "add" && (type.kind === "tuple" || type.kind === "user");
    throw refused(operation, `${isTuple ? "tuple" : "non counter"} column ${name}`);
  }
  if (!isMultiCell(type)) throw refused(operation, `frozen collection column ${name}`);
  if (kind === "add") {
    const compiled = (): CompiledTerm => compileTerm(value, column, scope, variables);
    if (type.kind !== "map") return changing(column, type.kind === "list" ? "append" : "add", compiled());
    const term = inWords(compiled, `Value for a map addition has to be a map, but was: '${shown(value)}'`);
    return changing(column, "add", term);
  }
  const removed: CqlType = type.kind === "map" ? { kind: "set", item: type.key, frozen: false } : type;
  const compiled = (): CompiledTerm => compileTerm(value, { name, type: removed }, scope, variables);
  if (type.kind !== "map") return changing(column, "remove", compiled());
  const term = inWords(compiled, `Value for a map substraction has to be a set, but was: '${shown(value)}'`);
  return changing(column, "remove", term);
}

/** Several amounts for one counter add up. */
function compileCount({ assignment: { value }, column, scope, variables }: Place, kind: "add" | "subtract"): AddTo {
  const { name, type } = column;
  const term = compileTerm(value, column, scope, variables);
  return ({ values }, { bound, nowMs }) => {
    const bytes = term.evaluate(bound, nowMs);
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
function changing({ name }: Column, kind: "add" | "remove" | "append" | "prepend", term: CompiledTerm): AddTo {
  return ({ changes }, { bound, nowMs }) => {
    const operand = operandOf(term, term.evaluate(bound, nowMs));
    if (operand) changes.push({ column: name, kind, value: operand });
  };
}

/** Replaces the message of an error: the database says only this of a term that does not fit the column. */
function inWords<Result>(work: () => Result, message: string): Result {
  try {
    return work();
  } catch (error) {
    throw error instanceof CqlError && error.code === "invalid" ? invalid(message) : error;
  }
}

/** A column that is set as a whole cannot be set again, nor can a field. */
function checkTwice(assignments: readonly Assignment[]): void {
  assignments.forEach((one, place) => {
    const isTwice = assignments
      .slice(0, place)
      .some((other) => other.column === one.column && !areCompatible(other, one));
    if (isTwice) throw new CqlError("syntax", `Multiple incompatible setting of column ${one.column}`);
  });
}

function areCompatible(one: Assignment, other: Assignment): boolean {
  if (one.kind === "set" || other.kind === "set") return false;
  const fields = [one, other].map((each) =>
    each.kind === "part" && "field" in each.part ? each.part.field : undefined,
  );
  return fields[0] === undefined || fields[0] !== fields[1];
}

/** A term as the database's messages show it. */
function shown(term: Term): string {
  return term.kind === "null" ? "NULL" : printTerm(term);
}

function refused(operation: string, why: string): Error {
  return invalid(`Invalid operation (${operation}) for ${why}`);
}
