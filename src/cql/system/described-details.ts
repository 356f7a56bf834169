import type { EmbeddedStore, KeyspaceDetails } from "../../store/index.ts";
import { nameUuid } from "./name-uuid.ts";
import { isSystemKeyspace } from "./system-tables.ts";

/** What a keyspace has beside its definitions. Tables of the system have the ids that they have in every database. */
export function describedDetails(store: EmbeddedStore, keyspace: string): KeyspaceDetails | undefined {
  const details = store.details(keyspace);
  if (!details || !isSystemKeyspace(keyspace)) return details;
  const tables = Array.from(
    details.tables,
    ([table, of]) => [table, { ...of, id: nameUuid(keyspace, table) }] as const,
  );
  return { ...details, tables: new Map(tables) };
}
