/** Compiles and executes INSERT, UPDATE and DELETE. */
import type { CompileContext } from "../values/index.ts";
import type { EmbeddedStore, Outcome, Write } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import type { Delete, Insert, Reference, Update } from "../grammar/tree.ts";
import type { Answer } from "../protocol/message.ts";
import type { CompiledWrite, BoundWrite } from "./compiled-write.ts";
import { compileDelete } from "./delete.ts";
import { compileInsert } from "./insert.ts";
import { compileUpdate } from "./update.ts";
import { answerGuarded } from "./guarded-answer.ts";

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
export function compileWrite(statement: WriteStatement, context: CompileContext): CompiledWrite {
  if (context.scope.table.viewOf !== undefined) throw invalid("Cannot directly modify a materialized view");
  switch (statement.kind) {
    case "insert":
      return compileInsert(statement, context);
    case "update":
      return compileUpdate(statement, context);
    case "delete":
      return compileDelete(statement, context);
  }
}

const done: Answer = { kind: "void" };

/** Applies the writes of all statements or none of them. */
export async function executeWrites(
  store: EmbeddedStore,
  statements: readonly BoundWrite[],
  isBatch: boolean,
): Promise<Answer> {
  const [first] = statements;
  const isGuarded = statements.some(({ compiled }) => compiled.guard.kind !== "none");
  const writes = statements.length === 1 && first ? first.writes : statements.flatMap((one) => one.writes);
  const [write] = writes;
  let outcomes: readonly Outcome[] = [];
  if (writes.length > 1) outcomes = await store.batch(writes);
  else if (write) outcomes = [await apply(store, write)];
  return isGuarded ? answerGuarded(statements, outcomes, isBatch) : done;
}

function apply(store: EmbeddedStore, write: Write): Promise<Outcome> {
  switch (write.kind) {
    case "insert":
      return store.insert(write);
    case "update":
      return store.update(write);
    case "delete":
      return store.delete(write);
  }
}
