import { splitStatements } from "../../cql/grammar/index.ts";
import type { SplitStatement } from "../../cql/grammar/index.ts";

interface PlacedStatement {
  readonly text: string;
  /** Its place in the whole text, in UTF-16 units. */
  readonly start: number;
}

/** The statements of a text, which may end in the line of a comment: the database itself wants that line to end. */
export function statementsIn(text: string): readonly SplitStatement[] {
  return splitStatements(`${text}\n`);
}

/** The statement at a place of a text: the one around it, or the last one before it, or the first. */
export function statementAt(text: string, place: number): PlacedStatement | undefined {
  const statements = statementsIn(text);
  const found = statements.findLast(({ start }) => start <= place) ?? statements[0];
  return found && { text: text.slice(found.start, found.end), start: found.start };
}
