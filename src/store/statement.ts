/**
 * What a statement of rows can say, as data: the engines execute or print it, and every entry point passes it in.
 *
 * Names are CQL names, values have the types of the protocol's codecs.
 */
import type { Value } from "@colonnade/runtime/protocol";
import type { Reads } from "./reads.ts";
import type { Encoded } from "./values/encoded.ts";

/** Column → value, by CQL names. A Map, because a column may be called `__proto__`. */
export type Values = ReadonlyMap<string, Value | null>;

/** The same of a statement, which may have values in their binary form. */
export type Operand = Value | Encoded;
export type Operands = ReadonlyMap<string, Operand | null>;

/**
 * A row as it was when it was read: the value of each selected column by its CQL name, null where it has none. What reads
 * it asks once for each value, since it may be decoded only then. Written values are one too.
 */
export interface Row extends Iterable<readonly [column: string, value: Value | null]> {
  /** Undefined for a column that was not selected. @throws {StoreError} `invalid` for what the engine cannot decode */
  get(column: string): Value | null | undefined;
  /** Microseconds since 1970; null for a column without a value. Only for those that `writeTimes` names. */
  writeTime?(column: string): bigint | null;
  /** The database's binary form of the value; null where there is none. Only from the embedded engine. */
  bytes?(column: string): Uint8Array | null;
  /** What the value is stored in: one cell, or one for each element; none without a value. Only from the embedded engine. */
  cells?(column: string): readonly Cell[];
}

/** A value, or an element of one, with its own time and life. */
export interface Cell {
  /** Of an element: the item of a set, the key of a map, the place of a field in two bytes, the timeuuid of an item of a list. */
  readonly path?: Uint8Array | undefined;
  readonly bytes: Uint8Array;
  /** Microseconds since 1970. */
  readonly writeTime: bigint;
  /** Seconds that are left to it; null if it never expires. */
  readonly ttlSeconds: number | null;
}

/** How many replicas must answer. An engine with one copy of the data accepts any. @default the engine's own */
export type Consistency = "LOCAL_ONE" | "LOCAL_QUORUM" | "ALL" | SerialConsistency;

/** Where the replicas are that decide on a conditional write. */
export type SerialConsistency = "SERIAL" | "LOCAL_SERIAL";

export interface WriteOptions {
  readonly consistency?: Consistency | undefined;
  readonly serialConsistency?: SerialConsistency | undefined;
}

export interface TableName {
  readonly keyspace: string;
  readonly table: string;
}

/** When a write takes place: of several for one cell the latest remains, and of equal ones the deletion. */
export interface WriteTime {
  /** Microseconds since 1970, of 64 bits; not for counters and not with conditions. @default later than every earlier write */
  readonly timestamp?: bigint | undefined;
}

export interface Insert extends TableName, WriteOptions, WriteTime {
  readonly values: Operands;
  /** Overrides the table's default; 0 means never. Whole seconds, at most 630720000. */
  readonly ttlSeconds?: number | undefined;
  readonly ifNotExists?: boolean | undefined;
}

/** `values` holds the key and the columns to set. On a counter table they are amounts to add. */
export interface Update extends TableName, WriteOptions, WriteTime {
  /**
   * It deletes columns and parts of them: null is taken for counters too, and refusals call it so. Only by the embedded engine.
   * @default false
   */
  readonly isDelete?: boolean | undefined;
  /** With a condition it may set nothing, since values were left out. Only by the embedded engine. @default refused */
  readonly mayBeEmpty?: boolean | undefined;
  readonly values: Operands;
  /** Of columns that `values` does not set, in the order of the statement. @default none */
  readonly changes?: readonly Change[] | undefined;
  readonly ttlSeconds?: number | undefined;
  readonly ifExists?: boolean | undefined;
  readonly conditions?: readonly Condition[] | undefined;
}

/**
 * A change inside a collection or a user type that is not frozen.
 *
 * `add` puts items into a set, or entries into a map. `remove` takes the items of a set, the keys of a map, or every equal
 * item of a list away. `element` is the value of a key of a map, or the item of a list at an index from 0 on, and `field` one
 * of a user type; null deletes them. An index beyond the list is refused.
 */
export type Change = { readonly column: string } & (
  | { readonly kind: "add" | "remove" | "append" | "prepend"; readonly value: Operand }
  /** Without a value nothing is set, but a list must have the index: for the embedded engine only. */
  | { readonly kind: "element"; readonly at: Operand; readonly value: Operand | null | undefined }
  | { readonly kind: "field"; readonly field: string; readonly value: Operand | null }
);

/** `key` is the partition key and any prefix of the clustering key: a row, a part of a partition, or all of it. */
export interface Delete extends TableName, WriteOptions, WriteTime {
  readonly key: Operands;
  /** Columns of the primary key that `key` does not have: lists, and a range of the last one. Not with conditions. @default none */
  readonly filters?: readonly Filter[] | undefined;
  /** @default none */
  readonly tuples?: readonly TupleFilter[] | undefined;
  readonly ifExists?: boolean | undefined;
  readonly conditions?: readonly Condition[] | undefined;
}

/** A write of a batch, which has the consistency of the batch. */
export type Write =
  | ({ readonly kind: "insert" } & Omit<Insert, keyof WriteOptions>)
  | ({ readonly kind: "update" } & Omit<Update, keyof WriteOptions>)
  | ({ readonly kind: "delete" } & Omit<Delete, keyof WriteOptions>);

export type Outcome =
  | { readonly applied: true }
  /**
   * `current` is what stood in the way: the whole row for `ifNotExists`, the columns of the conditions for a condition;
   * undefined when there is no row.
   */
  | { readonly applied: false; readonly current: Row | undefined };

/** Compares a value as a whole. */
export type Comparison = "eq" | "notEq" | "gt" | "gte" | "lt" | "lte" | "in";

export type Operator =
  | Comparison
  /** An item of a list or set, or a value of a map. */
  | "contains"
  | "containsKey"
  /** The value is `{ key, value }`. */
  | "containsEntry";

/** Guards a write: the row's column must compare so. All conditions must hold. */
export interface Condition {
  readonly column: string;
  /** A part of the column: the value of a key of a map, the item of a list at an index, or a field. @default the whole */
  readonly part?: { readonly at: Operand } | { readonly field: string } | undefined;
  /** What a collection contains only the embedded engine tests. */
  readonly operator: Comparison | "contains" | "containsKey";
  /** For `in` a list, else one value; only `eq` and `notEq` take null. */
  readonly value: Operand | null | readonly (Operand | null)[];
}

/**
 * Selects rows: by the primary key, or by columns that have an index for the operator. `notEq` is for conditions only.
 */
export interface Filter {
  readonly column: string;
  readonly operator: Operator;
  readonly value: Operand | readonly Operand[];
}

/** Compares several clustering columns, one after the other, with a tuple of values: `(a, b) > (1, 2)`. */
export interface TupleFilter {
  readonly columns: readonly string[];
  readonly operator: "eq" | "gt" | "gte" | "lt" | "lte" | "in";
  /** For `in` a list of tuples, else one. */
  readonly value: readonly Operand[] | readonly (readonly Operand[])[];
}

export interface Selection extends TableName {
  /** All must hold; none means every row of the table. */
  readonly filters: readonly Filter[];
  /** Must hold too. @default none */
  readonly tuples?: readonly TupleFilter[] | undefined;
  /** Reads rows only to pass over them, where neither key nor index finds what the filters want. @default refused */
  readonly filtering?: boolean | undefined;
  /** The columns of the rows in the page. @default every column of the table */
  readonly columns?: readonly string[] | undefined;
  /** Clustering columns from the first on; all as declared, or all reversed. @default as declared */
  readonly orderBy?: readonly { readonly column: string; readonly order: "ASC" | "DESC" }[] | undefined;
  /** Whether `orderBy` sorts the rows of each partition apart; else those of a list of partitions together. @default false */
  readonly orderedApart?: boolean | undefined;
  /** Rows in all pages together. */
  readonly limit?: number | undefined;
  /** Rows of one partition. @default all */
  readonly perPartitionLimit?: number | undefined;
  /** Each partition once: `columns` are of the partition key, or static. */
  readonly distinct?: boolean | undefined;
  /** Partitions whose token is greater than `after` and at most `upTo`, each open when it is missing. @default all */
  readonly tokens?: { readonly after?: bigint | undefined; readonly upTo?: bigint | undefined } | undefined;
  /** The rows whose vectors are nearest, the nearest first, in one page: `limit` says how many, at most 1,000. */
  readonly nearest?: { readonly column: string; readonly to: readonly number[] } | undefined;
  /** Columns of a single cell whose times of writing `Row.writeTime` gives. @default none */
  readonly writeTimes?: readonly string[] | undefined;
  /** Counts the rows of the page in place of returning them. */
  readonly countsOnly?: boolean | undefined;
  /** Rows in this page. */
  readonly pageSize: number;
  /** Bytes of rows at which the page ends; it has one row at least. The cluster ends none. @default no limit */
  readonly pageBytes?: number | undefined;
  readonly pageState?: string | undefined;
  /** Whether the page can say where one begins that follows any of its rows. Only of the embedded engine. @default false */
  readonly statesWithin?: boolean | undefined;
  readonly consistency?: Consistency | undefined;
  /** What it shares with the other selections of a request. @default nothing, and no limit */
  readonly reads?: Reads | undefined;
  /** How often the caller returns each value: what `reads` counts. @default 1 */
  readonly copies?: number | undefined;
  /** Ends the read with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface Page {
  /**
   * The selected columns; a partition that holds static values alone is a row with null clustering columns. There may be
   * fewer rows than the page could hold, or none, and yet another page.
   */
  readonly rows: readonly Row[];
  /** Of `nearest`, at the places of the rows: from 0 to 1, as the function of the index says. */
  readonly similarities?: readonly number[] | undefined;
  /** Of `countsOnly`, in place of the rows. */
  readonly count?: number | undefined;
  /** Where the next page begins; absent after the last one. Opaque, URL-safe, and bound to its selection. */
  readonly pageState?: string | undefined;
  /** Of `statesWithin`: where a page begins that follows so many of the rows, one at least. */
  readonly stateAfter?: (rows: number) => string | undefined;
}
