import type { ColumnKind } from "../model/index.ts";

/** How a column stands in one of the shapes of a table. */
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
  | "absent"
  /** The shape does not know it. */
  | "none";

export type Shape = "row" | "key" | "write" | "staticWrite" | "increment";

/** The shapes of a table differ in this alone: which columns they have, and how. @see service-facts 5.2 */
export const presence: Readonly<Record<Shape, Readonly<Record<ColumnKind, Presence>>>> = {
  row: { partition: "value", clustering: "value", static: "nullable", regular: "nullable" },
  key: { partition: "value", clustering: "value", static: "none", regular: "none" },
  write: { partition: "value", clustering: "value", static: "optional", regular: "optional" },
  staticWrite: { partition: "value", clustering: "absent", static: "optional", regular: "absent" },
  increment: { partition: "none", clustering: "none", static: "amount", regular: "amount" },
};
