/** The options of writes, by kind for those who call them and together for those who check them; and what a write is and returns. */
import type { AnyTable, TableTypes } from "../table/table.ts";

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
   * could undo someone else's later write; it fails with `OutcomeUnknownError`.
   * @default the table's `contended` in the config
   */
  contended?: boolean | undefined;
  /**
   * When the write takes place, in microseconds since 1970: of several writes of one value the latest remains, whichever
   * comes first. Not with a condition.
   * @default the time at which it is executed
   */
  timestamp?: bigint | undefined;
}

export interface WriteOptions extends RepeatableOptions {
  /** Seconds after which the values expire, 0 to 630720000; 0 means never. @default the table's */
  ttl?: number | undefined;
}

export interface InsertOptions<If extends Flag = Flag> extends WriteOptions {
  /** Only if the row does not exist. */
  ifNotExists?: If;
  /** As of any write, but not with `ifNotExists`. */
  timestamp?: ([If] extends [true] ? undefined : bigint) | undefined;
}
export type Inserted<T extends TableTypes, If extends Flag> = If extends true
  ? Applied | NotApplied<T["row"]>
  : Applied;

/** The tests of a condition on a column whose values have no order: durations. */
export interface UnorderedTest<T> {
  eq?: T;
  notEq?: T;
  in?: readonly T[];
}
/** The tests of a condition on one column; all must hold. */
export interface Test<T> extends UnorderedTest<T> {
  gt?: NonNullable<T>;
  gte?: NonNullable<T>;
  lt?: NonNullable<T>;
  lte?: NonNullable<T>;
}
/** The required value of a column: a value, null for no value, or comparisons. */
export type Condition<T> = T | null | Test<T | null>;
/** `Condition` for values that have no order. */
export type UnorderedCondition<T> = T | null | UnorderedTest<T | null>;
/** `Condition` for values of unknown type, which could be mistaken for operators. */
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
  /** As of any write, but not with `if` or `ifExists`. */
  timestamp?: ([If] extends [never] ? ([Exists] extends [true] ? undefined : bigint) : undefined) | undefined;
}

export interface UpdateOptions<
  T extends TableTypes,
  If extends keyof T["if"] = keyof T["if"],
  Exists extends Flag = Flag,
> extends RemoveOptions<T, If, Exists> {
  /** Seconds after which the values expire, 0 to 630720000; 0 means never. @default the table's */
  ttl?: number | undefined;
}

/** A table with static columns. */
interface WithStatics {
  static: PropertyKey;
}

/** The whole key, if one of these columns is not static. The other types stay outside it: editors then complete them. */
type KeyOf<T extends TableTypes, Column> = T extends WithStatics
  ? [Exclude<Column, T["static"]>] extends [never]
    ? unknown
    : T["key"]
  : unknown;

/** The value of an update: with its whole key, if the condition names a column that is not static. */
export type UpdateValue<T extends TableTypes, If extends keyof T["if"]> = T["update"] & KeyOf<T, If>;

/** The key of a partition: a part of the clustering key names no row. */
type PartitionKey<T extends TableTypes> = Pick<T["key"], T["partition"] & keyof T["key"]> & {
  [Name in Exclude<keyof T["key"], T["partition"]>]?: undefined;
};

/** The key of an increment: for static counters alone, the partition key is enough. */
export type IncrementKey<T extends TableTypes, Counter extends keyof T["update"]> = (T["key"] | PartitionKey<T>) &
  KeyOf<T, Counter>;

/** The amounts of an increment, from which the compiler infers the counters. */
export type IncrementBy<T extends TableTypes, Counter extends keyof T["update"]> = Naming<T["update"], Counter>;

export type Updated<T extends TableTypes, If extends keyof T["if"], Exists extends Flag> = [If] extends [never]
  ? Exists extends true
    ? Applied | NotApplied<null>
    : Applied
  : Applied | NotApplied<{ [Name in If & keyof T["row"]]?: T["row"][Name] }>;

/** The options of every kind of write. */
export interface AnyWriteOptions {
  readonly consistency?: WriteConsistency | undefined;
  readonly ttl?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly contended?: boolean | undefined;
  readonly timestamp?: bigint | undefined;
  readonly ifNotExists?: boolean | undefined;
  readonly ifExists?: boolean | undefined;
  readonly if?: Readonly<Record<string, unknown>> | undefined;
}

/** `{ kind: "insert", table: productsTable, record: { id: "…", name: "Arm" }, amounts: undefined, options: {} }` */
export interface WriteInput {
  readonly kind: "insert" | "update" | "delete" | "increment";
  readonly table: AnyTable;
  /** For `insert` and `update` the written columns, for `delete` and `increment` the key. */
  readonly record: object;
  /** For `increment`: the amount for each counter. */
  readonly amounts: object | undefined;
  readonly options: AnyWriteOptions;
}

/** Whether a write was applied; if not, the current row, or the columns of the condition. */
export type Written = Applied | NotApplied<object | null>;
