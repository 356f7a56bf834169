/**
 * The catalog of keyspaces, user types and tables, in memory and on disk.
 *
 * Takes definitions, and returns keyspaces for callers and layouts for the engine. Changes are stored and synced before
 * they become visible; the caller prevents overlapping changes. Records the remaining work of a change: entries of new
 * indexes to build, rows of dropped tables to delete.
 */
import { createHash } from "node:crypto";
import { byCodeUnits } from "../../../model/index.ts";
import type { Keyspace, UserType } from "../../../model/index.ts";
import type { KeyspaceDetails } from "../../details.ts";
import type { TableName } from "../../store.ts";
import type { Build } from "../entries/build.ts";
import { endOf, numberOf, numberedKey, numberedMarks } from "../rows/key.ts";
import type { Layout, LayoutIndex } from "../rows/layout.ts";
import type { KeyValueStore } from "../storage/key-value-store.ts";
import { rangeSpan } from "../write/row-writer.ts";
import { StoredTimes } from "../write/stored-times.ts";
import { CatalogRecords, recordKey, recordPut } from "./catalog-records.ts";
import { detailsOf, printDetails, printSettings } from "./keyspace-details.ts";
import { compareNumbers, existing, keepUnchanged, layoutOf } from "./known-keyspace.ts";
import type { DefinitionPlan, KnownKeyspace } from "./known-keyspace.ts";
import { format, formatWithEntries, readFormat, readKeyspaces, renumber, salvaged } from "./stored-catalog.ts";
import type { Numbered } from "./stored-catalog.ts";
import { printStoredTable, printStoredUserType } from "./stored-definition.ts";

/** Rows or entries deleted per batch; other writes run in between. */
const keysPerDelete = 1000;

export class Catalog {
  readonly #keyValues: KeyValueStore;
  readonly #records: CatalogRecords;
  readonly #known = new Map<string, KnownKeyspace>();
  readonly #layouts = new Map<number, Layout>();
  /** Builds by number. The caller, who runs them, keeps them up to date. */
  readonly builds = new Map<number, Build>();
  /** Numbers of dropped tables and indexes that may still have rows and entries. */
  readonly dropped = new Set<number>();
  readonly times: StoredTimes;
  /** Whether any table may have range tombstones. */
  hasRanges = false;
  /** The last deleted key of each number: LevelDB is slow to skip deleted keys before the next one. */
  readonly #deletedUpTo = new Map<number, Buffer>();

  private constructor(keyValues: KeyValueStore, records: CatalogRecords) {
    this.#keyValues = keyValues;
    this.#records = records;
    this.times = new StoredTimes(records);
  }

  /**
   * Loads the stored catalog, or creates an empty one.
   *
   * @throws {StoreError} `newer-data`, or `foreign-data` when it is not ours
   */
  static async load(keyValues: KeyValueStore): Promise<Catalog> {
    const records = new CatalogRecords(keyValues);
    const stored = await readFormat(keyValues, records);
    const catalog = new Catalog(keyValues, records);
    const { keyspaces: found, identified } = await readKeyspaces(records);
    const isComplete = stored !== undefined && stored >= formatWithEntries && !records.read(salvaged);
    // Rows of an older format, and salvaged ones, may lack entries: all of them are built again.
    const keyspaces = isComplete ? found : await renumber(records, found, await catalog.#nextId());
    if (isComplete && identified.length > 0) await records.write(identified);
    if (stored !== format) await records.write([recordPut(["format"], { format })]);
    await records.updateCopies();
    for (const known of keyspaces) catalog.#show(known.keyspace.name, known);
    for (const { content } of await records.list("dropped")) catalog.dropped.add((content as Numbered).id);
    for (const { content } of await records.list("building")) {
      catalog.builds.set((content as Build).id, content as Build);
    }
    catalog.hasRanges = (await keyValues.keys({ ...rangeSpan, limit: 1 }).all()).length > 0;
    return catalog;
  }

  /** Unchanged objects keep their identity, so callers can compare by reference. */
  keepUnchanged(before: Catalog): void {
    this.times.follow(before.times);
    this.hasRanges ||= before.hasRanges;
    for (const [name, known] of this.#known) this.#show(name, keepUnchanged(before.#known.get(name), known));
  }

  keyspaces(): readonly string[] {
    return [...this.#known.keys()].sort(byCodeUnits);
  }

  keyspace(name: string): Keyspace | undefined {
    return this.#known.get(name)?.keyspace;
  }

  /** @throws {StoreError} `unknown-keyspace` or `unknown-table` */
  find({ keyspace, table }: TableName): Layout {
    return layoutOf(existing(this.#known.get(keyspace), keyspace), table);
  }

  /** The layouts of all tables of a keyspace. @throws {StoreError} `unknown-keyspace` */
  layoutsOf(keyspace: string): readonly Layout[] {
    return [...existing(this.#known.get(keyspace), keyspace).layouts.values()];
  }

  /** The table with a number; undefined if it was dropped. */
  layout(id: number): Layout | undefined {
    return this.#layouts.get(id);
  }

  /** The numbers of all tables. */
  tableIds(): Iterable<number> {
    return this.#layouts.keys();
  }

  /** The indexes of a table in which every row has its entries. */
  builtIndexes(tableId: number): readonly LayoutIndex[] {
    const { indexes = [] } = this.#layouts.get(tableId) ?? {};
    return this.builds.size === 0 ? indexes : indexes.filter(({ id }) => !this.builds.has(id));
  }

  details(keyspace: string): KeyspaceDetails | undefined {
    const known = this.#known.get(keyspace);
    return known && detailsOf(known);
  }

  get schemaVersion(): string {
    return schemaVersionOf(this.#known.values());
  }

  /**
   * Stores a change of a keyspace's definitions. Callers see the changed keyspace only once it is on disk; rows and entries of
   * what was dropped remain to be deleted.
   *
   * @returns false if there was nothing to change
   */
  async change(name: string, plan: DefinitionPlan<KnownKeyspace | undefined>): Promise<boolean> {
    const planned = await plan(this.#known.get(name), () => this.#nextId());
    if (!planned) return false;
    const { operations, after } = planned;
    const { builds, dropped, records } = compareNumbers(this.#known.get(name), after);
    await this.#records.write([...operations, ...records]);
    this.#show(name, after);
    for (const build of builds) this.builds.set(build.id, build);
    for (const id of dropped) {
      this.builds.delete(id);
      this.dropped.add(id);
    }
    return true;
  }

  /** Deletes some rows or entries of a dropped table or index. If the process ends meanwhile, the next one continues. */
  async deleteDropped(id: number): Promise<void> {
    const keys: Buffer[] = [];
    const last = this.#deletedUpTo.get(id) ?? Buffer.of();
    for (const beginning of numberedMarks.map((mark) => numberedKey(mark, id))) {
      const gte = Buffer.compare(last, beginning) > 0 ? last : beginning;
      const [limit, lt] = [keysPerDelete - keys.length, endOf(beginning)];
      if (Buffer.compare(gte, lt) < 0) keys.push(...(await this.#keyValues.keys({ gte, lt, limit }).all()));
    }
    const upTo = keys.at(-1) ?? last;
    const isLast = keys.length < keysPerDelete;
    if (isLast) keys.push(recordKey(["dropped", String(id)]));
    await this.#records.write(keys.map((key) => ({ type: "del", key })));
    this.#deletedUpTo.set(id, upTo);
    if (!isLast) return;
    this.dropped.delete(id);
    this.#deletedUpTo.delete(id);
  }

  /** A number without rows or entries: salvage may have kept some and lost their table, and no other table may show them. */
  async #nextId(): Promise<number> {
    const { id } = (this.#records.read(["next"]) ?? { id: 1 }) as Numbered;
    const ids = numberedMarks.map(async (mark) => {
      const [last] = await this.#keyValues.keys({ lt: Buffer.of(mark + 1), reverse: true, limit: 1 }).all();
      return last ? numberOf(last) + 1 : 1;
    });
    return Math.max(id, ...(await Promise.all(ids)));
  }

  #show(name: string, after: KnownKeyspace | undefined): void {
    for (const { id } of this.#known.get(name)?.layouts.values() ?? []) this.#layouts.delete(id);
    for (const layout of after?.layouts.values() ?? []) this.#layouts.set(layout.id, layout);
    if (after) this.#known.set(name, after);
    else this.#known.delete(name);
  }
}

/** A UUID derived from all definitions: the same definitions give the same UUID, also after a restart. */
function schemaVersionOf(keyspaces: Iterable<KnownKeyspace>): string {
  const sorted = [...keyspaces].sort((one, other) => byCodeUnits(one.keyspace.name, other.keyspace.name));
  const bytes = hash(sorted.map(keyspaceHash)).subarray(0, 16);
  // Version 3, as Cassandra's schema versions have. The hash may be another than MD5: drivers only compare the UUIDs.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x30;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** Unchanged keyspaces, types and tables stay the same objects, so that a change hashes only changed ones. */
const hashes = new WeakMap<KnownKeyspace | UserType | Layout, Buffer>();

function keyspaceHash(known: KnownKeyspace): Buffer {
  const { keyspace, settings, layouts } = known;
  return remembered(known, () => [
    JSON.stringify({ name: keyspace.name, ...printSettings(settings) }),
    ...keyspace.userTypes.map((type) => remembered(type, () => [JSON.stringify(printStoredUserType(type))])),
    ...Array.from(layouts.values(), tableHash),
  ]);
}

function tableHash(layout: Layout): Buffer {
  const { table, details } = layout;
  return remembered(layout, () => [JSON.stringify({ ...printDetails(details), ...printStoredTable(table) })]);
}

function remembered(of: KnownKeyspace | UserType | Layout, print: () => readonly (string | Buffer)[]): Buffer {
  const known = hashes.get(of) ?? hash(print());
  hashes.set(of, known);
  return known;
}

function hash(parts: readonly (string | Buffer)[]): Buffer {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}
