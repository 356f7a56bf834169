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

/** Counters have no time to live, so this is all. */
export interface IncrementOptions {
  /** How many replicas must take it. @default the service's, LOCAL_QUORUM */
  consistency?: WriteConsistency | undefined;
  signal?: AbortSignal | undefined;
}

/** For writes that leave the same behind when they are done twice. */
export interface RepeatableOptions extends IncrementOptions {
  /**
   * Others write to this row too. When an answer is lost the write is then not sent once more: done late, it could undo what
   * somebody has written meanwhile. It fails with `OutcomeUnknownError` in place of that.
   * @default the table's, which the config says
   */
  contended?: boolean | undefined;
}

export interface WriteOptions extends RepeatableOptions {
  /** Seconds after which the values vanish, 0 to 630720000; 0 means never. @default the table's */
  ttl?: number | undefined;
}

export interface InsertOptions<If extends Flag = Flag> extends WriteOptions {
  /** Only when there is no such row. */
  ifNotExists?: If;
}
export type Inserted<T extends TableTypes, If extends Flag> = If extends true
  ? Applied | NotApplied<T["row"]>
  : Applied;

/** What a condition asks of one column; all must hold. */
export interface Test<T> {
  eq?: T;
  notEq?: T;
  gt?: NonNullable<T>;
  gte?: NonNullable<T>;
  lt?: NonNullable<T>;
  lte?: NonNullable<T>;
  in?: readonly T[];
}
/** What a column must be: a value, null for none, or what the value is compared with. */
export type Condition<T> = T | null | Test<T | null>;
/** `Condition` for values that are plain objects themselves, which could be taken for operators. */
export type ObjectCondition<T> = null | Test<T | null>;

/** Always `If`; from the branch that is never taken the compiler infers which columns a condition names. */
type Naming<If, Column extends PropertyKey> = [Column] extends [PropertyKey] ? If : { [Name in Column]: unknown };

export interface RemoveOptions<
  T extends TableTypes,
  If extends keyof T["if"] = keyof T["if"],
  Exists extends Flag = Flag,
> extends RepeatableOptions {
  /** Only when there is such a row. The database takes this or `if`. */
  ifExists?: [If] extends [never] ? Exists : false | undefined;
  /** Only when the row's columns have these values or compare so: `{ name: "Robot arm", stock: { gt: 0 }, note: null }`. */
  if?: Naming<T["if"], If> | undefined;
}

export interface UpdateOptions<
  T extends TableTypes,
  If extends keyof T["if"] = keyof T["if"],
  Exists extends Flag = Flag,
> extends RemoveOptions<T, If, Exists> {
  /** Seconds after which the values vanish, 0 to 630720000; 0 means never. @default the table's */
  ttl?: number | undefined;
}

export type Updated<T extends TableTypes, If extends keyof T["if"], Exists extends Flag> = [If] extends [never]
  ? Exists extends true
    ? Applied | NotApplied<null>
    : Applied
  : Applied | NotApplied<{ [Name in If & keyof T["row"]]?: T["row"][Name] }>;
