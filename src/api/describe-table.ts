/**
 * Describes the fields, arguments and types of a table: which key is needed, what may be ordered, what null does.
 *
 * Names columns by their API names. The table's own description comes first. Texts are short: a keyspace may have a
 * thousand tables, and introspection returns all of them.
 */
import { knowsEquality, knowsRanges, printCqlType } from "../model/index.ts";
import type { Column, CqlType, Index, IndexKind } from "../model/index.ts";
import type { TableApi } from "./table-api.ts";

export type TableTexts = Readonly<Record<Text, string>>;
type Text = "row" | "input" | "filter" | "order" | "result" | "written" | Field | Argument;
type Field = "query" | "insert" | "update" | "delete";
type Argument =
  "selectValue" | "selectFilter" | "orderBy" | "insertValue" | "updateValue" | "deleteValue" | "deleteFilter";

export function describeTable(api: TableApi): TableTexts {
  const { table, columns } = api;
  const names = new Map<string, string>();
  let hasStatic = false;
  let isCounter = false;
  for (const [field, { name, kind, type: of }] of columns) {
    if (kind !== "regular" || table.indexes.length > 0) names.set(name, `\`${field}\``);
    hasStatic ||= kind === "static";
    isCounter ||= isCounterType(of);
  }
  const list = (cqlNames: readonly string[]): string => cqlNames.map((name) => names.get(name) ?? name).join(", ");
  const clustering = table.clusteringKey.map((column) => column.name);
  const partition = list(table.partitionKey);
  const key = clustering.length > 0 ? `${partition}, ${list(clustering)}` : partition;
  const indexed = table.indexes.length > 0 ? `, or a field with an index: ${list(indexedColumns(table.indexes))}` : "";
  const name = `\`${api.keyspace}.${table.name}\``;
  const own = table.description === undefined ? "" : `${table.description}\n\n`;
  const prefix = clustering.length > 0 ? `, and then ${list(clustering)} in this order, without gaps` : "";
  const alone = hasStatic ? ` (for static fields alone, ${partition})` : "";
  const needed = `Needs all of the partition key, ${partition}${prefix}${indexed}.`;
  return {
    // Sources read the table's name from this text, or take the description unchanged.
    row: table.description ?? `A row of ${name}.`,
    input: `Values of a row of ${name}, by field.`,
    filter: `Tests of a row of ${name}, by field. All must pass.`,
    order: `Orders of rows of ${name}: ascending or descending by a field.`,
    result: `A page of rows of ${name}.`,
    written: `The result of a write to ${name}.`,
    query: `${own}Reads rows of ${name}: those that match \`value\` or \`filter\`, or every row if both are omitted.`,
    insert: isCounter
      ? `${own}Always fails: counters cannot be inserted. Use \`update${api.type}\`.`
      : `${own}Writes a row of ${name}. Overwrites the given fields of an existing row.`,
    update: isCounter
      ? `${own}Adds to the counters of a row of ${name}. A missing row counts from 0.`
      : `${own}Writes fields of a row of ${name}. Creates the row if it is missing, unless a condition prevents it.`,
    delete: `${own}Deletes a row of ${name}${clustering.length > 0 ? ", or all rows below a part of the key" : ""}.`,
    selectValue: `Selects rows by equality. ${needed} Null is rejected.`,
    selectFilter: `Selects rows by tests; \`value\` is ignored then. ${needed} Null is rejected.`,
    orderBy:
      clustering.length > 0
        ? `The order of the rows of a partition: by ${list(clustering)}, from the first on, all as stored (${stored(api, names)}) or all reversed. Needs all of the partition key. Null means as stored.`
        : "Must be omitted, null or empty: a partition has a single row.",
    insertValue: `The row. Needs the key: ${key}${alone}. An omitted field is not written, null deletes the stored value.`,
    updateValue: isCounter
      ? `The key, ${key}, and the amounts to add.`
      : `The key, ${key}${alone}, and the fields to write. An omitted field stays as it is, null deletes the stored value.`,
    deleteValue:
      clustering.length > 0
        ? `The key of a row: ${key}. Omit fields from the end to delete more rows; needs at least ${partition}.`
        : `The key of the row: ${key}.`,
    deleteFilter:
      clustering.length > 0
        ? `Deletes the rows that pass these tests, in place of \`value\`: \`eq\` or \`in\` of all of ${partition}, then of ${list(clustering)} in this order, the last one given also by a range. Not with conditions. Null is rejected.`
        : `Deletes the rows that pass these tests, in place of \`value\`: \`eq\` or \`in\` of all of ${partition}. Not with conditions. Null is rejected.`,
  };
}

/** A counter is never inside another type. */
function isCounterType(type: CqlType): boolean {
  return type.kind === "native" && type.name === "counter";
}

/** `lineNo DESC, product ASC`: the order in which rows are stored. */
function stored({ table }: TableApi, names: ReadonlyMap<string, string>): string {
  return table.clusteringKey.map(({ name, order }) => `${names.get(name)} ${order}`).join(", ");
}

function indexedColumns(indexes: readonly Index[]): readonly string[] {
  return [...new Set(indexes.map((index) => index.column))];
}

/** The description of a field of rows or of input. */
export function describeColumn({ description, kind, type }: Column): string {
  const role = kind === "regular" ? "" : kind === "static" ? ", static" : `, ${kind} key`;
  return `${description === undefined ? "" : `${description}\n\n`}CQL \`${printCqlType(type)}\`${role}.`;
}

/** The description of a filter's field: what reads may test, and what only the condition of a write may. */
export function describeTest({ name, kind, type }: Column, { table }: TableApi): string {
  if (kind === "partition") return "Reads: `eq` or `in`. Not for conditions.";
  if (kind === "clustering") return "Reads: `eq`, `in`, or a range on the last field given. Not for conditions.";
  if (isCounterType(type)) return "Always rejected: counters cannot be tested.";
  const read = table.indexes.filter((index) => index.column === name).flatMap((index) => operators(index, type));
  return read.length === 0 ? "Conditions only: no index." : `Conditions, and reads by index: ${read.join(", ")}.`;
}

const parts: Readonly<Record<Exclude<IndexKind, "full">, string>> = {
  values: "`contains`",
  keys: "`containsKey`",
  entries: "`containsEntry`",
};

function operators(index: Index, type: CqlType): readonly string[] {
  if (index.kind !== "full") return [parts[index.kind]];
  return [...(knowsEquality(index, type) ? ["`eq`"] : []), ...(knowsRanges(index, type) ? ["ranges"] : [])];
}

/** The description of a column's two orders, ascending and descending. */
export function describeOrder({ kind }: Column): string {
  return kind === "clustering"
    ? "Within a partition."
    : "Always rejected: rows are ordered by the clustering key only.";
}
