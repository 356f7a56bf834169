/**
 * The embedded engine: rows on disk in one folder, for one process, or in memory.
 *
 * Implements `Store`; definitions, the queue of writes and closing are in `base-store`. A call is checked, and values that its
 * caller has not encoded become bytes (`write-plan`, `read-plan`); it waits for its turn (`commit`) and is then executed
 * (`apply`, `scan`); entries of indexes follow the rows (`entries/`), and what nobody waits for is done in the background
 * (`chores`). This file never interprets bytes; the engine never acknowledges a write before its storage has it (a disk that
 * has synced it, or memory), and never returns a value with a wrong checksum.
 */
import { indexNames } from "../../model/index.ts";
import type { Keyspace, Table } from "../../model/index.ts";
import type { Replication } from "../../model/print-cql.ts";
import type { KeyspaceDetails, KeyspaceSettings, TableOptions } from "../details.ts";
import type { Statistic } from "../statistics.ts";
import type {
  Delete,
  Insert,
  WriteResult,
  Page,
  Selection,
  Store,
  TableName,
  TableSize,
  Update,
  Write,
} from "../store.ts";
import { BaseStore } from "./base-store.ts";
import { readPage } from "./read/page.ts";
import { pointOf, readPoint } from "./read/point.ts";
import { planRead } from "./read/read-plan.ts";
import { copyRows, restoreRows } from "./row-copy.ts";
import type { RowCopy } from "./row-copy.ts";
import type { Layout } from "./rows/layout.ts";
import { sizeOfTable, statisticsOf } from "./statistics.ts";
import { DiskStorage } from "./storage/disk-storage.ts";
import type { Draft } from "./storage/draft.ts";
import { TableCheck } from "./storage/leveldb/table-check.ts";
import { openMemoryStorage } from "./storage/memory-storage.ts";
import { applyBatch } from "./write/apply.ts";
import { planDelete } from "./write/delete-plan.ts";
import { planBatch } from "./write/plan.ts";
import type { Plan } from "./write/plan.ts";
import { planInsert, planUpdate } from "./write/write-plan.ts";

/** The store on disk or in memory, with what only this engine has. */
export interface EmbeddedStore extends Store {
  /**
   * Both settings are kept and shown, but have no effect.
   *
   * @param replication @default one copy
   * @param durableWrites @default true
   */
  createKeyspace(
    name: string,
    replication?: Replication | ReadonlyMap<string, string>,
    durableWrites?: boolean,
  ): Promise<boolean>;
  /** @throws {StoreError} `unknown-keyspace` */
  alterKeyspace(name: string, changed: Partial<KeyspaceSettings>): Promise<void>;
  /** @param options that differ from the database's defaults; kept and shown, most of them without effect */
  createTable(keyspace: string, table: Table, options?: TableOptions): Promise<boolean>;
  /** As `keyspace`, but without a promise. */
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
  /** Called before the files are checked, with the size of the tables among them. */
  readonly onCheck?: (bytes: number) => void;
}

/**
 * Opens the store in a directory, or begins one. First checks every file, at about a gigabyte per second.
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

class OpenStore extends BaseStore implements EmbeddedStore {
  get isWritable(): boolean {
    return this.storage.isWritable;
  }

  insert(write: Insert): Promise<WriteResult> {
    return this.#writeOne(write, planInsert);
  }

  update(write: Update): Promise<WriteResult> {
    return this.#writeOne(write, planUpdate);
  }

  delete(write: Delete): Promise<WriteResult> {
    return this.#writeOne(write, planDelete);
  }

  async batch(writes: readonly Write[]): Promise<readonly WriteResult[]> {
    this.checkOpen();
    const plan = (): readonly Plan[] => planBatch(writes, (table) => this.catalog.find(table));
    const plans = plan();
    return this.commit.enqueue((draft) => this.#apply(draft, plans.every(this.#isCurrent) ? plans : plan()));
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
    return this.track(this.commit.enqueue((_, { keyValues, catalog }) => copyRows(keyValues, catalog)));
  }

  async restoreRows(copy: RowCopy): Promise<void> {
    this.checkOpen();
    await this.track(this.commit.enqueue((draft, { catalog }) => restoreRows(draft, catalog, copy)));
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

  async #writeOne<W extends TableName>(write: W, planIn: (layout: Layout, write: W) => Plan): Promise<WriteResult> {
    this.checkOpen();
    const plan = planIn(this.catalog.find(write), write);
    // A promise that is returned takes two microtasks more than one that is awaited.
    return await this.commit.enqueue((draft) => {
      const current = this.#isCurrent(plan) ? plan : planIn(this.catalog.find(write), write);
      const results = this.#apply(draft, [current]);
      return results instanceof Promise ? results.then(only) : only(results);
    });
  }

  /** A table may be dropped or truncated while a write waits; its number must not get rows again. */
  readonly #isCurrent = ({ layout }: Plan): boolean => this.catalog.layout(layout.id) !== undefined;

  #apply(draft: Draft, plans: readonly Plan[]): ReturnType<typeof applyBatch> {
    this.chores.willWrite(plans);
    const { catalog } = this;
    if (!catalog.hasRanges) catalog.hasRanges = plans.some(deletesRange);
    return applyBatch(draft, plans, catalog.times.next(this.now(), plans, catalog.hasRanges));
  }
}

function deletesRange(plan: Plan): boolean {
  return plan.kind === "delete" && plan.slices.some(({ point }) => !point);
}

function only([result]: readonly WriteResult[]): WriteResult {
  return result as WriteResult;
}
