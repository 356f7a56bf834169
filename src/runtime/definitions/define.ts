import { requireSession } from "../operation/operation.ts";
import type { Session } from "../operation/operation.ts";
import { serviceProfile } from "../profile/profile.ts";
import { bindTable } from "../table/bound-table.ts";
import type { BoundTable } from "../table/bound-table.ts";
import type { AnyTable } from "../table/table.ts";

export interface CreateTableOptions {
  /** An existing table stays unchanged and is not compared. @default true */
  ifNotExists?: boolean | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Creates the table of the definition in the service or the store.
 * @throws {HttpError} `bad-request` if the keyspace does not exist, or if the table exists and `ifNotExists` is false
 */
export async function createTable(session: Session, table: AnyTable, options: CreateTableOptions = {}): Promise<void> {
  const bound = bindTable(table);
  const ifNotExists = options.ifNotExists ?? true;
  const { define, profile = serviceProfile } = requireSession(session);
  const about = { operation: `create table ${bound.title}`, keyspace: bound.keyspace, table: bound.name };
  const json = definitionOf(bound, ifNotExists);
  const { signal } = options;
  if (define) return define({ about, json, signal });
  const { operation, keyspace, table: name } = about;
  await session.send({
    ...{ operation, keyspace, table: name, method: "POST", path: profile.tablesPath(keyspace), body: json, signal },
    safety: ifNotExists ? "safe" : "unsafe",
  });
}

function definitionOf(bound: BoundTable, ifNotExists: boolean): object {
  // Key columns first, in key order: some servers take the order of a composite key from here.
  const columns = new Set([...bound.partitionKey, ...bound.clusteringKey, ...bound.members]);
  return {
    name: bound.name,
    ifNotExists,
    columnDefinitions: [...columns].map((member) => ({
      name: member.cqlName,
      typeDefinition: member.codec.cql,
      static: member.kind === "static",
    })),
    primaryKey: {
      partitionKey: bound.partitionKey.map((member) => member.cqlName),
      clusteringKey: bound.clusteringKey.map((member) => member.cqlName),
    },
    tableOptions: {
      defaultTimeToLive: bound.defaultTimeToLive,
      clusteringExpression: bound.clusteringKey.map((member) => ({
        column: member.cqlName,
        order: member.descending ? "DESC" : "ASC",
      })),
    },
  };
}
