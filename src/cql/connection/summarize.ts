import { parseStatement } from "../grammar/index.ts";
import type { Reference, Statement } from "../grammar/tree.ts";
import type { StatementSummary } from "./language.ts";

/** Undefined for what is not a statement. */
export function summarize(text: string): StatementSummary | undefined {
  try {
    const statement = parseStatement(text);
    return { operation: statement.kind, tables: tablesOf(statement) };
  } catch {
    // Whoever prepares it says what is wrong.
    return undefined;
  }
}

function tablesOf(statement: Statement): readonly Reference[] {
  switch (statement.kind) {
    case "select":
    case "delete":
      return [statement.from];
    case "insert":
      return [statement.into];
    case "update":
    case "truncate":
    case "create-table":
    case "alter-table":
    case "create-index":
      return [statement.table];
    case "drop-table":
      return [statement.name];
    case "batch":
      return statement.writes.flatMap(tablesOf);
    default:
      return [];
  }
}
