/** The kinds of changes between two states of a keyspace, and what is reported about each. */
import { printCqlType } from "./cql-type.ts";
import type { CqlType } from "./cql-type.ts";
import { byCodeUnits } from "./by-code-units.ts";

export type ChangeKind =
  | "table-added"
  | "table-dropped"
  | "partition-key"
  | "clustering-key"
  | "clustering-order"
  | "time-to-live"
  | "column-added"
  | "column-readded"
  | "column-renamed"
  | "column-dropped"
  | "column-type"
  | "column-static"
  | "index-added"
  | "index-dropped"
  | "index-changed"
  | "index-renamed"
  | "user-type-added"
  | "user-type-dropped"
  | "field-added"
  | "field-dropped"
  | "field-renamed"
  | "field-type"
  | "field-order"
  | "description";

/** The place of a change: a table or user type, and possibly its column or field, by the old name. */
export interface ChangePlace {
  readonly of: "table" | "user type";
  readonly name: string;
  readonly member?: string;
}

export interface Change {
  readonly kind: ChangeKind;
  readonly place: ChangePlace;
  /** The old value as in a definition: a type, a key, a number of seconds. Absent for something new. */
  readonly before?: string;
  /** The new value. Absent for something removed. */
  readonly after?: string;
  /** For a dropped column: added columns that may be the same column renamed. Absent if there are none. */
  readonly possibleNewNames?: readonly string[];
}

/** Facts of a keyspace that a source may not report; the keyspace then holds defaults for them. */
export type Unknown = "userTypes" | "indexes" | "defaultTimeToLive" | "description" | "memberDescriptions";

/** A change of a type, unless both names mean the same: `varchar` is `text`. */
export function differingType(
  kind: "column-type" | "field-type",
  place: ChangePlace,
  oldType: CqlType,
  newType: CqlType,
): Change[] {
  const [before, after] = [printCqlType(oldType), printCqlType(newType)];
  return plainType(before) === plainType(after) ? [] : [{ kind, place, before, after }];
}

/** The text of a type with one name for each type. */
export function plainType(text: string): string {
  return text.replace(/"(?:[^"]|"")*"|\bvarchar\b/g, (word) => (word === "varchar" ? "text" : word));
}

/** Returns a change if two texts differ; none if one is absent. */
export function changed(
  kind: ChangeKind,
  place: ChangePlace,
  before: string | undefined,
  after: string | undefined,
): Change[] {
  if (before === after) return [];
  return [{ kind, place, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }];
}

/** Pairs items of both sides by name, in code-unit order of the names; an item may be on one side only. */
export function pairs<Thing extends { readonly name: string }>(
  before: readonly Thing[],
  after: readonly Thing[],
): readonly (readonly [name: string, before: Thing | undefined, after: Thing | undefined])[] {
  const [ones, others] = [before, after].map((things) => new Map(things.map((thing) => [thing.name, thing])));
  const names = new Set([...before, ...after].map(({ name }) => name));
  return [...names].sort(byCodeUnits).map((name) => [name, ones?.get(name), others?.get(name)] as const);
}
