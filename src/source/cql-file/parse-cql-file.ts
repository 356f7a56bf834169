/**
 * Parses a file of CQL statements, as `cqlsh` prints with DESCRIBE or as a team keeps them, into the keyspaces they make.
 *
 * Pure. Every statement that cannot be read is a problem with its place, all at once. The result has the form of a
 * cluster's system tables, so that a file and a cluster are read in the same way.
 */
import { CqlSyntaxError, splitStatements } from "../../cql/grammar/index.ts";
import type { SplitStatement } from "../../cql/grammar/index.ts";
import { codeFrame, ColonnadeError, isColonnadeError, suggest } from "../../errors.ts";
import type { Problem } from "../../errors.ts";
import { observedSystemKeyspace, parseSystemRows } from "../cql/parse-system-rows.ts";
import type { SystemKeyspace, SystemRules } from "../cql/parse-system-rows.ts";
import type { SystemRows } from "../cql/system-rows.ts";
import type { ObservedKeyspace } from "../observed-keyspace.ts";
import { systemRowsOf } from "./draft-rows.ts";
import type { Draft } from "./draft.ts";
import { Misfit } from "./draft.ts";
import { readStatement } from "./statements.ts";
import { unknownType } from "./user-types.ts";

/**
 * @param file as messages name it
 * @param current the keyspace of names without one, before any `USE`
 * @param customTypes type names that the config accepts
 * @returns the system tables of each keyspace
 * @throws {ColonnadeError} `bad-cql` with everything that cannot be read
 */
export function parseCqlFile(
  text: string,
  file: string,
  current: string,
  customTypes: ReadonlySet<string> = new Set(),
): ReadonlyMap<string, SystemRows> {
  const draft: Draft = { keyspaces: new Map(), current, customTypes };
  const problems: Problem[] = [];
  // The last line may be a comment, which has to end.
  for (const statement of splitStatements(`${text}\n`))
    try {
      readStatement(statement, draft);
    } catch (error) {
      const { message, start, end } = problemOf(error, statement);
      problems.push({ code: "bad-cql", message, file, ...codeFrame(text, start, end - start) });
    }
  if (problems.length > 0) throw new ColonnadeError("bad-cql", `${file} cannot be read`, { problems });
  return new Map(Array.from(draft.keyspaces, ([name, keyspace]) => [name, systemRowsOf(keyspace)]));
}

/** The mistake in a statement, with its place. @throws the error itself if it is about something else */
function problemOf(
  error: unknown,
  { tokens, start, end }: SplitStatement,
): { message: string; start: number; end: number } {
  if (error instanceof Misfit) return { message: error.message, ...(error.find(tokens) ?? { start, end }) };
  if (!(error instanceof CqlSyntaxError)) throw error;
  // `lst<int>` is an unknown type.
  const at = tokens.findIndex((token) => token.start === error.start && token.value === "<");
  const name = tokens[at - 1];
  if (!name) return { message: error.plain, start: error.start, end: error.end };
  return { message: unknownType(name.value, []).message, start: name.start, end: name.end };
}

/** A file of CQL statements. */
export interface CqlFile {
  /** As messages name it. */
  readonly name: string;
  readonly text: string;
}

/**
 * Reads a keyspace from a file of CQL statements; names without a keyspace are in it.
 * @throws {ColonnadeError} `bad-cql`, `cql-no-keyspace`, `cql-unsupported`
 */
export function observeCqlFile({ name, text }: CqlFile, keyspace: string, rules: SystemRules = {}): ObservedKeyspace {
  const keyspaces = parseCqlFile(text, name, keyspace, rules.customTypes);
  const rows = keyspaces.get(keyspace);
  if (!rows) throw noKeyspace(name, keyspace, [...keyspaces.keys()]);
  return observedSystemKeyspace(parse(keyspace, rows, rules), name);
}

/** The keyspaces that a file has something of, but for names without one. @throws {ColonnadeError} `bad-cql` */
export function keyspacesIn({ name, text }: CqlFile, customTypes?: ReadonlySet<string>): readonly string[] {
  return [...parseCqlFile(text, name, "", customTypes).keys()].filter((keyspace) => keyspace !== "");
}

/** The database would accept what its own statements say, so the file is at fault. */
function parse(keyspace: string, rows: SystemRows, rules: SystemRules): SystemKeyspace {
  try {
    return parseSystemRows(keyspace, rows, rules);
  } catch (error) {
    if (!isColonnadeError(error)) throw error;
    const { code, summary, problems, next } = error;
    throw new ColonnadeError(code, summary, { problems, next });
  }
}

function noKeyspace(file: string, keyspace: string, names: readonly string[]): ColonnadeError {
  const next = suggest(keyspace, names, `it has: ${names.join(", ") || "none"}`, (name) => `--keyspace ${name}`);
  return new ColonnadeError("cql-no-keyspace", `${file} has nothing of the keyspace ${keyspace}`, { next });
}
