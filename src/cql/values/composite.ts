/** Builds lists, sets, maps, tuples, values of user types and vectors from their parts. */
import type { CqlType } from "../../model/index.ts";
import { joinParts } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import { unset } from "../protocol/message.ts";
import type { BoundValue } from "../protocol/message.ts";
import { noInputs } from "./expression.ts";
import type { Expression, Inputs } from "./expression.ts";
import { isMeaningless } from "./functions/native-function.ts";
import { arrangeEntries, arrangeItems } from "./value-order.ts";
import type { ItemsType, MapType, RecordType, TupleType, VectorType } from "./types.ts";

/** A composite of constant parts is evaluated at once, so that its errors are reported at once too. */
function composed(
  type: CqlType,
  name: string,
  parts: readonly (Expression | undefined)[],
  evaluate: (inputs: Inputs) => BoundValue,
): Expression {
  const hasMarkers = parts.some((part) => part?.hasMarkers);
  if (!parts.every((part) => part === undefined || part.isConstant)) return { type, name, hasMarkers, evaluate };
  const value = evaluate(noInputs);
  return { type, name, hasMarkers, isConstant: true, evaluate: () => value };
}

export function listOf(type: ItemsType, items: readonly Expression[]): Expression {
  return composed(type, `[${names(items)}]`, items, (inputs) => {
    const values = items.map((item) => item.evaluate(inputs));
    if (values.includes(unset)) return unset;
    return joinParts(type, values.map(present));
  });
}

export function vectorOf(type: VectorType, items: readonly Expression[]): Expression {
  return composed(type, `[${names(items)}]`, items, (inputs) =>
    joinParts(
      type,
      items.map((item) => {
        const value = item.evaluate(inputs);
        if (value === null || value === unset || isMeaningless(type.item, value)) {
          throw invalid("null is not supported inside vectors");
        }
        return value;
      }),
    ),
  );
}

export function setOf(type: ItemsType, items: readonly Expression[]): Expression {
  return composed(type, `{${names(items)}}`, items, (inputs) => {
    const values = items.map((item) => item.evaluate(inputs));
    if (values.includes(unset)) return unset;
    return joinParts(type, arrangeItems(type.item, values.map(present)));
  });
}

export function mapOf(type: MapType, entries: readonly (readonly [key: Expression, value: Expression])[]): Expression {
  const name = `{${entries.map(([key, value]) => `${key.name}: ${value.name}`).join(", ")}}`;
  return composed(type, name, entries.flat(), (inputs) => {
    const values = entries.map(([key, value]) => [key.evaluate(inputs), value.evaluate(inputs)] as const);
    if (values.some(([key]) => key === unset)) throw invalid("unset value is not supported for map keys");
    if (values.some(([, value]) => value === unset)) return unset;
    const pairs = values.map(([key, value]) => [present(key), present(value)] as const);
    return joinParts(type, arrangeEntries(type.key, pairs).flat());
  });
}

/** A tuple with fewer items than its type has: the missing items are omitted, not null. */
export function tupleOf(type: TupleType | RecordType, items: readonly Expression[]): Expression {
  return composed(type, `(${names(items)})`, items, (inputs) => {
    const parts = items.map((item, index) => {
      const value = item.evaluate(inputs);
      if (value === unset) throw invalid(`Invalid unset value for tuple field number ${index}`);
      return value;
    });
    return joinParts(type, parts);
  });
}

/** Every field has a place; those without a value have null. */
export function recordOf(type: RecordType, fields: ReadonlyMap<string, Expression>): Expression {
  const { fields: declared, name: typeName } = type.type;
  const name = `{${Array.from(fields, ([field, value]) => `${field}: ${value.name}`).join(", ")}}`;
  return composed(type, name, [...fields.values()], (inputs) => {
    const parts = declared.map((field) => {
      const value = fields.get(field.name)?.evaluate(inputs) ?? null;
      if (value !== unset) return value;
      if (!type.frozen) return null;
      throw invalid(`Invalid unset value for field '${field.name}' of user defined type ${typeName}`);
    });
    return joinParts(type, parts);
  });
}

function names(items: readonly Expression[]): string {
  return items.map((item) => item.name).join(", ");
}

function present(value: BoundValue): Buffer {
  if (value === null || value === unset) throw invalid("null is not supported inside collections");
  return value;
}
