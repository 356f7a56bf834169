/**
 * Finds renamed columns and fields.
 *
 * A database renames key columns and fields of user types in place: same position, same type, and a name that the other
 * side does not have. Regular and static columns are never renamed: a removed and an added one are two columns, and two
 * definitions do not say whether they were meant as one.
 */
import { plainType } from "./change.ts";
import type { Change, ChangePlace } from "./change.ts";
import { printCqlType } from "./cql-type.ts";
import type { CqlType, UserType } from "./cql-type.ts";
import { isInKey, primaryKey } from "./keyspace.ts";
import type { Column, Table } from "./keyspace.ts";

/** The new name, by the old name. */
type NewNames = ReadonlyMap<string, string>;

interface Named {
  readonly name: string;
  readonly type: CqlType;
}

/** Renamed key columns; none if a column enters or leaves the key, since that is a different table. */
export function renamedColumns(before: Table, after: Table): NewNames {
  const names = matchPositions([keyOf(before), before.columns], [keyOf(after), after.columns]);
  const keyAfter = primaryKey(after);
  const isSameKey =
    before.partitionKey.length === after.partitionKey.length &&
    before.clusteringKey.length === after.clusteringKey.length &&
    primaryKey(before).every((name) => keyAfter.includes(names.get(name) ?? name));
  return isSameKey ? names : new Map<string, string>();
}

export function renamedFields(before: UserType, after: UserType): NewNames {
  return matchPositions([before.fields, before.fields], [after.fields, after.fields]);
}

/** A name that both sides have means the same member, whatever its position. */
function matchPositions(
  [ones, allBefore]: readonly [inOrder: readonly Named[], all: readonly Named[]],
  [others, allAfter]: readonly [inOrder: readonly Named[], all: readonly Named[]],
): NewNames {
  const [namesBefore, namesAfter] = [allBefore, allAfter].map((all) => new Set(all.map(({ name }) => name)));
  const found = ones.flatMap((oldMember, position): [string, string][] => {
    const newMember = others[position];
    const isRenamed =
      newMember &&
      !namesAfter?.has(oldMember.name) &&
      !namesBefore?.has(newMember.name) &&
      textOf(oldMember.type) === textOf(newMember.type);
    return isRenamed ? [[oldMember.name, newMember.name]] : [];
  });
  return new Map(found);
}

function textOf(type: CqlType): string {
  return plainType(printCqlType(type));
}

function keyOf(table: Table): readonly Column[] {
  return primaryKey(table).flatMap((name) => table.columns.find((column) => column.name === name) ?? []);
}

/** The old table with the new names of its key columns. */
export function renameColumns(table: Table, names: NewNames): Table {
  if (names.size === 0) return table;
  const renamed = (name: string): string => names.get(name) ?? name;
  return {
    ...table,
    columns: table.columns.map((column) => ({ ...column, name: renamed(column.name) })),
    partitionKey: table.partitionKey.map(renamed),
    clusteringKey: table.clusteringKey.map((column) => ({ ...column, name: renamed(column.name) })),
    indexes: table.indexes.map((index) => ({ ...index, column: renamed(index.column) })),
  };
}

/** The old user type with the new names of its fields. */
export function renameFields(type: UserType, names: NewNames): UserType {
  if (names.size === 0) return type;
  return { ...type, fields: type.fields.map((field) => ({ ...field, name: names.get(field.name) ?? field.name })) };
}

/** The kinds of changes by which a column or field keeps its values under a new name. */
type DatabaseRenameKind = "column-renamed" | "field-renamed";

export function isDatabaseRename(kind: string): kind is DatabaseRenameKind {
  return kind === "column-renamed" || kind === "field-renamed";
}

export function renameChanges(kind: DatabaseRenameKind, place: ChangePlace, names: NewNames): readonly Change[] {
  return Array.from(names, ([before, after]) => ({ kind, place: { ...place, member: before }, before, after }));
}

/**
 * Finds added columns outside the key that may be a renamed one: of the same type, and static or not as before. The
 * database cannot rename them, so only the author knows.
 */
export function possibleNewNames(column: Column, before: Table, after: Table): readonly string[] {
  const isIn = (table: Table, name: string): boolean => table.columns.some((other) => other.name === name);
  if (isInKey(column)) return [];
  return after.columns
    .filter(
      (other) => other.kind === column.kind && !isIn(before, other.name) && textOf(other.type) === textOf(column.type),
    )
    .map(({ name }) => name)
    .sort();
}
