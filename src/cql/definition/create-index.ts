/** Creates indexes, after the checks of the database in its order. */
import { isCollection } from "../values/index.ts";
import { chooseIndexName, indexNames, isCounterTable, isMultiCell, refersToDuration } from "../../model/index.ts";
import type { Column, CqlType, Index, IndexKind, Keyspace, Table } from "../../model/index.ts";
import { durationsOf } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import type { CreateIndex } from "../grammar/tree.ts";
import type { Answer } from "../protocol/message.ts";
import { keyspaceOf } from "../statement/scope.ts";
import { attachedWarnings, checkAttached } from "./attached-index.ts";
import { changed, configError, requireKeyspace, unchanged } from "./context.ts";
import type { Context } from "./context.ts";
import { checkNames, mapProperty, sortedMap } from "./properties.ts";

export async function createIndex(statement: CreateIndex, context: Context): Promise<Answer> {
  const { table: reference, ifNotExists, targets } = statement;
  const options = readOptions(statement);
  const keyspace = await requireKeyspace(context, keyspaceOf(reference, context.caller));
  const table = keyspace.tables.find(({ name }) => name === reference.name);
  if (!table) throw invalid(`Table '${reference.name}' doesn't exist`);
  const taken = new Set(keyspace.tables.flatMap(indexNames));
  const given = statement.name;
  if (given !== undefined && taken.has(given)) {
    if (ifNotExists) return unchanged;
    throw invalid(`Index '${given}' already exists`);
  }
  const isAttached = findClass(statement);
  if (isCounterTable(table)) throw invalid("Secondary indexes on counter tables aren't supported");
  const [target] = targets;
  if (!isAttached && targets.length === 0) {
    throw invalid("Only CUSTOM indexes can be created without specifying a target column");
  }
  if (!isAttached && targets.length > 1) throw invalid("Only CUSTOM indexes support multiple columns");
  const checked = targets.map((one) => checkTarget(one, keyspace, table));
  if (checked.length > 1) {
    const columns = checked.map(({ column }) => column.name).join(", ");
    throw invalid(`A storage-attached index cannot be created over multiple columns: ${columns}`);
  }
  const [found] = checked;
  if (!target || !found) throw invalid("Failed to retrieve target column for: ");
  const { column, kind } = found;
  const name = given ?? chooseIndexName(table.name, column.name, taken);
  const index: Index = {
    name,
    column: column.name,
    kind,
    ...(isAttached && { using: "sai" as const }),
    ...(isAttached && options.size > 0 && { options: Object.fromEntries(sortedMap(options)) }),
  };
  const same = table.indexes.findIndex((other) => isSame(other, index));
  if (same >= 0) {
    if (ifNotExists) return unchanged;
    throw invalid(`Index ${name} is a duplicate of existing index ${indexNames(table)[same]}`);
  }
  if (!/^\w+$/.test(name)) throw configError(`Illegal index name ${name}`);
  if (isAttached) checkAttached(table, column, index);
  await context.store.alterTable(keyspace.name, table.name, { kind: "create-index", index });
  const warnings = isAttached ? attachedWarnings(column.type) : [];
  return changed("UPDATED", "TABLE", keyspace.name, table.name, warnings);
}

function readOptions({ options, using }: CreateIndex): ReadonlyMap<string, string> {
  checkNames(options, new Set(["options"]));
  const given = mapProperty(options, "options") ?? new Map<string, string>();
  if (using === undefined && given.size > 0) throw invalid("Cannot specify options for a non-CUSTOM index");
  for (const own of ["class_name", "target"]) {
    if (given.has(own)) throw invalid(`Cannot specify ${own} as a CUSTOM option`);
  }
  return given;
}

const attachedClass = "org.apache.cassandra.index.sai.StorageAttachedIndex";
/** Written in any case, as the name of the class is not. */
const attachedNames: ReadonlySet<string> = new Set(["sai", "storageattachedindex"]);
const localTable = "legacy_local_table";

/** Whether it is a storage-attached one. */
function findClass({ isCustom, using }: CreateIndex): boolean {
  const name = using ?? localTable;
  if (name === attachedClass || attachedNames.has(name.toLowerCase())) return true;
  if (!isCustom && name.toLowerCase() === localTable) return false;
  if (/^(?:.*\.)?sasiindex$/i.test(name)) {
    throw invalid("SASI indexes are disabled. Enable in cassandra.yaml to use.");
  }
  throw configError(`Unable to find custom indexer class '${name}'`);
}

type Target = CreateIndex["targets"][number];

function checkTarget(target: Target, keyspace: Keyspace, table: Table): { column: Column; kind: IndexKind } {
  const column = table.columns.find(({ name }) => name === target.column);
  if (!column) throw invalid(`Undefined column name ${target.column} in table ${keyspace.name}.${table.name}`);
  const { name, type, kind } = column;
  if (kind === "partition" && table.partitionKey.length === 1) {
    throw invalid(`Cannot create secondary index on the only partition key column ${name}`);
  }
  if (refersToDuration(type)) {
    throw invalid(
      `Secondary indexes are not supported on ${type.kind === "native" ? "duration columns" : durationsOf(type)}`,
    );
  }
  return { column, kind: checkKind(target, type) };
}

function checkKind({ column, kind }: Target, type: CqlType): IndexKind {
  const isOfItems = isCollection(type);
  const isOpen = isMultiCell(type);
  if (kind === "full") {
    if (isOfItems && !isOpen) return "full";
    throw invalid("full() indexes can only be created on frozen collections");
  }
  if (!isOfItems) {
    if (kind !== undefined) {
      throw invalid(`Cannot create ${kind}() index on ${column}. Non-collection columns only support simple indexes`);
    }
    if (type.kind === "user" && isOpen) throw invalid(`Cannot create index on non-frozen UDT column ${column}`);
    return "full";
  }
  if (!isOpen) {
    throw invalid(
      `Cannot create ${kind ?? "values"}() index on frozen column ${column}. Frozen collections are immutable and must ` +
        `be fully indexed by using the 'full(${column})' modifier`,
    );
  }
  if ((kind === "keys" || kind === "entries") && type.kind !== "map") {
    throw invalid(`Cannot create index on ${kind} of column ${column} with non-map type`);
  }
  return kind ?? "values";
}

/** Whether they are of one kind, with the same options. */
function isSame(one: Index, other: Index): boolean {
  const options = ({ options = {} }: Index): string => JSON.stringify(Object.entries(options).sort());
  return (
    one.column === other.column &&
    one.kind === other.kind &&
    one.using === other.using &&
    options(one) === options(other)
  );
}
