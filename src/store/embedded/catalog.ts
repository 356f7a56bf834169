/**
 * The catalog of keyspaces, user types and tables, in memory and on disk.
 *
 * Takes definitions, and returns keyspaces for callers and layouts for the engine. Changes are stored and synced before
 * they become visible; the caller prevents overlapping changes. Never touches rows, except to delete those of dropped
 * tables.
 */
import { byCodeUnits, isKeyspaceName } from "../../model/index.ts";
import type { Keyspace, Table, UserType } from "../../model/index.ts";
import { StoreError } from "../store-error.ts";
import type { TableChange, TableName, UserTypeChange } from "../store.ts";
import { CatalogRecords, recordKey, recordPut } from "./catalog-records.ts";
import { endOf, tableIdOf, tableKey } from "./key.ts";
import { knownKeyspace, layoutOf } from "./known-keyspace.ts";
import type { DefinitionChange, KnownKeyspace } from "./known-keyspace.ts";
import type { Layout } from "./layout.ts";
import type { Level } from "./level.ts";
import { refusal } from "./refusal.ts";
import { format, migrate, readFormat, readKeyspaces } from "./stored-catalog.ts";
import type { Numbered } from "./stored-catalog.ts";
import { addTable, changeTable, removeTable, tableRemoval } from "./table-changes.ts";
import { addUserType, changeUserType, removeUserType } from "./user-type-changes.ts";

/** So many rows of a dropped table are deleted at once; writes of others come in between. */
const rowsPerDelete = 1000;

export class Catalog {
  private readonly level: Level;
  private readonly records: CatalogRecords;
  private readonly known = new Map<string, KnownKeyspace>();

  private constructor(level: Level) {
    this.level = level;
    this.records = new CatalogRecords(level);
  }

  /**
   * Loads what is stored, or begins when there is nothing.
   *
   * @throws {StoreError} `unavailable` when it was written by a newer version or is not ours
   */
  static async load(level: Level): Promise<Catalog> {
    const catalog = new Catalog(level);
    const stored = await readFormat(level, catalog.records);
    const keyspaces = await readKeyspaces(catalog.records);
    for (const known of keyspaces) catalog.known.set(known.keyspace.name, known);
    if (stored !== format) await migrate(catalog.records, keyspaces);
    for (const { content } of await catalog.records.list("dropped")) {
      while (await catalog.deleteRows((content as Numbered).id));
    }
    return catalog;
  }

  keyspaces(): readonly string[] {
    return [...this.known.keys()].sort(byCodeUnits);
  }

  keyspace(name: string): Keyspace | undefined {
    return this.known.get(name)?.keyspace;
  }

  /** @throws {StoreError} `unknown-keyspace` or `unknown-table` */
  find({ keyspace, table }: TableName): Layout {
    return layoutOf(this.contentOf(keyspace), table);
  }

  async createKeyspace(name: string): Promise<boolean> {
    if (this.known.has(name)) return false;
    if (!isKeyspaceName(name)) {
      throw refusal(
        "Keyspace name must not be empty and must contain alphanumeric or underscore characters only, at most 48 " +
          `(got ${JSON.stringify(name)})`,
      );
    }
    await this.change({ operations: [recordPut(["keyspace", name], {})], after: knownKeyspace(name, [], []) });
    return true;
  }

  async createUserType(keyspace: string, type: UserType): Promise<boolean> {
    const known = this.contentOf(keyspace);
    if (known.types.has(type.name)) return false;
    await this.change(addUserType(known, type));
    return true;
  }

  async alterUserType(keyspace: string, name: string, change: UserTypeChange): Promise<void> {
    await this.change(changeUserType(this.contentOf(keyspace), name, change));
  }

  async createTable(keyspace: string, table: Table): Promise<boolean> {
    const known = this.contentOf(keyspace);
    if (known.layouts.has(table.name)) return false;
    await this.change(addTable(known, table, await this.nextId()));
    return true;
  }

  async alterTable(keyspace: string, name: string, change: TableChange): Promise<void> {
    await this.change(changeTable(this.contentOf(keyspace), name, change));
  }

  async dropUserType(keyspace: string, name: string): Promise<boolean> {
    const known = this.contentOf(keyspace);
    const type = known.types.get(name);
    if (!type) return false;
    await this.change(removeUserType(known, type));
    return true;
  }

  /** @returns the numbers of its tables, as `dropTable` does; undefined when there was no such keyspace */
  async dropKeyspace(name: string): Promise<readonly number[] | undefined> {
    const found = this.known.get(name);
    if (!found) return undefined;
    const layouts = [...found.layouts.values()];
    await this.records.write([
      { type: "del", key: recordKey(["keyspace", name]) },
      ...Array.from(found.types.keys(), (type) => ({ type: "del" as const, key: recordKey(["type", name, type]) })),
      ...layouts.flatMap(tableRemoval),
    ]);
    this.known.delete(name);
    return layouts.map(({ id }) => id);
  }

  /** @returns the number of the table, whose rows are still to be deleted; undefined when there was none */
  async dropTable(keyspace: string, name: string): Promise<number | undefined> {
    const known = this.contentOf(keyspace);
    const layout = known.layouts.get(name);
    if (!layout) return undefined;
    await this.change(removeTable(known, layout));
    return layout.id;
  }

  /**
   * Deletes some rows of a dropped table; if the process ends meanwhile, the next opening does it.
   *
   * @returns whether there may be more
   */
  async deleteRows(id: number): Promise<boolean> {
    const rows = this.level.keys({ gte: tableKey(id), lt: endOf(tableKey(id)), limit: rowsPerDelete });
    const keys = await rows.all();
    const more = keys.length === rowsPerDelete;
    if (!more) keys.push(recordKey(["dropped", String(id)]));
    await this.records.write(keys.map((key) => ({ type: "del", key })));
    return more;
  }

  /** Salvage may have kept rows and lost the record of their table: no other table may show them. */
  private async nextId(): Promise<number> {
    const { id } = (this.records.read(["next"]) ?? { id: 1 }) as Numbered;
    const [last] = await this.level.keys({ reverse: true, limit: 1 }).all();
    return Math.max(id, last ? tableIdOf(last) + 1 : 1);
  }

  private contentOf(keyspace: string): KnownKeyspace {
    const found = this.known.get(keyspace);
    if (found) return found;
    throw new StoreError("unknown-keyspace", `keyspace ${keyspace} does not exist`);
  }

  /** Callers see the keyspace after it only once it is on disk. */
  private async change({ operations, after }: DefinitionChange): Promise<void> {
    await this.records.write(operations);
    this.known.set(after.keyspace.name, after);
  }
}
