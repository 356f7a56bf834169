/**
 * The embedded engine: rows on disk in one folder, for one process, or in memory.
 *
 * Implements `Store`. A call is checked and turned into bytes at once (`write-plan`, `read-plan`), waits for its turn
 * (`commit`) and is then executed (`apply`, `scan`); entries of indexes follow the rows (`entries/`), and what nobody
 * waits for is done in the background (`chores`). This file never interprets bytes; the engine never acknowledges a
 * write before it is on disk, and never returns a value with a wrong checksum.
 */
import { indexNames } from "../../model/index.ts";
import type { Keyspace, Table, UserType } from "../../model/index.ts";
import type { Replication } from "../../model/print-cql.ts";
import type { KeyspaceDetails, KeyspaceSettings, TableOptions } from "../details.ts";
import type { Statistic } from "../statistics.ts";
import { StoreError } from "../store-error.ts";
import type {
  ChangedDefinitions,
  Delete,
  Insert,
  Outcome,
  Page,
  Selection,
  Store,
  TableChange,
  TableName,
  TableSize,
  Update,
  UserTypeChange,
  Write,
} from "../store.ts";
import { Listeners, changedBetween } from "../definition-changes.ts";
import { UnderWay } from "@colonnade/runtime/protocol";
import { applyBatch } from "./apply.ts";
import { checkBatch, planWrite } from "./batch-plan.ts";
import type { Catalog } from "./catalog.ts";
import { Chores } from "./chores.ts";
import { Commit } from "./commit.ts";
import { DiskStorage } from "./disk-storage.ts";
import { TableCheck } from "./leveldb/table-check.ts";
import { planDelete } from "./delete-plan.ts";
import type { Plan } from "./delete-plan.ts";
import type { Draft } from "./draft.ts";
import { addKeyspace, changeKeyspace, removeKeyspace } from "./keyspace-changes.ts";
import { replicationOf } from "./keyspace-details.ts";
import { existing } from "./known-keyspace.ts";
import type { DefinitionPlan, KnownKeyspace } from "./known-keyspace.ts";
import { addTable, changeTable, removeTable, renewTable } from "./table-changes.ts";
import { addUserType, changeUserType, removeUserType } from "./user-type-changes.ts";
import type { Layout } from "./layout.ts";
import { storeFailure } from "./level-error.ts";
import { openMemoryStorage } from "./memory-storage.ts";
import { readPage } from "./page.ts";
import { pointOf, readPoint } from "./point.ts";
import { planRead } from "./read-plan.ts";
import { copyRows, restoreRows } from "./row-copy.ts";
import type { RowCopy } from "./row-copy.ts";
import type { Storage } from "./storage.ts";
import { sizeOfTable, statisticsOf } from "./statistics.ts";
import { planInsert, planUpdate } from "./write-plan.ts";

export interface EmbeddedStore extends Store {
  /** @param replication kept and shown, without effect. @default one copy @param durableWrites the same. @default true */
  createKeyspace(
    name: string,
    replication?: Replication | ReadonlyMap<string, string>,
    durableWrites?: boolean,
  ): Promise<boolean>;
  /** @throws {StoreError} `unknown-keyspace` */
  alterKeyspace(name: string, changed: Partial<KeyspaceSettings>): Promise<void>;
  /** @param options that differ from the database's defaults; kept and shown, most of them without effect */
  createTable(keyspace: string, table: Table, options?: TableOptions): Promise<boolean>;
  /** As `keyspace`, at once. */
  definition(keyspace: string): Keyspace | undefined;
  /** Undefined if there is no such keyspace. */
  details(keyspace: string): KeyspaceDetails | undefined;
  /**
   * Refuses a selection as `select` would, as far as this is possible without reading.
   *
   * @throws {StoreError} `invalid`, `unknown-table` or `unknown-keyspace`
   */
  check(selection: Selection): void;
  /** A UUID that changes with every change of definitions or details, and is the same after a restart. */
  readonly schemaVersion: string;
  /** False while the disk is full, or refuses: rows can be read then, but not written. */
  readonly isWritable: boolean;
  /** How many rows have entries in each index that is being built, by its name: until then rows are found by scans. */
  building(keyspace: string, table: string): ReadonlyMap<string, number>;
  /** Copies the rows of all tables into memory, for tests that want them back. */
  copyRows(): Promise<RowCopy>;
  /**
   * Puts a copy in the place of all rows, as one write.
   *
   * @throws {StoreError} `invalid` when a definition has changed since the copy
   */
  restoreRows(copy: RowCopy): Promise<void>;
  /** Deletes what has expired from the disk now. @returns how many rows lost all or some of their values */
  expireRows(): Promise<number>;
  /** Waits until indexes are built, and dropped and expired rows are deleted from disk. */
  settled(): Promise<void>;
}

export interface MemoryStoreOptions {
  /** Milliseconds since 1970: what a time to live is measured by. @default Date.now */
  readonly now?: () => number;
}

export interface EmbeddedStoreOptions extends MemoryStoreOptions {
  /** Created if missing, accessible only to its owner. Holds only the store's data. */
  readonly directory: string;
  /** Called before the check with the bytes of tables. */
  readonly onCheck?: (bytes: number) => void;
}

/**
 * Opens the store in a directory, or begins one. Checks every file before, at about a gigabyte per second.
 *
 * @throws {StoreError} `damaged` with the file and the place, `data-in-use` by another process, `newer-data`,
 * `foreign-data` when the directory holds other files, `full`, or `unavailable` when the disk refuses
 */
export async function openEmbeddedStore({
  directory,
  now = Date.now,
  onCheck,
}: EmbeddedStoreOptions): Promise<EmbeddedStore> {
  return new OpenStore(await DiskStorage.open({ directory, tables: new TableCheck(onCheck) }, now), now);
}

/** Opens an empty store that keeps its data in memory: for tests, ready in a few milliseconds. */
export async function openMemoryStore({ now = Date.now }: MemoryStoreOptions = {}): Promise<EmbeddedStore> {
  return new OpenStore(await openMemoryStorage(), now);
}

class OpenStore implements EmbeddedStore {
  private readonly storage: Storage;
  private readonly now: () => number;
  private readonly commit: Commit;
  private readonly chores: Chores;
  /** Reads and changes of definitions that are not answered yet. */
  private readonly underWay = new UnderWay<Promise<unknown>>();
  private readonly listeners = new Listeners();
  private closing: Promise<void> | undefined;

  constructor(storage: Storage, now: () => number) {
    this.storage = storage;
    this.now = now;
    this.commit = new Commit(storage);
    storage.reopened = (before) => {
      const names = new Set([...before.keyspaces(), ...this.catalog.keyspaces()]);
      for (const name of names) this.tell(name, before.keyspace(name));
    };
    this.chores = new Chores(this.commit, storage, now);
    this.chores.look(now());
  }

  get isWritable(): boolean {
    return this.storage.isWritable;
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
    return this.change(name, (known) => addKeyspace(known, name, settings));
  }

  async alterKeyspace(name: string, changed: Partial<KeyspaceSettings>): Promise<void> {
    await this.changeIn(name, (known) => changeKeyspace(known, changed));
  }

  async createUserType(keyspace: string, type: UserType): Promise<boolean> {
    return this.changeIn(keyspace, (known) => addUserType(known, type));
  }

  async alterUserType(keyspace: string, type: string, change: UserTypeChange): Promise<void> {
    await this.changeIn(keyspace, (known, nextId) => changeUserType(known, type, change, nextId));
  }

  async createTable(keyspace: string, table: Table, options: TableOptions = new Map()): Promise<boolean> {
    return this.changeIn(keyspace, (known, nextId) => addTable(known, table, options, nextId));
  }

  async alterTable(keyspace: string, table: string, change: TableChange): Promise<void> {
    await this.changeIn(keyspace, (known, nextId) => changeTable(known, table, change, nextId));
    if (change.kind === "options") this.chores.graceChanged();
  }

  async truncateTable(keyspace: string, table: string): Promise<void> {
    await this.changeIn(keyspace, (known, nextId) => renewTable(known, table, nextId));
  }

  async dropTable(keyspace: string, table: string): Promise<boolean> {
    return this.changeIn(keyspace, (known) => removeTable(known, table));
  }

  async dropUserType(keyspace: string, type: string): Promise<boolean> {
    return this.changeIn(keyspace, (known) => removeUserType(known, type));
  }

  async dropKeyspace(name: string): Promise<boolean> {
    return this.change(name, removeKeyspace);
  }

  onChange(listener: (changed: ChangedDefinitions) => void): () => void {
    return this.listeners.add(listener);
  }

  insert(write: Insert): Promise<Outcome> {
    return this.writeOne(write, planInsert);
  }

  update(write: Update): Promise<Outcome> {
    return this.writeOne(write, planUpdate);
  }

  delete(write: Delete): Promise<Outcome> {
    return this.writeOne(write, planDelete);
  }

  async batch(writes: readonly Write[]): Promise<readonly Outcome[]> {
    this.checkOpen();
    const plan = (): readonly Plan[] => writes.map((write) => planWrite(this.catalog.find(write), write));
    const plans = plan();
    checkBatch(plans);
    return this.commit.write((draft) => this.apply(draft, plans.every(this.isCurrent) ? plans : plan()));
  }

  async select(selection: Selection): Promise<Page> {
    this.checkOpen();
    selection.signal?.throwIfAborted();
    const layout = this.catalog.find(selection);
    const nowMs = this.now();
    this.chores.look(nowMs);
    const point = pointOf(layout, selection);
    if (point) return this.track(this.storage.read((keyValues) => readPoint(point, keyValues, nowMs, selection)));
    const plan = planRead(layout, selection);
    if (plan.untestable) throw plan.untestable;
    return this.track(
      this.storage.read((keyValues) => {
        return readPage(keyValues, plan, this.catalog.builtIndexes(plan.layout.id), nowMs, selection);
      }),
    );
  }

  check(selection: Selection): void {
    this.checkOpen();
    planRead(this.catalog.find(selection), selection);
  }

  async statistics(): Promise<readonly Statistic[]> {
    return statisticsOf(this.commit, this.chores, this.storage);
  }

  async tableSizes(keyspace: string): Promise<ReadonlyMap<string, TableSize>> {
    this.checkOpen();
    const sizes = new Map<string, TableSize>();
    for (const { id, table } of this.catalog.layoutsOf(keyspace)) {
      sizes.set(table.name, await this.track(this.storage.read((keyValues) => sizeOfTable(keyValues, id))));
    }
    return sizes;
  }

  building(keyspace: string, table: string): ReadonlyMap<string, number> {
    const layout = this.catalog.find({ keyspace, table });
    const names = indexNames(layout.table);
    return new Map(
      layout.indexes.flatMap(({ id }, place) => {
        const [name, build] = [names[place], this.catalog.builds.get(id)];
        return name !== undefined && build ? [[name, build.rows] as const] : [];
      }),
    );
  }

  async copyRows(): Promise<RowCopy> {
    this.checkOpen();
    // In turn with writes, so that half of a batch is never in it.
    return this.track(this.commit.write((_, { keyValues, catalog }) => copyRows(keyValues, catalog)));
  }

  async restoreRows(copy: RowCopy): Promise<void> {
    this.checkOpen();
    await this.track(this.commit.write((draft, { catalog }) => restoreRows(draft, catalog, copy)));
    this.chores.changed();
  }

  async expireRows(): Promise<number> {
    this.checkOpen();
    const before = this.chores.expiredRows;
    await this.chores.settled();
    return this.chores.expiredRows - before;
  }

  settled(): Promise<void> {
    return this.chores.settled();
  }

  close(): Promise<void> {
    this.closing ??= this.release();
    return this.closing;
  }

  /** As `change`, in a keyspace that exists. */
  private changeIn(keyspace: string, plan: DefinitionPlan<KnownKeyspace>): Promise<boolean> {
    return this.change(keyspace, (known, nextId) => plan(existing(known, keyspace), nextId));
  }

  /** Changes the definitions of a keyspace in turn with writes, and calls the listeners. @returns whether anything changed */
  private async change(keyspace: string, plan: DefinitionPlan<KnownKeyspace | undefined>): Promise<boolean> {
    this.checkOpen();
    const result = await this.track(
      this.commit.write(async () => {
        const before = this.catalog.keyspace(keyspace);
        const result = await this.catalog.change(keyspace, plan);
        this.tell(keyspace, before);
        return result;
      }),
    );
    this.chores.look(this.now());
    return result;
  }

  /** @param before the keyspace as the listeners know it */
  private tell(name: string, before: Keyspace | undefined): void {
    const changed = changedBetween(name, before, this.catalog.keyspace(name));
    if (changed) this.listeners.tell(changed);
  }

  private async writeOne<W extends TableName>(write: W, planIn: (layout: Layout, write: W) => Plan): Promise<Outcome> {
    this.checkOpen();
    const plan = planIn(this.catalog.find(write), write);
    // A promise that is returned takes two turns more than one that is awaited.
    return await this.commit.write((draft) => {
      const current = this.isCurrent(plan) ? plan : planIn(this.catalog.find(write), write);
      const outcomes = this.apply(draft, [current]);
      return outcomes instanceof Promise ? outcomes.then(only) : only(outcomes);
    });
  }

  /** A table may be dropped or truncated while a write waits; its number must not get rows again. */
  private readonly isCurrent = ({ layout }: Plan): boolean => this.catalog.layout(layout.id) !== undefined;

  private apply(draft: Draft, plans: readonly Plan[]): ReturnType<typeof applyBatch> {
    this.chores.willWrite(plans);
    const { catalog } = this;
    if (!catalog.hasRanges) catalog.hasRanges = plans.some(deletesRange);
    return applyBatch(draft, plans, catalog.times.next(draft, this.now(), plans, catalog.hasRanges));
  }

  private async release(): Promise<void> {
    await this.chores.stop();
    await this.commit.settled();
    await Promise.allSettled(this.underWay.items);
    await this.storage.close();
  }

  private get catalog(): Catalog {
    return this.storage.catalog;
  }

  private checkOpen(): void {
    if (this.closing) throw new StoreError("unavailable", "the store is closed", undefined, "no");
  }

  /** Lets `close` wait for the work, and gives the errors of LevelDB a code of ours. */
  private async track<Result>(work: Promise<Result>): Promise<Result> {
    const end = this.underWay.add(work);
    try {
      return await work;
    } catch (error) {
      throw storeFailure(error);
    } finally {
      end();
    }
  }
}

function deletesRange(plan: Plan): boolean {
  return plan.kind === "delete" && plan.slices.some(({ point }) => !point);
}

function only([outcome]: readonly Outcome[]): Outcome {
  return outcome as Outcome;
}
