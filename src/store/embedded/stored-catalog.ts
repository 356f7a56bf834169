/**
 * Reads the catalog as it is stored, and brings one of an older format up to date.
 *
 * Checks the format first: nothing is read of data that a newer version wrote, or another program.
 *
 *     format                {"format": 3}
 *     next                  {"id": 2}, the number of the next table
 *     keyspace shop         {}
 *     type shop address     {"definition": {…}, "customTypes": […]}
 *     table shop products   {"id": 1, "definition": {…}, "customTypes": […], "numbers": {…}}
 *     dropped 1             {"id": 1}, until its rows are deleted
 */
import { StoreError } from "../store-error.ts";
import { recordPut } from "./catalog-records.ts";
import type { CatalogRecord, CatalogRecords } from "./catalog-records.ts";
import { knownKeyspace } from "./known-keyspace.ts";
import type { KnownKeyspace } from "./known-keyspace.ts";
import { createLayout } from "./layout.ts";
import type { Level } from "./level.ts";
import { parseStoredTable, parseStoredUserTypes } from "./stored-definition.ts";
import type { StoredModel, StoredTable, StoredUserType } from "./stored-definition.ts";
import { tableRecord } from "./table-changes.ts";

/** Raised whenever older versions could not read what is written. */
export const format = 3;

/** A record that holds the number of a table. */
export interface Numbered {
  readonly id: number;
}

/**
 * The format of what is stored; undefined when nothing is.
 *
 * @throws {StoreError} `unavailable` when it was written by a newer version or is not ours
 */
export async function readFormat(level: Level, records: CatalogRecords): Promise<number | undefined> {
  const stored = records.read(["format"]) as { readonly format: number } | undefined;
  if (stored && stored.format > format) {
    throw new StoreError(
      "unavailable",
      `the data was written by a newer version of Colonnade, in format ${stored.format}; this one reads up to ${format}`,
    );
  }
  if (!stored) {
    for await (const _ of level.keys({ limit: 1 })) {
      throw new StoreError(
        "unavailable",
        "the directory holds data without a list of its tables: another program wrote it, or the list was lost; restore the folder from a backup, or choose another",
      );
    }
  }
  return stored?.format;
}

export async function readKeyspaces(records: CatalogRecords): Promise<readonly KnownKeyspace[]> {
  const [types, tables] = [await records.list("type"), await records.list("table")];
  return (await records.list("keyspace")).map(({ parts }) => {
    const [name = ""] = parts;
    const ours = (entry: CatalogRecord): boolean => entry.parts[0] === name;
    const userTypes = parseStoredUserTypes(types.filter(ours).map(({ content }) => content as StoredUserType));
    const layouts = tables.filter(ours).map(({ content }) => {
      const stored = content as Numbered & (StoredTable | StoredModel);
      const numbers = "numbers" in stored ? stored.numbers : undefined;
      return createLayout(name, parseStoredTable(stored, userTypes), stored.id, numbers);
    });
    return knownKeyspace(name, userTypes.values(), layouts);
  });
}

/** Writes the tables of an older format as those of this one, all or none. */
export async function migrate(records: CatalogRecords, keyspaces: readonly KnownKeyspace[]): Promise<void> {
  const layouts = keyspaces.flatMap((known) => [...known.layouts.values()]);
  await records.write([...layouts.map(tableRecord), recordPut(["format"], { format })]);
}
