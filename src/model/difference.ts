/**
 * Compares two states of a keyspace, and returns the changes from what runs now to the definitions, ordered by their
 * places.
 *
 * Pure. Does not compare facts that one side does not report, or the order of columns. `renames.ts` finds renamed
 * members, `breakage.ts` states what a change breaks.
 */
import { changed, differingType, pairs } from "./change.ts";
import type { Change, ChangePlace, Unknown } from "./change.ts";
import { printCqlType } from "./cql-type.ts";
import { differingIndexes } from "./difference-indexes.ts";
import { differingUserTypes } from "./difference-user-types.ts";
import type { Column, Keyspace, Table } from "./keyspace.ts";
import { isReadded } from "./dropped-column.ts";
import type { DroppedColumn } from "./dropped-column.ts";
import { possibleNewNames, printRenames, renameColumns, renamedColumns } from "./renames.ts";

/** A keyspace as a source reports it. */
export interface ToldKeyspace {
  readonly keyspace: Keyspace;
  /** @default nothing */
  readonly unknown?: readonly Unknown[];
}

/** @param dropped dropped columns, whose names must not be reused with another type */
export function findChanges(
  before: ToldKeyspace,
  after: ToldKeyspace,
  dropped: readonly DroppedColumn[] = [],
): readonly Change[] {
  const unknown = new Set<Unknown>([...(before.unknown ?? []), ...(after.unknown ?? [])]);
  const ofTables = pairs(before.keyspace.tables, after.keyspace.tables).flatMap(([name, old, other]): Change[] => {
    const place = { of: "table", name } as const;
    if (!old || !other) return [{ kind: old ? "table-dropped" : "table-added", place }];
    const names = renamedColumns(old, other);
    const one = renameColumns(old, names);
    const untold = { before: lacksTimeToLive(before, one), after: lacksTimeToLive(after, other) };
    return [
      ...(unknown.has("description") ? [] : changed("description", place, one.description, other.description)),
      ...printRenames("column-renamed", place, names),
      ...differingKeys(place, one, other),
      ...(untold.before || untold.after
        ? []
        : changed("time-to-live", place, String(one.defaultTimeToLive), String(other.defaultTimeToLive))),
      ...pairs(one.columns, other.columns).flatMap(([member, was, is]) =>
        !is && was
          ? [droppedColumn({ ...place, member }, was, possibleNewNames(was, one, other))]
          : differingColumn({ ...place, member }, was, is, unknown, dropped),
      ),
      ...(unknown.has("indexes") ? [] : differingIndexes(place, one.indexes, other.indexes)),
    ];
  });
  return unknown.has("userTypes")
    ? ofTables
    : [...ofTables, ...differingUserTypes(before.keyspace.userTypes, after.keyspace.userTypes, unknown)];
}

/** A source that does not report it has 0; any other number is reported. */
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
  if (!was || !is) return [];
  return [
    ...(unknown.has("memberDescriptions") ? [] : changed("description", place, was.description, is.description)),
    ...differingType("column-type", place, was.type, is.type),
    // A column that enters or leaves the key is reported as a change of the key.
    ...(isInKey(was) || isInKey(is) ? [] : changed("column-static", place, was.kind, is.kind)),
  ];
}

function droppedColumn(place: ChangePlace, was: Column, newNames: readonly string[]): Change {
  const possible = newNames.length > 0 && { possibleNewNames: newNames };
  return { kind: "column-dropped", place, before: printColumn(was), ...possible };
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
