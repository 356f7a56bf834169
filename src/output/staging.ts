/**
 * Writes all of some files or none, whatever stops the process.
 *
 * Writes the new files aside, in a folder within the output folder, with a journal of the change. Once the journal is
 * renamed, the change is committed, and the next run completes it. Until then the output folder is unchanged. A new output
 * folder is written aside as a whole, and needs no journal.
 */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { ColonnadeError, isColonnadeError } from "../errors.ts";
import { hashOf, manifestName } from "./artifact.ts";
import { ifThere, machineError } from "./folder.ts";
import { parseManifest, printManifest } from "./manifest.ts";
import { validateFolder } from "./validate-folder.ts";

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

/** Files that are written aside. @throws {ColonnadeError} `cannot-write` from each of its functions */
export interface Staged {
  /** Commits the change. */
  readonly commit: () => void;
  /** Completes the committed change. */
  readonly finish: () => void;
  /** Undoes what is not committed. */
  readonly discard: () => void;
}

/** Nothing to change. */
export const nothingStaged: Staged = { commit: () => undefined, finish: () => undefined, discard: () => undefined };

/**
 * Writes the new files aside, each as the changes yield it.
 *
 * @throws {ColonnadeError} `cannot-write`, with nothing left behind; what the changes throw
 */
export function stageFiles(directory: string, { write, remove }: FileChanges): Staged {
  const isNew = !existsSync(directory);
  const name = folderName();
  const staging = isNew ? join(dirname(directory), `${name}-${basename(directory)}`) : join(directory, name);
  let committed = false;
  const create = (): void => {
    active.add(name);
    mkdirSync(dirname(staging), { recursive: true });
    mkdirSync(staging);
  };
  const discard = (): void => {
    active.delete(name);
    // If nothing could be written, the folder may be inaccessible too.
    if (!committed && existsSync(staging)) rmSync(staging, { recursive: true, force: true });
  };
  const guard = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      throw isColonnadeError(error) ? error : machineError("cannot-write", `cannot write to ${directory}`, error);
    }
  };
  const written: FileRemoval[] = [];
  try {
    for (const { path, before, text } of write) {
      const change = { path, before };
      guard(() => {
        if (written.length === 0) create();
        if (isNew && path.includes("/")) createFolders(staging, [change]);
        const file = isNew ? path : asideName(written.length);
        // A script stays executable.
        const mode =
          before === undefined ? undefined : statSync(join(directory, path), { throwIfNoEntry: false })?.mode;
        writeFileSync(`${staging}${sep}${file}`, text, { encoding: "utf8", flag: "wx", mode });
      });
      written.push(change);
    }
    if (written.length === 0 && remove.length === 0) return nothingStaged;
    guard(() => {
      if (written.length === 0) create();
      if (!isNew) draftJournal(staging, { write: written, remove });
    });
  } catch (error) {
    discard();
    throw error;
  }
  return {
    commit: () => {
      if (isNew) guard(() => placeFolder(staging, directory, written));
      else guard(() => nameJournal(staging));
      committed = true;
    },
    finish: () => {
      active.delete(name);
      if (!isNew) guard(() => finishJournal(directory, staging));
    },
    discard,
  };
}

/**
 * Completes the changes that a killed process had committed, and removes those that it had not.
 *
 * Keeps files that were changed since then, and the folders of processes that still run.
 *
 * @returns whether there was a change to finish
 * @throws {ColonnadeError} `bad-output`, `cannot-write`
 */
export function finishInterrupted(directory: string): boolean {
  validateFolder(directory);
  try {
    const left = abandoned(directory, "").map((name) => join(directory, name));
    const wasDecided = left.some(hasJournal);
    for (const aside of left) finishJournal(directory, aside);
    const parent = dirname(directory);
    for (const name of abandoned(parent, basename(directory)))
      rmSync(join(parent, name), { recursive: true, force: true });
    return wasDecided;
  } catch (error) {
    throw machineError("cannot-write", `cannot finish an interrupted run in ${directory}`, error);
  }
}

/** Whether a process was killed while it completed a change, so that some files are old and some are new. */
export function isInterrupted(directory: string): boolean {
  return abandoned(directory, "").some((name) => hasJournal(join(directory, name)));
}

const prefix = ".colonnade-next-";
/** The staging folders of this process. */
const active = new Set<string>();
let count = 0;

/** Contains the process ID, which shows whether the process still runs. */
function folderName(): string {
  return `${prefix}${process.pid}.${count++}`;
}

/** Renames a new folder. If another run has created the same folder meanwhile, that one stays. */
function placeFolder(staging: string, directory: string, written: readonly FileRemoval[]): void {
  try {
    renameSync(staging, directory);
  } catch (error) {
    const isSame = written.every(({ path }) => textAt(join(directory, path)) === textAt(join(staging, path)));
    if (!isSame) throw existsSync(directory) ? meanwhileWritten(directory) : error;
    rmSync(staging, { recursive: true, force: true });
  }
}

function meanwhileWritten(directory: string): ColonnadeError {
  return new ColonnadeError("cannot-write", `another run wrote to ${directory} at the same time`, {
    kind: "machine",
    next: "run colonnade generate again when the other run has ended",
  });
}

function textAt(place: string): string | undefined {
  return ifThere(place, () => readFileSync(place, "utf8"));
}

/** The staging folders of processes that no longer run. */
function abandoned(parent: string, ending: string): readonly string[] {
  if (!existsSync(parent)) return [];
  return readdirSync(parent).filter((name) => {
    if (!name.startsWith(prefix)) return false;
    const [, own = "", number = "", rest = ""] = /^((\d+)\.\d+)(?:-(.*))?$/s.exec(name.slice(prefix.length)) ?? [];
    return number !== "" && rest === ending && !active.has(prefix + own) && !isRunning(Number(number));
  });
}

/** Process IDs are reused, in containers often at once: a folder with the own ID that is not active is an old one. */
function isRunning(number: number): boolean {
  if (number === process.pid) return false;
  try {
    return process.kill(number, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

const journal = "journal.json";
/** The journal before the change is committed. */
const draft = "draft.json";

/** The name of a file that is aside. Compilers and test runners ignore it. */
function asideName(index: number): string {
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
function draftJournal(aside: string, { write, remove }: FileChanges<FileRemoval>): void {
  const entry = ({ path, before }: FileRemoval): JournalEntry => ({ path, before: before ?? null });
  const decided: Journal = { write: Array.from(write, entry), remove: remove.map(entry) };
  writeFileSync(join(aside, draft), JSON.stringify(decided), { flag: "wx" });
}

/** Commits the change. */
function nameJournal(aside: string): void {
  renameSync(join(aside, draft), join(aside, journal));
}

/** Whether a committed change is incomplete. */
function hasJournal(aside: string): boolean {
  return existsSync(join(aside, journal));
}

/** Completes the change of the journal. Without a journal, nothing was committed. */
function finishJournal(directory: string, aside: string): void {
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

function createFolders(directory: string, files: readonly { readonly path: string }[]): void {
  const folders = new Set(files.map(({ path }) => dirname(path)));
  folders.delete(".");
  for (const folder of folders) mkdirSync(join(directory, folder), { recursive: true });
}
