import { contains } from "../../../model/index.ts";
import type { CqlType } from "../../../model/index.ts";
import type { StoreError } from "../../store-error.ts";
import type { Condition, Operand } from "../../store.ts";
import { checkedBytes } from "../../values/encoded.ts";
import { splitParts } from "../../values/parts.ts";
import { pairs } from "../../values/value-bytes.ts";
import { encodeValueOrder } from "../../values/order.ts";
import { parseHolding } from "../read/restriction.ts";
import type { Holding } from "../read/restriction.ts";
import { holds } from "../read/row-test.ts";
import { columnOf, encodeOperand, orderedBytes } from "../rows/layout.ts";
import type { Layout, LayoutColumn } from "../rows/layout.ts";
import { durationsOf, operatorSigns, rejection } from "../rows/rejection.ts";
import { indexOf } from "./change-plan.ts";

/** What must hold before a write is applied. */
export type Guard =
  | { readonly kind: "none" | "absent" | "present" }
  | { readonly kind: "conditions"; readonly conditions: readonly PlannedCondition[] };

export interface PlannedCondition {
  readonly column: LayoutColumn;
  /** What of the column's value is compared. @default all of it */
  readonly part?: ConditionPart;
  readonly operator: Condition["operator"];
  /** In their ordered form, so that equal numbers of different scale are equal; a null stands for itself. */
  readonly operands: readonly (Buffer | null)[];
  /** What the column's collection must contain, in place of operands. */
  readonly holding?: Holding;
}

/** @throws {StoreError} `invalid` when the database would not take the conditions */
export function planGuard(layout: Layout, ifExists = false, conditions: readonly Condition[] = []): Guard {
  if (ifExists && conditions.length > 0) throw rejection("Cannot mix IF EXISTS and IF conditions for the same row");
  const planned = conditions.map((condition) => planCondition(layout, condition));
  if (layout.isCounterTable && ifExists) throw rejection("Conditional updates are not supported on counter tables");
  if (planned.length > 0) return { kind: "conditions", conditions: planned };
  return { kind: ifExists ? "present" : "none" };
}

function planCondition(layout: Layout, { column: name, part: named, operator, value }: Condition): PlannedCondition {
  const column = columnOf(layout, name);
  if (column.kind === "partition" || column.kind === "clustering") {
    throw rejection(`PRIMARY KEY column '${name}' cannot have IF conditions`);
  }
  if (column.isCounter) throw rejection("Conditions on counters are not supported");
  const part = named && ("field" in named ? fieldOf(column, named.field) : elementOf(column, named.at));
  if (operator === "contains" || operator === "containsKey") {
    const holding = parseHolding(column, operator, value, () => nullOperand(operator));
    return { column, operator, operands: [], holding };
  }
  const { type } = part ?? column;
  const sign = operatorSigns[operator];
  const slice = operator !== "eq" && operator !== "notEq" && operator !== "in";
  if (slice && contains(type, "duration")) {
    throw rejection(`Slice conditions ( ${sign} ) are not supported on ${durationsOf(type)}`);
  }
  if (slice && value === null) throw nullOperand(operator);
  const operands: readonly unknown[] = operator === "in" && Array.isArray(value) ? value : [value];
  const compared = part ? { ...column, type } : column;
  const cells = operands.map((operand) => encodeOperand(compared, operand));
  if (slice && cells.includes(null)) {
    throw rejection(`Invalid comparison with an empty ${type.kind} for operator "${sign}"`);
  }
  const ordered = cells.map((bytes) => bytes && orderedBytes(compared, bytes));
  return { column, ...(part && { part }), operator, operands: ordered };
}

function nullOperand(operator: Condition["operator"]): StoreError {
  return rejection(`Invalid comparison with null for operator "${operatorSigns[operator]}"`);
}

/**
 * Whether a cell meets a condition.
 *
 * Nothing is less or greater than a missing cell and nothing equals it but null, so `notEq` of a value holds for it.
 * @param cell binary form of the cell's value; undefined when it is null or the row is missing
 */
export function meets({ column, part, operator, operands, holding }: PlannedCondition, cell?: Buffer): boolean {
  if (holding) return cell !== undefined && holds(column, cell, holding);
  const bytes = cell && part ? part.of(cell) : cell;
  const found = bytes ? orderedBytes(part ? { ...column, type: part.type } : column, bytes) : null;
  const compared = (operand: Buffer | null): number | undefined =>
    found && operand ? Buffer.compare(found, operand) : undefined;
  const equals = (operand: Buffer | null): boolean =>
    found && operand ? found.equals(operand) : found === null && operand === null;
  const [first = null] = operands;
  const order = compared(first);
  switch (operator) {
    case "eq":
      return equals(first);
    case "notEq":
      return !equals(first);
    case "in":
      return operands.some(equals);
    case "gt":
      return order !== undefined && order > 0;
    case "gte":
      return order !== undefined && order >= 0;
    case "lt":
      return order !== undefined && order < 0;
    case "lte":
    default:
      return order !== undefined && order <= 0;
  }
}

interface ConditionPart {
  readonly type: CqlType;
  /** Undefined where the value has no such part. */
  readonly of: (value: Buffer) => Buffer | null | undefined;
}

function fieldOf({ name, type }: LayoutColumn, field: string): ConditionPart {
  // The database fails here with an error of its own program.
  if (type.kind !== "user") throw rejection(`Invalid field access syntax for non-UDT column ${name}`);
  const place = type.type.fields.findIndex((one) => one.name === field);
  const found = type.type.fields[place];
  if (!found) throw rejection(`Unknown field ${field} for column ${name}`);
  return { type: found.type, of: (value) => splitParts(type, value)[place] };
}

function elementOf(column: LayoutColumn, at: Operand): ConditionPart {
  const { name, type } = column;
  if (type.kind === "list") {
    const index = indexOf(column, at);
    if (index < 0) throw rejection(`Invalid negative list index ${index}`);
    return { type: type.item, of: (value) => splitParts(type, value)[index] };
  }
  if (type.kind === "set") throw rejection(`Invalid element access syntax for set column ${name}`);
  if (type.kind !== "map") throw rejection(`Invalid element access syntax for non-collection column ${name}`);
  const key = encodeValueOrder(type.key, checkedBytes(column.name, type.key, at));
  return {
    type: type.value,
    of: (value) => pairs(splitParts(type, value)).find(([one]) => encodeValueOrder(type.key, one).equals(key))?.[1],
  };
}
