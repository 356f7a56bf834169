import { readStatement } from "./read-statement.ts";
import { CqlSyntaxError } from "./syntax-error.ts";
import { TokenReader } from "./token-reader.ts";
import type { Token } from "./token.ts";
import type { Statement } from "./tree.ts";

/**
 * Parses one statement, which semicolons may follow.
 *
 * Takes any text, in time that its length allows.
 * @throws {CqlSyntaxError} and nothing else
 */
export function parseStatement(text: string): Statement {
  return readWhole(new TokenReader(text));
}

function readWhole(reader: TokenReader): Statement {
  const statement = readStatement(reader);
  while (reader.take(";"));
  if (!reader.isAtEnd) throw reader.mismatched("EOF", "the end of the statement");
  return statement;
}

/** One statement of a text with many. */
export interface SplitStatement {
  /** Without blanks and comments around it, and without its semicolon. In UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly tokens: readonly Token[];
  /** Why nothing can be read behind its tokens: it begins something that has no end. */
  readonly broken?: CqlSyntaxError;
  /** @throws {CqlSyntaxError} with places in the whole text */
  parse(): Statement;
}

/**
 * Splits a text into its statements, at the semicolons outside of batches. Where something has no end, the last
 * statement is what is broken.
 */
export function splitStatements(text: string): SplitStatement[] {
  const reader = new TokenReader(text);
  const statements: SplitStatement[] = [];
  let tokens: Token[] = [];
  const finish = (end: number): void => {
    if (tokens.length > 0) statements.push(splitStatement(text, tokens, end));
    tokens = [];
  };
  try {
    while (!reader.isAtEnd) {
      if (reader.sees(";") && !isWithinBatch(tokens, reader)) finish(reader.pass().start);
      else tokens.push(reader.pass());
    }
    finish(reader.end);
  } catch (error) {
    if (!(error instanceof CqlSyntaxError)) throw error;
    const start = tokens[0]?.start ?? error.start;
    statements.push({ start, end: text.length, tokens, broken: error, parse: () => never(error) });
  }
  return statements;
}

function never(error: CqlSyntaxError): never {
  throw error;
}

/** A batch goes on after a semicolon with a further write or its end, or has none. */
function isWithinBatch(tokens: readonly Token[], reader: TokenReader): boolean {
  const isWord = (at: number, word: string): boolean => tokens.at(at)?.kind === "word" && tokens.at(at)?.value === word;
  if (!isWord(0, "begin") || (isWord(-2, "apply") && isWord(-1, "batch"))) return false;
  return reader.seesKind("end", 1) || ["insert", "update", "delete", "apply"].some((word) => reader.sees(word, 1));
}

function splitStatement(text: string, tokens: readonly Token[], end: number): SplitStatement {
  const all: Token[] = [...tokens, { kind: "end", value: "", start: end, end }];
  return { start: tokens[0]?.start ?? end, end, tokens, parse: () => readWhole(new TokenReader(text, all)) };
}
