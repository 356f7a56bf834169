import type { ColumnKind } from "../model/index.ts";

/** How a column occurs in a record of values. */
export type Presence =
  /** Required, never null. */
  | "value"
  /** Required, never null and never empty: the only column of a partition key, of a type with an empty value. */
  | "notEmpty"
  /** Required, may be null. */
  | "nullable"
  /** Optional; null deletes the cell. */
  | "optional"
  /** Optional; null deletes the value, and a change writes a part of it. */
  | "changeable"
  /** Optional; never null. */
  | "amount"
  /** Must be absent. */
  | "absent";

/** How a column occurs in a record that selects rows. */
export type Restriction =
  /** A value or one of several; required. */
  | "match"
  /** A value, one of several, or a range; optional. */
  | "bound"
  /** No restriction allowed. */
  | "never"
  /** Any comparison; optional. */
  | "condition"
  /** A value. */
  | "equal"
  /** A value or a range. */
  | "indexed"
  /** A value, a key or an entry of a collection. */
  | "contains"
  | "containsKey"
  | "containsEntry";

const ofInsert = { partition: "value", clustering: "value", static: "optional", regular: "optional" } as const;

/** The columns of each record of values, and how they occur in it. */
export const presence: Readonly<
  Record<
    "row" | "key" | "insert" | "update" | "rowUpdate" | "staticUpdate" | "increment",
    Readonly<Partial<Record<ColumnKind, Exclude<Presence, "notEmpty" | "changeable">>>>
  >
> = {
  row: { partition: "value", clustering: "value", static: "nullable", regular: "nullable" },
  key: { partition: "value", clustering: "value" },
  insert: ofInsert,
  update: ofInsert,
  rowUpdate: ofInsert,
  staticUpdate: { partition: "value", clustering: "absent", static: "optional", regular: "absent" },
  increment: { static: "amount", regular: "amount" },
};
