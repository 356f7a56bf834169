/** Finds what a statement names among what the statements before it have made. */
import type { Reference } from "../../cql/grammar/index.ts";
import { newKeyspace } from "./draft.ts";
import type { DraftKeyspace } from "./draft.ts";
import { Misfit } from "./misfit.ts";

export interface Draft {
  readonly keyspaces: Map<string, DraftKeyspace>;
  /** The keyspace of names without one: that of `USE`. */
  current: string;
  /** Type names that the config accepts. */
  readonly customTypes: ReadonlySet<string>;
}

/** The keyspace of `shop.products`, or of `products` after `USE shop`. */
export function keyspaceOf({ keyspace }: Reference, draft: Draft): DraftKeyspace {
  const name = keyspace ?? draft.current;
  const found = draft.keyspaces.get(name) ?? newKeyspace(draft.customTypes);
  draft.keyspaces.set(name, found);
  return found;
}

/** Adds something, unless it exists already and the statement says that it may. */
export function define<Made>(
  what: string,
  name: string,
  existing: Map<string, Made>,
  made: Made,
  ifNotExists: boolean,
): void {
  if (!existing.has(name)) existing.set(name, made);
  else if (!ifNotExists) throw new Misfit(`the ${what} ${name} exists already`, { name });
}

export function find<Found>(
  what: string,
  name: string,
  existing: ReadonlyMap<string, Found>,
  ifExists: boolean,
): Found | undefined {
  const found = existing.get(name);
  if (found === undefined && !ifExists) throw new Misfit(`there is no ${what} ${name}`, { name });
  return found;
}

export function drop(what: string, name: string, existing: Map<string, unknown>, ifExists: boolean): void {
  if (!existing.delete(name) && !ifExists) throw new Misfit(`there is no ${what} ${name}`, { name });
}
