import { ColonnadeError, didYouMean, isColonnadeError } from "../../errors.ts";
import { parseSystemRows } from "../cql/parse-system-rows.ts";
import type { SystemKeyspace, SystemRules } from "../cql/parse-system-rows.ts";
import { seenSystemKeyspace } from "../cql/seen-system-keyspace.ts";
import type { SystemRows } from "../cql/system-rows.ts";
import type { SeenKeyspace } from "../seen-keyspace.ts";
import { parseCqlFile } from "./parse-cql-file.ts";

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
export function seeCqlFile({ name, text }: CqlFile, keyspace: string, rules: SystemRules = {}): SeenKeyspace {
  const keyspaces = parseCqlFile(text, name, keyspace);
  const rows = keyspaces.get(keyspace);
  if (!rows) throw noKeyspace(name, keyspace, [...keyspaces.keys()]);
  return seenSystemKeyspace(parse(keyspace, rows, rules), name);
}

/** The keyspaces that a file has something of, but for names without one. @throws {ColonnadeError} `bad-cql` */
export function keyspacesIn({ name, text }: CqlFile): readonly string[] {
  return [...parseCqlFile(text, name, "").keys()].filter((keyspace) => keyspace !== "");
}

/** The database would accept what its own statements say, so the file is at fault. */
function parse(keyspace: string, rows: SystemRows, rules: SystemRules): SystemKeyspace {
  try {
    return parseSystemRows(keyspace, rows, rules);
  } catch (error) {
    if (!isColonnadeError(error)) throw error;
    const { code, message, problems, next } = error;
    throw new ColonnadeError(code, message, { problems, ...(next !== undefined && { next }) });
  }
}

function noKeyspace(file: string, keyspace: string, names: readonly string[]): ColonnadeError {
  const meant = didYouMean(keyspace, names);
  return new ColonnadeError("cql-no-keyspace", `${file} has nothing of the keyspace ${keyspace}`, {
    next: meant === undefined ? `it has: ${names.join(", ") || "none"}` : `did you mean --keyspace ${meant}?`,
  });
}
