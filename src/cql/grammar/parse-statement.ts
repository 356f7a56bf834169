import { readStatement } from "./read-statement.ts";
import { TokenReader } from "./token-reader.ts";
import type { Statement } from "./tree.ts";

/**
 * Parses one statement, which semicolons may follow.
 *
 * Takes any text, in time that its length allows.
 * @throws {CqlSyntaxError} and nothing else
 */
export function parseStatement(text: string): Statement {
  const reader = new TokenReader(text);
  const statement = readStatement(reader);
  while (reader.take(";"));
  if (!reader.isAtEnd) throw reader.mismatched("EOF", "the end of the statement");
  return statement;
}
