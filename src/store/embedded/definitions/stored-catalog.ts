/**
 * Reads the catalog as it is stored, and brings one of an older format up to date.
 *
 * Checks the format first: nothing is read of data that a newer version wrote, or another program.
 *
 *     format                {"format": 5}
 *     next                  {"id": 2}, the number of the next table or index
 *     keyspace shop         {"replication": {…}, "durableWrites": true}
 *     type shop address     {"definition": {…}, "customTypes": […]}
 *     table shop products   {"id": 1, "uuid": "…", "options": {…}, "definition": {…}, "customTypes": […], "numbers": {…}, "indexIds": […]}
 *     dropped 1             {"id": 1}, until the rows of the table or the entries of the index are deleted
 *     building 1            {"id": 1, "table": 1, …}, until all rows have entries: see `Build`
 *     times                 {"clock": "1", "named": "1"}, later than what writes were given: see `StoredTimes`
 *     salvaged              {}, until the next opening: rows may be there without their entries
 */
import { StoreError } from "../../store-error.ts";
import { newBuild } from "../entries/build.ts";
import { createLayout } from "../rows/layout.ts";
import type { KeyValueStore, Operation } from "../storage/key-value-store.ts";
import { recordKey, recordPut } from "./catalog-records.ts";
import type { CatalogRecord, CatalogRecords } from "./catalog-records.ts";
import { parseDetails, parseSettings } from "./keyspace-details.ts";
import type { StoredDetails, StoredSettings } from "./keyspace-details.ts";
import { knownKeyspace, nextRecord, recordsOf } from "./known-keyspace.ts";
import type { KnownKeyspace } from "./known-keyspace.ts";
import { parseStoredTable, parseStoredUserTypes } from "./stored-definition.ts";
import type { StoredModel, StoredTable, StoredUserType } from "./stored-definition.ts";
import { tableRecord } from "./table-changes.ts";

/** Raised whenever older versions could not read what is written. */
export const format = 5;

/** Since then rows have entries. */
export const formatWithEntries = 4;

export const salvaged: readonly string[] = ["salvaged"];

/** A record that holds the number of a table or an index. */
export interface Numbered {
  readonly id: number;
}

/**
 * The format of what is stored; undefined when nothing is.
 *
 * @throws {StoreError} `newer-data`, or `foreign-data` when it is not ours
 */
export async function readFormat(keyValues: KeyValueStore, records: CatalogRecords): Promise<number | undefined> {
  const stored = records.read(["format"]) as { readonly format: number } | undefined;
  if (stored && stored.format > format) {
    throw new StoreError(
      "newer-data",
      `the data was written by a newer version of Colonnade, in format ${stored.format}; this one reads up to ${format}`,
    );
  }
  if (!stored) {
    for await (const _ of keyValues.keys({ limit: 1 })) {
      throw new StoreError(
        "foreign-data",
        "the directory holds data without a list of its tables: another program wrote it, or the list was lost",
      );
    }
  }
  return stored?.format;
}

interface ReadKeyspaces {
  readonly keyspaces: readonly KnownKeyspace[];
  /** Records of tables that got an id only now: earlier versions gave them none. */
  readonly identified: readonly Operation[];
}

export async function readKeyspaces(records: CatalogRecords): Promise<ReadKeyspaces> {
  const identified: Operation[] = [];
  const [types, tables] = [await records.list("type"), await records.list("table")];
  const keyspaces = (await records.list("keyspace")).map(({ parts, content: settings }) => {
    const [name = ""] = parts;
    const ours = (entry: CatalogRecord): boolean => entry.parts[0] === name;
    const userTypes = parseStoredUserTypes(types.filter(ours).map(({ content }) => content as StoredUserType));
    const layouts = tables.filter(ours).map(({ content }) => {
      const stored = content as Numbered & StoredDetails & (StoredTable | StoredModel);
      const { numbers, indexIds } = "definition" in stored ? stored : {};
      const table = parseStoredTable(stored, userTypes);
      const layout = createLayout(name, table, stored.id, parseDetails(stored), numbers, indexIds);
      if (stored.uuid === undefined) identified.push(tableRecord(layout));
      return layout;
    });
    return knownKeyspace(name, parseSettings(settings as StoredSettings), userTypes.values(), layouts);
  });
  return { keyspaces, identified };
}

/**
 * Writes the tables as those of this format, all or none, with all entries still to be built: the rows of an older format
 * had none, and after a salvage some may be missing.
 *
 * @param next a number that no table or index has had
 */
export async function renumber(
  records: CatalogRecords,
  keyspaces: readonly KnownKeyspace[],
  next: number,
): Promise<readonly KnownKeyspace[]> {
  let free = next;
  const renumbered = keyspaces.map(({ keyspace: { name }, types, layouts, settings }) => {
    const numbered = Array.from(layouts.values(), ({ table, id, details, numbers }) =>
      createLayout(
        name,
        table,
        id,
        details,
        numbers,
        table.indexes.map(() => free++),
      ),
    );
    return knownKeyspace(name, settings, types.values(), numbered);
  });
  const [before, after] = [keyspaces, renumbered].map((list) => list.flatMap(({ layouts }) => [...layouts.values()]));
  const dropped = (before ?? []).flatMap(({ indexes }) => indexes.map(({ id }) => id));
  // A build with the number of the table is for entries of what expires in it.
  const builds = (after ?? []).flatMap(({ id, indexes }) =>
    [id, ...indexes.map((index) => index.id)].map((each) => newBuild(each, id)),
  );
  await records.write([
    ...(after ?? []).map(tableRecord),
    ...recordsOf(builds, dropped),
    ...nextRecord([free - 1]),
    recordPut(["format"], { format }),
    { type: "del", key: recordKey(salvaged) },
  ]);
  return renumbered;
}
