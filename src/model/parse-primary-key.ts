import { contains, isMultiCell, printCqlType, quote, refersToDuration } from "./cql-type.ts";
import type { CqlType } from "./cql-type.ts";
import { kindOf } from "./json-reader.ts";
import type { JsonReader, Path } from "./json-reader.ts";
import type { Order } from "./keyspace.ts";

/** The valid columns of the primary key. */
export interface Key {
  readonly partitionKey: readonly string[];
  readonly clusteringKey: readonly string[];
  /** Whether all its columns are known; otherwise checks that depend on the key would report false mistakes. */
  readonly understood: boolean;
}

/** A column that a key may name. */
export interface KeyCandidate {
  readonly name: string;
  readonly type: CqlType;
  readonly isStatic: boolean;
}

const members = ["partitionKey", "clusteringKey"];

/** Reads the primary key of a table, and reports columns that cannot be in one. */
export function parsePrimaryKey(reader: JsonReader, json: unknown, columns: readonly KeyCandidate[]): Key {
  const path = ["primaryKey"];
  const key = reader.object(json, path, "the primary key", members, '{ "partitionKey": ["id"] }');
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
  columns: readonly KeyCandidate[],
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

/** Real servers accept the column under both names. */
const orderMembers = ["column", "order", "name"];

/** Reads the order of clustering columns, `clusteringExpression`. */
export function parseClusteringOrder(reader: JsonReader, json: unknown, key: Key): ReadonlyMap<string, Order> {
  const order = new Map<string, Order>();
  const path = ["tableOptions", "clusteringExpression"];
  for (const [index, item] of (reader.array(json, path, "a list of columns with their order") ?? []).entries()) {
    const place = [...path, index];
    const entry = reader.object(item, place, "a column with its order", orderMembers);
    if (!entry) continue;
    const member = entry["column"] === undefined && "name" in entry ? "name" : "column";
    const name = reader.string(entry, place, member);
    const word = reader.string(entry, place, "order");
    if (name === undefined || word === undefined) continue;
    if (key.understood && !key.clusteringKey.includes(name)) {
      const message = `${quote(name)} is not a column of the clustering key`;
      reader.add("unknown-column", [...place, member], message, { found: name, expected: key.clusteringKey });
    } else if (order.has(name)) {
      reader.add("duplicate-order", [...place, member], `the column ${name} already has an order`);
    }
    const upper = word.toUpperCase();
    if (upper === "ASC" || upper === "DESC") order.set(name, upper);
    else reader.add("bad-order", [...place, "order"], `an order must be ASC or DESC, not ${quote(word)}`);
  }
  return order;
}
