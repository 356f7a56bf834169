/**
 * What a condition compares in place of a whole value: the value of a key, the item at an index, a field.
 *
 * Parts of frozen values can be compared too. Reads nothing; finds the part in the bytes of the value.
 */
import type { CqlType } from "../../model/index.ts";
import type { Condition, Operand } from "../store.ts";
import { splitParts } from "../values/parts.ts";
import { pairs } from "../values/value-bytes.ts";
import { encodeValueOrder } from "../values/value-order.ts";
import { indexOf } from "./change-plan.ts";
import { encodePart } from "./layout.ts";
import type { LayoutColumn } from "./layout.ts";
import { refusal } from "./refusal.ts";

export interface ConditionPart {
  readonly type: CqlType;
  /** Undefined where the value has no such part. */
  readonly of: (value: Buffer) => Buffer | null | undefined;
}

/** @throws {StoreError} `invalid` when the type of the column has no such parts */
export function planPart(column: LayoutColumn, part: NonNullable<Condition["part"]>): ConditionPart {
  return "field" in part ? fieldOf(column, part.field) : elementOf(column, part.at);
}

function fieldOf({ name, type }: LayoutColumn, field: string): ConditionPart {
  // The database fails here with an error of its own program.
  if (type.kind !== "user") throw refusal(`Invalid field access syntax for non-UDT column ${name}`);
  const place = type.type.fields.findIndex((one) => one.name === field);
  const found = type.type.fields[place];
  if (!found) throw refusal(`Unknown field ${field} for column ${name}`);
  return { type: found.type, of: (value) => splitParts(type, value)[place] };
}

function elementOf(column: LayoutColumn, at: Operand): ConditionPart {
  const { name, type } = column;
  if (type.kind === "list") {
    const index = indexOf(column, at);
    if (index < 0) throw refusal(`Invalid negative list index ${index}`);
    return { type: type.item, of: (value) => splitParts(type, value)[index] };
  }
  if (type.kind === "set") throw refusal(`Invalid element access syntax for set column ${name}`);
  if (type.kind !== "map") throw refusal(`Invalid element access syntax for non-collection column ${name}`);
  const key = encodeValueOrder(type.key, encodePart(column, type.key, at));
  return {
    type: type.value,
    of: (value) => pairs(splitParts(type, value)).find(([one]) => encodeValueOrder(type.key, one).equals(key))?.[1],
  };
}
