/** Something of a keyspace that definitions cannot hold, and that its tables do well without. */
export interface Note {
  readonly kind:
    /** A materialized view is read like a table, but nobody writes to it: it gets no bindings. */
    | "materialized-view"
    /** An index that finds rows in a way of its own, such as SASI's `LIKE`, or that stands beside a better one. */
    | "other-index"
    /** An index whose options change what it finds, such as one that ignores letter case. */
    | "index-options"
    /** Columns that compact storage has inside, which CQL does not show. */
    | "compact-storage"
    /** Options of a table other than its time to live and its comment, such as `gc_grace_seconds`. */
    | "table-options"
    /** A table or user type that no definition can hold, and that may be lacked. */
    | "left-out";
  /** The table, the view or the user type. */
  readonly table: string;
  /** One sentence without a final stop. */
  readonly message: string;
}
