/** What a name is of. */
export type NameKind =
  | "keyspace"
  | "table"
  | "view"
  | "index"
  | "type"
  | "column"
  | "field"
  | "function"
  | "aggregate"
  | "option"
  /** Made up here: of a marker, an alias, or what is created. */
  | "new";

/** What may follow; `onName` and `onWord` are called for each. */
export interface ExpectationListener {
  onWord(word: string): void;
  onName(kind: NameKind): void;
}
