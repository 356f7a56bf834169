/**
 * Makes statements that define something ready to be executed. What they want of the definitions that there are is checked when
 * they are executed.
 */
import { invalid } from "../cql-error.ts";
import type { Definition } from "../grammar/tree.ts";
import type { Answer } from "../protocol/message.ts";
import type { Caller, Database, Prepared } from "../statement/prepared.ts";
import { alterTable } from "./alter-table.ts";
import type { Context } from "./context.ts";
import { createIndex } from "./create-index.ts";
import { checkWrittenTable, createTable } from "./create-table.ts";
import { dropIndex, dropTable, dropView, truncate } from "./drop.ts";
import { requireTable } from "./context.ts";
import { alterKeyspace, createKeyspace, dropKeyspace } from "./keyspaces.ts";
import { readTableOptions } from "./table-options.ts";
import { alterType, createType, dropType } from "./user-types.ts";

/** @throws {CqlError} for what is wrong with a statement, whatever there is */
export async function prepareDefinition(statement: Definition, { store }: Database, caller: Caller): Promise<Prepared> {
  const context: Context = { store, caller };
  await checkWritten(statement, context);
  const define = definers[statement.kind] as Definer<Definition>;
  return {
    variables: [],
    keyIndexes: [],
    columns: undefined,
    isCurrent: () => true,
    execute: () => define(statement, context),
  };
}

async function checkWritten(statement: Definition, context: Context): Promise<void> {
  if (statement.kind === "create-table") checkWrittenTable(statement);
  else if (statement.kind === "truncate") await requireTable(statement.table, context);
  else if (statement.kind === "alter-table" && statement.alteration.kind === "options") {
    readTableOptions(statement.alteration.options);
  }
}

type Definer<Statement> = (statement: Statement, context: Context) => Promise<Answer>;

const definers: {
  readonly [Kind in Definition["kind"]]: Definer<Extract<Definition, { readonly kind: Kind }>>;
} = {
  "create-keyspace": createKeyspace,
  "alter-keyspace": alterKeyspace,
  "drop-keyspace": dropKeyspace,
  "create-table": createTable,
  "alter-table": alterTable,
  "drop-table": dropTable,
  truncate,
  "create-type": createType,
  "alter-type": alterType,
  "drop-type": dropType,
  "create-index": createIndex,
  "drop-index": dropIndex,
  "create-view": async () => {
    throw invalid("Materialized views are disabled. Enable in cassandra.yaml to use.");
  },
  "drop-view": dropView,
};
