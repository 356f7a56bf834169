/**
 * The catalog of keyspaces, user types and tables, in memory and on disk.
 *
 * Takes definitions, and returns keyspaces for callers and layouts for the engine. Changes are stored and synced before
 * they become visible; the caller prevents overlapping changes. Never touches rows, except to delete those of dropped
 * tables.
 *
 *     format                {"format": 3}
 *     next                  {"id": 2}, the number of the next table
 *     keyspace shop         {}
 *     type shop address     {"definition": {…}, "customTypes": […]}
 *     table shop products   {"id": 1, "definition": {…}, "customTypes": […], "numbers": {…}}
 *     dropped 1             {"id": 1}, until its rows are deleted
 */
import { byCodeUnits, indexNames, isKeyspaceName, parseTableDefinition, parseUserTypes } from "../../model/index.ts";
import type { Keyspace, Table, UserType } from "../../model/index.ts";
import { StoreError } from "../store-error.ts";
import type { TableChange, TableName } from "../store.ts";
import { alterTable } from "./alter-table.ts";
import { CatalogRecords, recordKey, recordPut } from "./catalog-records.ts";
import type { CatalogRecord } from "./catalog-records.ts";
import type { Level, Operation } from "./level.ts";
import { endOf, tableIdOf, tableKey } from "./key.ts";
import { createLayout } from "./layout.ts";
import type { Layout } from "./layout.ts";
import { refusal } from "./refusal.ts";
import { parseStoredTable, parseStoredUserTypes, printStoredTable, printStoredUserType } from "./stored-definition.ts";
import type { StoredModel, StoredTable, StoredUserType } from "./stored-definition.ts";
import { checkUserTypes, refuseUsedType } from "./type-use.ts";

/** Raised whenever older versions could not read what is written. */
const format = 3;

/** So many rows of a dropped table are deleted at once; writes of others come in between. */
const rowsPerDelete = 1000;

interface Numbered {
  readonly id: number;
}

interface Known {
  readonly keyspace: Keyspace;
  readonly types: ReadonlyMap<string, UserType>;
  readonly layouts: ReadonlyMap<string, Layout>;
}

export class Catalog {
  private readonly level: Level;
  private readonly records: CatalogRecords;
  private readonly known = new Map<string, Known>();

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
    const found = await catalog.readFormat();
    const [types, tables] = [await catalog.records.list("type"), await catalog.records.list("table")];
    for (const { parts } of await catalog.records.list("keyspace")) {
      const [name = ""] = parts;
      const ours = (entry: CatalogRecord): boolean => entry.parts[0] === name;
      const userTypes = parseStoredUserTypes(types.filter(ours).map(({ content }) => content as StoredUserType));
      const layouts = tables.filter(ours).map(({ content }) => {
        const stored = content as Numbered & (StoredTable | StoredModel);
        const numbers = "numbers" in stored ? stored.numbers : undefined;
        return createLayout(name, parseStoredTable(stored, userTypes), stored.id, numbers);
      });
      catalog.show(name, userTypes.values(), layouts);
    }
    if (found !== format) await catalog.migrate();
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
    const layout = this.contentOf(keyspace).layouts.get(table);
    if (layout) return layout;
    throw new StoreError("unknown-table", `table ${table} does not exist`);
  }

  async createKeyspace(name: string): Promise<boolean> {
    if (this.known.has(name)) return false;
    if (!isKeyspaceName(name)) {
      throw refusal(
        "Keyspace name must not be empty and must contain alphanumeric or underscore characters only, at most 48 " +
          `(got ${JSON.stringify(name)})`,
      );
    }
    await this.records.write([recordPut(["keyspace", name], {})]);
    this.show(name, [], []);
    return true;
  }

  async createUserType(keyspace: string, type: UserType): Promise<boolean> {
    const { types, layouts } = this.contentOf(keyspace);
    if (types.has(type.name)) return false;
    checkUserTypes(
      keyspace,
      types,
      type.fields.map((field) => field.type),
    );
    const stored = [...types.values(), type].map(printStoredUserType);
    const { problems } = parseUserTypes(
      stored.map(({ definition }) => definition),
      { customTypes: new Set(stored.flatMap(({ customTypes }) => customTypes)) },
    );
    const [problem] = problems.flat();
    if (problem) throw refusal(problem.message);
    await this.records.write([recordPut(["type", keyspace, type.name], printStoredUserType(type))]);
    this.show(keyspace, [...types.values(), type], layouts.values());
    return true;
  }

  async createTable(keyspace: string, table: Table): Promise<boolean> {
    const { types, layouts } = this.contentOf(keyspace);
    if (layouts.has(table.name)) return false;
    checkUserTypes(
      keyspace,
      types,
      table.columns.map((column) => column.type),
    );
    const [problem] = problemsOf(table, types);
    if (problem !== undefined) throw refusal(problem);
    const layout = createLayout(keyspace, table, await this.nextId());
    await this.records.write([recordOf(layout), recordPut(["next"], { id: layout.id + 1 })]);
    this.show(keyspace, types.values(), [...layouts.values(), layout]);
    return true;
  }

  async alterTable(keyspace: string, name: string, change: TableChange): Promise<void> {
    const { types, layouts } = this.contentOf(keyspace);
    const layout = this.find({ keyspace, table: name });
    if (change.kind === "add-column") checkUserTypes(keyspace, types, [change.column.type]);
    if (change.kind === "create-index") refuseTakenName(change.index.name, layouts.values());
    const { table, numbers } = alterTable(layout, change);
    // A table may have been created when the rules were looser.
    const accepted = problemsOf(layout.table, types);
    const problem = problemsOf(table, types).find((message) => !accepted.includes(message));
    if (problem !== undefined) throw refusal(problem);
    const altered = createLayout(keyspace, table, layout.id, numbers);
    await this.records.write([recordOf(altered)]);
    this.show(
      keyspace,
      types.values(),
      Array.from(layouts.values(), (other) => (other === layout ? altered : other)),
    );
  }

  async dropUserType(keyspace: string, name: string): Promise<boolean> {
    const { types, layouts } = this.contentOf(keyspace);
    const type = types.get(name);
    if (!type) return false;
    const others = [...types.values()].filter((other) => other !== type);
    refuseUsedType(keyspace, type, { types: others, tables: Array.from(layouts.values(), ({ table }) => table) });
    await this.records.write([{ type: "del", key: recordKey(["type", keyspace, name]) }]);
    this.show(keyspace, others, layouts.values());
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
      ...layouts.flatMap(dropOf),
    ]);
    this.known.delete(name);
    return layouts.map(({ id }) => id);
  }

  /** @returns the number of the table, whose rows are still to be deleted; undefined when there was none */
  async dropTable(keyspace: string, name: string): Promise<number | undefined> {
    const { types, layouts } = this.contentOf(keyspace);
    const layout = layouts.get(name);
    if (!layout) return undefined;
    await this.records.write(dropOf(layout));
    const others = [...layouts.values()].filter((other) => other !== layout);
    this.show(keyspace, types.values(), others);
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

  private contentOf(keyspace: string): Known {
    const found = this.known.get(keyspace);
    if (found) return found;
    throw new StoreError("unknown-keyspace", `keyspace ${keyspace} does not exist`);
  }

  /** Gives a keyspace other types and tables, and with them a new identity. */
  private show(name: string, types: Iterable<UserType>, layouts: Iterable<Layout>): void {
    const userTypes = [...types].sort((one, other) => byCodeUnits(one.name, other.name));
    const sorted = [...layouts].sort((one, other) => byCodeUnits(one.table.name, other.table.name));
    this.known.set(name, {
      keyspace: { name, userTypes, tables: sorted.map(({ table }) => table) },
      types: new Map(userTypes.map((type) => [type.name, type])),
      layouts: new Map(sorted.map((layout) => [layout.table.name, layout])),
    });
  }

  /** Writes the tables of an older format as those of this one, all or none. */
  private async migrate(): Promise<void> {
    const layouts = [...this.known.values()].flatMap((known) => [...known.layouts.values()]);
    await this.records.write([...layouts.map(recordOf), recordPut(["format"], { format })]);
  }

  /** @returns the format of what is stored; undefined when nothing is */
  private async readFormat(): Promise<number | undefined> {
    const stored = this.records.read(["format"]) as { readonly format: number } | undefined;
    if (stored && stored.format > format) {
      throw new StoreError(
        "unavailable",
        `the data was written by a newer version of Colonnade, in format ${stored.format}; this one reads up to ${format}`,
      );
    }
    if (!stored) {
      for await (const _ of this.level.keys({ limit: 1 })) {
        throw new StoreError(
          "unavailable",
          "the directory holds data without a list of its tables: another program wrote it, or the list was lost; restore the folder from a backup, or choose another",
        );
      }
    }
    return stored?.format;
  }
}

function recordOf({ keyspace, table, id, numbers }: Layout): Operation {
  return recordPut(["table", keyspace, table.name], { id, ...printStoredTable(table, numbers) });
}

/** Takes a table from the catalog and remembers that its rows have to go. */
function dropOf({ keyspace, table, id }: Layout): readonly Operation[] {
  return [{ type: "del", key: recordKey(["table", keyspace, table.name]) }, recordPut(["dropped", String(id)], { id })];
}

/** What the parser of definitions has against a table. */
function problemsOf(table: Table, userTypes: ReadonlyMap<string, UserType>): readonly string[] {
  const { definition, customTypes } = printStoredTable(table);
  const { problems } = parseTableDefinition(definition, { userTypes, customTypes: new Set(customTypes) });
  return problems.map(({ message }) => message);
}

/** The names of indexes are unique in a keyspace. */
function refuseTakenName(name: string | undefined, layouts: Iterable<Layout>): void {
  for (const { table } of layouts) {
    if (name !== undefined && indexNames(table).includes(name)) throw refusal(`Index '${name}' already exists`);
  }
}
