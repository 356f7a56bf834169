import type { StatementSummary } from "./door.ts";

/** Undefined for what is not a statement. */
export function summarize(text: string): StatementSummary | undefined {
  const [operation] = text.trim().split(/\s+/);
  return operation === undefined ? undefined : { operation, tables: [] };
}
