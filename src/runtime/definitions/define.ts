import { layoutOf } from "../table/layout.ts";
import { profileOf } from "../profile/profile-of.ts";
import type { Session } from "../session/session-options.ts";
import type { Table, TableTypes } from "../table/table.ts";

export interface CreateTableOptions {
  /** A table that is there already stays as it is, without a comparison. @default true */
  ifNotExists?: boolean | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Creates the table in the service, as its definition has it.
 * @throws {HttpError} `bad-request` when the keyspace is unknown, or the table is there and `ifNotExists` is false
 */
export async function createTable<T extends TableTypes>(
  session: Session,
  table: Table<T>,
  options: CreateTableOptions = {},
): Promise<void> {
  const layout = layoutOf(table);
  const clusteringKey = layout.clusteringKey.map((member) => member.cqlName);
  // Key columns first, in key order: some servers take the order of a composite key from here. @see service-facts 1.4.2
  const columns = new Set([...layout.partitionKey, ...layout.clusteringKey, ...layout.members]);
  const ifNotExists = options.ifNotExists ?? true;
  const path = profileOf(session).tablesPath(layout.keyspace);
  await session.send({
    ...layout.about("create table"),
    method: "POST",
    path,
    safety: ifNotExists ? "safe" : "unsafe",
    body: {
      name: layout.name,
      ifNotExists,
      columnDefinitions: [...columns].map((member) => ({
        name: member.cqlName,
        typeDefinition: member.codec.cql,
        static: member.kind === "static",
      })),
      primaryKey: { partitionKey: layout.partitionKey.map((member) => member.cqlName), clusteringKey },
      tableOptions: {
        defaultTimeToLive: layout.defaultTimeToLive,
        clusteringExpression: layout.clusteringKey.map((member) => ({
          column: member.cqlName,
          order: member.descending ? "DESC" : "ASC",
        })),
      },
    },
    signal: options.signal,
  });
}
