/**
 * Prepares a statement: parses its text, finds the tables that it names, and hands both to what the statement is.
 *
 * Refuses changes by callers who may only read.
 */
import { attempt } from "../../errors.ts";
import { CqlError, invalid } from "../cql-error.ts";
import { prepareDescribe } from "../definition/describe.ts";
import { prepareDefinition } from "../definition/prepare-definition.ts";
import { CqlSyntaxError, parseStatement } from "../grammar/index.ts";
import type { Reference, Statement, Definition } from "../grammar/tree.ts";
import { bindValues, Variables } from "../values/index.ts";
import type { TableScope } from "../values/index.ts";
import { prepareBatch } from "./batch.ts";
import { unboundStatement } from "./prepared.ts";
import type { Caller, Database, Execution, Prepared, PreparedWrite, StatementSummary } from "./prepared.ts";
import { findKeyspace, requireTable, isCurrentScope, keyspaceOf } from "./scope.ts";
import { prepareSelect } from "./select.ts";
import { compileWrite, executeWrites } from "./write.ts";
import type { WriteStatement } from "./write.ts";

/** @throws {CqlError} */
export async function prepare(text: string, database: Database, caller: Caller): Promise<Prepared> {
  const statement = parse(text);
  switch (statement.kind) {
    case "select":
      return prepareSelect(statement, database, await requireTable(database, caller, statement.table));
    case "insert":
    case "update":
    case "delete": {
      const scope = await requireTable(database, caller, statement.table);
      await checkPermission(statement, database, caller);
      return prepareWrite(statement, database, scope);
    }
    case "batch": {
      const scopes = await Promise.all(statement.writes.map((write) => requireTable(database, caller, write.table)));
      await checkPermission(statement, database, caller);
      return prepareBatch(statement, database, scopes);
    }
    case "use":
      return unboundStatement(async () => {
        const { keyspace } = statement;
        if (await findKeyspace(database, keyspace)) return { kind: "set-keyspace", keyspace };
        throw invalid(`Keyspace '${keyspace}' does not exist`);
      });
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

function prepareWrite(statement: WriteStatement, database: Database, scope: TableScope): Prepared {
  const variables = new Variables(scope);
  const compiled = compileWrite(statement, { scope, variables });
  const writes = ({ values, nowMs, timestamp }: Execution): ReturnType<PreparedWrite["writes"]> =>
    compiled.writes({ bound: bindValues(variables, values), nowMs, timestamp });
  return {
    variables: variables.specs,
    keyIndexes: compiled.keyIndexes,
    columns: undefined,
    isCurrent: () => isCurrentScope(database, scope),
    execute: async (execution) => await executeWrites(database.store, [{ compiled, writes: writes(execution) }], false),
    write: { compiled, isCounter: compiled.isCounter, isConditional: compiled.guard.kind !== "none", writes },
  };
}

/** The messages of a database that has such things switched off, by the words of the statement. */
const refusals: readonly (readonly [words: RegExp, message: string])[] = [
  [
    /function|aggregate/,
    "User-defined functions are disabled in cassandra.yaml - set user_defined_functions_enabled=true to enable",
  ],
  [/trigger/, "Triggers run classes of the server, and this one has none"],
  [/^grant/, "GRANT operation is not supported by AllowAllAuthorizer"],
  [/^revoke/, "REVOKE operation is not supported by AllowAllAuthorizer"],
  [/view/, "Materialized views are disabled. Enable in cassandra.yaml to use."],
  [/role|user|identity|list/, "The users are those of the service, in its file of users"],
];

/** @param words the first ones of a statement of roles, permissions, functions, aggregates or triggers, in lower case */
function refuseOther(words: string): CqlError {
  const [, message] = refusals.find(([pattern]) => pattern.test(words)) ?? [];
  return invalid(message ?? `${words.toUpperCase()} is not supported`);
}

/** Undefined for a text that is not a statement. */
export function summarize(text: string): StatementSummary | undefined {
  // Preparing it reports the error.
  const statement = attempt(() => parseStatement(text));
  return statement && { operation: statement.kind, tables: tablesOf(statement) };
}

function tablesOf(statement: Statement): readonly Reference[] {
  if (statement.kind === "batch") return statement.writes.flatMap(tablesOf);
  if (statement.kind === "drop-table") return [statement.name];
  return "table" in statement ? [statement.table] : [];
}

// Checks permissions: callers who may only read change nothing, and nobody changes system tables.

type Changing = Extract<Statement, { readonly kind: "insert" | "update" | "delete" | "batch" }> | Definition;

/** A permission and its resource, as the database names them. */
interface Needed {
  readonly permission: "MODIFY" | "CREATE" | "ALTER" | "DROP";
  readonly keyspace: string;
  readonly resource: string;
}

/** @throws {CqlError} `unauthorized` */
async function checkPermission(statement: Changing, database: Database, caller: Caller): Promise<void> {
  for (const { permission, keyspace, resource } of neededBy(statement, caller)) {
    if (caller.readOnly) {
      const user = caller.user === undefined ? "User" : `User ${caller.user}`;
      throw new CqlError(
        "unauthorized",
        `${user} has no ${permission} permission on ${resource} or any of its parents`,
      );
    }
    if ((await database.storeOf(keyspace)) !== database.store) {
      throw new CqlError("unauthorized", `${keyspace} keyspace is not user-modifiable.`);
    }
  }
}

function neededBy(statement: Changing, caller: Caller): readonly Needed[] {
  type Permission = Needed["permission"];
  const on = (permission: Permission, keyspace: string, resource: string): Needed[] => [
    { permission, keyspace, resource: `<${resource}>` },
  ];
  const onTable = (permission: Permission, reference: Reference): Needed[] => {
    const keyspace = keyspaceOf(reference, caller);
    return on(permission, keyspace, `table ${keyspace}.${reference.name}`);
  };
  const onAllTables = (permission: Permission, reference: Reference): Needed[] => {
    const keyspace = keyspaceOf(reference, caller);
    return on(permission, keyspace, `all tables in ${keyspace}`);
  };
  switch (statement.kind) {
    case "insert":
    case "update":
    case "delete":
    case "truncate":
      return onTable("MODIFY", statement.table);
    case "batch":
      return statement.writes.flatMap((write) => onTable("MODIFY", write.table));
    case "create-keyspace":
      return on("CREATE", statement.keyspace, "all keyspaces");
    case "alter-keyspace":
      return on("ALTER", statement.keyspace, `keyspace ${statement.keyspace}`);
    case "drop-keyspace":
      return on("DROP", statement.keyspace, `keyspace ${statement.keyspace}`);
    case "create-table":
      return onAllTables("CREATE", statement.table);
    case "create-view":
      return onTable("ALTER", statement.of);
    case "create-index":
    case "alter-table":
      return onTable("ALTER", statement.table);
    case "create-type":
      return onAllTables("CREATE", statement.type);
    case "alter-type":
      return onAllTables("ALTER", statement.type);
    case "drop-type":
      return onAllTables("DROP", statement.name);
    case "drop-table":
      return onTable("DROP", statement.name);
    case "drop-index":
    case "drop-view":
      return onTable("ALTER", statement.name);
  }
}
