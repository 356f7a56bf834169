import { basename } from "node:path";
import { nameHash } from "@colonnade/runtime/protocol";
import { byCodeUnits, byName, fileStemOf } from "../model/index.ts";
import type { Column, Field, Index, Table, UserType } from "../model/index.ts";
import { printDefinitionFile, printUserTypeFile } from "./definition-file.ts";
import { editJson } from "./edit-json.ts";
import { textOf } from "./folder.ts";
import type { DefinitionFile } from "./folder.ts";

/** How files of one kind are read, compared and printed. */
interface FileForm<Thing extends Table | UserType> {
  /** Before the file's name, with a slash at its end; empty for tables. */
  readonly folder: string;
  /** Undefined for a file that is not a valid definition of this kind. */
  readonly parse: (file: DefinitionFile) => Thing | undefined;
  /** The new text of the file; undefined if it is up to date. */
  readonly change: (reported: Thing, file: Thing) => Thing | undefined;
  readonly print: (thing: Thing) => string;
  /** The form that is compared with a file's text. */
  readonly toJson: (thing: Thing) => object;
}

export interface FilePlan {
  readonly written: readonly { readonly file: string; readonly text: string }[];
  readonly unchanged: readonly string[];
  /** Files of missing objects, and whether they can be read. */
  readonly extra: readonly { readonly file: string; readonly isDefinition: boolean }[];
  /** Files, as messages name them, whose content does not match their name and that would be overwritten. */
  readonly inTheWay: readonly string[];
}

/** Decides the action for each file, for objects of one kind. Reads and writes nothing. */
export function planFiles<Thing extends Table | UserType>(
  things: readonly Thing[],
  present: readonly DefinitionFile[],
  form: FileForm<Thing>,
): FilePlan {
  const ownFiles = new Set(things.map(ownFile));
  const names = new Set(things.map(({ name }) => name));
  const old = new Map<string, { readonly file: string; readonly source: DefinitionFile; readonly thing: Thing }>();
  const extra = new Map<string, boolean>();
  const inTheWay: string[] = [];
  for (const source of present) {
    const file = basename(source.file);
    const thing = form.parse(source);
    extra.set(file, thing !== undefined && !names.has(thing.name));
    if (thing && (file === ownFile(thing) || !(ownFiles.has(file) || old.has(thing.name)))) {
      old.set(thing.name, { file, source, thing });
    }
    // Its content would be lost: the keyspace does not have it.
    if (ownFiles.has(file) && !(thing && names.has(thing.name))) inTheWay.push(source.file);
  }
  const written: { file: string; text: string }[] = [];
  const unchanged: string[] = [];
  for (const reported of things) {
    const found = old.get(reported.name);
    const file = found?.file ?? ownFile(reported);
    const changed = found ? form.change(reported, found.thing) : reported;
    if (!changed) unchanged.push(form.folder + file);
    else {
      const text = found ? edited(found.source, found.thing, changed, form) : form.print(changed);
      written.push({ file: form.folder + file, text });
    }
    extra.delete(file);
  }
  return {
    written,
    unchanged,
    extra: Array.from(extra, ([file, isDefinition]) => ({ file: form.folder + file, isDefinition })),
    inTheWay,
  };
}

/** The edited text of the file; rewritten if the edit would not have the same meaning. */
function edited<Thing extends Table | UserType>(
  source: DefinitionFile,
  before: Thing,
  after: Thing,
  form: FileForm<Thing>,
): string {
  const text = editJson(textOf(source) ?? "", form.toJson(before), form.toJson(after));
  const parsed = form.parse({ file: source.file, bytes: Buffer.from(text) });
  return parsed && form.change(after, parsed) === undefined ? text : form.print(after);
}

/** Tables may differ only in case, and the name of a user type may contain anything, even a path out of its folder. */
function ownFile({ name }: Table | UserType): string {
  return `${fileStemOf(name, { hash: nameHash })}.json`;
}

/**
 * Returns what a definition file should contain for a table that another source reported, or undefined if it is up to
 * date.
 *
 * Keeps descriptions, since most exist only in files, and indexes without a name. The comment of a table that the
 * database has wins if asked for; an empty one never erases a description. The order of columns has no meaning:
 * existing columns keep theirs, new ones come after them.
 */
export function changedDefinition(reported: Table, file: Table, takesComments = false): Table | undefined {
  const table: Table = {
    ...(takesComments && reported.description !== undefined ? reported : described(reported, file)),
    columns: inOrderOf(reported.columns, file.columns).map(({ thing, defined }) => described(thing, defined)),
    indexes: inOrderOf(reported.indexes, file.indexes, indexed).map(({ thing, defined }) =>
      defined && defined.name === undefined ? withoutName(thing) : thing,
    ),
  };
  return comparable(table) === comparable(file) ? undefined : table;
}

/** The same for a user type, whose order of fields is that of its values. */
export function changedUserType(reported: UserType, file: UserType): UserType | undefined {
  const fields = new Map(file.fields.map((field) => [field.name, field]));
  const type = {
    ...described(reported, file),
    fields: reported.fields.map((field) => described(field, fields.get(field.name))),
  };
  return printUserTypeFile(type) === printUserTypeFile(file) ? undefined : type;
}

function described<Thing extends Table | Column | UserType | Field>(
  reported: Thing,
  defined: Thing | undefined,
): Thing {
  return defined?.description === undefined ? reported : { ...reported, description: defined.description };
}

/** Pairs the items of a source with those of the file, in the file's order. */
function inOrderOf<Thing extends Column | Index>(
  reported: readonly Thing[],
  file: readonly Thing[],
  keyOf: (thing: Thing) => string = (thing) => thing.name ?? "",
): readonly { readonly thing: Thing; readonly defined: Thing | undefined }[] {
  const defined = new Map(file.map((thing, place) => [keyOf(thing), { thing, place }]));
  const place = (thing: Thing): number => defined.get(keyOf(thing))?.place ?? file.length;
  return [...reported]
    .sort((one, other) => place(one) - place(other))
    .map((thing) => ({ thing, defined: defined.get(keyOf(thing))?.thing }));
}

function withoutName({ name: _, ...index }: Index): Index {
  return index;
}

function indexed({ column, kind, using }: Index): string {
  return JSON.stringify([column, kind, using]);
}

function comparable(table: Table): string {
  const columns = [...table.columns].sort(byName);
  const indexes = [...table.indexes].sort((one, other) => byCodeUnits(indexed(one), indexed(other)));
  return printDefinitionFile({ ...table, columns, indexes });
}
