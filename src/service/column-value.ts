/** Values of columns in requests and responses of REST. */
import type { Wire } from "@colonnade/runtime/protocol";
import type { Column, Table } from "../model/index.ts";
import type { Row, Value } from "../store/index.ts";
import { HttpRefusal, badRequest, notProcessed } from "./http-refusal.ts";
import { parseJsonValue, printJsonValue } from "./json-value.ts";
import { printJson } from "./json.ts";

/** @throws {HttpRefusal} 400 */
export function columnOf(table: Table, name: string): Column {
  const column = table.columns.find((candidate) => candidate.name === name);
  if (!column) throw badRequest(`Unknown field name '${name.slice(0, 100)}'.`);
  return column;
}

/** Parses the text of a value, as in paths and from real clients: `"12"` is the `int` 12. @throws {HttpRefusal} 400 */
export function parseText(column: Column, text: string): Value {
  const value = parseJsonValue(column.type, text);
  if (value === undefined) throw cannotParse(column, text);
  return value;
}

/** Parses a value of a posted row: its JSON form, or the text of it. @throws {HttpRefusal} 400 */
export function parseValue(column: Column, json: unknown): Value | null {
  if (json === undefined || json === null) return null;
  if (typeof json === "string") return parseText(column, json);
  if (typeof json === "object" && column.type.kind === "native") throw notProcessed();
  const value = parseJsonValue(column.type, json);
  if (value === undefined) throw cannotParse(column, printJson(json));
  return value;
}

function cannotParse({ type }: Column, text: string): HttpRefusal {
  const word = type.kind === "native" ? type.name : type.kind === "user" ? "UDT" : type.kind;
  const shown = text.length > 100 ? `${text.slice(0, 100)}…` : text;
  return badRequest(`Invalid ${word.replace(/^./, (letter) => letter.toUpperCase())} value '${shown}': cannot parse`);
}

/** Prints columns of a row as JSON, by their CQL names. @throws {HttpRefusal} 500 if JSON cannot express a value */
export function printRow(columns: readonly Column[], row: Row): Readonly<Record<string, Wire>> {
  // Not an object literal: a column may be called `__proto__`.
  return Object.fromEntries(
    columns.map((column) => {
      const value = row.get(column.name) ?? null;
      return [column.name, value === null ? null : printCell(column, value)];
    }),
  );
}

function printCell(column: Column, value: Value): Wire {
  try {
    return printJsonValue(column.type, value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new HttpRefusal(500, `Server error: column ${column.name} holds ${error.message}`);
  }
}
