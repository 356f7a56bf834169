/** Checks the column and the options of a storage-attached index. */
import { partsOf } from "../../model/index.ts";
import type { Column, CqlType, Index, Table } from "../../model/index.ts";
import { invalid } from "../cql-error.ts";
import { typeText } from "../values/index.ts";
import { configError } from "./context.ts";

const analyzing = ["case_sensitive", "normalize", "ascii"];
const ofVectors = ["similarity_function", "optimize_for", "maximum_node_connections", "construction_beam_width"];
const similarities = ["EUCLIDEAN", "DOT_PRODUCT", "COSINE"];

/** @throws {CqlError} `invalid` or `config` */
export function checkAttached(table: Table, column: Column, { kind, options = {} }: Index): void {
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
export function attachedWarnings({ kind }: CqlType): readonly string[] {
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
