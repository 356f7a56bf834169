/**
 * Two states of a keyspace → what changes from one to the other: in come what runs now and what shall be, out go changes in an
 * order that depends on nothing but their places.
 *
 * Pure. What a side cannot know is no difference, and neither is the order of columns. What a change breaks, `breakage.ts` says.
 */
import { printCqlType } from "./cql-type.ts";
import { changed, differingType, pairs } from "./change.ts";
import type { Change, ChangePlace, Unknown } from "./change.ts";
import { differingIndexes } from "./difference-indexes.ts";
import { differingUserTypes } from "./difference-user-types.ts";
import type { Column, Keyspace, Table } from "./keyspace.ts";
import { isReadded } from "./dropped-column.ts";
import type { DroppedColumn } from "./dropped-column.ts";

/** A keyspace as some source tells it. */
export interface ToldKeyspace {
  readonly keyspace: Keyspace;
  /** @default nothing */
  readonly unknown?: readonly Unknown[];
}

/** @param dropped columns that there once were, whose names another type must not take again */
export function findChanges(
  before: ToldKeyspace,
  after: ToldKeyspace,
  dropped: readonly DroppedColumn[] = [],
): readonly Change[] {
  const unknown = new Set<Unknown>([...(before.unknown ?? []), ...(after.unknown ?? [])]);
  const ofTables = pairs(before.keyspace.tables, after.keyspace.tables).flatMap(([name, one, other]): Change[] => {
    const place = { of: "table", name } as const;
    if (!one || !other) return [{ kind: one ? "table-dropped" : "table-added", place }];
    const untold = { before: lacksTimeToLive(before, one), after: lacksTimeToLive(after, other) };
    return [
      ...(unknown.has("description") ? [] : changed("description", place, one.description, other.description)),
      ...differingKeys(place, one, other),
      ...(untold.before || untold.after
        ? []
        : changed("time-to-live", place, String(one.defaultTimeToLive), String(other.defaultTimeToLive))),
      ...pairs(one.columns, other.columns).flatMap(([member, was, is]) =>
        differingColumn({ ...place, member }, was, is, unknown, dropped),
      ),
      ...(unknown.has("indexes") ? [] : differingIndexes(place, one.indexes, other.indexes)),
    ];
  });
  return unknown.has("userTypes")
    ? ofTables
    : [...ofTables, ...differingUserTypes(before.keyspace.userTypes, after.keyspace.userTypes, unknown)];
}

/** Who cannot tell it says 0; any other number is an answer. */
function lacksTimeToLive({ unknown = [] }: ToldKeyspace, { defaultTimeToLive }: Table): boolean {
  return defaultTimeToLive === 0 && unknown.includes("defaultTimeToLive");
}

function differingKeys(place: ChangePlace, one: Table, other: Table): Change[] {
  const [was, is] = [one, other].map((table) => ({
    partition: list(table.partitionKey),
    clustering: list(table.clusteringKey.map(({ name }) => name)),
    order: list(table.clusteringKey.map(({ name, order }) => `${name} ${order}`)),
  }));
  if (!was || !is) return [];
  const keys = [
    ...changed("partition-key", place, was.partition, is.partition),
    ...changed("clustering-key", place, was.clustering, is.clustering),
  ];
  return was.clustering === is.clustering
    ? [...keys, ...changed("clustering-order", place, was.order, is.order)]
    : keys;
}

function differingColumn(
  place: ChangePlace,
  was: Column | undefined,
  is: Column | undefined,
  unknown: ReadonlySet<Unknown>,
  dropped: readonly DroppedColumn[],
): Change[] {
  if (!was && is) {
    const old = dropped.find(({ table, column }) => table === place.name && column === place.member);
    const after = printColumn(is);
    return old && isReadded(old, is)
      ? [{ kind: "column-readded", place, before: old.static ? `${old.type} static` : old.type, after }]
      : [{ kind: "column-added", place, after }];
  }
  if (!is) return was ? [{ kind: "column-dropped", place, before: printColumn(was) }] : [];
  if (!was) return [];
  return [
    ...(unknown.has("memberDescriptions") ? [] : changed("description", place, was.description, is.description)),
    ...differingType("column-type", place, was.type, is.type),
    // A column that comes into the key or leaves it is a matter of the key.
    ...(isInKey(was) || isInKey(is) ? [] : changed("column-static", place, was.kind, is.kind)),
  ];
}

function isInKey({ kind }: Column): boolean {
  return kind === "partition" || kind === "clustering";
}

function printColumn({ type, kind }: Column): string {
  return `${printCqlType(type)}${kind === "static" ? " static" : ""}`;
}

function list(names: readonly string[]): string {
  return names.join(", ");
}
