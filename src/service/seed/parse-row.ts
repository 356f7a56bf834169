import { didYouMean } from "../../errors.ts";
import { isCounterTable, printCqlType } from "../../model/index.ts";
import type { Column, Table } from "../../model/index.ts";
import type { Value, Values } from "../../store/index.ts";
import { isJsonObject, printJson } from "../json.ts";
import { parseJsonValue } from "../json-value.ts";

export type ParsedRow = { readonly values: Values } | { readonly mistakes: readonly string[] };

/**
 * Parses a row, given as an object of CQL names and JSON values, by the rules of the validators: no unknown members, the
 * whole key, and each value of its type. Null is the same as absent.
 *
 * A row of static columns alone needs only the partition key. In a counter table a number is where the counter begins.
 */
export function parseRow(table: Table, json: unknown): ParsedRow {
  if (!isJsonObject(json)) return { mistakes: ["a row is an object"] };
  const names = table.columns.map(({ name }) => name);
  const mistakes = Object.keys(json)
    .filter((name) => !names.includes(name))
    .map((name) => {
      const meant = didYouMean(name, names);
      return `${table.name} has no column ${JSON.stringify(name)}${meant === undefined ? "" : `; did you mean ${meant}?`}`;
    });
  const values = new Map<string, Value>();
  for (const column of table.columns) {
    const given = Object.hasOwn(json, column.name) ? (json[column.name] ?? null) : null;
    if (given === null) continue;
    const value = parseJsonValue(column.type, given);
    if (value === undefined)
      mistakes.push(`${column.name} is not ${printCqlType(column.type)}: ${shorten(printJson(given))}`);
    else if (table.partitionKey.length === 1 && column.kind === "partition" && isEmpty(value)) {
      mistakes.push(`${column.name} is the partition key, and must not be empty`);
    } else values.set(column.name, value);
  }
  const others = table.columns.filter((column) => isKey(column) === false && values.has(column.name));
  const isStatic = others.length > 0 && others.every(({ kind }) => kind === "static");
  const hasClustering = table.columns.some(({ kind, name }) => kind === "clustering" && values.has(name));
  for (const column of table.columns.filter(isKey)) {
    if ((json[column.name] ?? null) !== null) continue;
    if (column.kind === "partition" || !isStatic || hasClustering)
      mistakes.push(`${column.name} is missing: it is part of the key`);
  }
  if (isCounterTable(table) && others.length === 0 && mistakes.length === 0) {
    mistakes.push("a row of counters needs at least one of them");
  }
  return mistakes.length > 0 ? { mistakes } : { values };
}

function isKey({ kind }: Column): boolean {
  return kind === "partition" || kind === "clustering";
}

function isEmpty(value: Value): boolean {
  return value === "" || (value instanceof Uint8Array && value.byteLength === 0);
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
