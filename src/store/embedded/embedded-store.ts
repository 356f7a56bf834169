/**
 * The embedded engine: rows on disk in one folder, for one process.
 *
 * In come the calls of `Store`, out go outcomes and pages. A call is checked and turned into bytes at once (`write-plan`,
 * `read-plan`), waits for its turn (`commit`) and is then done (`apply`, `scan`). What this file never does is to look into
 * bytes; what the room never does is to answer before the disk has it, or to give a value whose checksum is wrong.
 */
import { mkdir, readdir } from "node:fs/promises";
import { ClassicLevel } from "classic-level";
import type { Keyspace, Table, UserType } from "../../model/index.ts";
import { StoreError } from "../store.ts";
import type { Delete, Insert, Outcome, Page, Selection, Store, Update } from "../store.ts";
import { applyDelete, applyWrite } from "./apply.ts";
import type { Moment } from "./apply.ts";
import { Catalog } from "./catalog.ts";
import { Commit } from "./commit.ts";
import type { Draft, Level } from "./draft.ts";
import type { Layout } from "./layout.ts";
import { isLevelError, isLocked, unavailable } from "./level-error.ts";
import { readPage } from "./page.ts";
import { planRead } from "./read-plan.ts";
import { planDelete, planInsert, planUpdate } from "./write-plan.ts";

export interface EmbeddedStoreOptions {
  /** Made when it is missing, for its owner alone. Holds nothing but the store's data. */
  readonly directory: string;
  /** Milliseconds since 1970: what a time to live is measured by. @default Date.now */
  readonly now?: () => number;
}

/**
 * Opens the store in a directory, or begins one.
 *
 * @throws {StoreError} `unavailable` when another process has the data, a newer version wrote it, the directory
 * holds other files, or the disk refuses
 */
export async function openEmbeddedStore({ directory, now = Date.now }: EmbeddedStoreOptions): Promise<Store> {
  let level: Level | undefined;
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await validateDirectory(directory);
    level = new ClassicLevel<Buffer, Buffer>(directory, { keyEncoding: "buffer", valueEncoding: "buffer" });
    await level.open();
    return new EmbeddedStore(level, await Catalog.load(level), now);
  } catch (error) {
    await level?.close();
    if (error instanceof StoreError) throw error;
    if (isLocked(error)) {
      throw new StoreError("unavailable", `the data in ${directory} is in use by another process`, error);
    }
    throw unavailable(`the data in ${directory} cannot be opened`, error);
  }
}

/** What an empty folder may hold: a beginning of LevelDB's that was interrupted, and what disks and repositories leave. */
const harmless =
  /^(?:LOCK|LOG|LOG\.old|MANIFEST-\d+|\d+\.(?:log|dbtmp|ldb|sst)|lost\+found|\.gitkeep|\.gitignore|\.DS_Store)$/;

/** LevelDB would put its files among anybody's, and they are hard to tell apart later. */
async function validateDirectory(directory: string): Promise<void> {
  const names = await readdir(directory);
  if (names.includes("CURRENT") || names.every((name) => harmless.test(name))) return;
  throw new StoreError("unavailable", `${directory} holds files that are no data of Colonnade; choose an empty folder`);
}

class EmbeddedStore implements Store {
  private readonly level: Level;
  private readonly catalog: Catalog;
  private readonly now: () => number;
  private readonly commit: Commit;
  /** Reads and writes that are not answered yet. */
  private readonly underWay = new Set<Promise<unknown>>();
  private closing: Promise<void> | undefined;
  private lastWrite = 0;

  constructor(level: Level, catalog: Catalog, now: () => number) {
    this.level = level;
    this.catalog = catalog;
    this.now = now;
    this.commit = new Commit(level);
  }

  async keyspaces(): Promise<readonly string[]> {
    this.checkOpen();
    return this.catalog.keyspaces();
  }

  async keyspace(name: string): Promise<Keyspace | undefined> {
    this.checkOpen();
    return this.catalog.keyspace(name);
  }

  async createKeyspace(name: string): Promise<boolean> {
    this.checkOpen();
    return this.track(this.commit.write(() => this.catalog.createKeyspace(name)));
  }

  async createUserType(keyspace: string, type: UserType): Promise<boolean> {
    this.checkOpen();
    return this.track(this.commit.write(() => this.catalog.createUserType(keyspace, type)));
  }

  async createTable(keyspace: string, table: Table): Promise<boolean> {
    this.checkOpen();
    return this.track(this.commit.write(() => this.catalog.createTable(keyspace, table)));
  }

  async dropTable(keyspace: string, table: string): Promise<boolean> {
    this.checkOpen();
    const drop = async (): Promise<boolean> => {
      const id = await this.commit.write(() => this.catalog.dropTable(keyspace, table));
      if (id !== undefined) await this.catalog.deleteRows(id);
      return id !== undefined;
    };
    return this.track(drop());
  }

  async insert(write: Insert): Promise<Outcome> {
    this.checkOpen();
    const plan = planInsert(this.catalog.find(write), write);
    return this.write(plan.layout, (draft) => applyWrite(draft, plan, this.moment()));
  }

  async update(write: Update): Promise<Outcome> {
    this.checkOpen();
    const plan = planUpdate(this.catalog.find(write), write);
    return this.write(plan.layout, (draft) => applyWrite(draft, plan, this.moment()));
  }

  async delete(write: Delete): Promise<Outcome> {
    this.checkOpen();
    const plan = planDelete(this.catalog.find(write), write);
    return this.write(plan.layout, (draft) => applyDelete(draft, plan, this.moment()));
  }

  async select(selection: Selection): Promise<Page> {
    this.checkOpen();
    const plan = planRead(this.catalog.find(selection), selection);
    return this.track(readPage({ level: this.level, plan, nowMs: this.now() }, selection));
  }

  close(): Promise<void> {
    this.closing ??= this.release();
    return this.closing;
  }

  /** A table may be dropped while a write waits; its number must not get rows again. */
  private write(layout: Layout, work: (draft: Draft) => Promise<Outcome>): Promise<Outcome> {
    const { keyspace, table } = layout;
    return this.track(
      this.commit.write((draft) => {
        if (this.catalog.find({ keyspace, table: table.name }) === layout) return work(draft);
        throw new StoreError("unknown-table", `table ${table.name} does not exist`);
      }),
    );
  }

  private moment(): Moment {
    const nowMs = this.now();
    this.lastWrite = Math.max(this.lastWrite + 1, Math.trunc(nowMs * 1000));
    return { nowMs, writtenAt: this.lastWrite };
  }

  private async release(): Promise<void> {
    await Promise.allSettled(this.underWay);
    await this.level.close();
  }

  private checkOpen(): void {
    if (this.closing) throw new StoreError("unavailable", "the store is closed");
  }

  /** Lets `close` wait for the work, and gives the errors of LevelDB a code of ours. */
  private async track<Result>(work: Promise<Result>): Promise<Result> {
    this.underWay.add(work);
    try {
      return await work;
    } catch (error) {
      throw isLevelError(error) ? unavailable("the data cannot be reached", error) : error;
    } finally {
      this.underWay.delete(work);
    }
  }
}
