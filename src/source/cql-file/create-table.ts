import type { ColumnNode, CreateTable, Options } from "../../cql/grammar/index.ts";
import { didYouMean } from "../../errors.ts";
import { tableOptionNames } from "../cql/find-table-options.ts";
import type { DraftColumn, DraftKeyspace, DraftTable } from "./draft.ts";
import { Misfit } from "./misfit.ts";
import { printType } from "./user-types.ts";

export function tableOf(definition: CreateTable, draft: DraftKeyspace): DraftTable {
  const { table: reference, columns, partitionKey, clusteringKey, hasTwoKeys, compactStorage, options } = definition;
  const { name } = reference;
  if (hasTwoKeys) throw new Misfit(`${name} has two primary keys`, { member: "key" });
  const table: DraftTable = {
    name,
    columns: [],
    partitionKey: [...partitionKey],
    clusteringKey: [...clusteringKey],
    descending: new Set(),
    options: new Map(),
    isCompact: compactStorage,
    dropped: new Map(),
  };
  for (const node of columns) {
    const column = columnOf(node, draft);
    if (table.columns.some((one) => one.name === column.name)) throw alreadyThere(table, column);
    table.columns.push(column);
  }
  requireKey(table);
  for (const { column, order } of definition.clusteringOrder) {
    if (!clusteringKey.includes(column)) throw new Misfit(`${column} is not a clustering column`, { member: column });
    if (order === "DESC") table.descending.add(column);
  }
  setOptions(table, options);
  return table;
}

function requireKey({ name, columns, partitionKey, clusteringKey }: DraftTable): void {
  if (partitionKey.length === 0) throw new Misfit(`${name} has no primary key`);
  const names = new Set(columns.map((column) => column.name));
  const unknown = [...partitionKey, ...clusteringKey].find((column) => !names.has(column));
  if (unknown === undefined) return;
  throw new Misfit(`the primary key names ${unknown}, which is not a column`, { member: unknown });
}

/** Masks change what some users see, not the table. */
export function columnOf({ name, type, isStatic }: ColumnNode, draft: DraftKeyspace): DraftColumn {
  return { name, type: printType(type, draft), isStatic };
}

export function alreadyThere(table: DraftTable, { name }: DraftColumn): Misfit {
  return new Misfit(`${table.name} has a column ${name} already`, { member: name });
}

/** Sets what follows `WITH`, as far as it stands in `system_schema.tables`. */
export function setOptions(table: DraftTable, options: Options): void {
  for (const [option, value] of options) {
    requireNoTypo(option);
    table.options.set(option, typeof value === "string" && option !== "comment" ? plainValue(value) : value);
  }
}

/** Other servers have options of their own, so only an option that is nearly one of Cassandra's is refused. */
function requireNoTypo(option: string): void {
  if (tableOptionNames.includes(option)) return;
  const meant = didYouMean(option, tableOptionNames);
  if (meant === undefined) return;
  throw new Misfit(`${option} is not an option of a table, did you mean ${meant}?`, { member: option });
}

/** A number or a boolean, with quotes or without, or a text. */
function plainValue(text: string): string | number | boolean {
  const word = text.toLowerCase();
  if (word === "true" || word === "false") return word === "true";
  return /^-?\d+(?:\.\d*)?(?:e[+-]?\d+)?$/.test(word) ? Number(word) : text;
}
