/** What a keyspace and its tables have beside their definitions: what the query language says behind WITH, and ids. */

/** By the names that CQL has, with the text of each value: `gc_grace_seconds` → `"864000"`. */
export type TableOptions = ReadonlyMap<string, string | ReadonlyMap<string, string>>;

export interface KeyspaceSettings {
  /** With its `class`, as it was given. The store keeps one copy of the data, whatever it says. */
  readonly replication: ReadonlyMap<string, string>;
  readonly durableWrites: boolean;
}

export interface TableDetails {
  /** A UUID that no other table has, kept for as long as the table is there. */
  readonly id: string;
  readonly options: TableOptions;
}

export interface KeyspaceDetails extends KeyspaceSettings {
  /** By their names, with every option that the database has. */
  readonly tables: ReadonlyMap<string, TableDetails>;
}
