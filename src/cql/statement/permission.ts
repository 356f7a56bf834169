/** Who may change what: callers who may only read change nothing, and nobody changes the tables of the system by hand. */
import { CqlError } from "../cql-error.ts";
import type { Definition, Reference, Statement } from "../grammar/tree.ts";
import { writtenTable } from "./write.ts";
import type { Caller, Database } from "./prepared.ts";
import { keyspaceOf } from "./scope.ts";

type Changing = Extract<Statement, { readonly kind: "insert" | "update" | "delete" | "batch" }> | Definition;

/** A permission, and what it is needed on. */
interface Needed {
  readonly permission: "MODIFY" | "CREATE" | "ALTER" | "DROP";
  readonly keyspace: string | undefined;
  readonly resource: string;
}

/** @throws {CqlError} `unauthorized` */
export async function checkPermission(statement: Changing, database: Database, caller: Caller): Promise<void> {
  for (const { permission, keyspace, resource } of neededBy(statement, caller)) {
    if (caller.readOnly) {
      const user = caller.user === undefined ? "User" : `User ${caller.user}`;
      throw new CqlError(
        "unauthorized",
        `${user} has no ${permission} permission on ${resource} or any of its parents`,
      );
    }
    if (keyspace !== undefined && (await database.storeOf(keyspace)) !== database.store) {
      throw new CqlError("unauthorized", `${keyspace} keyspace is not user-modifiable.`);
    }
  }
}

function neededBy(statement: Changing, caller: Caller): readonly Needed[] {
  const onTable = (permission: Needed["permission"], reference: Reference): Needed => {
    const keyspace = keyspaceOf(reference, caller);
    return { permission, keyspace, resource: `<table ${keyspace}.${reference.name}>` };
  };
  const onKeyspace = (permission: Needed["permission"], keyspace: string): Needed => ({
    permission,
    keyspace,
    resource: `<keyspace ${keyspace}>`,
  });
  const onTables = (permission: Needed["permission"], reference: Reference): Needed => {
    const keyspace = keyspaceOf(reference, caller);
    return { permission, keyspace, resource: `<all tables in ${keyspace}>` };
  };
  switch (statement.kind) {
    case "insert":
    case "update":
    case "delete":
      return [onTable("MODIFY", writtenTable(statement))];
    case "batch":
      return statement.writes.map((write) => onTable("MODIFY", writtenTable(write)));
    case "truncate":
      return [onTable("MODIFY", statement.table)];
    case "create-keyspace":
      return [{ permission: "CREATE", keyspace: statement.keyspace, resource: "<all keyspaces>" }];
    case "alter-keyspace":
      return [onKeyspace("ALTER", statement.keyspace)];
    case "drop-keyspace":
      return [onKeyspace("DROP", statement.keyspace)];
    case "create-table":
      return [onTables("CREATE", statement.table)];
    case "create-view":
      return [onTable("ALTER", statement.of)];
    case "create-index":
    case "alter-table":
      return [onTable("ALTER", statement.table)];
    case "create-type":
      return [onTables("CREATE", statement.type)];
    case "alter-type":
      return [onTables("ALTER", statement.type)];
    case "drop-type":
      return [onTables("DROP", statement.name)];
    case "drop-table":
      return [onTable("DROP", statement.name)];
    case "drop-index":
    case "drop-view":
      return [onTable("ALTER", statement.name)];
  }
}
