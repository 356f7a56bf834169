/** The shape of a document: its text without the values in it. Documents of one shape differ in their values alone. */
import { Lexer, Source, TokenKind } from "graphql";
import { limits } from "./limits.ts";

export interface DocumentShape {
  /** The text with a mark in place of each value; the text itself if it holds none. */
  readonly key: string;
  /** The values that were in the text, in order, without their quotes. */
  readonly literals: readonly string[];
}

/** No name or punctuator of GraphQL has these. */
const marks: Readonly<Partial<Record<TokenKind, string>>> = {
  [TokenKind.INT]: "\u0001",
  [TokenKind.FLOAT]: "\u0002",
  [TokenKind.STRING]: "\u0003",
  [TokenKind.BLOCK_STRING]: "\u0003",
};

/** Longer texts are read only once: keeping them would take more memory than reading them again is worth. */
const longestText = 64_000;

/** Undefined for a text that is too long to be kept, or that the parser will refuse. */
export function shapeOf(text: string): DocumentShape | undefined {
  if (text.length > longestText) return undefined;
  const lexer = new Lexer(new Source(text));
  const literals: string[] = [];
  let key = "";
  let end = 0;
  try {
    for (let count = 0; count <= limits.tokens; count++) {
      const token = lexer.advance();
      if (token.kind === TokenKind.EOF) return { key: end === 0 ? text : key + text.slice(end), literals };
      const mark = marks[token.kind];
      if (mark === undefined) continue;
      key += text.slice(end, token.start) + mark;
      end = token.end;
      literals.push(token.value);
    }
  } catch {
    // The parser finds the same, and says where.
  }
  return undefined;
}
