/** Copies the stored rows of all tables, and puts a copy in the place of what they hold now. */
import type { Keyspace } from "../../model/index.ts";
import type { Catalog } from "./catalog.ts";
import type { Draft } from "./draft.ts";
import { endOf, tableIdOf, tableKey } from "./key.ts";
import type { Level } from "./level.ts";
import { refusal } from "./refusal.ts";

/** Rows as they are stored, with their times to live. Entries of indexes follow from them. */
export interface RowCopy {
  /** The definitions that the rows were written by. */
  readonly keyspaces: readonly Keyspace[];
  readonly rows: readonly (readonly [key: Buffer, value: Buffer])[];
}

export async function copyRows(level: Level, catalog: Catalog): Promise<RowCopy> {
  const keyspaces = keyspacesOf(catalog);
  const first = tableKey(0);
  const stored = await level.iterator({ gte: first, lt: endOf(first.subarray(0, 1)) }).all();
  // Rows of a dropped table may still be there.
  return { keyspaces, rows: stored.filter(([key]) => catalog.layout(tableIdOf(key))) };
}

/** @throws {StoreError} `invalid` when a definition has changed since */
export function restoreRows(draft: Draft, catalog: Catalog, { keyspaces, rows }: RowCopy): void {
  const now = keyspacesOf(catalog);
  // A keyspace is the same object until one of its definitions changes.
  if (now.length !== keyspaces.length || now.some((keyspace, index) => keyspace !== keyspaces[index]))
    throw refusal("The definitions have changed since the rows were copied");
  for (const id of catalog.tableIds()) {
    const from = tableKey(id);
    draft.deleteRange({ from, to: endOf(from) });
  }
  for (const [key, value] of rows) draft.put(key, value);
  draft.expires = true;
}

function keyspacesOf(catalog: Catalog): readonly Keyspace[] {
  return catalog.keyspaces().flatMap((name) => catalog.keyspace(name) ?? []);
}
