import type { Store, TableName } from "../../store/index.ts";

/**
 * Deletes the rows of one table, of the tables of a keyspace, or of all; the definitions stay. An empty table is left
 * alone: most are, between tests.
 *
 * @returns the tables that had rows
 */
export async function emptyTables(store: Store, { keyspace, table }: Partial<TableName> = {}): Promise<TableName[]> {
  const emptied: TableName[] = [];
  for (const name of keyspace === undefined ? await store.keyspaces() : [keyspace]) {
    const tables = (await store.keyspace(name))?.tables ?? [];
    for (const one of tables.filter((candidate) => table === undefined || candidate.name === table)) {
      if (await isEmpty(store, { keyspace: name, table: one.name })) continue;
      await store.truncateTable(name, one.name);
      emptied.push({ keyspace: name, table: one.name });
    }
  }
  return emptied;
}

async function isEmpty(store: Store, table: TableName): Promise<boolean> {
  let pageState: string | undefined;
  do {
    const page = await store.select({
      ...table,
      filters: [],
      pageSize: 1,
      ...(pageState !== undefined && { pageState }),
    });
    if (page.rows.length > 0) return false;
    pageState = page.pageState;
  } while (pageState !== undefined);
  return true;
}
