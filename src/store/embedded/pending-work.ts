/**
 * What a change of definitions leaves to be done, by the numbers of tables and indexes.
 *
 * Takes a keyspace before and after the change. An index that is new in an old table is to be built; of what has gone, rows
 * and entries are to be deleted. An index whose entries would change gets a new number, and so is built anew.
 */
import { recordPut } from "./catalog-records.ts";
import { buildKey, buildPut, newBuild } from "./entries/build.ts";
import type { Build } from "./entries/build.ts";
import type { KnownKeyspace } from "./known-keyspace.ts";
import type { Operation } from "./key-value-store.ts";

export interface NumberedWork {
  readonly builds: readonly Build[];
  readonly dropped: readonly number[];
  /** What is to be stored with the change. */
  readonly records: readonly Operation[];
}

export function compareNumbers(before: KnownKeyspace | undefined, after: KnownKeyspace | undefined): NumberedWork {
  const [old, current] = [tablesOf(before), tablesOf(after)];
  const dropped = [...old.keys()].filter((id) => !current.has(id));
  const added = [...current].filter(([id]) => !old.has(id));
  const builds = added.flatMap(([id, table]) => (old.has(table) ? [newBuild(id, table)] : []));
  return { builds, dropped, records: [...recordsOf(builds, dropped), ...nextRecord(added.map(([id]) => id))] };
}

export function recordsOf(builds: readonly Build[], dropped: readonly number[]): readonly Operation[] {
  return [
    ...dropped.flatMap((id): Operation[] => [
      { type: "del", key: buildKey(id) },
      recordPut(["dropped", String(id)], { id }),
    ]),
    ...builds.map(buildPut),
  ];
}

/** The number of the next table or index, after these. */
export function nextRecord(ids: readonly number[]): readonly Operation[] {
  return ids.length === 0 ? [] : [recordPut(["next"], { id: Math.max(...ids) + 1 })];
}

/** The numbers of tables and indexes, each with that of the table. */
function tablesOf(known: KnownKeyspace | undefined): ReadonlyMap<number, number> {
  const layouts = [...(known?.layouts.values() ?? [])];
  return new Map(
    layouts.flatMap(({ id, indexes }) => [id, ...indexes.map((index) => index.id)].map((one) => [one, id])),
  );
}
