/** Reads the columns of a table and its primary key, and reports what the database would reject. */
import { contains, isMultiCell, printCqlType, quote, refersToDuration } from "./cql-type.ts";
import type { CqlType } from "./cql-type.ts";
import { kindOf } from "./json-reader.ts";
import type { JsonReader, Path } from "./json-reader.ts";
import { isInKey } from "./keyspace.ts";
import type { Column, ColumnKind, Order } from "./keyspace.ts";
import { parseCqlType } from "./parse-cql-type.ts";
import type { TypeRules } from "./parse-cql-type.ts";

/** A column as it is declared, before the key decides its kind. */
interface DeclaredColumn {
  readonly name: string;
  readonly type: CqlType;
  readonly isStatic: boolean;
  readonly description: string | undefined;
  /** Its index in `columnDefinitions`. */
  readonly index: number;
}

const columnMembers = ["name", "description", "typeDefinition", "static"];
const textType: CqlType = { kind: "native", name: "text" };

/** Reads the columns of a table, and reports those that no table can have. */
export function parseColumns(reader: JsonReader, json: unknown, rules: TypeRules): readonly DeclaredColumn[] {
  const path = ["columnDefinitions"];
  const list = reader.array(json, path, "a list of columns") ?? [];
  if (Array.isArray(json) && list.length === 0) reader.add("no-columns", path, "a table has at least one column");
  const columns: DeclaredColumn[] = [];
  const seen = new Set<string>();
  list.forEach((item, index) => {
    const column = parseColumn(reader, item, index, rules);
    if (!column) return;
    if (seen.has(column.name)) {
      reader.add("duplicate-column", [...path, index, "name"], `the column ${column.name} is defined twice`);
      return;
    }
    seen.add(column.name);
    columns.push(column);
  });
  return columns;
}

function parseColumn(reader: JsonReader, json: unknown, index: number, rules: TypeRules): DeclaredColumn | undefined {
  const path = ["columnDefinitions", index];
  const definition = reader.object(json, path, "a column definition", columnMembers);
  if (!definition) return undefined;
  const name = reader.string(definition, path, "name");
  if (name === "") reader.add("bad-name", [...path, "name"], "a column's name cannot be empty");
  const typeText = reader.string(definition, path, "typeDefinition");
  const isStatic = reader.optionalBoolean(definition, path, "static") ?? false;
  const description = reader.optionalString(definition, path, "description");
  // A missing type is reported already, and an invalid one below: the column is checked further as text.
  const parsed = parseCqlType(typeText ?? "text", rules);
  if ("code" in parsed) {
    const { code, message, ...more } = parsed;
    reader.add(code, [...path, "typeDefinition"], message, more);
  }
  if (name === undefined) return undefined;
  return { name, description, type: "type" in parsed ? parsed.type : textType, isStatic, index };
}

/** Decides the kind of each column by the key, and reports what a column of that kind cannot be. */
export function decideKinds(reader: JsonReader, declared: readonly DeclaredColumn[], key: Key): readonly Column[] {
  return declared.map(({ name, description, type, isStatic, index }): Column => {
    const kind = kindIn(key, name, isStatic);
    if (kind === "static" && key.understood && key.clusteringKey.length === 0) {
      const message = `the column ${name} cannot be static: the table has no clustering key, so a partition has one row only`;
      reader.add("static-without-clustering", ["columnDefinitions", index, "static"], message);
    }
    const objection = isInKey({ kind }) ? undefined : objectionToColumn(type);
    if (objection !== undefined) {
      const typePath = ["columnDefinitions", index, "typeDefinition"];
      reader.refuse("bad-type", typePath, `${objection} (column ${name})`);
    }
    return description === undefined ? { name, type, kind } : { name, description, type, kind };
  });
}

function kindIn({ partitionKey, clusteringKey }: Key, name: string, isStatic: boolean): ColumnKind {
  if (partitionKey.includes(name)) return "partition";
  if (clusteringKey.includes(name)) return "clustering";
  return isStatic ? "static" : "regular";
}

/** Why a column outside the key cannot have a type: a user type that is not frozen cannot contain such a collection. */
function objectionToColumn(type: CqlType): string | undefined {
  if (type.kind !== "user" || type.frozen) return undefined;
  const field = type.type.fields.find((field) => isMultiCell(field.type));
  if (!field) return undefined;
  const text = printCqlType(type);
  return `${text} must be frozen, or its field ${field.name}, which is a collection: frozen<${text}>`;
}

/** Reports what counters exclude: other columns, and values that expire. @param declared the same columns, in the same order */
export function checkCounters(
  reader: JsonReader,
  columns: readonly Column[],
  declared: readonly DeclaredColumn[],
  defaultTimeToLive: number,
): void {
  const isCounter = ({ type }: Column): boolean => contains(type, "counter");
  if (!columns.some((column) => !isInKey(column) && isCounter(column))) return;
  const other = columns.findIndex((column) => !isInKey(column) && !isCounter(column));
  if (other >= 0) {
    const message = `a table with counters cannot have other columns: ${columns[other]?.name} is not a counter`;
    reader.add("mixed-counters", ["columnDefinitions", declared[other]?.index ?? other, "typeDefinition"], message);
  }
  if (defaultTimeToLive > 0) {
    const message = "a table with counters cannot have a time to live";
    reader.add("counter-time-to-live", ["tableOptions", "defaultTimeToLive"], message);
  }
}

/** The columns of the primary key that the table has, without repeated ones. */
export interface Key {
  readonly partitionKey: readonly string[];
  readonly clusteringKey: readonly string[];
  /** Whether all its columns are known; otherwise checks that depend on the key would report false mistakes. */
  readonly understood: boolean;
}

const keyMembers = ["partitionKey", "clusteringKey"];

/** Reads the primary key of a table, and reports columns that cannot be in one. */
export function parsePrimaryKey(reader: JsonReader, json: unknown, columns: readonly DeclaredColumn[]): Key {
  const path = ["primaryKey"];
  const key = reader.object(json, path, "the primary key", keyMembers, '{ "partitionKey": ["id"] }');
  if (!key) return { partitionKey: [], clusteringKey: [], understood: false };
  const { partitionKey: partition, clusteringKey: clustering } = key;
  const partitionKey = parseKeyColumns(reader, partition, [...path, "partitionKey"], columns, []);
  if (Array.isArray(partition) && partition.length === 0) {
    reader.add("no-partition-key", [...path, "partitionKey"], "a partition key has at least one column");
  }
  const clusteringKey =
    clustering === undefined
      ? []
      : parseKeyColumns(reader, clustering, [...path, "clusteringKey"], columns, partitionKey);
  const names = [partition, clustering ?? []].flat();
  const understood = partitionKey.length > 0 && names.length === partitionKey.length + clusteringKey.length;
  return { partitionKey, clusteringKey, understood };
}

function parseKeyColumns(
  reader: JsonReader,
  json: unknown,
  path: Path,
  columns: readonly DeclaredColumn[],
  taken: readonly string[],
): string[] {
  const list = reader.array(json, path, "a list of column names") ?? [];
  const names: string[] = [];
  list.forEach((name, index) => {
    const column = columns.find((candidate) => candidate.name === name);
    if (typeof name !== "string") {
      reader.add("wrong-json", [...path, index], `a column's name must be a string, not ${kindOf(name)}`);
    } else if (!column) {
      const expected = columns.map((candidate) => candidate.name);
      const message = `the table has no column ${quote(name)}`;
      reader.add("unknown-column", [...path, index], message, { found: name, expected });
    } else if (taken.includes(name) || names.includes(name)) {
      reader.add("duplicate-key-column", [...path, index], `the column ${name} is in the primary key twice`);
    } else {
      const objection = objectionToKey(column.type);
      if (objection !== undefined) reader.refuse("bad-key-type", [...path, index], `${objection} (column ${name})`);
      if (column.isStatic) {
        const message = `the column ${name} is static, so it cannot be in the primary key`;
        reader.add("static-key", [...path, index], message);
      }
      names.push(name);
    }
  });
  return names;
}

/** Why a type cannot be in a primary key. */
function objectionToKey(type: CqlType): string | undefined {
  const native = contains(type, "counter") ? "counter" : refersToDuration(type) ? "duration" : undefined;
  if (native) return `a ${native} cannot be in a primary key`;
  if (!isMultiCell(type)) return undefined;
  return `${printCqlType(type)} cannot be in a primary key unless it is frozen: frozen<${printCqlType(type)}>`;
}

/** Real servers accept `name` for `column`. */
const orderMembers = ["column", "order", "name"];

/** Reads the order of clustering columns, `clusteringExpression`. */
export function parseClusteringOrder(reader: JsonReader, json: unknown, key: Key): ReadonlyMap<string, Order> {
  const order = new Map<string, Order>();
  const path = ["tableOptions", "clusteringExpression"];
  for (const [index, item] of (reader.array(json, path, "a list of columns with their order") ?? []).entries()) {
    const entryPath = [...path, index];
    const entry = reader.object(item, entryPath, "a column with its order", orderMembers);
    if (!entry) continue;
    const member = entry["column"] === undefined && "name" in entry ? "name" : "column";
    const name = reader.string(entry, entryPath, member);
    const word = reader.string(entry, entryPath, "order");
    if (name === undefined || word === undefined) continue;
    if (key.understood && !key.clusteringKey.includes(name)) {
      const message = `${quote(name)} is not a column of the clustering key`;
      reader.add("unknown-column", [...entryPath, member], message, { found: name, expected: key.clusteringKey });
    } else if (order.has(name)) {
      reader.add("duplicate-order", [...entryPath, member], `the column ${name} already has an order`);
    }
    const upper = word.toUpperCase();
    if (upper === "ASC" || upper === "DESC") order.set(name, upper);
    else reader.add("bad-order", [...entryPath, "order"], `an order must be ASC or DESC, not ${quote(word)}`);
  }
  return order;
}
