/**
 * Statements about rows, as data: every entry point creates them, and the engines execute or print them.
 *
 * Names are CQL names, values have the types of the protocol's codecs.
 */
import type { Value } from "@colonnade/runtime/protocol";
import type { Reads } from "./reads.ts";
import type { Encoded } from "./values/encoded.ts";

/** Column → value, by CQL names. A Map, because a column may be called `__proto__`. */
export type Values = ReadonlyMap<string, Value | null>;

/** A value in a statement, possibly in its binary form. */
export type Operand = Value | Encoded;
export type Operands = ReadonlyMap<string, Operand | null>;

/**
 * A row as it was when it was read: the value of each selected column by its CQL name, or null. Read each value only once,
 * because it may be decoded on each access. Written values are a row too.
 */
export interface Row extends Iterable<readonly [column: string, value: Value | null]> {
  /** Undefined for a column that was not selected. @throws {StoreError} `invalid` for bytes that the engine cannot decode */
  get(column: string): Value | null | undefined;
  /** Microseconds since 1970; null for a column without a value. Only for the columns in `writeTimes`. */
  writeTime?(column: string): bigint | null;
  /** The database's binary form of the value; null if there is none. Only from the embedded engine. */
  bytes?(column: string): Uint8Array | null;
  /** The cells of the value: one, or one per element; none without a value. Only from the embedded engine. */
  cells?(column: string): readonly Cell[];
}

/** A value, or an element of one, with its own write time and time to live. */
export interface Cell {
  /** Identifies an element: the item of a set, the key of a map, a field's place in two bytes, the timeuuid of a list item. */
  readonly path?: Uint8Array | undefined;
  readonly bytes: Uint8Array;
  /** Microseconds since 1970. */
  readonly writeTime: bigint;
  /** The remaining seconds; null if it never expires. */
  readonly ttlSeconds: number | null;
}

/** How many replicas must answer. An engine with one copy of the data accepts any. @default the engine's own */
export type Consistency = "LOCAL_ONE" | "LOCAL_QUORUM" | "ALL" | SerialConsistency;

/** Whether replicas of all data centers or of the local one decide on a conditional write. */
export type SerialConsistency = "SERIAL" | "LOCAL_SERIAL";

export interface WriteOptions {
  readonly consistency?: Consistency | undefined;
  readonly serialConsistency?: SerialConsistency | undefined;
}

export interface TableName {
  readonly keyspace: string;
  readonly table: string;
}

/** When a write takes place: the latest write of a cell wins, and among equal times the deletion. */
export interface WriteTime {
  /** Microseconds since 1970, 64 bits; not for counters and not with conditions. @default later than every earlier write */
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
   * It deletes columns and parts of them: null is accepted for counters too, and errors call it a deletion. Only for the
   * embedded engine.
   * @default false
   */
  readonly isDelete?: boolean | undefined;
  /** With a condition it may set nothing, because all values are unset. Only for the embedded engine. @default refused */
  readonly mayBeEmpty?: boolean | undefined;
  readonly values: Operands;
  /** Changes of columns that `values` does not set, in the order of the statement. @default none */
  readonly changes?: readonly Change[] | undefined;
  readonly ttlSeconds?: number | undefined;
  readonly ifExists?: boolean | undefined;
  readonly conditions?: readonly Condition[] | undefined;
}

/**
 * A change inside a collection or a user type that is not frozen.
 *
 * `add` adds items to a set, or entries to a map. `remove` removes the items of a set, the keys of a map, or every equal
 * item of a list. `element` sets the value of a map's key, or the list item at an index from 0; `field` sets a field of a
 * user type; null deletes either. An index beyond the list is refused.
 */
export type Change = { readonly column: string } & (
  | { readonly kind: "add" | "remove" | "append" | "prepend"; readonly value: Operand }
  /** Without a value nothing is set, but a list must have the index. Only for the embedded engine. */
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

export type WriteResult =
  | { readonly applied: true }
  /**
   * `current` is the row that prevented the write: the whole row for `ifNotExists`, or the columns of the conditions;
   * undefined if there is no row.
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

/** Guards a write: the comparison with the row's column must hold. All conditions must hold. */
export interface Condition {
  readonly column: string;
  /** A part of the column: the value of a key of a map, the item of a list at an index, or a field. @default the whole */
  readonly part?: { readonly at: Operand } | { readonly field: string } | undefined;
  /** Only the embedded engine tests what a collection contains. */
  readonly operator: Comparison | "contains" | "containsKey";
  /** A list for `in`, one value for others; only `eq` and `notEq` accept null. */
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
  /** A list of tuples for `in`, one tuple for others. */
  readonly value: readonly Operand[] | readonly (readonly Operand[])[];
}

export interface Selection extends TableName {
  /** All must hold; none means every row of the table. */
  readonly filters: readonly Filter[];
  /** Additional filters that must hold. @default none */
  readonly tuples?: readonly TupleFilter[] | undefined;
  /** Allows reading rows only to skip them, if neither key nor index finds the rows of the filters. @default refused */
  readonly filtering?: boolean | undefined;
  /** The columns of the rows in the page. @default every column of the table */
  readonly columns?: readonly string[] | undefined;
  /** Clustering columns from the first on; all as declared, or all reversed. @default as declared */
  readonly orderBy?: readonly { readonly column: string; readonly order: "ASC" | "DESC" }[] | undefined;
  /** Whether `orderBy` sorts each partition separately, not the rows of several partitions together. @default false */
  readonly orderedApart?: boolean | undefined;
  /** Rows in all pages together. */
  readonly limit?: number | undefined;
  /** Rows of one partition. @default all */
  readonly perPartitionLimit?: number | undefined;
  /** Returns each partition once: all `columns` are in the partition key, or static. */
  readonly distinct?: boolean | undefined;
  /** Partitions whose token is greater than `after` and at most `upTo`; without either, that end is open. @default all */
  readonly tokens?: { readonly after?: bigint | undefined; readonly upTo?: bigint | undefined } | undefined;
  /** Selects the rows with the nearest vectors, nearest first, in one page of `limit` rows, at most 1,000. */
  readonly nearest?: { readonly column: string; readonly to: readonly number[] } | undefined;
  /** Columns of a single cell whose write times `Row.writeTime` returns. @default none */
  readonly writeTimes?: readonly string[] | undefined;
  /** Counts the rows of the page instead of returning them. */
  readonly countsOnly?: boolean | undefined;
  /** Rows in this page. */
  readonly pageSize: number;
  /** Bytes of rows at which the page ends, after at least one row. The cluster ignores it. @default no limit */
  readonly pageBytes?: number | undefined;
  readonly pageState?: string | undefined;
  /** Whether the page provides a page state after any of its rows. Only for the embedded engine. @default false */
  readonly statesWithin?: boolean | undefined;
  readonly consistency?: Consistency | undefined;
  /** Shared with the other selections of a request. @default nothing shared, and no limit */
  readonly reads?: Reads | undefined;
  /** How often the caller returns each value, which `reads` counts. @default 1 */
  readonly copies?: number | undefined;
  /** Ends the read with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface Page {
  /**
   * The selected columns; a partition with only static values is a row with null clustering columns. The page may have fewer
   * rows than requested, or none, and still not be the last one.
   */
  readonly rows: readonly Row[];
  /** For `nearest`: the similarity of each row, from 0 to 1, by the index's similarity function. */
  readonly similarities?: readonly number[] | undefined;
  /** For `countsOnly`, in place of the rows. */
  readonly count?: number | undefined;
  /** The start of the next page; absent after the last one. Opaque, URL-safe, and bound to its selection. */
  readonly pageState?: string | undefined;
  /** For `statesWithin`: the page state after a number of the rows, at least one. */
  readonly stateAfter?: (rows: number) => string | undefined;
}
