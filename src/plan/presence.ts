import type { ColumnKind } from "../model/index.ts";

/** How a column stands in a record that holds values. */
export type Presence =
  /** Always there, never null. */
  | "value"
  /** The same, and never empty: the only column of a partition key, of a type that has an empty value. */
  | "notEmpty"
  /** Always there, or null. */
  | "nullable"
  /** May be left out; null deletes the cell. */
  | "optional"
  /** May be left out; never null. */
  | "amount"
  /** Must not be there. */
  | "absent";

/** How a column stands in a record that selects rows. */
export type Restriction =
  /** By a value or one of several; required. */
  | "match"
  /** By a value, one of several, or a range; may be left out. */
  | "bound"
  /** Not at all. */
  | "never"
  /** By any comparison; may be left out. */
  | "condition"
  /** By a value. */
  | "equal"
  /** By a value or a range. */
  | "indexed"
  /** By one of the values of a collection, one of its keys, or one of its entries. */
  | "contains"
  | "containsKey"
  | "containsEntry";

/** The records of values differ in this alone: which columns they have, and how. @see service-facts 5.2 */
export const presence: Readonly<
  Record<
    "row" | "key" | "insert" | "staticUpdate" | "increment",
    Readonly<Partial<Record<ColumnKind, Exclude<Presence, "notEmpty">>>>
  >
> = {
  row: { partition: "value", clustering: "value", static: "nullable", regular: "nullable" },
  key: { partition: "value", clustering: "value" },
  insert: { partition: "value", clustering: "value", static: "optional", regular: "optional" },
  staticUpdate: { partition: "value", clustering: "absent", static: "optional", regular: "absent" },
  increment: { static: "amount", regular: "amount" },
};
