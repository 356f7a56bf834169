/** A part of a keyspace that definitions cannot express, and that its tables do not need. */
export interface Note {
  readonly kind:
    /** A materialized view, which is read like a table but cannot be written: it gets no bindings. */
    | "materialized-view"
    /** An index with special semantics, such as SASI's `LIKE`, or one beside a better index. */
    | "other-index"
    /** An index whose options change what it finds, such as one that ignores letter case. */
    | "index-options"
    /** Internal columns of compact storage, which CQL does not show. */
    | "compact-storage"
    /** Options of a table other than its time to live and its comment, such as `gc_grace_seconds`. */
    | "table-options"
    /** A table or user type that a definition cannot express, and that may be left out. */
    | "left-out";
  /** The table, the view or the user type. */
  readonly table: string;
  /** One sentence without a final stop. */
  readonly message: string;
}
