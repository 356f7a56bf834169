/** The kind of object that has a name. */
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
  /** A new name: of a marker, an alias, or a created object. */
  | "new";

/** Called for each word and each kind of name that may follow. */
export interface ExpectationListener {
  onWord(word: string): void;
  onName(kind: NameKind): void;
}
