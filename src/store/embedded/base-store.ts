/**
 * The base of an open store: what definitions and rows share, which is group commit, chores in the background, and closing.
 *
 * Reads and changes definitions, in turn with writes, and calls the listeners. Knows nothing of rows.
 */
import type { Keyspace, Table, UserType } from "../../model/index.ts";
import type { Replication } from "../../model/print-cql.ts";
import { UnderWay } from "./under-way.ts";
import { Listeners, changedBetween } from "../definition-changes.ts";
import type { KeyspaceDetails, KeyspaceSettings, TableOptions } from "../details.ts";
import { closedStore } from "../store-error.ts";
import type { ChangedDefinitions, DefinitionStore, TableChange, UserTypeChange } from "../store.ts";
import { Chores } from "./chores/chores.ts";
import type { Catalog } from "./definitions/catalog.ts";
import { addKeyspace, changeKeyspace, removeKeyspace } from "./definitions/keyspace-changes.ts";
import { replicationOf } from "./definitions/keyspace-details.ts";
import { existing } from "./definitions/known-keyspace.ts";
import type { DefinitionPlan, KnownKeyspace } from "./definitions/known-keyspace.ts";
import { addTable, changeTable, removeTable, renewTable } from "./definitions/table-changes.ts";
import { addUserType, changeUserType, removeUserType } from "./definitions/user-type-changes.ts";
import { storeFailure } from "./storage/level-error.ts";
import type { Storage } from "./storage/storage.ts";
import { Commit } from "./write/commit.ts";

export abstract class BaseStore implements DefinitionStore {
  protected readonly storage: Storage;
  protected readonly now: () => number;
  protected readonly commit: Commit;
  protected readonly chores: Chores;
  /** Reads and changes of definitions that are not answered yet. */
  readonly #underWay = new UnderWay<Promise<unknown>>();
  readonly #listeners = new Listeners();
  #closing: Promise<void> | undefined;

  constructor(storage: Storage, now: () => number) {
    this.storage = storage;
    this.now = now;
    this.commit = new Commit(storage);
    // After a failed write nobody knows whether the definitions in it are on disk (`disk-storage.ts`).
    storage.reopened = (before) => {
      const names = new Set([...before.keyspaces(), ...this.catalog.keyspaces()]);
      for (const name of names) this.#tell(name, before.keyspace(name));
    };
    this.chores = new Chores(this.commit, storage, now);
    this.chores.look(now());
  }

  async keyspaces(): Promise<readonly string[]> {
    this.checkOpen();
    return this.catalog.keyspaces();
  }

  async keyspace(name: string): Promise<Keyspace | undefined> {
    return this.definition(name);
  }

  definition(keyspace: string): Keyspace | undefined {
    this.checkOpen();
    return this.catalog.keyspace(keyspace);
  }

  details(keyspace: string): KeyspaceDetails | undefined {
    this.checkOpen();
    return this.catalog.details(keyspace);
  }

  get schemaVersion(): string {
    return this.catalog.schemaVersion;
  }

  async createKeyspace(
    name: string,
    replication?: Replication | ReadonlyMap<string, string>,
    durableWrites = true,
  ): Promise<boolean> {
    const settings = { replication: replicationOf(replication), durableWrites };
    return this.#change(name, (known) => addKeyspace(known, name, settings));
  }

  async alterKeyspace(name: string, changed: Partial<KeyspaceSettings>): Promise<void> {
    await this.#changeIn(name, (known) => changeKeyspace(known, changed));
  }

  async createUserType(keyspace: string, type: UserType): Promise<boolean> {
    return this.#changeIn(keyspace, (known) => addUserType(known, type));
  }

  async alterUserType(keyspace: string, type: string, change: UserTypeChange): Promise<void> {
    await this.#changeIn(keyspace, (known, nextId) => changeUserType(known, type, change, nextId));
  }

  async createTable(keyspace: string, table: Table, options: TableOptions = new Map()): Promise<boolean> {
    return this.#changeIn(keyspace, (known, nextId) => addTable(known, table, options, nextId));
  }

  async alterTable(keyspace: string, table: string, change: TableChange): Promise<void> {
    await this.#changeIn(keyspace, (known, nextId) => changeTable(known, table, change, nextId));
    if (change.kind === "options") this.chores.changed();
  }

  async truncateTable(keyspace: string, table: string): Promise<void> {
    await this.#changeIn(keyspace, (known, nextId) => renewTable(known, table, nextId));
  }

  async dropTable(keyspace: string, table: string): Promise<boolean> {
    return this.#changeIn(keyspace, (known) => removeTable(known, table));
  }

  async dropUserType(keyspace: string, type: string): Promise<boolean> {
    return this.#changeIn(keyspace, (known) => removeUserType(known, type));
  }

  async dropKeyspace(name: string): Promise<boolean> {
    return this.#change(name, removeKeyspace);
  }

  onChange(listener: (changed: ChangedDefinitions) => void): () => void {
    return this.#listeners.add(listener);
  }

  close(): Promise<void> {
    this.#closing ??= this.#release();
    return this.#closing;
  }

  /** As `#change`, in a keyspace that exists. */
  #changeIn(keyspace: string, plan: DefinitionPlan<KnownKeyspace>): Promise<boolean> {
    return this.#change(keyspace, (known, nextId) => plan(existing(known, keyspace), nextId));
  }

  /** Changes the definitions of a keyspace in turn with writes, and calls the listeners. @returns whether anything changed */
  async #change(keyspace: string, plan: DefinitionPlan<KnownKeyspace | undefined>): Promise<boolean> {
    this.checkOpen();
    let result: boolean | undefined;
    const work = async (): Promise<void> => {
      const before = this.catalog.keyspace(keyspace);
      result = await this.catalog.change(keyspace, plan);
      this.#tell(keyspace, before);
    };
    await this.track(this.commit.enqueue(work)).catch((error: unknown) => {
      // Definitions have a write of their own before that of their group, whose failure is not theirs.
      if (result === undefined) throw error;
    });
    this.chores.look(this.now());
    return result as boolean;
  }

  /** @param before the keyspace as the listeners know it */
  #tell(name: string, before: Keyspace | undefined): void {
    const changed = changedBetween(name, before, this.catalog.keyspace(name));
    if (changed) this.#listeners.tell(changed);
  }

  async #release(): Promise<void> {
    await this.chores.stop();
    await this.commit.settled();
    await Promise.allSettled(this.#underWay.items);
    await this.storage.close();
  }

  protected get catalog(): Catalog {
    return this.storage.catalog;
  }

  protected checkOpen(): void {
    if (this.#closing) throw closedStore();
  }

  /** Lets `close` wait for the work, and gives the errors of LevelDB a code of ours. */
  protected async track<Result>(work: Promise<Result>): Promise<Result> {
    const end = this.#underWay.add(work);
    try {
      return await work;
    } catch (error) {
      throw storeFailure(error);
    } finally {
      end();
    }
  }
}
