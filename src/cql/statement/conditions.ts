/** Compiles IF: the conditions on a row for a write to be applied. */
import { operandReceiver, storeOperators, isSlice, isTerms } from "./operand.ts";
import {
  compileTerm,
  inReceiver,
  columnIn,
  elementReceiver,
  fieldReceiver,
  indexReceiver,
  keyReceiver,
} from "../values/index.ts";
import type { Inputs, CompileContext, Receiver } from "../values/index.ts";
import { contains, isCounterTable } from "../../model/index.ts";
import type { Column, CqlType } from "../../model/index.ts";
import { durationsOf, Encoded, splitParts } from "../../store/index.ts";
import type { Condition } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import type { If, Part, Relation, Term } from "../grammar/tree.ts";
import { unset } from "../protocol/message.ts";
import type { BoundValue } from "../protocol/message.ts";
import type { WrittenGuard } from "./compiled-write.ts";

export interface CompiledGuard {
  readonly written: WrittenGuard;
  /** A column that is not static is tested, so the write is about a row. */
  readonly testsRows: boolean;
  conditions(inputs: Inputs): readonly Condition[];
}

const unguarded: CompiledGuard = {
  written: { kind: "none" },
  testsRows: false,
  conditions: () => [],
};

const existing: CompiledGuard = { ...unguarded, written: { kind: "present" } };

/** @throws {CqlError} `invalid` */
export function compileGuard(guard: If | undefined, hasTimestamp: boolean, context: CompileContext): CompiledGuard {
  if (guard === undefined) return unguarded;
  if (guard !== "exists") checkOwnTime(true, hasTimestamp);
  const conditions = guard === "exists" ? [] : guard.map((relation) => compileCondition(relation, context));
  if (isCounterTable(context.scope.table)) throw invalid("Conditional updates are not supported on counter tables");
  if (guard === "exists") return existing;
  const columns = new Set(conditions.map(({ column }) => column));
  const ofKind = (kind: Column["kind"]): Column[] => [...columns].filter((column) => column.kind === kind);
  return {
    written: { kind: "conditions", columns: [...ofKind("regular"), ...ofKind("static")] },
    testsRows: ofKind("regular").length > 0,
    conditions: (inputs) => conditions.map(({ evaluate }) => evaluate(inputs)),
  };
}

/** For IF EXISTS and IF NOT EXISTS, the database checks this after everything else. @throws {CqlError} `invalid` */
export function checkOwnTime(isGuarded: boolean, hasTimestamp: boolean): void {
  if (isGuarded && hasTimestamp) throw invalid("Cannot provide custom timestamp for conditional updates");
}

interface CompiledCondition {
  readonly column: Column;
  evaluate(inputs: Inputs): Condition;
}

function compileCondition(relation: Relation, context: CompileContext): CompiledCondition {
  const column = columnIn(context.scope, relation.columns[0] ?? "");
  const { name, type } = column;
  if (contains(type, "counter")) throw invalid("Conditions on counters are not supported");
  // The language has neither LIKE nor IS NOT NULL after IF.
  const operator = storeOperators[relation.operator as keyof typeof storeOperators];
  const { part, receiver } = compilePart(relation.part, column, context);
  checkDurations(receiver.type, relation.operator);
  const value = compileOperands(relation, operandReceiver(receiver, relation.operator), context);
  if (column.kind === "partition" || column.kind === "clustering") {
    throw invalid(`PRIMARY KEY column '${name}' cannot have IF conditions`);
  }
  return {
    column,
    evaluate: (inputs) => ({ column: name, part: part?.(inputs), operator, value: value(inputs) }),
  };
}

/** The part of the column that is compared: all of it, an element or a field. */
interface CompiledPart {
  readonly receiver: Receiver;
  readonly part?: (inputs: Inputs) => Condition["part"];
}

function compilePart(part: Part | undefined, column: Column, context: CompileContext): CompiledPart {
  const { name, type } = column;
  if (!part) return { receiver: column };
  if ("field" in part) {
    const receiver = type.kind === "user" ? fieldReceiver(name, type, part.field) : undefined;
    if (type.kind !== "user") throw invalid(`Cannot use a field of ${name}, which is not of a user type`);
    if (!receiver) throw invalid(`Unknown field ${part.field} for column ${name}`);
    return { receiver, part: () => ({ field: part.field }) };
  }
  if (type.kind === "set") throw invalid(`Invalid element access syntax for set column ${name}`);
  if (type.kind !== "list" && type.kind !== "map") {
    throw invalid(`Invalid element access syntax for non-collection column ${name}`);
  }
  const key = compileTerm(part.at, type.kind === "map" ? keyReceiver(name, type) : indexReceiver(name), context);
  return {
    receiver: elementReceiver(name, type),
    part: (inputs) => {
      const bytes = key.evaluate(inputs);
      if (bytes === unset) return { at: Encoded.ofBytes(key.type, Buffer.alloc(type.kind === "map" ? 0 : 4)) };
      if (bytes === null) throw invalid(`Invalid null value for ${type.kind} element access`);
      return { at: Encoded.ofBytes(key.type, bytes) };
    },
  };
}

function checkDurations(type: CqlType, operator: Relation["operator"]): void {
  if (!isSlice(operator) || !contains(type, "duration")) return;
  const sign = type.kind === "native" ? ` ( ${operator} )` : "";
  throw invalid(`Slice conditions${sign} are not supported on ${durationsOf(type)}`);
}

function compileOperands(
  { operator, value }: Relation,
  receiver: Receiver,
  context: CompileContext,
): (inputs: Inputs) => Condition["value"] {
  if (isTerms(value)) {
    const terms = value.map((term) => compileTerm(term, receiver, context));
    return (inputs) =>
      terms
        .map((term) => term.evaluate(inputs))
        .filter((bytes) => bytes !== unset)
        .map((bytes) => operand(receiver, bytes));
  }
  if (operator !== "IN") {
    const term = compileTerm(value as Term, receiver, context);
    return (inputs) => operand(receiver, term.evaluate(inputs));
  }
  const list = inReceiver(`(${receiver.name})`, receiver.type);
  const term = compileTerm(value as Term, list, context);
  return (inputs) => {
    const bytes = term.evaluate(inputs);
    if (bytes === null) throw invalid("Invalid null list in IN condition");
    if (bytes === unset) throw unsetCondition();
    return splitParts(list.type, bytes).map((item) => operand(receiver, item));
  };
}

function operand({ type }: Receiver, bytes: BoundValue): Encoded | null {
  if (bytes === unset) throw unsetCondition();
  return bytes === null ? null : Encoded.ofBytes(type, bytes);
}

function unsetCondition(): Error {
  return invalid("Invalid 'unset' value in condition");
}
