/** Finds what a statement names among what the statements before it have made. */
import { newKeyspace } from "./draft.ts";
import type { DraftKeyspace } from "./draft.ts";
import type { StatementReader } from "./statement-reader.ts";

export interface Draft {
  readonly keyspaces: Map<string, DraftKeyspace>;
  /** The keyspace of names without one: that of `USE`. */
  current: string;
  /** Type names that the config accepts. */
  readonly customTypes: ReadonlySet<string>;
}

export interface Place {
  readonly name: string;
  readonly keyspace: DraftKeyspace;
}

/** `shop.products`, or `products` after `USE shop`. */
export function readPlace(reader: StatementReader, draft: Draft, what: string): Place {
  const first = reader.name(`the name of a ${what}`);
  const isQualified = reader.take(".");
  const name = isQualified ? reader.name(`the name of a ${what}`) : first;
  const keyspace = isQualified ? first : draft.current;
  let found = draft.keyspaces.get(keyspace);
  if (!found) draft.keyspaces.set(keyspace, (found = newKeyspace(draft.customTypes)));
  return { name, keyspace: found };
}

/** @returns whether it is new; otherwise the statement has no effect */
export function requireNew(
  reader: StatementReader,
  what: string,
  name: string,
  existing: ReadonlyMap<string, unknown>,
  ifNotExists: boolean,
): boolean {
  if (!existing.has(name)) return true;
  if (ifNotExists) return false;
  throw reader.wrong(`the ${what} ${name} exists already`);
}

export function find<Found>(
  reader: StatementReader,
  what: string,
  name: string,
  existing: ReadonlyMap<string, Found>,
  ifExists: boolean,
): Found | undefined {
  const found = existing.get(name);
  if (!found && !ifExists) throw reader.wrong(`there is no ${what} ${name}`);
  if (!found) reader.passRest();
  return found;
}

export function drop(
  reader: StatementReader,
  draft: Draft,
  what: string,
  within: (keyspace: DraftKeyspace) => { delete(name: string): boolean },
): Place {
  const ifExists = reader.take("if", "exists");
  const place = readPlace(reader, draft, what);
  if (!within(place.keyspace).delete(place.name) && !ifExists) throw reader.wrong(`there is no ${what} ${place.name}`);
  return place;
}

export function readRenames(reader: StatementReader, rename: (before: string, after: string) => void): void {
  do {
    const before = reader.name("the name to change");
    reader.expect("to");
    rename(before, reader.name("the new name"));
  } while (reader.take("and"));
}
