/**
 * A change of several files that is written down before it is done. The new files are aside, in a folder of their own beside
 * the journal; from the moment that it has its name, the change is decided, and whoever finds it does what is still to do.
 */
import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { manifestName } from "./artifact-path.ts";
import { hashOf } from "./hash.ts";
import { parseManifest, printManifest } from "./manifest.ts";

export interface FileChanges<Change = FileChange> {
  /** In the order in which they get their names. */
  readonly write: Iterable<Change>;
  readonly remove: readonly FileRemoval[];
}

export interface FileRemoval {
  readonly path: string;
  /** The hash of what is there; undefined for nothing. */
  readonly before: string | undefined;
}

export interface FileChange extends FileRemoval {
  readonly text: string;
}

const journal = "journal.json";
/** The journal before it counts. */
const draft = "draft.json";

/** What the file of a change is called while it is aside: no name that a compiler or a test runner looks for. */
export function asideName(index: number): string {
  return `${index}.next`;
}

interface Journal {
  /** Their places in the list name the files aside. */
  readonly write: readonly JournalEntry[];
  readonly remove: readonly JournalEntry[];
}

interface JournalEntry {
  readonly path: string;
  /** The hash of what was there; null for nothing. */
  readonly before: string | null;
}

/** Writes a draft of the journal for files that are aside, each under the name of its place in the list. */
export function draftJournal(aside: string, { write, remove }: FileChanges<FileRemoval>): void {
  const entry = ({ path, before }: FileRemoval): JournalEntry => ({ path, before: before ?? null });
  const decided: Journal = { write: Array.from(write, entry), remove: remove.map(entry) };
  writeFileSync(join(aside, draft), JSON.stringify(decided), { flag: "wx" });
}

/** Decides the change. */
export function nameJournal(aside: string): void {
  renameSync(join(aside, draft), join(aside, journal));
}

/** Whether a change was decided that is not done. */
export function hasJournal(aside: string): boolean {
  return existsSync(join(aside, journal));
}

/** Does what the journal says, as far as it is not done; without a journal, nothing was decided. */
export function finishJournal(directory: string, aside: string): void {
  const place = join(aside, journal);
  if (existsSync(place)) {
    const { write, remove } = JSON.parse(readFileSync(place, "utf8")) as Journal;
    // First, because a name that differs in letter case alone may be the same file.
    for (const { path, before } of remove) {
      if (isAsBefore(join(directory, path), before)) rmSync(join(directory, path), { force: true });
    }
    createFolders(directory, write);
    const taken: string[] = [];
    write.forEach(({ path, before }, index) => {
      const file = join(aside, asideName(index));
      if (!existsSync(file)) return;
      if (path === manifestName && taken.length > 0) disown(file, taken);
      if (isAsBefore(join(directory, path), before)) renameSync(file, join(directory, path));
      else if (before === null) taken.push(path);
    });
  }
  rmSync(aside, { recursive: true, force: true });
}

/** What somebody else put in the place of a new file is not ours, so the manifest that is aside must not list it. */
function disown(file: string, paths: readonly string[]): void {
  const manifest = parseManifest(readFileSync(file, "utf8"), file);
  const files = new Map([...manifest.files].filter(([path]) => !paths.includes(path)));
  writeFileSync(`${file}.own`, printManifest({ ...manifest, files }));
  renameSync(`${file}.own`, file);
}

/** Nobody wrote to it since. */
function isAsBefore(place: string, before: string | null): boolean {
  const status = lstatSync(place, { throwIfNoEntry: false });
  return status ? before !== null && status.isFile() && hashOf(readFileSync(place)) === before : true;
}

export function createFolders(directory: string, files: readonly { readonly path: string }[]): void {
  const folders = new Set(files.map(({ path }) => dirname(path)));
  folders.delete(".");
  for (const folder of folders) mkdirSync(join(directory, folder), { recursive: true });
}
