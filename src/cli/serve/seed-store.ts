import { countOf } from "../../errors.ts";
import { checkRows, loadRows, writeRows } from "../../service/index.ts";
import type { Keyspace } from "../../model/index.ts";
import type { Store } from "../../store/index.ts";

/**
 * Writes the rows of a folder over those with the same keys.
 *
 * @returns a line that says how many
 * @throws {ColonnadeError} `bad-rows` with every mistake, before anything is written
 */
export async function seedStore(store: Store, folder: string): Promise<string> {
  const keyspaces: Keyspace[] = [];
  for (const name of await store.keyspaces()) {
    const keyspace = await store.keyspace(name);
    if (keyspace) keyspaces.push(keyspace);
  }
  const rows = checkRows(loadRows(folder, keyspaces), keyspaces);
  await writeRows(store, rows);
  const tables = new Set(rows.map(({ table }) => table)).size;
  return `wrote ${countOf(rows.length, "row")} of ${countOf(tables, "table")}`;
}
