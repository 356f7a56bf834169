/**
 * Prepares a statement: parses its text, finds what it names, and compiles it to something that can be executed often.
 */
import type { Caller, Database, Prepared } from "./prepared.ts";

export async function prepare(text: string, database: Database, caller: Caller): Promise<Prepared> {
  throw new Error(`not yet: ${text} ${String(caller.readOnly)} ${database.now()}`);
}
