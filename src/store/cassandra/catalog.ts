/**
 * The definitions of a cluster, kept until its schema version changes.
 *
 * Compares versions after each change of our own, when something unknown is asked for, and every second: so a change by
 * another client is seen soon, and none is missed for good. Never changes definitions.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Keyspace, Table } from "../../model/index.ts";
import { isSystemKeyspace } from "../../source/cql/introspect-cql.ts";
import { changedBetween, keepUnchanged, Listeners } from "../definition-changes.ts";
import { StoreError, closedStore } from "../store-error.ts";
import type { ChangedDefinitions, TableName } from "../store.ts";
import type { ReadKeyspace, SchemaReader } from "./schema-reader.ts";

/** How often the versions are compared while nothing else asks for it. */
const pollMs = 1000;
/** While definitions keep changing, what was read may be from before and after a change: the next look reads again. */
const maximumReads = 3;

interface Known extends ReadKeyspace {
  /** Made once: every call of a session asks for it. */
  readonly promised: Promise<Keyspace>;
  readonly tables: ReadonlyMap<string, Table>;
}

export class Catalog {
  readonly #reader: SchemaReader;
  readonly #known = new Map<string, Known>();
  readonly #wanted = new Set<string>();
  readonly #listeners = new Listeners();
  readonly #closed = new AbortController();
  #names: readonly string[] | undefined;
  #version: string | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  private constructor(reader: SchemaReader) {
    this.#reader = reader;
  }

  /** @throws {StoreError} `unavailable` when the cluster does not respond */
  static async open(reader: SchemaReader): Promise<Catalog> {
    const catalog = new Catalog(reader);
    await catalog.refresh();
    void catalog.#poll();
    return catalog;
  }

  /** Always reads from the cluster, so that whoever calls knows that it responds. */
  async keyspaces(): Promise<readonly string[]> {
    await this.refresh();
    return this.#names ?? [];
  }

  async keyspace(name: string): Promise<Keyspace | undefined> {
    return (await this.#keyspace(name))?.keyspace;
  }

  /** A keyspace that is known by now; without reading from the cluster. */
  known(name: string): Promise<Keyspace> | undefined {
    return this.#known.get(name)?.promised;
  }

  /** A table that is known by now; without waiting, and without reading from it. */
  table({ keyspace, table }: TableName): Table | undefined {
    return this.#known.get(keyspace)?.tables.get(table);
  }

  /** @throws {StoreError} `unknown-keyspace` or `unknown-table`, after another look at the cluster */
  async find(place: TableName): Promise<Table> {
    const { keyspace, table } = place;
    const known = this.table(place);
    if (known) return known;
    if (this.#known.has(keyspace)) await this.refresh();
    const found = await this.#keyspace(keyspace);
    if (!found) throw new StoreError("unknown-keyspace", `keyspace ${keyspace} does not exist`);
    const one = found.tables.get(table);
    if (one) return one;
    throw new StoreError("unknown-table", `table ${table} does not exist`);
  }

  /** Names that are in use without being a definition: views, and tables and types that a definition cannot express. */
  leftOut(keyspace: string): readonly string[] {
    return this.#known.get(keyspace)?.leftOut ?? [];
  }

  /** Brings everything up to date with the cluster as it is now. @throws {StoreError} `unavailable` */
  refresh(): Promise<void> {
    if (this.#next) return this.#next;
    if (!this.#running) return this.#start();
    // What is being read may be of before the call.
    return (this.#next = this.#running.catch(() => undefined).then(() => this.#start()));
  }

  onChange(listener: (changed: ChangedDefinitions) => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Reads nothing more from the cluster. Resolves when nothing is being read. */
  async close(): Promise<void> {
    this.#closed.abort();
    await this.#running?.catch(() => undefined);
  }

  async #keyspace(name: string): Promise<Known | undefined> {
    const known = this.#known.get(name);
    if (known || isSystemKeyspace(name)) return known;
    this.#wanted.add(name);
    await this.refresh();
    return this.#known.get(name);
  }

  async #poll(): Promise<void> {
    const { signal } = this.#closed;
    while (await sleep(pollMs, true, { signal, ref: false }).catch(() => false)) {
      // Whoever needs the cluster now gets the error; the next look may succeed.
      await this.refresh().catch(() => undefined);
    }
  }

  #start(): Promise<void> {
    this.#next = undefined;
    if (this.#closed.signal.aborted) return Promise.reject(closedStore());
    return (this.#running = this.#look().finally(() => (this.#running = undefined)));
  }

  async #look(): Promise<void> {
    const wanted = [...this.#wanted];
    this.#wanted.clear();
    for (let reads = 1; ; reads++) {
      const version = await this.#reader.version();
      const isSame = version === this.#version;
      const names = isSame && this.#names ? this.#names : await this.#reader.names();
      const asked = new Set([
        ...(isSame ? [] : this.#known.keys()),
        ...wanted.filter((name) => !this.#known.has(name)),
      ]);
      const found = await Promise.all(
        [...asked].filter((name) => names.includes(name)).map((name) => this.#reader.keyspace(name)),
      );
      if (isSame && found.length === 0) return;
      const isWhole = (await this.#reader.version()) === version;
      if (!isWhole && reads < maximumReads) continue;
      this.#version = isWhole ? version : undefined;
      return this.#show(names, found);
    }
  }

  #show(names: readonly string[], found: readonly (ReadKeyspace | undefined)[]): void {
    const before = new Map(Array.from(this.#known, ([name, { keyspace }]) => [name, keyspace]));
    const namesBefore = this.#names;
    this.#names = names;
    for (const [name] of before) if (!names.includes(name)) this.#known.delete(name);
    for (const read of found) {
      if (!read) continue;
      const keyspace = keepUnchanged(before.get(read.keyspace.name), read.keyspace);
      const tables = new Map(keyspace.tables.map((table) => [table.name, table]));
      this.#known.set(keyspace.name, { ...read, keyspace, promised: Promise.resolve(keyspace), tables });
    }
    if (!namesBefore) return;
    for (const name of new Set([...namesBefore, ...names])) {
      const isOld = namesBefore.includes(name);
      const isNew = isOld !== names.includes(name);
      // What nobody has asked for yet has no state of before to compare.
      const isCompared = before.has(name) || !isOld;
      const changed = isCompared ? changedBetween(name, before.get(name), this.#known.get(name)?.keyspace) : undefined;
      if (changed) this.#listeners.tell(changed);
      else if (isNew) this.#listeners.tell({ keyspace: name, tables: [], userTypes: [] });
    }
  }
}
