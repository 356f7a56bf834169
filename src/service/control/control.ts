import type { EmbeddedStore, RowCopy, Store, TableName } from "../../store/index.ts";
import type { ServiceClock } from "./clock.ts";
import type { Faults } from "./faults.ts";

/** The parts of a running service that a test may change. */
export interface Control {
  /** The same clock as that of the service and its store. */
  readonly clock: ServiceClock;
  readonly faults: Faults;
  /** @default the store takes none */
  readonly snapshots?: Snapshots | undefined;
  /** Deletes the rows that have expired by the clock. @default they leave by themselves. @returns how many */
  readonly expireRows?: (() => Promise<number>) | undefined;
}

/** Copies of all rows by name, which tests take and restore. They end with the process. */
export class Snapshots {
  readonly #store: Pick<EmbeddedStore, "copyRows" | "restoreRows">;
  readonly #copies = new Map<string, RowCopy>();

  constructor(store: Pick<EmbeddedStore, "copyRows" | "restoreRows">) {
    this.#store = store;
  }

  /** Takes the place of an earlier snapshot of that name. */
  async take(name: string): Promise<void> {
    this.#copies.set(name, await this.#store.copyRows());
  }

  /** @returns false if no snapshot has that name. @throws {StoreError} `invalid` when a definition has changed */
  async restore(name: string): Promise<boolean> {
    const copy = this.#copies.get(name);
    if (copy) await this.#store.restoreRows(copy);
    return copy !== undefined;
  }
}

/**
 * Deletes the rows of one table, of the tables of a keyspace, or of all; the definitions stay. An empty table is left
 * alone: most are, between tests.
 *
 * @returns the tables that had rows
 */
export async function emptyTables(
  store: Store,
  { keyspace, table }: { readonly [Name in keyof TableName]?: string | undefined } = {},
): Promise<TableName[]> {
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
