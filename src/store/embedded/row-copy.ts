/** Copies the stored rows of all tables, and restores such a copy. */
import type { Keyspace } from "../../model/index.ts";
import type { TableName } from "../store.ts";
import type { Catalog } from "./definitions/catalog.ts";
import { endOf, marks, numberOf, numberedKey, tableKey, tableLength } from "./rows/key.ts";
import { rejection } from "./rows/rejection.ts";
import { seal, unseal } from "./rows/seal.ts";
import type { Draft } from "./storage/draft.ts";
import type { KeyValueStore } from "./storage/key-value-store.ts";

/** Rows as stored, with their times to live. Index entries are derived from them. */
export interface RowCopy {
  /** The definitions with which the rows were written. */
  readonly keyspaces: readonly Keyspace[];
  readonly rows: readonly CopiedRow[];
}

interface CopiedRow {
  /** The table by its name, because its number changes when it is truncated. */
  readonly table: TableName;
  /** The mark of a row, or of a tombstone. */
  readonly mark: number;
  /** The key without the mark and the table. */
  readonly key: Uint8Array;
  readonly content: Uint8Array;
}

/** @throws {StoreError} `damaged` */
export async function copyRows(keyValues: KeyValueStore, catalog: Catalog): Promise<RowCopy> {
  const keyspaces = keyspacesOf(catalog);
  const rows: CopiedRow[] = [];
  for (const beginning of rowsAndTombstones(0)) {
    const mark = beginning[0] ?? 0;
    for await (const [key, sealed] of keyValues.iterator({ gte: Buffer.of(mark), lt: Buffer.of(mark + 1) })) {
      const layout = catalog.layout(numberOf(key));
      // Rows of a dropped table may still exist.
      if (!layout) continue;
      const { keyspace, table, title } = layout;
      const content = unseal(key, sealed, title);
      rows.push({ table: { keyspace, table: table.name }, mark, key: key.subarray(tableLength), content });
    }
  }
  return { keyspaces, rows };
}

/** @throws {StoreError} `invalid` when a definition has changed since */
export function restoreRows(draft: Draft, catalog: Catalog, { keyspaces, rows }: RowCopy): void {
  const now = keyspacesOf(catalog);
  // A keyspace is the same object until one of its definitions changes.
  if (now.length !== keyspaces.length || now.some((keyspace, index) => keyspace !== keyspaces[index]))
    throw rejection("The definitions have changed since the rows were copied");
  for (const id of catalog.tableIds()) {
    for (const from of rowsAndTombstones(id)) draft.deleteRange({ from, to: endOf(from) });
  }
  for (const { table, mark, key: rest, content } of rows) {
    const key = Buffer.concat([tableKey(catalog.find(table).id), rest]);
    key[0] = mark;
    draft.put(key, seal(key, content));
  }
  draft.expires = true;
  catalog.hasRanges = true;
}

/** Where the rows and tombstones of a table begin. */
function rowsAndTombstones(id: number): readonly Buffer[] {
  return [marks.row, marks.deletedRow, marks.deletedRange].map((mark) => numberedKey(mark, id));
}

function keyspacesOf(catalog: Catalog): readonly Keyspace[] {
  return catalog.keyspaces().flatMap((name) => catalog.keyspace(name) ?? []);
}
