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
import type { TableOptions } from "./details.ts";
import type { Delete, Insert, WriteResult, Page, Selection, Update, Write, WriteOptions } from "./statement.ts";
import type { Statistic } from "./statistics.ts";

export type { Value };
export type * from "./details.ts";
export type * from "./statement.ts";

/** Rows, and the definitions that give them their types: all that a session of an app needs. */
export interface RowStore {
  /** Names of all keyspaces, in code-unit order. Afterwards, `keyspace` has every change made before the call by any client. */
  keyspaces(): Promise<readonly string[]>;
  /** The same object until one of its definitions changes; unchanged tables and types in it stay the same objects. */
  keyspace(name: string): Promise<Keyspace | undefined>;

  insert(write: Insert): Promise<WriteResult>;
  update(write: Update): Promise<WriteResult>;
  delete(write: Delete): Promise<WriteResult>;
  /**
   * Applies all writes or none, in one write to the disk. With conditions they must be of one partition of one table; each
   * condition is evaluated before any of the writes, and nothing is applied if one does not hold.
   *
   * @returns the result of each write; if the batch is not applied, a write without conditions has no `current`
   */
  batch(writes: readonly Write[], options?: WriteOptions): Promise<readonly WriteResult[]>;
  select(selection: Selection): Promise<Page>;
}

/** Changes of definitions. */
export interface DefinitionStore {
  /**
   * @param replication an engine with one copy of the data ignores it. @default the engine's own
   * @returns false when it already existed
   */
  createKeyspace(name: string, replication?: Replication): Promise<boolean>;
  /**
   * The user types in it must exist with the same definition.
   *
   * @returns false when a type of that name already existed; it stays unchanged
   */
  createUserType(keyspace: string, type: UserType): Promise<boolean>;
  /** Changes one field of a user type; stored values have null in a new one. @throws {StoreError} `invalid` */
  alterUserType(keyspace: string, type: string, change: UserTypeChange): Promise<void>;
  /**
   * The user types that it names must exist with the same definition.
   *
   * @returns false when a table of that name already existed; it stays unchanged
   */
  createTable(keyspace: string, table: Table): Promise<boolean>;
  /** Changes one thing of a table; its rows stay. @throws {StoreError} `unknown-table` or `invalid` */
  alterTable(keyspace: string, table: string, change: TableChange): Promise<void>;
  /** Deletes all rows of a table, with immediate effect for reads and writes; its definition stays the same object. */
  truncateTable(keyspace: string, table: string): Promise<void>;
  /** Drops the table and its rows. @returns false when it did not exist */
  dropTable(keyspace: string, table: string): Promise<boolean>;
  /** Drops a user type that nothing uses. @returns false when it did not exist */
  dropUserType(keyspace: string, type: string): Promise<boolean>;
  /** Drops the keyspace with all its tables, rows and types. @returns false when it did not exist */
  dropKeyspace(name: string): Promise<boolean>;
  /** Calls the listener after each change, before the change's promise resolves. @returns a function that removes the listener */
  onChange(listener: (changed: ChangedDefinitions) => void): () => void;
}

export interface Store extends RowStore, DefinitionStore {
  /** The engine's figures, for operators. */
  statistics(): Promise<readonly Statistic[]>;
  /**
   * The size of each table of a keyspace, by the table's name; empty if the engine does not know it.
   *
   * @throws {StoreError} `unknown-keyspace`
   */
  tableSizes(keyspace: string): Promise<ReadonlyMap<string, TableSize>>;
  /** Waits for what is in flight, then releases the data. */
  close(): Promise<void>;
}

export interface TableSize {
  readonly bytes: number;
  /** Whether this is a lower bound: more was not counted. */
  readonly isLeast: boolean;
}

export type TableChange =
  | { readonly kind: "add-column"; readonly column: Column }
  /** A column of the primary key; the database renames no others. */
  | { readonly kind: "rename-column"; readonly column: string; readonly to: string }
  | { readonly kind: "drop-column"; readonly column: string }
  | { readonly kind: "create-index"; readonly index: Index }
  /** The index's name, which the database chose if the definition has none. @see indexNames */
  | { readonly kind: "drop-index"; readonly index: string }
  /** The time to live of values written without one; stored values keep theirs. 0 means never. */
  | { readonly kind: "time-to-live"; readonly seconds: number }
  /** Empty for no comment. */
  | { readonly kind: "comment"; readonly text: string }
  /** The given options, each replaced as a whole; a comment and a time to live among them have the effect of the kinds above. */
  | { readonly kind: "options"; readonly options: TableOptions };

export type UserTypeChange =
  | { readonly kind: "add-field"; readonly field: Field }
  | { readonly kind: "rename-field"; readonly field: string; readonly to: string };

/** Names of created, changed and dropped definitions in a keyspace; none if only the keyspace itself was created or dropped. */
export interface ChangedDefinitions {
  readonly keyspace: string;
  readonly tables: readonly string[];
  readonly userTypes: readonly string[];
}
