/**
 * The keyspaces of the system, as tables of a store in memory, so that they are read as all others are.
 *
 * A change of definitions in the main store marks what it has changed; before the next read of the system those rows are
 * renewed.
 */
import { primaryKey } from "../../model/index.ts";
import { openMemoryStore } from "../../store/index.ts";
import type { ChangedDefinitions, EmbeddedStore, KnownTableDetails, Write } from "../../store/index.ts";
import type { Database } from "../statement/prepared.ts";
import { describedDetails, localRow } from "./local-rows.ts";
import type { NodeAddress } from "./local-rows.ts";
import { keyspaceRows, tableRows, userTypeRows } from "./schema-rows.ts";
import type { SystemRow } from "./schema-rows.ts";
import {
  isSystemKeyspace,
  isVirtualKeyspace,
  systemKeyspaces,
  systemOptions,
  systemReplication,
} from "./system-tables.ts";
import type { SystemKeyspaceName } from "./system-tables.ts";

export interface SystemOptions extends NodeAddress {
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
}

export interface System {
  readonly database: Database;
  /** Leaves the main store open. */
  close(): Promise<void>;
}

export async function openSystem(store: EmbeddedStore, { now = Date.now, ...address }: SystemOptions): Promise<System> {
  const tables = new SystemTables(store, await openTables(now), address);
  const stopListening = store.onChange((changed) => tables.mark(changed));
  return {
    database: {
      store,
      now,
      storeOf: (keyspace) => (isSystemKeyspace(keyspace) ? tables.current(keyspace) : store),
    },
    close: async () => {
      stopListening();
      await tables.close();
    },
  };
}

async function openTables(now: () => number): Promise<EmbeddedStore> {
  const store = await openMemoryStore({ now });
  for (const { name, tables } of systemKeyspaces) {
    await store.createKeyspace(name, systemReplication(name));
    for (const table of tables) await store.createTable(name, table, systemOptions(name));
  }
  return store;
}

/** Something with rows of its own: a keyspace, `t` and a table, or `u` and a type. */
type Part = "keyspace" | `t ${string}` | `u ${string}`;

class SystemTables {
  readonly #main: EmbeddedStore;
  readonly #store: EmbeddedStore;
  readonly #address: NodeAddress;
  /** By keyspace; `all` where the keyspace is read as a whole. */
  readonly #changed = new Map<string, Set<Part> | "all">();
  /** System keyspaces whose rows have not been made yet. */
  readonly #unread = new Set(systemKeyspaces.map(({ name }) => name));
  /** By keyspace. */
  readonly #rows = new Map<string, Map<Part, readonly SystemRow[]>>();
  #hasLocal = false;
  #refreshing: Promise<unknown>;

  constructor(main: EmbeddedStore, store: EmbeddedStore, address: NodeAddress) {
    this.#main = main;
    this.#store = store;
    this.#address = address;
    this.#refreshing = this.#begin();
  }

  mark({ keyspace, tables, userTypes }: ChangedDefinitions): void {
    const parts = this.#changed.get(keyspace) ?? new Set<Part>();
    if (parts === "all") return;
    parts.add("keyspace");
    for (const table of tables) parts.add(`t ${table}`);
    for (const type of userTypes) parts.add(`u ${type}`);
    this.#changed.set(keyspace, parts);
  }

  /** The store, with every change that was made before the call, for those who read a keyspace. */
  async current(keyspace: SystemKeyspaceName): Promise<EmbeddedStore> {
    this.#needOwn(keyspace);
    const refreshing = this.#refreshing.then(() =>
      this.#changed.size > 0 || !this.#hasLocal ? this.#refresh() : undefined,
    );
    // One that fails is tried again by the next read.
    this.#refreshing = refreshing.catch(() => undefined);
    await refreshing;
    return this.#store;
  }

  async close(): Promise<void> {
    await this.#refreshing;
    await this.#store.close();
  }

  /** The system's own definitions, of which most clients ask for none: made for the first who reads definitions. */
  #needOwn(read: SystemKeyspaceName): void {
    for (const name of this.#unread) {
      const describing = isVirtualKeyspace(name) ? "system_virtual_schema" : "system_schema";
      if (describing !== read) continue;
      this.#unread.delete(name);
      this.#changed.set(name, "all");
    }
  }

  async #begin(): Promise<void> {
    for (const name of await this.#main.keyspaces()) this.#changed.set(name, "all");
  }

  async #refresh(): Promise<void> {
    const changed = new Map(this.#changed);
    this.#changed.clear();
    try {
      const writes: Write[] = [];
      for (const [name, parts] of changed) writes.push(...(await this.#renew(name, parts)));
      await this.#store.batch([...writes, insertOf(localRow(this.#address, this.#main.schemaVersion))]);
      this.#hasLocal = true;
    } catch (error) {
      for (const name of changed.keys()) this.#changed.set(name, "all");
      throw error;
    }
  }

  /** The writes that bring the rows of the changed parts up to date. */
  async #renew(name: string, changed: ReadonlySet<Part> | "all"): Promise<readonly Write[]> {
    const parts = this.#rows.get(name) ?? new Map<Part, readonly SystemRow[]>();
    const current = await this.#rowsOf(name, changed);
    const writes: Write[] = [];
    for (const part of changed === "all" ? new Set([...parts.keys(), ...current.keys()]) : changed) {
      const [old = [], rows = []] = [parts.get(part), current.get(part)];
      const kept = new Set(rows.map(keyOf));
      writes.push(...old.filter((row) => !kept.has(keyOf(row))).map(deleteOf), ...rows.map(insertOf));
      if (rows.length === 0) parts.delete(part);
      else parts.set(part, rows);
    }
    if (parts.size === 0) this.#rows.delete(name);
    else this.#rows.set(name, parts);
    return writes;
  }

  /** The rows of the changed parts of a keyspace as it is now. */
  async #rowsOf(name: string, changed: ReadonlySet<Part> | "all"): Promise<ReadonlyMap<Part, readonly SystemRow[]>> {
    const store = isSystemKeyspace(name) ? this.#store : this.#main;
    const [keyspace, details] = [await store.keyspace(name), describedDetails(store, name)];
    if (!keyspace || !details) return new Map();
    const isChanged = (part: Part): boolean => changed === "all" || changed.has(part);
    const rows = new Map<Part, readonly SystemRow[]>();
    if (isChanged("keyspace")) rows.set("keyspace", keyspaceRows(name, details));
    for (const type of keyspace.userTypes) {
      if (isChanged(`u ${type.name}`)) rows.set(`u ${type.name}`, userTypeRows(name, type));
    }
    for (const table of keyspace.tables) {
      const [part, of]: [Part, KnownTableDetails | undefined] = [`t ${table.name}`, details.tables.get(table.name)];
      if (of && isChanged(part)) rows.set(part, tableRows(name, table, of));
    }
    return rows;
  }
}

const keys: ReadonlyMap<string, readonly string[]> = new Map(
  systemKeyspaces.flatMap(({ name, tables }) => tables.map((table) => [`${name}.${table.name}`, primaryKey(table)])),
);

function keyColumns({ keyspace, table }: SystemRow): readonly string[] {
  return keys.get(`${keyspace}.${table}`) ?? [];
}

function keyOf(row: SystemRow): string {
  return JSON.stringify([row.keyspace, row.table, ...keyColumns(row).map((name) => row.values.get(name))]);
}

function insertOf({ keyspace, table, values }: SystemRow): Write {
  return { kind: "insert", keyspace, table, values };
}

function deleteOf(row: SystemRow): Write {
  const key = new Map(keyColumns(row).map((name) => [name, row.values.get(name) ?? null]));
  return { kind: "delete", keyspace: row.keyspace, table: row.table, key };
}
