/** The keyspaces of a file while its statements are read one after the other, and the lookup of what a statement names. */
import type { Reference, Token } from "../../cql/grammar/index.ts";

export interface DraftColumn {
  name: string;
  type: string;
  isStatic: boolean;
}

export interface DraftTable {
  readonly name: string;
  columns: DraftColumn[];
  partitionKey: string[];
  clusteringKey: string[];
  /** Clustering columns in descending order. */
  readonly descending: Set<string>;
  readonly options: Map<string, unknown>;
  isCompact: boolean;
  /** Dropped columns, which the database remembers; a column that is added again stays here. */
  readonly dropped: Map<string, DraftColumn>;
}

/** A materialized view. Its columns are those of its table, which change together. */
export interface DraftView extends DraftTable {
  readonly viewOf: string;
}

export interface DraftIndex {
  readonly name: string;
  readonly table: string;
  column: string;
  /** `values` of `values(tags)`; undefined for the column alone. */
  readonly part: string | undefined;
  /** The class, of an index that is not the database's own. */
  readonly using: string | undefined;
  readonly options: ReadonlyMap<string, unknown>;
}

export interface DraftKeyspace {
  readonly tables: Map<string, DraftTable>;
  /** Type → its fields, in their order. */
  readonly userTypes: Map<string, { name: string; type: string }[]>;
  readonly indexes: Map<string, DraftIndex>;
  readonly views: Map<string, DraftView>;
  /** Type names that the config accepts. */
  readonly customTypes: ReadonlySet<string>;
}

export function newKeyspace(customTypes: ReadonlySet<string>): DraftKeyspace {
  return { tables: new Map(), userTypes: new Map(), indexes: new Map(), views: new Map(), customTypes };
}

/** A statement that is valid by itself, but that the database would reject after the earlier ones. */
export class Misfit extends Error {
  readonly #place: MisfitPlace;

  constructor(message: string, place: MisfitPlace = {}) {
    super(message);
    this.#place = place;
  }

  /** Finds the wrong token of the statement. */
  find(tokens: readonly Token[]): Place | undefined {
    const { name, member, isBegin } = this.#place;
    if (isBegin) return beginning(tokens);
    const isIt = ({ kind, value }: Token): boolean =>
      (kind === "word" || kind === "name") && value === (name ?? member);
    return (name === undefined ? tokens.findLast(isIt) : tokens.find(isIt)) ?? tokens.at(-1);
  }
}

type Place = Pick<Token, "start" | "end">;

function beginning([first, second]: readonly Token[]): Place | undefined {
  return first && { start: first.start, end: (second ?? first).end };
}

/** The wrong part of a statement: the name of something, or one of its members, which comes later. @default the end */
interface MisfitPlace {
  readonly name?: string;
  readonly member?: string;
  /** The first two words. */
  readonly isBegin?: boolean;
}

export interface Draft {
  readonly keyspaces: Map<string, DraftKeyspace>;
  /** The keyspace of `USE`, for names without one. */
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

/** Adds something; the statement says whether it may exist already. */
export function define<Value>(
  what: string,
  name: string,
  existing: Map<string, Value>,
  value: Value,
  ifNotExists: boolean,
): void {
  if (!existing.has(name)) existing.set(name, value);
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
