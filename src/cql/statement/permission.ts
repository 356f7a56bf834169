/** Checks permissions: callers who may only read change nothing, and nobody changes system tables. */
import { CqlError } from "../cql-error.ts";
import type { Definition, Reference, Statement } from "../grammar/tree.ts";
import { writtenTable } from "./write.ts";
import type { Caller, Database } from "./prepared.ts";
import { keyspaceOf } from "./scope.ts";

type Changing = Extract<Statement, { readonly kind: "insert" | "update" | "delete" | "batch" }> | Definition;

/** A permission and its resource, as the database names them. */
interface Needed {
  readonly permission: "MODIFY" | "CREATE" | "ALTER" | "DROP";
  readonly keyspace: string;
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
      return onTable("MODIFY", writtenTable(statement));
    case "batch":
      return statement.writes.flatMap((write) => onTable("MODIFY", writtenTable(write)));
    case "truncate":
      return onTable("MODIFY", statement.table);
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
