import type { Condition, Operand } from "../store.ts";
import { columnOf, markerOf } from "./bound-table.ts";
import type { CqlTable } from "./bound-table.ts";
import type { Parameter } from "./client.ts";
import { partBytes } from "./parameters.ts";
import { pushPart } from "./print-part.ts";
import { signs } from "./print-relation.ts";

export interface Guard {
  readonly ifExists?: boolean | undefined;
  readonly conditions?: readonly Condition[] | undefined;
}

/** Adds what guards a write: ` IF EXISTS`, ` IF stock > (int)? AND settings[(text)?] = (text)?`. */
export function pushGuard(table: CqlTable, guard: Guard, pieces: string[], parameters: Parameter[]): void {
  let separator = " IF ";
  if (guard.ifExists) {
    pieces.push(" IF EXISTS");
    separator = " AND ";
  }
  for (const condition of guard.conditions ?? []) {
    pieces.push(separator);
    pushCondition(table, condition, pieces, parameters);
    separator = " AND ";
  }
}

function pushCondition(table: CqlTable, condition: Condition, pieces: string[], parameters: Parameter[]): void {
  const column = columnOf(table, condition.column);
  const { part, operator, value } = condition;
  if (operator === "contains" || operator === "containsKey") throw new TypeError("only embedded stores test it");
  let { type, marker } = column;
  if (part) {
    type = pushPart(column, part, pieces, parameters);
    marker = markerOf(type);
  } else pieces.push(column.quoted);
  if (operator !== "in") {
    pieces.push(signs[operator], marker);
    parameters.push(partBytes(column.name, type, value));
    return;
  }
  pieces.push(" IN (");
  (value as readonly (Operand | null)[]).forEach((one, index) => {
    pieces.push(index === 0 ? "" : ", ", marker);
    parameters.push(partBytes(column.name, type, one));
  });
  pieces.push(")");
}
