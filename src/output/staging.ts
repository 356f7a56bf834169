/**
 * Writing all of some files or none, whatever stops the process.
 *
 * The new files are written aside, in a folder within the output folder, with a journal of what is to happen. From the
 * moment that the journal has its name, the change is decided: what is still to do, the next run does. Until then the
 * output folder is what it was. A folder that is not there yet is made aside as a whole, and needs no journal.
 */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { manifestName } from "./artifact-path.ts";
import { machineError, validateFolder } from "./folder.ts";
import { hashOf } from "./hash.ts";
import { parseManifest, printManifest } from "./manifest.ts";

export interface FileChanges {
  /** In the order in which they get their names. */
  readonly write: readonly FileChange[];
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

/** Files that are written aside. @throws {ColonnadeError} `cannot-write` from each of its functions */
export interface Staged {
  /** Decides the change. */
  readonly commit: () => void;
  /** Does what was decided. */
  readonly finish: () => void;
  /** Takes back what is not committed. */
  readonly discard: () => void;
}

/** Nothing to change. */
const nothingStaged: Staged = { commit: () => undefined, finish: () => undefined, discard: () => undefined };

/** Writes the new files aside. @throws {ColonnadeError} `cannot-write`, with nothing left behind */
export function stageFiles(directory: string, changes: FileChanges): Staged {
  if (changes.write.length === 0 && changes.remove.length === 0) return nothingStaged;
  const isNew = !existsSync(directory);
  const name = folderName();
  const staging = isNew ? join(dirname(directory), `${name}-${basename(directory)}`) : join(directory, name);
  active.add(name);
  let committed = false;
  const discard = (): void => {
    active.delete(name);
    // Where nothing could be written, there may be no place to look at either.
    if (!committed && existsSync(staging)) rmSync(staging, { recursive: true, force: true });
  };
  const commit = (from: string, to: string): void => {
    guard(() => renameSync(from, to));
    committed = true;
    if (isNew) active.delete(name);
  };
  const guard = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      throw machineError("cannot-write", `cannot write to ${directory}`, error);
    }
  };
  try {
    guard(() => (isNew ? stageFolder(staging, changes) : stageChanges(staging, changes)));
  } catch (error) {
    discard();
    throw error;
  }
  if (isNew) return { commit: () => commit(staging, directory), finish: () => undefined, discard };
  return {
    commit: () => commit(join(staging, draft), join(staging, journal)),
    finish: () => {
      active.delete(name);
      guard(() => finishChanges(directory, staging));
    },
    discard,
  };
}

/**
 * Finishes what was decided before a process was killed, and removes what was not.
 *
 * A file that somebody wrote to since then is left as it is. Folders of a process that still runs are its own business.
 *
 * @returns whether there was a change to finish
 * @throws {ColonnadeError} `bad-output`, `cannot-write`
 */
export function finishInterrupted(directory: string): boolean {
  validateFolder(directory);
  try {
    const wasDecided = isInterrupted(directory);
    for (const name of abandoned(directory, "")) finishChanges(directory, join(directory, name));
    const parent = dirname(directory);
    for (const name of abandoned(parent, basename(directory)))
      rmSync(join(parent, name), { recursive: true, force: true });
    return wasDecided;
  } catch (error) {
    throw machineError("cannot-write", `cannot finish an interrupted run in ${directory}`, error);
  }
}

/** Whether a process was killed while it did what it had decided: some files are old then, and some new. */
export function isInterrupted(directory: string): boolean {
  return abandoned(directory, "").some((name) => existsSync(join(directory, name, journal)));
}

const prefix = ".colonnade-next-";
const journal = "journal.json";
/** The journal before it counts. */
const draft = "draft.json";

/** Those that this process is at. */
const active = new Set<string>();
let count = 0;

/** The number of the process tells whether it still runs. */
function folderName(): string {
  return `${prefix}${process.pid}.${count++}`;
}

/** What the file of a change is called while it is aside: no name that a compiler or a test runner looks for. */
function asideName(index: number): string {
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

function stageFolder(staging: string, { write }: FileChanges): void {
  mkdirSync(dirname(staging), { recursive: true });
  mkdirSync(staging);
  createFolders(staging, write);
  for (const { path, text } of write) writeFileSync(join(staging, path), text, { flag: "wx" });
}

function stageChanges(staging: string, { write, remove }: FileChanges): void {
  mkdirSync(staging);
  write.forEach(({ text }, index) => writeFileSync(join(staging, asideName(index)), text, { flag: "wx" }));
  const decided: Journal = {
    write: write.map(({ path, before = null }) => ({ path, before })),
    remove: remove.map(({ path, before = null }) => ({ path, before })),
  };
  writeFileSync(join(staging, draft), JSON.stringify(decided), { flag: "wx" });
}

/** Does what the journal says, as far as it is not done; without a journal, nothing was decided. */
function finishChanges(directory: string, staging: string): void {
  const place = join(staging, journal);
  if (existsSync(place)) {
    const { write, remove } = JSON.parse(readFileSync(place, "utf8")) as Journal;
    // First, because a name that differs in letter case alone may be the same file.
    for (const { path, before } of remove) {
      if (isAsBefore(join(directory, path), before)) rmSync(join(directory, path), { force: true });
    }
    createFolders(directory, write);
    const taken: string[] = [];
    write.forEach(({ path, before }, index) => {
      const aside = join(staging, asideName(index));
      if (!existsSync(aside)) return;
      if (path === manifestName && taken.length > 0) disown(aside, taken);
      if (isAsBefore(join(directory, path), before)) renameSync(aside, join(directory, path));
      else if (before === null) taken.push(path);
    });
  }
  rmSync(staging, { recursive: true, force: true });
}

/** What somebody else put in the place of a new file is not ours, so the manifest that is aside must not list it. */
function disown(aside: string, paths: readonly string[]): void {
  const manifest = parseManifest(readFileSync(aside, "utf8"), aside);
  const files = new Map([...manifest.files].filter(([path]) => !paths.includes(path)));
  writeFileSync(`${aside}.own`, printManifest({ ...manifest, files }));
  renameSync(`${aside}.own`, aside);
}

/** Nobody wrote to it since. */
function isAsBefore(place: string, before: string | null): boolean {
  const status = lstatSync(place, { throwIfNoEntry: false });
  return status ? before !== null && status.isFile() && hashOf(readFileSync(place)) === before : true;
}

function createFolders(directory: string, files: readonly { readonly path: string }[]): void {
  const folders = new Set(files.map(({ path }) => dirname(path)));
  folders.delete(".");
  for (const folder of folders) mkdirSync(join(directory, folder), { recursive: true });
}

/** The staging folders of processes that are gone. */
function abandoned(parent: string, ending: string): readonly string[] {
  if (!existsSync(parent)) return [];
  return readdirSync(parent).filter((name) => {
    if (!name.startsWith(prefix)) return false;
    const [, own = "", number = "", rest = ""] = /^((\d+)\.\d+)(?:-(.*))?$/s.exec(name.slice(prefix.length)) ?? [];
    return number !== "" && rest === ending && !active.has(prefix + own) && !isRunning(Number(number));
  });
}

/** A number comes again, in a container often at once: what is this process's own, it knows itself. */
function isRunning(number: number): boolean {
  if (number === process.pid) return false;
  try {
    return process.kill(number, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
