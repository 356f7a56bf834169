import { byCodeUnits } from "../model/index.ts";
import type { Column, Field, Index, Table, UserType } from "../model/index.ts";
import { printDefinitionFile, printUserTypeFile } from "./definition-file.ts";

/**
 * Returns what a definition file should contain for a table that another source reported, or undefined if it is up to
 * date.
 *
 * Keeps descriptions, since most exist only in files, and indexes without a name. The order of columns has no meaning:
 * existing columns keep theirs, new ones come after them.
 */
export function changedDefinition(told: Table, file: Table): Table | undefined {
  const table: Table = {
    ...described(told, file),
    columns: inOrderOf(told.columns, file.columns).map(({ thing, known }) => described(thing, known)),
    indexes: inOrderOf(told.indexes, file.indexes, indexed).map(({ thing, known }) =>
      known && known.name === undefined ? known : thing,
    ),
  };
  return comparable(table) === comparable(file) ? undefined : table;
}

/** The same for a user type, whose order of fields is that of its values. */
export function changedUserType(told: UserType, file: UserType): UserType | undefined {
  const fields = new Map(file.fields.map((field) => [field.name, field]));
  const type = {
    ...described(told, file),
    fields: told.fields.map((field) => described(field, fields.get(field.name))),
  };
  return printUserTypeFile(type) === printUserTypeFile(file) ? undefined : type;
}

function described<Thing extends Table | Column | UserType | Field>(told: Thing, known: Thing | undefined): Thing {
  return known?.description === undefined ? told : { ...told, description: known.description };
}

/** Pairs the items of a source with those of the file, in the file's order. */
function inOrderOf<Thing extends Column | Index>(
  told: readonly Thing[],
  file: readonly Thing[],
  keyOf: (thing: Thing) => string = (thing) => thing.name ?? "",
): readonly { readonly thing: Thing; readonly known: Thing | undefined }[] {
  const known = new Map(file.map((thing, place) => [keyOf(thing), { thing, place }]));
  const place = (thing: Thing): number => known.get(keyOf(thing))?.place ?? file.length;
  return [...told]
    .sort((one, other) => place(one) - place(other))
    .map((thing) => ({ thing, known: known.get(keyOf(thing))?.thing }));
}

function indexed({ column, kind, using }: Index): string {
  return JSON.stringify([column, kind, using]);
}

function comparable(table: Table): string {
  const columns = [...table.columns].sort((one, other) => byCodeUnits(one.name, other.name));
  const indexes = [...table.indexes].sort((one, other) => byCodeUnits(indexed(one), indexed(other)));
  return printDefinitionFile({ ...table, columns, indexes });
}
