/**
 * The store interface, with an engine per folder. Values have the types of the protocol's codecs; nothing here depends
 * on requests, JSON or GraphQL.
 *
 * An engine behaves like Apache Cassandra: writes are upserts, `null` deletes a cell, an absent column stays unchanged,
 * an empty collection that is not frozen is null, rows of a partition are in clustering order. A rejection by the
 * database is a `StoreError` with code `invalid`.
 */
import type { Value } from "@colonnade/runtime/protocol";
import type { Column, Field, Index, Keyspace, Table, UserType } from "../model/index.ts";
import type { Replication } from "../model/print-cql.ts";
import type { Reads } from "./reads.ts";
import type { Statistic } from "./statistics.ts";
import type { Encoded } from "./values/encoded.ts";

export type { Value };

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
}

/** Rows, and the definitions that give them their types: all that a session of an app needs. */
export interface RowStore {
  /** Names of all keyspaces, in code-unit order. Afterwards `keyspace` has every change made before the call, whoever made it. */
  keyspaces(): Promise<readonly string[]>;
  /** The same object until one of its definitions changes; unchanged tables and types in it stay the same objects. */
  keyspace(name: string): Promise<Keyspace | undefined>;

  insert(write: Insert): Promise<Outcome>;
  update(write: Update): Promise<Outcome>;
  delete(write: Delete): Promise<Outcome>;
  /**
   * Applies all writes or none, in one write to the disk. With conditions they must be of one partition of one table; each
   * condition is evaluated before any of the writes, and nothing is applied if one does not hold.
   *
   * @returns the outcome of each write; of a batch that is not applied, a write without conditions has no `current`
   */
  batch(writes: readonly Write[], options?: WriteOptions): Promise<readonly Outcome[]>;
  select(selection: Selection): Promise<Page>;
}

/** Changes of definitions. */
export interface DefinitionStore {
  /**
   * @param replication an engine with one copy of the data ignores it. @default the engine's own
   * @returns false when it was there already
   */
  createKeyspace(name: string, replication?: Replication): Promise<boolean>;
  /**
   * The user types that it is made of must be there, as they are in it.
   *
   * @returns false when a type of that name was there already; it stays as it is
   */
  createUserType(keyspace: string, type: UserType): Promise<boolean>;
  /** Changes one field of a user type; stored values have null in a new one. @throws {StoreError} `invalid` */
  alterUserType(keyspace: string, type: string, change: UserTypeChange): Promise<void>;
  /**
   * The user types that it names must be there, as they are in it.
   *
   * @returns false when a table of that name was there already; it stays as it is
   */
  createTable(keyspace: string, table: Table): Promise<boolean>;
  /** Changes one thing of a table; its rows stay. @throws {StoreError} `unknown-table` or `invalid` */
  alterTable(keyspace: string, table: string, change: TableChange): Promise<void>;
  /** Deletes all rows of a table, at once for those who read and write; its definition stays the same object. */
  truncateTable(keyspace: string, table: string): Promise<void>;
  /** Drops the table and its rows. @returns false when there was none */
  dropTable(keyspace: string, table: string): Promise<boolean>;
  /** Drops a user type that nothing uses. @returns false when there was none */
  dropUserType(keyspace: string, type: string): Promise<boolean>;
  /** Drops the keyspace with all its tables, rows and types. @returns false when there was none */
  dropKeyspace(name: string): Promise<boolean>;
  /** Calls the listener after each change, before the call that made it resolves. @returns a function that ends this */
  onChange(listener: (changed: ChangedDefinitions) => void): () => void;
}

export interface Store extends RowStore, DefinitionStore {
  /** What the engine counts and measures, for whoever runs it. */
  statistics(): Promise<readonly Statistic[]>;
  /** Waits for what is in flight, then releases the data. */
  close(): Promise<void>;
}

export type TableChange =
  | { readonly kind: "add-column"; readonly column: Column }
  /** Of the primary key; the database renames no others. */
  | { readonly kind: "rename-column"; readonly column: string; readonly to: string }
  | { readonly kind: "drop-column"; readonly column: string }
  | { readonly kind: "create-index"; readonly index: Index }
  /** By its name, which the database chose if the definition has none. @see indexNames */
  | { readonly kind: "drop-index"; readonly index: string }
  /** Of values that are written without one; stored values keep theirs. 0 means never. */
  | { readonly kind: "time-to-live"; readonly seconds: number }
  /** Empty for none. */
  | { readonly kind: "comment"; readonly text: string };

export type UserTypeChange =
  | { readonly kind: "add-field"; readonly field: Field }
  | { readonly kind: "rename-field"; readonly field: string; readonly to: string };

/** Names of created, changed and dropped definitions in one keyspace; none if only the keyspace itself is new or gone. */
export interface ChangedDefinitions {
  readonly keyspace: string;
  readonly tables: readonly string[];
  readonly userTypes: readonly string[];
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

export interface Insert extends TableName, WriteOptions {
  readonly values: Operands;
  /** Overrides the table's default; 0 means never. Whole seconds, at most 630720000. */
  readonly ttlSeconds?: number | undefined;
  readonly ifNotExists?: boolean | undefined;
}

/** `values` holds the key and the columns to set. On a counter table they are amounts to add. */
export interface Update extends TableName, WriteOptions {
  readonly values: Operands;
  readonly ttlSeconds?: number | undefined;
  readonly ifExists?: boolean | undefined;
  readonly conditions?: readonly Condition[] | undefined;
}

/** `key` is the partition key and any prefix of the clustering key: a row, a part of a partition, or all of it. */
export interface Delete extends TableName, WriteOptions {
  readonly key: Operands;
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

/** Guards a write: the row's column must compare so. All conditions must hold; none can say what a collection contains. */
export interface Condition {
  readonly column: string;
  readonly operator: Comparison;
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

export interface Selection extends TableName {
  /** All must hold; none means every row of the table. */
  readonly filters: readonly Filter[];
  /** The columns of the rows in the page. @default every column of the table */
  readonly columns?: readonly string[] | undefined;
  /** Clustering columns from the first on; all as declared, or all reversed. @default as declared */
  readonly orderBy?: readonly { readonly column: string; readonly order: "ASC" | "DESC" }[] | undefined;
  /** Rows in all pages together. */
  readonly limit?: number | undefined;
  /** Rows in this page. */
  readonly pageSize: number;
  /** Bytes of rows at which the page ends; it has one row at least. The cluster ends none. @default no limit */
  readonly pageBytes?: number | undefined;
  readonly pageState?: string | undefined;
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
  /** Where the next page begins; absent after the last one. Opaque, URL-safe, and bound to its selection. */
  readonly pageState?: string;
}
