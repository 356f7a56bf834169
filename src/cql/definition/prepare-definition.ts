/** Prepares statements that change definitions. Existing definitions are checked when a statement is executed. */
import { unboundStatement } from "../statement/prepared.ts";
import type { Caller, Database, Prepared } from "../statement/prepared.ts";
import { indexNames } from "../../model/index.ts";
import { invalid } from "../cql-error.ts";
import type { Definition } from "../grammar/tree.ts";
import type { Answer } from "../protocol/message.ts";
import { keyspaceOf, requireTable } from "../statement/scope.ts";
import { alterTable } from "./alter-table.ts";
import { changed, findTable, printReference, unchanged, unchangedIf } from "./context.ts";
import type { Context } from "./context.ts";
import { createIndex } from "./create-index.ts";
import { checkWrittenTable, createTable } from "./create-table.ts";
import { alterKeyspace, createKeyspace, dropKeyspace } from "./keyspaces.ts";
import { readTableOptions } from "./table-options.ts";
import { alterType, createType, dropType } from "./user-types.ts";

/** @throws {CqlError} for a statement that is invalid whatever definitions exist */
export async function prepareDefinition(statement: Definition, database: Database, caller: Caller): Promise<Prepared> {
  const context: Context = { ...database, caller };
  await checkWritten(statement, context);
  const define = definers[statement.kind] as Definer<Definition>;
  return unboundStatement(() => define(statement, context));
}

async function checkWritten(statement: Definition, context: Context): Promise<void> {
  if (statement.kind === "create-table") checkWrittenTable(statement);
  else if (statement.kind === "truncate") await requireTable(context, context.caller, statement.table);
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

type Drop = Extract<Definition, { readonly kind: "drop-table" | "drop-type" | "drop-index" | "drop-view" }>;

async function dropTable({ name: reference, ifExists }: Drop, context: Context): Promise<Answer> {
  const found = await findTable(context, reference);
  if (found && (await context.store.dropTable(found.keyspace.name, found.table.name))) {
    return changed("DROPPED", "TABLE", found.keyspace.name, found.table.name);
  }
  return unchangedIf(ifExists, `Table '${printReference(reference, context)}' doesn't exist`);
}

async function dropIndex({ name: reference, ifExists }: Drop, context: Context): Promise<Answer> {
  const { store, caller } = context;
  const keyspace = await store.keyspace(keyspaceOf(reference, caller));
  const table = keyspace?.tables.find((candidate) => indexNames(candidate).includes(reference.name));
  if (keyspace && table) {
    await store.alterTable(keyspace.name, table.name, { kind: "drop-index", index: reference.name });
    return changed("UPDATED", "TABLE", keyspace.name, table.name);
  }
  // The database ends its message so.
  return unchangedIf(ifExists, `Index '${printReference(reference, context)}' doesn't exist'`);
}

/** There are no views. */
async function dropView({ name: reference, ifExists }: Drop, context: Context): Promise<Answer> {
  if (ifExists) return unchanged;
  throw invalid(`Materialized view '${printReference(reference, context)}' doesn't exist`);
}

async function truncate(
  { table: reference }: Extract<Definition, { readonly kind: "truncate" }>,
  context: Context,
): Promise<Answer> {
  const { keyspace, table } = await requireTable(context, context.caller, reference);
  await context.store.truncateTable(keyspace, table.name);
  return unchanged;
}
