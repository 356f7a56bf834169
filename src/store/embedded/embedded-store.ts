import type { Keyspace, Table } from "../../model/index.ts";
import type { Replication } from "../../model/print-cql.ts";
import type { KeyspaceDetails, KeyspaceSettings, TableOptions } from "../details.ts";
import type { Selection, Store } from "../store.ts";
import type { RowCopy } from "./row-copy.ts";

/** The store on disk or in memory, with what only this engine has. */
export interface EmbeddedStore extends Store {
  /** @param replication kept and shown, without effect. @default one copy @param durableWrites the same. @default true */
  createKeyspace(
    name: string,
    replication?: Replication | ReadonlyMap<string, string>,
    durableWrites?: boolean,
  ): Promise<boolean>;
  /** @throws {StoreError} `unknown-keyspace` */
  alterKeyspace(name: string, changed: Partial<KeyspaceSettings>): Promise<void>;
  /** @param options that differ from the database's defaults; kept and shown, most of them without effect */
  createTable(keyspace: string, table: Table, options?: TableOptions): Promise<boolean>;
  /** As `keyspace`, at once. */
  definition(keyspace: string): Keyspace | undefined;
  /** Undefined if there is no such keyspace. */
  details(keyspace: string): KeyspaceDetails | undefined;
  /**
   * Refuses a selection as `select` would, as far as this is possible without reading.
   *
   * @throws {StoreError} `invalid`, `unknown-table` or `unknown-keyspace`
   */
  check(selection: Selection): void;
  /** A UUID that changes with every change of definitions or details, and is the same after a restart. */
  readonly schemaVersion: string;
  /** False while the disk is full, or refuses: rows can be read then, but not written. */
  readonly isWritable: boolean;
  /** How many rows have entries in each index that is being built, by its name: until then rows are found by scans. */
  building(keyspace: string, table: string): ReadonlyMap<string, number>;
  /** Copies the rows of all tables into memory, for tests that want them back. */
  copyRows(): Promise<RowCopy>;
  /**
   * Puts a copy in the place of all rows, as one write.
   *
   * @throws {StoreError} `invalid` when a definition has changed since the copy
   */
  restoreRows(copy: RowCopy): Promise<void>;
  /** Deletes what has expired from the disk now. @returns how many rows lost all or some of their values */
  expireRows(): Promise<number>;
  /** Waits until indexes are built, and dropped and expired rows are deleted from disk. */
  settled(): Promise<void>;
}

export interface MemoryStoreOptions {
  /** Milliseconds since 1970: what a time to live is measured by. @default Date.now */
  readonly now?: () => number;
}

export interface EmbeddedStoreOptions extends MemoryStoreOptions {
  /** Created if missing, accessible only to its owner. Holds only the store's data. */
  readonly directory: string;
  /** Called before the check with the bytes of tables. */
  readonly onCheck?: (bytes: number) => void;
}
