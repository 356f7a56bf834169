import { invalid } from "../cql-error.ts";
import type { Delete, Insert, Reference, Update } from "../grammar/tree.ts";
import type { TableScope, Variables } from "../values/index.ts";
import type { CompiledWrite } from "./compiled-write.ts";
import { compileDelete } from "./delete.ts";
import { compileInsert } from "./insert.ts";
import { compileUpdate } from "./update.ts";

export type WriteStatement = Insert | Update | Delete;

/** The table that a statement writes to. */
export function writtenTable(statement: WriteStatement): Reference {
  switch (statement.kind) {
    case "insert":
      return statement.into;
    case "update":
      return statement.table;
    case "delete":
      return statement.from;
  }
}

/** @throws {CqlError} `invalid` */
export function compileWrite(statement: WriteStatement, scope: TableScope, variables: Variables): CompiledWrite {
  if (scope.table.viewOf !== undefined) throw invalid("Cannot directly modify a materialized view");
  switch (statement.kind) {
    case "insert":
      return compileInsert(statement, scope, variables);
    case "update":
      return compileUpdate(statement, scope, variables);
    case "delete":
      return compileDelete(statement, scope, variables);
  }
}
