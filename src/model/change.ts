/** The kinds of changes between two states of a keyspace, and what is reported about each. */
import { byCodeUnits } from "./by-code-units.ts";
import { printCqlType, partsOf, printTypeName } from "./cql-type.ts";
import type { CqlType } from "./cql-type.ts";
import type { Column } from "./keyspace.ts";

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

/**
 * The place of a change: a table or user type, and possibly its column or field. A renamed one has its old name in the
 * change `…-renamed`, and its new name in all others, such as those of its index.
 */
export interface ChangePlace {
  readonly of: "table" | "user type";
  readonly name: string;
  readonly member?: string;
  /** Whether the table is a materialized view on each side that has it. @default false */
  readonly isView?: boolean;
  /** What an index is on, unless it is on the values: a collection may have an index on each. */
  readonly indexed?: "keys" | "entries";
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

/**
 * Facts of a keyspace that a source may not report; the keyspace then holds defaults for them. `description` is that of a
 * table, `memberDescriptions` are those of columns, user types and their fields.
 */
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

/** The text of a type with one name for each type. A quoted word is a user type, whatever it is called. */
export function plainType(text: string): string {
  return text.replace(/"(?:[^"]|"")*"|\bvarchar\b/g, (word) => (word === "varchar" ? "text" : word));
}

/** Returns a change if two texts differ, or if only one of them is absent. */
export function changed(
  kind: ChangeKind,
  place: ChangePlace,
  before: string | undefined,
  after: string | undefined,
): Change[] {
  if (before === after) return [];
  return [{ kind, place, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }];
}

/** An item of both sides, or of one of them. */
type Pair<Thing> =
  | readonly [name: string, before: Thing, after: Thing | undefined]
  | readonly [name: string, before: undefined, after: Thing];

/** Pairs items of both sides by name, in code-unit order of the names. @param nameOf returns what identifies an item on its side */
export function pairs<Thing extends { readonly name?: string }>(
  before: readonly Thing[],
  after: readonly Thing[],
  nameOf: (thing: Thing) => string = ({ name = "" }) => name,
): readonly Pair<Thing>[] {
  const [ones, others] = [before, after].map((things) => new Map(things.map((thing) => [nameOf(thing), thing])));
  const names = new Set([...before, ...after].map(nameOf));
  return [...names].sort(byCodeUnits).map((name) => [name, ones?.get(name), others?.get(name)] as Pair<Thing>);
}

/** A dropped column. The database remembers its type, and old values may still be on its disks. */
export interface DroppedColumn {
  readonly table: string;
  readonly column: string;
  /** As CQL prints it, where a user type may be a tuple of its fields. */
  readonly type: string;
  readonly static: boolean;
}

/**
 * Whether a column is incompatible with a dropped column of the same name, so that old values would be read as the new type:
 * it has another type, or only one of them is static. A dropped counter cannot be added again.
 */
export function conflictsWithDropped(dropped: DroppedColumn, { type, kind }: Column): boolean {
  if (dropped.type === "counter" || dropped.static !== (kind === "static")) return true;
  const texts = [printStored(type, "name"), printStored(type, "fields")];
  return !texts.includes(plain(dropped.type));
}

/**
 * The storage format of a type: a collection as one value or in many cells, a user type by its name or its fields. The database
 * drops no column of a user type that is not frozen, so `frozen` is omitted there.
 */
function printStored(type: CqlType, userTypes: "name" | "fields"): string {
  const whole = "frozen" in type && type.frozen && type.kind !== "user";
  return plain(whole ? `frozen<${printParts(type, userTypes)}>` : printParts(type, userTypes));
}

function printParts(type: CqlType, userTypes: "name" | "fields"): string {
  if (type.kind === "user" && userTypes === "name") return printTypeName(type.type.name);
  const parts = partsOf(type).map((part) => printParts(part, userTypes));
  if (type.kind === "vector") parts.push(String(type.dimensions));
  if (parts.length === 0) return printCqlType(type);
  return `${type.kind === "user" ? "tuple" : type.kind}<${parts.join()}>`;
}

/** Removes blanks, redundant `frozen`, and the alias of `text`. */
function plain(text: string): string {
  const bare = text.replace(/\s/g, "").replace(/\bvarchar\b/g, "text");
  const isWhole = /^frozen<(?:list|set|map)</.test(bare);
  const open = isWhole ? bare.slice("frozen<".length, -1) : bare;
  return isWhole ? `frozen<${withoutFrozen(open)}>` : withoutFrozen(open);
}

function withoutFrozen(text: string): string {
  const closings: boolean[] = [];
  return text.replace(/frozen<|<|>/g, (mark) => {
    if (mark === ">") return closings.pop() ? "" : mark;
    closings.push(mark !== "<");
    return mark === "<" ? mark : "";
  });
}
