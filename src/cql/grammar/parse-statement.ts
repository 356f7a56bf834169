/** Parses statements: one, or all those of a text. */
import { printExpected, reservedWords } from "./keywords.ts";
import type { Token } from "./lexer.ts";
import {
  readAlterKeyspace,
  readAlterTable,
  readAlterType,
  readCreateIndex,
  readCreateKeyspace,
  readCreateType,
  readDropKeyspace,
  readDropNamed,
  readTruncate,
} from "./read-definition.ts";
import { readSelect } from "./read-select.ts";
import { readCreateTable, readCreateView } from "./read-table.ts";
import { readBatch, readDelete, readInsert, readUpdate } from "./read-write.ts";
import { readReference } from "./reference.ts";
import { CqlSyntaxError } from "./syntax-error.ts";
import { TokenReader } from "./token-reader.ts";
import type { Statement, Describe } from "./tree.ts";

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
  /** The error after its tokens, if it begins something that has no end. */
  readonly broken?: CqlSyntaxError;
  /** @throws {CqlSyntaxError} with places in the whole text */
  parse(): Statement;
}

/**
 * Splits a text into its statements, at the semicolons outside of batches. Where something has no end, the last
 * statement has the error.
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

type Read = (reader: TokenReader) => Statement;

const statements: readonly (readonly [words: string, read: Read])[] = [
  ["select", readSelect],
  ["insert", readInsert],
  ["update", readUpdate],
  ["delete", readDelete],
  ["begin", readBatch],
  ["use", (reader) => ({ kind: "use", keyspace: reader.name("keyspace") })],
  ["truncate", readTruncate],
  ["create keyspace", readCreateKeyspace],
  ["create table", readCreateTable],
  ["create columnfamily", readCreateTable],
  ["create type", readCreateType],
  ["create index", (reader) => readCreateIndex(reader, false)],
  ["create custom index", (reader) => readCreateIndex(reader, true)],
  ["create materialized view", readCreateView],
  ["alter keyspace", readAlterKeyspace],
  ["alter table", readAlterTable],
  ["alter columnfamily", readAlterTable],
  ["alter type", readAlterType],
  ["drop keyspace", readDropKeyspace],
  ["drop table", (reader) => readDropNamed(reader, "table")],
  ["drop columnfamily", (reader) => readDropNamed(reader, "table")],
  ["drop type", (reader) => readDropNamed(reader, "type")],
  ["drop index", (reader) => readDropNamed(reader, "index")],
  ["drop materialized view", (reader) => readDropNamed(reader, "view")],
  ["describe", readDescribe],
  ["desc", readDescribe],
  ...others(
    ...["create role", "create user", "create function", "create or replace function", "create aggregate"],
    ...["create or replace aggregate", "create trigger", "alter role", "alter user", "alter materialized view"],
    ...["drop role", "drop user", "drop function", "drop aggregate", "drop trigger", "drop identity", "add identity"],
    ...["grant", "revoke", "list"],
  ),
];

function others(...all: readonly string[]): [words: string, read: Read][] {
  return all.map((words) => [words, (reader) => (passRest(reader), { kind: "other", words })]);
}

/** Skips a statement that this server does not support. */
function passRest(reader: TokenReader): void {
  while (!reader.isAtEnd && !reader.sees(";")) reader.pass();
}

/** The statements with their words apart. */
const table = statements.map(([text, read]) => {
  const [first = "", ...others] = text.split(" ");
  return { first, others, words: [first, ...others], read };
});

/** Reads one statement, up to its semicolon. @throws {CqlSyntaxError} */
export function readStatement(reader: TokenReader): Statement {
  const first = reader.peek();
  const found = table.find(({ first: word, others: rest }) => reader.take(word, ...rest));
  if (found) return found.read(reader);
  if (first.kind === "end") throw reader.unexpected("a statement");
  throw unknownBeginning(reader);
}

/** The database marks the first word and names the one that it does not know, unless only one could follow. */
function unknownBeginning(reader: TokenReader): CqlSyntaxError {
  const seen = Math.max(...table.map(({ words }) => countSeen(reader, words)));
  const next = new Set(table.flatMap(({ words }) => (countSeen(reader, words) === seen ? (words[seen] ?? []) : [])));
  const [only = ""] = next;
  if (next.size > 1) return reader.unexpected("the beginning of a statement", seen);
  for (let count = 0; count < seen; count += 1) reader.pass();
  return reader.mismatched(printExpected(only), only.toUpperCase());
}

function countSeen(reader: TokenReader, words: readonly string[]): number {
  const missing = words.findIndex((word, at) => !reader.sees(word, at));
  return missing < 0 ? words.length : missing;
}

/** Objects that are described without a name. */
const lists: ReadonlyMap<string, Describe["what"]> = new Map([
  ...(["cluster", "keyspaces", "tables", "types", "functions", "aggregates"] as const).map(
    (word) => [word, word] as const,
  ),
  ["columnfamilies", "tables"],
]);

const named = [
  { words: ["table"], what: "table" },
  { words: ["columnfamily"], what: "table" },
  { words: ["index"], what: "index" },
  { words: ["materialized", "view"], what: "view" },
  { words: ["type"], what: "type" },
  { words: ["function"], what: "function" },
  { words: ["aggregate"], what: "aggregate" },
] as const;

/** Reads what follows `DESCRIBE`. */
function readDescribe(reader: TokenReader): Describe {
  const described = readDescribed(reader);
  const withInternals = reader.take("with") && (reader.expect("internals"), true);
  return { kind: "describe", full: false, only: false, ...described, withInternals };
}

function readDescribed(reader: TokenReader): Pick<Describe, "what"> & Partial<Describe> {
  if (reader.take("full")) return { what: "schema", full: (reader.expect("schema"), true) };
  if (reader.take("schema")) return { what: "schema" };
  if (reader.take("only", "keyspace")) return { ...readKeyspace(reader), only: true };
  if (reader.take("keyspace")) return readKeyspace(reader);
  for (const [word, what] of lists) if (reader.take(word)) return { what };
  for (const { words, what } of named) {
    const [first, ...others] = words;
    if (seesNamed(reader, first, others) && reader.take(first, ...others)) {
      return { what, name: readReference(reader, what) };
    }
  }
  return { what: "any", name: readReference(reader, "table", "what to describe") };
}

/** A word that is not reserved may be a name itself: `DESCRIBE type`. */
function seesNamed(reader: TokenReader, first: string, others: readonly string[]): boolean {
  if (!reader.sees(first) || reservedWords.has(first))
    return reader.sees(first) && others.every((word) => reader.sees(word, 1));
  return !reader.sees(".", 1) && !reader.sees(";", 1) && !reader.seesKind("end", 1);
}

/** The keyspace of the session, unless it is named. */
function readKeyspace(reader: TokenReader): Pick<Describe, "what" | "name"> {
  if (!reader.seesName("keyspace")) return { what: "keyspace" };
  return { what: "keyspace", name: { name: reader.name("keyspace") } };
}
