/**
 * Reads and writes the dropped columns that `introspect` and `diff --remember` record beside the definitions. The database
 * remembers their types, and a column that reuses the name with another type would read old values.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ColonnadeError, codeOf } from "../errors.ts";
import { byCodeUnits } from "../model/index.ts";
import type { DroppedColumn } from "../model/index.ts";
import { parseJson } from "./definition-file.ts";
import { pathForMessages, unreadable } from "./folder.ts";

/** In the keyspace's folder; hidden files are not definitions. */
export const droppedName = ".dropped.json";

/**
 * Loads the dropped columns of a keyspace; empty if nothing is recorded.
 * @throws {ColonnadeError} `bad-dropped-columns`, `unreadable`
 */
export function loadDropped(directory: string): readonly DroppedColumn[] {
  const file = join(directory, droppedName);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw unreadable(file, error);
  }
  const columns = parseDropped(text);
  if (columns) return columns;
  throw new ColonnadeError("bad-dropped-columns", `${pathForMessages(file)} is not a valid list of dropped columns`, {
    next: 'it has this form: [{ "table": "products", "column": "price", "type": "int", "static": false }]',
  });
}

function parseDropped(text: string): readonly DroppedColumn[] | undefined {
  const json = parseJson(text.replace(/^\uFEFF/, ""));
  return Array.isArray(json) && json.every(isDropped) ? json : undefined;
}

function isDropped(json: unknown): json is DroppedColumn {
  if (typeof json !== "object" || json === null) return false;
  const { table, column, type, static: isStatic } = json as Partial<Record<keyof DroppedColumn, unknown>>;
  return [table, column, type].every((text) => typeof text === "string") && typeof isStatic === "boolean";
}

/** Merges recorded and found columns, once each, in the order of their tables; a later one wins. */
export function mergeDropped(
  recorded: readonly DroppedColumn[],
  found: readonly DroppedColumn[],
): readonly DroppedColumn[] {
  const columns = new Map(
    [...recorded, ...found].map((dropped) => [JSON.stringify([dropped.table, dropped.column]), dropped]),
  );
  return [...columns.values()].sort(
    (one, other) => byCodeUnits(one.table, other.table) || byCodeUnits(one.column, other.column),
  );
}

/** Writes the list, a line for each column; an up-to-date file stays unchanged. */
export function writeDropped(directory: string, columns: readonly DroppedColumn[]): void {
  const place = join(directory, droppedName);
  const lines = columns.map(printLine);
  const isSame = existsSync(place) && loadDropped(directory).map(printLine).join() === lines.join();
  if (!isSame) writeFileSync(place, `[\n  ${lines.join(",\n  ")}\n]\n`);
}

function printLine({ table, column, type, static: isStatic }: DroppedColumn): string {
  return JSON.stringify({ table, column, type, static: isStatic });
}
