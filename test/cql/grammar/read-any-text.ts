import { CqlSyntaxError, parseStatement, splitStatements } from "../../../src/cql/grammar/index.ts";

/** Nothing but a tree or a syntax error may come of a text. */
export function readAnyText(text: string): void {
  try {
    parseStatement(text);
  } catch (error) {
    if (!(error instanceof CqlSyntaxError)) throw error;
  }
  for (const { parse } of splitStatements(text))
    try {
      parse();
    } catch (error) {
      if (!(error instanceof CqlSyntaxError)) throw error;
    }
}
