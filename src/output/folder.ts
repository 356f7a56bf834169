/**
 * What is there: an output folder as it was found, before anything is written. Reads only.
 *
 * Its calls wait: a thousand small reads, one after the other, take half the time of the same reads at once.
 */
import { closeSync, lstatSync, openSync, readFileSync, readSync, readdirSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, parse, relative, resolve, sep } from "node:path";
import { ColonnadeError } from "../errors.ts";
import { foldPath, manifestName } from "./artifact-path.ts";
import { hasCarriageReturns, hashOf } from "./hash.ts";
import { noManifest, parseManifest } from "./manifest.ts";
import type { Manifest } from "./manifest.ts";

/** What stands at a path. */
export type Found = FoundFile | { readonly kind: "nothing" | "a folder" | "a link" | "no plain file" };

export interface FoundFile {
  readonly kind: "file";
  readonly hash: string;
  /** Whether its lines end in `\r\n`, which its hash does not tell. */
  readonly hasCarriageReturns: boolean;
}

const nothing: Found = { kind: "nothing" };

/** A manifest and its text. */
export interface PrintedManifest {
  readonly manifest: Manifest;
  readonly text: string;
}

/** What this process wrote to a folder last. */
export interface WrittenFolder extends PrintedManifest {
  /** When an entry of the folder came, went or was replaced last, in milliseconds. */
  readonly changedAt: number;
}

/** Notes that a folder is now what its manifest says. */
export function noteWritten(directory: string, printed: PrintedManifest): WrittenFolder {
  return { ...printed, changedAt: ifThere(directory, () => statSync(directory).mtimeMs) ?? 0 };
}

/** An output folder. What is found in it is looked up once, so that it is judged and reported alike. */
export class OutputFolder {
  readonly directory: string;
  /** An empty one where there is none. */
  readonly manifest: Manifest;
  /** Folder within this one → what its entries are called and are; undefined for a folder that is not there. */
  readonly #listings = new Map<string, Listing | undefined>();
  readonly #found = new Map<string, Found>();
  #hasTwins: boolean | undefined;

  /** Whether the files of the manifest are taken for what it says of them. */
  readonly #isKnown: boolean;

  /**
   * @param written while its manifest is there and no entry changed, the files are taken for what the manifest says
   * @throws {ColonnadeError} `bad-manifest`, `cannot-read`
   */
  constructor(directory: string, written?: WrittenFolder) {
    this.directory = directory;
    const unchanged = written && ifThere(directory, () => statSync(directory).mtimeMs) === written.changedAt;
    const text = (unchanged ? this.#readPlain(manifestName) : this.read(manifestName))?.toString("utf8");
    this.#isKnown = unchanged === true && text === written?.text;
    if (written && this.#isKnown) this.manifest = written.manifest;
    else this.manifest = text === undefined ? noManifest : parseManifest(text, join(directory, manifestName));
  }

  /** Whether two files of the manifest are one where letter case does not count: then removing one removes both. */
  get hasTwins(): boolean {
    const { files } = this.manifest;
    this.#hasTwins ??= new Set(Array.from(files.keys(), foldPath)).size < files.size;
    return this.#hasTwins;
  }

  /** What stands at a path. Links are not followed: what they point at is not in the folder. */
  at(path: string): Found {
    const known = this.#found.get(path);
    if (known) return known;
    const listed = this.#isKnown ? this.manifest.files.get(path) : undefined;
    return listed ? { kind: "file", hash: listed.hash, hasCarriageReturns: false } : this.lookAt(path);
  }

  /** The same, of the very bytes that are there now. */
  lookAt(path: string): Found {
    const kind = this.#isKnown ? this.#look("", path) : this.#kindOf(path);
    const place = this.#place(path);
    const found: Found = kind === "file" ? (ifThere(place, () => lookAt(place)) ?? nothing) : { kind };
    this.#found.set(path, found);
    return found;
  }

  /** The bytes of a file; undefined when no plain file is there. */
  read(path: string): Buffer | undefined {
    return this.#kindOf(path) === "file" ? this.#readPlain(path) : undefined;
  }

  #readPlain(path: string): Buffer | undefined {
    const place = this.#place(path);
    return ifThere(place, () => readFileSync(place));
  }

  /** The text of a file; empty when no plain file is there. */
  text(path: string): string {
    return this.read(path)?.toString("utf8") ?? "";
  }

  #place(path: string): string {
    return `${this.directory}${sep}${path}`;
  }

  #kindOf(path: string): Found["kind"] {
    const at = path.indexOf("/");
    if (at < 0) return this.#kindIn("", path);
    let folder = "";
    let rest = path;
    for (let end = at; end >= 0; end = rest.indexOf("/")) {
      const part = rest.slice(0, end);
      const kind = this.#kindIn(folder, part);
      if (kind !== "a folder") return kind === "file" ? "no plain file" : kind;
      folder += folder === "" ? part : `/${part}`;
      rest = rest.slice(end + 1);
    }
    return this.#kindIn(folder, rest);
  }

  #kindIn(folder: string, name: string): Found["kind"] {
    const listing = this.#listing(folder);
    if (!listing) return "nothing";
    const kind = listing.kinds.get(name);
    if (kind) return kind;
    listing.folded ??= new Set(Array.from(listing.kinds.keys(), foldPath));
    return listing.folded.has(foldPath(name)) ? this.#look(folder, name) : "nothing";
  }

  /** What is there without a listing: of a name in another letter case, only the file system knows whether it is the same. */
  #look(folder: string, name: string): Found["kind"] {
    const place = join(this.directory, folder, name);
    const status = ifThere(place, () => lstatSync(place));
    return status ? kindOf(status) : "nothing";
  }

  #listing(folder: string): Listing | undefined {
    if (!this.#listings.has(folder)) this.#listings.set(folder, loadListing(join(this.directory, folder)));
    return this.#listings.get(folder);
  }
}

/** @throws {ColonnadeError} `other-keyspace` when the folder holds the bindings of another one, which would be removed */
export function validateKeyspace({ directory, manifest }: OutputFolder, keyspace: string): void {
  const { keyspace: owner = keyspace } = manifest;
  if (owner === keyspace) return;
  const message = `${directory} holds the bindings of the keyspace ${owner}, not of ${keyspace}`;
  throw new ColonnadeError("other-keyspace", message, {
    next: `choose another output folder; or, if ${owner} is gone, remove the generated files with ${manifestName}`,
  });
}

/** Room for nearly every file, so that a thousand of them need no room each. */
const room = Buffer.allocUnsafeSlow(1 << 16);

function lookAt(place: string): FoundFile {
  const file = openSync(place, "r");
  try {
    let length = 0;
    for (let read = 1; read > 0 && length < room.length; length += read) {
      read = readSync(file, room, length, room.length - length, null);
    }
    const bytes = length < room.length ? room.subarray(0, length) : readFileSync(place);
    return { kind: "file", hash: hashOf(bytes), hasCarriageReturns: hasCarriageReturns(bytes) };
  } finally {
    closeSync(file);
  }
}

interface Listing {
  readonly kinds: ReadonlyMap<string, Found["kind"]>;
  /** Its names where letter case does not count. */
  folded?: ReadonlySet<string>;
}

/** One call for a folder, in place of one for each file. */
function loadListing(place: string): Listing | undefined {
  const entries = ifThere(place, () => readdirSync(place, { withFileTypes: true }));
  if (!entries) return undefined;
  return { kinds: new Map(entries.map((entry) => [entry.name, kindOf(entry)])) };
}

function kindOf(status: { isFile(): boolean; isDirectory(): boolean; isSymbolicLink(): boolean }): Found["kind"] {
  if (status.isFile()) return "file";
  if (status.isDirectory()) return "a folder";
  return status.isSymbolicLink() ? "a link" : "no plain file";
}

/**
 * Refuses folders that are somebody's home rather than a place for generated files.
 *
 * @throws {ColonnadeError} `bad-output` for a file, the root of the disk, the home folder, the working folder or one that
 * holds it, a folder that has `.git`, one in `.git` or `node_modules`, or one within the working folder that a link leads
 * out of it
 */
export function validateFolder(directory: string): void {
  const reason = objection(directory);
  if (reason === undefined) return;
  throw new ColonnadeError("bad-output", `${directory} cannot be the output folder: it is ${reason}`, {
    next: "choose a folder for the generated files alone, such as src/db",
  });
}

/** Folders whose owners throw away what others put in. */
const others: ReadonlySet<string> = new Set([".git", "node_modules"]);

function objection(directory: string): string | undefined {
  const owner = resolve(directory)
    .split(sep)
    .find((part) => others.has(part));
  if (owner !== undefined) return `in a folder ${owner}`;
  const outside = leadsOutside(directory);
  if (outside !== undefined) return `${outside}, which a link leads to`;
  const status = ifThere(directory, () => statSync(directory));
  if (!status) return undefined;
  if (!status.isDirectory()) return "a file";
  const real = realpathSync(directory);
  if (real === parse(real).root) return "the root of the disk";
  if (real === ifThere(directory, () => realpathSync(homedir()))) return "the home folder";
  if (real === ifThere(directory, () => realpathSync(process.cwd()))) return "the working folder";
  if (isWithin(real, realpathSync(process.cwd()))) return "a folder that holds the working folder";
  if (ifThere(directory, () => lstatSync(join(real, ".git")))) return "the root of a repository";
  return undefined;
}

/** Where a folder of the working folder really is, when that is elsewhere; one that is yet to be made, by its parents. */
function leadsOutside(directory: string): string | undefined {
  const here = process.cwd();
  if (!isWithin(here, directory)) return undefined;
  let there = resolve(directory);
  let real: string | undefined;
  for (; real === undefined; there = dirname(there)) real = ifThere(there, () => realpathSync(there));
  return isWithin(realpathSync(here), real) ? undefined : real;
}

function isWithin(folder: string, place: string): boolean {
  const below = relative(folder, place);
  return below !== ".." && !below.startsWith(`..${sep}`) && !isAbsolute(below);
}

/** The result, or undefined when there is no such file. @throws {ColonnadeError} `cannot-read` */
function ifThere<Result>(place: string, read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw machineError("cannot-read", `cannot read ${place}`, error);
  }
}

/** The machine's refusal as an error of ours. */
export function machineError(code: string, message: string, cause: unknown): ColonnadeError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new ColonnadeError(code, `${message}: ${reason}`, { kind: "machine", cause });
}
