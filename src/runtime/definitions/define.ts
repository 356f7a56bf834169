import { requireSession } from "../operation/operation.ts";
import type { Session } from "../operation/operation.ts";
import { serviceProfile } from "../profile/profile.ts";
import { bindTable } from "../table/bound-table.ts";
import type { AnyTable } from "../table/table.ts";

export interface CreateTableOptions {
  /** A table that is there already stays as it is, without a comparison. @default true */
  ifNotExists?: boolean | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Creates the table in the service, as its definition has it.
 * @throws {HttpError} `bad-request` when the keyspace is unknown, or the table is there and `ifNotExists` is false
 */
export async function createTable(session: Session, table: AnyTable, options: CreateTableOptions = {}): Promise<void> {
  const bound = bindTable(table);
  const clusteringKey = bound.clusteringKey.map((member) => member.cqlName);
  // Key columns first, in key order: some servers take the order of a composite key from here. @see service-facts 1.4.2
  const columns = new Set([...bound.partitionKey, ...bound.clusteringKey, ...bound.members]);
  const ifNotExists = options.ifNotExists ?? true;
  const path = (requireSession(session).profile ?? serviceProfile).tablesPath(bound.keyspace);
  await session.send({
    ...{ operation: `create table ${bound.title}`, keyspace: bound.keyspace, table: bound.name },
    method: "POST",
    path,
    safety: ifNotExists ? "safe" : "unsafe",
    body: {
      name: bound.name,
      ifNotExists,
      columnDefinitions: [...columns].map((member) => ({
        name: member.cqlName,
        typeDefinition: member.codec.cql,
        static: member.kind === "static",
      })),
      primaryKey: { partitionKey: bound.partitionKey.map((member) => member.cqlName), clusteringKey },
      tableOptions: {
        defaultTimeToLive: bound.defaultTimeToLive,
        clusteringExpression: bound.clusteringKey.map((member) => ({
          column: member.cqlName,
          order: member.descending ? "DESC" : "ASC",
        })),
      },
    },
    signal: options.signal,
  });
}
