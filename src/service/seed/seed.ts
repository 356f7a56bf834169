/** Rows that a store begins with: from files of JSON lines, or as JSON. All are checked before the first is written. */
import { ColonnadeError } from "../../errors.ts";
import type { Problem } from "../../errors.ts";
import { isCounterTable } from "../../model/index.ts";
import type { Keyspace, Table } from "../../model/index.ts";
import type { Store, Values } from "../../store/index.ts";
import { parseRow } from "./parse-row.ts";

/** A row that is not parsed yet, and where it stands. */
export interface SeedRow {
  readonly keyspace: string;
  readonly table: string;
  readonly json: unknown;
  readonly place: Pick<Problem, "file" | "line">;
  /** How a message begins where there is no file: `rows.products[3]`. @default "" */
  readonly title?: string;
}

/** A row of a table, ready to be written. */
export interface Seeded {
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
    return Object.entries(tables).flatMap(([table, given]) =>
      given.map((json, index) => ({ keyspace, table, json, place: {}, title: `${path}.${table}[${index}]: ` })),
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
export function refuse(summary: string, problems: readonly Problem[]): void {
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
