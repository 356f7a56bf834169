/** Makes statements that define something ready to be executed. They are checked when they are executed. */
import { invalid } from "../cql-error.ts";
import type { Definition } from "../grammar/tree.ts";
import type { Answer } from "../protocol/message.ts";
import type { Caller, Database, Prepared } from "../statement/prepared.ts";
import { alterTable } from "./alter-table.ts";
import type { Context } from "./context.ts";
import { createIndex } from "./create-index.ts";
import { createTable } from "./create-table.ts";
import { dropIndex, dropTable, dropView, truncate } from "./drop.ts";
import { alterKeyspace, createKeyspace, dropKeyspace } from "./keyspaces.ts";
import { alterType, createType, dropType } from "./user-types.ts";

export function prepareDefinition(statement: Definition, { store }: Database, caller: Caller): Prepared {
  const define = definers[statement.kind] as Definer<Definition>;
  return {
    variables: [],
    keyIndexes: [],
    columns: undefined,
    isCurrent: async () => true,
    execute: () => define(statement, { store, caller }),
  };
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
