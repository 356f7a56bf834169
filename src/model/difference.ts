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
export interface ReportedKeyspace {
  readonly keyspace: Keyspace;
  /** @default nothing */
  readonly unknown?: readonly Unknown[];
}

/** Whether indexes can be compared: if one side does not report them, that only the other has some means nothing. */
export function bothReportIndexes(before: ReportedKeyspace, after: ReportedKeyspace): boolean {
  return ![before, after].some(({ unknown = [] }) => unknown.includes("indexes"));
}

/** @param dropped dropped columns, whose names must not be reused with another type */
export function findChanges(
  before: ReportedKeyspace,
  after: ReportedKeyspace,
  dropped: readonly DroppedColumn[] = [],
): readonly Change[] {
  const unknown = new Set<Unknown>([...(before.unknown ?? []), ...(after.unknown ?? [])]);
  const ofTables = pairs(before.keyspace.tables, after.keyspace.tables).flatMap(
    ([name, tableBefore, tableAfter]): Change[] => {
      const place = { of: "table", name } as const;
      if (!tableBefore || !tableAfter) return [{ kind: tableBefore ? "table-dropped" : "table-added", place }];
      if (tableBefore.viewOf !== tableAfter.viewOf) {
        return [
          { kind: "table-dropped", place },
          { kind: "table-added", place },
        ];
      }
      const names = renamedColumns(tableBefore, tableAfter);
      const renamed = renameColumns(tableBefore, names);
      const isTimeToLiveUnknown = lacksTimeToLive(before, renamed) || lacksTimeToLive(after, tableAfter);
      return [
        ...(unknown.has("description")
          ? []
          : changed("description", place, renamed.description, tableAfter.description)),
        ...printRenames("column-renamed", place, names),
        ...differingKeys(place, renamed, tableAfter),
        ...(isTimeToLiveUnknown
          ? []
          : changed("time-to-live", place, String(renamed.defaultTimeToLive), String(tableAfter.defaultTimeToLive))),
        ...pairs(renamed.columns, tableAfter.columns).flatMap(([member, columnBefore, columnAfter]) =>
          !columnAfter && columnBefore
            ? [droppedColumn({ ...place, member }, columnBefore, possibleNewNames(columnBefore, renamed, tableAfter))]
            : differingColumn({ ...place, member }, columnBefore, columnAfter, unknown, dropped),
        ),
        ...(unknown.has("indexes") ? [] : differingIndexes(place, renamed.indexes, tableAfter.indexes)),
      ];
    },
  );
  return unknown.has("userTypes")
    ? ofTables
    : [...ofTables, ...differingUserTypes(before.keyspace.userTypes, after.keyspace.userTypes, unknown)];
}

/** A source that does not report it has 0; any other number is reported. */
function lacksTimeToLive({ unknown = [] }: ReportedKeyspace, { defaultTimeToLive }: Table): boolean {
  return defaultTimeToLive === 0 && unknown.includes("defaultTimeToLive");
}

function differingKeys(place: ChangePlace, before: Table, after: Table): Change[] {
  const [keyBefore, keyAfter] = [before, after].map((table) => ({
    partition: list(table.partitionKey),
    clustering: list(table.clusteringKey.map(({ name }) => name)),
    order: list(table.clusteringKey.map(({ name, order }) => `${name} ${order}`)),
  }));
  if (!keyBefore || !keyAfter) return [];
  const keys = [
    ...changed("partition-key", place, keyBefore.partition, keyAfter.partition),
    ...changed("clustering-key", place, keyBefore.clustering, keyAfter.clustering),
  ];
  return keyBefore.clustering === keyAfter.clustering
    ? [...keys, ...changed("clustering-order", place, keyBefore.order, keyAfter.order)]
    : keys;
}

function differingColumn(
  place: ChangePlace,
  before: Column | undefined,
  after: Column | undefined,
  unknown: ReadonlySet<Unknown>,
  dropped: readonly DroppedColumn[],
): Change[] {
  if (!before && after) {
    const droppedEarlier = dropped.find(({ table, column }) => table === place.name && column === place.member);
    return droppedEarlier && isReadded(droppedEarlier, after)
      ? [
          {
            kind: "column-readded",
            place,
            before: droppedEarlier.static ? `${droppedEarlier.type} static` : droppedEarlier.type,
            after: printColumn(after),
          },
        ]
      : [{ kind: "column-added", place, after: printColumn(after) }];
  }
  if (!before || !after) return [];
  return [
    ...(unknown.has("memberDescriptions") ? [] : changed("description", place, before.description, after.description)),
    ...differingType("column-type", place, before.type, after.type),
    // A column that enters or leaves the key is reported as a change of the key.
    ...(isInKey(before) || isInKey(after) ? [] : changed("column-static", place, before.kind, after.kind)),
  ];
}

function droppedColumn(place: ChangePlace, before: Column, newNames: readonly string[]): Change {
  const possible = newNames.length > 0 && { possibleNewNames: newNames };
  return { kind: "column-dropped", place, before: printColumn(before), ...possible };
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
