import type { TableTypes } from "../table/table.ts";

export interface Applied {
  applied: true;
}
export interface NotApplied<Current> {
  applied: false;
  current: Current;
}
export type Flag = boolean | undefined;
export type WriteConsistency = "LOCAL_ONE" | "LOCAL_QUORUM" | "ALL";

/** Counters cannot have a time to live. */
export interface IncrementOptions {
  /** How many replicas must acknowledge it. @default the service's, LOCAL_QUORUM */
  consistency?: WriteConsistency | undefined;
  signal?: AbortSignal | undefined;
}

/** For idempotent writes. */
export interface RepeatableOptions extends IncrementOptions {
  /**
   * Whether other clients write to this row. If the response is lost, the write is then not retried, since a retry
   * could undo somebody else's later write; it fails with `OutcomeUnknownError`.
   * @default the table's `contended` in the config
   */
  contended?: boolean | undefined;
}

export interface WriteOptions extends RepeatableOptions {
  /** Seconds after which the values expire, 0 to 630720000; 0 means never. @default the table's */
  ttl?: number | undefined;
}

export interface InsertOptions<If extends Flag = Flag> extends WriteOptions {
  /** Only if the row does not exist. */
  ifNotExists?: If;
}
export type Inserted<T extends TableTypes, If extends Flag> = If extends true
  ? Applied | NotApplied<T["row"]>
  : Applied;

/** The tests of a condition on one column; all must hold. */
export interface Test<T> {
  eq?: T;
  notEq?: T;
  gt?: NonNullable<T>;
  gte?: NonNullable<T>;
  lt?: NonNullable<T>;
  lte?: NonNullable<T>;
  in?: readonly T[];
}
/** The required value of a column: a value, null for no value, or comparisons. */
export type Condition<T> = T | null | Test<T | null>;
/** `Condition` for values that are plain objects themselves, which could be mistaken for operators. */
export type ObjectCondition<T> = null | Test<T | null>;

/** Always `If`; from the branch that is never taken the compiler infers which columns a condition names. */
type Naming<If, Column extends PropertyKey> = [Column] extends [PropertyKey] ? If : { [Name in Column]: unknown };

export interface RemoveOptions<
  T extends TableTypes,
  If extends keyof T["if"] = keyof T["if"],
  Exists extends Flag = Flag,
> extends RepeatableOptions {
  /** Only if the row exists. The database accepts either this or `if`. */
  ifExists?: [If] extends [never] ? Exists : false | undefined;
  /** Only if the row's columns meet these conditions: `{ name: "Robot arm", stock: { gt: 0 }, note: null }`. */
  if?: Naming<T["if"], If> | undefined;
}

export interface UpdateOptions<
  T extends TableTypes,
  If extends keyof T["if"] = keyof T["if"],
  Exists extends Flag = Flag,
> extends RemoveOptions<T, If, Exists> {
  /** Seconds after which the values expire, 0 to 630720000; 0 means never. @default the table's */
  ttl?: number | undefined;
}

export type Updated<T extends TableTypes, If extends keyof T["if"], Exists extends Flag> = [If] extends [never]
  ? Exists extends true
    ? Applied | NotApplied<null>
    : Applied
  : Applied | NotApplied<{ [Name in If & keyof T["row"]]?: T["row"][Name] }>;
