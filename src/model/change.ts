import { printCqlType } from "./cql-type.ts";
import type { CqlType } from "./cql-type.ts";
import { byCodeUnits } from "./keyspace.ts";

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

/** Where something changes: a table or a user type, and maybe a column or a field of it, by the name that it had. */
export interface ChangePlace {
  readonly of: "table" | "user type";
  readonly name: string;
  readonly member?: string;
}

export interface Change {
  readonly kind: ChangeKind;
  readonly place: ChangePlace;
  /** As a definition has it: a type, a key, a number of seconds. Absent where there was nothing. */
  readonly before?: string;
  /** Absent where there is nothing any more. */
  readonly after?: string;
  /** Of a dropped column: added ones that may be the same one by another name. Absent where there are none. */
  readonly possibleNewNames?: readonly string[];
}

/** What a source may be unable to tell of a keyspace; what stands in its place is a default, not an answer. */
export type Unknown = "userTypes" | "indexes" | "defaultTimeToLive" | "description" | "memberDescriptions";

/** A change of a type, unless it is only called otherwise: `varchar` is `text`. */
export function differingType(
  kind: "column-type" | "field-type",
  place: ChangePlace,
  was: CqlType,
  is: CqlType,
): Change[] {
  const [before, after] = [printCqlType(was), printCqlType(is)];
  return plainType(before) === plainType(after) ? [] : [{ kind, place, before, after }];
}

/** The text of a type in which one type has one name. */
export function plainType(text: string): string {
  return text.replace(/"(?:[^"]|"")*"|\bvarchar\b/g, (word) => (word === "varchar" ? "text" : word));
}

/** A change where two texts differ; an absent one is none. */
export function changed(
  kind: ChangeKind,
  place: ChangePlace,
  before: string | undefined,
  after: string | undefined,
): Change[] {
  if (before === after) return [];
  return [{ kind, place, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }];
}

/** What has one name on both sides, or on one of them, in code-unit order of the names. */
export function pairs<Thing extends { readonly name: string }>(
  before: readonly Thing[],
  after: readonly Thing[],
): readonly (readonly [name: string, before: Thing | undefined, after: Thing | undefined])[] {
  const [ones, others] = [before, after].map((things) => new Map(things.map((thing) => [thing.name, thing])));
  const names = new Set([...before, ...after].map(({ name }) => name));
  return [...names].sort(byCodeUnits).map((name) => [name, ones?.get(name), others?.get(name)] as const);
}
