/** Creates tables, after the checks of the database in its order. */
import { contains, isMultiCell } from "../../model/index.ts";
import type { Column, Keyspace, Table } from "../../model/index.ts";
import { CqlError, invalid } from "../cql-error.ts";
import type { CreateTable } from "../grammar/tree.ts";
import type { Answer } from "../protocol/message.ts";
import { keyspaceOf } from "../statement/scope.ts";
import { changed, configError, maskingIsOff, requireKeyspace, unchanged } from "./context.ts";
import type { Context } from "./context.ts";
import { checkKeyType, hasNestedCollection, resolveType } from "./resolve-type.ts";
import { defaultTableOptions } from "../../store/index.ts";
import { checkOptionNames, checkTableOptions, newTableOptions, readTableOptions } from "./table-options.ts";

export async function createTable(statement: CreateTable, context: Context): Promise<Answer> {
  const { store, caller } = context;
  const { table: reference, ifNotExists, options } = statement;
  const keyspaceName = keyspaceOf(reference, caller);
  const name = reference.name;
  const keyspace = await requireKeyspace(context, keyspaceName);
  const given = readTableOptions(options);
  const exists = (): Answer => {
    if (ifNotExists) return unchanged;
    throw new CqlError("already-exists", `Cannot add already existing table "${name}" to keyspace "${keyspaceName}"`, {
      exists: { keyspace: keyspaceName, table: name },
    });
  };
  if (keyspace.tables.some((table) => table.name === name)) return exists();
  checkOptionNames(options);
  checkTableId(options.get("id"));
  const own = newTableOptions(given);
  checkTableOptions(new Map([...defaultTableOptions, ...own]));
  const table = buildTable(statement, keyspace);
  checkCounters(table, Number(own.get("default_time_to_live") ?? 0));
  checkTableName(keyspaceName, name);
  if (statement.compactStorage) checkCompactStorage(table);
  return (await store.createTable(keyspaceName, table, own))
    ? changed("CREATED", "TABLE", keyspaceName, name)
    : exists();
}

/** Refuses a statement that is invalid whatever definitions exist. @throws {CqlError} */
export function checkWrittenTable({ table, options, ...statement }: CreateTable): void {
  const { columns, partitionKey, clusteringOrder, hasTwoKeys } = statement;
  const title = table.keyspace === undefined ? table.name : `${table.keyspace}.${table.name}`;
  const twice = firstTwice(columns.map(({ name }) => name));
  if (twice !== undefined) throw invalid(`Duplicate column '${twice}' declaration for table '${title}'`);
  if (hasTwoKeys) throw invalid(`Multiple PRIMARY KEY specified for table '${title}' (exactly one required)`);
  if (partitionKey.length === 0) throw invalid(`No PRIMARY KEY specifed for table '${title}' (exactly one required)`);
  const ordered = firstTwice(clusteringOrder.map(({ column }) => column));
  if (ordered !== undefined) {
    throw invalid(`Duplicate column '${ordered}' in CLUSTERING ORDER BY clause for table '${title}'`);
  }
  readTableOptions(options);
}

function firstTwice(names: readonly string[]): string | undefined {
  return names.find((name, place) => names.indexOf(name) !== place);
}

/** The store gives each table an id of its own. */
export function checkTableId(id: string | ReadonlyMap<string, string> | undefined): void {
  if (id === undefined) return;
  const isUuid = typeof id === "string" && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
  if (!isUuid) throw configError("Invalid table id");
}

function buildTable(statement: CreateTable, keyspace: Keyspace): Table {
  const { table, columns: nodes, partitionKey, clusteringKey } = statement;
  if (nodes.some(({ mask }) => mask !== undefined)) throw invalid(maskingIsOff);
  const types = new Map(nodes.map(({ name, type }) => [name, resolveType(type, keyspace)]));
  const key = [...partitionKey, ...clusteringKey];
  for (const [place, name] of key.entries()) {
    const type = types.get(name);
    if (!type) throw invalid(`Unknown column '${name}' referenced in PRIMARY KEY for table '${table.name}'`);
    if (key.indexOf(name) !== place) {
      throw invalid(`Duplicate column '${name}' in PRIMARY KEY clause for table '${table.name}'`);
    }
    if (nodes.some((node) => node.name === name && node.isStatic)) {
      throw invalid(`Static column '${name}' cannot be part of the PRIMARY KEY`);
    }
    checkKeyType(name, type, keyspace.name);
  }
  if (clusteringKey.length === 0 && nodes.some(({ isStatic }) => isStatic)) throw invalid(uselessStatic);
  const columns = nodes.map(({ name, isStatic }): Column => {
    const kind = partitionKey.includes(name)
      ? "partition"
      : clusteringKey.includes(name)
        ? "clustering"
        : isStatic
          ? "static"
          : "regular";
    return { name, type: types.get(name) ?? { kind: "native", name: "text" }, kind };
  });
  checkClusteringOrder(statement);
  if (columns.some(({ type }) => hasNestedCollection(type))) throw invalid(nestedCollections);
  const orders = new Map(statement.clusteringOrder.map(({ column, order }) => [column, order]));
  return {
    name: table.name,
    columns,
    partitionKey,
    clusteringKey: clusteringKey.map((name) => ({ name, order: orders.get(name) ?? "ASC" })),
    defaultTimeToLive: 0,
    indexes: [],
  };
}

export const uselessStatic =
  "Static columns are only useful (and thus allowed) if the table has at least one clustering column";
export const nestedCollections = "Non-frozen UDTs with nested non-frozen collections are not supported";

function checkClusteringOrder({ clusteringKey, clusteringOrder }: CreateTable): void {
  const ordered = clusteringOrder.map(({ column }) => column);
  const others = ordered.filter((name) => !clusteringKey.includes(name));
  if (others.length > 0) {
    throw invalid(
      "Only clustering key columns can be defined in CLUSTERING ORDER directive: " +
        `[${others.join(", ")}] are not clustering columns`,
    );
  }
  for (const [place, name] of ordered.entries()) {
    const expected = clusteringKey[place] ?? "";
    if (expected === name) continue;
    if (!ordered.includes(expected)) throw invalid(`Missing CLUSTERING ORDER for column ${expected}`);
    throw invalid(
      "The order of columns in the CLUSTERING ORDER directive must match that of the clustering columns " +
        `(${expected} must appear before ${name})`,
    );
  }
}

function checkCounters({ columns }: Table, seconds: number): void {
  const values = columns.filter(({ kind }) => kind === "regular" || kind === "static");
  const counters = values.filter(({ type }) => contains(type, "counter"));
  if (counters.length === 0) return;
  if (counters.length < values.length) throw invalid("Cannot mix counter and non counter columns in the same table");
  if (seconds > 0) throw invalid("Cannot set default_time_to_live on a table with counters");
}

/** Its files are called so, with an id. */
const longestName = 222;

function checkTableName(keyspace: string, name: string): void {
  const about = `${keyspace}.${name}: Table name must not be`;
  if (!/^\w+$/.test(name)) {
    throw configError(`${about} empty or not contain non-alphanumeric-underscore characters (got "${name}")`);
  }
  if (name.length > longestName) {
    throw configError(
      `${about} more than ${longestName} characters long (got ${name.length} characters for "${name}")`,
    );
  }
}

/**
 * Refuses a table that `COMPACT STORAGE` cannot have. One that it can have is a table like any other here: how rows are stored
 * shows only to clients of the protocol before CQL.
 *
 * @throws {CqlError} `invalid`
 */
function checkCompactStorage({ columns, clusteringKey }: Table): void {
  const values = columns.filter(({ kind }) => kind === "regular" || kind === "static");
  if (values.some(({ type }) => isMultiCell(type))) {
    throw invalid("Non-frozen collections and UDTs are not supported with COMPACT STORAGE");
  }
  if (values.some(({ kind }) => kind === "static")) {
    throw invalid("Static columns are not supported in COMPACT STORAGE tables");
  }
  if (clusteringKey.length === 0 && values.length === 0) {
    throw invalid("No definition found that is not part of the PRIMARY KEY");
  }
  if (clusteringKey.length === 0 || values.length < 2) return;
  const names = values.map(({ name }) => name).sort();
  throw invalid(
    `COMPACT STORAGE with composite PRIMARY KEY allows no more than one column not part of the PRIMARY KEY (got: ${names.join(", ")})`,
  );
}
