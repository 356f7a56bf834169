/**
 * Prepares a statement: parses its text, finds the tables that it names, and hands both to what the statement is.
 *
 * Refuses what a caller who may only read would change.
 */
import { CqlError, invalid } from "../cql-error.ts";
import { prepareDefinition, prepareDescribe, refuseOther } from "../definition/index.ts";
import { CqlSyntaxError, parseStatement } from "../grammar/index.ts";
import type { Statement } from "../grammar/tree.ts";
import { prepareBatch } from "./batch.ts";
import { writtenTable } from "./compile-write.ts";
import { checkPermission } from "./permission.ts";
import type { Caller, Database, Prepared } from "./prepared.ts";
import { prepareWrite } from "./prepare-write.ts";
import { findKeyspace, findTable } from "./scope.ts";
import { prepareSelect } from "./select.ts";

/** @throws {CqlError} */
export async function prepare(text: string, database: Database, caller: Caller): Promise<Prepared> {
  const statement = parse(text);
  switch (statement.kind) {
    case "select":
      return prepareSelect(statement, database, await findTable(database, caller, statement.from));
    case "insert":
    case "update":
    case "delete": {
      const scope = await findTable(database, caller, writtenTable(statement));
      await checkPermission(statement, database, caller);
      return prepareWrite(statement, database, scope);
    }
    case "batch": {
      const scopes = await Promise.all(
        statement.writes.map((write) => findTable(database, caller, writtenTable(write))),
      );
      await checkPermission(statement, database, caller);
      return prepareBatch(statement, database, scopes);
    }
    case "use":
      return useOf(statement.keyspace, database);
    case "describe":
      return prepareDescribe(statement, database, caller);
    case "other":
      throw refuseOther(statement.words);
    default:
      await checkPermission(statement, database, caller);
      return prepareDefinition(statement, database, caller);
  }
}

function parse(text: string): Statement {
  try {
    return parseStatement(text);
  } catch (error) {
    throw error instanceof CqlSyntaxError ? new CqlError("syntax", error.message) : error;
  }
}

function useOf(keyspace: string, database: Database): Prepared {
  return {
    variables: [],
    keyIndexes: [],
    columns: undefined,
    isCurrent: () => true,
    execute: async () => {
      if (!(await findKeyspace(database, keyspace))) throw invalid(`Keyspace '${keyspace}' does not exist`);
      return { kind: "set-keyspace", keyspace };
    },
  };
}
