/**
 * Compares two states of a keyspace, and returns the changes from what runs now to the definitions, ordered by their
 * places.
 *
 * Pure. Does not compare facts that one side does not report, or the order of columns. `renames.ts` finds renamed
 * members, `breakage.ts` states what a change breaks.
 */
import { byCodeUnits } from "./by-code-units.ts";
import { changed, differingType, pairs, isReadded } from "./change.ts";
import type { Change, ChangePlace, Unknown, DroppedColumn } from "./change.ts";
import { printCqlType } from "./cql-type.ts";
import type { Field, UserType } from "./cql-type.ts";
import type { Column, Index, Keyspace, Table } from "./keyspace.ts";
import {
  possibleNewNames,
  printRenames,
  renameColumns,
  renamedColumns,
  renamedFields,
  renameFields,
} from "./renames.ts";

/** A keyspace as a source reports it. */
export interface ComparedKeyspace {
  readonly keyspace: Keyspace;
  /** @default nothing */
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
function lacksTimeToLive({ unknown = [] }: ComparedKeyspace, { defaultTimeToLive }: Table): boolean {
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

/** Finds the changes of a table's indexes: a column has at most one of each kind, whatever its name. */
function differingIndexes(place: ChangePlace, before: readonly Index[], after: readonly Index[]): readonly Change[] {
  const [ones, others] = [before, after].map((indexes) => new Map(indexes.map((index) => [keyOf(index), index])));
  const keys = new Set([...before, ...after].map(keyOf));
  return [...keys].sort(byCodeUnits).flatMap((key): Change[] => {
    const [oldIndex, newIndex] = [ones?.get(key), others?.get(key)];
    const at = { ...place, member: (oldIndex ?? newIndex)?.column ?? "" };
    if (!oldIndex && newIndex) return [{ kind: "index-added", place: at, after: printIndex(newIndex) }];
    if (!newIndex) return oldIndex ? [{ kind: "index-dropped", place: at, before: printIndex(oldIndex) }] : [];
    if (!oldIndex) return [];
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
function printIndex({ kind, using, options = {} }: Index): string {
  const printed = Object.entries(options).map(([name, value]) => `${name}: ${value}`);
  return [kind, ...(using === undefined ? [] : [using]), ...printed].join(", ");
}

/** Finds the changes of a keyspace's user types. */
function differingUserTypes(
  before: readonly UserType[],
  after: readonly UserType[],
  unknown: ReadonlySet<Unknown>,
): readonly Change[] {
  const hasDescriptions = !unknown.has("memberDescriptions");
  const differingField = (place: ChangePlace, oldField: Field | undefined, newField: Field | undefined): Change[] => {
    if (!oldField && newField) return [{ kind: "field-added", place, after: printCqlType(newField.type) }];
    if (!newField) return oldField ? [{ kind: "field-dropped", place, before: printCqlType(oldField.type) }] : [];
    if (!oldField) return [];
    return [
      ...(hasDescriptions ? changed("description", place, oldField.description, newField.description) : []),
      ...differingType("field-type", place, oldField.type, newField.type),
    ];
  };
  return pairs(before, after).flatMap(([name, original, newType]): Change[] => {
    const place = { of: "user type", name } as const;
    if (!original || !newType) return [{ kind: original ? "user-type-dropped" : "user-type-added", place }];
    const names = renamedFields(original, newType);
    const oldType = renameFields(original, names);
    return [
      ...(hasDescriptions ? changed("description", place, oldType.description, newType.description) : []),
      ...printRenames("field-renamed", place, names),
      ...differingOrder(place, oldType, newType),
      ...pairs(oldType.fields, newType.fields).flatMap(([member, one, other]) =>
        differingField({ ...place, member }, one, other),
      ),
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
