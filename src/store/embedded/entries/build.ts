/**
 * Adds the entries of existing rows to a new index, some rows at a time.
 *
 * The progress is a record of the catalog, written with the entries, so a process that ends meanwhile loses nothing. Rows
 * written meanwhile get their entries with the write.
 */
import { recordKey, recordPut } from "../definitions/catalog-records.ts";
import { endOf, tableKey } from "../rows/key.ts";
import type { Layout } from "../rows/layout.ts";
import { readParts } from "../rows/row-parts.ts";
import { checked } from "../rows/seal.ts";
import { StoredRow } from "../rows/stored-row.ts";
import type { Draft } from "../storage/draft.ts";
import type { KeyValueStore, Put } from "../storage/key-value-store.ts";
import { expiryEntries, indexEntries } from "./update-entries.ts";

export interface Build {
  /** The ID of the index; or of the table itself, for entries of its expiring rows. */
  readonly id: number;
  readonly table: number;
  /** The key of the last row that has its entries, in base64. */
  readonly after?: string;
  /** How many rows have their entries. */
  readonly rows: number;
}

const rowsPerStep = 250;

export function newBuild(id: number, table: number): Build {
  return { id, table, rows: 0 };
}

export function buildKey(id: number): Buffer {
  return recordKey(["building", String(id)]);
}

export function buildPut(build: Build): Put {
  return recordPut(["building", String(build.id)], build);
}

/** Drafts the entries of some rows. @returns the rest; undefined when every row has its entries */
export async function buildSome(
  draft: Draft,
  keyValues: KeyValueStore,
  layout: Layout,
  build: Build,
): Promise<Build | undefined> {
  const beginning = tableKey(layout.id);
  const from = build.after === undefined ? { gte: beginning } : { gt: Buffer.from(build.after, "base64") };
  const index = layout.indexes.find(({ id }) => id === build.id);
  const keys = await keyValues.keys({ ...from, lt: endOf(beginning), limit: rowsPerStep }).all();
  for (const key of keys) {
    // An earlier write of the group may have changed the row, or deleted it.
    const sealed = draft.get(key);
    if (!sealed) continue;
    const stored = checked(key, sealed, layout.title);
    const row = index && StoredRow.read(stored, layout.numbers.dropped, -Infinity);
    const ofIndex = index && row ? indexEntries(layout, index, key, row) : [];
    const entries = index ? ofIndex : expiryEntries(key, readParts(stored, layout.numbers.dropped));
    for (const entry of entries) draft.put(entry.key, entry.value);
  }
  const last = keys.at(-1);
  if (!last || keys.length < rowsPerStep) {
    draft.delete(buildKey(build.id));
    return undefined;
  }
  const rest = { ...build, after: last.toString("base64"), rows: build.rows + keys.length };
  const { key, value } = buildPut(rest);
  draft.put(key, value);
  return rest;
}
