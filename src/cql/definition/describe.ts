/** Answers DESCRIBE with rows, as the database does since 4.0: clients print the statements that they are given. */
import type { Keyspace, Table, UserType } from "../../model/index.ts";
import { printName } from "../../model/index.ts";
import type { KeyspaceDetails } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import type { Describe } from "../grammar/tree.ts";
import type { ColumnSpec } from "../protocol/message.ts";
import { unboundStatement } from "../statement/prepared.ts";
import type { Caller, Database, Prepared } from "../statement/prepared.ts";
import { clusterName, describedDetails, isSystemKeyspace, systemKeyspaces } from "../system/index.ts";
import { nativeType } from "../values/index.ts";
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
    return { keyspace: "system", table: "describe", name, type: nativeType("text") };
  });
  return unboundStatement(async () => {
    const rows = await describe(statement, database, caller);
    const cells = rows.map((row) => row.slice(0, columns.length).map((cell) => Buffer.from(cell)));
    return { kind: "rows", columns, rows: cells };
  }, columns);
}

function columnsOf({ what }: Describe): readonly string[] {
  if (what === "cluster") return ["cluster", "partitioner", "snitch"];
  const isList = ["keyspaces", "tables", "types", "functions", "aggregates"].includes(what);
  return ["keyspace_name", "type", "name", ...(isList ? [] : ["create_statement"])];
}

/** Keyspace, kind and name of an object, and the statement that creates it; lists omit the statement. */
type Row = readonly [keyspace: string, kind: string, name: string, statement: string];

function rowOf(keyspace: string, kind: string, name: string, statement = ""): Row {
  return [printName(keyspace), kind, printName(name), statement];
}

interface Found {
  readonly keyspace: Keyspace;
  readonly details: KeyspaceDetails;
  readonly withInternals: boolean;
}

async function describe(
  { what, name, full, only, withInternals }: Describe,
  database: Database,
  caller: Caller,
): Promise<readonly (readonly string[])[]> {
  const find = async (keyspaceName: string): Promise<Found> => {
    const store = await database.storeOf(keyspaceName);
    const [keyspace, details] = [await store.keyspace(keyspaceName), describedDetails(store, keyspaceName)];
    if (!keyspace || !details) throw invalid(`'${keyspaceName}' not found in keyspaces`);
    return { keyspace, details, withInternals };
  };
  const allNames = async (): Promise<readonly string[]> =>
    [...(await database.store.keyspaces()), ...systemKeyspaces.map((system) => system.name)].sort(compareNames);
  const current = name?.keyspace ?? caller.keyspace;
  const requireCurrent = (): string => {
    if (current !== undefined) return current;
    throw invalid("No keyspace specified and no current keyspace");
  };
  const named = name?.name ?? "";
  switch (what) {
    case "cluster":
      return [[clusterName, "Murmur3Partitioner", "DynamicEndpointSnitch"]];
    case "schema": {
      const names = (await allNames()).filter((keyspace) => full || !isSystemKeyspace(keyspace));
      return (await Promise.all(names.map(find))).flatMap(keyspaceRows);
    }
    case "keyspaces":
      return (await allNames()).map((keyspace) => rowOf(keyspace, "keyspace", keyspace));
    case "keyspace":
      return keyspaceRows(await find(name?.name ?? requireCurrent())).slice(0, only ? 1 : undefined);
    case "tables":
    case "types": {
      const names = caller.keyspace === undefined ? await allNames() : [caller.keyspace];
      return (await Promise.all(names.map(find))).flatMap(({ keyspace }) => {
        const all = what === "tables" ? keyspace.tables : keyspace.userTypes;
        const kind = what === "tables" ? "table" : "type";
        return all.toSorted(byName).map((one) => rowOf(keyspace.name, kind, one.name));
      });
    }
    case "functions":
    case "aggregates":
      return [];
    case "any": {
      const isKeyspace = name?.keyspace === undefined && (await allNames()).includes(named);
      if (isKeyspace) return keyspaceRows(await find(named));
      if (current === undefined) throw invalid(`'${named}' not found in keyspaces`);
      const found = await find(current);
      const tables = objects.table.rows(named, found);
      const rows = tables.length > 0 ? tables : objects.index.rows(named, found);
      if (rows.length > 0) return rows;
      throw invalid(`'${named}' not found in keyspace '${current}'`);
    }
    default: {
      const found = await find(requireCurrent());
      const rows = objects[what].rows(named, found);
      if (rows.length > 0) return what === "index" ? rows.slice(0, 1) : rows;
      throw invalid(`${objects[what].missing(named)} '${found.keyspace.name}'`);
    }
  }
}

/** The objects that a statement can name, with the beginning of the message for one that does not exist. */
const objects = {
  table: {
    missing: (name) => `Table '${name}' not found in keyspace`,
    rows: (name, found) =>
      found.keyspace.tables.filter((table) => table.name === name).flatMap((table) => tableRows(table, found)),
  },
  type: {
    missing: (name) => `User defined type '${name}' not found in`,
    rows: (name, { keyspace }) =>
      keyspace.userTypes.filter((type) => type.name === name).map((type) => typeRow(keyspace.name, type)),
  },
  index: {
    missing: (name) => `Table for existing index '${name}' not found in`,
    rows: (name, { keyspace }) =>
      keyspace.tables.flatMap((table) => indexRows(keyspace.name, table, (index) => index === name)),
  },
  view: { missing: (name) => `Materialized view '${name}' not found in`, rows: () => [] },
  function: { missing: (name) => `User defined function '${name}' not found in`, rows: () => [] },
  aggregate: { missing: (name) => `User defined aggregate '${name}' not found in`, rows: () => [] },
} satisfies Readonly<
  Record<string, { missing: (name: string) => string; rows: (name: string, found: Found) => readonly Row[] }>
>;

function keyspaceRows(found: Found): readonly Row[] {
  const { keyspace, details } = found;
  const { name } = keyspace;
  return [
    rowOf(name, "keyspace", name, printCreateKeyspace(name, details)),
    ...typesInOrder(keyspace).map((type) => typeRow(name, type)),
    ...keyspace.tables.toSorted(byName).flatMap((table) => tableRows(table, found)),
  ];
}

function typeRow(keyspace: string, type: UserType): Row {
  return rowOf(keyspace, "type", type.name, printCreateType(keyspace, type));
}

/** A table and its indexes. */
function tableRows(table: Table, { keyspace: { name }, details: { tables }, withInternals }: Found): readonly Row[] {
  const details = tables.get(table.name) ?? { id: "", options: new Map(), dropped: [] };
  return [
    rowOf(name, "table", table.name, printCreateTable(name, table, details, withInternals)),
    ...indexRows(name, table),
  ];
}

function indexRows(keyspace: string, table: Table, isWanted = (_name: string): boolean => true): readonly Row[] {
  return indexesInOrder(table)
    .filter(([name]) => isWanted(name))
    .map(([name, index]) => rowOf(keyspace, "index", name, printCreateIndex(keyspace, table, index, name)));
}

function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return compareNames(one.name, other.name);
}
