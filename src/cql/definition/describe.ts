/** Answers DESCRIBE with rows, as the database does since 4.0: clients print what they are given. */
import type { Keyspace, Table } from "../../model/index.ts";
import { printName } from "../../model/print-cql.ts";
import type { KeyspaceDetails } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import type { Describe } from "../grammar/tree.ts";
import type { ColumnSpec } from "../protocol/message.ts";
import type { Caller, Database, Prepared } from "../statement/prepared.ts";
import { clusterName, isSystemKeyspace, describedDetails, systemKeyspaces } from "../system/index.ts";
import {
  compareNames,
  indexesInOrder,
  printCreateIndex,
  printCreateKeyspace,
  printCreateTable,
  printCreateType,
  typesInOrder,
} from "./print-create.ts";

export function prepareDescribe(statement: Describe, database: Database, caller: Caller): Prepared {
  const columns = columnsOf(statement).map((name): ColumnSpec => {
    return { keyspace: "system", table: "describe", name, type: { kind: "native", name: "text" } };
  });
  return {
    variables: [],
    keyIndexes: [],
    columns,
    isCurrent: () => true,
    execute: async () => {
      const rows = await describe(statement, database, caller);
      return {
        kind: "rows",
        columns,
        rows: rows.map((row) => row.slice(0, columns.length).map((cell) => Buffer.from(cell))),
      };
    },
  };
}

function columnsOf({ what }: Describe): readonly string[] {
  if (what === "cluster") return ["cluster", "partitioner", "snitch"];
  const isList = ["keyspaces", "tables", "types", "indexes", "views", "functions", "aggregates"].includes(what);
  return ["keyspace_name", "type", "name", ...(isList ? [] : ["create_statement"])];
}

async function describe(
  statement: Describe,
  database: Database,
  caller: Caller,
): Promise<readonly (readonly string[])[]> {
  const { what, name, full, only, withInternals } = statement;
  const describer = new Describer(database, withInternals);
  const place = (): string => {
    const keyspace = name?.keyspace ?? caller.keyspace;
    if (keyspace !== undefined) return keyspace;
    throw invalid("No keyspace specified and no current keyspace");
  };
  const named = name?.name ?? "";
  switch (what) {
    case "cluster":
      return [[clusterName, "Murmur3Partitioner", "DynamicEndpointSnitch"]];
    case "schema": {
      const names = await describer.names();
      const all = names.filter((keyspace) => full || !isSystemKeyspace(keyspace));
      return (await Promise.all(all.map((keyspace) => describer.keyspace(keyspace)))).flat();
    }
    case "keyspaces":
      return (await describer.names()).map((keyspace) => describedRow(keyspace, "keyspace", keyspace));
    case "keyspace":
      return describer.keyspace(name?.name ?? place(), only);
    case "tables":
    case "types":
      return describer.list(what, caller.keyspace);
    case "indexes":
    case "views":
    case "functions":
    case "aggregates":
      return [];
    case "table":
      return describer.table(place(), named);
    case "type":
      return describer.type(place(), named);
    case "index":
      return describer.index(place(), named);
    case "view":
      return describer.nothing(place(), `Materialized view '${named}'`);
    case "function":
      return describer.nothing(place(), `User defined function '${named}'`);
    case "aggregate":
      return describer.nothing(place(), `User defined aggregate '${named}'`);
    case "any": {
      const isKeyspace = name?.keyspace === undefined && (await describer.names()).includes(named);
      return isKeyspace ? describer.keyspace(named) : describer.any(name?.keyspace ?? caller.keyspace, named);
    }
  }
}

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
