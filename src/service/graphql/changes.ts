/** Converts the argument `changes` of an update to the store's changes. */
import type { TableApi } from "../../api/index.ts";
import type { Column, CqlType } from "../../model/index.ts";
import { fieldNamesOf } from "../../store/index.ts";
import type { Change, Encoded } from "../../store/index.ts";
import { listOf } from "./filters.ts";
import { invalid } from "./problem.ts";
import { checkedValue, columnOf, encodeArgument } from "./values.ts";
import type { EncodedValues } from "./values.ts";

/** Field → what is done → with what. */
export type ChangesArgument = Readonly<Record<string, ChangesOfField | null>>;
type ChangesOfField = Readonly<Record<string, unknown>>;

/** A column, as the client calls it. */
interface Changed {
  readonly column: Column;
  readonly field: string;
}

/** @param values what the same update writes whole */
export function readChanges(api: TableApi, changes: ChangesArgument, values: EncodedValues): readonly Change[] {
  return Object.entries(changes).flatMap(([field, parts]) => {
    const column = columnOf(api, field);
    if (values.has(column.name)) throw invalid(`${field} is in both value and changes`);
    const given = Object.entries(readers).filter(([what]) => parts && Object.hasOwn(parts, what));
    if (!parts || given.length === 0) throw invalid(`The changes of ${field} are empty`);
    return given.flatMap(([what, read]) => {
      if (parts[what] === null) throw invalid(`${what} of ${field} is null: leave it out`);
      return read({ column, field }, parts[what]);
    });
  });
}

type Reader = (changed: Changed, argument: unknown) => readonly Change[];

/** The items as a value of the column's own type. */
const whole =
  (kind: "add" | "remove" | "append" | "prepend"): Reader =>
  ({ column, field }, argument) => [{ column: column.name, kind, value: encodeArgument(column.type, field, argument) }];

/** The effect of each member of an input, in the order in which the changes take place. An index refers to the list before them. */
const readers: Readonly<Record<string, Reader>> = {
  add: whole("add"),
  setAt: ({ column, field }, argument) => {
    const { type } = column as { readonly type: Extract<CqlType, { item: CqlType }> };
    const items = listOf("setAt", field, argument) as readonly { readonly index: number; readonly value?: unknown }[];
    return items.map(({ index, value }) => {
      if (value === undefined) throw invalid(`An item of setAt of ${field} has no value`);
      return elementOf(column, index, value === null ? null : encodeArgument(type.item, field, value));
    });
  },
  removeAt: ({ column, field }, argument) =>
    listOf("removeAt", field, argument).map((index) => elementOf(column, index as number, null)),
  remove: whole("remove"),
  append: whole("append"),
  prepend: whole("prepend"),
  put: whole("add"),
  removeKeys: ({ column, field }, argument) => {
    const { type } = column as { readonly type: Extract<CqlType, { kind: "map" }> };
    const keys = (argument as readonly unknown[]).map((key) => checkedValue(type.key, field, key));
    return [{ column: column.name, kind: "remove", value: keys }];
  },
  setFields: ({ column, field }, argument) => {
    const { type } = column as { readonly type: Extract<CqlType, { kind: "user" }> };
    const given = argument as Readonly<Record<string, unknown>>;
    const names = fieldNamesOf(type.type);
    const changes = type.type.fields.flatMap(({ name, type: of }): readonly Change[] => {
      const apiName = names.get(name) ?? name;
      if (!Object.hasOwn(given, apiName)) return [];
      const value = given[apiName] === null ? null : encodeArgument(of, `${field}.${apiName}`, given[apiName]);
      return [{ column: column.name, kind: "field", field: name, value }];
    });
    if (changes.length === 0) throw invalid(`The changes of ${field} are empty`);
    return changes;
  },
};

function elementOf({ name }: Column, at: number, value: Encoded | null): Change {
  return { column: name, kind: "element", at, value };
}
