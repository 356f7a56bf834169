/** Rows that a store begins with: from files of JSON lines, or as JSON. All are checked before the first is written. */
import { readFileSync, readdirSync } from "node:fs";
import type { Dirent } from "node:fs";
import { join } from "node:path";
import { ColonnadeError, didYouMean } from "../../errors.ts";
import type { Problem } from "../../errors.ts";
import { isCounterTable, isInKey, printCqlType } from "../../model/index.ts";
import type { Keyspace, Table } from "../../model/index.ts";
import type { Store, Value, Values } from "../../store/index.ts";
import { parseJsonValue } from "../json-value.ts";
import { isJsonObject, printJson } from "../json.ts";

/** A row that is not parsed yet, and where it stands. */
interface SeedRow {
  readonly keyspace: string;
  readonly table: string;
  readonly json: unknown;
  readonly place: Pick<Problem, "file" | "line">;
  /** The beginning of messages about a row outside of files: `rows.products[3]`. @default "" */
  readonly title?: string;
}

/** A row of a table, ready to be written. */
interface Seeded {
  readonly keyspace: string;
  readonly table: Table;
  readonly values: Values;
}

/** Tables → rows of JSON by CQL names; with several keyspaces, keyspaces → tables → rows. */
export type SeedRows = Readonly<Record<string, readonly object[] | Readonly<Record<string, readonly object[]>>>>;

/** Rows that wait for the disk together. */
const atOnce = 500;

/** Names each row of JSON by its place in it. */
export function listRows(rows: SeedRows, keyspaces: readonly Keyspace[]): readonly SeedRow[] {
  const [only, ...more] = keyspaces;
  const isOne = only !== undefined && more.length === 0;
  return Object.entries(rows).flatMap(([name, value]) => {
    const isTable = Array.isArray(value) && isOne;
    const tables = (isTable ? { [name]: value } : value) as Readonly<Record<string, readonly object[]>>;
    const [keyspace, path] = isTable ? [only.name, "rows"] : [name, `rows.${name}`];
    return Object.entries(tables).flatMap(([table, list]) =>
      list.map((json, index) => ({ keyspace, table, json, place: {}, title: `${path}.${table}[${index}]: ` })),
    );
  });
}

/** @throws {ColonnadeError} `bad-rows` with every mistake of every row */
export function checkRows(rows: readonly SeedRow[], keyspaces: readonly Keyspace[]): readonly Seeded[] {
  const problems: Problem[] = [];
  const seeded: Seeded[] = [];
  for (const { keyspace: name, table: tableName, json, place, title = "" } of rows) {
    const add = (message: string): void => void problems.push({ code: "bad-rows", message: title + message, ...place });
    const keyspace = keyspaces.find((candidate) => candidate.name === name);
    const table = keyspace?.tables.find((candidate) => candidate.name === tableName);
    if (!keyspace) add(`there is no keyspace ${name}`);
    else if (!table) add(`${name} has no table ${tableName}`);
    else {
      const parsed = parseRow(table, json);
      if ("mistakes" in parsed) parsed.mistakes.forEach(add);
      else seeded.push({ keyspace: name, table, values: parsed.values });
    }
  }
  const invalid = rows.length - seeded.length;
  refuse(`${invalid} of the seed rows ${invalid === 1 ? "is" : "are"} invalid`, problems);
  return seeded;
}

/** @throws {ColonnadeError} `bad-rows` if there are problems */
function refuse(summary: string, problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  throw new ColonnadeError("bad-rows", summary, { problems, next: "correct the rows; none was written" });
}

/** Writes checked rows over those with the same keys; counters are added to. */
export async function writeRows(store: Store, rows: readonly Seeded[]): Promise<void> {
  for (let start = 0; start < rows.length; start += atOnce) {
    await Promise.all(
      rows.slice(start, start + atOnce).map(({ keyspace, table, values }) => {
        const write = { keyspace, table: table.name, values };
        return isCounterTable(table) ? store.update(write) : store.insert(write);
      }),
    );
  }
}

type ParsedRow = { readonly values: Values } | { readonly mistakes: readonly string[] };

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
    const member = Object.hasOwn(json, column.name) ? (json[column.name] ?? null) : null;
    if (member === null) continue;
    const value = parseJsonValue(column.type, member);
    if (value === undefined)
      mistakes.push(`${column.name} is not ${printCqlType(column.type)}: ${shorten(printJson(member))}`);
    else if (table.partitionKey.length === 1 && column.kind === "partition" && isEmpty(value)) {
      mistakes.push(`${column.name} is the partition key, and must not be empty`);
    } else values.set(column.name, value);
  }
  const others = table.columns.filter((column) => !isInKey(column) && values.has(column.name));
  const isStatic = others.length > 0 && others.every(({ kind }) => kind === "static");
  const hasClustering = table.columns.some(({ kind, name }) => kind === "clustering" && values.has(name));
  for (const column of table.columns.filter(isInKey)) {
    if ((json[column.name] ?? null) !== null) continue;
    if (column.kind === "partition" || !isStatic || hasClustering)
      mistakes.push(`${column.name} is missing: it is part of the key`);
  }
  if (isCounterTable(table) && others.length === 0 && mistakes.length === 0) {
    mistakes.push("a row of counters needs at least one of them");
  }
  return mistakes.length > 0 ? { mistakes } : { values };
}

function isEmpty(value: Value): boolean {
  return value === "" || (value instanceof Uint8Array && value.byteLength === 0);
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

const ending = ".jsonl";

/**
 * Reads a folder of rows: `shop/products.jsonl`, or with one keyspace `products.jsonl`, with an object in each line.
 *
 * @throws {ColonnadeError} `bad-rows` with every line that is not JSON, and every file that is of no table
 */
export function loadRows(folder: string, keyspaces: readonly Keyspace[]): readonly SeedRow[] {
  const problems: Problem[] = [];
  const [only, ...more] = keyspaces;
  const entries = readFolder(folder).filter(({ name }) => !name.startsWith("."));
  const rows = entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      const files = readdirSync(path).filter((name) => !name.startsWith("."));
      return files.flatMap((name) => loadFile(join(path, name), entry.name, problems));
    }
    if (only && more.length === 0) return loadFile(path, only.name, problems);
    const message = "with several keyspaces, rows are in a folder for each: shop/products.jsonl";
    problems.push({ code: "bad-rows", message, file: path });
    return [];
  });
  refuse("the seed rows cannot be read", problems);
  return rows;
}

function readFolder(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const next = "name a folder of files such as products.jsonl";
    throw new ColonnadeError("bad-rows", `${folder} is not a folder that can be read`, { next, cause: error });
  }
}

function loadFile(file: string, keyspace: string, problems: Problem[]): readonly SeedRow[] {
  const add = (message: string, line?: number): void =>
    void problems.push({ code: "bad-rows", message, file, ...(line !== undefined && { line }) });
  if (!file.endsWith(ending)) {
    add(`rows are in files that end in ${ending}`);
    return [];
  }
  const table = file.slice(0, -ending.length).replace(/^.*[\\/]/, "");
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((text, index) => {
      if (text.trim() === "") return [];
      const line = index + 1;
      try {
        return [{ keyspace, table, json: JSON.parse(text) as unknown, place: { file, line } }];
      } catch {
        add("the line is not JSON", line);
        return [];
      }
    });
}
