/** Creates indexes, after the checks of the database in its order. */
import {
  chooseIndexName,
  indexNames,
  isCounterTable,
  isMultiCell,
  refersToDuration,
  partsOf,
} from "../../model/index.ts";
import type { Column, CqlType, Index, IndexKind, Keyspace, Table } from "../../model/index.ts";
import { durationsOf } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import type { CreateIndex } from "../grammar/tree.ts";
import type { Answer } from "../protocol/message.ts";
import { keyspaceOf } from "../statement/scope.ts";
import { isCollection, typeText } from "../values/index.ts";
import { changed, configError, requireKeyspace, unchangedIf } from "./context.ts";
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
    return unchangedIf(ifNotExists, `Index '${given}' already exists`);
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
    return unchangedIf(ifNotExists, `Index ${name} is a duplicate of existing index ${indexNames(table)[same]}`);
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

// Checks the column and the options of a storage-attached index.

const analyzing = ["case_sensitive", "normalize", "ascii"];
const ofVectors = ["similarity_function", "optimize_for", "maximum_node_connections", "construction_beam_width"];
const similarities = ["EUCLIDEAN", "DOT_PRODUCT", "COSINE"];

/** @throws {CqlError} `invalid` or `config` */
function checkAttached(table: Table, column: Column, { kind, options = {} }: Index): void {
  const unknown = Object.keys(options).filter((name) => !analyzing.includes(name) && !ofVectors.includes(name));
  if (unknown.length > 0) {
    throw configError(`Properties specified [${unknown.join(", ")}] are not understood by StorageAttachedIndex`);
  }
  if (table.indexes.some((other) => other.using === "sai" && other.column === column.name && other.kind === kind)) {
    throw invalid(`Cannot create more than one storage-attached index on the same column: ${column.name}`);
  }
  const [type] = kind === "full" ? [column.type] : indexedParts(column.type, kind);
  if (!type) return;
  checkAnalyzer(type, options);
  checkType(type, options);
}

function indexedParts(type: CqlType, kind: Index["kind"]): readonly CqlType[] {
  if (type.kind !== "map") return partsOf(type);
  return kind === "entries" ? [] : [kind === "keys" ? type.key : type.value];
}

type Options = Readonly<Record<string, string>>;

function checkAnalyzer(type: CqlType, options: Options): void {
  const given = analyzing.filter((name) => options[name] !== undefined);
  const isText = type.kind === "native" && ["text", "varchar", "ascii"].includes(type.name);
  if (given.length > 0 && !isText) throw invalid(`CQL type ${typeText(type)} cannot be analyzed.`);
  for (const name of given) {
    const value = options[name] ?? "";
    if (!/^(?:true|false)$/i.test(value)) throw invalid(`Illegal value for boolean option '${name}': ${value}`);
  }
}

function checkType(type: CqlType, options: Options): void {
  if (type.kind === "native" && type.name === "blob") throw invalid("Unsupported type: blob");
  const given = ofVectors.filter((name) => options[name] !== undefined);
  if (type.kind !== "vector") {
    if (given.length > 0) throw invalid(`CQL type ${typeText(type)} cannot have vector options`);
    return;
  }
  if (type.item.kind !== "native" || type.item.name !== "float") {
    throw invalid("SAI ANN indexes are only allowed on vector columns with float elements");
  }
  const similarity = (options["similarity_function"] ?? "COSINE").toUpperCase();
  if (!similarities.includes(similarity)) {
    throw invalid(
      `Similarity function ${similarity} was not recognized for index null. Valid values are: ${similarities.join(", ")}`,
    );
  }
  if (similarity === "COSINE" && type.dimensions === 1) {
    throw invalid("Cosine similarity is not supported for single-dimension vectors");
  }
  const custom = ["maximum_node_connections", "construction_beam_width"].find((name) => options[name] !== undefined);
  if (custom === undefined) return;
  const what = custom === "maximum_node_connections" ? "Maximum node connections" : "Construction beam width";
  throw invalid(`${what} cannot be set without enabling SAI_VECTOR_ALLOW_CUSTOM_PARAMETERS`);
}

/** The database's warnings. */
function attachedWarnings({ kind }: CqlType): readonly string[] {
  if (kind !== "vector") return [];
  return [
    "SAI ANN indexes on vector columns are experimental and are not recommended for production use.\n" +
      "They don't yet support SELECT queries with:\n" +
      " * Consistency level higher than ONE/LOCAL_ONE.\n" +
      " * Paging.\n" +
      " * No LIMIT clauses.\n" +
      " * PER PARTITION LIMIT clauses.\n" +
      " * GROUP BY clauses.\n" +
      " * Aggregation functions.\n" +
      " * Filters on columns without a SAI index.",
  ];
}
