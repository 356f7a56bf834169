import { scan } from "@colonnade/runtime";
import type { OpenSession } from "@colonnade/runtime";
import { primaryKey } from "../../model/index.ts";
import type { Keyspace } from "../../model/index.ts";
import { describeTable } from "./describe-table.ts";

/** Counting further would read large tables. */
const mostRows = 100;
const mostTables = 20;

/**
 * Counts the rows of small tables, by one page of keys each: `12`, or `more than 100`.
 *
 * @returns by the names of the tables; without those that could not be read, and those of a keyspace with many tables
 */
export async function countRows(
  session: OpenSession,
  keyspace: Keyspace,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const counts = new Map<string, string>();
  if (keyspace.tables.length > mostTables) return counts;
  for (const table of keyspace.tables) {
    signal.throwIfAborted();
    const [descriptor, select] = [describeTable(keyspace, table), primaryKey(table)];
    const page = await scan(session, descriptor, { pageSize: mostRows, select: [...select] as never, signal })
      .page()
      .catch(() => undefined);
    if (page) counts.set(table.name, page.pageState === null ? String(page.rows.length) : `more than ${mostRows}`);
  }
  return counts;
}
