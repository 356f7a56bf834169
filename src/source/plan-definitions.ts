import { basename } from "node:path";
import { nameHash } from "@colonnade/runtime/protocol";
import { fileStemOf } from "../model/file-stem.ts";
import type { Table, UserType } from "../model/index.ts";
import { editJson } from "./edit-json.ts";
import { textOf } from "./folder.ts";
import type { DefinitionFile } from "./folder.ts";

/** What files of one kind are read and written by. */
export interface FileForm<Thing extends Table | UserType> {
  /** Before the file's name, with a slash at its end; empty for tables. */
  readonly folder: string;
  /** Undefined for a file that cannot be read as such a thing. */
  readonly parse: (file: DefinitionFile) => Thing | undefined;
  /** What a file should hold in place of what it does, or undefined when that is the same. */
  readonly change: (told: Thing, file: Thing) => Thing | undefined;
  readonly print: (thing: Thing) => string;
  /** The form that is compared with a file's text. */
  readonly toJson: (thing: Thing) => object;
}

export interface FilePlan {
  readonly written: readonly { readonly file: string; readonly text: string }[];
  readonly unchanged: readonly string[];
  /** Files of missing objects, and whether they can be read. */
  readonly extra: readonly { readonly file: string; readonly isDefinition: boolean }[];
  /** As messages name them: files that hold something else than they are named for, where something is to be written. */
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
  for (const told of things) {
    const found = old.get(told.name);
    const file = found?.file ?? ownFile(told);
    const changed = found ? form.change(told, found.thing) : told;
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
