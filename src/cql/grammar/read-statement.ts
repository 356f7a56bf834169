/** Which statement begins with which words. */
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
import { readDescribe } from "./read-describe.ts";
import { printExpected } from "./keywords.ts";
import { readSelect } from "./read-select.ts";
import { readCreateTable, readCreateView } from "./read-table.ts";
import { readBatch, readDelete, readInsert, readUpdate } from "./read-write.ts";
import type { CqlSyntaxError } from "./syntax-error.ts";
import type { TokenReader } from "./token-reader.ts";
import type { Statement } from "./tree.ts";

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

/** What this server does not have is not looked at. */
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
