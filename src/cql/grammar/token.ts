/** What the texts of statements are made of. */

export interface Token {
  /**
   * A `word` has no quotes, a `name` has double ones, a `text` single ones or `$$`. A `broken` one begins and does not end,
   * or cannot begin anything; nothing follows it but the `end`.
   */
  readonly kind: TokenKind;
  /** Without quotes; of a word in lower case, as the database reads it. Of something broken the database's complaint. */
  readonly value: string;
  /** Its place in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

export type TokenKind = "word" | "name" | "sign" | ConstantKind | "broken" | "end";

type ConstantKind = "text" | "integer" | "float" | "boolean" | "uuid" | "blob" | "duration";
