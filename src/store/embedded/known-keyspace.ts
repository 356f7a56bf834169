import { isDeepStrictEqual } from "node:util";
import { byCodeUnits } from "../../model/index.ts";
import type { Keyspace, UserType } from "../../model/index.ts";
import type { KeyspaceSettings } from "../details.ts";
import type { Operation } from "./key-value-store.ts";
import type { Layout } from "./layout.ts";

/** A keyspace as callers see it, and as the engine needs it. */
export interface KnownKeyspace {
  readonly keyspace: Keyspace;
  readonly types: ReadonlyMap<string, UserType>;
  readonly layouts: ReadonlyMap<string, Layout>;
  readonly settings: KeyspaceSettings;
}

/** What a change of definitions stores, all or none, and the keyspace after it. */
export interface DefinitionChange {
  readonly operations: readonly Operation[];
  /** Undefined when it is dropped. */
  readonly after: KnownKeyspace | undefined;
}

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
