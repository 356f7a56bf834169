/**
 * Compares two states of a keyspace, and returns the changes from what runs now to the definitions, ordered by their
 * places.
 *
 * Pure. Does not compare facts that one side does not report, or the order of columns. `renames.ts` finds renamed
 * members, `breakage.ts` states what a change breaks.
 */
import { changed, differingType, pairs, conflictsWithDropped } from "./change.ts";
import type { Change, ChangePlace, Unknown, DroppedColumn } from "./change.ts";
import { printCqlType } from "./cql-type.ts";
import type { UserType } from "./cql-type.ts";
import { isInKey } from "./keyspace.ts";
import type { Column, Index, Keyspace, Table } from "./keyspace.ts";
import {
  possibleNewNames,
  renameChanges,
  renameColumns,
  renamedColumns,
  renamedFields,
  renameFields,
} from "./renames.ts";

/** A keyspace as a source reports it. */
export interface ComparedKeyspace {
  readonly keyspace: Keyspace;
  /**
   * Facts that the source does not report, and that are not compared; a time to live other than 0 is reported. `diff` takes
   * indexes, times to live and user types from the definitions instead, because a service reports them for some tables only.
   * @default nothing
   */
  readonly unknown?: readonly Unknown[];
}

/** @param dropped dropped columns, whose names must not be reused with another type */
export function findChanges(
  before: ComparedKeyspace,
  after: ComparedKeyspace,
  dropped: readonly DroppedColumn[] = [],
): readonly Change[] {
  const unknown = new Set<Unknown>([...(before.unknown ?? []), ...(after.unknown ?? [])]);
  const ofTables = pairs(before.keyspace.tables, after.keyspace.tables).flatMap(
    ([, tableBefore, tableAfter]): Change[] => {
      // The database cannot make a view of a table, nor show another table in a view.
      if (!tableBefore || !tableAfter || tableBefore.viewOf !== tableAfter.viewOf) {
        return [
          ...(tableBefore ? [{ kind: "table-dropped", place: placeOf(tableBefore) } as const] : []),
          ...(tableAfter ? [{ kind: "table-added", place: placeOf(tableAfter) } as const] : []),
        ];
      }
      const place = placeOf(tableAfter);
      const names = renamedColumns(tableBefore, tableAfter);
      const renamed = renameColumns(tableBefore, names);
      const isTimeToLiveUnknown = lacksTimeToLive(before, renamed) || lacksTimeToLive(after, tableAfter);
      return [
        ...(unknown.has("description") ? [] : differingDescription(place, renamed, tableAfter)),
        ...renameChanges("column-renamed", place, names),
        ...differingKeys(place, renamed, tableAfter),
        ...(isTimeToLiveUnknown
          ? []
          : changed("time-to-live", place, String(renamed.defaultTimeToLive), String(tableAfter.defaultTimeToLive))),
        ...pairs(renamed.columns, tableAfter.columns).flatMap(([member, columnBefore, columnAfter]) => {
          const at = { ...place, member };
          if (!columnBefore) return newColumn(at, columnAfter, dropped);
          if (columnAfter) return differingColumn(at, columnBefore, columnAfter, unknown);
          return droppedColumn(at, columnBefore, possibleNewNames(columnBefore, renamed, tableAfter));
        }),
        ...(unknown.has("indexes") ? [] : differingIndexes(place, renamed.indexes, tableAfter.indexes)),
      ];
    },
  );
  return unknown.has("userTypes")
    ? ofTables
    : [...ofTables, ...differingUserTypes(before.keyspace.userTypes, after.keyspace.userTypes, unknown)];
}

function placeOf({ name, viewOf }: Table): ChangePlace {
  return { of: "table", name, ...(viewOf !== undefined && { isView: true }) };
}

type Described = Pick<Table, "description">;

/** An empty description is none: a database has an empty comment for it. */
function differingDescription(place: ChangePlace, before: Described, after: Described): Change[] {
  return changed("description", place, before.description || undefined, after.description || undefined);
}

/** A source that does not report it has 0; any other number is reported. */
function lacksTimeToLive({ unknown = [] }: ComparedKeyspace, { defaultTimeToLive }: Table): boolean {
  return defaultTimeToLive === 0 && unknown.includes("defaultTimeToLive");
}

function differingKeys(place: ChangePlace, before: Table, after: Table): Change[] {
  const printKey = ({ partitionKey, clusteringKey }: Table) => ({
    partition: list(partitionKey),
    clustering: list(clusteringKey.map(({ name }) => name)),
    order: list(clusteringKey.map(({ name, order }) => `${name} ${order}`)),
  });
  const [keyBefore, keyAfter] = [printKey(before), printKey(after)];
  const keys = [
    ...changed("partition-key", place, keyBefore.partition, keyAfter.partition),
    ...changed("clustering-key", place, keyBefore.clustering, keyAfter.clustering),
  ];
  return keyBefore.clustering === keyAfter.clustering
    ? [...keys, ...changed("clustering-order", place, keyBefore.order, keyAfter.order)]
    : keys;
}

function newColumn(place: ChangePlace, column: Column, dropped: readonly DroppedColumn[]): Change {
  const after = printColumn(column);
  const earlier = dropped.find((one) => one.table === place.name && one.column === place.member);
  if (!earlier || !conflictsWithDropped(earlier, column)) return { kind: "column-added", place, after };
  return { kind: "column-readded", place, before: earlier.static ? `${earlier.type} static` : earlier.type, after };
}

function differingColumn(
  place: ChangePlace,
  before: Column,
  after: Column,
  unknown: ReadonlySet<Unknown>,
): readonly Change[] {
  return [
    ...(unknown.has("memberDescriptions") ? [] : differingDescription(place, before, after)),
    ...differingType("column-type", place, before.type, after.type),
    // A column that enters or leaves the key is reported as a change of the key.
    ...(isInKey(before) || isInKey(after) ? [] : changed("column-static", place, before.kind, after.kind)),
  ];
}

function droppedColumn(place: ChangePlace, before: Column, newNames: readonly string[]): Change {
  const possible = newNames.length > 0 && { possibleNewNames: newNames };
  return { kind: "column-dropped", place, before: printColumn(before), ...possible };
}

function printColumn({ type, kind }: Column): string {
  return `${printCqlType(type)}${kind === "static" ? " static" : ""}`;
}

function list(names: readonly string[]): string {
  return names.join(", ");
}

/** Finds the changes of a table's indexes: a column has at most one of each kind, whatever its name. */
function differingIndexes(place: ChangePlace, before: readonly Index[], after: readonly Index[]): readonly Change[] {
  return pairs(before, after, keyOf).flatMap(([, oldIndex, newIndex]): Change[] => {
    const { column, kind } = oldIndex ?? newIndex;
    const at = { ...place, member: column, ...((kind === "keys" || kind === "entries") && { indexed: kind }) };
    if (!oldIndex) return [{ kind: "index-added", place: at, after: printIndex(newIndex) }];
    if (!newIndex) return [{ kind: "index-dropped", place: at, before: printIndex(oldIndex) }];
    const named = oldIndex.name !== undefined && newIndex.name !== undefined;
    return [
      ...changed("index-changed", at, printIndex(oldIndex), printIndex(newIndex)),
      // The database chooses a name if a definition has none.
      ...(named ? changed("index-renamed", at, oldIndex.name, newIndex.name) : []),
    ];
  });
}

function keyOf({ column, kind }: Index): string {
  return JSON.stringify([column, kind]);
}

/** `values`, `full, sai`, `full, sai, case_sensitive: false` */
export function printIndex({ kind, using, options = {} }: Index): string {
  const printed = Object.entries(options).map(([name, value]) => `${name}: ${value}`);
  return [kind, ...(using === undefined ? [] : [using]), ...printed].join(", ");
}

/** Whether the change of an index is that of this one. @param printed the index before or after the change */
export function isOfIndex(
  { name, member }: ChangePlace,
  printed: string | undefined,
  table: Table,
  index: Index,
): boolean {
  return name === table.name && member === index.column && printed === printIndex(index);
}

/** Finds the changes of a keyspace's user types. */
function differingUserTypes(
  before: readonly UserType[],
  after: readonly UserType[],
  unknown: ReadonlySet<Unknown>,
): readonly Change[] {
  const hasDescriptions = !unknown.has("memberDescriptions");
  return pairs(before, after).flatMap(([name, original, newType]): Change[] => {
    const place = { of: "user type", name } as const;
    if (!original || !newType) return [{ kind: original ? "user-type-dropped" : "user-type-added", place }];
    const names = renamedFields(original, newType);
    const oldType = renameFields(original, names);
    return [
      ...(hasDescriptions ? differingDescription(place, oldType, newType) : []),
      ...renameChanges("field-renamed", place, names),
      ...differingOrder(place, oldType, newType),
      ...pairs(oldType.fields, newType.fields).flatMap(([member, oldField, newField]): Change[] => {
        const at = { ...place, member };
        if (!oldField) return [{ kind: "field-added", place: at, after: printCqlType(newField.type) }];
        if (!newField) return [{ kind: "field-dropped", place: at, before: printCqlType(oldField.type) }];
        return [
          ...(hasDescriptions ? differingDescription(at, oldField, newField) : []),
          ...differingType("field-type", at, oldField.type, newField.type),
        ];
      }),
    ];
  });
}

/** Values are stored in the order of the fields, and new fields are added at the end. */
function differingOrder(place: ChangePlace, oldType: UserType, newType: UserType): Change[] {
  const [before, after] = [oldType.fields.map(({ name }) => name), newType.fields.map(({ name }) => name)];
  const kept = before.filter((name) => after.includes(name));
  const isOrdered = kept.every((name, index) => after[index] === name);
  return isOrdered ? [] : [{ kind: "field-order", place, before: before.join(", "), after: after.join(", ") }];
}
