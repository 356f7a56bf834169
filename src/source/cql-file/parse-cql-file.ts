/**
 * Parses a file of CQL statements, as `cqlsh` prints with DESCRIBE or as a team keeps them, into the keyspaces they make.
 *
 * Pure. Every statement that cannot be read is a problem with its place, all at once. The result has the form of a
 * cluster's system tables, so that a file and a cluster are read in the same way.
 * @see captures, cql-describe
 */
import { ColonnadeError, codeFrame } from "../../errors.ts";
import type { Problem } from "../../errors.ts";
import type { SystemRows } from "../cql/system-rows.ts";
import { systemRowsOf } from "./draft.ts";
import { StatementReader } from "./statement-reader.ts";
import { readStatement } from "./statements.ts";
import type { Draft } from "./statements.ts";
import { Unreadable, splitStatements } from "./tokens.ts";

/**
 * @param file as messages name it
 * @param current the keyspace of names without one, before any `USE`
 * @returns the system tables of each keyspace
 * @throws {ColonnadeError} `bad-cql` with everything that cannot be read
 */
export function parseCqlFile(text: string, file: string, current: string): ReadonlyMap<string, SystemRows> {
  const draft: Draft = { keyspaces: new Map(), current };
  const problems: Problem[] = [];
  const collect = (read: () => void): void => {
    try {
      read();
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      problems.push({ code: "bad-cql", message: error.message, file, ...codeFrame(text, error.start, error.length) });
    }
  };
  collect(() => {
    for (const tokens of splitStatements(text)) collect(() => readStatement(new StatementReader(tokens), draft));
  });
  if (problems.length > 0) throw new ColonnadeError("bad-cql", `${file} cannot be read`, { problems });
  return new Map(Array.from(draft.keyspaces, ([name, keyspace]) => [name, systemRowsOf(keyspace)]));
}
