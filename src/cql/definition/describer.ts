/** The rows of DESCRIBE: what the keyspaces of a database contain, with the statements that create it. */
import type { Keyspace, Table } from "../../model/index.ts";
import { printName } from "../../model/print-cql.ts";
import type { KeyspaceDetails } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import type { Database } from "../statement/prepared.ts";
import { describedDetails, systemKeyspaces } from "../system/index.ts";
import {
  compareNames,
  indexesInOrder,
  printCreateIndex,
  printCreateKeyspace,
  printCreateTable,
  printCreateType,
  typesInOrder,
} from "./print-create.ts";

/** Keyspace, kind and name of an object, and the statement that creates it; lists omit the statement. */
export type Row = readonly [keyspace: string, kind: string, name: string, statement: string];

export function describedRow(keyspace: string, kind: string, name: string, statement = ""): Row {
  return [printName(keyspace), kind, printName(name), statement];
}

interface Found {
  readonly keyspace: Keyspace;
  readonly details: KeyspaceDetails;
}

export class Describer {
  readonly #database: Database;
  readonly #withInternals: boolean;

  constructor(database: Database, withInternals: boolean) {
    this.#database = database;
    this.#withInternals = withInternals;
  }

  async names(): Promise<readonly string[]> {
    const own = systemKeyspaces.map(({ name }) => name);
    return [...(await this.#database.store.keyspaces()), ...own].sort(compareNames);
  }

  async keyspace(name: string, only = false): Promise<readonly Row[]> {
    const { keyspace, details } = await this.#find(name);
    const own = describedRow(name, "keyspace", name, printCreateKeyspace(name, details));
    if (only) return [own];
    const types = typesInOrder(keyspace).map((type) =>
      describedRow(name, "type", type.name, printCreateType(name, type)),
    );
    const tables = keyspace.tables.toSorted((one, other) => compareNames(one.name, other.name));
    return [own, ...types, ...tables.flatMap((table) => this.#tableRows(name, table, details))];
  }

  async list(what: "tables" | "types", name: string | undefined): Promise<readonly Row[]> {
    const names = name === undefined ? await this.names() : [name];
    const found = await Promise.all(names.map((keyspace) => this.#find(keyspace)));
    return found.flatMap(({ keyspace }) => {
      const all = what === "tables" ? keyspace.tables : keyspace.userTypes;
      const kind = what === "tables" ? "table" : "type";
      return all
        .map((one) => one.name)
        .sort(compareNames)
        .map((one) => describedRow(keyspace.name, kind, one));
    });
  }

  async table(keyspaceName: string, name: string): Promise<readonly Row[]> {
    const { keyspace, details } = await this.#find(keyspaceName);
    const table = keyspace.tables.find((candidate) => candidate.name === name);
    if (!table) throw invalid(`Table '${name}' not found in keyspace '${keyspaceName}'`);
    return this.#tableRows(keyspaceName, table, details);
  }

  async type(keyspaceName: string, name: string): Promise<readonly Row[]> {
    const { keyspace } = await this.#find(keyspaceName);
    const type = keyspace.userTypes.find((candidate) => candidate.name === name);
    if (!type) throw invalid(`User defined type '${name}' not found in '${keyspaceName}'`);
    return [describedRow(keyspaceName, "type", name, printCreateType(keyspaceName, type))];
  }

  async index(keyspaceName: string, name: string): Promise<readonly Row[]> {
    const { keyspace } = await this.#find(keyspaceName);
    const [found] = indexRows(keyspace, name);
    if (!found) throw invalid(`Table for existing index '${name}' not found in '${keyspaceName}'`);
    return [found];
  }

  /** Throws the error for an object of a kind that no keyspace has. */
  async nothing(keyspace: string, what: string): Promise<never> {
    await this.#find(keyspace);
    throw invalid(`${what} not found in '${keyspace}'`);
  }

  /** A table, or an index. */
  async any(keyspaceName: string | undefined, name: string): Promise<readonly Row[]> {
    if (keyspaceName === undefined) throw invalid(`'${name}' not found in keyspaces`);
    const { keyspace, details } = await this.#find(keyspaceName);
    const table = keyspace.tables.find((candidate) => candidate.name === name);
    if (table) return this.#tableRows(keyspaceName, table, details);
    const indexes = indexRows(keyspace, name);
    if (indexes.length > 0) return indexes;
    throw invalid(`'${name}' not found in keyspace '${keyspaceName}'`);
  }

  #tableRows(keyspace: string, table: Table, { tables }: KeyspaceDetails): readonly Row[] {
    const details = tables.get(table.name) ?? { id: "", options: new Map(), dropped: [] };
    const text = printCreateTable(keyspace, table, details, this.#withInternals);
    const indexes = indexesInOrder(table).map(([name, index]) =>
      describedRow(keyspace, "index", name, printCreateIndex(keyspace, table, index, name)),
    );
    return [describedRow(keyspace, "table", table.name, text), ...indexes];
  }

  async #find(name: string): Promise<Found> {
    const store = await this.#database.storeOf(name);
    const [keyspace, details] = [await store.keyspace(name), describedDetails(store, name)];
    if (!keyspace || !details) throw invalid(`'${name}' not found in keyspaces`);
    return { keyspace, details };
  }
}

function indexRows({ name: keyspace, tables }: Keyspace, name: string): readonly Row[] {
  return tables.flatMap((table) =>
    indexesInOrder(table)
      .filter(([own]) => own === name)
      .map(([own, index]) => describedRow(keyspace, "index", own, printCreateIndex(keyspace, table, index, own))),
  );
}
