/**
 * Applies CQL statements to the keyspaces that a file describes.
 *
 * Statements that define something change the draft; those about rows, users and functions are skipped.
 */
import type { CreateIndex, SplitStatement, Statement } from "../../cql/grammar/index.ts";
import { didYouMean } from "../../errors.ts";
import { chooseIndexName } from "../../model/index.ts";
import { alterTable, tableOf, viewOf } from "./tables.ts";
import { newKeyspace, Misfit, define, drop, find, keyspaceOf } from "./draft.ts";
import type { Draft } from "./draft.ts";
import { addField, alterType } from "./user-types.ts";

/** The first words of statements that define something. */
const definitions: readonly string[] = [
  ...["use", "create keyspace", "drop keyspace", "create type", "alter type", "drop type", "create table"],
  ...["create columnfamily", "alter table", "alter columnfamily", "drop table", "drop columnfamily", "create index"],
  ...["create custom index", "drop index", "create materialized view", "drop materialized view"],
];

/** The first words of statements about something else, and commands of `cqlsh`. */
const skipped: readonly string[] = [
  ...["insert", "update", "delete", "select", "begin", "apply", "truncate", "grant", "revoke", "list", "consistency"],
  ...["copy", "tracing", "paging", "expand", "describe", "desc"],
  ...["alter keyspace", "alter materialized", "alter role", "alter user", "create role", "create user", "drop role"],
  ...["drop user", "create function", "create or", "create aggregate", "create trigger", "drop function"],
  ...["drop aggregate", "drop trigger", "add identity", "drop identity", "comment on", "security label"],
];

/** Applies one statement. @throws {CqlSyntaxError} if it is invalid, {@link Misfit} if it contradicts earlier ones */
export function readStatement(split: SplitStatement, draft: Draft): void {
  const begin = split.tokens.slice(0, 3).map(({ value }) => value);
  const begins = (words: string): boolean => words.split(" ").every((word, at) => begin[at] === word);
  if (split.broken) throw split.broken;
  if (skipped.some(begins)) return;
  if (definitions.some(begins)) return apply(split.parse(), draft);
  const words = begin.slice(0, 2).join(" ");
  const meant = didYouMean(words, definitions);
  const advice = meant === undefined ? "" : `, did you mean ${meant.toUpperCase()}?`;
  throw new Misfit(`${words.toUpperCase()} begins no statement of CQL${advice}`, { isBegin: true });
}

function apply(statement: Statement, draft: Draft): void {
  switch (statement.kind) {
    case "use":
      draft.current = statement.keyspace;
      return;
    case "create-keyspace":
      return define(
        "keyspace",
        statement.keyspace,
        draft.keyspaces,
        newKeyspace(draft.customTypes),
        statement.ifNotExists,
      );
    case "drop-keyspace":
      return drop("keyspace", statement.keyspace, draft.keyspaces, statement.ifExists);
    case "create-type": {
      const { type, fields: nodes, ifNotExists } = statement;
      const keyspace = keyspaceOf(type, draft);
      const fields: { name: string; type: string }[] = [];
      for (const node of nodes) addField(fields, node, false, type.name, keyspace);
      return define("user type", type.name, keyspace.userTypes, fields, ifNotExists);
    }
    case "alter-type":
      return alterType(statement.type, statement.ifExists, statement.alteration, draft);
    case "create-table": {
      const { table, ifNotExists } = statement;
      const keyspace = keyspaceOf(table, draft);
      return define("table", table.name, keyspace.tables, tableOf(statement, keyspace), ifNotExists);
    }
    case "alter-table":
      return alterTable(statement.table, statement.ifExists, statement.alteration, draft);
    case "create-index":
      return createIndex(statement, draft);
    case "create-view": {
      const { view, ifNotExists } = statement;
      const keyspace = keyspaceOf(view, draft);
      return define("view", view.name, keyspace.views, viewOf(statement, keyspace), ifNotExists);
    }
    case "drop-table":
    case "drop-type":
    case "drop-index":
    case "drop-view":
      return dropNamed(statement, draft);
    default:
      return;
  }
}

function dropNamed(
  { kind, name: reference, ifExists }: Statement & { kind: `drop-${"table" | "type" | "index" | "view"}` },
  draft: Draft,
): void {
  const { tables, userTypes, indexes, views } = keyspaceOf(reference, draft);
  const { name } = reference;
  if (kind === "drop-type") return drop("user type", name, userTypes, ifExists);
  if (kind === "drop-index") return drop("index", name, indexes, ifExists);
  if (kind === "drop-view") return drop("view", name, views, ifExists);
  drop("table", name, tables, ifExists);
  for (const index of indexes.values()) if (index.table === name) indexes.delete(index.name);
}

function createIndex(
  { name: named, table: reference, targets, using, options, ifNotExists }: CreateIndex,
  draft: Draft,
): void {
  const { tables, indexes } = keyspaceOf(reference, draft);
  const table = reference.name;
  const found = find("table", table, tables, false);
  const [target] = targets;
  if (!target || targets.length > 1) throw new Misfit("an index has one column");
  const { column, kind: part } = target;
  if (!found?.columns.some((one) => one.name === column))
    throw new Misfit(`${table} has no column ${column}`, { member: column });
  const given = options.get("options");
  const name = named ?? chooseIndexName(table, column, indexes);
  const index = {
    name,
    table,
    column,
    part,
    using,
    options: typeof given === "object" ? given : new Map<string, string>(),
  };
  define("index", name, indexes, index, ifNotExists);
}
