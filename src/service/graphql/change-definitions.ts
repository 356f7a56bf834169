/**
 * The mutations of the definition endpoint: each changes definitions of the store, or says in the words of real servers
 * why not. The store checks what the database would.
 */
import { byCodeUnits, indexNames, isMultiCell, parseCqlType } from "../../model/index.ts";
import type { Column, CqlType, Field, IndexKind, IndexOptions, Keyspace, Order, Table } from "../../model/index.ts";
import type { Store } from "../../store/index.ts";
import { findKeyspaceToChange, findTableToChange } from "../find-table.ts";
import { invalid } from "./problem.ts";
import { printDataType } from "./data-type.ts";
import type { DataType } from "./data-type.ts";

/** The arguments of all mutations: those that a mutation requires are present. */
interface DefinitionArguments {
  readonly name: string;
  readonly replicas?: number | null;
  readonly datacenters?: DataCenters | null;
  readonly dcs?: DataCenters | null;
  readonly keyspaceName: string;
  readonly tableName: string;
  readonly partitionKeys: Columns;
  readonly clusteringKeys?: Columns | null;
  readonly values?: Columns | null;
  readonly toAdd: Columns;
  readonly toDrop: readonly (string | null)[];
  readonly typeName: string;
  readonly fields: Columns;
  readonly columnName: string;
  readonly indexName?: string | null;
  readonly indexType?: string | null;
  readonly indexKind?: "KEYS" | "VALUES" | "ENTRIES" | "FULL" | null;
  readonly indexOptions?: readonly ({ readonly name: string; readonly value: string } | null)[] | null;
  readonly ifNotExists?: boolean | null;
  readonly ifExists?: boolean | null;
}

type DataCenters = readonly ({ readonly name: string; readonly replicas?: number | null } | null)[];

type Columns = readonly ({ readonly name: string; readonly type: DataType; readonly order?: string | null } | null)[];

/** @throws {GraphQLError} in the words of real servers, or {StoreError} in those of the database */
type Change = (args: DefinitionArguments, store: Store) => Promise<void>;

/** By the names of the mutations. */
export const changes: Readonly<Record<string, Change>> = {
  createKeyspace: async ({ name, replicas, datacenters, dcs, ifNotExists }, store) => {
    const isPlain = typeof replicas === "number";
    const centers = datacenters ?? dcs;
    if (!isPlain && !centers) throw invalid("You must specify either replicas or datacenters");
    if (isPlain && centers) throw invalid("You can't specify both replicas and datacenters");
    if (isPlain && replicas < 0) throw invalid(`Replication factor must be non-negative, found ${replicas}`);
    if (systemKeyspace.test(name)) throw invalid(`System keyspace '${name}' is not user-modifiable`);
    const wasCreated = await store.createKeyspace(name, isPlain ? replicas : replicasIn(centers ?? []));
    if (!wasCreated && !ifNotExists) throw invalid(`Cannot add existing keyspace "${name}"`);
  },

  dropKeyspace: async ({ name, ifExists }, store) => {
    if (!(await store.dropKeyspace(name)) && !ifExists) throw invalid(`Keyspace ${name} does not exists`);
  },

  createTable: async (args, store) => {
    const { keyspaceName, tableName: name, partitionKeys, clusteringKeys, values, ifNotExists } = args;
    const keyspace = await findKeyspaceToChange(store, keyspaceName, invalid);
    const partition = present("partitionKeys", partitionKeys);
    const clustering = present("clusteringKeys", clusteringKeys ?? [], 0);
    const regular = present("values", values ?? [], 0);
    const columns = [
      ...partition.map((column): Column => ({ ...parseField(keyspace, column), kind: "partition" })),
      ...clustering.map((column): Column => ({ ...parseField(keyspace, column), kind: "clustering" })),
      ...regular.map((column): Column => ({ ...parseField(keyspace, column), kind: "regular" })),
    ];
    const twice = columns.find((column, place) => columns.findIndex((other) => other.name === column.name) < place);
    if (twice) throw invalid(`Duplicate column '${twice.name}' declaration for table '${keyspaceName}.${name}'`);
    const wasCreated = await store.createTable(keyspaceName, {
      name,
      columns,
      partitionKey: partition.map((column) => column.name),
      clusteringKey: clustering.map((column) => ({ name: column.name, order: parseOrder(column.order) })),
      defaultTimeToLive: 0,
      indexes: [],
    });
    if (!wasCreated && !ifNotExists) throw invalid(`A table named ${name} already exists`);
  },

  alterTableAdd: async ({ keyspaceName, tableName, toAdd }, store) => {
    const { keyspace } = await findTableToChange(store, keyspaceName, tableName, invalid);
    const fields = present("toAdd", toAdd).map((column) => parseField(keyspace, column));
    for (const field of fields) {
      await store.alterTable(keyspaceName, tableName, { kind: "add-column", column: { ...field, kind: "regular" } });
    }
  },

  alterTableDrop: async ({ keyspaceName, tableName, toDrop }, store) => {
    await findTableToChange(store, keyspaceName, tableName, invalid);
    for (const column of present("toDrop", toDrop)) {
      await store.alterTable(keyspaceName, tableName, { kind: "drop-column", column });
    }
  },

  dropTable: async ({ keyspaceName, tableName, ifExists }, store) => {
    await findKeyspaceToChange(store, keyspaceName, invalid);
    const wasDropped = await store.dropTable(keyspaceName, tableName);
    if (!wasDropped && !ifExists) throw invalid(`Table ${keyspaceName}.${tableName} does not exists`);
  },

  createType: async ({ keyspaceName, typeName: name, fields, ifNotExists }, store) => {
    const keyspace = await findKeyspaceToChange(store, keyspaceName, invalid);
    if (fields.length === 0) throw invalid("Must have at least one field");
    const parsed = present("fields", fields).map((field) => parseField(keyspace, field));
    const wasCreated = await store.createUserType(keyspaceName, { name, fields: parsed });
    if (!wasCreated && !ifNotExists) throw invalid(`A type named ${keyspaceName}.${name} already exists`);
  },

  alterTypeAdd: async ({ keyspaceName, typeName, toAdd }, store) => {
    const keyspace = await findKeyspaceToChange(store, keyspaceName, invalid);
    for (const field of present("toAdd", toAdd).map((given) => parseField(keyspace, given))) {
      await store.alterUserType(keyspaceName, typeName, { kind: "add-field", field });
    }
  },

  dropType: async ({ keyspaceName, typeName, ifExists }, store) => {
    await findKeyspaceToChange(store, keyspaceName, invalid);
    const wasDropped = await store.dropUserType(keyspaceName, typeName);
    if (!wasDropped && !ifExists) throw invalid(`User type ${keyspaceName}.${typeName} does not exists`);
  },

  createIndex: async (args, store) => {
    const { keyspaceName, tableName, columnName, indexName: name, indexType, indexKind, ifNotExists } = args;
    const { keyspace, table } = await findTableToChange(store, keyspaceName, tableName, invalid);
    const column = table.columns.find((candidate) => candidate.name === columnName);
    if (!column) throw invalid(`Unknown column ${columnName} in table ${keyspaceName}.${tableName}`);
    const isAttached = parseIndexType(indexType);
    const kind = kindOf(column.type, indexKind);
    const isSame = (index: Table["indexes"][number]): boolean => index.column === columnName && index.kind === kind;
    const isTaken = keyspace.tables.some((other) => indexNames(other).includes(name ?? ""));
    if (ifNotExists && (isTaken || table.indexes.some(isSame))) return;
    const options = parseOptions(args.indexOptions, isAttached);
    const index = {
      ...(name && { name }),
      ...{ column: columnName, kind },
      ...(isAttached && { using: "sai" as const }),
      ...(options && { options }),
    };
    await store.alterTable(keyspaceName, tableName, { kind: "create-index", index });
  },

  dropIndex: async ({ keyspaceName, indexName, ifExists }, store) => {
    const { tables } = await findKeyspaceToChange(store, keyspaceName, invalid);
    const index = indexName ?? "";
    const table = tables.find((candidate) => indexNames(candidate).includes(index));
    if (table) await store.alterTable(keyspaceName, table.name, { kind: "drop-index", index });
    else if (!ifExists) throw invalid(`Index ${index} does not exists`);
  },
};

function replicasIn(centers: DataCenters): Readonly<Record<string, number>> {
  const given = centers.filter((center) => center !== null);
  return Object.fromEntries(given.map(({ name, replicas }) => [name, replicas ?? 3]));
}

const systemKeyspace = /^system(?:_auth|_distributed|_schema|_traces|_views|_virtual_schema)?$/;

function present<Item>(argument: string, items: readonly (Item | null)[], least = 1): readonly Item[] {
  if (items.length < least) throw invalid(`${argument} must contain at least one element`);
  const found = items.filter((item) => item !== null);
  if (found.length < items.length) throw invalid(`${argument} must not contain null`);
  return found;
}

function parseField({ name: keyspace, userTypes }: Keyspace, { name, type }: NonNullable<Columns[number]>): Field {
  const text = printDataType(type);
  const parsed = parseCqlType(text, { userTypes: new Map(userTypes.map((type) => [type.name, type])) });
  if ("type" in parsed) return { name, type: parsed.type };
  const { code, found, message } = parsed;
  throw invalid(code === "unknown-type" ? `Unknown type ${keyspace}.${found}` : `${name}: ${message}`);
}

function parseOrder(order: string | null | undefined): Order {
  const word = order?.toUpperCase() ?? "ASC";
  if (word === "ASC" || word === "DESC") return word;
  throw invalid(`order must be ASC or DESC, not '${order}'`);
}

/** Whether an index is storage-attached: by the name of its class, with or without its package, or by its short name. */
function parseIndexType(type: string | null | undefined): boolean {
  if (!type) return false;
  if (/^(?:sai|(?:org\.apache\.cassandra\.index\.sai\.)?StorageAttachedIndex)$/i.test(type)) return true;
  throw invalid(`Unable to find custom indexer class '${type}'`);
}

function parseOptions(given: DefinitionArguments["indexOptions"], isAttached: boolean): IndexOptions | undefined {
  const options = present("indexOptions", given ?? [], 0);
  if (options.length === 0) return undefined;
  if (!isAttached) throw invalid("Cannot specify options for a non-CUSTOM index");
  const sorted = options.toSorted((one, other) => byCodeUnits(one.name, other.name));
  return Object.fromEntries(sorted.map(({ name, value }) => [name, value]));
}

/** The kind of an index on a value of this type. */
function kindOf(type: CqlType, asked: DefinitionArguments["indexKind"]): IndexKind {
  const isCollection = type.kind === "list" || type.kind === "set" || type.kind === "map";
  const kind = asked ? (asked.toLowerCase() as IndexKind) : isCollection && isMultiCell(type) ? "values" : "full";
  if ((kind === "keys" || kind === "entries") && type.kind !== "map") {
    throw invalid(`Indexing ${kind} can only be used with a map`);
  }
  if (kind === "values" && !isCollection) throw invalid("Indexing values can only be used with collections");
  return kind;
}
