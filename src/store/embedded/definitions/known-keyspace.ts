/**
 * Keyspaces as the engine knows them: their definitions with layouts, what a change of them stores, and the work that it leaves.
 *
 * An index that is new in an old table is to be built; of what has gone, rows and entries are to be deleted. An index whose
 * entries would change gets a new number, and so is built anew.
 */
import { isDeepStrictEqual } from "node:util";
import { byCodeUnits } from "../../../model/index.ts";
import type { Keyspace, UserType } from "../../../model/index.ts";
import type { KeyspaceSettings } from "../../details.ts";
import { StoreError } from "../../store-error.ts";
import { buildKey, buildPut, newBuild } from "../entries/build.ts";
import type { Build } from "../entries/build.ts";
import type { Layout } from "../rows/layout.ts";
import type { Operation } from "../storage/key-value-store.ts";
import { recordPut } from "./catalog-records.ts";

/** A keyspace as callers see it, and as the engine needs it. */
export interface KnownKeyspace {
  readonly keyspace: Keyspace;
  readonly types: ReadonlyMap<string, UserType>;
  readonly layouts: ReadonlyMap<string, Layout>;
  readonly settings: KeyspaceSettings;
}

/** @throws {StoreError} `unknown-keyspace` */
export function existing(known: KnownKeyspace | undefined, keyspace: string): KnownKeyspace {
  if (known) return known;
  throw new StoreError("unknown-keyspace", `keyspace ${keyspace} does not exist`);
}

/** The layout of a table. @throws {StoreError} `unknown-table` */
export function layoutOf({ layouts }: KnownKeyspace, table: string): Layout {
  const layout = layouts.get(table);
  if (layout) return layout;
  throw new StoreError("unknown-table", `table ${table} does not exist`);
}

/** What a change of definitions stores, all or none, and the keyspace after it. */
export interface DefinitionChange {
  readonly operations: readonly Operation[];
  /** Undefined when it is dropped. */
  readonly after: KnownKeyspace | undefined;
}

/** Gives a number that no table or index has had; the ones after it are free, too. */
export type NextId = () => Promise<number>;

/** Plans a change of definitions; undefined if there is nothing to change. @throws {StoreError} `invalid` */
export type DefinitionPlan<Known> = (
  known: Known,
  nextId: NextId,
) => DefinitionChange | undefined | Promise<DefinitionChange | undefined>;

export function knownKeyspace(
  name: string,
  settings: KeyspaceSettings,
  types: Iterable<UserType>,
  layouts: Iterable<Layout>,
): KnownKeyspace {
  const userTypes = [...types].sort((one, other) => byCodeUnits(one.name, other.name));
  const sorted = [...layouts].sort((one, other) => byCodeUnits(one.table.name, other.table.name));
  return {
    keyspace: { name, userTypes, tables: sorted.map(({ table }) => table) },
    types: new Map(userTypes.map((type) => [type.name, type])),
    layouts: new Map(sorted.map((layout) => [layout.table.name, layout])),
    settings,
  };
}

interface Definitions {
  readonly settings: KeyspaceSettings;
  readonly types: Iterable<UserType>;
  readonly layouts: Iterable<Layout>;
}

/** The keyspace with some other definitions. */
export function withDefinitions(known: KnownKeyspace, changed: Partial<Definitions>): KnownKeyspace {
  const { settings = known.settings, types = known.types.values(), layouts = known.layouts.values() } = changed;
  return knownKeyspace(known.keyspace.name, settings, types, layouts);
}

/** A keyspace that was read anew, with the objects of before for what has not changed. */
export function keepUnchanged(before: KnownKeyspace | undefined, after: KnownKeyspace): KnownKeyspace {
  if (!before || isDeepStrictEqual(before, after)) return before ?? after;
  const same = <Definition>(old: Definition | undefined, current: Definition): Definition =>
    old !== undefined && isDeepStrictEqual(old, current) ? old : current;
  return knownKeyspace(
    after.keyspace.name,
    after.settings,
    Array.from(after.types, ([name, type]) => same(before.types.get(name), type)),
    Array.from(after.layouts, ([name, layout]) => same(before.layouts.get(name), layout)),
  );
}

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
