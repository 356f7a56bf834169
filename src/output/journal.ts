/**
 * Records a change of several files before it is made. The new files are aside, in the folder of the journal. Once the journal
 * is renamed, the change is committed, and any process that finds it completes it.
 */
import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { hashOf, manifestName } from "./artifact.ts";
import { parseManifest, printManifest } from "./manifest.ts";

export interface FileChanges<Change = FileChange> {
  /** In the order in which they are renamed. */
  readonly write: Iterable<Change>;
  readonly remove: readonly FileRemoval[];
}

export interface FileRemoval {
  readonly path: string;
  /** The hash of the existing file; undefined if there is none. */
  readonly before: string | undefined;
}

export interface FileChange extends FileRemoval {
  readonly text: string;
}

const journal = "journal.json";
/** The journal before the change is committed. */
const draft = "draft.json";

/** The name of a file that is aside. Compilers and test runners ignore it. */
export function asideName(index: number): string {
  return `${index}.next`;
}

interface Journal {
  /** The position in the list names the file aside. */
  readonly write: readonly JournalEntry[];
  readonly remove: readonly JournalEntry[];
}

interface JournalEntry {
  readonly path: string;
  /** The hash of the earlier file; null if there was none. */
  readonly before: string | null;
}

/** Writes a draft of the journal for files that are aside, named by their position in the list. */
export function draftJournal(aside: string, { write, remove }: FileChanges<FileRemoval>): void {
  const entry = ({ path, before }: FileRemoval): JournalEntry => ({ path, before: before ?? null });
  const decided: Journal = { write: Array.from(write, entry), remove: remove.map(entry) };
  writeFileSync(join(aside, draft), JSON.stringify(decided), { flag: "wx" });
}

/** Commits the change. */
export function nameJournal(aside: string): void {
  renameSync(join(aside, draft), join(aside, journal));
}

/** Whether a committed change is incomplete. */
export function hasJournal(aside: string): boolean {
  return existsSync(join(aside, journal));
}

/** Completes the change of the journal. Without a journal, nothing was committed. */
export function finishJournal(directory: string, aside: string): void {
  const place = join(aside, journal);
  if (existsSync(place)) {
    const { write, remove } = JSON.parse(readFileSync(place, "utf8")) as Journal;
    // First, because names that differ only in case may be the same file.
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

/** Removes files from the manifest that is aside, because others created them meanwhile. */
function disown(file: string, paths: readonly string[]): void {
  const manifest = parseManifest(readFileSync(file, "utf8"), file);
  const files = new Map([...manifest.files].filter(([path]) => !paths.includes(path)));
  writeFileSync(`${file}.own`, printManifest({ ...manifest, files }));
  renameSync(`${file}.own`, file);
}

/** Whether the file is unchanged since then. */
function isAsBefore(place: string, before: string | null): boolean {
  const status = lstatSync(place, { throwIfNoEntry: false });
  return status ? before !== null && status.isFile() && hashOf(readFileSync(place)) === before : true;
}

export function createFolders(directory: string, files: readonly { readonly path: string }[]): void {
  const folders = new Set(files.map(({ path }) => dirname(path)));
  folders.delete(".");
  for (const folder of folders) mkdirSync(join(directory, folder), { recursive: true });
}
